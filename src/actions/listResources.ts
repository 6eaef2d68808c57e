// Lists resources of any kind: what the caller may read, filtered, ordered, page by page.
import type { ListQuery } from '../contract/listQuery.ts';
import type { Resource } from '../contract/resource.ts';
import { countRows, pageOfRows, type Page } from '../database/resourceStore.ts';
import { readScope, requireCaller } from './authorize.ts';
import type { Context } from './context.ts';
import { listCompanies, ownCompany } from './listCompanies.ts';

/** One page of the kind's rows. */
export async function listResources(context: Context, resource: Resource, query: ListQuery): Promise<Page> {
  requireCaller(context.viewer);
  const own = resource.name === 'Company' ? ownCompany(context) : null;
  if (own) return listCompanies(context, resource, query, own);
  return pageOfRows(context.database, context.contract, readScope(context.viewer, resource), resource, query);
}

/** How many the list holds in all for this caller; null beyond 10,000. */
export function countList(context: Context, resource: Resource, query: ListQuery): Promise<number | null> {
  return countRows(context.database, context.contract, readScope(context.viewer, resource), resource, query);
}
