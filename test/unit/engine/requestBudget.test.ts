// The budget of a request: each of its limits, what it costs by its counts, and its time, which ends, stays ended, and
// restarts after a body that took long to arrive.
import { afterEach, expect, it, vi } from 'vitest';
import type { Database } from '../../../src/database/connection/database.ts';
import {
  chargeAhead,
  chargeBeyond,
  chargePixels,
  createRequestBudget,
  requestDatabase,
  spentCost,
  unlimited,
  type RequestBudget,
} from '../../../src/engine/requestBudget.ts';

afterEach(() => void vi.useRealTimers());

it.each<[string, number, (budget: RequestBudget, count: number) => void]>([
  ['objects', 20_000, (budget, count) => budget.addObjects(count)],
  ['bytes', 33_554_432, (budget, count) => budget.addBytes(count)],
  ['rows', 100_000, (budget, count) => budget.addRows(count)],
  ['units of rendering', 20_000_000, (budget, count) => budget.addRendering(count)],
  ['pixels', 400_000_000, (budget, count) => budget.addPixels(count)],
])('allows as many %s as %i, and not one more', (_, most, add) => {
  const budget = createRequestBudget();
  add(budget, most);
  expect(() => add(budget, 1)).toThrow(expect.objectContaining({ code: 'RESULT_TOO_LARGE', extras: { limit: most } }));
});

it('lasts ten seconds', () => {
  vi.useFakeTimers({ toFake: ['performance'], now: 0 });
  const budget = createRequestBudget();
  expect(budget.timeLeft()).toBe(10_000);
  vi.advanceTimersByTime(10_000);
  expect(() => budget.check()).not.toThrow();
  vi.advanceTimersByTime(1);
  expect(budget.timeLeft()).toBe(0);
  expect(() => budget.check()).toThrow(expect.objectContaining({ code: 'TIMEOUT' }));
});

it('costs what it counted, whatever its time', () => {
  const spent = { objects: 7, bytes: 4_096, rows: 20, rendering: 3_000, pixels: 1_000_000 };
  const nothing = { objects: 0, bytes: 0, rows: 0, rendering: 0, pixels: 0 };
  expect(spentCost(spent)).toBe(7 + 1 + 2 + 3);
  // The parts of units add up, and what is left of them is free.
  expect(spentCost({ ...nothing, bytes: 2_048, rows: 5, rendering: 999 })).toBe(1);
});

it('charges an answer of another face what is not free of it', async () => {
  const chargeSpent = vi.fn(() => Promise.resolve());
  const budget = createRequestBudget();
  budget.addObjects(1_000);
  await chargeBeyond({ budget, admission: { chargeSpent } });
  expect(chargeSpent).not.toHaveBeenCalled();
  budget.addObjects(3);
  await chargeBeyond({ budget, admission: { chargeSpent } });
  expect(chargeSpent.mock.calls).toEqual([[3]]);
  expect(budget.price()).toBe(3);
});

it('charges pixels before they are decoded, apart from what the answer costs', async () => {
  const chargeCost = vi.fn(() => Promise.resolve());
  const chargeSpent = vi.fn(() => Promise.resolve());
  const budget = createRequestBudget();
  await chargePixels({ budget, admission: { chargeCost } }, 12_000_001);
  await chargeBeyond({ budget, admission: { chargeSpent } }, 0);
  expect([chargeCost.mock.calls, chargeSpent.mock.calls, budget.price()]).toEqual([[[1_201]], [], 1_201]);
  const refused = createRequestBudget({ ...unlimited, pixels: 9 });
  await expect(chargePixels({ budget: refused, admission: { chargeCost } }, 10)).rejects.toMatchObject({
    code: 'RESULT_TOO_LARGE',
  });
  expect(chargeCost).toHaveBeenCalledTimes(1);
});

it('notes as its price only what was charged', async () => {
  const budget = createRequestBudget();
  const chargeCost = vi.fn(() => Promise.reject(new Error('RATE_LIMITED')));
  await expect(chargeAhead({ budget, admission: { chargeCost } }, 7)).rejects.toThrow('RATE_LIMITED');
  expect(budget.price()).toBe(0);
  await chargeAhead({ budget, admission: null }, 7);
  expect(budget.price()).toBe(7);
});

it('counts what is read, and sends nothing once it is used up', async () => {
  const budget = createRequestBudget({ ...unlimited, rows: 2 });
  vi.useFakeTimers({ toFake: ['performance'], now: 0 });
  const sent: string[] = [];
  const note = (what: string) => () => {
    sent.push(what);
    vi.advanceTimersByTime(5);
    return Promise.resolve([1, 2]);
  };
  // Nothing but these is used.
  const own = { query: note('query'), transaction: note('transaction'), writeAtOnce: note('write') };
  const database = requestDatabase(own as unknown as Database, budget, null);
  // Nor anything of their arguments.
  const any = {} as never;
  const send = [() => database.query(any), () => database.transaction(any), () => database.writeAtOnce?.(any, any)];
  for (const one of send) await one();
  expect([sent, budget.spent()]).toEqual([
    ['query', 'transaction', 'write'],
    { objects: 0, bytes: 0, rows: 2, rendering: 0, pixels: 0 },
  ]);
  expect(() => budget.addRows(1)).toThrow();
  for (const one of send) await expect((async () => one())()).rejects.toMatchObject({ code: 'RESULT_TOO_LARGE' });
  expect(sent).toHaveLength(3);
});

it('restarts its time on request, before it is used up', () => {
  const budget = createRequestBudget({ ...unlimited, milliseconds: -1 });
  budget.restart(60_000);
  expect(() => budget.check()).not.toThrow();
  expect(budget.timeLeft()).toBeGreaterThan(0);
});

it('stays ended once it has ended, with the reason', () => {
  const budget = createRequestBudget({ ...unlimited, milliseconds: -1 });
  expect(() => budget.check()).toThrow(expect.objectContaining({ code: 'TIMEOUT' }));
  budget.restart(60_000);
  expect(() => budget.check()).toThrow(expect.objectContaining({ code: 'TIMEOUT' }));
  expect(budget.failure()?.code).toBe('TIMEOUT');
});
