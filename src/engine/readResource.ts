// Reads one resource of any kind or a page of them, and finds resources of unknown kind by their urns.
import type { Resource } from '../contract/resource.ts';
import type { Row } from '../database/engine/row.ts';
import { readScope, requireReader, scopeFor } from './authorize.ts';
import type { Context } from './context.ts';
import { listingViewer, namedBy } from './everyone.ts';
import { traced } from '../tracing/traced.ts';
import { kindsOf } from '../database/engine/accessCheckStore.ts';
import { notFound } from '../domain/errors.ts';
import type { ListQuery } from '../contract/listQuery.ts';
import { pageOfRows, type Page, rowsByUrn } from '../database/engine/resourceStore.ts';
import type { Executor } from '../database/connection/statement.ts';
import { systemViewer } from '../domain/viewer.ts';

/**
 * The row, or null when it does not exist or the caller may not read it; UNAUTHENTICATED without a caller, unless the kind may be
 * shown to everyone. `urn` is canonical.
 */
export function readResource<Name extends string>(
  context: Context,
  resource: Resource<Name>,
  urn: string,
): Promise<Row<Name> | null> {
  return traced({ kind: 'ACTION', name: `read ${resource.name}` }, () => read(context, resource, urn));
}

/** The row as it stands in a transaction, whatever the caller may read; null when it does not live. */
export async function storedRow<Name extends string>(
  executor: Executor,
  resource: Resource<Name>,
  urn: string,
  lock?: 'UPDATE',
): Promise<Row<Name> | null> {
  const scope = scopeFor(systemViewer, 'READ');
  return (await rowsByUrn(executor, scope, { resource, urns: [urn], ...(lock && { lock }) }))[0] ?? null;
}

/** The row after a change of it in this request. NOT_FOUND when the caller may not read it any more. */
export async function readBack<Name extends string>(
  { loaders }: Pick<Context, 'loaders'>,
  resource: Resource<Name>,
  urn: string,
): Promise<Row<Name>> {
  loaders.clear();
  const row = await loaders.byUrn(resource.name, urn);
  if (!row) throw notFound();
  return row;
}

async function read<Name extends string>(
  context: Context,
  resource: Resource<Name>,
  urn: string,
): Promise<Row<Name> | null> {
  requireReader(context.viewer, resource);
  return context.loaders.byUrn(resource.name, urn);
}

/** The rows in the order of the urns, null for what does not exist or may not be read; one statement per kind. */
export async function findAny(context: Context, urns: readonly string[]): Promise<(Row | null)[]> {
  const kindOf = await kindsToRead(context, urns);
  return Promise.all(
    urns.map((urn) => {
      const kind = kindOf(urn);
      return kind.operations.has('READ') ? context.loaders.byUrn(kind.name, urn) : Promise.resolve(null);
    }),
  );
}

/**
 * The kind among whose rows to look for each urn: its own, and some kind for a urn that has none. What does not exist is then
 * looked for as long as what may not be read.
 */
export async function kindsToRead(
  { database, contract }: Pick<Context, 'database' | 'contract'>,
  urns: readonly string[],
): Promise<(urn: string) => Resource> {
  const kinds = await kindsOf(database, urns);
  return (urn) => kinds.get(urn) ?? contract.kinds.Entity;
}

/** One page of the kind's rows; UNAUTHENTICATED as in `readResource`. */
export function listResources(context: Context, resource: Resource, query: ListQuery): Promise<Page> {
  return traced({ kind: 'ACTION', name: `list ${resource.name}` }, () => list(context, resource, query));
}

async function list(context: Context, resource: Resource, query: ListQuery): Promise<Page> {
  requireReader(context.viewer, resource);
  const { database } = context;
  const viewer = await listingViewer(context, namedBy(resource, query.conditions));
  const read = (wanted: ListQuery): Promise<Page> =>
    pageOfRows(database, readScope(viewer, resource), resource, wanted);
  return (await context.kindOf(resource).list?.({ context, resource, query, read })) ?? read(query);
}
