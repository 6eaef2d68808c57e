// A connection pool before PostgreSQL: it is found out, what needs a session of its own goes past it, and what cannot work
// is refused at the start in one sentence. The front here shows what a service shows a pool; where a PgBouncer of 1.21 or later is
// installed, which shares connections by transaction, the service also runs behind that.
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
import { limitsOfPooledAccount, pgBouncerProgram, startPgBouncer, withPgBouncer } from '../support/pgBouncer.ts';
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
    for (const [setting, value] of Object.entries(limitsOfPooledAccount)) {
      // Each of them is needed; the time zone of the server is UTC.
      if (setting !== 'timezone')
        expect(await refused(start(pool.url, { DATABASE_DIRECT_URL: database.url }))).toContain(`SET ${setting} = `);
      await client.query(`ALTER DATABASE ${String(name?.name)} SET ${setting} = '${value}'`);
    }
  });
  expect(await refused(start(database.url, { DATABASE_READ_URLS: pool.url }))).toMatch(
    /^DATABASE_READ_URLS: .* is a connection pool: name the server behind it\.$/,
  );
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

test.skipIf(!pgBouncerProgram)(
  withPgBouncer('works on two connections that PgBouncer shares among many requests, subscriptions and transactions'),
  async () => {
    const bouncer = await startPgBouncer(database.url, 2);
    const app = await start(bouncer.url, { DATABASE_DIRECT_URL: database.url, DATABASE_POOL: '8' });
    const made = await createTenant(app.services, { name: 'Shared', token: null });
    const client = createClient(app.url, made.token);
    const socket = socketClient(app.url, made.token);
    const heard = follow(socket, 'subscription { events(after: "0") { subject event targetUrn } }');
    const urns = Array.from({ length: 40 }, () => crypto.randomUUID());
    const write = async (urn: string, at: number): Promise<void> => {
      const body = {
        urn,
        owner: made.companyUrn,
        name: `Page ${String(at)}`,
        language: 'en',
        status: 'DRAFT_UNPUBLISHED',
      };
      expect(await client.rest('POST', '/n/v1/entity', { body })).toMatchObject({ status: 201 });
      const changed = await client.rest('PATCH', `/n/v1/entity/${urn}`, { body: { name: `Renamed ${String(at)}` } });
      expect(changed).toMatchObject({ status: 200 });
      const read = await client.graph('query ($urn: ID!) { entity(urn: $urn) { name } }', { urn });
      expect(read).toMatchObject({ data: { entity: { name: `Renamed ${String(at)}` } } });
    };
    await Promise.all(urns.map(write));
    const events = () => heard.data.map(({ events: e }) => `${String(e.event)} ${String(e.targetUrn)}`);
    const wanted = urns.flatMap((urn) => [`CREATE ${urn}`, `UPDATE ${urn}`]);
    for (let count = 1; !wanted.every((one) => events().includes(one)); count += 1) await heard.until(count);
    await socket.dispose();
    await app.close();
    await bouncer.stop();
  },
);
