// Lists companies: for a company-level token its own company stands first, whatever its name. Resource reference 4.3.
import type { Filter, ListQuery } from '../../contract/listQuery.ts';
import { fieldOf } from '../../contract/resource.ts';
import type { Context, Page } from '../../engine/context.ts';
import type { Listing } from '../../engine/kind.ts';

// The urn of the caller's own company, when its token is of the company level; else null.
function ownCompany({ viewer }: Context): string | null {
  const { companyUrn } = viewer;
  return companyUrn !== null && viewer.adminCompanies.includes(companyUrn) ? companyUrn : null;
}

/** One page of companies, with the caller's own before all others. */
export async function listCompanies({ context, resource, query, read }: Listing): Promise<Page> {
  const own = ownCompany(context);
  if (own === null) return read(query);
  const only = (operator: 'eq' | 'ne'): readonly Filter[] => [
    ...query.conditions,
    { field: fieldOf(resource, 'urn'), operator, value: own },
  ];
  const start = startOf(query, own);
  const others = await read({ ...query, ...start, conditions: only('ne') });
  const isPastTop = start.isNothing || (query.isBackward ? others.hasMore : query.after !== null);
  // The total is that of the others, read with them, and the own company.
  const first =
    isPastTop && !query.wantsCount
      ? null
      : await read({ ...query, conditions: only('eq'), limit: 1, after: null, before: null, wantsCount: false });
  const totalCount = others.totalCount === null ? null : others.totalCount + (first?.rows.length ?? 0);
  if (start.isNothing) return { rows: [], hasMore: false, totalCount };
  if (isPastTop || first === null) return { ...others, totalCount };
  const all = [...first.rows, ...others.rows];
  const rows = query.isBackward ? all.slice(-query.limit) : all.slice(0, query.limit);
  return { rows, hasMore: others.hasMore || all.length > query.limit, totalCount };
}

// A cursor on the own company stands before all others, not where its name would put it; before it there is nothing.
function startOf(query: ListQuery, own: string): Pick<ListQuery, 'after' | 'before'> & { readonly isNothing: boolean } {
  const isNothing = query.before?.at(-1) === own;
  return {
    after: query.after?.at(-1) === own ? null : query.after,
    before: isNothing ? null : query.before,
    isNothing,
  };
}
