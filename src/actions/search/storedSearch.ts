// Reading a search that is kept: a page of its hits, which keeps it for 15 more minutes. Resource reference 8.
import { prolongSearch } from '../../database/search/searchStore.ts';
import type { Row } from '../../database/engine/row.ts';
import type { Context } from '../../engine/context.ts';
import { settleIndex } from './indexQueue.ts';
import { findPage, requestOf, type FoundPage } from './search.ts';

/** A page of the search's hits as they are now. */
export async function readStoredSearch(
  context: Context,
  row: Row<'Search'>,
  page: { readonly first: unknown; readonly after: string | null },
): Promise<FoundPage> {
  const isSettled = await settleIndex(context);
  await prolongSearch(context.database, row.urn, isSettled);
  return findPage(context, requestOf(row), page);
}
