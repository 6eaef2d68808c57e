// Counts requests in this process alone, by the same rule as the shared counters: for as long as the database takes no
// writes. Every process then grants the whole limit.
import type { Lease, LeaseRequest } from '../../database/access/quotaStore.ts';

interface Known {
  readonly cell: number;
  readonly counts: readonly number[];
  readonly pacedUntil: number;
}

/** Counters of one process. */
export interface LocalQuotas {
  /** As `takeLeases` of the database. `now` is in seconds since 1970. */
  take(requests: readonly LeaseRequest[], seconds: number, now: number): Lease[];
}

/** Names that are kept; the oldest are evicted first. */
const mostKnown = 10_000;

/** Counters that have counted nothing yet. */
export function createLocalQuotas(): LocalQuotas {
  const known = new Map<string, Known>();
  return {
    take: (requests, seconds, now) =>
      requests.map((request) => {
        const before = known.get(request.key) ?? { cell: Math.floor(now), counts: [], pacedUntil: 0 };
        const { after, taken } = taking(before, request, seconds, now);
        known.delete(request.key);
        known.set(request.key, after);
        const [oldest] = known.keys();
        if (known.size > mostKnown && oldest !== undefined) known.delete(oldest);
        return { key: request.key, taken, ...after, now };
      }),
  };
}

// The steps of `takeLeases`: what comes back leaves its own second, then as much is given as window and burst allow.
function taking(
  before: Known,
  { limit, burst, needed, ahead, unspent }: LeaseRequest,
  seconds: number,
  now: number,
): { after: Known; taken: number } {
  const cell = Math.max(before.cell, Math.floor(now));
  const gap = seconds / limit;
  const counts = [...new Array<number>(Math.min(seconds + 1, cell - before.cell)).fill(0), ...before.counts];
  counts.length = Math.min(counts.length, seconds + 1);
  const back = unspent ? cell - unspent.cell : -1;
  const returned = unspent?.units ?? 0;
  if (counts[back] !== undefined) counts[back] = Math.max(0, counts[back] - returned);
  const used = counts.reduce((sum, n) => sum + n, 0);
  const paced = Math.min(now + burst * gap, Math.max(now, before.pacedUntil - returned * gap));
  const room = Math.max(0, Math.min(limit - used, Math.floor((now + burst * gap - paced) / gap + 1e-6)));
  const taken = Math.min(needed, room) + Math.min(ahead, Math.floor(Math.max(0, room - needed) / 4));
  counts[0] = (counts[0] ?? 0) + taken;
  return { after: { cell, counts, pacedUntil: paced + taken * gap }, taken };
}
