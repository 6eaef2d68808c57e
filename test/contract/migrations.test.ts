// The migrations, run on an empty database, make what the contract says.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadContract } from '../../src/contract/load.ts';
import { dataSourceFor } from '../../src/database/database.ts';
import { migrate } from '../../src/database/migrate.ts';
import { schemaDrift } from '../../scripts/schemaDrift.ts';
import { createDatabase, withClient, type TestDatabase } from '../support/database.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());

test('no table or column is missing or of another type', async () => {
  const source = await dataSourceFor({ url: database.url, contract: loadContract(), poolSize: 2 }).initialize();
  try {
    expect(await schemaDrift(source)).toEqual([]);
  } finally {
    await source.destroy();
  }
});

test('two processes that migrate at once do it once', async () => {
  await withClient(database.url, (client) => client.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public'));
  await Promise.all([migrate(database.url), migrate(database.url)]);
  const { rows } = await withClient(database.url, (client) =>
    client.query('SELECT name, count(*)::int FROM migration GROUP BY 1 HAVING count(*) > 1'),
  );
  expect(rows).toEqual([]);
});

test('a process waits for another that migrates, longer than a statement of a request may take', async () => {
  await withClient(database.url, async (other) => {
    await other.query('SELECT pg_advisory_lock(727274)');
    const waiting = migrate(database.url);
    // The time a request gives up after, by the database's clock.
    await other.query('SELECT pg_sleep(7.5)');
    await other.query('SELECT pg_advisory_unlock(727274)');
    await waiting;
  });
});

test('a process that migrates keeps no limit on time that its role has', async () => {
  const { pathname } = new URL(database.url.replace(/@\//, '@host/'));
  await withClient(database.url, async (client) => {
    await client.query(`ALTER DATABASE ${pathname.slice(1)} SET statement_timeout = 100`);
  });
  await withClient(database.url, async (other) => {
    await other.query('SET statement_timeout = 0');
    await other.query('SELECT pg_advisory_lock(727274)');
    const waiting = migrate(database.url);
    await other.query('SELECT pg_sleep(0.5)');
    await other.query('SELECT pg_advisory_unlock(727274)');
    await waiting;
    await other.query(`ALTER DATABASE ${pathname.slice(1)} RESET statement_timeout`);
  });
});

test('a database of a newer version is refused', async () => {
  await withClient(database.url, (client) =>
    client.query(`INSERT INTO migration (timestamp, name) VALUES (9999999999999, 'Later9999999999999')`),
  );
  await expect(migrate(database.url)).rejects.toThrow(/newer version of the service \(Later9999999999999\)/);
});
