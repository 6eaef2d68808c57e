// Many writes of one kind in the statements of one: all rows locked, all checked, all written, all announced. What cannot be done so is
// named, with nothing written, and is then done one by one, which says why it is refused. Only for kinds that follow their writes all at
// once (`afterAll`). Resource reference 1.9.
import { isChildList, linkLists } from '../contract/fieldGroups.ts';
import { targetOf, type Field, type Resource } from '../contract/resource.ts';
import { checkInput, type Checked } from '../contract/rules.ts';
import { lockedItems, placesOf } from '../database/engine/accessCheckStore.ts';
import { changeItems, type StoredRow } from '../database/engine/changeStore.ts';
import { creationsOf } from '../database/engine/deletedStore.ts';
import type { Row } from '../database/engine/row.ts';
import type { Transaction } from '../database/connection/database.ts';
import type { AccessScope } from '../domain/accessScope.ts';
import { actorOf } from '../domain/actor.ts';
import { mayPass, ServiceError } from '../domain/errors.ts';
import { groupBy } from '../domain/groupBy.ts';
import { newUrn } from '../domain/urn.ts';
import { announceChanges, updated, type AnnouncedWrite, type Change } from './announcements.ts';
import { namedScope } from './authorize.ts';
import type { Context, WriteOptions } from './context.ts';
import { checkCreate, namedCreate, noteOf, type SentCreate } from './createResource.ts';
import { requireMoves } from './handOver.ts';
import { differingOnCreate, ignoredIn, mayBeIgnored } from './ignored.ts';
import { settleImported } from './importedDates.ts';
import type { Kind, WriteContext } from './kind.ts';
import { checkLinks } from './links.ts';
import { beginUpdate } from './lockForWrite.ts';
import { homeOf } from './places.ts';
import { removeRows } from './removeRows.ts';
import { changedColumns, isShownAsStored } from './updateResource.ts';
import { warnOnInput } from './warnings.ts';
import { insertTrees, prepareWithoutLinks, stepsOf, type Prepared } from './writeTree.ts';

/** One write of a set. */
export interface SetWrite {
  /** The request as this write sees it: what it warns of and what it puts off are its own. */
  readonly context: Context;
  readonly verb: 'CREATE' | 'UPDATE' | 'DELETE';
  readonly resource: Resource;
  /** Null for a create. */
  readonly urn: string | null;
  readonly input: unknown;
  readonly options: WriteOptions;
}

/** What became of a set: the rows as they are answered, null for what was deleted, in the order of the writes; or who stands in the way. */
export type SetOutcome = { readonly rows: readonly (Row | null)[] } | { readonly refused: ReadonlySet<SetWrite> };

/** Whether rows of the kind are written many at once. */
export function isInSets({ kindOf: hooksOf }: Context, resource: Resource): boolean {
  const kind = hooksOf(resource);
  const has = (name: keyof Kind): boolean => kind[name] !== undefined;
  const follows = (['afterAll', 'lockPlaces', 'lockRows'] as const).every(has);
  return follows && resource.isItem && !(['decide', 'complete', 'label'] as const).some(has);
}

/** Whether the two may be in one set: creates in one kind of container, or the same done with several rows of one kind. */
export function mayJoin(one: SetWrite, other: SetWrite): boolean {
  if (one.verb !== other.verb || !isInSets(one.context, one.resource) || !isInSets(other.context, other.resource))
    return false;
  const isUpdate = one.verb === 'UPDATE';
  if (isUpdate && (one.options.isStrict || !isShownAsStored(one.resource))) return false;
  if (one.verb !== 'CREATE') return one.resource === other.resource && (one === other || one.urn !== other.urn);
  const [label, home] = [one.resource.labels.create, one.resource.container?.typeName];
  return label === other.resource.labels.create && home === other.resource.container?.typeName;
}

/**
 * Carries the writes out, each of which `mayJoin` the first. Throws what a write of any of them would throw that is found only while
 * writing, such as ALREADY_EXISTS, with nothing done.
 */
export async function writeSet(context: Context, writes: readonly [SetWrite, ...SetWrite[]]): Promise<SetOutcome> {
  const work = { CREATE: createAll, UPDATE: updateAll, DELETE: deleteAll }[writes[0].verb];
  return work(context, writes);
}

