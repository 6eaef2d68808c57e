// A share of a matrix leaves out no row and no column, and a complete run leaves out nothing (support/matrix.ts).
import { afterEach, expect, test, vi } from 'vitest';
import { isTried, sampleOf, triedOf } from '../../support/matrix.ts';

afterEach(() => vi.unstubAllEnvs());

const upTo = (count: number): number[] => Array.from({ length: count }, (_, at) => at);

test.each([
  [2, '0'],
  [2, '1'],
  [3, '20785'],
])('A share of one in %i, by the seed %s, has cases of every row and of every column', (share, seed) => {
  vi.stubEnv('COMPLETE', '');
  vi.stubEnv('MATRIX_SEED', seed);
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

test('Within as many days as the share says, each case is tried', () => {
  vi.stubEnv('COMPLETE', '');
  const cases = upTo(10);
  const tried = [0, 1, 2].map((day) => {
    vi.stubEnv('MATRIX_SEED', String(day));
    return sampleOf(cases, 3);
  });
  expect(tried.map((share) => share.length)).toEqual([4, 3, 3]);
  expect(new Set(tried.flat())).toEqual(new Set(cases));
});

test.each(['x', '1.5', '-1'])('A seed that is no whole number is an error: %s', (seed) => {
  vi.stubEnv('COMPLETE', '');
  vi.stubEnv('MATRIX_SEED', seed);
  expect(() => isTried(0, 0, 2)).toThrow('MATRIX_SEED is a whole number');
});
