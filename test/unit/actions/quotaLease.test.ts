// The part of a quota that one process spends, on counters that follow the shared rule: how often it asks for more,
// what it gives back, and how it says that it stands.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLocalQuotas } from '../../../src/actions/access/localQuota.ts';
import { QuotaLease, type QuotaSize } from '../../../src/actions/access/quotaLease.ts';
import type { LeaseRequest } from '../../../src/database/access/quotaStore.ts';

const start = 1_000_000;
const size: QuotaSize = { limit: 60, burst: 10 };

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'], now: 0 }));
afterEach(() => void vi.useRealTimers());

/** A lease over a minute, and what it asked the shared counters for. */
function open(): { one: QuotaLease; asked: LeaseRequest[]; at: (seconds: number) => void } {
  const local = createLocalQuotas();
  const asked: LeaseRequest[] = [];
  const clock = { seconds: 0 };
  const one = new QuotaLease('requests a', 60, (request) => {
    asked.push(request);
    const [lease] = local.take([request], 60, start + clock.seconds);
    if (!lease) throw new Error('one lease for each request');
    return Promise.resolve(lease);
  });
  const at = (seconds: number): void => {
    vi.advanceTimersByTime((seconds - clock.seconds) * 1000);
    clock.seconds = seconds;
  };
  return { one, asked, at };
}

test('a quota that was never asked for is whole', () => {
  const { one } = open();
  expect([one.standing(), one.secondsUntil(5)]).toEqual([
    { limit: 1, burst: 1, remaining: 1, resetSeconds: 0, burstRemaining: 1 },
    0,
  ]);
});

test('units are spent as long as the burst lasts, and then as they come back', async () => {
  const { one, at } = open();
  at(0.5);
  expect(await one.spend(4, size)).toBe(start);
  expect(one.standing()).toEqual({ ...size, remaining: 56, resetSeconds: 60.5, burstRemaining: 6 });
  expect(await one.spend(6, size)).toBe(start);
  expect(one.standing()).toEqual({ ...size, remaining: 50, resetSeconds: 60.5, burstRemaining: 0 });
  expect([one.secondsUntil(1), one.secondsUntil(3)]).toEqual([1, 3]);
  expect(await one.spend(1, size)).toBeNull();
  at(1.5);
  expect(one.standing()).toMatchObject({ remaining: 50, burstRemaining: 1 });
  expect(await one.spend(1, size)).toBe(start + 1);
});

test('a refusal is repeated for a fifth of a second without asking again, for so many units or more', async () => {
  const { one, asked, at } = open();
  await one.spend(8, size);
  expect(await one.spend(5, size)).toBeNull();
  const count = asked.length;
  at(0.199);
  expect([await one.spend(5, size), await one.spend(6, size)]).toEqual([null, null]);
  expect(asked).toHaveLength(count);
  expect(await one.spend(3, size)).toBeNull();
  expect(asked).toHaveLength(count + 1);
  at(0.398);
  expect(await one.spend(3, size)).toBeNull();
  expect(asked).toHaveLength(count + 1);
  at(0.399);
  expect(await one.spend(3, size)).toBeNull();
  expect(asked).toHaveLength(count + 2);
  // What is left is spent without asking.
  expect(await one.spend(2, size)).toBe(start);
  expect(asked).toHaveLength(count + 2);
});

test('requests that wait are asked for together, and each gets all of its units or none', async () => {
  const { one, asked } = open();
  const first = one.spend(1, size);
  const others = [one.spend(6, size), one.spend(5, size), one.spend(3, size)];
  expect(await first).toBe(start);
  expect(await Promise.all(others)).toEqual([start, null, start]);
  expect(asked.map(({ needed }) => needed)).toEqual([1, 14]);
});

test('a lease grows with what was spent, within its second alone, and the rest goes back', async () => {
  const { one, asked, at } = open();
  await one.spend(2, size);
  await one.spend(1, size);
  expect(asked.map(({ needed, ahead, unspent }) => ({ needed, ahead, unspent }))).toEqual([
    { needed: 2, ahead: 0, unspent: null },
    { needed: 1, ahead: 2, unspent: null },
  ]);
  // One of the two that were wanted ahead was given; nobody has spent it yet.
  expect(one.standing()).toMatchObject({ remaining: 57, burstRemaining: 7 });
  expect(await one.spend(1, size)).toBe(start);
  expect(asked).toHaveLength(2);
  at(1);
  await one.spend(1, size);
  expect(asked.at(-1)).toMatchObject({ needed: 1, ahead: 3, unspent: null });
  at(2);
  await one.spend(1, size);
  const units = asked.at(-1)?.unspent?.units ?? 0;
  expect([asked.at(-1)?.unspent?.cell, units > 0]).toEqual([start + 1, true]);
  await one.spend(3, size);
  at(30);
  // What is held and no longer good does not count twice.
  expect(one.standing().burstRemaining).toBe(10);
  await one.spend(1, size);
  expect(asked.at(-1)).toMatchObject({ needed: 1, ahead: 0 });
});

