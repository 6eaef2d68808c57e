// Brings a deleted resource back, with the children that went with it and what ended with it, while its row is still kept; what it may be
// without and was deleted meanwhile it no longer names. Resource reference 1.2, 1.5 (restore, by an administrator), 16.6.
import { isHeldLink, linkColumns } from '../contract/fieldGroups.ts';
import { resourceOf, targetOf, type Resource } from '../contract/resource.ts';
import { databaseNow, markDeleted } from '../database/engine/changeStore.ts';
import {
  clearDeadLinks,
  deadTargets,
  deletedRow,
  type DeletedRow,
  deletedRows,
  reviveChildren,
} from '../database/engine/deletedStore.ts';
import { deletedTogether, forgetDeletions } from '../database/engine/deletionStore.ts';
import { appendEntry, startEntries } from '../database/content/historyStore.ts';
import type { Transaction } from '../database/connection/database.ts';
import type { Executor } from '../database/connection/statement.ts';
import { lockRow } from '../database/engine/exclusiveFlagStore.ts';
import { rowsByUrn } from '../database/engine/resourceStore.ts';
import type { Row } from '../database/engine/row.ts';
import { actorOf } from '../domain/actor.ts';
import { notFound, refusedAt } from '../domain/errors.ts';
import { slices } from '../domain/slices.ts';
import { newUrn } from '../domain/urn.ts';
import { systemViewer } from '../domain/viewer.ts';
import { rowsAtOnce } from './cascade.ts';
import { announceChanges, type Change, created } from './announcements.ts';
import { missingLabel, requireCaller, holds, scopeFor } from './authorize.ts';
import type { Context } from './context.ts';
import { beginUpdate } from './lockForWrite.ts';
import { bringBackEnded } from './endedLinks.ts';
import type { Restoring, WriteContext } from './kind.ts';
import { storedRow } from './readResource.ts';

/**
 * The resource, living again; as it is, where it lives already, so that a restore can be sent again. NOT_FOUND when nothing that can still be restored has that urn. Without ADMIN on the owner:
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
  // What was never there is decided by as many statements, and so is what lives: it needs no restore, and is given to who might do it.
  const authorize = async (executor: Executor): Promise<Row<Name> | null> => {
    const gone = await deletedRow(executor, resource, urn, { days, lock: 'NONE' });
    const living = await storedRow(executor, resource, urn);
    await requireAdministered(context, resource, executor, gone?.ownerUrn ?? living?.$owner ?? newUrn());
    if (!gone && !living) throw notFound();
    return living;
  };
  const turn = { name: urn, mayWait: () => authorize(context.database).then(() => undefined) };
  const restored = await context.database.transaction(async (transaction) => {
    // Authorize, before any lock is waited for
    const living = await authorize(transaction);
    if (living) return living;
    // Lock
    const stored = await lockDeleted({ context, transaction }, resource, urn);
    if (!stored) throw notFound();
    await requireAdministered(context, resource, transaction, stored.ownerUrn);
    // Write
    const restoring = { context, transaction, now: await databaseNow(transaction) };
    const mayAlso = (owner: string): Promise<boolean> =>
      holds(transaction, context.viewer, { resource: company, urn: owner }, 'ADMIN');
    const roots = await bringBack(restoring, { ...stored, resource, urn }, mayAlso);
    forgetDeletions(
      transaction,
      roots.map((root) => root.urn),
    );
    const changes: Change[] = [];
    for (const part of roots.flatMap(({ parts }) => parts)) {
      const { kind: of, urns } = part;
      await requireLiving(transaction, resource, part);
      await clearDeadLinks(transaction, of, urns);
      for (const row of await deletedRows(transaction, of, urns)) changes.push(created(of, row));
    }
    const back = roots.flatMap(({ parts }) => parts.flatMap(({ urns }) => urns));
    changes.push(...(await bringBackEnded(restoring, back)));
    const rows = await Promise.all(roots.map(({ resource: of, urn: one }) => storedRow(transaction, of, one)));
    const [first] = rows as readonly (Row<Name> | null)[];
    if (!first) throw new Error(`${resource.name} ${urn} is gone within its own transaction`);
    for (const part of roots.flatMap(({ parts }) => parts)) await requireComplete(restoring, part);
    // Announce
    await announceChanges(restoring, changes);
    // After
    for (const row of rows)
      if (row)
        await context
          .kindOf(resourceOf(context.contract, row.$kind))
          .after?.(beginUpdate(restoring, 'RESTORE', row), row);
    return first;
  }, turn);
  context.loaders.clear();
  // What the caller holds was read while the company was deleted and so does not reach it; ADMIN on its root does.
  const row = (await context.loaders.byUrn(resource.name, urn)) ?? (resource.name === company.name ? restored : null);
  if (!row) throw notFound();
  return row;
}

async function requireAdministered(
  { contract, viewer }: Context,
  resource: Resource,
  executor: Executor,
  owner: string,
): Promise<void> {
  const company = contract.kinds.Company;
  const may = (label: string): Promise<boolean> => holds(executor, viewer, { resource: company, urn: owner }, label);
  if (await may('ADMIN')) return;
  // Nobody reads what is deleted: only a caller who reads all that the owner has learns that it was there.
  const [reads, readsDrafts] = [await may(resource.labels.read), await may('READ_DRAFT')];
  throw reads && readsDrafts ? missingLabel(company, 'ADMIN') : notFound();
}

// The deleted row, locked after what its kind locks first.
async function lockDeleted(
  { context, transaction }: Pick<WriteContext, 'context' | 'transaction'>,
  resource: Resource,
  urn: string,
): Promise<DeletedRow | null> {
  await context.kindOf(resource).lock?.({ context, transaction, resource, operation: 'RESTORE', urn, values: {} });
  await lockHome(transaction, resource, urn);
  return deletedRow(transaction, resource, urn, { days: context.limits.deletedDays, lock: 'UPDATE' });
}

/** A row that a caller deleted, and all that comes back with it. */
interface Root extends DeletedRow {
  readonly resource: Resource;
  readonly urn: string;
}

