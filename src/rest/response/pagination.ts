// The Pagination member of page objects, the addresses of pages, and the list that stands inside its resource as its newest page:
// the posts of a message thread. Addresses are built from the configured base and the parameters that were understood, never from
// the Host header. Resource reference 1.7, 6.3.
import type { EmbeddedInput } from '../../contract/question.ts';
import type { TextPage } from '../../engine/listText.ts';
import { cursorAt, cursorOf, type CursorParts, listFingerprint } from '../../engine/cursor.ts';
import type { Context, Page, PageQuery, Row } from '../../engine/context.ts';
import { type QueryParameters, listParameter, textParameter } from '../request/queryParameters.ts';
import { checkOrder } from '../../contract/listQuery.ts';
import { targetOf, type Field, type Resource } from '../../contract/resource.ts';
import { readPage } from '../request/listParameters.ts';
import type { Shape } from '../request/shape.ts';

/** Up to here the store counts exactly. */
const mostCounted = 10_000;

/** A page and what is needed to lead on from it. */
export interface Paged {
  readonly page: Page;
  readonly query: PageQuery & { readonly wantsCount?: boolean };
  /** The name the list's cursors are bound to. */
  readonly list: string;
  /** Path of the list, from the root of the service. */
  readonly path: string;
  readonly parameters: QueryParameters;
}

/** The address of a path with parameters. */
export function addressOf(context: Pick<Context, 'baseUrl'>, path: string, parameters: QueryParameters): string {
  const query = new URLSearchParams([...parameters]).toString();
  return `${context.baseUrl}${path}${query === '' ? '' : `?${query}`}`;
}

/** `{ after, nextUrl, isMorePages, limit }`, and the count when it was requested. */
export function paginationOf(
  context: Pick<Context, 'baseUrl'> & CursorParts,
  paged: Paged,
  cursor: (row: Row) => string = (row) => cursorOf(context, paged.list, paged.query.order, row),
): Record<string, unknown> {
  const [first, last] = [paged.page.rows[0], paged.page.rows.at(-1)];
  return paginationBetween(context, paged, {
    hasMore: paged.page.hasMore,
    totalCount: paged.page.totalCount,
    first: first ? cursor(first) : null,
    last: last ? cursor(last) : null,
  });
}

/** The same of a page whose ends are known by their cursors, which are null without rows. */
export function paginationBetween(
  context: Pick<Context, 'baseUrl'>,
  paged: Omit<Paged, 'page'>,
  ends: Pick<TextPage, 'hasMore' | 'totalCount' | 'first' | 'last'>,
): Record<string, unknown> {
  const { query } = paged;
  // A backward page continues from its first row.
  const edge = query.isBackward ? ends.first : ends.last;
  return {
    after: ends.last,
    nextUrl: ends.hasMore && edge !== null ? nextAddress(context, paged, edge) : null,
    isMorePages: ends.hasMore,
    limit: query.limit,
    ...(query.wantsCount === true && countOf(ends)),
  };
}

/** The Pagination of a page that only leads forward, behind its last row. */
export function forwardPagination(
  { context, parameters }: { readonly context: Pick<Context, 'baseUrl'>; readonly parameters: QueryParameters },
  path: string,
  {
    after,
    isMorePages,
    limit,
  }: { readonly after: string | null; readonly isMorePages: boolean; readonly limit: number },
): Record<string, unknown> {
  const nextUrl = isMorePages && after ? addressOf(context, path, new Map([...parameters, ['after', after]])) : null;
  return { after, nextUrl, isMorePages, limit };
}

function countOf({ totalCount }: Pick<Page, 'totalCount'>): Record<string, unknown> {
  if (totalCount !== null) return { totalCount, totalCountIsEstimate: false };
  return { totalCountIsEstimate: true, totalCountEstimate: mostCounted };
}

function nextAddress(
  context: Pick<Context, 'baseUrl'>,
  { query, path, parameters }: Omit<Paged, 'page'>,
  cursor: string,
): string {
  // A page is asked for from one side: of the two parameters only the one that is set here can be there.
  return addressOf(context, path, new Map(parameters).set(query.isBackward ? 'before' : 'after', cursor));
}

