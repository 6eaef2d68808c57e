// Brings a deleted resource back, with the children that went with it, while its row is still kept.
// Resource reference 1.5 (restore, by an administrator).
import type { Resource } from '../contract/resource.ts';
import { databaseNow, markDeleted } from '../database/engine/changeStore.ts';
import { deletedRow, deletedRows, reviveChildren } from '../database/engine/deletedStore.ts';
import { appendEntry, startEntries } from '../database/content/historyStore.ts';
import type { Executor } from '../database/connection/statement.ts';
import type { Row } from '../database/engine/row.ts';
import { actorOf } from '../domain/actor.ts';
import { notFound } from '../domain/errors.ts';
import { newUrn } from '../domain/urn.ts';
import { announceChanges, type Change, created } from './announcements.ts';
import { missingLabel, requireCaller, holds } from './authorize.ts';
import type { Context } from './context.ts';
import { beginUpdate } from './lockForWrite.ts';
import type { WriteContext } from './kind.ts';
import { storedRow } from './readResource.ts';

/**
 * The resource, living again. NOT_FOUND when nothing that can still be restored has that urn. Without ADMIN on the owner:
 * FORBIDDEN for a caller who reads all that the owner has, drafts too, and NOT_FOUND for every other.
 */
export async function restoreResource<Name extends string>(
  context: Context,
  resource: Resource<Name>,
  urn: string,
): Promise<Row<Name>> {
  requireCaller(context.viewer);
  const days = context.limits.deletedDays;
  const company = context.contract.kinds.Company;
  const requireAdministered = async (executor: Executor, owner: string): Promise<void> => {
    const on = { resource: company, urn: owner };
    const may = (label: string): Promise<boolean> => holds(executor, context.viewer, on, label);
    if (await may('ADMIN')) return;
    // Nobody reads what is deleted: only a caller who reads all that the owner has learns that it was there.
    const [reads, readsDrafts] = [await may(resource.labels.read), await may('READ_DRAFT')];
    throw reads && readsDrafts ? missingLabel(company, 'ADMIN') : notFound();
  };
  // What was never there is decided by as many statements.
  const authorize = async (executor: Executor): Promise<void> => {
    const gone = await deletedRow(executor, resource, urn, { days, lock: 'NONE' });
    await requireAdministered(executor, gone?.ownerUrn ?? newUrn());
    if (!gone) throw notFound();
  };
  const turn = { name: urn, mayWait: () => authorize(context.database) };
  const restored = await context.database.transaction(async (transaction) => {
    // Authorize, before any lock is waited for
    await authorize(transaction);
    // Lock
    const kind = context.kindOf(resource);
    await kind.lock?.({ context, transaction, resource, operation: 'RESTORE', urn, values: {} });
    const stored = await deletedRow(transaction, resource, urn, { days, lock: 'UPDATE' });
    if (!stored) throw notFound();
    await requireAdministered(transaction, stored.ownerUrn);
    // Write
    const now = await databaseNow(transaction);
    await markDeleted(transaction, resource, [urn], null);
    const changes = await revive({ context, transaction, now }, stored.deletedTimestamp, resource, [urn]);
    // Announce
    await announceChanges({ context, transaction, now }, changes);
    // After
    const back = await storedRow(transaction, resource, urn);
    if (!back) throw new Error(`${resource.name} ${urn} is gone within its own transaction`);
    await kind.after?.(beginUpdate({ context, transaction, now }, 'RESTORE', back), back);
    return back;
  }, turn);
  context.loaders.clear();
  // What the caller holds was read while the company was deleted and so does not reach it; ADMIN on its root does.
  const row = (await context.loaders.byUrn(resource.name, urn)) ?? (resource.name === company.name ? restored : null);
  if (!row) throw notFound();
  return row;
}

// The rows are living already; this announces them, and brings back what was deleted in the same instant below them.
async function revive(
  restoring: Pick<WriteContext, 'context' | 'transaction' | 'now'>,
  deletedTimestamp: string,
  resource: Resource,
  urns: readonly string[],
): Promise<Change[]> {
  const { context, transaction, now } = restoring;
  if (urns.length === 0) return [];
  if (resource.isItem) {
    await startEntries(transaction, urns, { isPublished: false });
    const how = { isTombstone: false, actor: actorOf(context.viewer), timestamp: now };
    await appendEntry(transaction, urns, how);
  }
  const rows = await deletedRows(transaction, resource, urns);
  const changes = rows.map((row) => created(resource, row));
  for (const child of context.contract.resources.filter((r) => r.container?.target === resource)) {
    for (const urn of urns) {
      const back = await reviveChildren(transaction, child, urn, deletedTimestamp);
      changes.push(...(await revive(restoring, deletedTimestamp, child, back)));
    }
  }
  return changes;
}
