// A tenant moves to another database while it is used: what was acknowledged is there, who follows misses nothing, and from
// then on one side alone serves it. Two services, each with a database of its own.
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { moveTenant } from '../../src/actions/identity/moveTenant.ts';
import { loadContract } from '../../src/contract/load.ts';
import { movedTables, notMoved } from '../../src/database/move/tenantTables.ts';
import { tablesOf } from '../../src/database/mapping/tables.ts';
import { createClient } from '../support/client.ts';
import { withClient } from '../support/database.ts';
import { page } from '../support/content.ts';
import { startReceiver } from '../support/receiver.ts';
import { startService, type Tenant, type TestService } from '../support/service.ts';
import { follow, socketClient } from '../support/streams.ts';
import { webhookKeys } from '../support/webhookKeys.ts';
import { apiClient, entity, subscribe } from '../support/webhooks.ts';

const contract = loadContract();
const keys = webhookKeys();
let from: TestService;
let to: TestService;
beforeAll(async () => {
  const environment = { ...keys, CELL_ROUTING: 'tell', WEBHOOK_ALLOWED_RANGES: '127.0.0.0/8' };
  const parts = { webhookOptions: { pollMillis: 20, stopMillis: 200 } };
  [from, to] = [await startService(environment, parts), await startService(environment, parts)];
  await to.tenant();
});
afterAll(async () => {
  await from.close();
  await to.close();
});

const move = (tenant: string, more: Partial<Parameters<typeof moveTenant>[0]> = {}): ReturnType<typeof moveTenant> =>
  moveTenant(
    { database: from.services.database, files: null, isShared: true, say: () => undefined, ...more },
    { tenant, to: to.databaseUrl, cell: { name: 'two', url: to.url } },
  );

/** The rows of the tenant in a table, as texts. */
const rowsOf = (service: TestService, table: string, tenant: string, without = ''): Promise<string[]> =>
  withClient(service.databaseUrl, async (client) => {
    const { rows } = await client.query<{ line: string }>(
      `SELECT (to_jsonb(x) - $2::text[])::text AS line FROM ${table} x WHERE tenant = $1 ORDER BY 1`,
      [tenant, without.split(' ')],
    );
    return rows.map(({ line }) => line);
  });

test('Every table moves, or says why it does not', () => {
  const moved = new Set(movedTables(contract).map(({ name }) => name.replaceAll('"', '')));
  const all = tablesOf(contract).map(({ name }) => name);
  expect(all.filter((name) => moved.has(name) === name in notMoved)).toEqual([]);
});

test('Every row arrives as it was, and none of another tenant', async () => {
  const [tenant, other] = [await from.tenant(), await from.tenant()];
  for (const one of [tenant, other]) {
    await page(one, '/one', { status: 'PUBLISH', name: 'One' });
    await subscribe(one, (await apiClient(one)).urn, 'http://127.0.0.1:9999/nowhere');
    await entity(one);
    await one.rest('POST', '/n/v1/role', { body: { owner: one.company, name: 'Reader' } });
  }
  const tables = movedTables(contract).map(({ name }) => name);
  // What waits to be indexed is indexed by the other side, and would be a difference.
  await vi.waitFor(async () => {
    expect(await rowsOf(from, 'search_queue', tenant.company)).toEqual([]);
  }, 20_000);
  await move(tenant.company);
  const differing: string[] = [];
  for (const name of tables) {
    expect(await rowsOf(to, name, other.company), name).toEqual([]);
    // Numbers of the database, and what goes on with the delivery of webhooks and with use.
    const own = 'ordinal last_ordinal position id last_used_timestamp';
    if (/webhook_(queue|pace|delivery|attempt|body|subscription)|search_queue|access_record/.test(name)) continue;
    const [before, after] = [
      await rowsOf(from, name, tenant.company, own),
      await rowsOf(to, name, tenant.company, own),
    ];
    if (JSON.stringify(before) !== JSON.stringify(after)) differing.push(name);
  }
  expect(differing).toEqual([]);
  expect((await rowsOf(to, 'webhook_subscription', tenant.company)).length).toBe(1);
});

