// Instants and calendar dates as callers write them, read strictly and brought to one canonical text. Pure.
import { withoutTrailing } from './text.ts';

const instantShape =
  /^(\d{4})-(\d{2})-(\d{2})[Tt](\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,30}))?(?:[Zz]|([+-])(\d{2}):(\d{2}))$/;
const dateShape = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/;

/** The earliest instant that can be stored, in canonical form. */
export const earliestInstant = '0001-01-01T00:00:00.000Z';
/** The latest instant that can be stored, in canonical form. */
export const latestInstant = '9999-12-31T23:59:59.999999Z';

/**
 * The canonical form of an RFC 3339 date-time: `YYYY-MM-DDTHH:mm:ss.SSSZ` (UTC), followed before the Z by up to three more
 * digits for microseconds, without zeros at the end. One instant has one text; compare two by `isBefore` alone. What is
 * finer than a microsecond is cut (`isTooFine`). Null for everything RFC 3339 does not allow (a missing zone, week or
 * ordinal dates, words), for dates that do not exist, leap seconds, 24:00, and years outside 0001 to 9999 in UTC.
 */
export function parseInstant(value: unknown): string | null {
  const parts = typeof value === 'string' ? instantShape.exec(value) : null;
  if (parts === null) return null;
  const [, year, month, day, hour, minute, second, fraction = '', sign, offsetHour, offsetMinute] = parts;
  if (!isRealDate(Number(year), Number(month), Number(day))) return null;
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return null;
  if (Number(offsetHour ?? 0) > 23 || Number(offsetMinute ?? 0) > 59) return null;

  const local = new Date(0);
  local.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  local.setUTCHours(Number(hour), Number(minute), Number(second));
  const east = (sign === '-' ? -1 : 1) * (Number(offsetHour ?? 0) * 60 + Number(offsetMinute ?? 0));
  const seconds = new Date(local.getTime() - east * 60_000).toISOString().slice(0, -5);
  const instant = `${seconds}.${canonicalFraction(fraction)}Z`;
  // Outside the years 0000 to 9999 the text starts with a sign, which comes before every digit.
  return !isBefore(instant, earliestInstant) ? instant : null;
}

/** The digits of a second as canonical instants have them: three to six, beyond the third without zeros at the end. */
export function canonicalFraction(digits: string): string {
  return digits.slice(0, 3).padEnd(3, '0') + withoutTrailing(digits.slice(3, 6), '0');
}

/** Whether a date-time is finer than a microsecond, so that `parseInstant` cuts it. */
export function isTooFine(text: string): boolean {
  return /\.\d{6}\d*[1-9]/.test(text);
}

/** Whether a canonical instant is earlier than another. As texts `.123Z` would be later than `.123456Z`. */
export function isBefore(one: string, other: string): boolean {
  return one.slice(0, -1) < other.slice(0, -1);
}

/** Whether a canonical instant is earlier than another or the same. */
export function isAtOrBefore(one: string, other: string): boolean {
  return !isBefore(other, one);
}

/**
 * A calendar date `YYYY-MM-DD`, years 0001 to 9999, as it was sent; with `partial` also `YYYY-MM` and `YYYY`.
 * Null for any other form and for days that do not exist.
 */
export function parseDate(value: unknown, { partial }: { partial: boolean }): string | null {
  const parts = typeof value === 'string' ? dateShape.exec(value) : null;
  if (parts === null) return null;
  const [text, year, month, day] = parts;
  if (!partial && day === undefined) return null;
  return isRealDate(Number(year), Number(month ?? 1), Number(day ?? 1)) ? text : null;
}

function isRealDate(year: number, month: number, day: number): boolean {
  return year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month);
}

function daysIn(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}
