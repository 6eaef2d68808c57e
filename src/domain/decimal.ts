// Exact decimal numbers and amounts in minor units; nothing here passes through a floating point number.
import { isInt64 } from './int64.ts';

/** A decimal number: `digits` × 10^-`scale`. */
export interface Decimal {
  readonly digits: bigint;
  readonly scale: number;
}

// The bound on the length keeps a hostile text from costing time; no amount or rate comes near it.
const longest = 100;
const shape = /^(-?)(0|[1-9]\d*)(?:\.(\d+))?$/;

/**
 * Reads a decimal text such as `-12.50`: digits, an optional `-` in front, optional decimals after a point.
 * Null for anything else: `+1`, `.5`, `5.`, `007`, `1e3`, `1,5`, spaces, more than 100 characters.
 */
export function parseDecimal(text: unknown): Decimal | null {
  const parts = typeof text === 'string' && text.length <= longest ? shape.exec(text) : null;
  if (parts === null) return null;
  const [, sign, whole, decimals = ''] = parts;
  return { digits: BigInt(`${sign}${whole}${decimals}`), scale: decimals.length };
}

/** An amount in minor units as decimal text with exactly `exponent` decimals: 1250 with exponent 2 is `12.50`. */
export function formatMinor(unitValue: bigint, exponent: number): string {
  const sign = unitValue < 0n ? '-' : '';
  const digits = (unitValue < 0n ? -unitValue : unitValue).toString().padStart(exponent + 1, '0');
  if (exponent === 0) return sign + digits;
  return `${sign}${digits.slice(0, -exponent)}.${digits.slice(-exponent)}`;
}

/**
 * The minor units of a decimal text: `12.50` with exponent 2 is 1250. Zeros beyond the exponent are taken.
 * Null when the text is no decimal, has more decimals than the exponent allows, or does not fit 64 bits.
 */
export function toMinor(text: unknown, exponent: number): bigint | null {
  const decimal = parseDecimal(text);
  if (decimal === null) return null;
  const missing = exponent - decimal.scale;
  const surplus = 10n ** BigInt(Math.max(0, -missing));
  if (decimal.digits % surplus !== 0n) return null;
  const minor = (decimal.digits * 10n ** BigInt(Math.max(0, missing))) / surplus;
  return isInt64(minor) ? minor : null;
}

/**
 * `a` (decimal text) times `b` (minor units), rounded to whole minor units, halves away from zero. The result may be
 * larger than 64 bits. Throws a RangeError when `a` is no decimal text.
 */
export function multiplyHalfUp(a: string, b: bigint): bigint {
  const factor = parseDecimal(a);
  if (factor === null) throw new RangeError('The factor is not a decimal number.');
  const product = factor.digits * b;
  const unit = 10n ** BigInt(factor.scale);
  const size = product < 0n ? -product : product;
  const rounded = (size * 2n + unit) / (unit * 2n);
  return product < 0n ? -rounded : rounded;
}
