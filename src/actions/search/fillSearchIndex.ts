// Indexes resources that are missing from the search index: those from before it was created. Runs in the background, a
// few rows at a time, in one process at a time. What fails is tried again after a while; if interrupted, the next start continues.
import { setTimeout as wait } from 'node:timers/promises';
import {
  firstUrn,
  inBackground,
  isComplete,
  isFilled,
  markFilled,
  mayFill,
  unindexed,
} from '../../database/search/searchFillStore.ts';
import { reindex } from '../../database/search/searchIndexStore.ts';
import { searchSources } from '../../database/search/searchSource.ts';
import { countQueued } from '../../database/search/searchQueueStore.ts';
import { requireCaller } from '../../engine/authorize.ts';
import type { Context } from '../../engine/context.ts';
import type { Database } from '../../database/connection/database.ts';
import { settleIndex, type Searching } from './indexQueue.ts';

/** What the filling works with. */
export interface FillParts {
  readonly database: Database;
  /** Hears of each step that failed, and when it is tried again. */
  readonly report: (error: unknown) => void;
}

/** Resources per transaction. */
const batch = 50;

/** How long to wait for another process that fills the index, in milliseconds. */
const whileOthersFill = 1_000;

/** How long to wait after a step that failed, in milliseconds: twice as long each time, up to the second. */
const firstPause = 1_000;
const longestPause = 300_000;

/** Starts filling; the answer ends it and waits for the transaction that is running. */
export function startFillingSearchIndex(parts: FillParts): () => Promise<void> {
  const stop = new AbortController();
  const work = fill(parts, stop.signal);
  return async () => {
    stop.abort();
    await work;
  };
}

/** How far searches of the caller see: everything, or not yet all that is there. Waits a moment for what was just written. */
export async function searchStatus(context: Searching): Promise<'FULL_RESULT' | 'PARTIAL_RESULT'> {
  const isSettled = await settleIndex(context);
  return isSettled && (await isFilled(context.database)) ? 'FULL_RESULT' : 'PARTIAL_RESULT';
}

/** How far the index is behind what the caller's tenant has stored. UNAUTHENTICATED without a caller. */
export async function readSearchIndex({
  database,
  viewer,
}: Pick<Context, 'database' | 'viewer'>): Promise<{ readonly isComplete: boolean; readonly waiting: number }> {
  requireCaller(viewer);
  const [isWhole, waiting] = await Promise.all([isFilled(database), countQueued(database, viewer.tenantUrn)]);
  return { isComplete: isWhole, waiting };
}

async function fill(parts: FillParts, signal: AbortSignal): Promise<void> {
  const { database } = parts;
  const insist = <T>(work: () => Promise<T>): Promise<T | null> => untilDone(work, parts, signal);
  if ((await insist(() => isComplete(database))) !== false) return;
  for (const { kind } of searchSources) {
    let after: string | null = firstUrn;
    while (after !== null) {
      if (signal.aborted) return;
      const from: string = after;
      const begun = performance.now();
      const next: FillStep | null = await insist(() => step(database, kind, from));
      if (!next) return;
      // As much time for everything else as was taken.
      const rest = next.isElsewhere ? whileOthersFill : next.after === null ? 0 : performance.now() - begun;
      after = next.after;
      await wait(rest, undefined, { signal }).catch(() => undefined);
    }
  }
  await insist(() => markFilled(database));
}

// What the work answered once it did; null when it was to end before. Whatever else fails is the same work a little later.
async function untilDone<T>(work: () => Promise<T>, { report }: FillParts, signal: AbortSignal): Promise<T | null> {
  for (let pause = firstPause; !signal.aborted; pause = Math.min(2 * pause, longestPause)) {
    try {
      return await work();
    } catch (error) {
      const again = `trying again in ${String(pause / 1_000)} s`;
      report(new Error(`The search index could not be filled further; ${again}`, { cause: error }));
      await wait(pause, undefined, { signal }).catch(() => undefined);
    }
  }
  return null;
}

interface FillStep {
  /** The urn to go on after; null when the kind is done. */
  readonly after: string | null;
  /** Whether another process fills the index now. */
  readonly isElsewhere: boolean;
}

function step(database: Database, kind: string, after: string): Promise<FillStep> {
  return database.transaction(async (transaction) => {
    if (!(await mayFill(transaction))) return { after, isElsewhere: true };
    const urns = await unindexed(transaction, kind, after, batch);
    reindex(transaction, kind, urns, inBackground);
    return { after: urns.length < batch ? null : (urns.at(-1) ?? null), isElsewhere: false };
  });
}
