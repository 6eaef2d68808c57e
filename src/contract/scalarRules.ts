// The rules of each scalar: what a request may send and which canonical value is stored. Rejects rather than alters: a
// value that cannot be stored exactly is a violation. Resource reference 1.1 and 1.10.
import { alpha2Of, canonicalCountry } from '../domain/country.ts';
import { canonicalCurrency } from '../domain/currency.ts';
import { parseDecimal } from '../domain/decimal.ts';
import { parseEmail } from '../domain/emailAddress.ts';
import type { Violation } from '../domain/errors.ts';
import { parseDate, parseInstant } from '../domain/instant.ts';
import { parseInt64 } from '../domain/int64.ts';
import { canonicalLocale, nearestLocale } from '../domain/locale.ts';
import { codePoints, isStorable } from '../domain/text.ts';
import { parseSelector } from '../domain/selector.ts';
import { isSafeUrl } from '../domain/url.ts';
import { parseUrn } from '../domain/urn.ts';
import { InexactNumber } from '../domain/exactNumber.ts';
import type { Field } from './resource.ts';

type Problem = Omit<Violation, 'path'>;
/** The canonical value, or the broken rule without its path. */
export type CheckedScalar = { readonly value: unknown } | { readonly problem: Problem };

const deepestJson = 64;

/** Checks one scalar (an element, where the field is a list) and gives its canonical value. */
export function checkScalar(field: Field, value: unknown): CheckedScalar {
  switch (field.typeName) {
    case 'Boolean':
      return typeof value === 'boolean' ? { value } : format('true or false is expected.');
    case 'Int':
      return checkInt(field, value);
    case 'Float':
      return checkFloat(field, value);
    case 'Long':
      return checkLong(field, value);
    case 'JSON':
      return checkJson(field, value);
    case 'WriteBody':
      // Its members are checked by the rules of their kind.
      return isObject(value) ? { value } : format('A JSON object is expected.');
    case 'ID':
      return parsed(parseUrn(value), 'Expected a UUID of 36 characters.');
    default:
      return checkText(field, value);
  }
}

function checkText(field: Field, sent: unknown): CheckedScalar {
  if (typeof sent !== 'string') return format('Expected a string.');
  if (!isStorable(sent)) return format('NUL and lone surrogates are not allowed.');
  const selector = field.isPath ? parseSelector(sent) : { path: sent };
  if ('problem' in selector) return format(selector.problem);
  const value = selector.path;
  // A list's @length counts its elements, not their characters.
  if (field.length && !field.isList) {
    const count = codePoints(value);
    const { min, max } = field.length;
    if (count > max)
      return { problem: { code: 'TOO_LONG', message: `At most ${String(max)} characters.`, limit: max } };
    if (count < min)
      return { problem: { code: 'TOO_SHORT', message: `At least ${String(min)} characters.`, limit: min } };
  }
  switch (field.typeName) {
    case 'DateTime':
      return parsed(parseInstant(value), 'A date-time such as 2026-11-21T09:30:00.000Z is expected, with an offset.');
    case 'Date':
      return parsed(
        parseDate(value, { partial: field.name === 'birthDate' }),
        'A date such as 2026-11-21 is expected.',
      );
    case 'URL':
      return isSafeUrl(value, ['https', 'http', 'mailto', 'tel'])
        ? { value }
        : format('An absolute http, https, mailto or tel address is expected.');
    case 'LanguageTag':
      return checkLanguage(value);
    case 'Decimal':
      return parseDecimal(value) ? { value } : format('A decimal number such as 12.50 is expected.');
    case 'EmailAddress':
      return parsed(parseEmail(value), 'An e-mail address of at most 254 characters is expected.');
    case 'CurrencyCode':
      return checkCurrency(value);
    case 'CountryCode':
      return checkCountry(value);
    default:
      return { value };
  }
}

const leastInt = -(2 ** 31);
const mostInt = 2 ** 31 - 1;
const leastLong = -(2n ** 63n);
const mostLong = 2n ** 63n - 1n;

function checkInt(field: Field, value: unknown): CheckedScalar {
  const min = field.range?.min ?? leastInt;
  const max = field.range?.max ?? mostInt;
  // The JSON reader gives whole numbers beyond 2^53-1 as bigint.
  if (typeof value === 'bigint') return outside(value > 0n, min, max);
  if (typeof value !== 'number' || Number.isNaN(value)) return format('A whole number is expected.');
  if (Number.isFinite(value) && !Number.isInteger(value)) return format('A whole number is expected.');
  return value < min || value > max ? outside(value > max, min, max) : { value: value === 0 ? 0 : value };
}

// `limit` is the bound that was broken.
function outside(isAbove: boolean, min: number | bigint, max: number | bigint): CheckedScalar {
  const bound = isAbove ? max : min;
  const limit = typeof bound === 'bigint' ? String(bound) : bound;
  return { problem: { code: 'OUT_OF_RANGE', message: `Must be from ${String(min)} to ${String(max)}.`, limit } };
}

