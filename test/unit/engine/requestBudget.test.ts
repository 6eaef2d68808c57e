// The time budget of a request: it ends, stays ended, and restarts after a body that took long to arrive.
import { expect, it } from 'vitest';
import { createRequestBudget, unlimited } from '../../../src/engine/requestBudget.ts';

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
