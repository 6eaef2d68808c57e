// Deletes a resource of any kind with all that lives in it. The rows are kept for 30 days, invisible to every read.
// Resource reference 1.2 (deleted target), 1.5 (soft deletes), 9.8 (one DELETE per object).
import { resourceOf, type Resource } from '../contract/resource.ts';
import { clearLink, databaseNow, dropEdges, markDeleted, referrersOf, type Referrer } from '../database/changeStore.ts';
import { appendEntry } from '../database/historyStore.ts';
import { deletedRows } from '../database/deletedStore.ts';
import { actorOf } from '../domain/actor.ts';
import { ServiceError } from '../domain/errors.ts';
import { newUrn } from '../domain/urn.ts';
import { announceChanges, type Change } from './announcements.ts';
import { requireCaller } from './authorize.ts';
import type { Context, WriteOptions } from './context.ts';
import { refreshStatus } from './entityOfItem.ts';
import { kindOf } from './kinds/index.ts';
import type { Step } from './kinds/kind.ts';
import { lockForWrite, requireOperation } from './updateResource.ts';

/** Deletes the resource, its children, and the links and grants that hang on it; IN_USE when another one needs it. */
export async function deleteResource(
  context: Context,
  resource: Resource,
  urn: string,
  options: WriteOptions,
): Promise<void> {
  requireCaller(context.viewer);
  requireOperation(resource, 'DELETE');
  await context.database.transaction(async (transaction) => {
    const approach = { context, transaction, resource, operation: 'DELETE', urn, values: {} } as const;
    await kindOf(resource).lockFirst?.(approach);
    const before = await lockForWrite(context, transaction, resource, urn, resource.labels.delete, options);
    const step: Step = {
      context,
      transaction,
      resource,
      operation: 'DELETE',
      options,
      urn,
      before,
      container: null,
      owner: before.$owner,
      now: await databaseNow(transaction),
      path: '',
      values: {},
      hidden: {},
      violations: [],
      shownOnce: {},
    };
    await kindOf(resource).decide?.(step);
    const changes = await removeRows(step, resource, [urn]);
    await announceChanges(context, transaction, context.viewer, changes, step.now);
    if (resource.isItem) {
      await refreshStatus(context, transaction, context.viewer, String(before['entity']), step.now);
    }
    await kindOf(resource).after?.(step, before);
  });
  context.loaders.clear();
}

/** Marks rows of one kind as deleted, children first found and last announced; gives every change. */
export async function removeRows(step: Step, resource: Resource, urns: readonly string[]): Promise<Change[]> {
  if (urns.length === 0) return [];
  const { transaction, context, now } = step;
  const below: Change[] = [];
  for (const referrer of await referrersOf(transaction, context.contract, resource.name, urns)) {
    if (isPart(referrer, resource)) below.push(...(await removeRows(step, referrer.resource, referrer.urns)));
    else if (referrer.field.isRequired) throw inUse(referrer);
    else below.push(...(await emptyLink(step, referrer)));
  }
  await markDeleted(transaction, resource, urns, now);
  if (resource.isItem) await appendTombstones(step, urns);
  const rows = await deletedRows(transaction, resource, urns);
  const edges = await dropEdges(transaction, urns, now);
  const gone = rows.map((row): Change => ({
    resource,
    event: 'DELETE',
    urn: row.urn,
    owner: row.owner,
    version: row.version,
    changedFields: [],
    containerUrn: row.container,
  }));
  const permission = resourceOf(context.contract, 'Permission');
  const dropped = edges.map((urn): Change => ({
    resource: permission,
    event: 'DELETE',
    urn,
    owner: step.owner,
    version: '2',
    changedFields: [],
    containerUrn: null,
  }));
  return [...gone, ...below, ...dropped];
}

function isPart({ resource, field }: Referrer, parent: Resource): boolean {
  return resource.container === field.name && resource.containerKind === parent.name;
}

function inUse({ resource, field, urns }: Referrer): ServiceError {
  const message = `${String(urns.length)} ${resource.name} need it as their ${field.name}.`;
  return new ServiceError('IN_USE', message, [{ path: '', code: 'IN_USE', message, related: urns.slice(0, 20) }]);
}

async function emptyLink(step: Step, referrer: Referrer): Promise<Change[]> {
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
async function appendTombstones(step: Step, urns: readonly string[]): Promise<void> {
  const { transaction, context, now } = step;
  for (const urn of urns) await transaction.manager.update('item', { urn }, { entry: newUrn() });
  await appendEntry(transaction, context.contract, urns, {
    isTombstone: true,
    actor: actorOf(context.viewer),
    timestamp: now,
  });
}