/** The parameters of a read that choose the page which is embedded. */
export const embeddedPageParameters = ['after', 'before', 'limit', 'sort'] as const;

/** A list that is embedded as a page, and the kind it stands in. */
export interface Embedding {
  readonly resource: Resource;
  readonly field: Field;
}

/** The list that a kind embeds as a page; null for most kinds. */
export function embeddingOf(resource: Resource): Embedding | null {
  const field = resource.fields.find((one) => one.rest.isNewestPage);
  return field ? { resource, field } : null;
}

/** The name that cursors into a list of one resource are bound to, where it is embedded and on its own path. */
export const nestedListName = ({ resource, field }: Embedding, urn: string): string =>
  `${resource.name}/${urn}/${field.name}`;

/** Which page is wanted, and the parameters that said so, for the address of the next one. */
export interface EmbeddedPage {
  readonly query: PageQuery;
  readonly parameters: QueryParameters;
}

/** Reads the page within a read of one resource: the newest one, unless an order or a place is named. */
export function readEmbeddedPage(
  context: Context,
  embedding: Embedding,
  urn: string,
  parameters: QueryParameters,
): EmbeddedPage {
  const order = checkOrder(targetOf(embedding.field), listParameter(parameters, 'sort'), 'sort');
  const query = readPage(context, parameters, listFingerprint(nestedListName(embedding, urn), order), order);
  const isNewest = query.after === null && textParameter(parameters, 'sort') === null;
  return { query: isNewest ? { ...query, isBackward: true } : query, parameters };
}

/**
 * The pages that are embedded in resources of the kind and in what they lead to in full, as inputs of their question from the second on
 * (bodyQuestion.ts). Where none is named, each resource shows the newest page.
 */
export function embeddedPages(
  context: Context,
  resource: Resource,
  { expand }: Shape,
  page: EmbeddedPage | null = null,
): readonly EmbeddedInput[] {
  const embedding = embeddingOf(resource);
  const own = embedding && embeddedInput(context, embedding, page);
  if (expand.size === 0) return own ? [own] : [];
  const newest = newestInside(context);
  return [own ?? newest, newest];
}

/** The page that is embedded in what a resource of another kind leads to: in threads, which alone embed one. */
export function newestInside(context: Context): EmbeddedInput {
  const embedding = embeddingOf(context.contract.kinds.MessageThread);
  if (!embedding) throw new Error('Threads have no page of posts.');
  return embeddedInput(context, embedding, null);
}

function embeddedInput(context: Context, embedding: Embedding, page: EmbeddedPage | null): EmbeddedInput {
  // Which page is the newest does not depend on the parent.
  const { query, parameters } = page ?? readEmbeddedPage(context, embedding, '', new Map());
  return {
    query: { ...query, conditions: [], wantsCount: false },
    place(form, parent, values) {
      const cursor = cursorAt(context, listFingerprint(nestedListName(embedding, parent), query.order), values);
      const path = `/n/v1/${embedding.resource.path}/${parent}`;
      return form === 'CURSOR' ? cursor : nextAddress(context, { query, list: '', path, parameters }, cursor);
    },
  };
}

/** The embedded page. Its `nextUrl` is an address of the resource: with the newest page, of the elements before it. */
export async function embeddedPage(
  context: Context,
  embedding: Embedding,
  urn: string,
  requested: EmbeddedPage | null,
): Promise<{ page: Page; pagination: Record<string, unknown> }> {
  const { resource, field } = embedding;
  const { query, parameters } = requested ?? readEmbeddedPage(context, embedding, urn, new Map());
  const page = await context.loaders.page(resource.name, field.name, urn, query);
  const list = listFingerprint(nestedListName(embedding, urn), query.order);
  const path = `/n/v1/${resource.path}/${urn}`;
  return { page, pagination: paginationOf(context, { page, query, list, path, parameters }) };
}
