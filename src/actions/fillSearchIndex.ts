// Catches up with resources that the search index does not hold: those from before it was made. Runs beside everything
// else, a few rows at a time, in one process at once; where it ends early the next start goes on.
import { isComplete, firstUrn, markComplete, mayFill, unindexed } from '../database/searchFillStore.ts';
import { reindex } from '../database/searchIndexStore.ts';
import { searchedKinds } from '../database/searchSource.ts';
import type { Database } from '../database/database.ts';
import type { Context } from './context.ts';

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

/** How far searches see: everything, or not yet all that is there. */
export async function searchStatus(context: Pick<Context, 'database'>): Promise<'FULL_RESULT' | 'PARTIAL_RESULT'> {
  return (await isComplete(context.database)) ? 'FULL_RESULT' : 'PARTIAL_RESULT';
}

async function fill({ database }: FillParts, signal: AbortSignal): Promise<void> {
  for (const kind of searchedKinds) {
    let after: string | null = firstUrn;
    while (after !== null) {
      if (signal.aborted) return;
      const begun = performance.now();
      const next: Step = await step(database, kind, after);
      // As much time for everything else as was taken.
      const rest = next.isElsewhere ? whileOthersFill : next.after === null ? 0 : performance.now() - begun;
      after = next.after;
      await pause(rest, signal);
    }
  }
  await markComplete(database);
}

interface Step {
  /** The urn to go on after; null when the kind is done. */
  readonly after: string | null;
  /** Whether another process fills the index now. */
  readonly isElsewhere: boolean;
}

function step(database: Database, kind: string, after: string): Promise<Step> {
  return database.transaction(async (transaction) => {
    if (!(await mayFill(transaction))) return { after, isElsewhere: true };
    const urns = await unindexed(transaction, kind, after, batch);
    await reindex(transaction, kind, urns);
    return { after: urns.length < batch ? null : (urns.at(-1) ?? null), isElsewhere: false };
  });
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  if (milliseconds === 0 || signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal.addEventListener('abort', end);
  });
}
