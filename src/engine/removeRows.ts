// Removes rows with everything that lives in them, and returns the changes; refuses to remove what others need, naming those
// that the caller may read. Resource reference 1.2, 7.2, 9.8.
import type { Contract, Resource } from '../contract/resource.ts';
import {
  clearLink,
  endEdges,
  referrersOf,
  removeRowsAtOnce,
  type EndedEdge,
  type Referrer,
} from '../database/engine/removalStore.ts';
import { deletedRows } from '../database/engine/deletedStore.ts';
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
 * Marks rows of one kind as deleted, children first found and last announced; returns every change. CONFLICT (TOO_MANY) where more
 * goes along than one write may change.
 */
export async function removeRows(
  step: WriteContext,
  resource: Resource,
  urns: readonly string[],
  how: Removing = {},
): Promise<Change[]> {
  const { cascade = createCascade(), isNoted = false } = how;
  const changes: Change[][] = [];
  for (const some of slices(urns, rowsAtOnce))
    changes.push(await removeSome(step, resource, some, { cascade, isNoted }));
  return changes.flat();
}

interface Removing {
  readonly cascade?: Cascade;
  /** Whether they are noted as what the caller deleted (`noteDeletions`). */
  readonly isNoted?: boolean;
}

async function removeSome(
  step: WriteContext,
  resource: Resource,
  urns: readonly string[],
  { cascade, isNoted }: Required<Removing>,
): Promise<Change[]> {
  const { transaction, context, now: timestamp } = step;
  await context.states.beforeDelete(step, resource, urns);
  const below: Change[][] = [];
  for (const referrer of await referrersOf(transaction, resource.name, urns, mostCascaded)) {
    const isTaken = isPart(referrer);
    if (!isTaken && referrer.field.isRequired) {
      await requireUnneeded(step, referrer, () => needing(step, resource, urns));
      continue;
    }
    cascade.add(referrer.urns.length);
    below.push(
      isTaken ? await removeRows(step, referrer.resource, referrer.urns, { cascade }) : await emptyLink(step, referrer),
    );
  }
  const actor = actorOf(context.viewer);
  const bounds = { most: mostCascaded, atOnce: rowsAtOnce };
  const removal = { resource, urns, timestamp, actor, isNoted };
  const { rows, ended, found } = await removeRowsAtOnce(transaction, removal, bounds);
  cascade.add(found);
  const edges = [ended];
  for (let left = found - rowsAtOnce; left > 0; left -= rowsAtOnce)
    edges.push((await endEdges(transaction, { resource, urns, timestamp }, bounds)).ended);
  const gone = rows.map((row) => removed(resource, row));
  return [...gone, ...below.flat(), ...endedEdges(context.contract, edges.flat())];
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
  const all = await referrersOf(step.transaction, resource.name, urns, mostNamed);
  return all.find((referrer) => referrer.field.isRequired && !isPart(referrer)) ?? null;
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
