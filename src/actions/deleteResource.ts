// Deletes a resource of any kind with all that lives in it. The rows are kept for 30 days, invisible to every read.
// Resource reference 1.2 (deleted target), 1.5 (soft deletes), 9.8 (one DELETE per object).
import type { Resource } from '../contract/resource.ts';
import { databaseNow } from '../database/changeStore.ts';
import { announceChanges } from './announcements.ts';
import { requireCaller } from './authorize.ts';
import type { Context, WriteOptions } from './context.ts';
import { refreshStatus } from './entityOfItem.ts';
import { kindOf } from './kinds/index.ts';
import { lockForWrite, requireOperation } from './lockForWrite.ts';
import { removeRows } from './removeRows.ts';
import { stepOn } from './stepOn.ts';

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
    const now = await databaseNow(transaction);
    const step = stepOn({ context, transaction, now }, 'DELETE', before, { options });
    await kindOf(resource).decide?.(step);
    const changes = (await kindOf(resource).remove?.(step, before)) ?? (await removeRows(step, resource, [urn]));
    await announceChanges(context, transaction, context.viewer, changes, step.now);
    if (resource.isItem) {
      await refreshStatus(context, transaction, context.viewer, String(before['entity']), step.now);
    }
    await kindOf(resource).after?.(step, before);
  }, urn);
  context.loaders.clear();
}
