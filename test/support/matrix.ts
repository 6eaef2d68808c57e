// Matrices of cases, such as callers by kinds. A run tries a share of each, another one every day; `npm run test:complete` tries all
// of them. The seed is printed at the start of a run (vitest.config.ts), and `MATRIX_SEED` repeats the share of another day.
import { test } from 'vitest';
import { matrixSeed } from './matrixSeed.ts';

const isComplete = (): boolean => process.env['COMPLETE'] === '1';

/**
 * Whether a case of a matrix is tried, by the places of its row and its column from 0 on: one of `share` of each row and of each
 * column, so that none is left out.
 */
export function isTried(row: number, column: number, share: number): boolean {
  return isComplete() || (row + column + matrixSeed()) % share === 0;
}

/** How many of some are tried, at least: for tests that count what they have tried. */
export function triedOf(count: number, share: number): number {
  return isComplete() ? count : Math.floor(count / share);
}

/** One of `share` of a list of cases that have no columns: the property is the same for each. */
export function sampleOf<T>(cases: readonly T[], share: number): T[] {
  return cases.filter((_, at) => isTried(0, at, share));
}

/** Registers a test of a row, or leaves it out. */
export type TestOfRow = (name: string, run: () => Promise<void>) => void;

/** The `test` of one row of a matrix whose columns are the tests themselves, in the order in which they are registered. */
export interface TestsOfRow extends TestOfRow {
  /** A column that not every row has. */
  runIf(has: boolean): TestOfRow;
}

/** Registers one of `share` of the tests of a row, each row others: of `share` rows in a row each test is tried once. */
export function testsOfRow(row: number, share: number): TestsOfRow {
  const columns = { next: 0 };
  const register = (name: string, run: () => Promise<void>, has: boolean): void => {
    if (isTried(row, columns.next++, share) && has) test(name, run);
  };
  return Object.assign((name: string, run: () => Promise<void>) => register(name, run, true), {
    runIf:
      (has: boolean): TestOfRow =>
      (name, run) =>
        register(name, run, has),
  });
}

/** Rows with their places, for `describe.each`. */
export function rowsOf<T>(cases: readonly T[]): (T & { readonly row: number })[] {
  return cases.map((one, row) => ({ ...one, row }));
}
