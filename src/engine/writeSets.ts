// Many writes of one kind in the statements of one: all rows locked, all checked, all written, all announced. What cannot be done so is
// named, with nothing written, and is then done one by one, which says why it is refused. Only for kinds that say how (`sets` of
// engine/kind.ts). Resource reference 1.9.
import type { Resource } from '../contract/resource.ts';
import { targetOf } from '../contract/resource.ts';
import { isObject } from '../contract/scalarRules.ts';
import { placesOf, type Place } from '../database/engine/accessCheckStore.ts';
import type { StoredRow } from '../database/engine/changedRows.ts';
import { creationsOf } from '../database/engine/deletedStore.ts';
import type { Row } from '../database/engine/row.ts';
import type { AccessScope } from '../domain/accessScope.ts';
import { groupBy } from '../domain/groupBy.ts';
import { newUrn } from '../domain/urn.ts';
import { announceChanges } from './announcements.ts';
import { namedScope, requireCaller } from './authorize.ts';
import { deleteAll, updateAll } from './changeSets.ts';
import type { Context } from './context.ts';
import { checkCreate, namedCreate, noteOf, type SentCreate } from './createResource.ts';
import { requireMoves } from './handOver.ts';
import { differingOnCreate, ignoredIn } from './ignored.ts';
import { settleImported } from './importedDates.ts';
import type { WriteContext } from './kind.ts';
import { checkLinks } from './links.ts';
import { homeOf, type Home } from './places.ts';
import {
  answered,
  decideAll,
  deny,
  followAll,
  hooksOf,
  prepareAll,
  refusedOf,
  unlessRefused,
  type Made,
  type SetOutcome,
  type SetStep,
  type SetWrite,
  type Several,
} from './setParts.ts';
import { isShownAsStored } from './updateResource.ts';
import { warnOnInput } from './warnings.ts';
import { insertTrees, prepareWithoutLinks, stepsOf, type Prepared } from './writeTree.ts';

export type { SetOutcome, SetWrite } from './setParts.ts';

/** Whether rows of the kind are written many at once. */
export function isInSets({ kindOf: hooks }: Context, resource: Resource): boolean {
  return hooks(resource).sets !== undefined;
}

/** Whether the two may be in one set: creates in one kind of container, or the same done with several rows of one kind. */
export function mayJoin(one: SetWrite, other: SetWrite): boolean {
  if (one.verb !== other.verb || !isTaken(one) || !isTaken(other)) return false;
  if (one.verb !== 'CREATE') return one.resource === other.resource && (one === other || one.urn !== other.urn);
  // Items of all kinds are made in the same way.
  return one.resource === other.resource || (one.resource.isItem && other.resource.isItem);
}

function isTaken({ context, resource, verb, input, options }: SetWrite): boolean {
  const { sets } = context.kindOf(resource);
  if (!sets || (verb === 'UPDATE' && (options.isStrict || (resource.isItem && !isShownAsStored(resource)))))
    return false;
  return sets.takes?.(verb, isObject(input) ? input : {}) !== false;
}

/**
 * Carries the writes out, each of which `mayJoin` the first. Throws what a write of any of them would throw that is found only while
 * writing, such as ALREADY_EXISTS, with nothing done.
 */
export async function writeSet(context: Context, writes: Several<SetWrite>): Promise<SetOutcome> {
  requireCaller(context.viewer);
  const work = { CREATE: createAll, UPDATE: updateAll, DELETE: deleteAll }[writes[0].verb];
  return work(context, writes);
}

interface Creating {
  readonly write: SetWrite;
  readonly sent: SentCreate;
  readonly home: Home & { readonly urn: string };
  readonly urn: string;
  /** How the create is noted; null where it names no urn. */
  readonly note: string | null;
}

/** A create with its step. */
interface Begun extends Creating {
  readonly step: WriteContext;
}

async function createAll(context: Context, writes: Several<SetWrite>): Promise<SetOutcome> {
  const refused = new Set<SetWrite>();
  // Complete and check
  const creates = await checkCreates(writes, refused);
  if (refused.size > 0) return { refused };
  const written = await context.database.transaction(async (transaction) => {
    const set = { context, transaction, writes, refused };
    // Lock and authorize
    const begun = await beginCreates(set, creates);
    if (refused.size > 0) return [];
    // Prepare
    const trees = await prepareCreates(set, begun);
    if (refused.size > 0) return [];
    // Decide
    await decideAll(set, begun);
    if (refused.size > 0) return [];
    // Write
    const { changes, rows } = await insertTrees(trees, {
      notes: new Map(creates.flatMap(({ urn, note }) => (note === null ? [] : [[urn, note] as const]))),
      reader: (resource: Resource): AccessScope | null =>
        context.kindOf(resource).isAnsweredAsMade === true ? namedScope(context.viewer, resource) : null,
    });
    // Announce
    const steps = begun.map(({ step }) => step);
    for (const step of steps.slice(0, 1)) await announceChanges(step, changes);
    // After
    const made = steps.map((step) => rowOf(rows, step));
    await followAll(set, steps, made);
    return begun.map((one, at) => ({ one, made: made[at] as StoredRow }));
  });
  if (refused.size > 0) return { refused };
  for (const { one, made } of written) warn(one, made);
  const isKnown = hooksOf({ writes }).kind.isAnsweredAsMade === true;
  const made = written.map((each): Made => ({ row: each.made, isKnown }));
  return { rows: await answered({ context, writes }, made, (row): Row => ({ ...row, $isUnread: true })) };
}

