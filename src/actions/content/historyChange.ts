// What choosing and restoring a value share: the item under its entity's lock, and the entry that is meant.
import type { Resource } from '../../contract/resource.ts';
import type { Transaction } from '../../database/connection/database.ts';
import { entriesByUrn, newestEntryOf } from '../../database/content/historyStore.ts';
import type { ItemRow, Row } from '../../database/engine/row.ts';
import { invalid } from '../../domain/errors.ts';
import { requireCaller, scopeFor } from '../../engine/authorize.ts';
import type { Context } from '../../engine/context.ts';
import { lockForWrite } from '../../engine/lockForWrite.ts';

/** An entry of an item, and the version that the item is to have; null when any will do. */
export interface EntryOfItem {
  readonly resource: Resource;
  readonly itemUrn: string;
  readonly entryUrn: string;
  readonly expectedVersion: string | null;
}

/**
 * Runs `work` with the locked item and its entry. An entry of another item is refused as INVALID_REFERENCE, another version as
 * PRECONDITION_FAILED.
 */
export async function withEntry(
  context: Context,
  { resource, itemUrn, entryUrn, expectedVersion }: EntryOfItem,
  label: string,
  work: (transaction: Transaction, item: ItemRow, entry: ItemRow) => Promise<void>,
): Promise<Row> {
  requireCaller(context.viewer);
  await context.database.transaction(async (transaction) => {
    const change = { context, transaction, resource, operation: 'UPDATE', urn: itemUrn } as const;
    const locked = await lockForWrite(change, { label, expectedVersion });
    const system = scopeFor({ ...context.viewer, kind: 'SYSTEM' }, 'READ');
    // The item's own urn stands for its newest value.
    const wanted = entryUrn === itemUrn ? await newestEntryOf(transaction, itemUrn) : entryUrn;
    const [entry] = await entriesByUrn(transaction, system, resource, [wanted]);
    if (entry?.$itemUrn !== itemUrn) {
      const message = 'This is not a value of the item.';
      throw invalid([{ path: '/item/urn', code: 'INVALID_REFERENCE', message, related: [entryUrn] }]);
    }
    // What has entries is an item.
    await work(transaction, locked as unknown as ItemRow, entry);
  }, itemUrn);
  context.loaders.clear();
  const row = await context.loaders.byUrn(resource.name, itemUrn);
  if (!row) throw new Error(`${resource.name} ${itemUrn} is gone after a change of its history`);
  return row;
}
