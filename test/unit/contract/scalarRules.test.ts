// Each scalar at the ends of what it accepts: the last good value, canonical, and the first bad one with its code and limit.
import { describe, expect, test } from 'vitest';
import { loadContract } from '../../../src/contract/load.ts';
import { fieldOf, type Field } from '../../../src/contract/resource.ts';
import { checkScalar } from '../../../src/contract/scalarRules.ts';
import { InexactNumber } from '../../../src/domain/exactNumber.ts';

const title = fieldOf(loadContract().kinds.Task, 'title');
const field = (typeName: string, more: Partial<Field> = {}): Field => ({
  ...title,
  typeName,
  length: null,
  range: null,
  ...more,
});

/** What comes of a value: the canonical one, or the code and the limit. */
function outcome(one: Field, value: unknown): unknown {
  const checked = checkScalar(one, value);
  if ('value' in checked) return { value: checked.value };
  const { code, limit } = checked.problem;
  return limit === undefined ? code : [code, limit];
}

const whole = 'INVALID_FORMAT';

test.each<[string, Field, unknown, unknown]>([
  ['true', field('Boolean'), true, { value: true }],
  ['a word for true', field('Boolean'), 'true', whole],
  ['1 for true', field('Boolean'), 1, whole],
  ['the largest Int', field('Int'), 2_147_483_647, { value: 2_147_483_647 }],
  ['one more', field('Int'), 2_147_483_648, ['OUT_OF_RANGE', 2_147_483_647]],
  ['the smallest Int', field('Int'), -2_147_483_648, { value: -2_147_483_648 }],
  ['one less', field('Int'), -2_147_483_649, ['OUT_OF_RANGE', -2_147_483_648]],
  ['an Int far above', field('Int'), 2n ** 70n, ['OUT_OF_RANGE', 2_147_483_647]],
  ['an Int far below', field('Int'), -(2n ** 70n), ['OUT_OF_RANGE', -2_147_483_648]],
  ['an infinite Int', field('Int'), Infinity, ['OUT_OF_RANGE', 2_147_483_647]],
  ['a part of an Int', field('Int'), 1.5, whole],
  ['no number', field('Int'), NaN, whole],
  ['an Int as text', field('Int'), '1', whole],
  ['nothing below zero', field('Int'), -0, { value: 0 }],
  ['the end of a range', field('Int', { range: { min: 1, max: 7 } }), 7, { value: 7 }],
  ['the beginning of a range', field('Int', { range: { min: 1, max: 7 } }), 1, { value: 1 }],
  ['beyond a range', field('Int', { range: { min: 1, max: 7 } }), 8, ['OUT_OF_RANGE', 7]],
  ['below a range', field('Int', { range: { min: 1, max: 7 } }), 0, ['OUT_OF_RANGE', 1]],
  ['below a range without an end', field('Int', { range: { min: 0, max: null } }), -1, ['OUT_OF_RANGE', 0]],
  ['the largest Float', field('Float'), Number.MAX_VALUE, { value: Number.MAX_VALUE }],
  ['an infinite Float', field('Float'), Infinity, ['OUT_OF_RANGE', Number.MAX_VALUE]],
  ['a Float far below', field('Float'), -Infinity, ['OUT_OF_RANGE', -Number.MAX_VALUE]],
  ['the least Float', field('Float'), Number.MIN_VALUE, { value: Number.MIN_VALUE }],
  ['a Float nearer to zero', field('Float'), new InexactNumber('1e-400'), ['OUT_OF_RANGE', Number.MIN_VALUE]],
  ['a Float with more digits', field('Float'), new InexactNumber('0.1000000000000000055'), { value: 0.1 }],
  ['a whole number as a Float', field('Float'), 2n ** 60n, { value: 2 ** 60 }],
  ['a Float below zero that is none', field('Float'), -0, { value: 0 }],
  ['a Float as text', field('Float'), '1.5', whole],
  ['the end of a Float range', field('Float', { range: { min: 0, max: 1 } }), 1, { value: 1 }],
  ['the beginning of a Float range', field('Float', { range: { min: 0, max: 1 } }), 0, { value: 0 }],
  ['beyond a Float range', field('Float', { range: { min: 0, max: 1 } }), 1.0000001, ['OUT_OF_RANGE', 1]],
  ['below a Float range', field('Float', { range: { min: 0, max: 1 } }), -0.0000001, ['OUT_OF_RANGE', 0]],
  ['the largest Long', field('Long'), 2n ** 63n - 1n, { value: '9223372036854775807' }],
  ['one more Long', field('Long'), 2n ** 63n, ['OUT_OF_RANGE', '9223372036854775807']],
  ['the smallest Long', field('Long'), -(2n ** 63n), { value: '-9223372036854775808' }],
  ['one less Long', field('Long'), -(2n ** 63n) - 1n, ['OUT_OF_RANGE', '-9223372036854775808']],
  ['a Long as text', field('Long'), '-9223372036854775808', { value: '-9223372036854775808' }],
  ['a Long as text, one more', field('Long'), '9223372036854775808', ['OUT_OF_RANGE', '9223372036854775807']],
  ['a Long as text, one less', field('Long'), '-9223372036854775809', ['OUT_OF_RANGE', '-9223372036854775808']],
  ['an infinite Long', field('Long'), Infinity, ['OUT_OF_RANGE', '9223372036854775807']],
  ['a Long with zeros before it', field('Long'), '007', whole],
  ['a Long as another text', field('Long'), '1e3', whole],
  ['the end of a Long range', field('Long', { range: { min: 0, max: 9 } }), 9, { value: '9' }],
  ['beyond a Long range', field('Long', { range: { min: 0, max: 9 } }), 10, ['OUT_OF_RANGE', '9']],
  ['below a Long range', field('Long', { range: { min: 0, max: 9 } }), -1, ['OUT_OF_RANGE', '0']],
  ['a text of the most characters', field('String', { length: { min: 0, max: 3 } }), 'a😀é', { value: 'a😀é' }],
  ['one character more', field('String', { length: { min: 0, max: 3 } }), 'abcd', ['TOO_LONG', 3]],
  ['a text of the fewest characters', field('String', { length: { min: 2, max: 3 } }), '😀😀', { value: '😀😀' }],
  ['one character fewer', field('String', { length: { min: 2, max: 3 } }), '😀', ['TOO_SHORT', 2]],
  [
    'an element of a short list',
    field('String', { length: { min: 2, max: 3 }, isList: true }),
    'abcde',
    { value: 'abcde' },
  ],
  ['NUL', field('String'), 'a\u0000', whole],
  ['half a character', field('String'), '\ud83d', whole],
  ['a number for a text', field('String'), 7, whole],
  ['a urn', field('ID'), '0190F3A0-0000-7000-8000-000000000000', { value: '0190f3a0-0000-7000-8000-000000000000' }],
  ['no urn', field('ID'), '0190f3a0', whole],
  ['a time with an offset', field('DateTime'), '2026-01-01T01:00:00+01:00', { value: '2026-01-01T00:00:00.000Z' }],
  ['a time without one', field('DateTime'), '2026-01-01T01:00:00', whole],
  ['a date', field('Date'), '2026-02-28', { value: '2026-02-28' }],
  ['part of a date', field('Date'), '2026-02', whole],
  ['part of a birthday', field('Date', { name: 'birthDate' }), '2026-02', { value: '2026-02' }],
  ['an address', field('URL'), 'mailto:a@example.com', { value: 'mailto:a@example.com' }],
  ['a telephone', field('URL'), 'tel:+43123456', { value: 'tel:+43123456' }],
  ['an address without encryption', field('URL'), 'http://example.com/', { value: 'http://example.com/' }],
  ['a script', field('URL'), 'javascript:alert(1)', whole],
  ['another scheme', field('URL'), 'ftp://example.com', whole],
  ['a language', field('LanguageTag'), 'DE-de', { value: 'de-DE' }],
  ['a language with a slip', field('LanguageTag'), 'de-ATT', ['INVALID_ENUM', 'de']],
  ['a decimal', field('Decimal'), '12.50', { value: '12.50' }],
  ['no decimal', field('Decimal'), '12,50', whole],
  ['a mailbox', field('EmailAddress'), 'A@Example.com', { value: 'A@example.com' }],
  ['a currency', field('CurrencyCode'), 'EUR', { value: 'EUR' }],
  ['a currency in small letters', field('CurrencyCode'), 'eur', { value: 'EUR' }],
  ['no currency', field('CurrencyCode'), 'EURO', ['INVALID_ENUM', 'ISO 4217']],
  ['a country', field('CountryCode'), 'DE', { value: 'DE' }],
  ['a country in small letters', field('CountryCode'), 'de', { value: 'DE' }],
  ['no country', field('CountryCode'), 'DEU', ['INVALID_ENUM', 'ISO 3166-1']],
])('%s is read as it should be', (_, one, value, expected) => {
  expect(outcome(one, value)).toEqual(expected);
});

