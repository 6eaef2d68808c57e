// Numbers that could lose digits silently: which texts a double represents exactly.
import { inspect } from 'graphql/jsutils/inspect.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { exactNumber, InexactNumber } from '../../../src/domain/exactNumber.ts';

test.each([
  '0',
  '-0',
  '-0.0',
  '1',
  '0.1',
  '1.50',
  '1e3',
  '1.5E-7',
  '9007199254740991',
  '100000e-5',
  '5e-324',
  '1e20',
  '123456.7890',
])('%s is a double.', (text) => {
  expect(exactNumber(text)).toBe(Number(text));
});

test.each([
  ['1e400', Infinity],
  ['-1e400', -Infinity],
])('%s is beyond every double, and known as that.', (text, value) => {
  expect(exactNumber(text)).toBe(value);
});

test.each(['9007199254740992', '-9007199254740993', '123456789012345678901'])('%s is a bigint.', (text) => {
  expect(exactNumber(text)).toBe(BigInt(text));
});

test.each(['9007199254740993.0', '1e-400', '1.0000000000000000001', '0.12345678901234567890', '-2.4e-324'])(
  '%s is kept as text.',
  (text) => {
    expect(exactNumber(text)).toEqual(new InexactNumber(text));
    expect(inspect(exactNumber(text)), 'in messages').toBe(text);
  },
);

// In time that grows with the square of their length these would take minutes.
test.each([
  ['zeros and another digit behind the point', `1.${'0'.repeat(1_000_000)}1`, 'TEXT'],
  ['zeros in front of the point', `1${'0'.repeat(500_000)}1.5`, Infinity],
  ['digits of a whole number', '9'.repeat(1_000_000), Infinity],
  ['digits of a negative one', `-${'9'.repeat(1_000_000)}`, -Infinity],
])('A million %s are read at once', (_, text, value) => {
  expect(exactNumber(text)).toEqual(value === 'TEXT' ? new InexactNumber(text) : value);
});

test('Every double that is written as JSON is read back exactly.', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
      const read = exactNumber(JSON.stringify(value));
      expect(typeof read === 'bigint' ? Number(read) : read).toBe(value === 0 ? Number(JSON.stringify(value)) : value);
    }),
  );
});
