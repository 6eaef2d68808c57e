// The migrations, run on an empty database, create exactly what the contract states; which databases are taken over.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify, stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadContract } from '../../src/contract/load.ts';
import { migrate } from '../../src/database/connection/migrate.ts';
import { foldedMigrations } from '../../src/database/migrations/0001Initial.ts';
import { migrations } from '../../src/database/migrations/index.ts';
import { routinesOf } from '../support/routines.ts';
import { schemaDrift } from '../../scripts/schemaDrift.ts';
import { createDatabase, databaseName, withClient, type TestDatabase } from '../support/database.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());

test('the migrations make every table, column, key, index and check of the contract, and no other', async () => {
  expect(await schemaDrift(database.url, loadContract())).toEqual([]);
});

test('the migrations make the functions and triggers of test/golden/routines.sql, and no other', async () => {
  await expect(await routinesOf(database.url)).toMatchFileSnapshot('../golden/routines.sql');
});

test('no table of a new database is known to be empty, for which a plan would read all of it', async () => {
  const counted = await withClient(database.url, (client) =>
    client.query(
      `SELECT relname FROM pg_class WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace AND reltuples = 0`,
    ),
  );
  expect(counted.rows).toEqual([]);
});

describe('a difference from the contract is found and fixed', () => {
  let copy: TestDatabase;
  beforeAll(async () => {
    copy = await createDatabase();
  });
  afterAll(() => copy.drop());

  test.each([
    'DROP TRIGGER mark_live_entity ON entity',
    'ALTER TABLE permission DISABLE TRIGGER edge_epoch_delete; DROP TRIGGER edge_epoch_delete ON permission',
    'CREATE FUNCTION stray() RETURNS int LANGUAGE sql AS $$ SELECT 1 $$',
    'CREATE OR REPLACE FUNCTION keep_tenant() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$',
  ])('%s is seen among functions and triggers', async (change) => {
    const before = await routinesOf(copy.url);
    await withClient(copy.url, async (client) => {
      await client.query(change);
    });
    expect(await routinesOf(copy.url)).not.toBe(before);
  });

  test.each([
    ['DROP TABLE link', /CREATE TABLE "link"/],
    ['CREATE TABLE stray (urn uuid)', /DROP TABLE "stray"/],
    ['ALTER TABLE entity DROP COLUMN language', /ALTER TABLE "entity" ADD COLUMN "language" text NOT NULL/],
    ['ALTER TABLE entity ADD COLUMN stray text', /ALTER TABLE "entity" DROP COLUMN "stray"/],
    ['ALTER TABLE entity ALTER COLUMN name DROP NOT NULL', /ALTER TABLE "entity" ALTER COLUMN "name" SET NOT NULL/],
    ['ALTER TABLE entity ALTER COLUMN name TYPE varchar(9)', /ALTER TABLE "entity" ALTER COLUMN "name" TYPE text/],
    ['ALTER TABLE "group" ALTER COLUMN is_chat DROP DEFAULT', /ALTER COLUMN "is_chat" SET DEFAULT false/],
    ['ALTER TABLE role DROP CONSTRAINT uq_role__owner__name', /ADD CONSTRAINT "uq_role__owner__name" EXCLUDE/],
    ['CREATE INDEX ix_stray ON entity (name)', /DROP INDEX "ix_stray"/],
    [
      'DROP INDEX uq_web_session__secret_hash; CREATE INDEX uq_web_session__secret_hash ON web_session (secret_hash)',
      /CREATE UNIQUE INDEX "uq_web_session__secret_hash"/,
    ],
    [
      'ALTER TABLE role DROP CONSTRAINT uq_role__owner__name; ALTER TABLE role ADD CONSTRAINT uq_role__owner__name EXCLUDE USING btree (owner WITH =, name WITH =)',
      /ADD CONSTRAINT "uq_role__owner__name" EXCLUDE .* WHERE \("deleted_timestamp" IS NULL\) DEFERRABLE/,
    ],
    ['ALTER TABLE item DROP CONSTRAINT ck_item_kind', /ADD CONSTRAINT "ck_item_kind" CHECK/],
    [
      `ALTER TABLE item DROP CONSTRAINT ck_item_kind; ALTER TABLE item ADD CONSTRAINT ck_item_kind CHECK (kind <> '')`,
      /ADD CONSTRAINT "ck_item_kind" CHECK \("kind" IN/,
    ],
    ['ALTER TABLE item ADD CONSTRAINT ck_stray CHECK (version > 0)', /DROP CONSTRAINT "ck_stray"/],
    ['ALTER TABLE task DROP CONSTRAINT fk_task_urn', /ADD CONSTRAINT "fk_task_urn" FOREIGN KEY/],
    [
      'DROP INDEX uq_webhook_trigger__ordinal',
      /CREATE UNIQUE INDEX "uq_webhook_trigger__ordinal" ON "webhook_trigger_rest"/,
    ],
    ['ALTER TABLE request_rate SET LOGGED', /ALTER TABLE "request_rate" SET UNLOGGED/],
    ['DROP TRIGGER keep_tenant ON task', /CREATE TRIGGER "keep_tenant" AFTER UPDATE OF "tenant" ON "task"/],
    ['DROP STATISTICS st_permission_subject', /CREATE STATISTICS "st_permission_subject"/],
  ])('%s', async (change, expected) => {
    await withClient(copy.url, (client) => client.query(change));
    const statements = await schemaDrift(copy.url, loadContract());
    expect(statements.join('\n')).toMatch(expected);
    await withClient(copy.url, async (client) => {
      for (const statement of statements) await client.query(statement);
    });
    expect(await schemaDrift(copy.url, loadContract())).toEqual([]);
  });
});

describe("TypeORM's own commands", () => {
  const root = fileURLToPath(new URL('../../', import.meta.url));
  // The command from ormconfig.ts, with another verb.
  const command = /npx (tsx \S+) migration:show -d ormconfig\.ts/.exec(
    readFileSync(`${root}ormconfig.ts`, 'utf8'),
  )?.[1];
  const typeorm = async (verb: string): Promise<string> => {
    const [runner = '', script = ''] = (command ?? '').split(' ');
    const { PATH, HOME } = process.env;
    const env = { PATH, HOME, DATABASE_URL: database.url };
    const { stdout } = await promisify(execFile)(`node_modules/.bin/${runner}`, [script, verb, '-d', 'ormconfig.ts'], {
      cwd: root,
      env,
    });
    return stripVTControlCharacters(stdout);
  };

  test('show every migration as run', async () => {
    const shown = await typeorm('migration:show');
    expect(shown.match(/\[X\]/g)).toHaveLength(migrations.length);
    expect(shown).not.toContain('[ ]');
  });

  test('propose no change to a migrated database', async () => {
    expect(await typeorm('schema:log')).toContain('Your schema is up to date');
  });
});

test('two processes that migrate concurrently apply each migration once', async () => {
  await withClient(database.url, (client) => client.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public'));
  await Promise.all([migrate(database.url), migrate(database.url)]);
  const { rows } = await withClient(database.url, (client) =>
    client.query('SELECT name, count(*)::int FROM migration GROUP BY 1 HAVING count(*) > 1'),
  );
  expect(rows).toEqual([]);
});

test('a process waits for another that migrates, whatever limits of time its role, its database or its address sets', async () => {
  const name = databaseName(database.url);
  const limits = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'];
  await withClient(database.url, async (client) => {
    for (const limit of limits) await client.query(`ALTER DATABASE ${name} SET ${limit} = 50`);
  });
  await withClient(database.url, async (other) => {
    for (const limit of limits) await other.query(`SET ${limit} = 0`);
    await other.query('SELECT pg_advisory_lock(727274)');
    const waiting = migrate(database.url);
    const tried = `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'SELECT pg_try_advisory_lock%'`;
    await expect.poll(async () => (await other.query(tried)).rows, { timeout: 20_000 }).toHaveLength(1);
    // Longer than each of them.
    await other.query('SELECT pg_sleep(0.2)');
    await other.query('SELECT pg_advisory_unlock(727274)');
    await waiting;
    for (const limit of limits) await other.query(`ALTER DATABASE ${name} RESET ${limit}`);
  });
});

describe('a database whose migrations are folded into the first one', () => {
  const now = migrations.map((migration) => new migration().name);
  const names = (): Promise<string[]> =>
    withClient(database.url, async (client) =>
      (await client.query<{ name: string }>('SELECT name FROM migration ORDER BY timestamp')).rows.map((r) => r.name),
    );
  const stand = (at: readonly string[]): Promise<unknown> =>
    withClient(database.url, (client) =>
      client.query(
        `WITH gone AS (DELETE FROM migration WHERE name = ANY ($2)) INSERT INTO migration (timestamp, name)
          SELECT right(name, 13)::bigint, name FROM unnest($1::text[]) name`,
        [at, [...foldedMigrations, now[0]]],
      ),
    );
  test('goes on when it ran them all: the first one is recorded in their place, and nothing is run', async () => {
    await stand(foldedMigrations);
    const ran: string[] = [];
    await migrate(database.url, { onMigration: (name) => ran.push(name) });
    expect(ran).toEqual([]);
    expect(await names()).toEqual(now);
    expect(await schemaDrift(database.url, loadContract())).toEqual([]);
  });

  test('is refused when one is missing that no release lacked, and nothing changes', async () => {
    // The last one came after 0.2.0: test/upgrades.
    const missing = 'DeliveryQueue1795317000000';
    const others = foldedMigrations.filter((name) => name !== missing);
    await stand(others);
    const before = await names();
    await expect(migrate(database.url)).rejects.toThrow(
      `The database was made by a version before 0.2.0, the oldest that this version takes over, and lacks what came since (${missing}): start version 0.2.0 on it once, then this one. Nothing was changed.`,
    );
    expect(await names()).toEqual(before);
    await withClient(database.url, (client) =>
      client.query('INSERT INTO migration (timestamp, name) VALUES (right($1, 13)::bigint, $1)', [missing]),
    );
    await migrate(database.url);
    expect(await names()).toEqual(now);
  });
});

test('a database of a newer version is refused', async () => {
  await withClient(database.url, (client) =>
    client.query(`INSERT INTO migration (timestamp, name) VALUES (9999999999999, 'Later9999999999999')`),
  );
  await expect(migrate(database.url)).rejects.toThrow(/newer version of the service \(Later9999999999999\)/);
});

test('a database from before the first release is refused', async () => {
  await withClient(database.url, (client) =>
    client.query(
      `UPDATE migration SET timestamp = 1763700000000, name = 'Initial1763700000000' WHERE name LIKE 'Later%'`,
    ),
  );
  await expect(migrate(database.url)).rejects.toThrow(
    'The database was made by a version before 0.2.0 (Initial1763700000000), the oldest whose data this version takes over. ' +
      'Nothing was changed. Keep the version that made it running, and copy what is needed through the API of both.',
  );
});
