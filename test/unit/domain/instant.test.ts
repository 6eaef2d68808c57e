// Instants and dates: everything RFC 3339 allows is accepted and normalized, everything a database would guess at is
// refused.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  earliestInstant,
  isAtOrBefore,
  isBefore,
  isTooFine,
  latestInstant,
  parseDate,
  parseInstant,
} from '../../../src/domain/instant.ts';

describe('parseInstant', () => {
  it.each([
    ['2024-02-29T12:34:56Z', '2024-02-29T12:34:56.000Z'],
    ['2024-02-29t12:34:56z', '2024-02-29T12:34:56.000Z'],
    ['2024-02-29T12:34:56.7Z', '2024-02-29T12:34:56.700Z'],
    ['2024-02-29T12:34:56.78Z', '2024-02-29T12:34:56.780Z'],
    ['2024-02-29T12:34:56.789Z', '2024-02-29T12:34:56.789Z'],
    ['2024-02-29T12:34:56.789000000Z', '2024-02-29T12:34:56.789Z'],
    ['2024-02-29T12:34:56.000000Z', '2024-02-29T12:34:56.000Z'],
    ['2024-02-29T12:34:56.000001Z', '2024-02-29T12:34:56.000001Z'],
    ['2024-02-29T12:34:56.12345Z', '2024-02-29T12:34:56.12345Z'],
    ['2024-02-29T12:34:56.123450Z', '2024-02-29T12:34:56.12345Z'],
    ['2024-02-29T12:34:56.100001Z', '2024-02-29T12:34:56.100001Z'],
    ['2024-02-29T12:34:56.1200Z', '2024-02-29T12:34:56.120Z'],
    ['2024-02-29T12:34:56.123456789Z', '2024-02-29T12:34:56.123456Z'],
    [`2024-02-29T12:34:56.${'1'.repeat(30)}Z`, '2024-02-29T12:34:56.111111Z'],
    ['2024-02-29T12:34:56.9999999Z', '2024-02-29T12:34:56.999999Z'],
    ['1969-12-31T23:59:59.999999Z', '1969-12-31T23:59:59.999999Z'],
    ['9999-12-31T23:59:59.999999Z', '9999-12-31T23:59:59.999999Z'],
    ['2024-01-01T00:00:00+01:00', '2023-12-31T23:00:00.000Z'],
    ['2024-01-01T00:00:00-05:30', '2024-01-01T05:30:00.000Z'],
    ['2024-01-01T00:00:00+23:59', '2023-12-31T00:01:00.000Z'],
    ['2024-01-01T00:00:00-23:59', '2024-01-01T23:59:00.000Z'],
    ['2024-01-01T00:00:00-00:00', '2024-01-01T00:00:00.000Z'],
    ['2024-01-01T00:00:00+00:00', '2024-01-01T00:00:00.000Z'],
    ['1969-12-31T23:59:59.999Z', '1969-12-31T23:59:59.999Z'],
    ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
    ['0099-03-01T00:00:00Z', '0099-03-01T00:00:00.000Z'],
    ['0001-01-01T00:00:00-01:00', '0001-01-01T01:00:00.000Z'],
    ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
    ['9999-12-31T23:59:59.999+01:00', '9999-12-31T22:59:59.999Z'],
    ['2000-02-29T00:00:00Z', '2000-02-29T00:00:00.000Z'],
  ])('reads %s as %s', (text, expected) => {
    expect(parseInstant(text)).toBe(expected);
  });

  it.each([
    '',
    'now',
    'today',
    'tomorrow',
    'epoch',
    'infinity',
    '-infinity',
    '0',
    '1700000000',
    '2024',
    '2024-01',
    '2024-01-01',
    '2024-001',
    '2024-W01-1',
    '20240101T000000Z',
    '2024-01-01T00:00Z',
    '2024-01-01T00Z',
    '2024-01-01T00:00:00',
    '2024-01-01T00:00:00.000',
    '2024-01-01 00:00:00Z',
    '2024-01-01T00:00:00 Z',
    '2024-01-01T00:00:00+01',
    '2024-01-01T00:00:00+0100',
    '2024-01-01T00:00:00+1:00',
    '2024-01-01T00:00:00+24:00',
    '2024-01-01T00:00:00+01:60',
    '2024-01-01T00:00:00 CET',
    '2024-01-01T00:00:00[Europe/Paris]',
    '2024-01-01T00:00:00Z[UTC]',
    '2024-01-01T24:00:00Z',
    '2024-01-01T25:00:00Z',
    '2024-01-01T23:60:00Z',
    '2024-01-01T23:59:60Z',
    '2016-12-31T23:59:60Z',
    '2024-01-01T00:00:00.Z',
    '2024-01-01T00:00:00,5Z',
    '2024-00-01T00:00:00Z',
    '2024-13-01T00:00:00Z',
    '2024-01-00T00:00:00Z',
    '2024-01-32T00:00:00Z',
    '2024-04-31T00:00:00Z',
    '2023-02-29T00:00:00Z',
    '1900-02-29T00:00:00Z',
    '2024-02-30T00:00:00Z',
    '0000-01-01T00:00:00Z',
    '0000-12-31T23:59:59Z',
    '0001-01-01T00:00:00+01:00',
    '9999-12-31T23:59:59.999-00:01',
    '10000-01-01T00:00:00Z',
    '+002024-01-01T00:00:00Z',
    '-000001-01-01T00:00:00Z',
    '24-01-01T00:00:00Z',
    '2024-1-1T00:00:00Z',
    ' 2024-01-01T00:00:00Z',
    '2024-01-01T00:00:00Z ',
    '2024-01-01T00:00:00Z\n',
    '２０２４-01-01T00:00:00Z',
    'Mon, 01 Jan 2024 00:00:00 GMT',
    '2024-01-01T00:00:00.000Z BC',
    `2024-01-01T00:00:00.${'0'.repeat(31)}Z`,
    `2024-01-01T00:00:00.${'0'.repeat(1000)}Z`,
    1_700_000_000_000,
    null,
    undefined,
    true,
    new Date(0),
    ['2024-01-01T00:00:00Z'],
  ])('refuses %j', (value) => {
    expect(parseInstant(value)).toBeNull();
  });

  it('leaves a canonical instant unchanged', () => {
    const instants = fc.date({ min: new Date(earliestInstant), max: new Date(latestInstant), noInvalidDate: true });
    fc.assert(
      fc.property(instants, (date) => {
        expect(parseInstant(date.toISOString())).toBe(date.toISOString());
      }),
    );
  });

  it('keeps the time whatever the offset, and orders canonical texts as times', () => {
    const millis = fc.integer({ min: Date.parse('0002-01-01T00:00:00Z'), max: Date.parse('9998-01-01T00:00:00Z') });
    fc.assert(
      fc.property(millis, millis, fc.integer({ min: -1439, max: 1439 }), (one, other, offset) => {
        const local = new Date(one + offset * 60_000).toISOString().slice(0, -1);
        const hours = String(Math.trunc(Math.abs(offset) / 60)).padStart(2, '0');
        const minutes = String(Math.abs(offset) % 60).padStart(2, '0');
        const read = parseInstant(`${local}${offset < 0 ? '-' : '+'}${hours}:${minutes}`);
        expect(read).toBe(new Date(one).toISOString());
        expect(String(read) < new Date(other).toISOString()).toBe(one < other);
      }),
    );
  });
});

