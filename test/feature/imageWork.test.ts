// Work on images in processes that can be ended, and the places at which it waits for its turn.
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createImageProcesses, type ImageProcesses } from '../../src/files/imageProcesses.ts';
import { createImageWork, type ImageWork } from '../../src/files/imageWork.ts';
import { ServiceError } from '../../src/domain/errors.ts';
import { noise } from '../support/imageBytes.ts';

const open: { stop(): void }[] = [];
afterEach(() => open.splice(0).forEach((one) => one.stop()));

const processes = (): ImageProcesses => keep(createImageProcesses(0));
const work = (atOnce: number): ImageWork => keep(createImageWork(atOnce, () => undefined));
function keep<T extends { stop(): void }>(one: T): T {
  open.push(one);
  return one;
}

const isThere = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

const dear = { w: 2400, fit: 'inside', fm: 'avif', q: 100, focalX: 0.5, focalY: 0.5 } as const;
const cheap = { w: 10, fit: 'inside', fm: 'png', focalX: 0.5, focalY: 0.5 } as const;
const enough = { milliseconds: 60_000, cpuMillis: 60_000 };

describe('a process', () => {
  test.each([
    ['by the clock', { milliseconds: 400, cpuMillis: 60_000 }],
    ['of a processor', { milliseconds: 60_000, cpuMillis: 300 }],
  ])(
    'is ended with its encoder when a job takes too much time %s, and the next job has another one',
    async (_, most) => {
      const pool = processes();
      const bytes = await noise(2400, 1800).jpeg().toBuffer();
      await pool.run({ kind: 'LOOK', bytes }, enough);
      const [pid = 0] = pool.pids();
      await expect(pool.run({ kind: 'TRANSFORM', bytes, transform: dear }, most)).rejects.toMatchObject({
        code: 'TIMEOUT',
      });
      await vi.waitFor(() => expect(isThere(pid)).toBe(false), 10_000);
      const made = await pool.run({ kind: 'TRANSFORM', bytes, transform: cheap }, enough);
      expect(made.contentType).toBe('image/png');
      expect(pool.pids()).not.toContain(pid);
    },
  );

  test('does one job after the other, and says what is no image', async () => {
    const pool = processes();
    const bytes = await noise(40, 20).png().toBuffer();
    expect(await pool.run({ kind: 'LOOK', bytes }, enough)).toEqual({ width: 40, height: 20, frames: 1 });
    const [pid] = pool.pids();
    const none = Buffer.from('<?php');
    expect(await pool.run({ kind: 'LOOK', bytes: none }, enough)).toEqual({ problem: 'NOT_AN_IMAGE' });
    await expect(pool.run({ kind: 'TRANSFORM', bytes: none, transform: cheap }, enough)).rejects.toThrow(TypeError);
    expect(pool.pids()).toEqual([pid]);
  });

  test('ends with the pool', async () => {
    const pool = processes();
    await pool.run({ kind: 'LOOK', bytes: Buffer.alloc(9) }, enough);
    const [pid = 0] = pool.pids();
    expect(isThere(pid)).toBe(true);
    pool.stop();
    await vi.waitFor(() => expect(isThere(pid)).toBe(false), 10_000);
  });
});

describe('a place', () => {
  const one = { caller: 'one', tenant: 'a' };

  test('for small images and one for uploads are free while large ones are worked on', async () => {
    const images = work(1);
    let end = (): void => undefined;
    const large = images.at('LARGE', one, () => new Promise<void>((resolve) => (end = resolve)));
    expect(await images.at('SMALL', one, async () => 'small')).toBe('small');
    expect(await images.at('UPLOAD', one, async () => 'upload')).toBe('upload');
    end();
    await large;
  });

  test('is given to tenants in turn, and to the callers of each in turn', async () => {
    const images = work(1);
    const order: string[] = [];
    const ask = (tenant: string, caller: string): Promise<unknown> =>
      images.at('LARGE', { tenant, caller }, async () => void order.push(`${tenant} ${caller}`));
    const all = [
      ...Array.from({ length: 3 }, () => ask('a', 'greedy')),
      ask('a', 'other'),
      ask('b', 'late'),
      ask('b', 'late'),
    ];
    await Promise.all(all);
    expect(order).toEqual(['a greedy', 'a greedy', 'b late', 'a other', 'b late', 'a greedy']);
  });

  test('is waited for by so many of one caller, and the line of another is its own', async () => {
    const images = work(1);
    let end = (): void => undefined;
    const first = images.at('LARGE', one, () => new Promise<void>((resolve) => (end = resolve)));
    const waiting = Array.from({ length: 32 }, () => images.at('LARGE', one, async () => 1));
    await expect(images.at('LARGE', one, async () => 1)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    const other = images.at('LARGE', { caller: 'two', tenant: 'a' }, async () => 2);
    end();
    await first;
    expect([await other, (await Promise.all(waiting)).length]).toEqual([2, 32]);
  });
});

describe('the same picture', () => {
  test('is made once, and what took too much is not tried again at once', async () => {
    const images = work(1);
    let times = 0;
    const fail = (): Promise<object> => {
      times += 1;
      return Promise.reject(new ServiceError('TIMEOUT'));
    };
    const both = await Promise.allSettled([images.once('key', fail), images.once('key', fail)]);
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await expect(images.once('key', fail)).rejects.toMatchObject({ code: 'TIMEOUT' });
    expect(times).toBe(1);
    expect(await images.once('other', async () => ({ made: true }))).toEqual({ made: true });
  });

  test('is made for a caller that waits for it with one whose quota is used up', async () => {
    const images = work(1);
    const poor = images.once('key', () => Promise.reject(new ServiceError('RATE_LIMITED')));
    const rich = images.once('key', async () => ({ made: true }));
    await expect(poor).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    expect(await rich).toEqual({ made: true });
  });
});
