// Removes values that were replaced long ago, where the operator does not keep them for good. Resource reference, the table of
// limits: "History values kept per item".
import { removeSuperseded, supersededAfter, type HistoryPlace } from '../../database/content/historyStore.ts';
import { newUrn } from '../../domain/urn.ts';
import type { Observe } from '../../domain/observation.ts';
import type { Services } from '../../engine/context.ts';

/** What the work needs. */
export type HistoryPurgeParts = Pick<Services, 'database' | 'limits'> & { readonly observe: Observe };

/** Looks through some of all histories, each time where it ended before; returns the number of values removed. */
export type HistoryPurge = () => Promise<number>;

const entriesAtOnce = 500;

// With a round each ten minutes, a day sees three million entries: late by a few days at most where there are many.
const entriesPerRound = 20_000;

/**
 * Starts behind any item, so that processes that are restarted often get to all of them. Without HISTORY_RETENTION_DAYS
 * nothing is ever removed, and the database not asked.
 */
export function createHistoryPurge(
  { database, limits, observe }: HistoryPurgeParts,
  start: string = newUrn(),
): HistoryPurge {
  const { historyRetentionDays: days } = limits;
  let place: HistoryPlace | null = { item: start, version: '0' };
  return async () => {
    if (days === null) return 0;
    let total = 0;
    for (let seen = 0; seen < entriesPerRound; seen += entriesAtOnce) {
      const found = await supersededAfter(database, place, { days, limit: entriesAtOnce });
      const removed =
        found.entries.length === 0
          ? 0
          : await database.transaction((transaction) => removeSuperseded(transaction, found, days));
      total += removed;
      if (removed > 0) observe({ kind: 'ROWS_PURGED', rows: removed });
      place = found.next;
      if (!place) break;
    }
    return total;
  };
}
