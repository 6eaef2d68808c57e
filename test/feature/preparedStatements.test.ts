// What connections to PostgreSQL keep prepared is bounded: each statement that is new on one stays there, also where callers decide
// what it says, such as the fields that a change is about. A connection that keeps too much is replaced.
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
  /** The process that answers a statement of 100,000 characters, prepared under that name. */
  const process = async (name: string | null): Promise<unknown> => {
    const text = `SELECT pg_backend_pid() AS pid /* ${String(name)} ${comment} */`;
    const named = name === null ? {} : { name: `long ${name}` };
    return (await run({ text, values: [], ...named }))[0]?.['pid'];
  };

  test('keeps up to a million characters prepared, and is replaced after that', async () => {
    const first = await process('0');
    const others = ['1', '2', '3', '4', '5', '6', '7', '8', '0', '1', '2'];
    for (const name of others) expect(await process(name)).toBe(first);
    // What has no name is not kept.
    expect(await process(null)).toBe(first);
    // This is one more than it may keep; the next has another connection.
    expect(await process('9')).toBe(first);
    const next = await process('10');
    expect(next).not.toBe(first);
    expect(await process('0')).toBe(next);
  });
});
