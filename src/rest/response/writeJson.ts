// Bodies as JSON text. JSON.stringify cannot represent integers beyond 2^53-1, so such integers are bigint in a body
// and are serialized digit by digit here.
import { stringify } from 'lossless-json';

/**
 * A 64 bit integer, kept as digits, as a body holds it: a number where a double holds it exactly, else a bigint. Null
 * stays null.
 */
export function longNumber(value: unknown): number | bigint | null {
  if (value === null || value === undefined) return null;
  // Columns and computed values of this type hold digits; counts are numbers already.
  const digits = typeof value === 'number' || typeof value === 'bigint' ? value : BigInt(value as string);
  const number = Number(digits);
  return Number.isSafeInteger(number) ? number : BigInt(digits);
}

/** The JSON text of a body; a bigint in it becomes a JSON number with all its digits. */
export function writeJson(body: unknown): string {
  // Few bodies hold a bigint, and the built-in writer is several times faster: it is tried first and refuses them.
  try {
    return JSON.stringify(body);
  } catch {
    return stringify(body) ?? 'null';
  }
}
