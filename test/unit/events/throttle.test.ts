// An action that may be requested at any time runs at once, and then at most once per interval.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { throttle } from '../../../src/events/sequencer.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('runs at once, and once more after the interval for all that was requested meanwhile', () => {
  const action = vi.fn();
  const run = throttle(10, action);
  run();
  expect(action).toHaveBeenCalledTimes(1);
  run();
  run();
  vi.advanceTimersByTime(9);
  expect(action).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1);
  expect(action).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(100);
  expect(action).toHaveBeenCalledTimes(2);
  run();
  expect(action).toHaveBeenCalledTimes(3);
});

test('runs no more once it was stopped', () => {
  const action = vi.fn();
  const run = throttle(10, action);
  run();
  run();
  run.stop();
  vi.advanceTimersByTime(100);
  run();
  expect(action).toHaveBeenCalledTimes(1);
});

test('runs no more when it was stopped between two intervals', () => {
  const action = vi.fn();
  const run = throttle(10, action);
  run();
  vi.advanceTimersByTime(100);
  run.stop();
  run();
  expect(action).toHaveBeenCalledTimes(1);
});
