// Removes rows with everything that lives in them, and returns the changes; refuses to remove what others need, naming those
// that the caller may read. Resource reference 1.2, 7.2, 9.8.
import type { Contract, Resource } from '../contract/resource.ts';
import {
  clearLink,
  dropEdges,
  markDeleted,
  referrersOf,
  type EndedEdge,
  type Referrer,
} from '../database/engine/changeStore.ts';
import { deletedRows } from '../database/engine/deletedStore.ts';
import { rowsByUrn } from '../database/engine/resourceStore.ts';
import { appendEntry, startEntries } from '../database/content/historyStore.ts';
import { actorOf } from '../domain/actor.ts';
import type { ServiceError } from '../domain/errors.ts';
import { refusedAt } from '../domain/errors.ts';
import { systemViewer } from '../domain/viewer.ts';
import { type Change, removed, updated } from './announcements.ts';
import type { WriteContext } from './kind.ts';
import type { Executor } from '../database/connection/statement.ts';
import { namedTo, scopeFor } from './authorize.ts';
import type { Context } from './context.ts';

/** Marks rows of one kind as deleted, children first found and last announced; returns every change. */
export async function removeRows(step: WriteContext, resource: Resource, urns: readonly string[]): Promise<Change[]> {
  if (urns.length === 0) return [];
  const { transaction, context, now } = step;
  const below: Change[] = [];
  for (const referrer of await referrersOf(transaction, resource.name, urns)) {
    if (isPart(referrer, resource)) below.push(...(await removeRows(step, referrer.resource, referrer.urns)));
    else if (referrer.field.isRequired) throw await neededBy(step, referrer);
    else below.push(...(await emptyLink(step, referrer)));
  }
  await markDeleted(transaction, resource, urns, now);
  if (resource.isItem) await appendTombstones(step, urns);
  const rows = await deletedRows(transaction, resource, urns);
  const edges = await dropEdges(transaction, resource, urns, now);
  const gone = rows.map((row) => removed(resource, row));
  return [...gone, ...below, ...endedEdges(context.contract, edges)];
}

/** The changes of permission edges that fell with their object. */
export function endedEdges(contract: Contract, edges: readonly EndedEdge[]): Change[] {
  return edges.map((edge) => removed(contract.kinds.Permission, edge));
}

function isPart({ resource, field }: Referrer, parent: Resource): boolean {
  return resource.container === field && field.target === parent;
}

async function emptyLink(step: WriteContext, referrer: Referrer): Promise<Change[]> {
  const { transaction, context, now } = step;
  const { resource, field, urns } = referrer;
  await clearLink(transaction, referrer, now);
  const kind = context.kindOf(resource);
  if (kind.isIncomplete) {
    const left = await rowsByUrn(transaction, scopeFor(systemViewer, 'READ'), { resource, urns });
    const incomplete = left.filter((row) => kind.isIncomplete?.(row)).map(({ urn }) => urn);
    if (incomplete.length > 0) throw await neededBy(step, { ...referrer, urns: incomplete });
  }
  const rows = await deletedRows(transaction, resource, urns);
  return rows.map((row) => updated(resource, row, [field.name]));
}

// The last entry of a deleted item says so: the item stays live until the next publish.
async function appendTombstones(step: WriteContext, urns: readonly string[]): Promise<void> {
  const { transaction, context, now } = step;
  await startEntries(transaction, urns, { isPublished: null });
  await appendEntry(transaction, urns, {
    isTombstone: true,
    actor: actorOf(context.viewer),
    timestamp: now,
  });
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
