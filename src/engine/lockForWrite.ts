// How every write of something that exists begins: the row locked, the caller known to hold the label, the version right, and a step
// in which nothing has changed yet.
import { lockedAtOnce, lockedItem } from '../database/engine/accessCheckStore.ts';
import { databaseNow } from '../database/engine/changeStore.ts';
import { rowsByUrn } from '../database/engine/resourceStore.ts';
import { type Resource, resourceOf } from '../contract/resource.ts';
import type { Row } from '../database/engine/row.ts';
import type { Executor } from '../database/connection/statement.ts';
import type { Turn } from '../domain/boundedQueue.ts';
import { notFound, ServiceError, versionDiffers } from '../domain/errors.ts';
import { requireLabel, scopeFor } from './authorize.ts';
import type { Locked, PendingWrite, WriteContext } from './kind.ts';

/** A pending write of a row that exists. Its values are those that `lock` of the kind looks at; none unless stated. */
export type PendingChange = Omit<PendingWrite, 'operation' | 'values'> & {
  readonly operation: 'UPDATE' | 'DELETE';
  readonly values?: PendingWrite['values'];
};

/** What the verb requires of the row and of the caller. */
export interface Requirements {
  /** The version the caller knows; null when it does not care. */
  readonly expectedVersion?: string | null;
  /** The label of the verb; else that of the kind for the operation. */
  readonly label?: string;
}

/** The row, locked, once the caller is known to hold the label and to expect this version. */
export async function lockForWrite<Name extends string>(
  change: PendingChange & { readonly resource: Resource<Name> },
  required: Requirements,
): Promise<Row<Name>> {
  const { expectedVersion = null } = required;
  // Lock and authorize
  const { row, locked } = await (change.resource.isItem ? lockItem(change, required) : lockRow(change, required));
  // Compare
  if (expectedVersion !== null && expectedVersion !== row.version) throw versionDiffers(row.version);
  // What brings a row up to date gives the same row, and every row here is one of the kind.
  return ((await locked?.refresh?.(row)) ?? row) as Row<Name>;
}

/** The turn in which a row is written: who may not do that does not wait for those who do. It is decided again with the locks. */
export function turnAt(change: Omit<PendingChange, 'transaction'>, required: Requirements = {}): Turn {
  const { context, resource, urn } = change;
  const { database, viewer } = context;
  const mayWait = async (): Promise<unknown> =>
    requireLabel(database, viewer, { resource, urn }, await labelFor(change, required, database));
  return { name: urn, mayWait };
}

async function labelFor(
  change: Omit<PendingChange, 'transaction'>,
  { label }: Requirements,
  executor: Executor,
): Promise<string> {
  const { context, resource } = change;
  return label ?? (await context.kindOf(resource).label?.({ values: {}, ...change }, executor)) ?? usualLabel(change);
}

const usualLabel = ({ resource, operation }: Pick<PendingChange, 'resource' | 'operation'>): string =>
  operation === 'UPDATE' ? resource.labels.update : resource.labels.delete;

interface LockedRow {
  readonly row: Row;
  /** What the kind found out while locking. */
  readonly locked: Locked | undefined;
}

async function lockRow(change: PendingChange, required: Requirements): Promise<LockedRow> {
  const { context, transaction, resource, urn } = change;
  const { viewer } = context;
  const needed = (): Promise<string> => labelFor(change, required, transaction);
  // A caller who may not read the row, or not change it, waits for no lock and takes none.
  const before = await needed();
  const kind = context.kindOf(resource);
  const pending = { values: {}, ...change, label: before };
  // Whether a label for a part is enough is asked again with the row locked: it may not be a part any more.
  const isWhole = before === (required.label ?? usualLabel(change));
  const mayLock = kind.lock !== undefined && kind.locksFirst?.(pending) !== false;
  // Whoever finds it free decides with the lock, and waits for none.
  const atOnce = async (beside: string | null): Promise<Row | undefined> =>
    isWhole ? (await lockedAtOnce(transaction, viewer, { resource, urns: [urn], beside }, before)).get(urn) : undefined;
  const { lockedSql = null } = kind;
  const free = !mayLock ? await atOnce(null) : lockedSql === null ? undefined : await atOnce(lockedSql);
  if (free) return { row: free, locked: undefined };
  await requireLabel(transaction, viewer, { resource, urn }, before);
  // Lock
  const locked = await kind.lock?.(pending);
  const found = mayLock ? await atOnce(null) : undefined;
  if (found) return { row: found, locked };
  const system = scopeFor({ ...viewer, kind: 'SYSTEM' }, 'READ');
  // Authorize: with the row locked, for it may have moved or ended meanwhile. All is sent at once, and carried out in order.
  const [[row], $lockedAt] = await Promise.all([
    rowsByUrn(transaction, system, { resource, urns: [urn], lock: 'UPDATE' }),
    databaseNow(transaction),
    needed().then((now) => requireLabel(transaction, viewer, { resource, urn }, now)),
  ]);
  if (!row) throw notFound();
  return { row: { ...row, $lockedAt }, locked };
}

// The lock of an item's entity is taken by a statement that requests the item as the caller may change it. No one else holds
// an item whose entity is locked, so that its own lock is not waited for and its rights are read with it. Both statements are
// sent at once: the second is carried out when the first holds its lock.
async function lockItem(change: PendingChange, required: Requirements): Promise<LockedRow> {
  const { context, transaction, resource, urn } = change;
  const needed = await labelFor(change, required, transaction);
  const kind = context.kindOf(resource);
  const read = (): ReturnType<typeof lockedItem> => lockedItem(transaction, context.viewer, { resource, urn }, needed);
  const [locked, beside] = await Promise.all([kind.lock?.({ values: {}, ...change, label: needed }), read()]);
  const row = locked?.isChanged ? await read() : beside;
  if (row) return { row, locked };
  await requireLabel(transaction, context.viewer, { resource, urn }, needed);
  throw notFound();
}

/** Refuses an operation the kind does not offer. */
export function requireOperation(resource: Resource, operation: 'CREATE' | 'UPDATE' | 'DELETE'): void {
  if (!resource.operations.has(operation)) throw new ServiceError('METHOD_NOT_ALLOWED');
}

/**
 * A step on a locked row, at an instant read after the lock. Unless `parts` says otherwise it changes no value, requires
 * no version and forces nothing.
 */
export function beginUpdate(
  { context, transaction, now }: Pick<WriteContext, 'context' | 'transaction' | 'now'>,
  operation: 'UPDATE' | 'DELETE' | 'RESTORE',
  row: Row,
  parts: Partial<Pick<WriteContext, 'options' | 'values' | 'hidden' | 'violations'>> = {},
): WriteContext {
  return {
    context,
    transaction,
    resource: resourceOf(context.contract, row.$kind),
    operation,
    options: { expectedVersion: null, isStrict: false, isForced: false },
    urn: row.urn,
    before: row,
    container: null,
    owner: row.$owner,
    now,
    count: 0,
    path: '',
    values: {},
    hidden: {},
    violations: [],
    shownOnce: {},
    ...parts,
  };
}
