// The queues before connections. Whoever waits is counted, callers get connections in turn, and none of them has all.
import { createBoundedQueue, type BoundedQueue } from '../../domain/boundedQueue.ts';
import { connectionLost } from './databaseErrors.ts';
import { countBytes, type DatabaseTime } from './databaseTime.ts';
import type { RequestReadSizes } from './largeReads.ts';
import type { Statement } from './statement.ts';

/** A queue before so many connections, of which one caller never has all, unless they are too few to be kept free. */
export const connectionQueue = (places: number, limits: { mostWaiting: number; waitMillis: number }): BoundedQueue =>
  createBoundedQueue(places, { ...limits, mostOfOne: places < 4 ? places : Math.floor(places * 0.9) });

/** Single statements; a request has many at a time. */
export const statementLimits = { mostWaiting: 10_000, waitMillis: 10_000 } as const;

/** The request that a statement is run for. */
export interface StatementRequest {
  /** Called before the statement is sent. */
  readonly onStatement: (statement: Statement) => void;
  readonly time: DatabaseTime;
  /** Whose statement it is. */
  readonly caller: string;
  readonly sizes: RequestReadSizes | null;
}

/**
 * Runs the statement and gives up its place. The place is kept until the request is one of the large ones, if it is large: what was
 * read and waits is in memory.
 */
export async function runInPlace<Rows>(
  leave: () => void,
  statement: Statement,
  { onStatement, time, sizes }: StatementRequest,
  run: (time: DatabaseTime) => Promise<Rows>,
): Promise<Rows> {
  try {
    // Nothing has been sent: it may be tried again.
    if (time.left() === 0) throw connectionLost();
    onStatement(statement);
    const counted = countBytes(time);
    const rows = await run(counted);
    await sizes?.after(statement, counted.bytes());
    return rows;
  } finally {
    leave();
  }
}
