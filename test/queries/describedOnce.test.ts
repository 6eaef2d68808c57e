// What a prepared statement answers with is asked for once on each connection.
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectionOptions, send } from '../../src/database/connection/connections.ts';
import { unlimitedTime } from '../../src/database/connection/databaseTime.ts';
import type { Statement } from '../../src/database/connection/statement.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { openRoundTrips, type RoundTrips } from '../support/roundTrips.ts';

let database: TestDatabase;
let way: RoundTrips;

beforeAll(async () => {
  database = await createDatabase();
  way = await openRoundTrips(database.url);
});
afterAll(async () => {
  await way.close();
  await database.drop();
});

const text = `SELECT n AS number, n::text AS "text", '2026-01-01 00:00+00'::timestamptz AS at FROM generate_series(1, $1::int) n`;
const named = (count: number): Statement => ({ text, values: [count], name: 'described' });

// Describe, as it stands in the protocol.
const describe = 'D\0\0\0\x06P\0';

test('with statements that are sent before those ahead of them are answered', async () => {
  const client = new pg.Client({ ...connectionOptions, connectionString: way.url, pipeline: true });
  await client.connect();
  const first = await send(client, named(2), unlimitedTime);
  const others = await Promise.all([3, 0, 2].map((count) => send(client, named(count), unlimitedTime)));
  const sent = way.aloneWith('described').join('');
  await client.end();
  expect(first).toEqual([
    { number: 1, text: '1', at: '2026-01-01T00:00:00.000Z' },
    { number: 2, text: '2', at: '2026-01-01T00:00:00.000Z' },
  ]);
  expect(others.map((rows) => rows.length)).toEqual([3, 0, 2]);
  expect(others[2]).toEqual(first);
  expect(sent.split(describe)).toHaveLength(2);
});

test('a statement that fails can be sent again, and another connection learns for itself', async () => {
  const failing: Statement = { text: 'SELECT 1 / $1::int AS quotient', values: [0], name: 'quotient' };
  for (const attempt of [1, 2]) {
    const client = new pg.Client({ ...connectionOptions, connectionString: database.url });
    await client.connect();
    await expect(send(client, failing, unlimitedTime), String(attempt)).rejects.toMatchObject({ code: '22012' });
    expect(await send(client, { ...failing, values: [1] }, unlimitedTime)).toEqual([{ quotient: 1 }]);
    await expect(send(client, failing, unlimitedTime)).rejects.toMatchObject({ code: '22012' });
    expect(await send(client, { ...failing, values: [1] }, unlimitedTime)).toEqual([{ quotient: 1 }]);
    await client.end();
  }
});
