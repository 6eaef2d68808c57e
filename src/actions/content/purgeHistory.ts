// Removes values that were replaced long ago, where the operator does not keep them for good. Resource reference, the table of
// limits: "History values kept per item".
import { keepPlace, keptPlace, removeSuperseded, supersededAfter } from '../../database/content/historyStore.ts';
import type { Observe } from '../../domain/observation.ts';
import type { Services } from '../../engine/context.ts';

/** What the work needs. */
export type HistoryPurgeParts = Pick<Services, 'database' | 'limits'> & { readonly observe: Observe };

// With a round each ten minutes, a day sees three million entries: late by a few days at most where there are many.
const usual = { atOnce: 500, perRound: 20_000 };

/**
 * Looks through some of all histories, from where the round before ended, of whichever process; returns the number of values
 * removed. Without HISTORY_RETENTION_DAYS nothing is ever removed, and no statement is sent.
 */
export async function purgeHistory(
  { database, limits, observe }: HistoryPurgeParts,
  { atOnce, perRound }: { readonly atOnce: number; readonly perRound: number } = usual,
): Promise<number> {
  const { historyRetentionDays: days } = limits;
  if (days === null) return 0;
  let total = 0;
  let place = await keptPlace(database);
  for (let seen = 0; seen < perRound; seen += atOnce) {
    const found = await supersededAfter(database, place, { days, limit: atOnce });
    const removed =
      found.entries.length === 0
        ? 0
        : await database.transaction((transaction) => removeSuperseded(transaction, found, days));
    total += removed;
    if (removed > 0) observe({ kind: 'ROWS_PURGED', rows: removed });
    place = found.next;
    if (!place) break;
  }
  await keepPlace(database, place);
  return total;
}
