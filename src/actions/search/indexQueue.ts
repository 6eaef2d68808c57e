// Writes the documents of changed entities, and of what one write changed much of, after the commit: soon, many changes of one entity
// together, and in one process of all at once. What is searched for right after a write waits for it, for a moment.
import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from '../../database/connection/database.ts';
import type { SearchedVersion } from '../../database/search/searchSource.ts';
import type { Context } from '../../engine/context.ts';
import { areRowsQueued, indexQueuedRows } from '../../database/search/searchRowQueue.ts';
import { indexQueued, isQueued } from '../../database/search/searchQueueStore.ts';

/** What indexing works with. */
export interface IndexQueueParts {
  readonly database: Database;
  /** Called for steps that failed; the next one tries again. */
  readonly report: (error: unknown) => void;
}

/** What of a context a search waits with. */
export type Searching = Pick<Context, 'database' | 'viewer' | 'limits'>;

const quietMillis = 1_000;
const gatherMillis = 3_000;
const restFactor = 3;
const behindMillis = 10_000;

/**
 * When indexing begins, of changes since `first` the newest of which was `last`: once there was none for a second, and after three
 * seconds at the latest. Editors save as their users type, and many pages are written at once; what indexing keeps up with, a
 * search still has done within its wait. In milliseconds, as everything here.
 */
export function indexingDue({ first, last }: { readonly first: number; readonly last: number }): number {
  return Math.min(last + quietMillis, first + gatherMillis);
}

/** A round over what waits: over all that waited when it began, at `since`, the newest of which was `upTo`. */
export interface Round {
  readonly since: number;
  readonly upTo: number;
}

/** The round that a step which began at `begun` belongs to: the one that is going on until the step finds only what came later. */
export function roundOf(
  { oldest, newest }: { readonly oldest: number; readonly newest: number },
  { round, begun }: { readonly round: Round | null; readonly begun: number },
): Round {
  return round !== null && oldest <= round.upTo ? round : { since: begun, upTo: newest };
}

/**
 * How long indexing rests after a step, of a round that began at `since`, when the newest change was `last`: three times as long as
 * the step while changes come, for whoever writes, and so that pages which change again are indexed once; only as long when none
 * comes, and once the round has taken ten seconds, for then what waits longest has waited that long.
 */
export function restAfter(
  step: { readonly begun: number; readonly ended: number },
  { since, last }: { readonly since: number; readonly last: number },
): number {
  const isForOthers = step.ended < last + quietMillis && step.ended < since + behindMillis;
  return (step.ended - step.begun) * (isForOthers ? restFactor : 1);
}

const againMillis = 20;
/** The net under processes that ended before they indexed what they had written. */
const pollMillis = 30_000;

/** Starts indexing what commits of this process have queued; the answer ends it and waits for the step that is running. */
export function startIndexingQueue({ database, report }: IndexQueueParts): () => Promise<void> {
  const stop = new AbortController();
  let timer: NodeJS.Timeout | null = null;
  let running: Promise<void> = Promise.resolve();
  let last = -Infinity;
  // What is changed again while indexing rests is indexed once, and a search that needs it at once does not wait for this.
  const work = async (): Promise<void> => {
    let round: Round | null = null;
    while (!stop.signal.aborted) {
      const begun = performance.now();
      const step = await indexQueued(database, { version: 'LATEST', tenant: null });
      const rows = await indexQueuedRows(database, null);
      if (step.isElsewhere || rows.isElsewhere) soon();
      if (step.indexed + rows.indexed === 0) return;
      if (step.indexed > 0) round = roundOf(step, { round, begun });
      const rest = restAfter({ begun, ended: performance.now() }, { since: round?.since ?? begun, last });
      await wait(rest, undefined, stop).catch(() => undefined);
    }
  };
  const soon = (): void => {
    if (timer || stop.signal.aborted) return;
    const first = performance.now();
    const look = (): void => {
      const left = indexingDue({ first, last: Math.max(first, last) }) - performance.now();
      if (left > 0) {
        timer = setTimeout(look, left);
        return;
      }
      timer = null;
      running = running.then(work).catch(report);
    };
    look();
  };
  const stopListening = database.onAnnounced(() => {
    last = performance.now();
    soon();
  });
  const poll = setInterval(soon, pollMillis);
  poll.unref();
  soon();
  return async () => {
    stop.abort();
    stopListening();
    clearInterval(poll);
    if (timer) clearTimeout(timer);
    await running;
  };
}

/** Where a search looks, and in which values of content. */
export interface Sought {
  readonly includeScopes: readonly string[];
  readonly version: SearchedVersion;
}

/**
 * Waits until what the caller's tenant had committed of what is sought is indexed, for SEARCH_WAIT_MS at most; returns whether
 * it is. It is indexed before what other tenants have waiting. Who looks for pages that are live waits for no drafts, and who looks
 * for nothing but pages for nothing else.
 */
export async function settleIndex(
  { database, viewer, limits }: Searching,
  { includeScopes, version }: Sought,
): Promise<boolean> {
  const until = performance.now() + limits.searchWaitMillis;
  const tenant = viewer.tenantUrn;
  const queues = [
    includeScopes.includes('ENTITY') && {
      isQueued: () => isQueued(database, { version, tenant }),
      step: (time: Database) => indexQueued(time, { version, tenant }),
    },
    includeScopes.some((scope) => scope !== 'ENTITY') && {
      isQueued: () => areRowsQueued(database, tenant),
      step: (time: Database) => indexQueuedRows(time, tenant),
    },
  ].filter((queue) => queue !== false);
  for (;;) {
    const are = await Promise.all(queues.map((queue) => queue.isQueued()));
    const queue = queues[are.indexOf(true)];
    if (!queue) return true;
    const left = until - performance.now();
    if (left <= 0) return false;
    // Searches go on with what is indexed; who indexes in the background reports what went wrong.
    const step = await queue.step(database.within(left)).catch(() => null);
    if (step === null) return false;
    if (step.indexed === 0) await wait(againMillis);
  }
}
