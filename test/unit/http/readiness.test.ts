// What /readyz says while the database answers late, or not at all.
import { beforeEach, describe, expect, test } from 'vitest';
import { createReadiness, usualReadiness } from '../../../src/http/readiness.ts';

let checks: ((isReady: boolean) => void)[];
const check = (): Promise<boolean> => new Promise((resolve) => checks.push(resolve));
const end = (isReady: boolean): void => checks.at(-1)?.(isReady);

beforeEach(() => {
  checks = [];
});

test('the numbers are these', () => {
  expect(usualReadiness).toEqual({ patience: 50, lasts: 15_000 });
});

describe('readiness', () => {
  test.each([true, false])('is what a check says that ends soon: %s', async (isReady) => {
    const ready = createReadiness(check, { patience: 60_000, lasts: 60_000 });
    for (let time = 1; time <= 3; time += 1) {
      const said = ready();
      end(isReady);
      expect(await said).toBe(isReady);
      expect(checks).toHaveLength(time);
    }
  });

  test('is what the last check said while the next one takes long, which is waited for no second time', async () => {
    const ready = createReadiness(check, { patience: 1, lasts: 60_000 });
    const first = ready();
    end(true);
    expect(await first).toBe(true);
    expect([await ready(), await ready()]).toEqual([true, true]);
    expect(checks).toHaveLength(2);
    // What it says in the end counts.
    const failing = ready();
    end(false);
    expect(await failing).toBe(false);
    const after = ready();
    await new Promise((resolve) => setTimeout(resolve, 1));
    end(false);
    expect(await after).toBe(false);
  });

  test.each([
    ['none has succeeded', 60_000, []],
    ['the last one that succeeded is too long ago', 0, [true]],
    ['the last one failed', 60_000, [true, false]],
  ])('waits for the check where %s', async (_, lasts, before) => {
    const patience = 1;
    const ready = createReadiness(check, { patience, lasts });
    for (const isReady of before) {
      const said = ready();
      end(isReady);
      await said;
    }
    let isSaid = false;
    const said = ready().finally(() => (isSaid = true));
    // The check is late, and nothing was said.
    await new Promise((resolve) => setTimeout(resolve, 20 * patience));
    expect(isSaid).toBe(false);
    end(true);
    expect(await said).toBe(true);
  });

  test('throws what the check throws, and checks again', async () => {
    let times = 0;
    const ready = createReadiness(async () => {
      times += 1;
      if (times === 1) throw new Error('gone');
      return true;
    });
    await expect(ready()).rejects.toThrow('gone');
    expect(await ready()).toBe(true);
  });
});
