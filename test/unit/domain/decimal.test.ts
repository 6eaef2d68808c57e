// Decimals: exact at every size, rounded only on request.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatMinor, multiplyHalfUp, parseDecimal, toMinor } from '../../../src/domain/decimal.ts';

const notDecimals = [
  '',
  ' ',
  '+1',
  ' 1',
  '1 ',
  '1\n',
  '.5',
  '5.',
  '-',
  '-.5',
  '--1',
  '007',
  '00',
  '-01.5',
  '1e3',
  '1E-2',
  '0x10',
  '1,5',
  '1.000,50',
  '1_000',
  '1.2.3',
  '１',
  '٣.٥',
  'NaN',
  'Infinity',
  '$1',
  '9'.repeat(101),
];

describe('parseDecimal', () => {
  it.each([
    ['0', 0n, 0],
    ['-0', 0n, 0],
    ['0.00', 0n, 2],
    ['-0.00', 0n, 2],
    ['12.50', 1250n, 2],
    ['-12.5', -125n, 1],
    ['0.001', 1n, 3],
    ['9223372036854775808', 9223372036854775808n, 0],
    ['0.0000000000000000000000001', 1n, 25],
    ['9'.repeat(100), 10n ** 100n - 1n, 0],
  ])('reads %s', (text, digits, scale) => {
    expect(parseDecimal(text)).toEqual({ digits, scale });
  });

  it.each([...notDecimals, 1, 1.5, null, undefined, ['1']])('refuses %j', (value) => {
    expect(parseDecimal(value)).toBeNull();
  });
});

describe('formatMinor', () => {
  it.each([
    [1250n, 2, '12.50'],
    [0n, 2, '0.00'],
    [5n, 2, '0.05'],
    [-5n, 2, '-0.05'],
    [-100n, 2, '-1.00'],
    [-99n, 2, '-0.99'],
    [1234n, 0, '1234'],
    [-1n, 0, '-1'],
    [1n, 3, '0.001'],
    [12345n, 4, '1.2345'],
    [9223372036854775807n, 2, '92233720368547758.07'],
    [-9223372036854775808n, 4, '-922337203685477.5808'],
  ])('formats %s with %i decimals as %s', (unitValue, exponent, text) => {
    expect(formatMinor(unitValue, exponent)).toBe(text);
  });
});

describe('toMinor', () => {
  it.each([
    ['12.50', 2, 1250n],
    ['12.5', 2, 1250n],
    ['12', 2, 1200n],
    ['12.5000', 2, 1250n],
    ['0.10', 1, 1n],
    ['-0.05', 2, -5n],
    ['-0', 2, 0n],
    ['5', 0, 5n],
    ['5.000', 0, 5n],
    ['1.2345', 4, 12345n],
    ['92233720368547758.07', 2, 9223372036854775807n],
    ['-92233720368547758.08', 2, -9223372036854775808n],
  ])('reads %s with %i decimals as %s minor units', (text, exponent, minor) => {
    expect(toMinor(text, exponent)).toBe(minor);
  });

  it.each([
    ['12.505', 2],
    ['0.001', 2],
    ['0.5', 0],
    ['1.00001', 4],
    ['92233720368547758.08', 2],
    ['-92233720368547758.09', 2],
    ['9223372036854775808', 0],
    ...notDecimals.map((text): [string, number] => [text, 2]),
  ])('refuses %j with %i decimals', (text, exponent) => {
    expect(toMinor(text, exponent)).toBeNull();
  });

  it('reads back what formatMinor writes', () => {
    const amounts = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });
    fc.assert(
      fc.property(amounts, fc.integer({ min: 0, max: 4 }), (amount, exponent) => {
        expect(toMinor(formatMinor(amount, exponent), exponent)).toBe(amount);
      }),
    );
  });
});

describe('multiplyHalfUp', () => {
  it.each([
    ['1', 1250n, 1250n],
    ['2', 1250n, 2500n],
    ['0.5', 1n, 1n],
    ['0.5', -1n, -1n],
    ['-0.5', 1n, -1n],
    ['-0.5', -1n, 1n],
    ['0.5', 3n, 2n],
    ['0.49', 1n, 0n],
    ['0.4999999999999999999999', 1n, 0n],
    ['0.5000', 1n, 1n],
    ['0.19', 1999n, 380n],
    ['0.19', -1999n, -380n],
    ['1.005', 100n, 101n],
    ['1.005', 1000n, 1005n],
    ['0', 9223372036854775807n, 0n],
    ['3', 9223372036854775807n, 27670116110564327421n],
    ['0.333', 10n, 3n],
  ])('multiplies %s by %s to %s', (a, b, product) => {
    expect(multiplyHalfUp(a, b)).toBe(product);
  });

  it.each(['', 'x', '1e3', '1,5'])('throws for the factor %j', (factor) => {
    expect(() => multiplyHalfUp(factor, 1n)).toThrow(RangeError);
  });

  it('differs from the exact product by at most half a unit, and rounds both signs alike', () => {
    const factors = fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n });
    fc.assert(
      fc.property(factors, fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n }), (thousandths, amount) => {
        const rounded = multiplyHalfUp(formatMinor(thousandths, 3), amount);
        const miss = rounded * 1000n - thousandths * amount;
        expect(miss >= -500n && miss <= 500n).toBe(true);
        expect(multiplyHalfUp(formatMinor(-thousandths, 3), amount)).toBe(-rounded);
      }),
    );
  });
});
