// Matrices of cases, such as callers by kinds. `npm test` tries a share of each, `npm run test:complete` all of them.

const isComplete = (): boolean => process.env['COMPLETE'] === '1';

/**
 * Whether a case of a matrix is tried, by the places of its row and its column from 0 on: one of `share` of each row and of each
 * column, so that none is left out.
 */
export function isTried(row: number, column: number, share: number): boolean {
  return isComplete() || (row + column) % share === 0;
}

/** How many of some are tried, at least: for tests that count what they have tried. */
export function triedOf(count: number, share: number): number {
  return isComplete() ? count : Math.floor(count / share);
}
