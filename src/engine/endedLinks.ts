// A restore is undo: what ended when a resource was deleted comes back with it, where both ends live and the caller may give it. What waits
// for its other end comes back with that one; what the caller may not give is named in a warning. Resource reference 16.6.
import { isCreatable, targetOf, type Resource } from '../contract/resource.ts';
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
  const ends = ({ urn, target }: EndedLink): readonly End[] => [
    { kind: resource, urn },
    { kind: targetOf(of), urn: target },
  ];
  const living = await withLivingEnds(restoring, ended, (link) => ({ link, ends: ends(link) }));
  if (living.length === 0) return [];
  const kind = context.kindOf(resource);
  const { changes, refused } = await (kind.returned?.(restoring, living) ?? returnLinks(restoring, living));
  warnNotRestored(context, resource, await namedTo(restoring, resource, [...new Set(refused)]), of);
  return [...changes];
}

const none: Returned = { changes: [], refused: [] };

/** What a link leads from or to. */
export interface End {
  readonly kind: Resource;
  readonly urn: string;
}

/** Those whose ends all live. The others wait for the first end that is still deleted. */
export async function withLivingEnds<One>(
  { transaction }: Pick<Restoring, 'transaction'>,
  all: readonly One[],
  of: (one: One) => { readonly link: Omit<EndedLink, 'cause'>; readonly ends: readonly End[] },
): Promise<One[]> {
  const known = all.map((one) => ({ one, ...of(one) }));
  const living = new Set<string>();
  for (const [kind, ends] of groupBy<End, Resource>(
    known.flatMap(({ ends }) => ends),
    (end) => end.kind,
  ))
    for (const urn of await livingAmong(transaction, kind, [...new Set(ends.map((end) => end.urn))])) living.add(urn);
  const deadEnd = (ends: readonly End[]): End | undefined => ends.find(({ urn }) => !living.has(urn));
  const waiting = known.flatMap(({ link, ends }) => {
    const dead = deadEnd(ends);
    return dead ? [{ ...link, cause: dead.urn }] : [];
  });
  await keepWaiting(transaction, waiting);
  return known.flatMap(({ one, ends }) => (deadEnd(ends) ? [] : [one]));
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