/** Does something at whichever side serves the tenant: waits where it is asked to, and goes where it is sent. */
async function atItsPlace(
  state: { url: string },
  send: (url: string) => Promise<{ readonly status: number; readonly headers: Headers; readonly body: unknown }>,
): Promise<{ readonly status: number; readonly headers: Headers; readonly body: unknown }> {
  for (;;) {
    const answer = await send(state.url);
    if (answer.status === 503) {
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
      await new Promise((resolve) => setImmediate(resolve));
    } else if (answer.status === 421) {
      const { code, cell } = answer.body as { code: string; cell: { name: string; url: string } };
      expect([code, cell, answer.headers.get('cell')]).toEqual(['TENANT_MOVED', { name: 'two', url: to.url }, 'two']);
      state.url = cell.url;
    } else return answer;
  }
}

const events = 'subscription ($after: String) { events(after: $after) { sequence cursor } }';

/** Follows the log from its present end, wherever it is; resolves to the numbers it was told once `isEnough`. */
function followWithCursor(token: string, isEnough: (told: readonly number[]) => boolean): Promise<number[]> {
  const told: number[] = [];
  const state: { url: string; after: string | null } = { url: from.url, after: null };
  const run = async (): Promise<number[]> => {
    for (;;) {
      const heard = follow(socketClient(state.url, token), events, { after: state.after });
      for (let at = 0; ; at += 1) {
        const next = await heard.until(at + 1).catch(() => null);
        if (next === null) break;
        const { sequence, cursor } = next[at].events;
        told.push(Number(sequence));
        state.after = String(cursor);
        if (isEnough(told)) {
          heard.stop();
          return told;
        }
      }
      const [error] = heard.ended as { extensions: { code: string; cell: { url: string }; cursor: string } }[];
      expect(error?.extensions.code).toBe('TENANT_MOVED');
      state.url = error?.extensions.cell.url ?? '';
      state.after ??= error?.extensions.cursor ?? null;
    }
  };
  return run();
}

async function whileWriting(
  tenant: Tenant,
  work: (acknowledged: readonly string[]) => Promise<void>,
): Promise<string[]> {
  const acknowledged: string[] = [];
  const now = { isDone: false };
  const writer = async (state: { url: string }): Promise<void> => {
    while (!now.isDone) {
      const urn = crypto.randomUUID();
      const { status } = await atItsPlace(state, (url) =>
        createClient(url, tenant.token).rest('POST', '/n/v1/entity', {
          body: { urn, owner: tenant.company, name: 'Page', language: 'en', status: 'DRAFT_UNPUBLISHED' },
        }),
      );
      expect(status).toBe(201);
      acknowledged.push(urn);
    }
  };
  const writers = [0, 1, 2].map(() => writer({ url: from.url }));
  await work(acknowledged).finally(() => (now.isDone = true));
  await Promise.all(writers);
  return acknowledged;
}

