// 64 bit integers on their way in: text, bigint or number to one canonical text. Pure.

const shape = /^-?(?:0|[1-9]\d{0,18})$/;

/** The smallest 64 bit integer. */
export const smallestInt64 = -(2n ** 63n);
/** The largest 64 bit integer. */
export const largestInt64 = 2n ** 63n - 1n;

/**
 * The canonical decimal text of a 64 bit integer given as digits (an optional `-`, no leading zeros), as a bigint or as a
 * safe integer. Null for anything else. A number beyond 2^53-1 is refused because reading it has already rounded it.
 */
export function parseInt64(value: unknown): string | null {
  if (typeof value === 'bigint') return isInt64(value) ? value.toString() : null;
  if (typeof value === 'number') return Number.isSafeInteger(value) ? String(value) : null;
  if (typeof value !== 'string' || !shape.test(value)) return null;
  const integer = BigInt(value);
  return isInt64(integer) ? integer.toString() : null;
}

/** Whether an integer fits 64 bits. */
export function isInt64(value: bigint): boolean {
  return value >= smallestInt64 && value <= largestInt64;
}
