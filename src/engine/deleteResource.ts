// Deletes a resource of any kind with all that lives in it. The rows are kept for some days (DELETED_DAYS), invisible to every read.
// Resource reference 1.2 (deleted target), 1.5 (soft deletes), 9.8 (one DELETE per object).
import type { Resource } from '../contract/resource.ts';
import { databaseNow } from '../database/engine/changeStore.ts';
import { noteDeletions } from '../database/engine/deletionStore.ts';
import { actorOf } from '../domain/actor.ts';
import { announceChanges } from './announcements.ts';
import { requireCaller, notingDenial } from './authorize.ts';
import type { Context, WriteOptions } from './context.ts';
import { lockForWrite, requireOperation, beginUpdate, turnAt } from './lockForWrite.ts';
import { removeRows } from './removeRows.ts';
import { traced } from '../tracing/traced.ts';

/** Deletes the resource, its children, and the links and grants that hang on it; IN_USE when another one needs it. */
export function deleteResource(
  context: Context,
  resource: Resource,
  urn: string,
  options: WriteOptions,
): Promise<void> {
  return traced({ kind: 'ACTION', name: `delete ${resource.name}` }, () => {
    const write = { operation: `delete${resource.name}`, target: { table: resource.table, urn } };
    return notingDenial(context, write, () => remove(context, resource, urn, options));
  });
}

async function remove(context: Context, resource: Resource, urn: string, options: WriteOptions): Promise<void> {
  requireCaller(context.viewer);
  requireOperation(resource, 'DELETE');
  const kind = context.kindOf(resource);
  const change = { context, resource, operation: 'DELETE', urn } as const;
  await context.database.transaction(async (transaction) => {
    // Lock
    const before = await lockForWrite({ ...change, transaction }, options);
    const now = before.$lockedAt ?? (await databaseNow(transaction));
    const step = beginUpdate({ context, transaction, now }, 'DELETE', before, { options });
    if (kind.decide) await context.states.beforeDelete(step, resource, [urn]);
    // Decide
    const removed = await kind.decide?.(step);
    // Write
    const changes = removed ?? (await removeRows(step, resource, [urn], { isNoted: true }));
    if (removed) noteDeletions(transaction, resource, [urn], actorOf(context.viewer));
    // Announce
    await announceChanges(step, changes);
    // After
    await kind.after?.(step, before);
  }, turnAt(change));
  context.loaders.clear();
}
