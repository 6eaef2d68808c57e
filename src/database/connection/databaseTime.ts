// What one request may take of the database. Time: all its statements, transactions and queues together, so that deadlines of
// single steps do not add up; it runs only while something is waited for, so that a slow upload costs nothing. And bytes of rows,
// also of statements that run side by side: they are in memory together.
import { ServiceError } from '../../domain/errors.ts';

/** What is left for one request. */
export interface DatabaseTime {
  /** Milliseconds that are left; never negative. */
  left(): number;
  /** Counts bytes of rows as they come; whether they may be kept. */
  take(bytes: number): boolean;
  /** Does something that waits for the database. Throws TIMEOUT, and does nothing, when no time is left. */
  spend<T>(work: () => Promise<T>): Promise<T>;
}

/** Bytes of rows that one request may read. */
const mostBytes = 32 * 1024 * 1024;

const isNeverVain = (): boolean => false;

/** Time for one request, until it is in vain. Steps that run side by side are counted once. */
export function createDatabaseTime(milliseconds: number, isVain = isNeverVain): DatabaseTime {
  let spent = 0;
  let running = 0;
  let since = 0;
  let bytes = 0;
  const left = (): number =>
    isVain() ? 0 : Math.max(0, milliseconds - spent - (running > 0 ? performance.now() - since : 0));
  return {
    left,
    take(count) {
      bytes += count;
      return bytes <= mostBytes;
    },
    async spend(work) {
      if (left() === 0) throw new ServiceError('TIMEOUT');
      if (running === 0) since = performance.now();
      running += 1;
      try {
        return await work();
      } finally {
        running -= 1;
        if (running === 0) spent += performance.now() - since;
      }
    },
  };
}

/** For work that no request waits for: only its single steps are limited. */
export const unlimitedTime: DatabaseTime = { left: () => Infinity, take: () => true, spend: (work) => work() };

/** The same time for one statement, whose bytes of rows are counted. */
export function countBytes(time: DatabaseTime): DatabaseTime & { readonly bytes: () => number } {
  let bytes = 0;
  return {
    left: () => time.left(),
    take(count) {
      bytes += count;
      return time.take(count);
    },
    spend: (work) => time.spend(work),
    bytes: () => bytes,
  };
}
