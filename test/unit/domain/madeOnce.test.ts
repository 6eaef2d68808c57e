// What is kept by its key: made once, and given up when it was not asked for the longest.
import { expect, test } from 'vitest';
import { madeOnce } from '../../../src/domain/madeOnce.ts';

test('makes a value once, and keeps so many of those asked for last', () => {
  const made: string[] = [];
  const kept = madeOnce<{ readonly of: string }>(2);
  const ask = (key: string) =>
    kept(key, () => {
      made.push(key);
      return { of: key };
    }).of;
  expect(['a', 'b', 'a', 'c', 'a', 'c', 'b', 'a'].map(ask)).toEqual(['a', 'b', 'a', 'c', 'a', 'c', 'b', 'a']);
  // b when c came, a when b came again, c when a came again.
  expect(made).toEqual(['a', 'b', 'c', 'b', 'a']);
});
