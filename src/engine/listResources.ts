// Lists resources of any kind: what the caller may read, filtered, ordered, page by page.
import type { ListQuery } from '../contract/listQuery.ts';
import type { Resource } from '../contract/resource.ts';
import { pageOfRows, type Page } from '../database/engine/resourceStore.ts';
import { readScope, requireCaller } from './authorize.ts';
import type { Context } from './context.ts';
import { traced } from '../tracing/traced.ts';

/** One page of the kind's rows. */
export function listResources(context: Context, resource: Resource, query: ListQuery): Promise<Page> {
  return traced({ kind: 'ACTION', name: `list ${resource.name}` }, () => list(context, resource, query));
}

async function list(context: Context, resource: Resource, query: ListQuery): Promise<Page> {
  requireCaller(context.viewer);
  const { database, viewer } = context;
  const read = (wanted: ListQuery): Promise<Page> =>
    pageOfRows(database, readScope(viewer, resource), resource, wanted);
  return (await context.kindOf(resource).list?.({ context, resource, query, read })) ?? read(query);
}
