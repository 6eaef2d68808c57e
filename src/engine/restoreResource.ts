// Brings a deleted resource back, with the children that went with it, while its row is still kept; what it may be without
// and was deleted meanwhile it no longer names. Resource reference 1.2, 1.5 (restore, by an administrator).
import { isHeldLink, linkColumns } from '../contract/fieldGroups.ts';
import { targetOf, type Resource } from '../contract/resource.ts';
import { databaseNow, markDeleted } from '../database/engine/changeStore.ts';
import {
  clearDeadLinks,
  deletedRow,
  deletedRows,
  hasDeadLink,
  reviveChildren,
} from '../database/engine/deletedStore.ts';
import { appendEntry, startEntries } from '../database/content/historyStore.ts';
import type { Transaction } from '../database/connection/database.ts';
import type { Executor } from '../database/connection/statement.ts';
import { lockRow } from '../database/engine/exclusiveFlagStore.ts';
import type { Row } from '../database/engine/row.ts';
import { actorOf } from '../domain/actor.ts';
import { notFound, refusedAt } from '../domain/errors.ts';
import { slices } from '../domain/slices.ts';
import { newUrn } from '../domain/urn.ts';
import { rowsAtOnce } from './cascade.ts';
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
    await lockHome(transaction, resource, urn);
    const stored = await deletedRow(transaction, resource, urn, { days, lock: 'UPDATE' });
    if (!stored) throw notFound();
    await requireAdministered(transaction, stored.ownerUrn);
    // Write
    const now = await databaseNow(transaction);
    await markDeleted(transaction, resource, [urn], null);
    const revived = await revive({ context, transaction, now }, stored.deletedTimestamp, resource, [urn]);
    const changes: Change[] = [];
    for (const part of revived) {
      const { kind: of, urns } = part;
      await requireLiving(transaction, resource, part);
      await clearDeadLinks(transaction, of, urns);
      for (const row of await deletedRows(transaction, of, urns)) changes.push(created(of, row));
    }
    const back = await storedRow(transaction, resource, urn);
    if (!back) throw new Error(`${resource.name} ${urn} is gone within its own transaction`);
    if (kind.isIncomplete?.(back))
      throw refusedAt('CONFLICT', { path: '', message: 'Something that it requires is deleted: restore that first.' });
    // Announce
    await announceChanges({ context, transaction, now }, changes);
    // After
    await kind.after?.(beginUpdate({ context, transaction, now }, 'RESTORE', back), back);
    return back;
  }, turn);
  context.loaders.clear();
  // What the caller holds was read while the company was deleted and so does not reach it; ADMIN on its root does.
  const row = (await context.loaders.byUrn(resource.name, urn)) ?? (resource.name === company.name ? restored : null);
  if (!row) throw notFound();
  return row;
}

// Where it lives is not deleted while it comes back.
async function lockHome(transaction: Transaction, resource: Resource, urn: string): Promise<void> {
  const [row] = await deletedRows(transaction, resource, [urn]);
  const home = resource.container;
  // The entity of an item is locked by its kind.
  if (home && row?.container && !resource.isItem) await lockRow(transaction, targetOf(home), row.container);
}

// What the resource, or what comes back in it, cannot be without, and what it is moved between, comes back before it.
async function requireLiving(executor: Executor, resource: Resource, { kind, urns }: Revived): Promise<void> {
  for (const field of linkColumns(kind).filter(isHeldLink)) {
    if (!(await hasDeadLink(executor, kind, field, urns))) continue;
    const isRoot = kind === resource;
    const whose = isRoot ? `its ${field.name}` : `the ${field.name} of a ${kind.name} in it`;
    const message = `The ${field.typeName} that ${whose} names is deleted: restore that first.`;
    throw refusedAt('CONFLICT', { path: isRoot ? `/${field.name}` : '', message });
  }
}

/** Rows of a kind that came back, a statement's at most. */
interface Revived {
  readonly kind: Resource;
  readonly urns: readonly string[];
}

// The rows are living already; this brings back what was deleted in the same instant below them, and answers all of it. As many
// statements as there are kinds and thousands of rows, however many rows have something below them.
async function revive(
  restoring: Pick<WriteContext, 'context' | 'transaction' | 'now'>,
  deletedTimestamp: string,
  resource: Resource,
  urns: readonly string[],
): Promise<Revived[]> {
  const { context, transaction, now } = restoring;
  if (resource.isItem) {
    await startEntries(transaction, urns, { isPublished: false });
    const how = { isTombstone: false, actor: actorOf(context.viewer), timestamp: now };
    await appendEntry(transaction, urns, how);
  }
  const revived: Revived[] = [{ kind: resource, urns }];
  for (const child of context.contract.resources.filter((r) => r.container?.target === resource)) {
    const back = await reviveChildren(transaction, child, urns, deletedTimestamp);
    for (const some of slices(back, rowsAtOnce))
      revived.push(...(await revive(restoring, deletedTimestamp, child, some)));
  }
  return revived;
}
