// 64-bit integers: the whole range is exact, everything that is not plainly an integer is refused.
import { InexactNumber } from '../../../src/domain/exactNumber.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isInt64, largestInt64, parseInt64, smallestInt64 } from '../../../src/domain/int64.ts';

describe('parseInt64', () => {
  it.each([
    ['0', '0'],
    ['-0', '0'],
    ['7', '7'],
    ['-7', '-7'],
    ['9007199254740993', '9007199254740993'],
    ['9223372036854775807', '9223372036854775807'],
    ['-9223372036854775808', '-9223372036854775808'],
    [0, '0'],
    [-0, '0'],
    [42, '42'],
    [1e3, '1000'],
    [1.0, '1'],
    [9007199254740991, '9007199254740991'],
    [-9007199254740991, '-9007199254740991'],
    [0n, '0'],
    [2n ** 63n - 1n, '9223372036854775807'],
    [-(2n ** 63n), '-9223372036854775808'],
  ])('reads %s as %s', (value, expected) => {
    expect(parseInt64(value)).toBe(expected);
  });

  it.each([
    '',
    ' ',
    '+1',
    ' 1',
    '1 ',
    ' 7 ',
    '1\n',
    '01',
    '-01',
    '00',
    '--1',
    '-',
    '- 1',
    '1.0',
    '1.5',
    '1.',
    '.5',
    '1e3',
    '1E3',
    '0x10',
    '0b1',
    '0o7',
    '1_000',
    '1,000',
    '1n',
    '١',
    '１',
    'NaN',
    'Infinity',
    '9223372036854775808',
    '-9223372036854775809',
    '99999999999999999999',
    '9'.repeat(100_000),
    2 ** 63,
    new InexactNumber('9007199254740993.5'),
    new InexactNumber('9223372036854775808.0'),
    1.5,
    1e300,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    null,
    undefined,
    true,
    {},
    [1],
    ['1'],
  ])('refuses %j', (value) => {
    expect(parseInt64(value)).toBeNull();
  });

  it.each([
    [1e3, '1000'],
    [1e15, '1000000000000000'],
    [9.1e15, '9100000000000000'],
    [1e16, '10000000000000000'],
    [-1e18, '-1000000000000000000'],
    [1.2345678901234568e18, '1234567890123456800'],
    [new InexactNumber('1.2345678901234567e18'), '1234567890123456700'],
    [new InexactNumber('9007199254740993.0'), '9007199254740993'],
    [new InexactNumber('9.007199254740993e15'), '9007199254740993'],
    [new InexactNumber('-9223372036854775808.000'), '-9223372036854775808'],
    [new InexactNumber('9223372036854775807e0'), '9223372036854775807'],
  ])('takes %j, a whole number however it is written', (value, text) => {
    expect(parseInt64(value)).toBe(text);
  });

  it('refuses bigints outside 64 bits', () => {
    expect(parseInt64(2n ** 63n)).toBeNull();
    expect(parseInt64(-(2n ** 63n) - 1n)).toBeNull();
  });

  it('returns every integer in range, as text and as bigint, and refuses every other one', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 65n), max: 2n ** 65n }), (value) => {
        const expected = value >= smallestInt64 && value <= largestInt64 ? value.toString() : null;
        expect(isInt64(value)).toBe(expected !== null);
        expect(parseInt64(value)).toBe(expected);
        expect(parseInt64(value.toString())).toBe(expected);
      }),
    );
  });
});
