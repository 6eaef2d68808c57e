// What connections to PostgreSQL keep prepared is bounded: each statement that is new on one stays there, also where callers decide
// what it says, such as the fields that a change is about, or those that a list is filtered by.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadContract } from '../../src/contract/load.ts';
import { openDatabase, type Database } from '../../src/database/connection/database.ts';
import type { Statement } from '../../src/database/connection/statement.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';

let holder: TestDatabase;
let database: Database;

beforeAll(async () => {
  holder = await createDatabase();
});
afterAll(() => holder.drop());

type Way = (statement: Statement) => Promise<Record<string, unknown>[]>;

const ways: Readonly<Record<string, Way>> = {
  'reads that are planned once': (statement) => database.query(statement),
  'reads that are planned for their values': (statement) => database.query({ ...statement, isPlannedByValue: true }),
  'changes of one statement': (statement) =>
    database.writeAtOnce?.(statement, { name: 'row' }) ?? expect.fail('nothing is written at once'),
  'changes of several statements': (statement) => database.transaction((transaction) => transaction.query(statement)),
};

describe.each(Object.entries(ways))('A connection for %s', (_, run) => {
  beforeAll(async () => {
    // One connection of each kind.
    database = await openDatabase({ url: holder.url, contract: loadContract(), poolSize: 1 });
  });
  afterAll(() => database.close());

  const comment = 'x'.repeat(100_000);
  /** What is prepared on the connection that answers a statement of 100,000 characters, prepared under that name, and its process. */
  const kept = async (name: string | null): Promise<{ readonly pid: unknown; readonly names: string }> => {
    const text =
      `SELECT pg_backend_pid() AS pid, (SELECT string_agg(substr(name, 6), ' ' ORDER BY prepare_time) FROM pg_prepared_statements` +
      ` WHERE name LIKE 'long %') AS names /* ${String(name)} ${comment} */`;
    const named = name === null ? {} : { name: `long ${name}` };
    const [row] = await run({ text, values: [], ...named });
    return { pid: row?.['pid'], names: String(row?.['names']) };
  };

  test('keeps up to a million characters prepared; those run least recently are deallocated', async () => {
    const { pid } = await kept('0');
    for (const name of ['1', '2', '3', '4', '5', '6', '7', '8', '0', '2']) await kept(name);
    // What has no name is not kept.
    expect(await kept(null)).toEqual({ pid, names: '0 1 2 3 4 5 6 7 8' });
    // With this one it is more than it may keep, and 1 is the one that was run first of those that were not run again.
    expect(await kept('9')).toEqual({ pid, names: '0 2 3 4 5 6 7 8 9' });
    expect(await kept('1')).toEqual({ pid, names: '0 2 4 5 6 7 8 9 1' });
    // Another one goes for it; what was deallocated is prepared again.
    expect(await kept('3')).toEqual({ pid, names: '0 2 5 6 7 8 9 1 3' });
  });

  test('does so between statements that are sent at once', async () => {
    const names = Array.from({ length: 40 }, (_, at) => String(at % 15));
    const rows = await Promise.all(names.map(kept));
    expect(new Set(rows.map(({ pid }) => pid)).size).toBe(1);
    expect(Math.max(...rows.map((row) => row.names.split(' ').length))).toBeLessThan(15);
  });

  test('keeps nothing of a statement that failed', async () => {
    const failed = Array.from({ length: 12 }, (_, at) =>
      run({ text: `SELECT nothing /* ${String(at)} ${comment} */`, values: [], name: `failed ${String(at)}` }).catch(
        () => 0,
      ),
    );
    await Promise.all(failed);
    const { pid } = await kept('0');
    expect(await kept('0')).toMatchObject({ pid });
  });
});
