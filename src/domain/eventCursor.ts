// The cursor of an event: `epoch.sequence`. The sequence is its number in the log of its tenant; the epoch is raised when the
// database has come back with another past, so that a number never stands for two events. Resource reference 9.7.
import { invalidCursor } from './errors.ts';

/** What a cursor stands for. */
export interface EventPosition {
  /** The past of the log that it is of, from 1. */
  readonly epoch: number;
  /** The number of the last event that was handled; 0 for none. */
  readonly sequence: number;
}

/** The cursor of a position. The same text for webhooks, subscriptions, queries and the list of triggers. */
export function eventCursor({ epoch, sequence }: EventPosition): string {
  return `${String(epoch)}.${String(sequence)}`;
}

/**
 * The position that a cursor stands for. A plain number is the cursor of a version that knew no epochs: of the first one,
 * and 0 the beginning of any. INVALID_CURSOR for anything else.
 * @param now the present epoch
 * @param name the parameter that it was given as
 */
export function eventPosition(cursor: string, now: number, name = 'after'): EventPosition {
  const [, epoch, sequence] = /^(?:([1-9][0-9]{0,8})\.)?([0-9]{1,15})$/.exec(cursor) ?? [];
  if (sequence === undefined) throw invalidCursor(name);
  const number = Number(sequence);
  if (epoch !== undefined) return { epoch: Number(epoch), sequence: number };
  return { epoch: number === 0 ? now : 1, sequence: number };
}

/** Of cursors of one tenant, the one that is furthest behind; null of none. */
export function earliestCursor(cursors: readonly string[]): string | null {
  const place = (cursor: string): number => Number(cursor.split('.')[1]);
  return cursors.reduce<string | null>(
    (least, one) => (least === null || place(one) < place(least) ? one : least),
    null,
  );
}
