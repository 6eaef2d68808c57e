// A list that stands inside its resource as its newest page, in the order of the list, with its Pagination: the posts of a
// message thread. Resource reference 6.3.
import { listFingerprint } from '../../engine/cursor.ts';
import type { Context, Page, PageQuery } from '../../engine/context.ts';
import { checkOrder } from '../../contract/listQuery.ts';
import { targetOf, type Field, type Resource } from '../../contract/resource.ts';
import { readPage } from '../request/listParameters.ts';
import { paginationOf } from './pagination.ts';
import { listParameter, textParameter, type QueryParameters } from '../request/queryParameters.ts';

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
