// Lists companies: for a company-level token its own company stands first, whatever its name. Resource reference 4.3.
import type { Condition, ListQuery, Position } from '../contract/listQuery.ts';
import { fieldOf, type Resource } from '../contract/resource.ts';
import { countRows, pageOfRows, type Page } from '../database/resourceStore.ts';
import { readScope } from './authorize.ts';
import type { Context } from './context.ts';

/** The urn of the caller's own company, when its token is of the company level; else null. */
export function ownCompany({ viewer }: Context): string | null {
  const { companyUrn } = viewer;
  return companyUrn !== null && viewer.adminCompanies.includes(companyUrn) ? companyUrn : null;
}

/** One page of companies with `own` before all others. */
export async function listCompanies(
  context: Context,
  resource: Resource,
  query: ListQuery,
  own: string,
): Promise<Page> {
  const page = await ownFirst(context, resource, query, own);
  if (!query.wantsCount) return page;
  const { database, contract, viewer } = context;
  const totalCount = await countRows(database, contract, readScope(viewer, resource), resource, query);
  return { ...page, totalCount };
}

async function ownFirst(context: Context, resource: Resource, query: ListQuery, own: string): Promise<Page> {
  const read = (asked: ListQuery): Promise<Page> =>
    pageOfRows(context.database, context.contract, readScope(context.viewer, resource), resource, asked);
  const only = (operator: 'eq' | 'ne'): readonly Condition[] => [
    ...query.conditions,
    { field: fieldOf(resource, 'urn'), operator, value: own },
  ];
  const start = startOf(query, own);
  if (start === 'NOTHING') return { rows: [], hasMore: false, totalCount: null };
  const others = await read({ ...query, ...start, conditions: only('ne'), wantsCount: false });
  const reachesTop = query.isBackward ? !others.hasMore : query.after === null;
  if (!reachesTop) return others;
  const first = await read({
    ...query,
    conditions: only('eq'),
    limit: 1,
    after: null,
    before: null,
    wantsCount: false,
  });
  const all = [...first.rows, ...others.rows];
  const rows = query.isBackward ? all.slice(-query.limit) : all.slice(0, query.limit);
  return { rows, hasMore: others.hasMore || all.length > query.limit, totalCount: null };
}

// A cursor on the own company stands before all others, not where its name would put it.
function startOf(query: ListQuery, own: string): { readonly after: Position | null } | 'NOTHING' {
  if (query.before?.at(-1) === own) return 'NOTHING';
  return { after: query.after?.at(-1) === own ? null : query.after };
}
