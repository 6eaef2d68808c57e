// Takes rows and everything that lives in them away, and says what went. Resource reference 1.2, 9.8.
import type { Contract, Resource } from '../contract/resource.ts';
import {
  clearLink,
  dropEdges,
  markDeleted,
  referrersOf,
  type EndedEdge,
  type Referrer,
} from '../database/engine/changeStore.ts';
import { deletedRows } from '../database/engine/deletedStore.ts';
import { appendEntry, startEntries } from '../database/content/historyStore.ts';
import { actorOf } from '../domain/actor.ts';
import type { ServiceError } from '../domain/errors.ts';
import type { Change } from './announcements.ts';
import { inUse } from './inUse.ts';
import type { WriteContext } from './kind.ts';

/** Marks rows of one kind as deleted, children first found and last announced; returns every change. */
export async function removeRows(step: WriteContext, resource: Resource, urns: readonly string[]): Promise<Change[]> {
  if (urns.length === 0) return [];
  const { transaction, context, now } = step;
  const below: Change[] = [];
  for (const referrer of await referrersOf(transaction, resource.name, urns)) {
    if (isPart(referrer, resource)) below.push(...(await removeRows(step, referrer.resource, referrer.urns)));
    else if (referrer.field.isRequired) throw await neededBy(step, referrer);
    else below.push(...(await emptyLink(step, referrer)));
  }
  await markDeleted(transaction, resource, urns, now);
  if (resource.isItem) await appendTombstones(step, urns);
  const rows = await deletedRows(transaction, resource, urns);
  const edges = await dropEdges(transaction, resource, urns, now);
  const gone = rows.map((row): Change => ({
    resource,
    event: 'DELETE',
    urn: row.urn,
    owner: row.owner,
    version: row.version,
    changedFields: [],
    containerUrn: row.container,
  }));
  const dropped = endedEdges(context.contract, edges);
  return [...gone, ...below, ...dropped];
}

/** The changes of permission edges that fell with their object. */
export function endedEdges(contract: Contract, edges: readonly EndedEdge[]): Change[] {
  const gone = { event: 'DELETE' as const, version: '2', changedFields: [], containerUrn: null };
  return edges.map((edge) => ({ resource: contract.kinds.Permission, ...edge, ...gone }));
}

function isPart({ resource, field }: Referrer, parent: Resource): boolean {
  return resource.container === field && field.target === parent;
}

async function emptyLink(step: WriteContext, referrer: Referrer): Promise<Change[]> {
  await clearLink(step.transaction, referrer, step.now);
  const rows = await deletedRows(step.transaction, referrer.resource, referrer.urns);
  return rows.map((row) => ({
    resource: referrer.resource,
    event: 'UPDATE',
    urn: row.urn,
    owner: row.owner,
    version: row.version,
    changedFields: [referrer.field.name, 'updatedTimestamp'],
    containerUrn: row.container,
  }));
}

// The last entry of a deleted item says so: the item stays live until the next publish.
async function appendTombstones(step: WriteContext, urns: readonly string[]): Promise<void> {
  const { transaction, context, now } = step;
  await startEntries(transaction, urns, { isPublished: null });
  await appendEntry(transaction, urns, {
    isTombstone: true,
    actor: actorOf(context.viewer),
    timestamp: now,
  });
}

function neededBy(step: WriteContext, { resource, field, urns }: Referrer): Promise<ServiceError> {
  return inUse(
    step,
    { resource, urns },
    (known) => `${String(known)} ${resource.name} need it as their ${field.name}.`,
  );
}
