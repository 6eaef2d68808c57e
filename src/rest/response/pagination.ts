// The Pagination member of page objects and the addresses of pages. Resource reference 1.7. Addresses are built from the
// configured base and the parameters that were understood, never from the Host header.
import { cursorOf, type CursorParts } from '../../engine/cursor.ts';
import type { Context, Page, PageQuery, Row } from '../../engine/context.ts';
import type { QueryParameters } from '../request/queryParameters.ts';

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
  const { page, query } = paged;
  const first = page.rows[0];
  const last = page.rows.at(-1);
  // A backward page continues from its first row.
  const edge = query.isBackward ? first : last;
  const next = page.hasMore && edge ? nextAddress(context, paged, cursor(edge)) : null;
  return {
    after: last ? cursor(last) : null,
    nextUrl: next,
    isMorePages: page.hasMore,
    limit: query.limit,
    ...(query.wantsCount === true && countOf(page)),
  };
}

function countOf({ totalCount }: Page): Record<string, unknown> {
  if (totalCount !== null) return { totalCount, totalCountIsEstimate: false };
  return { totalCountIsEstimate: true, totalCountEstimate: mostCounted };
}

function nextAddress(context: Pick<Context, 'baseUrl'>, { query, path, parameters }: Paged, cursor: string): string {
  const next = new Map([...parameters].filter(([name]) => name !== 'after' && name !== 'before'));
  return addressOf(context, path, next.set(query.isBackward ? 'before' : 'after', cursor));
}
