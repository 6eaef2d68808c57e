// Lists that are derived from a viewer, each put together once for it: a tenant may have ten thousand companies, and a statement names
// them many times. Each knows how it is derived, so that a statement that is written once is filled in for other viewers.
import type { Viewer } from './viewer.ts';

/** How a value follows from a viewer. */
export interface Origin {
  /** Tells it from all others. */
  readonly key: string;
  readonly derive: (viewer: Viewer) => unknown;
}

/** The list that `derive` makes of the viewer; `key` is the same for every list that is derived so, and for no other. */
export function derivedList(
  viewer: Viewer,
  key: string,
  derive: (viewer: Viewer) => readonly string[],
): readonly string[] {
  const known = lists.get(viewer) ?? new Map<string, readonly string[]>();
  lists.set(viewer, known);
  const before = known.get(key);
  if (before) return before;
  // A list of its own: its identity is what its origin is known by.
  const list = Object.freeze([...derive(viewer)]);
  known.set(key, list);
  const origin: Origin = { key, derive: (other) => derivedList(other, key, derive) };
  origins.set(list, partsOfOthers.has(viewer) ? ofEveryone(origin) : origin);
  return list;
}

/** Says that the viewer stands for what `everyone` of others is: what follows from it follows from that of each. */
export function standsForEveryone(viewer: Viewer): Viewer {
  partsOfOthers.add(viewer);
  return viewer;
}

const partsOfOthers = new WeakSet<Viewer>();

const ofEveryone = ({ key, derive }: Origin): Origin => ({
  key: `everyone ${key}`,
  derive: ({ everyone }) => (everyone ? derive(everyone) : []),
});

/** The subjects of that scope that the viewer counts as, or of all scopes, in the order of their urns. */
export function subjectUrns(viewer: Viewer, scope: string | null): readonly string[] {
  // PostgreSQL sorts them for each look-up, which costs more than the look-up unless they are.
  return derivedList(viewer, `subjects ${scope ?? '*'}`, ({ subjects }) =>
    [...new Set(subjects.filter((s) => scope === null || s.scope === scope).map(({ urn }) => urn))].sort(),
  );
}

/** Those of all others. */
export function subjectsBeside(viewer: Viewer, scope: string): readonly string[] {
  return derivedList(viewer, `subjects beside ${scope}`, (of) => {
    const urns = new Set(subjectUrns(of, scope));
    return subjectUrns(of, null).filter((urn) => !urns.has(urn));
  });
}

/** How a list was derived; undefined for one that was not. */
export function originOf(list: readonly unknown[]): Origin | undefined {
  return origins.get(list);
}

const lists = new WeakMap<Viewer, Map<string, readonly string[]>>();
const origins = new WeakMap<readonly unknown[], Origin>();
