// Removes rows with everything that lives in them, and returns the changes; refuses to remove what others need, naming those
// that the caller may read. Resource reference 1.2, 7.2, 9.8.
import { fieldOf, type Contract, type Resource } from '../contract/resource.ts';
import {
  clearLink,
  endEdges,
  referrersBelow,
  removeRowsAtOnce,
  type EndedEdge,
  type EndedMember,
  type Referrer,
  type Referrers,
  type RowsOfKind,
} from '../database/engine/removalStore.ts';
import { deletedRows, type AnnouncedRow } from '../database/engine/deletedStore.ts';
import { linkField } from '../database/engine/listStatement.ts';
import { rowsByUrn } from '../database/engine/resourceStore.ts';
import { actorOf } from '../domain/actor.ts';
import type { ServiceError } from '../domain/errors.ts';
import { slices } from '../domain/slices.ts';
import { refusedAt } from '../domain/errors.ts';
import { systemViewer } from '../domain/viewer.ts';
import { type Change, removed, updated } from './announcements.ts';
import type { WriteContext } from './kind.ts';
import type { Executor } from '../database/connection/statement.ts';
import { namedTo, scopeFor } from './authorize.ts';
import type { Context } from './context.ts';
import { createCascade, mostCascaded, rowsAtOnce, type Cascade } from './cascade.ts';

/**
 * Marks rows of one kind as deleted, with all that lives in them; returns every change, what lives in a row after it. CONFLICT (TOO_MANY)
 * where more goes along than one write may change.
 */
export async function removeRows(
  step: WriteContext,
  resource: Resource,
  urns: readonly string[],
  { isNoted = false, isTogether = false }: Removing = {},
): Promise<Change[]> {
  const cascade = createCascade();
  const changes: Change[][] = [];
  const gone = new Set(isTogether ? urns : []);
  for (const some of slices(urns, rowsAtOnce))
    changes.push(await removeSome(step, { resource, urns: some, isNoted }, { cascade, gone }));
  return changes.flat();
}

interface Removing {
  /** Whether they are noted as what the caller deleted (`noteDeletions`). */
  readonly isNoted?: boolean;
  /** Whether their links to one another stay, as if each had gone before what it names. */
  readonly isTogether?: boolean;
}

/** Rows of one kind that go, and how deep they live in what is deleted. */
interface Part extends RowsOfKind {
  readonly depth: number;
}

/** What goes along with a part, in the order in which it is announced: what lives in it, and rows whose links were emptied. */
interface Branch extends Part {
  readonly below: readonly (Branch | readonly Change[])[];
}

async function removeSome(
  step: WriteContext,
  { resource, urns, isNoted }: RowsOfKind & Required<Pick<Removing, 'isNoted'>>,
  { cascade, gone }: Pick<Walk, 'cascade' | 'gone'>,
): Promise<Change[]> {
  const found = await referrersBelow(step.transaction, resource, urns, mostCascaded);
  const walk = { step, found, cascade, gone, parts: [] as Part[] };
  const root = await takeAlong(walk, { resource, urns, depth: 0 });
  const rows = new Map<string, AnnouncedRow>();
  const edges: EndedEdge[] = [];
  for (const batch of batchesOf(walk.parts)) {
    const removed = await removeBatch(step, batch, { cascade, isNoted });
    for (const row of removed.rows) rows.set(row.urn, row);
    edges.push(...removed.ended);
  }
  return [...changesOf(root, rows), ...endedEdges(step.context.contract, edges)];
}

interface Walk {
  readonly step: WriteContext;
  readonly found: Referrers;
  readonly cascade: Cascade;
  /** What goes, as far as it was walked: it needs nothing any more. */
  readonly gone: Set<string>;
  readonly parts: Part[];
}

// Finds what lives in the rows and empties the links to all of it, while everything is there still: what it was like is kept before.
async function takeAlong(walk: Walk, part: Part): Promise<Branch> {
  const { step, found, cascade, gone, parts } = walk;
  const { resource, urns, depth } = part;
  for (const some of slices(urns, rowsAtOnce)) await step.context.states.beforeDelete(step, resource, some);
  const below: (Branch | readonly Change[])[] = [];
  const referrers = (found.get(resource.name) ?? []).map((one) => ({
    ...one,
    urns: one.urns.filter((urn) => !gone.has(urn)),
  }));
  for (const referrer of referrers) {
    if (referrer.urns.length === 0) continue;
    const isTaken = isPart(referrer);
    if (!isTaken && referrer.field.isRequired) {
      await requireUnneeded(step, referrer, () => needing(step, resource, urns));
      continue;
    }
    cascade.add(referrer.urns.length);
    below.push(
      isTaken
        ? await takeAlong(walk, { resource: referrer.resource, urns: referrer.urns, depth: depth + 1 })
        : await emptyLink(step, referrer),
    );
  }
  for (const urn of urns) gone.add(urn);
  parts.push(part);
  return { ...part, below };
}

// As much as one statement marks: the deepest first. Items by themselves: their end is an edit of their page, and no statement changes a row
// twice.
function batchesOf(parts: readonly Part[]): Part[][] {
  const batches: Part[][] = [];
  let room = 0;
  for (const part of parts.toSorted(
    (a, b) => b.depth - a.depth || Number(b.resource.isItem) - Number(a.resource.isItem),
  )) {
    for (let from = 0; from < part.urns.length;) {
      const last = batches.at(-1);
      const isApart = last?.at(-1)?.resource.isItem !== part.resource.isItem;
      if (room === 0 || isApart) room = rowsAtOnce;
      const urns = part.urns.slice(from, from + room);
      if (last && !isApart && room < rowsAtOnce) last.push({ ...part, urns });
      else batches.push([{ ...part, urns }]);
      room -= urns.length;
      from += urns.length;
    }
  }
  return batches;
}

