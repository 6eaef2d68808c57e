// Work that is shared by all callers who requested it before it began.
import { expect, test } from 'vitest';
import { sharedRuns } from '../../../src/domain/sharedRuns.ts';

test('calls of one turn share a run, and calls during a run share the next', async () => {
  const ends: ((value: number) => void)[] = [];
  const run = sharedRuns(() => new Promise<number>((resolve) => ends.push(resolve)));
  const first = [run(), run()];
  await new Promise(setImmediate);
  await new Promise(setImmediate);
  expect(ends).toHaveLength(1);
  const second = [run(), run(), run()];
  await new Promise(setImmediate);
  expect(ends).toHaveLength(1);
  ends[0]?.(1);
  expect(await Promise.all(first)).toEqual([1, 1]);
  await new Promise(setImmediate);
  expect(ends).toHaveLength(2);
  ends[1]?.(2);
  expect(await Promise.all(second)).toEqual([2, 2, 2]);
});

test('a failed run fails for its callers, and the next one starts all the same', async () => {
  let runs = 0;
  const run = sharedRuns(async () => {
    runs += 1;
    if (runs === 1) throw new Error('once');
    return runs;
  });
  const [one, two] = await Promise.allSettled([run(), run()]);
  expect([one.status, two.status]).toEqual(['rejected', 'rejected']);
  expect(await run()).toBe(2);
});