type Writes = readonly [SetWrite, ...SetWrite[]];

/** A set whose transaction has begun. */
interface SetStep {
  readonly context: Context;
  readonly transaction: Transaction;
  readonly writes: Writes;
  readonly refused: Set<SetWrite>;
}

interface Creating {
  readonly write: SetWrite;
  readonly sent: SentCreate;
  readonly home: string;
  readonly urn: string;
  /** How the create is noted; null where it names no urn. */
  readonly note: string | null;
}

/** A create with its step. */
interface Begun extends Creating {
  readonly step: WriteContext;
}

async function createAll(context: Context, writes: Writes): Promise<SetOutcome> {
  const refused = new Set<SetWrite>();
  // Check
  const creates = checkCreates(context, writes, refused);
  if (refused.size > 0) return { refused };
  return context.database.transaction(async (transaction): Promise<SetOutcome> => {
    const set = { context, transaction, writes, refused };
    // Lock and authorize
    const begun = await beginCreates(set, creates);
    if (refused.size > 0) return { refused };
    // Prepare
    const trees = await prepareCreates(set, begun);
    if (refused.size > 0) return { refused };
    // Write
    const now = begun[0]?.step.now ?? '';
    const notes = new Map(creates.flatMap(({ urn, note }) => (note === null ? [] : [[urn, note] as const])));
    const reader = (resource: Resource): AccessScope => namedScope(context.viewer, resource);
    const { changes, rows } = await insertTrees(trees, { notes, reader });
    // Announce
    await announceChanges({ context, transaction, now }, changes);
    // After
    await hooksOf(writes).afterAll({ context, transaction, now }, [...rows.values()], 'CREATE');
    return { rows: begun.map((one) => answerOf(one, rows.get(one.urn))) };
  });
}

function checkCreates(context: Context, writes: Writes, refused: Set<SetWrite>): Creating[] {
  const urns = new Set<string>();
  return writes.flatMap((write): Creating[] => {
    const { resource, input, options } = write;
    const sent = checkCreate(context, resource, { input, completed: undefined }, options);
    const home = homeOf(context, resource, sent.checked)?.urn ?? null;
    const named = namedCreate(context, resource, sent.asSent);
    const urn = named?.urn ?? newUrn();
    const isSound = sent.checked.violations.length === 0 && !urns.has(urn);
    urns.add(urn);
    return isSound && home !== null ? [{ write, sent, home, urn, note: named && noteOf(named) }] : deny(refused, write);
  });
}

// Refused is who may not create there, and what was made before.
async function beginCreates(
  { context, transaction, writes, refused }: SetStep,
  creates: readonly Creating[],
): Promise<Begun[]> {
  const [{ resource: made }] = writes;
  const named = creates.flatMap(({ urn, note }) => (note === null ? [] : [urn]));
  const taken = await creationsOf(transaction, named);
  const urns = [...new Set(creates.map(({ home }) => home))].sort();
  const label = made.labels.create;
  const locked = await hooksOf(writes).lockPlaces({ context, transaction }, urns, label);
  const resource = targetOf(containerOf(made));
  const places = await placesOf(transaction, context.viewer, { resource, urns }, { label, made });
  const counts = new Map<string, number>();
  return creates.flatMap((one): Begun[] => {
    const { write, sent, home, urn } = one;
    const place = places.get(home);
    if (!place?.isAllowed || !locked.has(home) || taken.has(urn)) return deny(refused, write);
    const before = counts.get(home) ?? 0;
    counts.set(home, before + 1);
    const step: WriteContext = {
      context: write.context,
      transaction,
      resource: write.resource,
      operation: 'CREATE',
      urn,
      options: write.options,
      before: null,
      container: place.row,
      owner: place.ownerUrn,
      now: place.now,
      count: place.count + before,
      path: '',
      values: { ...sent.checked.values, urn },
      hidden: {},
      violations: [],
      shownOnce: {},
    };
    return [{ ...one, step }];
  });
}

