// Brings a deleted resource back, with the children that went with it, while its row is still kept.
// Resource reference 1.5 (restore, by an administrator).
import { resourceOf, type Resource } from '../contract/resource.ts';
import { databaseNow, markDeleted } from '../database/changeStore.ts';
import type { Transaction } from '../database/database.ts';
import { deletedRow, deletedRows, reviveChildren } from '../database/deletedStore.ts';
import { appendEntry, startEntries } from '../database/historyStore.ts';
import type { Row } from '../database/row.ts';
import { actorOf } from '../domain/actor.ts';
import { notFound, ServiceError } from '../domain/errors.ts';
import { announceChanges, type Change } from './announcements.ts';
import { requireCaller, requireLabel } from './authorize.ts';
import type { Context } from './context.ts';
import { lockEntity, refreshStatus } from './entityOfItem.ts';
import { entityRow } from './entityRow.ts';
import { kindOf } from './kinds/index.ts';

/** The resource, living again. NOT_FOUND when nothing deleted has that urn; needs ADMIN on the owner. */
export async function restoreResource(context: Context, resource: Resource, urn: string): Promise<Row> {
  requireCaller(context.viewer);
  await context.database.transaction(async (transaction) => {
    const home = resource.isItem ? ((await deletedRows(transaction, resource, [urn]))[0]?.container ?? null) : null;
    if (home !== null) await lockEntity(context, transaction, home);
    const stored = await deletedRow(transaction, resource, urn);
    if (!stored) throw notFound();
    const company = resourceOf(context.contract, 'Company');
    await requireLabel(context, transaction, context.viewer, company, stored.ownerUrn, 'ADMIN');
    if (home !== null && !(await entityRow(transaction, context.contract, home))) {
      throw new ServiceError('CONFLICT', 'The entity of the item is deleted: restore the entity.');
    }
    const now = await databaseNow(transaction);
    await markDeleted(transaction, resource, [urn], null);
    const changes = await revive(context, transaction, resource, [urn], stored.deletedTimestamp, now);
    await announceChanges(context, transaction, context.viewer, changes, now);
    await kindOf(resource).restored?.({ context, transaction, urn, owner: stored.ownerUrn, now });
    // Values that come back are new ones: an entity that was published now has drafts.
    const entity = resource.name === 'Entity' ? urn : home;
    if (entity !== null) await refreshStatus(context, transaction, context.viewer, entity, now);
  }, urn);
  context.loaders.clear();
  const row = await context.loaders.byUrn(resource.name, urn);
  if (!row) throw notFound();
  return row;
}

// The rows are living already; this announces them, and brings back what was deleted in the same instant below them.
async function revive(
  context: Context,
  transaction: Transaction,
  resource: Resource,
  urns: readonly string[],
  deletedTimestamp: string,
  now: string,
): Promise<Change[]> {
  if (urns.length === 0) return [];
  if (resource.isItem) {
    await startEntries(transaction, urns, { isPublished: false });
    const how = { isTombstone: false, actor: actorOf(context.viewer), timestamp: now };
    await appendEntry(transaction, context.contract, urns, how);
  }
  const rows = await deletedRows(transaction, resource, urns);
  const changes = rows.map((row): Change => ({
    resource,
    event: 'CREATE',
    urn: row.urn,
    owner: row.owner,
    version: row.version,
    changedFields: [],
    containerUrn: row.container,
  }));
  for (const child of context.contract.resources.filter((r) => r.containerKind === resource.name)) {
    for (const urn of urns) {
      const back = await reviveChildren(transaction, child, urn, deletedTimestamp);
      changes.push(...(await revive(context, transaction, child, back, deletedTimestamp, now)));
    }
  }
  return changes;
}
