// The database time of one request: sequential steps add up, concurrent steps count once.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createDatabaseTime } from '../../../../src/database/connection/databaseTime.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

const taking = (milliseconds: number) => (): Promise<void> => new Promise((done) => setTimeout(done, milliseconds));

test('runs while any statement is awaited, once for concurrent ones, and then ends all of them', async () => {
  const time = createDatabaseTime(1_000);
  const first = Promise.all([time.spend(taking(300)), time.spend(taking(200))]);
  await vi.advanceTimersByTimeAsync(100);
  expect(time.left()).toBe(900);
  await vi.advanceTimersByTimeAsync(200);
  await first;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(time.left()).toBe(700);
  const second = time.spend(taking(800));
  await vi.advanceTimersByTimeAsync(800);
  await second;
  expect(time.left()).toBe(0);
  let isDone = false;
  await expect(time.spend(async () => (isDone = true))).rejects.toMatchObject({ code: 'TIMEOUT' });
  expect(isDone).toBe(false);
});

test('bytes of rows are counted together, whichever statement they come from', () => {
  const time = createDatabaseTime(1_000);
  const megabyte = 1024 * 1024;
  expect([time.take(20 * megabyte), time.take(12 * megabyte), time.take(1), time.take(0)]).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

test('failed statements count too', async () => {
  const time = createDatabaseTime(1_000);
  const failing = time.spend(() => taking(400)().then(() => Promise.reject(new Error('broken'))));
  const caught = expect(failing).rejects.toThrow('broken');
  await vi.advanceTimersByTimeAsync(400);
  await caught;
  expect(time.left()).toBe(600);
});