function rowOf(rows: ReadonlyMap<string, StoredRow>, { resource, urn }: WriteContext): StoredRow {
  const row = rows.get(urn);
  if (!row) throw new Error(`A ${resource.name} is gone within its own transaction`);
  return row;
}

async function checkCreates(writes: Several<SetWrite>, refused: Set<SetWrite>): Promise<Creating[]> {
  const urns = new Set<string>();
  const creates: Creating[] = [];
  for (const write of writes) {
    const { context, resource, input, options } = write;
    const complete = async (): Promise<SentCreate | null> => {
      const completed = isObject(input)
        ? await context.kindOf(resource).complete?.(context, input, options)
        : undefined;
      return completed?.makeFirst ? null : checkCreate(context, resource, { input, completed }, options);
    };
    const sent = await unlessRefused(complete);
    const home = sent && homeOf(context, resource, sent.checked);
    const named = sent && namedCreate(context, resource, sent.asSent);
    const urn = named?.urn ?? newUrn();
    const isSound = sent?.checked.violations.length === 0 && !urns.has(urn);
    urns.add(urn);
    if (!isSound || typeof home?.urn !== 'string') deny(refused, write);
    else creates.push({ write, sent, home: { ...home, urn: home.urn }, urn, note: named && noteOf(named) });
  }
  return creates;
}

// Refused is who may not create there, and what was made before.
async function beginCreates(set: SetStep, creates: readonly Creating[]): Promise<Begun[]> {
  const { transaction, refused } = set;
  const named = creates.flatMap(({ urn, note }) => (note === null ? [] : [urn]));
  const taken = await creationsOf(transaction, named);
  const places = await lockPlaces(set, creates);
  const counts = new Map<string, number>();
  const [first] = places.values();
  return creates.flatMap((one): Begun[] => {
    const { write, sent, home, urn } = one;
    const place = places.get(home.urn);
    if (!first || !place?.isAllowed || taken.has(urn)) return deny(refused, write);
    const before = counts.get(home.urn) ?? 0;
    counts.set(home.urn, before + 1);
    const isOwner = home.field.name === 'owner';
    const step: WriteContext = {
      context: write.context,
      transaction,
      resource: write.resource,
      operation: 'CREATE',
      urn,
      options: write.options,
      before: null,
      container: isOwner ? null : place.row,
      owner: isOwner ? home.urn : place.ownerUrn,
      now: first.now,
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

// The places that are locked, where their kind is. Companies are not.
async function lockPlaces(
  { context, transaction, writes: [{ resource: made, context: own }] }: SetStep,
  creates: readonly Creating[],
): Promise<Map<string, Place>> {
  const [first] = creates;
  if (!first) return new Map();
  const label = made.labels.create;
  const kind = own.kindOf(made);
  const sent = [...new Set(creates.map(({ home }) => home.urn))].sort();
  const locked = (await kind.lockPlaces?.({ context, transaction }, sent, label)) ?? new Set(sent);
  const resource = targetOf(first.home.field);
  const places = await placesOf(transaction, context.viewer, { resource, urns: sent }, { label, made });
  return new Map([...places].filter(([urn]) => locked.has(urn)));
}

async function prepareCreates(set: SetStep, begun: readonly Begun[]): Promise<Prepared[]> {
  const { refused } = set;
  const trees: Prepared[] = [];
  const isPrepared = await prepareAll(set, begun);
  for (const { write, step } of begun) {
    const tree = await unlessRefused(() => prepareWithoutLinks(step, isPrepared));
    if (tree) trees.push(tree);
    else refused.add(write);
  }
  const steps = trees.flatMap(stepsOf);
  for (const [, own] of groupBy(steps, ({ owner }) => owner)) await settleImported(own);
  await checkLinks(steps);
  const unplaced = await refusedOf(
    begun.map(({ step }) => step),
    requireMoves,
  );
  for (const { write, step } of begun) if (unplaced.has(step) || step.violations.length > 0) refused.add(write);
  return trees;
}

function warn({ write, sent: { checked, cut, ignored } }: Begun, made: StoredRow): void {
  const { context, resource, input } = write;
  const differing = ignoredIn(resource, differingOnCreate(context, resource, input, made));
  warnOnInput(context, resource, checked.values, { cut, ignored: [...ignored, ...differing] });
}
