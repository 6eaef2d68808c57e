// Instants and calendar dates as callers write them, read strictly and brought to one canonical text. Pure.

const instantShape =
  /^(\d{4})-(\d{2})-(\d{2})[Tt](\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,30}))?(?:[Zz]|([+-])(\d{2}):(\d{2}))$/;
const dateShape = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/;

/** The earliest instant that can be stored, in canonical form. */
export const earliestInstant = '0001-01-01T00:00:00.000Z';
/** The latest instant that can be stored, in canonical form. */
export const latestInstant = '9999-12-31T23:59:59.999Z';

/**
 * The canonical form `YYYY-MM-DDTHH:mm:ss.SSSZ` (UTC) of an RFC 3339 date-time. Canonical instants compare as texts.
 * Null for everything RFC 3339 does not allow (a missing zone, week or ordinal dates, words), for dates that do not
 * exist, leap seconds, 24:00, years outside 0001 to 9999 in UTC, and for times finer than a millisecond, which could not
 * be given back as sent. Zeros after the milliseconds are no finer and are taken.
 */
export function parseInstant(value: unknown): string | null {
  const parts = typeof value === 'string' ? instantShape.exec(value) : null;
  if (parts === null) return null;
  const [, year, month, day, hour, minute, second, fraction = '', sign, offsetHour, offsetMinute] = parts;
  if (!isRealDate(Number(year), Number(month), Number(day))) return null;
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return null;
  if (Number(offsetHour ?? 0) > 23 || Number(offsetMinute ?? 0) > 59) return null;
  if (/[^0]/.test(fraction.slice(3))) return null;

  const local = new Date(0);
  local.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  local.setUTCHours(Number(hour), Number(minute), Number(second), Number(fraction.slice(0, 3).padEnd(3, '0')));
  const east = (sign === '-' ? -1 : 1) * (Number(offsetHour ?? 0) * 60 + Number(offsetMinute ?? 0));
  const instant = new Date(local.getTime() - east * 60_000).toISOString();
  // Outside the years 0000 to 9999 the text is longer and starts with a sign.
  return instant.length === latestInstant.length && instant >= earliestInstant ? instant : null;
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
