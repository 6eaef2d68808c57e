// The current state of the service, read from the database on each scrape: values that one process cannot count as they
// change, because other processes take part in them.
import type { Database, PoolState, ReadCounts } from '../database/connection/database.ts';
import { logState, type LogState } from '../database/events/sequenceStore.ts';
import { queueState, type QueueState } from '../database/events/webhookHealthStore.ts';

/** The state of the service. Values that come from the database are null while it does not respond. */
export interface OperatorState {
  readonly log: LogState | null;
  readonly queue: QueueState | null;
  readonly pools: readonly PoolState[];
  /** Null where there are no standbys to read from. */
  readonly reads: ReadCounts | null;
}

/** Reads the state; `report` hears why the database did not answer. Never throws. */
export async function readOperatorState(database: Database, report: (error: unknown) => void): Promise<OperatorState> {
  // Before the reads below take connections of their own.
  const pools = database.pools();
  const reads = database.readCounts();
  try {
    const [log, queue] = await Promise.all([logState(database), queueState(database)]);
    return { log, queue, pools, reads };
  } catch (error) {
    report(error);
    return { log: null, queue: null, pools, reads };
  }
}