async function prepareCreates({ refused }: SetStep, begun: readonly Begun[]): Promise<Prepared[]> {
  const trees: Prepared[] = [];
  for (const { write, step } of begun) {
    const tree = await unlessRefused(() => prepareWithoutLinks(step));
    if (tree) trees.push(tree);
    else refused.add(write);
  }
  const steps = trees.flatMap(stepsOf);
  for (const [, own] of groupBy(steps, ({ owner }) => owner)) await settleImported(own);
  await checkLinks(steps);
  for (const { write, step } of begun) if (!(await mayBeWritten(step))) refused.add(write);
  return trees;
}

// Whether no rule is broken, and the row may be where it is to be.
async function mayBeWritten(step: WriteContext): Promise<boolean> {
  const isPlaced = await unlessRefused(async () => {
    await requireMoves(step);
    return true;
  });
  return isPlaced === true && step.violations.length === 0;
}

function answerOf({ write, sent: { checked, cut, ignored } }: Begun, made: StoredRow | undefined): Row {
  if (!made) throw new Error(`A ${write.resource.name} is gone within its own transaction`);
  const { $isRead, ...row } = made;
  const { context, resource, input } = write;
  const differing = ignoredIn(resource, differingOnCreate(context, resource, input, made));
  warnOnInput(context, resource, checked.values, { cut, ignored: [...ignored, ...differing] });
  // What is left of the row is a row.
  return $isRead ? row : { ...row, $isUnread: true };
}

interface Changing {
  readonly write: SetWrite;
  readonly checked: Checked;
  readonly cut: readonly string[];
  readonly ignored: readonly string[];
}

/** A change with its step, and the columns that it gives other values. */
interface Changed {
  readonly write: SetWrite;
  readonly step: WriteContext;
  readonly before: Row;
  readonly fields: readonly Field[];
}

async function updateAll(context: Context, writes: Writes): Promise<SetOutcome> {
  const [{ resource }] = writes;
  const refused = new Set<SetWrite>();
  // Check
  const changes = checkUpdates(context, writes, refused);
  if (refused.size > 0) return { refused };
  return context.database.transaction(async (transaction): Promise<SetOutcome> => {
    const set = { context, transaction, writes, refused };
    // Lock and authorize
    const rows = await lockAll(set, resource.labels.update);
    if (refused.size > 0) return { refused };
    // Prepare
    const prepared = await prepareUpdates(set, changes, rows);
    if (refused.size > 0) return { refused };
    // Write
    const write = { context, transaction, now: String(rows[0]?.$lockedAt) };
    const after = await writeUpdates(write, resource, prepared);
    // After
    const moved = prepared.flatMap(({ before, step, fields }) =>
      fields.length > 0 && before['isPublished'] !== false ? [after.get(step.urn) ?? before] : [],
    );
    await hooksOf(writes).afterAll(write, moved, 'UPDATE');
    for (const { write: one, checked, cut, ignored } of changes)
      warnOnInput(one.context, resource, checked.values, { cut, ignored });
    return { rows: rows.map((row) => after.get(row.urn) ?? row) };
  });
}

// Refused is what is more than other values: a move, a list, members that a change leaves alone.
function checkUpdates(context: Context, writes: Writes, refused: Set<SetWrite>): Changing[] {
  const [{ resource }] = writes;
  const others = [...resource.fields.filter(isChildList), ...linkLists(resource), containerOf(resource)];
  return writes.flatMap((write): Changing[] => {
    const [cut, ignored]: [string[], string[]] = [[], []];
    const how = { operation: 'UPDATE', path: '', isStrict: false, given: new Set<string>(), cut, ignored } as const;
    const checked = checkInput(context.contract, resource, write.input, how);
    const isPlain = others.every(({ name }) => checked.values[name] === undefined);
    const isSound = checked.violations.length === 0 && isPlain && !mayBeIgnored(resource, write.input);
    return isSound ? [{ write, checked, cut, ignored }] : deny(refused, write);
  });
}