test('Who writes, follows and receives goes on at the other side: nothing is lost, told twice or skipped', async () => {
  const [tenant, other] = [await from.tenant(), await from.tenant()];
  const receiver = await startReceiver();
  await subscribe(tenant, (await apiClient(tenant)).urn, receiver.url);
  const revoked = (await apiClient(tenant)).token;
  const [{ urn: token }] = await withClient(
    from.databaseUrl,
    async (client) =>
      (
        await client.query(`SELECT urn FROM api_client_bearer_token WHERE tenant = $1 ORDER BY urn DESC LIMIT 1`, [
          tenant.company,
        ])
      ).rows,
  );
  expect((await tenant.rest('DELETE', `/n/v1/apiclientbearertoken/${String(token)}`)).status).toBeLessThan(300);
  const keyed = {
    body: { owner: tenant.company, name: 'Once' },
    headers: { 'idempotency-key': 'one' },
  };
  const once = await tenant.rest('POST', '/n/v1/role', keyed);
  const said: string[] = [];
  const total = { events: Infinity };
  const following = followWithCursor(tenant.token, (told) => (told.at(-1) ?? 0) >= total.events);
  let closed = 0;
  const acknowledged = await whileWriting(tenant, async (written) => {
    await vi.waitFor(() => expect(written.length).toBeGreaterThan(30), { timeout: 30_000 });
    const moved = await move(tenant.company, { say: (line) => said.push(line) });
    closed = moved.closedMillis;
    const before = written.length;
    await vi.waitFor(() => expect(written.length).toBeGreaterThan(before + 30), { timeout: 30_000 });
  });
  expect(closed).toBeLessThan(10_000);
  expect(said.filter((line) => line.startsWith('Copied')).length).toBeGreaterThan(0);
  const there = createClient(to.url, tenant.token);
  // Everything that was acknowledged is there.
  const found = await rowsOf(to, 'entity', tenant.company);
  const urns = new Set(found.map((line) => (JSON.parse(line) as { urn: string }).urn));
  expect(acknowledged.filter((urn) => !urns.has(urn))).toEqual([]);
  expect(urns.size).toBe(acknowledged.length);
  // The follower was told every number once.
  const last = await entity({ ...tenant, ...there });
  await vi.waitFor(async () => {
    const { rows } = await withClient(to.databaseUrl, (client) =>
      client.query<{ n: string }>(
        `SELECT sequence::text AS n FROM webhook_trigger WHERE target_urn = $1 AND sequence IS NOT NULL`,
        [last],
      ),
    );
    total.events = Number(rows[0]?.n);
    expect(total.events).toBeGreaterThan(acknowledged.length);
  });
  await entity({ ...tenant, ...there });
  const told = await following;
  expect(told).toEqual(told.map((_, at) => (told[0] ?? 0) + at));
  // The receiver got each event once.
  const wanted = [...acknowledged, last];
  const received = (): string[] =>
    receiver.received.map(({ json }) => String(json.data?.urn ?? json.targetUrn)).filter((urn) => wanted.includes(urn));
  await vi.waitFor(() => expect(new Set(received()).size).toBe(wanted.length), { timeout: 60_000 });
  expect(received().length).toBe(wanted.length);
  await receiver.close();
  // Credentials and keys hold there, and what was revoked does not.
  expect((await createClient(to.url, revoked).rest('GET', `/n/v1/company/${tenant.company}`)).status).toBe(401);
  const again = await there.rest('POST', '/n/v1/role', keyed);
  expect([again.status, again.headers.get('idempotency-replayed'), again.body.urn]).toEqual([
    201,
    'true',
    once.body.urn,
  ]);
  // Here it is served no more; others are.
  expect((await tenant.graph('{ companies { nodes { urn } } }')).errors?.[0]?.extensions).toMatchObject({
    code: 'TENANT_MOVED',
    cell: { name: 'two', url: to.url },
  });
  expect((await other.rest('GET', `/n/v1/company/${other.company}`)).status).toBe(200);
  await entity(other);
}, 120_000);

test.each<[string, (service: TestService) => string, string, RegExp]>([
  ['the same database', () => 'SELECT 1', 'from', /names the database in which the tenant is/],
  [
    'another version',
    () => `INSERT INTO migration (timestamp, name) VALUES (9999999999999, 'Later9999999999999')`,
    'to',
    /is at Later9999999999999, this one at \w+: use one version for both/,
  ],
  [
    'other webhook keys',
    () => `UPDATE setting SET value = '"other"' WHERE name = 'webhook keys'`,
    'to',
    /WEBHOOK_SECRET_KEY and WEBHOOK_SIGNING_KEY/,
  ],
  [
    'another past of the log',
    () => `UPDATE setting SET value = '{"epoch":7}' WHERE name = 'event log'`,
    'to',
    /is of epoch 7, this one of 1/,
  ],
])('A move to %s is refused before anything is written', async (_, change, place, reason) => {
  const other = await startService(keys);
  const tenant = await from.tenant();
  await other.tenant();
  try {
    await withClient(other.databaseUrl, (client) => client.query(change(other)));
    const to = place === 'from' ? from.databaseUrl : other.databaseUrl;
    const order = { tenant: tenant.company, to, cell: { name: 'other', url: other.url } };
    const parts = { database: from.services.database, files: null, isShared: true, say: () => undefined };
    await expect(moveTenant(parts, order)).rejects.toThrow(reason);
    expect(await rowsOf(from, 'disabled_tenant', tenant.company)).toEqual([]);
    expect(await rowsOf(other, 'disabled_tenant', tenant.company)).toEqual([]);
    await entity(tenant);
  } finally {
    await other.close();
  }
});

