// Ways to corrupt good evidence. Each is one of the faults the crash run looks for; a checker that does not report one
// is itself broken.
import type { Evidence, StreamJournal } from './evidence.ts';

/** One fault: the evidence when it has happened, and the first words of the violation the checker must report. */
export interface Breakage {
  readonly tells: string;
  readonly spoil: (evidence: Evidence) => Evidence;
}

function withStream(evidence: Evidence, change: (stream: StreamJournal) => StreamJournal['seen']): Evidence {
  return { ...evidence, streams: evidence.streams.map((s, at) => (at === 0 ? { ...s, seen: change(s) } : s)) };
}

/** The list without its middle member. */
function without<T>(list: readonly T[]): T[] {
  return list.filter((_, at) => at !== list.length >> 1);
}

/** The list with its middle member changed. */
function altered<T>(list: readonly T[], change: (member: T) => T): T[] {
  return list.map((member, at) => (at === list.length >> 1 ? change(member) : member));
}

function firstWhere<T>(list: readonly T[], isIt: (member: T) => boolean, change: (member: T) => T): T[] {
  const found = list.findIndex(isIt);
  return list.map((member, at) => (at === found ? change(member) : member));
}

/** Every fault there is a check for. */
export const breakages: readonly Breakage[] = [
  { tells: 'lost event', spoil: (e) => withStream(e, ({ seen }) => without(seen)) },
  {
    tells: 'phantom event',
    spoil: (e) => withStream(e, ({ seen }) => altered(seen, (s) => ({ ...s, id: crypto.randomUUID() }))),
  },
  {
    tells: 'inverted event',
    spoil: (e) => withStream(e, ({ seen }) => [...seen.slice(1, -1), ...seen.slice(-1), ...seen.slice(0, 1)]),
  },
  {
    tells: 'duplicate event',
    spoil: (e) =>
      withStream(e, ({ seen }) => [...seen, ...seen.slice(-1).map((s) => ({ ...s, id: crypto.randomUUID() }))]),
  },
  {
    tells: 'wrong event',
    spoil: (e) => withStream(e, ({ seen }) => altered(seen, (s) => ({ ...s, version: s.version + 1 }))),
  },
  {
    tells: 'lost change',
    spoil: (e) => ({
      ...e,
      writes: firstWhere(
        e.writes,
        (w) => w.outcome === 'ACKNOWLEDGED' && w.version !== null,
        (w) => ({ ...w, version: 9_999_999 }),
      ),
    }),
  },
  {
    tells: 'invented change',
    spoil: (e) => ({ ...e, writes: e.writes.filter((w) => w.value !== e.objects[0]?.value) }),
  },
  {
    tells: 'lost trigger',
    spoil: (e) => ({ ...e, triggers: e.triggers.filter((t) => t.target !== e.objects[0]?.urn) }),
  },
  { tells: 'gap in the log', spoil: (e) => ({ ...e, triggers: without(e.triggers) }) },
  {
    tells: 'unnumbered trigger',
    spoil: (e) => ({ ...e, triggers: altered(e.triggers, (t) => ({ ...t, sequence: null })) }),
  },
  {
    tells: 'duplicate trigger',
    spoil: (e) => ({
      ...e,
      triggers: [...e.triggers, ...e.triggers.filter((t) => t.target === e.objects[0]?.urn).slice(0, 1)],
    }),
  },
  {
    tells: 'phantom trigger',
    spoil: (e) => ({
      ...e,
      triggers: firstWhere(
        e.triggers,
        (t) => t.target === e.objects[0]?.urn,
        (t) => ({ ...t, target: crypto.randomUUID() }),
      ),
    }),
  },
  {
    tells: 'inverted trigger',
    spoil: (e) => {
      const own = e.triggers.filter((t) => t.target === e.objects.find((o) => o.version > 1)?.urn);
      const [first, second] = own;
      const swap = new Map([
        [first?.id, second?.sequence],
        [second?.id, first?.sequence],
      ]);
      return { ...e, triggers: e.triggers.map((t) => ({ ...t, sequence: swap.get(t.id) ?? t.sequence })) };
    },
  },
  { tells: 'lost or duplicate delivery', spoil: (e) => ({ ...e, deliveries: without(e.deliveries) }) },
  {
    tells: 'lost delivery',
    spoil: (e) => ({ ...e, deliveries: altered(e.deliveries, (d) => ({ ...d, status: 'PENDING' })) }),
  },
  {
    tells: 'phantom delivery',
    spoil: (e) => ({ ...e, requests: altered(e.requests, (r) => ({ ...r, id: crypto.randomUUID() })) }),
  },
  {
    tells: 'changed delivery',
    spoil: (e) => ({
      ...e,
      requests: [...e.requests, ...e.requests.slice(-1).map((r) => ({ ...r, digest: 'other' }))],
    }),
  },
  { tells: 'inverted delivery', spoil: (e) => ({ ...e, requests: [...e.requests].reverse() }) },
  {
    tells: 'early completeness',
    spoil: (e) => ({ ...e, requests: e.requests.map((r, at) => (at === 0 ? { ...r, completeUntil: e.log.last } : r)) }),
  },
];

/** The breakages that the checker, given corrupted evidence, does not report. */
export function sensitive(evidence: Evidence, check: (evidence: Evidence) => readonly string[]): string[] {
  return breakages
    .filter(({ tells, spoil }) => !check(spoil(evidence)).some((s) => s.startsWith(tells)))
    .map((b) => b.tells);
}
