// A connection pool before PostgreSQL: it is found out, what needs a session of its own goes past it, and what cannot work
// is refused at the start in one sentence. A PgBouncer that shares connections by transaction is not on this machine (1.21
// is needed, the distribution has 1.18); the front here shows what a service shows a pool.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTenant } from '../../src/actions/access/bootstrap.ts';
import { ConfigError, readConfig } from '../../src/config/config.ts';
import { startApp, type App } from '../../src/start/app.ts';
import { createClient } from '../support/client.ts';
import { createDatabase, withClient, type TestDatabase } from '../support/database.ts';
import { startPoolFront, type PoolFront } from '../support/poolFront.ts';
import { follow, socketClient } from '../support/streams.ts';

let database: TestDatabase;
let pool: PoolFront;
const dataDir = mkdtempSync(path.join(tmpdir(), 'commonplace-data-'));

beforeAll(async () => {
  database = await createDatabase();
  pool = await startPoolFront(database.url);
});
afterAll(async () => {
  await pool.close();
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

function start(databaseUrl: string, more: Readonly<Record<string, string>> = {}): Promise<App> {
  const config = readConfig({ PORT: '0', DATA_DIR: dataDir, DATABASE_POOL: '2', DEMO: '0', RATE_LIMITS: '0', ...more });
  return startApp({ config, databaseUrl, logger: pino({ level: 'silent' }) }, async () => undefined);
}

async function refused(starting: Promise<App>): Promise<string> {
  const error: unknown = await starting.then(
    async (app) => {
      await app.close();
      return null;
    },
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ConfigError);
  return (error as ConfigError).message;
}

test('is refused without the address of the server itself, and where that is a pool as well', async () => {
  expect(await refused(start(pool.url))).toBe(
    'DATABASE_URL is a connection pool: set DATABASE_DIRECT_URL to the server behind it, for migrations, leadership and notifications.',
  );
  expect(await refused(start(pool.url, { DATABASE_DIRECT_URL: pool.url }))).toMatch(
    /^DATABASE_URL is a connection pool/,
  );
  const other = await startPoolFront(database.url);
  expect(await refused(start(pool.url, { DATABASE_DIRECT_URL: other.url }))).toBe(
    'DATABASE_DIRECT_URL is a connection pool, too: set it to the server itself.',
  );
  await other.close();
});

test('is refused while the account has no limits of its own, with the statements that give it some', async () => {
  const text = await refused(start(pool.url, { DATABASE_DIRECT_URL: database.url }));
  expect(text).toMatch(
    /^The connection pool at DATABASE_URL keeps no settings of a session, and its account lacks them: run /,
  );
  expect(text).toContain(`SET statement_timeout = '5000'`);
});

test('serves requests, while migrations, leadership and notifications go to the server itself', async () => {
  await withClient(database.url, async (client) => {
    const [name] = (await client.query<{ name: string }>('SELECT current_database() AS name')).rows;
    for (const [setting, value] of [
      ['timezone', 'UTC'],
      ['statement_timeout', '5000'],
      ['lock_timeout', '2000'],
      ['idle_in_transaction_session_timeout', '10000'],
    ])
      await client.query(`ALTER DATABASE ${String(name?.name)} SET ${String(setting)} = '${String(value)}'`);
  });
  const app = await start(pool.url, { DATABASE_DIRECT_URL: database.url });
  const made = await createTenant(app.services, { name: 'Tenant', token: null });
  const client = createClient(app.url, made.token);
  const socket = socketClient(app.url, made.token);
  const heard = follow(socket, 'subscription { events(after: "0") { subject targetUrn } }');
  const created = await client.rest('POST', '/n/v1/entity', {
    body: {
      urn: crypto.randomUUID(),
      owner: made.companyUrn,
      name: 'Page',
      language: 'en',
      status: 'DRAFT_UNPUBLISHED',
    },
  });
  expect(created.status).toBe(201);
  for (let count = 1; heard.data.at(-1)?.events.targetUrn !== created.body.urn; count += 1) await heard.until(count);
  await socket.dispose();
  await app.close();
  expect(pool.sessions()).toBeGreaterThan(2);
  expect(pool.sent()).toContain('INSERT INTO');
  expect(pool.sent()).not.toMatch(
    /LISTEN|NOTIFY|pg_(try_)?advisory_lock|CREATE TABLE|\bSET (SESSION )?(timezone|statement_timeout)/,
  );
});
