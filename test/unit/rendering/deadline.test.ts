// A deadline stops code that cannot stop itself, and returns the result of code that ends in time.
import { describe, expect, it } from 'vitest';
import { createDeadline, DeadlineExceeded } from '../../../src/rendering/deadline.ts';

describe('a deadline', () => {
  const deadline = createDeadline();

  it('returns the result of a task that ends in time, undefined included', () => {
    expect(deadline.within(1000, () => 42)).toBe(42);
    expect(deadline.within<unknown>(1000, () => undefined)).toBeUndefined();
  });

  it('rethrows the very error a task throws', () => {
    const error = new TypeError('mine');
    expect(() =>
      deadline.within(1000, () => {
        throw error;
      }),
    ).toThrow(error);
  });

  it('stops a loop that catches everything', () => {
    const stubborn = (): void => {
      for (;;) {
        try {
          for (;;);
        } catch {
          continue;
        }
      }
    };
    expect(() => deadline.within(20, stubborn)).toThrow(DeadlineExceeded);
  });

  it('stops a regular expression that backtracks and a built-in function that recurs', () => {
    expect(() => deadline.within(20, () => /^(a+)+$/.test(`${'a'.repeat(40)}b`))).toThrow(DeadlineExceeded);

    let nested: unknown[] = ['x'];
    for (let level = 0; level < 40; level += 1) nested = [...nested, nested];
    expect(() => deadline.within(20, () => String(nested))).toThrow(DeadlineExceeded);
  });

  it('can be used again after it has expired', () => {
    expect(() =>
      deadline.within(1, () => {
        for (;;);
      }),
    ).toThrow(DeadlineExceeded);
    expect(deadline.within(1000, () => 'again')).toBe('again');
  });
});