/** Renames the role in a transaction that is open until it is told to commit. */
async function openWrite(urn: string, name: string): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: from.databaseUrl });
  await client.connect();
  await client.query('BEGIN');
  await client.query('UPDATE role SET name = $2 WHERE urn = $1', [urn, name]);
  return () => client.query('COMMIT').then(() => client.end());
}

const isWaiting = `SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
  AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;

/** Moves the tenant, with a write that begins while a webhook is waited for; resolves when that has come, and the write is open. */
async function moveBeside(
  tenant: Tenant,
  urn: string,
): Promise<{ readonly moving: Promise<unknown>; readonly commit: () => Promise<void> }> {
  const ask = (sql: string): Promise<unknown> =>
    withClient(from.databaseUrl, (client) => client.query(sql, [tenant.company]));
  await ask(`INSERT INTO webhook_queue (tenant, subscription, target_urn, position, delivery, state, due_timestamp, created_timestamp)
    VALUES ($1, gen_random_uuid(), gen_random_uuid(), 0, gen_random_uuid(), 2, now() + interval '1 hour', now())`);
  let moving: Promise<unknown> = Promise.resolve();
  await new Promise<void>((resolve) => {
    const say = (line: string): void => {
      if (line.startsWith('Waiting')) resolve();
    };
    moving = move(tenant.company, { say });
    moving.catch(() => undefined);
  });
  const commit = await openWrite(urn, 'Late');
  await ask('DELETE FROM webhook_queue WHERE tenant = $1');
  return { moving, commit };
}

test('A write that has begun is waited for, and one that comes then is refused', async () => {
  const tenant = await from.tenant();
  const { body } = await tenant.rest('POST', '/n/v1/role', { body: { owner: tenant.company, name: 'Early' } });
  const { moving, commit } = await moveBeside(tenant, String(body.urn));
  await withClient(from.databaseUrl, async (client) => {
    await vi.waitFor(async () => expect((await client.query(isWaiting)).rows).toHaveLength(1), { timeout: 10_000 });
    const late = `UPDATE company SET name = 'Later' WHERE urn = '${tenant.company}'`;
    await expect(client.query(late)).rejects.toMatchObject({ code: 'CM503' });
    await commit();
    await moving;
    // The row is there, as it was left; here it is written no more.
    await expect(client.query(late)).rejects.toMatchObject({ code: 'CM503' });
  });
  const there = createClient(to.url, tenant.token);
  expect((await there.rest('GET', `/n/v1/role/${String(body.urn)}`)).body.name).toBe('Late');
}, 60_000);

test('After ten seconds the tenant is given back', async () => {
  const tenant = await from.tenant();
  const { body } = await tenant.rest('POST', '/n/v1/role', { body: { owner: tenant.company, name: 'Early' } });
  const { moving, commit } = await moveBeside(tenant, String(body.urn));
  await expect(moving).rejects.toThrow('it is served as before');
  await commit();
  const { status, body: role } = await tenant.rest('GET', `/n/v1/role/${String(body.urn)}`);
  expect([status, role.name]).toEqual([200, 'Late']);
  await entity(tenant);
  expect((await createClient(to.url, tenant.token).rest('GET', '/n/v1/roles')).status).toBe(503);
  await move(tenant.company);
  expect((await createClient(to.url, tenant.token).rest('GET', `/n/v1/role/${String(body.urn)}`)).body.name).toBe(
    'Late',
  );
}, 120_000);