describe('Instants to the microsecond', () => {
  const shown = (micros: number): string =>
    String(parseInstant(`2024-01-01T00:00:00.${String(micros).padStart(6, '0')}Z`));

  it('compare as times, though their texts have different lengths', () => {
    const micros = fc.integer({ min: 0, max: 999_999 });
    fc.assert(
      fc.property(micros, fc.integer({ min: 0, max: 1_100 }), (one, distance) => {
        const other = Math.min(one + distance, 999_999);
        expect([isBefore(shown(one), shown(other)), isBefore(shown(other), shown(one))]).toEqual([one < other, false]);
        expect([isAtOrBefore(shown(one), shown(other)), isAtOrBefore(shown(other), shown(one))]).toEqual([
          true,
          one === other,
        ]);
      }),
    );
  });

  it('are told from finer ones', () => {
    expect(
      ['.1234567Z', '.1234560Z', '.123456000001+01:00', '.9Z', 'Z'].map((end) =>
        isTooFine(`2024-01-01T00:00:00${end}`),
      ),
    ).toEqual([true, false, true, false, false]);
  });
});

describe('parseDate', () => {
  it.each(['2024-02-29', '2000-02-29', '0001-01-01', '9999-12-31', '1999-04-30'])('reads the full date %s', (text) => {
    expect(parseDate(text, { partial: false })).toBe(text);
    expect(parseDate(text, { partial: true })).toBe(text);
  });

  it.each([1900, 2000, 2023, 2024])('ends each month of %i where the calendar does', (year) => {
    for (let month = 1; month <= 12; month += 1) {
      const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
      const date = (day: number): string => `${String(year)}-${String(month).padStart(2, '0')}-${String(day)}`;
      const read = [last, last + 1].map((day) => parseDate(date(day), { partial: false }));
      expect(read).toEqual([date(last), null]);
    }
  });

  it.each(['2024', '0001', '9999', '2024-01', '2024-12'])('accepts the partial date %s only where allowed', (text) => {
    expect(parseDate(text, { partial: true })).toBe(text);
    expect(parseDate(text, { partial: false })).toBeNull();
  });

  it.each([
    '',
    '0000',
    '0000-01-01',
    '10000-01-01',
    '2024-00',
    '2024-13',
    '2024-1',
    '2024-01-1',
    '2024-01-00',
    '2024-01-32',
    '2023-02-29',
    '1900-02-29',
    '2024-06-31',
    '20240101',
    '2024-001',
    '2024/01/01',
    '2024-01-01T00:00:00Z',
    '2024-01-01 ',
    ' 2024-01-01',
    '2024-01-01\n',
    '--02-29',
    'today',
    2024,
    null,
    undefined,
  ])('refuses %j', (value) => {
    expect(parseDate(value, { partial: true })).toBeNull();
    expect(parseDate(value, { partial: false })).toBeNull();
  });
});
