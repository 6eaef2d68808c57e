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
  const sources = await Promise.all(
    [1, 2].map(() => dataSourceFor({ url: database.url, contract: loadContract(), poolSize: 2 }).initialize()),
  );
  try {
    await withClient(database.url, (client) => client.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public'));
    await Promise.all(sources.map((source) => migrate(source)));
    const { rows } = await withClient(database.url, (client) =>
      client.query('SELECT name, count(*)::int FROM migration GROUP BY 1 HAVING count(*) > 1'),
    );
    expect(rows).toEqual([]);
  } finally {
    await Promise.all(sources.map((source) => source.destroy()));
  }
});

test('a database of a newer version is refused', async () => {
  const source = await dataSourceFor({ url: database.url, contract: loadContract(), poolSize: 2 }).initialize();
  try {
    await withClient(database.url, (client) =>
      client.query(`INSERT INTO migration (timestamp, name) VALUES (9999999999999, 'Later9999999999999')`),
    );
    await expect(migrate(source)).rejects.toThrow(/newer version of the service \(Later9999999999999\)/);
  } finally {
    await source.destroy();
  }
});
