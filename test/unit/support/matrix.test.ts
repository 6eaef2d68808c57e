// A share of a matrix leaves out no row and no column, and a complete run leaves out nothing (support/matrix.ts).
import { afterEach, expect, test, vi } from 'vitest';
import { isTried, triedOf } from '../../support/matrix.ts';

afterEach(() => vi.unstubAllEnvs());

const upTo = (count: number): number[] => Array.from({ length: count }, (_, at) => at);

test.each([2, 3])('A share of one in %i of a matrix has cases of every row and of every column', (share) => {
  vi.stubEnv('COMPLETE', '');
  const [rows, columns] = [upTo(5), upTo(7)];
  const tried = rows.flatMap((row) => columns.filter((column) => isTried(row, column, share)));
  expect(tried.length).toBeLessThan(Math.ceil(35 / share) + share);
  expect(tried.length).toBeGreaterThanOrEqual(triedOf(35, share));
  for (const row of rows) expect(columns.some((column) => isTried(row, column, share))).toBe(true);
  for (const column of columns) expect(rows.some((row) => isTried(row, column, share))).toBe(true);
});

test('A complete run tries every case', () => {
  vi.stubEnv('COMPLETE', '1');
  expect(upTo(5).every((row) => upTo(7).every((column) => isTried(row, column, 3)))).toBe(true);
  expect(triedOf(35, 3)).toBe(35);
});
