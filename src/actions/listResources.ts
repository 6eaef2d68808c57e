// Lists resources of any kind: what the caller may read, filtered, ordered, page by page.
import type { Condition, ListQuery } from '../contract/listQuery.ts';
import { fieldOf, type Resource } from '../contract/resource.ts';
import { pageOfRows, type Page } from '../database/resourceStore.ts';
import { readScope, requireCaller } from './authorize.ts';
import type { Context } from './context.ts';
import { demandPosition } from './followEvents.ts';
import { listCompanies, ownCompany } from './listCompanies.ts';

/** One page of the kind's rows. */
export async function listResources(context: Context, resource: Resource, query: ListQuery): Promise<Page> {
  requireCaller(context.viewer);
  const own = resource.name === 'Company' ? ownCompany(context) : null;
  if (own) return listCompanies(context, resource, query, own);
  const placed = onlyPlaced(resource, query);
  await demandKept(context, resource, placed);
  return pageOfRows(context.database, context.contract, readScope(context.viewer, resource), resource, placed);
}

// The list of triggers is the event log: what has no place in it yet comes later and must not be passed by.
function onlyPlaced(resource: Resource, query: ListQuery): ListQuery {
  if (resource.name !== 'WebhookTrigger') return query;
  const condition: Condition = { field: fieldOf(resource, 'sequence'), operator: 'isNull', value: false };
  return { ...query, conditions: [...query.conditions, condition] };
}

// Going on from an event that is no longer kept would miss others.
async function demandKept(context: Context, resource: Resource, { order, after }: ListQuery): Promise<void> {
  const [first] = order;
  if (resource.name !== 'WebhookTrigger' || !after || first?.field.name !== 'sequence' || first.isDescending) return;
  await demandPosition(context, Number(after[0]));
}