// The row, and what it cannot be without and was deleted by the same bulk, as far as the caller may restore that, too: of pages that
// refer to each other none could come back alone.
async function bringBack(
  restoring: Restoring,
  first: Root,
  mayAlso: (owner: string) => Promise<boolean>,
): Promise<(Root & { readonly parts: readonly Revived[] })[]> {
  const { context, transaction } = restoring;
  const roots = new Map<string, Root & { readonly parts: readonly Revived[] }>();
  for (let waiting = [first]; waiting.length > 0;) {
    const needed = new Set<string>();
    for (const root of waiting) {
      await markDeleted(transaction, root.resource, [root.urn], null);
      const parts = await revive(restoring, root.deletedTimestamp, root.resource, [root.urn]);
      roots.set(root.urn, { ...root, parts });
      for (const { kind, urns } of parts)
        for (const field of linkColumns(kind).filter((one) => isHeldLink(one) || mayBeIncomplete(context, kind)))
          for (const urn of await deadTargets(transaction, kind, field, urns)) needed.add(urn);
    }
    waiting = [];
    for (const { urn, kind } of await deletedTogether(transaction, first.urn, [...needed])) {
      const resource = resourceOf(context.contract, kind);
      const stored = roots.has(urn) ? null : await lockDeleted(restoring, resource, urn);
      if (stored && (await mayAlso(stored.ownerUrn))) waiting.push({ ...stored, resource, urn });
    }
  }
  return [...roots.values()];
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
    if ((await deadTargets(executor, kind, field, urns)).length === 0) continue;
    const isRoot = kind === resource;
    const whose = isRoot ? `its ${field.name}` : `the ${field.name} of a ${kind.name} in it`;
    const message = `The ${field.typeName} that ${whose} names is deleted: restore that first.`;
    throw refusedAt('CONFLICT', { path: isRoot ? `/${field.name}` : '', message });
  }
}

const mayBeIncomplete = ({ kindOf }: Context, kind: Resource): boolean => kindOf(kind).isIncomplete !== undefined;

// Nor what it can be without one of, but not without all of them.
async function requireComplete({ context, transaction }: Restoring, { kind, urns }: Revived): Promise<void> {
  if (!mayBeIncomplete(context, kind)) return;
  const rows = await rowsByUrn(transaction, scopeFor(systemViewer, 'READ'), { resource: kind, urns });
  if (!rows.some((row) => context.kindOf(kind).isIncomplete?.(row))) return;
  const message = 'A resource that this one requires is deleted. Restore it first.';
  throw refusedAt('CONFLICT', { path: '', message });
}

/** Rows of a kind that came back, a statement's at most. */
interface Revived {
  readonly kind: Resource;
  readonly urns: readonly string[];
}

// The rows are living already; this brings back what was deleted in the same instant below them, and answers all of it. As many
// statements as there are kinds and thousands of rows, however many rows have something below them.
async function revive(
  restoring: Restoring,
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
