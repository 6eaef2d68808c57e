// Steps of many requests share the turns of the event loop: all that is ready takes some milliseconds of each, whoever asked.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createPacer, mostAtOnce, turnMillis, type Pacer } from '../../../src/domain/pacer.ts';

// A step takes a millisecond, by a clock that stands still otherwise.
beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'], now: 0 }));
afterEach(() => void vi.useRealTimers());

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

interface Work {
  readonly done: string[];
  readonly ends: Promise<unknown>;
}

function work(name: string, steps: number, done: string[], pacer: Pacer = createPacer()): Promise<unknown> {
  return Promise.all(
    Array.from({ length: steps }, async () => {
      await pacer.pause();
      vi.advanceTimersByTime(1);
      done.push(name);
    }),
  );
}

/** How many steps were done in each turn until the work ended. */
async function stepsByTurn({ done, ends }: Work): Promise<number[]> {
  const state = { isOver: false };
  void ends.then(() => (state.isOver = true));
  const counts: number[] = [];
  let before = 0;
  while (!state.isOver) {
    await nextTurn();
    if (done.length > before) counts.push(done.length - before);
    before = done.length;
  }
  return counts;
}

test.each([
  { requests: 1, steps: 1_000 },
  { requests: 20, steps: 200 },
])('$requests requests of $steps steps each take some milliseconds of a turn together', async ({ requests, steps }) => {
  const done: string[] = [];
  const ends = Promise.all(Array.from({ length: requests }, (_, at) => work(String(at), steps, done)));
  const counts = await stepsByTurn({ done, ends });
  expect(done).toHaveLength(requests * steps);
  // What asked in one go went on in one go; then each request finds out how many of its steps fit in a turn.
  expect(counts[0]).toBe(mostAtOnce + 32);
  for (const count of counts.slice(1, 1 + 2 * requests)) expect(count).toBeLessThanOrEqual(32);
  for (const count of counts.slice(1 + 2 * requests)) expect(count).toBeLessThanOrEqual(turnMillis);
  expect(counts.length).toBeLessThan((requests * steps) / (turnMillis / 2));
});

test('steps that take next to nothing are resumed many at once', async () => {
  const done: string[] = [];
  const pacer = createPacer();
  const steps = Array.from({ length: 2_000 }, async () => {
    await pacer.pause();
    done.push('one');
  });
  const counts = await stepsByTurn({ done, ends: Promise.all(steps) });
  expect(counts).toEqual([128 + 32, 64, 128, 256, 256, 256, 256, 256, 256, 112]);
});

test('a request that has just come goes before those that have been at work', async () => {
  const done: string[] = [];
  const long = Promise.all(['a', 'b', 'c'].map((name) => work(name, 200, done)));
  while (done.length < 60) await nextTurn();
  // In a turn that has had its work.
  const begun = done.length;
  await Promise.all([work('d', mostAtOnce, done), work('short', 1, done)]);
  expect(done.indexOf('short') - begun).toBeLessThanOrEqual(mostAtOnce + 32);
  await long;
  expect(done).toHaveLength(600 + mostAtOnce + 1);
});

test('is calm when nothing is held back, and when all that was has been done', async () => {
  const pacer = createPacer();
  expect(pacer.calm()).toBeNull();
  const done: string[] = [];
  const ends = work('one', 300, done, pacer);
  await pacer.calm();
  expect(done).toHaveLength(300);
  await ends;
  expect(pacer.calm()).toBeNull();
});

test('a turn begins with its first step, not with that of a turn before', async () => {
  const pacer = createPacer();
  expect(pacer.pause()).toBeNull();
  vi.advanceTimersByTime(turnMillis);
  const held = pacer.pause();
  expect(held).not.toBeNull();
  await held;
  await nextTurn();
  await nextTurn();
  expect(pacer.pause()).toBeNull();
});
