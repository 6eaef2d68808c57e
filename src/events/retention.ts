// Deletes events that are older than the retention period, in small batches. Resource reference 1.10.
import { deleteExpired, expireEvents } from '../database/events/sequenceStore.ts';
import type { Executor } from '../database/connection/statement.ts';

const pageSize = 1_000;
const deleteBatch = 200;

/** Moves the beginning of the log and deletes what lies before it; says how many triggers went. */
export async function purgeOldEvents(executor: Executor, days: number): Promise<number> {
  while (await expireEvents(executor, days, pageSize));
  let gone = 0;
  for (;;) {
    const deleted = await deleteExpired(executor, deleteBatch);
    gone += deleted;
    if (deleted < deleteBatch) return gone;
  }
}
