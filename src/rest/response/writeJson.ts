// Bodies as JSON text. JSON.stringify cannot represent integers beyond 2^53-1, so such integers are bigint in a body
// and are serialized digit by digit here.
import { isInteger, parse, stringify } from 'lossless-json';

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

/** The JSON text of an object, of those of its members. */
export function objectText(members: Iterable<readonly [name: string, text: string]>): string {
  return `{${[...members].map(([name, text]) => `${JSON.stringify(name)}:${text}`).join(',')}}`;
}

/** The JSON text of a body some of whose members are texts already. */
export function bodyText(texts: Readonly<Record<string, string>>, rest: Readonly<Record<string, unknown>>): string {
  const values = Object.entries(rest).map(([name, value]) => [name, writeJson(value)] as const);
  return objectText([...Object.entries(texts), ...values]);
}

/** The body that JSON text holds, with 64 bit integers as `longNumber` gives them. */
export function readJson(text: string): unknown {
  return parse(text, null, (digits) => (isInteger(digits) ? longNumber(digits) : Number(digits)));
}
