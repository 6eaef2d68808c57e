// Work that is shared by all callers who requested it before it began.
import { afterEach, expect, test, vi } from 'vitest';
import { sharedRuns } from '../../../src/domain/sharedRuns.ts';

afterEach(() => void vi.useRealTimers());

test('calls of one turn share a run, and calls during a run share the next', async () => {
  const ends: ((value: number) => void)[] = [];
  const run = sharedRuns(() => new Promise<number>((resolve) => ends.push(resolve)));
  const first = [run(), run()];
  // What follows a promise is of the same turn.
  for (let step = 0; step < 5; step += 1) await Promise.resolve();
  first.push(run());
  await new Promise(setImmediate);
  await new Promise(setImmediate);
  expect(ends).toHaveLength(1);
  const second = [run(), run(), run()];
  await new Promise(setImmediate);
  expect(ends).toHaveLength(1);
  ends[0]?.(1);
  expect(await Promise.all(first)).toEqual([1, 1, 1]);
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

test.each([
  [1_000, 1],
  [999, 2],
])(
  'calls during a run that takes a second to fail fail with it, and the next call starts a run: %i ms',
  async (millis, runs) => {
    vi.useFakeTimers({ toFake: ['performance'], now: 0 });
    const fails: ((error: Error) => void)[] = [];
    const run = sharedRuns(() => new Promise<number>((_, reject) => fails.push(reject)));
    const caught = (): Promise<unknown> => run().catch((error: unknown) => error);
    const first = caught();
    await new Promise(setImmediate);
    const second = caught();
    vi.advanceTimersByTime(millis);
    const errors = [new Error('first'), new Error('second'), new Error('third')] as const;
    fails[0]?.(errors[0]);
    expect(await first).toBe(errors[0]);
    await new Promise(setImmediate);
    expect(fails).toHaveLength(runs);
    fails[1]?.(errors[1]);
    expect(await second).toBe(errors[runs - 1]);
    const third = caught();
    await new Promise(setImmediate);
    expect(fails).toHaveLength(runs + 1);
    fails[runs]?.(errors[2]);
    expect(await third).toBe(errors[2]);
  },
);
