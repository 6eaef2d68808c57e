// Beside what others have waiting to be indexed, and beside drafts of its own, a tenant's search looks at few rows of the queue, by
// statistics that know of those alone: rows that statements read are counted, never time.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadContract } from '../../src/contract/load.ts';
import { openDatabase, type Database } from '../../src/database/connection/database.ts';
import type { Statement } from '../../src/database/connection/statement.ts';
import { countQueued, indexQueued, isQueued } from '../../src/database/search/searchQueueStore.ts';
import { areRowsQueued, indexQueuedRows } from '../../src/database/search/searchRowQueue.ts';
import { createDatabase, withClient, type TestDatabase } from '../support/database.ts';
import { mostReadDuring } from '../support/plans.ts';

const [many, few] = [10_000, 3];
/** Rows of the queue that are read at most: a step takes 200. */
const most = 500;
const [large, small, none] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];

let server: TestDatabase;
let database: Database;
const sent: Statement[] = [];

beforeAll(async () => {
  server = await createDatabase();
  database = await openDatabase({
    url: server.url,
    contract: loadContract(),
    onStatement: (statement) => sent.push(statement as Statement),
  });
  await withClient(server.url, async (client) => {
    await client.query('ALTER TABLE search_queue SET (autovacuum_enabled = false)');
    const text = `INSERT INTO search_queue (tenant, urn, is_of_drafts) SELECT $1::uuid, gen_random_uuid(), true FROM generate_series(1, $2::int)`;
    await client.query(text, [large, many]);
    await client.query('VACUUM ANALYZE search_queue');
    await client.query(text, [small, few]);
    await client.query('ALTER TABLE search_row_queue SET (autovacuum_enabled = false)');
    const rows = `INSERT INTO search_row_queue (tenant, kind, urn) SELECT $1::uuid, 'Task', gen_random_uuid() FROM generate_series(1, $2::int)`;
    await client.query(rows, [large, many]);
    await client.query('VACUUM ANALYZE search_row_queue');
    await client.query(rows, [small, few]);
  });
});
afterAll(async () => {
  await database.close();
  await server.drop();
});

function mostRead(work: () => Promise<unknown>, queue = 'search_queue'): Promise<number> {
  return mostReadDuring(work, { sent, databaseUrl: server.url }, queue);
}

test.each([
  ['of a tenant with few', { version: 'LATEST', tenant: small }, true],
  ['of a tenant with none', { version: 'LATEST', tenant: none }, false],
  ['that is live, of a tenant with many drafts', { version: 'PUBLISHED', tenant: large }, false],
  ['of all tenants', { version: 'LATEST', tenant: null }, true],
] as const)('what waits %s is found and indexed', async (_, sought, is) => {
  expect(await mostRead(async () => expect(await isQueued(database, sought)).toBe(is))).toBeLessThan(most);
  const indexed = await mostRead(async () => expect((await indexQueued(database, sought)).indexed > 0).toBe(is));
  expect(indexed).toBeLessThan(most);
});

test('what waits of a tenant with none is counted, and of no tenant nothing', async () => {
  expect(await mostRead(async () => expect(await countQueued(database, none)).toBe(0))).toBeLessThan(most);
  expect(await countQueued(database, large)).toBeGreaterThan(many / 2);
  expect(await countQueued(database, null)).toBe(0);
});

test.each([
  ['of a tenant with few', small, true],
  ['of a tenant with none', none, false],
  ['of all tenants', null, true],
] as const)('rows that wait %s are found and indexed', async (_, tenant, is) => {
  const read = (work: () => Promise<unknown>): Promise<number> => mostRead(work, 'search_row_queue');
  expect(await read(async () => expect(await areRowsQueued(database, tenant)).toBe(is))).toBeLessThan(most);
  const indexed = await read(async () => expect((await indexQueuedRows(database, tenant)).indexed > 0).toBe(is));
  expect(indexed).toBeLessThan(most);
});

test('of many rows a step takes few, whose words are indexed in its time however long they are', async () => {
  expect((await indexQueuedRows(database, large)).indexed).toBe(50);
});

test('of more than 100,000 changes the oldest are counted', async () => {
  const tenant = crypto.randomUUID();
  const text = `INSERT INTO search_queue (tenant, urn) SELECT $1::uuid, $2::uuid FROM generate_series(1, $3::int)`;
  await withClient(server.url, async (client) => {
    await client.query(text, [tenant, crypto.randomUUID(), 99_999]);
    await client.query(text, [tenant, crypto.randomUUID(), 1]);
    await client.query(text, [tenant, crypto.randomUUID(), 1]);
  });
  expect(await countQueued(database, tenant)).toBe(2);
});
