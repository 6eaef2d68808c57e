// 64 bit integers on their way in: text, bigint or number to one canonical text. Pure.
import { InexactNumber, wholeOf } from './exactNumber.ts';

const shape = /^-?(?:0|[1-9]\d{0,18})$/;

/** The smallest 64 bit integer. */
export const smallestInt64 = -(2n ** 63n);
/** The largest 64 bit integer. */
export const largestInt64 = 2n ** 63n - 1n;

/**
 * The canonical decimal text of a 64 bit integer given as digits (an optional `-`, no leading zeros), as a bigint or as a
 * number with the value of an integer, such as `1e18` and `1.0`. Null for anything else. A double beyond 2^53-1 stands for the
 * decimal number that it is written as: one that it would change is read as a bigint or as its text (exactNumber.ts).
 */
export function parseInt64(value: unknown): string | null {
  if (typeof value === 'bigint') return isInt64(value) ? value.toString() : null;
  if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value);
  if (typeof value === 'number' || value instanceof InexactNumber) {
    const whole = wholeOf(value instanceof InexactNumber ? value.text : String(value));
    return whole !== null && isInt64(whole) ? whole.toString() : null;
  }
  if (typeof value !== 'string' || !shape.test(value)) return null;
  const integer = BigInt(value);
  return isInt64(integer) ? integer.toString() : null;
}

/** Whether an integer fits 64 bits. */
export function isInt64(value: bigint): boolean {
  return value >= smallestInt64 && value <= largestInt64;
}
