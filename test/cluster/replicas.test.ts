// Reads that a standby answers, with real servers: what a caller wrote it reads, wherever, while the standby stands still;
// what was revoked is not read; and a standby that is gone is missed by nobody.
import { rmSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { createTenant } from '../../src/actions/access/bootstrap.ts';
import { ConfigError } from '../../src/config/config.ts';
import { positionStatement } from '../../src/database/connection/positions.ts';
import { sealPosition } from '../../src/engine/readPositions.ts';
import { startCluster, type Cluster } from '../crash/cluster.ts';
import { withClient } from '../crash/connection.ts';
import { makePerson, signedIn } from '../support/browser.ts';
import { createClient, type Client } from '../support/client.ts';
import { openStream } from '../support/streams.ts';
import { startPoolFront } from '../support/poolFront.ts';
import { webhookKeys } from '../support/webhookKeys.ts';
import { makeFolder, startGateway, type TestGateway } from './gateway.ts';

vi.setConfig({ testTimeout: 120_000 });

const patient = { timeout: 30_000, interval: 20 };
const folder = makeFolder();
let primary: Cluster;
let standby: Cluster;
let one: TestGateway;
let other: TestGateway;
let owner: string;
let admin: Client;
let elsewhere: Client;
let token: string;

const settings = (): Record<string, string> => ({
  ...keys,
  DATABASE_URL: primary.url,
  DATABASE_READ_URLS: standby.url,
  // A caller without a position is content with what stood there long ago: what is newer was asked for.
  READ_LAG_MS: '60000',
});
const keys = webhookKeys();
const said: string[] = [];

beforeAll(async () => {
  primary = await startCluster(path.join(folder, 'primary'));
  standby = await primary.standby(path.join(folder, 'standby'));
  one = await startGateway({ ...settings(), DEVELOPMENT_SIGN_IN: '1' }, { say: (line) => said.push(line) });
  other = await startGateway(settings());
  const tenant = await createTenant(one.services, { name: 'Tenant', token: null });
  [owner, token] = [tenant.companyUrn, tenant.token];
  [admin, elsewhere] = [createClient(one.url, token), createClient(other.url, token)];
  await caughtUp();
});
afterEach(() => resumed());
afterAll(async () => {
  await one.close();
  await other.close();
  await standby.stop();
  await primary.stop();
  rmSync(folder, { recursive: true, force: true });
});

const resumed = (): Promise<unknown> =>
  standby.ask('SELECT pg_wal_replay_resume() WHERE pg_is_wal_replay_paused()').catch(() => null);

async function paused(): Promise<void> {
  await caughtUp();
  await standby.ask('SELECT pg_wal_replay_pause()');
  await vi.waitFor(async () => {
    const [row] = await standby.ask('SELECT pg_get_wal_replay_pause_state() AS state');
    expect(row).toEqual({ state: 'paused' });
  }, patient);
}

// The standby has replayed everything, and both gateways know it.
async function caughtUp(): Promise<void> {
  await resumed();
  const [end] = await primary.ask('SELECT pg_current_wal_flush_lsn()::text AS lsn');
  await vi.waitFor(async () => {
    const [row] = await standby.ask(`SELECT pg_last_wal_replay_lsn() >= '${String(end?.['lsn'])}' AS done`);
    expect(row).toEqual({ done: true });
  }, patient);
  for (const client of [admin, elsewhere]) await usesReplica(client);
}

const sentBy = (client: Client): TestGateway['sent'] => (client === elsewhere ? other : one).sent;

async function usesReplica(client: Client): Promise<void> {
  const { replica } = sentBy(client);
  await vi.waitFor(async () => {
    const before = replica.length;
    await client.rest('GET', '/n/v1/entities?limit=1');
    expect(replica.length).toBeGreaterThan(before);
  }, patient);
}

async function make(kind: string, body: Readonly<Record<string, unknown>>): Promise<{ urn: string; position: string }> {
  const made = await admin.rest('POST', `/n/v1/${kind}`, { body: { owner, ...body } });
  expect([kind, made.status, made.text]).toEqual([kind, 201, expect.anything()]);
  return { ...made.body, position: String(made.headers.get('read-position')) };
}

const page = (name = 'Page'): ReturnType<typeof make> =>
  make('entity', { urn: crypto.randomUUID(), name, language: 'en', status: 'DRAFT_UNPUBLISHED' });

const nameAt = async (client: Client, urn: string, position?: string): Promise<unknown> => {
  const headers: Record<string, string> = position === undefined ? {} : { 'read-position': position };
  const overRest = await client.rest('GET', `/n/v1/entity/${urn}`, { headers });
  const query = 'query ($urn: ID!) { entity(urn: $urn) { name } }';
  const overGraph = await client.graph(query, { urn }, headers);
  expect(overGraph.data?.entity?.name ?? null).toBe(overRest.body.name ?? null);
  return overRest.body.name ?? overRest.status;
};

test('statements that only read leave the primary, which answers who the caller is alone', async () => {
  const { urn } = await page();
  await caughtUp();
  const before = { primary: one.sent.primary.length, replica: one.sent.replica.length };
  for (let count = 0; count < 20; count += 1) expect(await nameAt(admin, urn)).toBe('Page');
  const asked = one.sent.primary.slice(before.primary).filter((text) => !/^\/\*/.test(text));
  expect(one.sent.replica.length - before.replica).toBeGreaterThanOrEqual(40);
  expect(one.services.database.readCounts()?.replica).toBe(one.sent.replica.length);
  expect(asked.filter((text) => /"entity"/.test(text) && !text.includes('publish_timestamp" AS due'))).toEqual([]);
  expect(asked.filter((text) => /FROM unnest/.test(text)).length).toBeGreaterThanOrEqual(40);
});

test('a write is read at once by its caller, at any gateway, while the standby stands still', async () => {
  const { urn } = await page('0');
  await paused();
  for (let count = 1; count <= 10; count += 1) {
    const name = String(count);
    const write =
      count % 2 === 0
        ? await admin.rest('PATCH', `/n/v1/entity/${urn}`, { body: { name } })
        : await admin.graph(
            'mutation ($urn: ID!, $input: UpdateEntityInput!) { updateEntity(urn: $urn, input: $input) { userErrors { code } } }',
            { urn, input: { name } },
          );
    expect([write.status, 'errors' in write ? write.errors : undefined]).toEqual([200, undefined]);
    const position = String(write.headers.get('read-position'));
    expect(await nameAt(elsewhere, urn, position)).toBe(name);
    expect(await nameAt(admin, urn)).toBe(name);
  }
});

test('a page reads what it wrote in the session of a person, at any gateway: its browser keeps the position for a minute', async () => {
  const email = 'person@reader.example';
  await makePerson({ ...admin, company: owner }, email, ['READ_DRAFT', 'UPDATE']);
  const browser = await signedIn({ url: one.url, said }, email);
  const session = browser.cookies();
  const { urn } = await page('0');
  const atOther = async (position?: string): Promise<unknown> => {
    const cookie = position === undefined ? session : `${session}; commonplace-position=${position}`;
    const headers = { cookie, 'sec-fetch-site': 'same-origin' };
    return (await createClient(other.url, null).rest('GET', `/n/v1/entity/${urn}`, { headers })).body.name;
  };
  const headers = { 'x-csrf-token': browser.csrfToken };
  const write = await browser.send('PATCH', `/n/v1/entity/${urn}`, { body: { name: '1' }, headers });
  const position = String(write.headers.get('read-position'));
  const line = `commonplace-position=${position}; Path=/; HttpOnly; SameSite=Lax; Max-Age=60`;
  expect([write.status, write.headers.getSetCookie()]).toEqual([200, [line]]);
  expect(browser.cookies()).toBe(`${session}; commonplace-position=${position}`);
  // Programs keep it by themselves.
  const program = await admin.rest('PATCH', `/n/v1/entity/${urn}`, { body: { name: '2' } });
  expect([program.status, program.headers.getSetCookie()]).toEqual([200, []]);
  let name = 2;
  const lsn = await vi.waitFor(async () => {
    await paused();
    name += 1;
    // No process hears of this one: without the position the standby answers.
    await primary.ask(`UPDATE "entity" SET "name" = '${String(name)}' WHERE "urn" = '${urn}'`);
    const [end] = await primary.ask(`SELECT (pg_current_wal_insert_lsn() - '0/0')::text AS lsn`);
    expect(await atOther()).toBe(String(name - 1));
    return BigInt(String(end?.['lsn']));
  }, patient);
  const { cursorKey: key } = one.services;
  expect(await atOther(sealPosition(key, { epoch: 1, lsn }))).toBe(String(name));
  // A browser is not refused for what it kept from before a failover.
  expect(await atOther(sealPosition(key, { epoch: 2, lsn }))).toEqual(expect.any(String));
});

/** Somebody at the other gateway who may read nothing, and what grants a page, or all of them. */
async function stranger(): Promise<{
  readonly reader: Client;
  readonly bearerToken: string;
  readonly grant: (objectScope: string, entity: string) => ReturnType<typeof make>;
}> {
  const { urn: apiClient } = await make('apiclient', { name: 'Reader', accessLevel: 'RESTRICTED' });
  const expirationTimestamp = new Date(Date.now() + 3_600_000).toISOString();
  const { bearerToken } = (
    await admin.rest('POST', '/n/v1/apiclientbearertoken', { body: { apiClient, expirationTimestamp } })
  ).body;
  const edge = { subjectScope: 'API_CLIENT', subjectUrn: apiClient, label: 'READ_DRAFT' };
  return {
    reader: createClient(other.url, bearerToken),
    bearerToken,
    grant: (objectScope, entity) =>
      make('permission', { ...edge, objectScope, objectUrn: objectScope === 'ENTITY' ? entity : owner }),
  };
}

test('what is granted is read at once: on a company by everybody, on a page with the position of the grant', async () => {
  const { urn: entity } = await page();
  const [one, two] = [await stranger(), await stranger()];
  for (const { reader } of [one, two]) expect(await nameAt(reader, entity)).toBe(404);
  await paused();
  // They are known, so that a replica answers them.
  const before = other.sent.replica.length;
  for (const { reader } of [one, two]) expect(await nameAt(reader, entity)).toBe(404);
  expect(other.sent.replica.length).toBeGreaterThan(before);
  // While its log is locked nothing is numbered, and no event tells the gateway of the change.
  await withClient(primary.url, async (client) => {
    await client.query(`BEGIN; SELECT FROM event_log WHERE tenant = '${owner}' FOR UPDATE`);
    await one.grant('COMPANY', entity);
    expect(await nameAt(one.reader, entity)).toBe('Page');
    const { position } = await two.grant('ENTITY', entity);
    expect(await nameAt(two.reader, entity, position)).toBe('Page');
  });
});

test.each(['ENTITY', 'COMPANY'])('what an edge on the %s gave is not read once it is revoked', async (objectScope) => {
  const { urn: entity } = await page();
  const { reader, grant } = await stranger();
  const { urn } = await grant(objectScope, entity);
  // Whoever is decided anew gets the present; the decision is kept from then on.
  expect(await nameAt(reader, entity)).toBe('Page');
  await paused();
  const before = other.sent.replica.length;
  expect(await nameAt(reader, entity)).toBe('Page');
  expect(other.sent.replica.length).toBeGreaterThan(before);
  expect((await admin.rest('DELETE', `/n/v1/permission/${urn}`)).status).toBe(204);
  for (let count = 0; count < 5; count += 1) expect(await nameAt(reader, entity)).toBe(404);
});

test('with READ_LAG_MS=0 a read sees whatever was committed before it, by anybody', async () => {
  const strict = await startGateway({ ...settings(), READ_LAG_MS: '0' });
  const client = createClient(strict.url, token);
  const { urn } = await page('0');
  await caughtUp();
  expect(await nameAt(client, urn)).toBe('0');
  expect(strict.sent.replica.length).toBeGreaterThan(0);
  await paused();
  for (const name of ['1', '2', '3']) {
    expect((await admin.rest('PATCH', `/n/v1/entity/${urn}`, { body: { name } })).status).toBe(200);
    expect(await nameAt(client, urn)).toBe(name);
  }
  await strict.close();
});

test('a position that was forged, is of another past or of the future is refused', async () => {
  const { urn, position } = await page();
  const { cursorKey: key } = one.services;
  const forged = `${position.slice(0, -1)}${position.endsWith('A') ? 'B' : 'A'}`;
  const invalid = [
    forged,
    'x',
    sealPosition(key, { epoch: 2, lsn: 1n }),
    sealPosition(key, { epoch: 1, lsn: 1n << 60n }),
  ];
  for (const text of invalid) {
    const headers = { 'read-position': text };
    const rest = await admin.rest('GET', `/n/v1/entity/${urn}`, { headers });
    expect([rest.status, rest.body.code]).toEqual([400, 'POSITION_INVALID']);
    const graph = await admin.graph('{ __typename }', {}, headers);
    expect([graph.status, graph.errors?.[0]?.extensions['code']]).toEqual([400, 'POSITION_INVALID']);
  }
  expect(await nameAt(elsewhere, urn, position)).toBe('Page');
});

test('a subscriber notified of a change reads it, there and, with the position that came along, elsewhere', async () => {
  const third = await startGateway(settings());
  const stranger = createClient(third.url, token);
  const { urn } = await page('0');
  await caughtUp();
  const stream = await openStream(other.url, token, 'subscription { events { targetUrn } }');
  expect(await stream.nextText()).toBe(': ok');
  await paused();
  expect((await admin.rest('PATCH', `/n/v1/entity/${urn}`, { body: { name: '1' } })).status).toBe(200);
  const told = await stream.next();
  expect(told?.data.data.events.targetUrn).toBe(urn);
  expect(await nameAt(elsewhere, urn)).toBe('1');
  expect(await nameAt(stranger, urn, told?.data.extensions.readPosition)).toBe('1');
  stream.close();
  await third.close();
});

test("the end of the log and what follows from it is never a replica's", async () => {
  await paused();
  const { urn } = await page();
  const query = '{ events { nodes { cursor targetUrn } } }';
  const found = await vi.waitFor(async () => {
    const { nodes } = (await elsewhere.data(query)).events;
    expect(nodes.at(-1)?.targetUrn).toBe(urn);
    return nodes.at(-1);
  }, patient);
  const after = await elsewhere.graph('query ($after: String) { events(after: $after) { nodes { cursor } } }', {
    after: found.cursor,
  });
  expect([after.errors, after.data]).toEqual([undefined, { events: { nodes: [] } }]);
});

test('events cost the primary no statement where nobody reads their tenant, and none of their own where somebody does', async () => {
  const { urn } = await page();
  await caughtUp();
  expect(await nameAt(elsewhere, urn)).toBe('Page');
  const before = other.sent.primary.length;
  other.services.readPositions?.seen(new Set([owner]));
  expect(await nameAt(elsewhere, urn)).toBe('Page');
  expect(other.sent.primary.slice(before).filter((text) => text === positionStatement.text)).toEqual([]);
});

test('a standby that is behind the writes of one tenant goes on answering the others', async () => {
  const { urn } = await page('0');
  const { companyUrn, token: quiet } = await createTenant(one.services, { name: 'Quiet', token: null });
  const reader = createClient(one.url, quiet);
  const read = (): Promise<unknown> => reader.rest('GET', `/n/v1/company/${companyUrn}`).then(({ status }) => status);
  expect(await read()).toBe(200);
  // The use of the token is noted behind the answer: a write of the tenant, too, that the standby has to have.
  await vi.waitFor(async () => {
    const text = `SELECT count(*)::int AS count FROM access_record WHERE tenant = '${companyUrn}' AND event = 'TOKEN_USE'`;
    expect(await primary.ask(text)).toEqual([{ count: 1 }]);
  }, patient);
  await paused();
  expect(await read()).toBe(200);
  for (let name = 1; name <= 10; name += 1) {
    expect((await admin.rest('PATCH', `/n/v1/entity/${urn}`, { body: { name: String(name) } })).status).toBe(200);
    expect(await nameAt(admin, urn)).toBe(String(name));
    // A standby that is busy for a moment is not waited for long.
    await vi.waitFor(async () => {
      const before = one.sent.replica.length;
      expect(await read()).toBe(200);
      expect(one.sent.replica.length).toBeGreaterThan(before);
    }, patient);
  }
});

test('whoever keeps a standby busy keeps it from nobody else, and it is not taken for one that is away', async () => {
  const busy = await startGateway({ ...settings(), DATABASE_POOL: '8' });
  const { urn } = await page();
  const { bearerToken } = await stranger();
  await caughtUp();
  const [crowd, reader] = [createClient(busy.url, token), createClient(busy.url, bearerToken)];
  expect([await nameAt(crowd, urn), await nameAt(reader, urn)]).toEqual(['Page', 404]);
  await withClient(primary.url, async (client) => {
    await client.query('BEGIN; LOCK TABLE "project" IN ACCESS EXCLUSIVE MODE');
    const waiting = `SELECT count(*)::int AS n FROM pg_locks WHERE relation = 'project'::regclass AND granted =`;
    const locks = async (isGranted: boolean): Promise<unknown> =>
      (await standby.ask(`${waiting} ${String(isGranted)}`))[0]?.['n'];
    await vi.waitFor(async () => expect(await locks(true)).toBe(1), patient);
    // One more than a caller may have of the four connections.
    const reads = Array.from({ length: 4 }, () => crowd.rest('GET', '/n/v1/projects'));
    await vi.waitFor(async () => expect(await locks(false)).toBe(3), patient);
    for (let count = 1; count <= 5; count += 1) {
      const before = busy.sent.replica.length;
      expect(await nameAt(reader, urn)).toBe(404);
      expect(busy.sent.replica.length - before).toBeGreaterThanOrEqual(2);
    }
    await client.query('ROLLBACK');
    expect((await Promise.all(reads)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  });
  await busy.close();
});

test('a standby that dies makes no read fail, and answers again when it is back', async () => {
  const { urn } = await page();
  await caughtUp();
  await standby.crash();
  for (let count = 0; count < 10; count += 1) expect(await nameAt(admin, urn)).toBe('Page');
  await standby.start();
  await usesReplica(admin);
});

test('without a server that takes writes nobody is shown what only the present could allow: 503, until there is one', async () => {
  const { urn } = await page();
  const query = 'query ($urn: ID!) { entity(urn: $urn) { name } }';
  await caughtUp();
  expect(await nameAt(elsewhere, urn)).toBe('Page');
  await primary.crash();
  const before = other.sent.replica.length;
  for (let round = 0; round < 3; round += 1) {
    const read = await elsewhere.rest('GET', `/n/v1/entity/${urn}`);
    const write = await elsewhere.rest('PATCH', `/n/v1/entity/${urn}`, { body: { name: 'New' } });
    for (const { status, body, headers } of [read, write])
      expect([status, body.code, headers.get('retry-after')]).toEqual([503, 'UNAVAILABLE', '1']);
    const { status, errors, data } = await elsewhere.graph(query, { urn });
    expect([status, errors?.[0]?.extensions['code'], data?.entity ?? null]).toEqual([503, 'UNAVAILABLE', null]);
  }
  expect(other.sent.replica.slice(before)).toEqual([]);
  await primary.start();
  await vi.waitFor(async () => expect(await nameAt(elsewhere, urn)).toBe('Page'), patient);
});

test('a server of another cluster, and a pool of connections, are refused at the start', async () => {
  const refused = async (url: string): Promise<string> => {
    const error: unknown = await startGateway({ ...settings(), DATABASE_READ_URLS: url }).catch(
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(ConfigError);
    return (error as ConfigError).message;
  };
  const stranger = await startCluster(path.join(folder, 'stranger'));
  expect(await refused(`${standby.url},${stranger.url}`)).toBe(
    `DATABASE_READ_URLS: 127.0.0.1:${String(stranger.port)} is not a standby of DATABASE_URL, but of another server.`,
  );
  await stranger.stop();
  const pool = await startPoolFront(standby.url);
  expect(await refused(pool.url)).toMatch(/^DATABASE_READ_URLS: 127\.0\.0\.1:\d+ is a connection pool/);
  await pool.close();
});
