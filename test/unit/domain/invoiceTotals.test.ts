// Totals of an invoice from its lines.
import { expect, test } from 'vitest';
import { invoiceTotals } from '../../../src/domain/invoice.ts';

const line = (quantity: string, price: bigint, taxRatePercent = '0') => ({
  quantity,
  unitPriceUnitValue: price,
  taxRatePercent,
});

test('each line is rounded half up, and so is its tax', () => {
  // 0.5 of 101 is 50.5; 19 % of 51 is 9.69.
  expect(invoiceTotals([line('0.5', 101n, '19'), line('3', 333n, '7.5')])).toEqual({
    lines: [51n, 999n],
    subtotal: 1050n,
    tax: 10n + 75n,
    total: 1135n,
  });
});

test('a sum of rounded lines differs from a rounded sum', () => {
  expect(invoiceTotals([line('0.5', 1n), line('0.5', 1n)])?.subtotal).toBe(2n);
});

test('a deduction counts as negative, rounding halves away from zero', () => {
  expect(invoiceTotals([line('1', 1000n, '20'), line('0.5', -101n, '20')])).toEqual({
    lines: [1000n, -51n],
    subtotal: 949n,
    tax: 190n,
    total: 1139n,
  });
});

test('amounts beyond a double are exact, and totals beyond 64 bits are refused', () => {
  expect(invoiceTotals([line('1', 9007199254740993n)])?.total).toBe(9007199254740993n);
  expect(invoiceTotals([line('2', 9223372036854775807n)])).toBeNull();
});

test('no line and no tax is beyond 64 bits, even where others make up for it', () => {
  const large = 9_000_000_000_000_000_000n;
  expect(invoiceTotals([line('1', large), line('1', large), line('-2', large)])).toBeNull();
  expect(invoiceTotals([line('1', large, '200'), line('1', -large, '200')])).toBeNull();
  expect(invoiceTotals([line('1', large, '100'), line('1', -large, '100')])?.total).toBe(0n);
});
