// A database whose tenants were moved, or are being moved, by a version that could (spec, 16.23).
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadContract } from '../../src/contract/load.ts';
import { migrate } from '../../src/database/connection/migrate.ts';
import { OneDatabase1795870000000 } from '../../src/database/migrations/0870OneDatabase.ts';
import { schemaDrift } from '../../scripts/schemaDrift.ts';
import { withClient, type TestDatabase } from '../support/database.ts';
import { migratedBefore } from '../support/migratedBefore.ts';

const [disabled, moved, over, busy] = Array.from({ length: 4 }, () => crypto.randomUUID());

let database: TestDatabase;
beforeAll(async () => {
  database = await migratedBefore(OneDatabase1795870000000);
  await withClient(database.url, async (client) => {
    await client.query(`INSERT INTO cell VALUES ('two', 'https://two.example')`);
    await client.query(
      `INSERT INTO disabled_tenant (tenant, since_timestamp, state, until_timestamp, cell) VALUES
       ($1, '2026-01-01', 'DISABLED', NULL, NULL), ($2, '2026-01-02', 'MOVED', NULL, 'two'),
       ($3, '2026-01-03', 'CLOSED', now() - interval '1 hour', NULL)`,
      [disabled, moved, over],
    );
    // What a move left behind.
    await client.query(
      `CREATE TRIGGER moving AFTER INSERT ON role FOR EACH ROW WHEN (NEW.tenant = '${String(moved)}') EXECUTE FUNCTION refuse_moving('${String(moved)}')`,
    );
  });
});
afterAll(() => database.drop());

const rows = async (sql: string): Promise<unknown[]> =>
  withClient(database.url, async (client) => (await client.query(sql)).rows);

describe('While a tenant is being moved', () => {
  test.each([
    ['from here', 'CLOSED', `now() + interval '1 minute'`],
    ['and its webhooks wait', 'PAUSED', `now() + interval '1 minute'`],
    ['to here', 'ARRIVING', 'NULL'],
  ])('%s, a database is not taken over, and stays as it is', async (_, state, until) => {
    await rows(`INSERT INTO disabled_tenant (tenant, since_timestamp, state, until_timestamp)
      VALUES ('${String(busy)}', now(), '${state}', ${until})`);
    const before = await rows('SELECT * FROM disabled_tenant ORDER BY tenant');
    await expect(migrate(database.url)).rejects.toThrow(
      `A tenant is being moved from or to this database (${String(busy)}), which this version cannot do: finish the move with` +
        ' the version that began it, or undo it with `tenant move --back-out`, and start again.',
    );
    expect(await rows('SELECT * FROM disabled_tenant ORDER BY tenant')).toEqual(before);
    expect(await rows('SELECT * FROM cell')).toHaveLength(1);
    await rows(`DELETE FROM disabled_tenant WHERE tenant = '${String(busy)}'`);
  });
});

test('Afterwards disabled and moved tenants are disabled, those that were let in again are served, and nothing of moves is left', async () => {
  await migrate(database.url);
  expect(await rows('SELECT tenant, since_timestamp FROM disabled_tenant ORDER BY since_timestamp')).toEqual([
    { tenant: disabled, since_timestamp: expect.anything() },
    { tenant: moved, since_timestamp: expect.anything() },
  ]);
  expect(await rows(`SELECT tgname FROM pg_trigger WHERE tgname = 'moving'`)).toEqual([]);
  expect(await schemaDrift(database.url, loadContract())).toEqual([]);
});
