// Rows that come in pieces are read like all others, but for answers: they stay the bytes that came.
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ListenedClient, connectionOptions, send } from '../../src/database/connection/connections.ts';
import { unlimitedTime } from '../../src/database/connection/databaseTime.ts';
import type { Statement } from '../../src/database/connection/statement.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';

let database: TestDatabase;
let client: pg.Client;

beforeAll(async () => {
  database = await createDatabase();
  client = new ListenedClient({ ...connectionOptions, connectionString: database.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

const text = `SELECT repeat('é', $1::int) AS answer, 7 AS epoch, NULL AS nothing FROM generate_series(1, 3)`;
const rowsOf = (length: number, more: Partial<Statement>): Promise<Record<string, unknown>[]> =>
  send(client, { text, values: [length], name: 'long', ...more }, unlimitedTime);

test.each([10, 1_000, 40_000, 200_000])('of %i characters', async (length) => {
  const answer = 'é'.repeat(length);
  const expected = [1, 2, 3].map(() => ({ answer, epoch: 7, nothing: null }));
  expect(await rowsOf(length, {})).toEqual(expected);
  const answers = await rowsOf(length, { saysEpoch: true });
  expect(answers.map((row) => ({ ...row, answer: String(row['answer']) }))).toEqual(expected);
  expect(answers.some((row) => Buffer.isBuffer(row['answer']))).toBe(length >= 40_000);
});

test('more bytes than one request may read are refused', async () => {
  const time = { ...unlimitedTime, take: (bytes: number) => bytes < 100_000 };
  const refused = send(client, { text, values: [200_000], name: 'long', saysEpoch: true }, time);
  await expect(refused).rejects.toMatchObject({ code: 'RESULT_TOO_LARGE' });
  expect(await rowsOf(1, {})).toHaveLength(3);
});
