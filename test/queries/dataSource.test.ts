// The DataSource of ormconfig.ts is the one that the service works with: its pool is the one of transactions, its entity manager writes
// the statements of plain rows, and closing the database closes it. Decision 4.
import { expect, test, vi } from 'vitest';
import { loadContract } from '../../src/contract/load.ts';
import { openDatabase } from '../../src/database/connection/database.ts';
import { poolOf } from '../../src/database/connection/dataSource.ts';
import { Parameters, prepared } from '../../src/database/connection/statement.ts';
import { insertInto, selectFrom, written } from '../../src/database/connection/written.ts';
import { agreedValue } from '../../src/database/connection/settingStore.ts';
import { sharedService } from '../support/service.ts';

const contract = loadContract();

test('transactions run on its pool, which is closed with the database', async () => {
  const { databaseUrl: url } = await sharedService();
  const database = await openDatabase({ url, contract, poolSize: 2 });
  const source = database.manager.dataSource;
  const pool = poolOf(source);
  expect([source.isInitialized, pool.options.max]).toEqual([true, 2]);
  const inUse = await database.transaction(async (transaction) => {
    expect(transaction.manager).toBe(database.manager);
    await transaction.query(prepared('SELECT 1', new Parameters()));
    return pool.totalCount - pool.idleCount;
  });
  expect(inUse).toBe(1);
  await vi.waitFor(() => expect(pool.idleCount).toBe(pool.totalCount));
  await database.close();
  expect([source.isInitialized, pool.ended, pool.totalCount]).toEqual([false, true, 0]);
});

test('it is defined as ormconfig.ts exports it', async () => {
  const service = await sharedService();
  vi.stubEnv('DATABASE_URL', service.databaseUrl);
  // The runner of tests sets it, to a path.
  vi.stubEnv('BASE_URL', undefined);
  const { default: exported } = await import('../../ormconfig.ts');
  vi.unstubAllEnvs();
  const { options, entityMetadatas } = service.services.database.manager.dataSource;
  const named = (schemas: unknown): string[] =>
    (schemas as { options: { name: string } }[]).map((schema) => schema.options.name).sort();
  expect(named(options.entities)).toEqual(named(exported.options.entities));
  expect(entityMetadatas.map(({ name }) => name).sort()).toEqual(named(exported.options.entities));
  expect([options.migrations, options.migrationsTableName]).toEqual([
    exported.options.migrations,
    exported.options.migrationsTableName,
  ]);
});

test('a database that cannot be reached leaves nothing open', async () => {
  const url = 'postgres://nobody:none@127.0.0.1:1/none';
  await expect(openDatabase({ url, contract, poolSize: 2 })).rejects.toThrow();
});

test('a statement is written once, and each run binds its own values', async () => {
  const { database } = (await sharedService()).services;
  const write = vi.fn((manager: typeof database.manager) =>
    selectFrom(manager, 'setting', 's').select('s.value', 'value').where('s.name = :name').andWhere(':other::int = 3'),
  );
  const read = written<{ name: string; other: number }>(write);
  const offered = `${crypto.randomUUID()} ' :name`;
  expect(await agreedValue(database, 'written once', offered)).toBe(await agreedValue(database, 'written once', 'x'));
  const first = read(database, { name: 'written once', other: 3 });
  const second = read(database, { name: 'none', other: 3 });
  expect([write.mock.calls.length, second.text, second.name]).toEqual([1, first.text, first.name]);
  expect([first.values, second.values]).toEqual([
    ['written once', 3],
    ['none', 3],
  ]);
  expect([(await database.query(first)).length, (await database.query(second)).length]).toEqual([1, 0]);
  expect(() => read(database, { name: 'none' } as never)).toThrow('no value for other');
});

test('a value is sent as it is, and never read as SQL', async () => {
  const { database } = (await sharedService()).services;
  const put = written<{ name: string; value: string }>((manager) =>
    insertInto(manager, 'setting', { name: ':name', value: ':value::json' }).orIgnore().returning(['name', 'value']),
  );
  const name = `'); DROP TABLE setting; -- :value "${crypto.randomUUID()}"`;
  const rows = await database.query(put(database, { name, value: JSON.stringify({ $1: ':name' }) }));
  expect(rows).toEqual([{ name, value: { $1: ':name' } }]);
});
