// Writes the documents of changed entities after the commit: soon, many changes of one entity together, and in one process of
// all at once. What is searched for right after a write waits for it, for a moment.
import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from '../../database/connection/database.ts';
import type { Context } from '../../engine/context.ts';
import { indexQueued, isQueued } from '../../database/search/searchQueueStore.ts';

/** What indexing works with. */
export interface IndexQueueParts {
  readonly database: Database;
  /** Called for steps that failed; the next one tries again. */
  readonly report: (error: unknown) => void;
}

/** What of a context a search waits with. */
export type Searching = Pick<Context, 'database' | 'viewer' | 'limits'>;

/** Changes that come within this time are indexed together, in milliseconds: editors save as their users type. */
const gatherMillis = 1_000;
/** How much longer than indexing everything else is given, and after how many milliseconds of indexing only as long. */
const restFactor = 3;
const behindMillis = 10_000;
const againMillis = 20;
/** The net under processes that ended before they indexed what they had written. */
const pollMillis = 30_000;

/** Starts indexing what commits of this process have queued; the answer ends it and waits for the step that is running. */
export function startIndexingQueue({ database, report }: IndexQueueParts): () => Promise<void> {
  const stop = new AbortController();
  let timer: NodeJS.Timeout | null = null;
  let running: Promise<void> = Promise.resolve();
  // What is changed again while indexing rests is indexed once, and a search that needs it at once does not wait for this.
  const work = async (): Promise<void> => {
    const behindAt = performance.now() + behindMillis;
    while (!stop.signal.aborted) {
      const begun = performance.now();
      const { indexed, isElsewhere } = await indexQueued(database);
      if (isElsewhere) soon();
      if (indexed === 0) return;
      const now = performance.now();
      await wait((now - begun) * (now < behindAt ? restFactor : 1), undefined, stop).catch(() => undefined);
    }
  };
  const soon = (): void => {
    if (timer || stop.signal.aborted) return;
    timer = setTimeout(() => {
      timer = null;
      running = running.then(work).catch(report);
    }, gatherMillis);
  };
  const stopListening = database.onAnnounced(soon);
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

/** Waits until what the caller's tenant had committed is indexed, for SEARCH_WAIT_MS at most; returns whether it is. */
export async function settleIndex({ database, viewer, limits }: Searching): Promise<boolean> {
  const until = performance.now() + limits.searchWaitMillis;
  const tenant = viewer.tenantUrn;
  for (;;) {
    if (!(await isQueued(database, tenant))) return true;
    const left = until - performance.now();
    if (left <= 0) return false;
    // Searches go on with what is indexed; who indexes in the background reports what went wrong.
    const step = await indexQueued(database.within(left)).catch(() => null);
    if (step === null) return false;
    if (step.isElsewhere) await wait(againMillis);
  }
}
