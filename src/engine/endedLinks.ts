// A restore is undo: what ended when a resource was deleted comes back with it, where both ends live and the caller may give it. What waits
// for its other end comes back with that one; what the caller may not give is named in a warning. Resource reference 16.6.
import { isCreatable, targetOf, type Field, type Resource } from '../contract/resource.ts';
import { accessChecks } from '../database/engine/accessCheckStore.ts';
import {
  fieldOfEnded,
  keepWaiting,
  livingAmong,
  refillLink,
  refillLists,
  takeEnded,
  type EndedLink,
} from '../database/engine/endedLinkStore.ts';
import { groupBy } from '../domain/groupBy.ts';
import { slices } from '../domain/slices.ts';
import { updated, type Change } from './announcements.ts';
import { namedTo } from './authorize.ts';
import { mostCascaded, rowsAtOnce } from './cascade.ts';
import type { Restoring, Returned } from './kind.ts';
import { warnNotRestored } from './warnings.ts';

/** Brings back what ended with the deletion of these rows, which live again; resolves to the changes to announce. */
export async function bringBackEnded(restoring: Restoring, urns: readonly string[]): Promise<Change[]> {
  const changes: Change[] = [];
  let left = mostCascaded;
  for (const some of slices(urns, rowsAtOnce)) {
    const ended = left > 0 ? await takeEnded(restoring.transaction, some, left) : [];
    left -= ended.length;
    for (const group of groupBy(ended, ({ field }) => field).values())
      for (const part of slices(group, rowsAtOnce)) changes.push(...(await bringBackSome(restoring, part)));
  }
  return changes;
}

// Links of one field, or permission edges.
async function bringBackSome(restoring: Restoring, ended: readonly EndedLink[]): Promise<Change[]> {
  const { context, transaction } = restoring;
  const [first] = ended;
  if (!first) return [];
  if (first.field === '') {
    const edges = context.contract.kinds.Permission;
    const { changes, refused } = (await context.kindOf(edges).returned?.(restoring, ended)) ?? none;
    warnNotRestored(context, edges, refused);
    return [...changes];
  }
  const { resource, of } = fieldOfEnded(first, transaction);
  const living = await withLivingEnds(restoring, resource, of, ended);
  if (living.length === 0) return [];
  const kind = context.kindOf(resource);
  const { changes, refused } = await (kind.returned?.(restoring, living) ?? returnLinks(restoring, living));
  warnNotRestored(context, resource, await namedTo(restoring, resource, [...new Set(refused)]), of);
  return [...changes];
}

const none: Returned = { changes: [], refused: [] };

// What names, or is named by, something that is still deleted waits for that.
async function withLivingEnds(
  { transaction }: Restoring,
  resource: Resource,
  of: Field,
  ended: readonly EndedLink[],
): Promise<EndedLink[]> {
  const holders = await livingAmong(transaction, resource, [...new Set(ended.map(({ urn }) => urn))]);
  const targets = await livingAmong(transaction, targetOf(of), [...new Set(ended.map(({ target }) => target))]);
  const isLiving = ({ urn, target }: EndedLink): boolean => holders.has(urn) && targets.has(target);
  await keepWaiting(
    transaction,
    ended
      .filter((link) => !isLiving(link))
      .map((link) => ({ ...link, cause: holders.has(link.urn) ? link.target : link.urn })),
  );
  return ended.filter(isLiving);
}

/**
 * Links of one field come back: those of rows that the caller may change, of the row that is restored itself, and those that say who did
 * something (`attributions` of the kind). What gives rights, or is no caller's to set, does not.
 */
export async function returnLinks(restoring: Restoring, ended: readonly EndedLink[]): Promise<Returned> {
  const { context, transaction, now } = restoring;
  const [first] = ended;
  if (!first) return none;
  const { resource, of } = fieldOfEnded(first, transaction);
  const isAttribution = context.kindOf(resource).attributions?.includes(of.name) === true;
  const may = isAttribution
    ? ended
    : of.access === null && isCreatable(of) && !of.isReadOnly
      ? await changeable(restoring, resource, ended)
      : [];
  const refused = ended.filter((link) => !may.includes(link)).map(({ urn }) => urn);
  if (may.length === 0) return { changes: [], refused };
  if (of.storage === 'LINKS') {
    await refillLists(transaction, { resource, of }, may);
    return { changes: [], refused };
  }
  const rows = await refillLink(transaction, { resource, of }, may, now);
  return { changes: rows.map((row) => updated(resource, row, [of.name])), refused };
}

async function changeable(
  { context, transaction }: Restoring,
  resource: Resource,
  ended: readonly EndedLink[],
): Promise<EndedLink[]> {
  const urns = [...new Set(ended.filter(({ cause, urn }) => cause !== urn).map(({ urn }) => urn))];
  const found = await accessChecks(transaction, context.viewer, { resource, urns }, resource.labels.update);
  return ended.filter(({ cause, urn }) => cause === urn || found.get(urn)?.isAllowed === true);
}
