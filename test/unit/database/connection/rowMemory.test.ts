// Memory of long rows that is used again.
import { expect, test } from 'vitest';
import { giveBackRow, rowMemory } from '../../../../src/database/connection/rowMemory.ts';

const size = 100_000;

test('memory that was given back is used for the next row of about that length, and for one row alone', () => {
  const first = rowMemory(size);
  const { buffer } = first;
  expect(rowMemory(size).buffer).not.toBe(buffer);
  // A part of it stands for all of it, once.
  giveBackRow(first.subarray(11, 20));
  giveBackRow(first);
  const next = [rowMemory(size + 1_000), rowMemory(size)];
  expect(next.map((row) => row.buffer === buffer)).toEqual([true, false]);
  expect(next.map(({ length }) => length)).toEqual([size + 1_000, size]);
});

test('what is no memory of a row is left alone', () => {
  const other = Buffer.allocUnsafeSlow(2 ** 17);
  giveBackRow(other);
  expect(rowMemory(2 ** 17).buffer).not.toBe(other.buffer);
});

test('no more than 16 MB waits to be used again, and nothing of very long rows', () => {
  const long = Array.from({ length: 20 }, () => rowMemory(2 ** 20));
  const known = new Set(long.map(({ buffer }) => buffer));
  for (const row of long) giveBackRow(row);
  const again = Array.from({ length: 20 }, () => rowMemory(2 ** 20));
  expect(again.filter(({ buffer }) => known.has(buffer)).length).toBeLessThanOrEqual(16);
  const longest = rowMemory(2 ** 23 + 1);
  giveBackRow(longest);
  expect(rowMemory(2 ** 23 + 1).buffer).not.toBe(longest.buffer);
});
