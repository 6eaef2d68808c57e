// The budget of a request: each of its limits, what it costs beyond what is free, and its time, which ends, stays ended, and
// restarts after a body that took long to arrive.
import { afterEach, expect, it, vi } from 'vitest';
import type { Database } from '../../../src/database/connection/database.ts';
import {
  chargeBeyond,
  createRequestBudget,
  spendingDatabase,
  spentCost,
  unlimited,
  type RequestBudget,
} from '../../../src/engine/requestBudget.ts';

afterEach(() => void vi.useRealTimers());

it.each<[string, number, (budget: RequestBudget, count: number) => void]>([
  ['objects', 20_000, (budget, count) => budget.addObjects(count)],
  ['bytes', 33_554_432, (budget, count) => budget.addBytes(count)],
  ['rows', 100_000, (budget, count) => budget.addRows(count, 0)],
  ['units of rendering', 20_000_000, (budget, count) => budget.addRendering(count, 0)],
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

it('costs its objects and bytes, and what it takes of the time of others beyond an ordinary request', () => {
  const free = { objects: 7, bytes: 8_191, rows: 9, sqlMillis: 1_000, renderMillis: 250 };
  const costs = [free, { ...free, sqlMillis: 1_003 }, { ...free, renderMillis: 252 }].map(spentCost);
  expect(costs).toEqual([8, 14, 28]);
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
  const database = spendingDatabase(own as unknown as Database, budget);
  // Nor anything of their arguments.
  const any = undefined as never;
  const send = [() => database.query(any), () => database.transaction(any), () => database.writeAtOnce?.(any, any)];
  for (const one of send) await one();
  expect([sent, budget.spent()]).toEqual([
    ['query', 'transaction', 'write'],
    { objects: 0, bytes: 0, rows: 2, sqlMillis: 5, renderMillis: 0 },
  ]);
  expect(() => budget.addRows(1, 0)).toThrow();
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