async function removeBatch(
  step: WriteContext,
  parts: readonly Part[],
  { cascade, isNoted }: { readonly cascade: Cascade; readonly isNoted: boolean },
): Promise<{ readonly rows: readonly AnnouncedRow[]; readonly ended: readonly EndedEdge[] }> {
  const { transaction, context, now: timestamp } = step;
  const bounds = { most: mostCascaded, atOnce: rowsAtOnce };
  const isOfCaller = ({ depth }: Part): boolean => isNoted && depth === 0;
  const removal = {
    noted: parts.filter(isOfCaller),
    others: parts.filter((part) => !isOfCaller(part)),
    mutualLists: parts.flatMap(({ resource }) => mutualListsOf(context, resource)),
    timestamp,
    actor: actorOf(context.viewer),
  };
  const { rows, members, ended, found } = await removeRowsAtOnce(transaction, removal, bounds);
  if (members.length > 0) endedMembers.set(step, [...endedWith(step), ...members]);
  cascade.add(found);
  const edges = [ended];
  for (let left = found - rowsAtOnce; left > 0; left -= rowsAtOnce)
    edges.push((await endEdges(transaction, { parts, timestamp }, bounds)).ended);
  return { rows, ended: edges.flat() };
}

function mutualListsOf(context: Context, resource: Resource): string[] {
  return (context.kindOf(resource).mutualLists ?? []).map((name) => linkField(resource, fieldOf(resource, name)));
}

// From the removal to `after` of one write; forgotten with the step.
const endedMembers = new WeakMap<WriteContext, readonly EndedMember[]>();

/** What ended of the mutual lists of the kinds of the rows that the step removed. */
export function endedWith(step: WriteContext): readonly EndedMember[] {
  return endedMembers.get(step) ?? [];
}

function changesOf({ resource, urns, below }: Branch, rows: ReadonlyMap<string, AnnouncedRow>): Change[] {
  const own = urns.flatMap((urn): Change[] => {
    const row = rows.get(urn);
    return row ? [removed(resource, row)] : [];
  });
  return [...own, ...below.flatMap((one) => ('below' in one ? changesOf(one, rows) : one))];
}

/** The changes of permission edges that fell with their object. */
export function endedEdges(contract: Contract, edges: readonly EndedEdge[]): Change[] {
  return edges.map((edge) => removed(contract.kinds.Permission, edge));
}

function isPart({ resource, field }: Referrer): boolean {
  return resource.container === field;
}

async function emptyLink(step: WriteContext, referrer: Referrer): Promise<Change[]> {
  const changes: Change[][] = [];
  for (const urns of slices(referrer.urns, rowsAtOnce)) changes.push(await emptySome(step, { ...referrer, urns }));
  return changes.flat();
}

async function emptySome(step: WriteContext, referrer: Referrer): Promise<Change[]> {
  const { transaction, now } = step;
  const { resource, field, urns } = referrer;
  await clearLink(transaction, referrer, now);
  const incomplete = await incompleteAmong(step, referrer);
  if (incomplete) await requireUnneeded(step, incomplete, () => incompleteAmong(step, incomplete));
  const rows = await deletedRows(transaction, resource, urns);
  return rows.map((row) => updated(resource, row, [field.name]));
}

// Refuses to remove what others cannot be without: at once, or at the end of the writes that it stands or falls with, where they still
// are there then.
async function requireUnneeded(
  step: WriteContext,
  found: Referrer,
  isStill: () => Promise<Referrer | null>,
): Promise<void> {
  const { putOff } = step.context;
  if (!putOff) throw await neededBy(step, found);
  putOff(async () => {
    const still = await isStill();
    if (still) throw await neededBy(step, still);
  });
}

async function needing(step: WriteContext, resource: Resource, urns: readonly string[]): Promise<Referrer | null> {
  const all = (await referrersBelow(step.transaction, resource, urns, mostNamed)).get(resource.name);
  return all?.find((referrer) => referrer.field.isRequired && !isPart(referrer)) ?? null;
}

// What lacks something that it cannot be without, now that the link is empty.
async function incompleteAmong({ context, transaction }: WriteContext, of: Referrer): Promise<Referrer | null> {
  const { resource, urns } = of;
  const kind = context.kindOf(resource);
  if (!kind.isIncomplete) return null;
  const left = await rowsByUrn(transaction, scopeFor(systemViewer, 'READ'), { resource, urns });
  const incomplete = left.filter((row) => kind.isIncomplete?.(row)).map(({ urn }) => urn);
  return incomplete.length === 0 ? null : { ...of, urns: incomplete };
}

function neededBy(step: WriteContext, { resource, field, urns }: Referrer): Promise<ServiceError> {
  return inUse(
    step,
    { resource, urns },
    (known) => `${String(known)} ${resource.name} need it as their ${field.name}.`,
  );
}

/** The most that a refusal names. */
const mostNamed = 20;

/**
 * IN_USE by resources of one kind.
 * @param urns all of them, or some
 * @param saying the message, from the number of those that the caller may read; never called with 0
 */
export async function inUse(
  write: { readonly context: Context; readonly transaction: Executor },
  {
    resource,
    urns,
    path = '',
  }: { readonly resource: Resource; readonly urns: readonly string[]; readonly path?: string },
  saying: (known: number) => string,
): Promise<ServiceError> {
  const known = await namedTo(write, resource, urns);
  const message = known.length === 0 ? 'It is needed elsewhere.' : saying(known.length);
  return refusedAt('IN_USE', { path, message, related: known.slice(0, mostNamed) });
}
