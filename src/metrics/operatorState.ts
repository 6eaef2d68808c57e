// How the service stands right now, read from the database when the operator asks: what cannot be counted as it happens
// because other processes take part in it.
import type { Database, PoolState } from '../database/database.ts';
import { logState, type LogState } from '../database/sequenceStore.ts';
import { queueState, type QueueState } from '../database/webhookHealthStore.ts';

/** The state of the service. What the database would have told is null while it does not answer. */
export interface OperatorState {
  readonly log: LogState | null;
  readonly queue: QueueState | null;
  readonly pools: readonly PoolState[];
}

/** Reads the state; `report` hears why the database did not answer. Never throws. */
export async function readOperatorState(database: Database, report: (error: unknown) => void): Promise<OperatorState> {
  // Before the reads below take connections of their own.
  const pools = database.pools();
  try {
    const [log, queue] = await Promise.all([logState(database), queueState(database)]);
    return { log, queue, pools };
  } catch (error) {
    report(error);
    return { log: null, queue: null, pools };
  }
}