function checkFloat(field: Field, sent: unknown): CheckedScalar {
  // A double is rounded, as doubles are; what would become nothing is refused.
  const value = typeof sent === 'bigint' ? Number(sent) : sent instanceof InexactNumber ? Number(sent.text) : sent;
  if (sent instanceof InexactNumber && value === 0) {
    return {
      problem: { code: 'OUT_OF_RANGE', message: 'The number is too close to 0 for a double.', limit: Number.MIN_VALUE },
    };
  }
  if (typeof value !== 'number' || Number.isNaN(value)) return format('A number is expected.');
  const min = field.range?.min ?? -Number.MAX_VALUE;
  const max = field.range?.max ?? Number.MAX_VALUE;
  // PostgreSQL and JSON give -0 back as 0; it is stored as 0 from the start.
  return value < min || value > max ? outside(value > max, min, max) : { value: value === 0 ? 0 : value };
}

function checkLong(field: Field, value: unknown): CheckedScalar {
  const min = field.range?.min === undefined || field.range.min === null ? leastLong : BigInt(field.range.min);
  const max = field.range?.max === undefined || field.range.max === null ? mostLong : BigInt(field.range.max);
  const long = parseInt64(value);
  if (long !== null) {
    const exact = BigInt(long);
    return exact < min || exact > max ? outside(exact > max, min, max) : { value: long };
  }
  if (typeof value === 'bigint') return outside(value > 0n, min, max);
  const number = value instanceof InexactNumber ? Number(value.text) : value;
  const isBeyond = typeof number === 'number' && (Number.isInteger(number) || Math.abs(number) === Infinity);
  // Nearer to 0 a double may be whole where what was sent is not.
  if (isBeyond && Math.abs(number) >= 2 ** 63) return outside(number > 0, min, max);
  if (typeof value === 'string' && /^-?[1-9][0-9]*$/.test(value)) return outside(!value.startsWith('-'), min, max);
  return format('A whole number is expected.');
}

function checkJson(field: Field, value: unknown): CheckedScalar {
  if (!isObject(value)) return format('A JSON object is expected.');
  const problem = jsonProblem(value, 1);
  if (problem) return problem;
  const max = field.length?.max;
  const size = codePoints(JSON.stringify(value));
  if (max !== undefined && size > max) {
    return { problem: { code: 'TOO_LONG', message: `At most ${String(max)} characters as JSON text.`, limit: max } };
  }
  return { value };
}

function jsonProblem(value: unknown, depth: number): CheckedScalar | null {
  if (depth > deepestJson) {
    return {
      problem: { code: 'TOO_LONG', message: `At most ${String(deepestJson)} levels deep.`, limit: deepestJson },
    };
  }
  if (typeof value === 'string') return isStorable(value) ? null : format('NUL and lone surrogates are not allowed.');
  // The JSON reader hands over as bigint what a double cannot hold: it would not come back as it was sent.
  if (typeof value === 'bigint') {
    return { problem: { code: 'OUT_OF_RANGE', message: 'Store numbers beyond 2^53-1 in a Long Item or as text.' } };
  }
  if (typeof value === 'number' && !Number.isFinite(value)) {
    return { problem: { code: 'OUT_OF_RANGE', message: 'Numbers must be finite.' } };
  }
  if (value instanceof InexactNumber) {
    return {
      problem: {
        code: 'OUT_OF_RANGE',
        message: 'The number has more digits than a double can hold. Send it as a string.',
      },
    };
  }
  if (typeof value !== 'object' || value === null) return null;
  for (const [key, member] of Object.entries(value)) {
    const problem = jsonProblem(key, depth) ?? jsonProblem(member, depth + 1);
    if (problem) return problem;
  }
  return null;
}

function checkLanguage(value: string): CheckedScalar {
  const tag = canonicalLocale(value);
  if (tag !== null) return { value: tag };
  const near = nearestLocale(value);
  return { problem: { code: 'INVALID_ENUM', message: `Not a known locale tag; the nearest is ${near}.`, limit: near } };
}

function checkCurrency(value: string): CheckedScalar {
  const currency = canonicalCurrency(value);
  if (currency) return { value: currency.code };
  return { problem: { code: 'INVALID_ENUM', message: 'Not an ISO 4217 currency code.', limit: 'ISO 4217' } };
}

function checkCountry(value: string): CheckedScalar {
  const code = canonicalCountry(value);
  if (code !== null) return { value: code };
  const two = alpha2Of(value);
  const hint = two ? ` Did you mean ${two}?` : '';
  return {
    problem: { code: 'INVALID_ENUM', message: `A two-letter ISO 3166-1 code is expected.${hint}`, limit: 'ISO 3166-1' },
  };
}

function format(message: string): CheckedScalar {
  return { problem: { code: 'INVALID_FORMAT', message } };
}

function parsed(value: string | null, message: string): CheckedScalar {
  return value === null ? format(message) : { value };
}

/** Whether a value of JSON is an object, not a list. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