test('what was taken ahead is good for its second alone, and counts no more than the burst', async () => {
  const { one, asked, at } = open();
  at(0.5);
  await one.spend(2, size);
  await one.spend(1, size);
  at(0.999);
  expect(one.standing()).toMatchObject({ remaining: 57 });
  at(30);
  expect(one.standing().burstRemaining).toBe(10);
  at(0.5 + 30);
  expect([await one.spend(1, size), asked.length]).toEqual([start + 30, 3]);
  await one.spend(1, size);
  expect(one.standing()).toMatchObject({ burstRemaining: 8 });
  const count = asked.length;
  at(31);
  expect([await one.spend(1, size), asked.length]).toEqual([start + 31, count + 1]);
});

test('what is given back in its second can be spent again, and later stays counted', async () => {
  const { one, asked, at } = open();
  const cell = await one.spend(10, size);
  expect(cell).toBe(start);
  one.giveBack(2, start);
  expect(await one.spend(2, size)).toBe(start);
  expect(asked).toHaveLength(1);
  one.giveBack(3, start - 1);
  expect(one.standing().burstRemaining).toBe(0);
  one.giveBack(3, start);
  at(0.999);
  await one.settle();
  expect(asked).toHaveLength(1);
  at(1);
  await one.settle();
  expect(asked.at(-1)).toMatchObject({ needed: 0, ahead: 0, unspent: { cell: start, units: 3 } });
  await one.settle();
  expect(asked).toHaveLength(2);
  // Three came back, and one more by the time that has passed.
  expect(one.standing()).toMatchObject({ remaining: 53, burstRemaining: 4 });
  // Seven were spent in the second before.
  await one.spend(1, size);
  expect(asked.at(-1)).toMatchObject({ needed: 1, ahead: 6 });
  at(9);
  await one.settle();
  const count = asked.length;
  at(12);
  await one.settle();
  expect(asked).toHaveLength(count);
});

test('a quota whose units all came back is whole, and says so', async () => {
  const { one, at } = open();
  await one.spend(1, size);
  one.giveBack(1, start);
  at(1);
  await one.settle();
  expect(one.standing()).toEqual({ ...size, remaining: 60, resetSeconds: 0, burstRemaining: 10 });
});

test('only whole units are spent', async () => {
  const { one } = open();
  for (const units of [-1, 0.5, NaN, Infinity]) await expect(one.spend(units, size)).rejects.toThrow(RangeError);
  expect(await one.spend(0, size)).toBe(start);
});

test('a count that failed refuses those who waited for it, and nobody after them', async () => {
  let isBroken = true;
  const local = createLocalQuotas();
  const one = new QuotaLease('requests a', 60, (request) => {
    if (isBroken) return Promise.reject(new Error('away'));
    const [lease] = local.take([request], 60, start);
    return lease ? Promise.resolve(lease) : Promise.reject(new Error('none'));
  });
  await expect(one.spend(1, size)).rejects.toThrow('away');
  isBroken = false;
  expect(await one.spend(1, size)).toBe(start);
});

test.each([
  [1_000, 1],
  [999, 2],
])('who comes while the store is asked fails with those before, if that took a second: %i ms', async (millis, asks) => {
  const answers: ((error: Error) => void)[] = [];
  const one = new QuotaLease('requests a', 60, () => new Promise((_, reject) => answers.push(reject)));
  const all = [one.spend(1, size), one.spend(1, size)].map((spent) => spent.catch((error: unknown) => error));
  const [first, second] = [new Error('first'), new Error('second')];
  vi.advanceTimersByTime(millis);
  answers[0]?.(first);
  expect(await all[0]).toBe(first);
  await new Promise(setImmediate);
  expect(answers).toHaveLength(asks);
  answers[1]?.(second);
  expect(await all[1]).toBe(asks === 1 ? first : second);
});
