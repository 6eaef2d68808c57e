// What a change on the fast path may do with the database: one statement, which requires the decision about its caller to hold.
import { describe, expect, test, vi } from 'vitest';
import type { Context } from '../../../src/engine/context.ts';
import { NeedsRegularPath } from '../../../src/http/fastPath.ts';
import { onlyAtOnce, type Progress } from '../../../src/http/onlyAtOnce.ts';

type Database = Context['database'];

const turn = { name: 'a', mayWait: async () => undefined };

/** A database whose statements answer so many rows, or fail. */
function limited(rows: number | Error) {
  const sent = vi.fn(async () => {
    if (rows instanceof Error) throw rows;
    return Array.from({ length: rows }, () => ({}));
  });
  // Nothing else of a database is used.
  const whole = { query: sent, transaction: sent, writeAtOnce: sent } as unknown as Database;
  const progress: Progress = { now: 'NOT_SENT', failure: null };
  const database = onlyAtOnce(whole, progress);
  const write = (requiresEpoch: boolean): Promise<unknown> =>
    database.writeAtOnce?.({ text: '', values: [], requiresEpoch }, turn) ?? expect.fail('it writes');
  const read = (): Promise<unknown> => database.query({ text: '', values: [] });
  return { sent, progress, write, read, transaction: () => database.transaction(async () => undefined) };
}

describe('A change on the fast path', () => {
  test('reads nothing, begins no transaction, and writes nothing that does not require the decision to hold', async () => {
    const { sent, progress, write, read, transaction } = limited(1);
    for (const leave of [read, transaction, () => write(false)])
      await expect(leave()).rejects.toBeInstanceOf(NeedsRegularPath);
    expect([sent.mock.calls, progress]).toEqual([[], { now: 'NOT_SENT', failure: null }]);
  });

  test('that was made reads its answer, and makes no other', async () => {
    const { sent, progress, write, read, transaction } = limited(1);
    await write(true);
    expect(progress.now).toBe('DONE');
    await read();
    for (const leave of [transaction, () => write(true)])
      await expect(leave()).rejects.toBeInstanceOf(NeedsRegularPath);
    expect(sent).toHaveBeenCalledTimes(2);
  });

  test('that did nothing reads nothing, and is not tried again', async () => {
    const { sent, progress, write, read } = limited(0);
    await write(true);
    expect(progress.now).toBe('NOTHING_DONE');
    for (const leave of [read, () => write(true)]) await expect(leave()).rejects.toBeInstanceOf(NeedsRegularPath);
    expect(sent).toHaveBeenCalledTimes(1);
  });

  test('that failed keeps what it failed with, and may have been made', async () => {
    const failure = new Error('lost');
    const { progress, write } = limited(failure);
    await expect(write(true)).rejects.toBe(failure);
    expect(progress).toEqual({ now: 'SENT', failure });
  });

  test('that would wait for its turn has sent nothing', async () => {
    const { progress, write } = limited(new NeedsRegularPath());
    await expect(write(true)).rejects.toBeInstanceOf(NeedsRegularPath);
    expect(progress.now).toBe('NOT_SENT');
  });
});
