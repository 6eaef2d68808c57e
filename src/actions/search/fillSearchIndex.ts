// Indexes resources that are missing from the search index: those from before it was created. Runs in the background, a
// few rows at a time, in one process at a time; if interrupted, the next start continues.
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
  /** Hears why it ended early. */
  readonly report: (error: unknown) => void;
}

/** Resources per transaction. */
const batch = 50;

/** How long to wait for another process that fills the index, in milliseconds. */
const whileOthersFill = 1_000;

/** Starts filling; the answer ends it and waits for the transaction that is running. */
export function startFillingSearchIndex(parts: FillParts): () => Promise<void> {
  const stop = new AbortController();
  const work = fill(parts, stop.signal).catch(parts.report);
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

async function fill({ database }: FillParts, signal: AbortSignal): Promise<void> {
  if (await isComplete(database)) return;
  for (const { kind } of searchSources) {
    let after: string | null = firstUrn;
    while (after !== null) {
      if (signal.aborted) return;
      const begun = performance.now();
      const next: FillStep = await step(database, kind, after);
      // As much time for everything else as was taken.
      const rest = next.isElsewhere ? whileOthersFill : next.after === null ? 0 : performance.now() - begun;
      after = next.after;
      await wait(rest, undefined, { signal }).catch(() => undefined);
    }
  }
  await markFilled(database);
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