async function prepareUpdates(
  { transaction, writes, refused }: SetStep,
  changes: readonly Changing[],
  rows: readonly Row[],
): Promise<Changed[]> {
  const begun = rows.flatMap((before, at) => {
    const change = changes[at];
    if (!change) return [];
    const { write, checked } = change;
    const now = String(before.$lockedAt);
    const parts = { options: write.options, values: { ...checked.values } };
    return [
      { write, before, step: beginUpdate({ context: write.context, transaction, now }, 'UPDATE', before, parts) },
    ];
  });
  for (const { write, step } of begun) {
    const isPrepared = await unlessRefused(async () => {
      await hooksOf(writes).prepare?.(step);
      return true;
    });
    if (!isPrepared) refused.add(write);
  }
  await checkLinks(begun.map(({ step }) => step));
  for (const { write, step } of begun) if (!(await mayBeWritten(step))) refused.add(write);
  return begun.map((one) => ({ ...one, fields: changedColumns(one.step, one.before) }));
}

// Writes and announces what differs; gives the rows that do, by their urns.
async function writeUpdates(
  write: AnnouncedWrite & Pick<WriteContext, 'transaction'>,
  resource: Resource,
  prepared: readonly Changed[],
): Promise<Map<string, Row>> {
  const differing = prepared.filter(({ fields }) => fields.length > 0);
  const items = differing.map(({ step: { urn, values }, fields }) => ({
    urn,
    values: Object.fromEntries(fields.map(({ name }) => [name, values[name]])),
  }));
  const actor = actorOf(write.context.viewer);
  const after = await changeItems(write.transaction, resource, items, { actor, timestamp: write.now });
  const announced = differing.flatMap(({ step: { urn }, fields }): Change[] => {
    const row = after.get(urn);
    if (!row) return [];
    const { $owner: owner, version } = row;
    const container = String(row[containerOf(resource).name]);
    const names = fields.map(({ name }) => name);
    return [updated(resource, { urn, owner, version, container }, names)];
  });
  await announceChanges(write, announced);
  return after;
}

async function deleteAll(context: Context, writes: Writes): Promise<SetOutcome> {
  const [{ resource }] = writes;
  const refused = new Set<SetWrite>();
  return context.database.transaction(async (transaction): Promise<SetOutcome> => {
    // Lock and authorize
    const before = await lockAll({ context, transaction, writes, refused }, resource.labels.delete);
    if (refused.size > 0) return { refused };
    const write = { context, transaction, now: String(before[0]?.$lockedAt) };
    // Write
    const changes: Change[] = [];
    for (const [, rows] of groupBy(before, ({ $owner }) => $owner)) {
      const urns = rows.map(({ urn }) => urn);
      for (const row of rows.slice(0, 1)) {
        const step = beginUpdate(write, 'DELETE', row);
        changes.push(...(await removeRows(step, resource, urns, { isNoted: true })));
      }
    }
    // Announce
    await announceChanges(write, changes);
    // After
    await hooksOf(writes).afterAll(write, before, 'DELETE');
    return { rows: writes.map(() => null) };
  });
}

// The rows in the order of their writes, locked; refused is each that the caller may not write, or knows in another version.
async function lockAll({ context, transaction, writes, refused }: SetStep, label: string): Promise<Row[]> {
  const [{ resource }] = writes;
  const urns = writes.map(({ urn }) => String(urn));
  await hooksOf(writes).lockRows({ context, transaction }, { resource, urns }, label);
  const rows = await lockedItems(transaction, context.viewer, { resource, urns }, label);
  return writes.flatMap((write) => {
    const row = rows.get(String(write.urn));
    const { expectedVersion } = write.options;
    if (!row || (expectedVersion !== null && expectedVersion !== row.version)) return deny(refused, write);
    return [row];
  });
}

function deny(refused: Set<SetWrite>, write: SetWrite): [] {
  refused.add(write);
  return [];
}

// Null where it is refused: done alone, it says why.
async function unlessRefused<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ServiceError && !mayPass(error)) return null;
    throw error;
  }
}

type SetHooks = Kind & Required<Pick<Kind, 'afterAll' | 'lockPlaces' | 'lockRows'>>;

// `isInSets` has looked at each.
const hooksOf = ([{ context, resource }]: Writes): SetHooks => context.kindOf(resource) as SetHooks;

function containerOf({ container, name }: Resource): Field {
  if (!container) throw new Error(`${name} lives in no container`);
  return container;
}
