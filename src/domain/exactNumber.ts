// Numbers of JSON and of GraphQL documents, read so that none changes without a word. Pure.
import { withoutTrailing } from './text.ts';

/** A number that a double would change: its digits as they were sent. The rule of its field says what becomes of it. */
export class InexactNumber {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  /** As it was sent: messages about it show that. */
  toJSON(): string {
    return this.text;
  }
}

/**
 * The value of a number's text: a double where that has the same value when it is written again, a bigint for a whole
 * number that a double cannot hold, and the text itself for anything else.
 */
export function exactNumber(text: string): number | bigint | InexactNumber {
  const value = Number(text);
  const isWhole = /^-?[0-9]+$/.test(text);
  if (isWhole && Number.isSafeInteger(value)) return value;
  // Beyond the largest double: the rules of fields know infinity, and nobody needs all of its digits.
  if (!Number.isFinite(value)) return value;
  if (isWhole) return BigInt(text);
  const shortest = String(value);
  return text === shortest || sameDecimal(text, shortest) ? value : new InexactNumber(text);
}

/** Most digits of a whole number that is looked at as one: more than 64 bits have. */
const mostDigits = 20;

/** The whole number that a text stands for, with a power of ten or without; null for one of more than 20 digits, and for anything else. */
export function wholeOf(text: string): bigint | null {
  if (!/^-?[0-9]/.test(text)) return null;
  const { digits, exponent } = decimalOf(text);
  if (digits === '') return 0n;
  if (exponent < 0 || digits.length + exponent > mostDigits) return null;
  const whole = BigInt(digits + '0'.repeat(exponent));
  return text.startsWith('-') ? -whole : whole;
}

/** Whether two texts of numbers stand for the same decimal value. */
function sameDecimal(one: string, other: string): boolean {
  const [a, b] = [decimalOf(one), decimalOf(other)];
  return a.digits === b.digits && (a.digits === '' || a.exponent === b.exponent);
}

// Digits without zeros at either end, and the power of ten of the last of them. A double keeps the sign.
function decimalOf(text: string): { readonly digits: string; readonly exponent: number } {
  const [, whole = '', fraction = '', power = '0'] =
    /^-?([0-9]+)(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]+))?$/.exec(text) ?? [];
  const all = (whole + fraction).replace(/^0+/, '');
  const digits = withoutTrailing(all, '0');
  return { digits, exponent: Number(power) - fraction.length + all.length - digits.length };
}
