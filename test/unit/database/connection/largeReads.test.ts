// How long a large request keeps others of its kind waiting, on a clock of the test's own.
import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLargeReads } from '../../../../src/database/connection/largeReads.ts';
import { createDatabaseTime } from '../../../../src/database/connection/databaseTime.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

const statement = { text: 'SELECT 1', values: [] };

const ask = (reads: ReturnType<typeof createLargeReads>): { readonly response: EventEmitter; is: boolean } => {
  const response = Object.assign(new EventEmitter(), { closed: false });
  const asked = { response, is: false };
  const sizes = reads.of('one', response as never, createDatabaseTime(9_000));
  void sizes.after(statement, 600_000)?.then(() => (asked.is = true));
  return asked;
};

test('A large request makes room when it is answered, and after three seconds where its caller reads slowly', async () => {
  const reads = createLargeReads();
  const all = Array.from({ length: 5 }, () => ask(reads));
  const now = async (milliseconds: number): Promise<boolean[]> => {
    await vi.advanceTimersByTimeAsync(milliseconds);
    return all.map(({ is }) => is);
  };
  expect(await now(2_999)).toEqual([true, true, false, false, false]);
  all[0]?.response.emit('prefinish');
  expect(await now(0)).toEqual([true, true, true, false, false]);
  // The second one is still being read; the first one has left once.
  expect(await now(1)).toEqual([true, true, true, true, false]);
  all[0]?.response.emit('close');
  expect(await now(2_000)).toEqual([true, true, true, true, false]);
  all[2]?.response.emit('prefinish');
  all[3]?.response.emit('prefinish');
  all[4]?.response.emit('prefinish');
  expect(await now(0)).toEqual([true, true, true, true, true]);
  all[1]?.response.emit('close');
  await vi.advanceTimersByTimeAsync(0);
  expect(vi.getTimerCount()).toBe(1);
});