describe('a JSON value', () => {
  const json = field('JSON', { length: { min: 0, max: 30 } });
  const nested = (levels: number): unknown => (levels === 1 ? {} : { a: nested(levels - 1) });

  test('is an object', () => {
    for (const value of [null, 7, 'a', true, [1]]) expect(outcome(json, value)).toBe(whole);
    expect(outcome(json, { a: [1, null, 'b', true, -1.5] })).toEqual({ value: { a: [1, null, 'b', true, -1.5] } });
  });

  test('has at most so many characters as text', () => {
    const fit = { a: 'x'.repeat(22) };
    expect(JSON.stringify(fit)).toHaveLength(30);
    expect(outcome(json, fit)).toEqual({ value: fit });
    expect(outcome(json, { a: 'x'.repeat(23) })).toEqual(['TOO_LONG', 30]);
    // Characters, and neither bytes nor halves of them.
    expect(outcome(json, { a: '😀'.repeat(22) })).toEqual({ value: { a: '😀'.repeat(22) } });
    expect(outcome(json, { a: '😀'.repeat(23) })).toEqual(['TOO_LONG', 30]);
    expect(outcome(field('JSON'), { a: 'x'.repeat(23) })).toEqual({ value: { a: 'x'.repeat(23) } });
  });

  test('is at most 64 levels deep', () => {
    expect(outcome(field('JSON'), nested(64))).toEqual({ value: nested(64) });
    expect(outcome(field('JSON'), nested(65))).toEqual(['TOO_LONG', 64]);
  });

  test('holds nothing that would not come back as it was sent', () => {
    for (const value of [2n ** 60n, new InexactNumber('0.1000000000000000055'), Infinity, NaN])
      expect(outcome(field('JSON'), { a: [value] })).toBe('OUT_OF_RANGE');
    for (const value of [{ 'a\u0000': 1 }, { a: ['\ud83d'] }]) expect(outcome(field('JSON'), value)).toBe(whole);
  });
});
