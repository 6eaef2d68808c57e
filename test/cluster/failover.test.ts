// A primary that dies and a standby that takes its place, with PostgreSQL servers of the test's own: callers and subscribers go
// on without a new address, nothing is lost where the standby was synchronous, and where it was not, everybody is told.
import { rmSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createTenant } from '../../src/actions/access/bootstrap.ts';
import { startCluster, type Cluster } from '../crash/cluster.ts';
import { createClient, type Client } from '../support/client.ts';
import { sequenceOf } from '../support/eventLog.ts';
import { follow, socketClient } from '../support/streams.ts';
import { webhookKeys } from '../support/webhookKeys.ts';
import { addressOf, makeFolder, startGateway, type TestGateway } from './gateway.ts';

vi.setConfig({ testTimeout: 120_000 });

const patient = { timeout: 30_000, interval: 20 };
const events = 'subscription ($after: String) { events(after: $after) { cursor targetUrn } }';

const folder = makeFolder();
const servers: Cluster[] = [];
const settings: Record<string, string> = webhookKeys();
let gateway: TestGateway;
let owner: string;
let token: string;

beforeAll(async () => {
  const first = await startCluster(path.join(folder, 'first'));
  servers.push(first, await first.standby(path.join(folder, 'second')));
  settings['DATABASE_URL'] = addressOf(servers);
  await first.ask(`ALTER SYSTEM SET synchronous_standby_names = 'standby'`);
  await first.ask('SELECT pg_reload_conf()');
  gateway = await startGateway(settings);
  const tenant = await createTenant(gateway.services, { name: 'Tenant', token: null });
  [owner, token] = [tenant.companyUrn, tenant.token];
});
afterAll(async () => {
  await gateway.close();
  for (const server of servers) await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

const client = (): Client => createClient(gateway.url, token);

// Creates a page; its urn when that was acknowledged, else the answer.
async function write(): Promise<{ readonly urn: string | null; readonly answer: string }> {
  const urn = crypto.randomUUID();
  const body = { urn, owner, name: 'Page', language: 'en', status: 'DRAFT_UNPUBLISHED' };
  const { status, body: said, headers } = await client().rest('POST', '/n/v1/entity', { body });
  const answer =
    status === 201 ? '201' : `${String(status)} ${String(said.code)} ${String(headers.get('retry-after'))}`;
  return { urn: status === 201 ? urn : null, answer };
}

async function isWritten(): Promise<string> {
  return vi.waitFor(async () => {
    const { urn } = await write();
    expect(urn).not.toBeNull();
    return String(urn);
  }, patient);
}

const pagesIn = async (server: Cluster): Promise<Set<string>> =>
  new Set((await server.ask('SELECT urn FROM entity')).map(({ urn }) => String(urn)));

const noted = (): Promise<{ epoch: number; past: string; isSynchronous: boolean }> =>
  vi.waitFor(async () => {
    const [row] = await (servers.at(-1) as Cluster).ask(`SELECT value FROM setting WHERE name = 'event log'`);
    // As `notePast` writes it.
    const value = row?.['value'] as { epoch: number; past: string; isSynchronous: boolean };
    expect(value.past).toMatch(/ \w{8}$/);
    return value;
  }, patient);

test('with a synchronous standby nothing acknowledged is lost, writers go on, and sockets stay', async () => {
  const [first, second] = servers as [Cluster, Cluster];
  await vi.waitFor(
    async () => {
      expect(await first.ask('SELECT sync_state FROM pg_stat_replication')).toEqual([{ sync_state: 'sync' }]);
      expect(await noted()).toMatchObject({ epoch: 1, isSynchronous: true });
    },
    { timeout: 90_000, interval: 100 },
  );
  const socket = socketClient(gateway.url, token);
  const heard = follow(socket, events, { after: '0' });
  const acknowledged = new Set<string>();
  const answers = new Set<string>();
  const state = { isOver: false };
  const writers = Array.from({ length: 4 }, async () => {
    while (!state.isOver) {
      const { urn, answer } = await write();
      answers.add(answer);
      if (urn) acknowledged.add(urn);
    }
  });
  await vi.waitFor(() => expect(acknowledged.size).toBeGreaterThan(20), patient);
  await first.crash();
  await second.ask('SELECT pg_promote()');
  const before = acknowledged.size;
  await vi.waitFor(() => expect(acknowledged.size).toBeGreaterThan(before + 20), patient);
  state.isOver = true;
  await Promise.all(writers);

  expect([...answers].filter((answer) => answer !== '201' && answer !== '503 UNAVAILABLE 1')).toEqual([]);
  const kept = await pagesIn(second);
  expect([...acknowledged].filter((urn) => !kept.has(urn))).toEqual([]);
  const told = await vi.waitFor(() => {
    const all = heard.data.map((message) => message.events);
    expect(new Set(all.map(({ targetUrn }) => targetUrn)).size).toBeGreaterThanOrEqual(kept.size);
    return all;
  }, patient);
  expect(told.map(({ cursor }) => sequenceOf(cursor))).toEqual(told.map((_, at) => at + 1));
  expect(await noted()).toMatchObject({ epoch: 1, isSynchronous: false });
  await socket.dispose();
});

test('with an asynchronous standby the loss is reported, also to subscribers that were not connected', async () => {
  const second = servers[1] as Cluster;
  const third = await second.standby(path.join(folder, 'third'));
  servers.push(third);
  await gateway.close();
  settings['DATABASE_URL'] = addressOf([second, third]);
  gateway = await startGateway(settings);
  const kept = await isWritten();
  await vi.waitFor(async () => expect(await pagesIn(third)).toContain(kept), patient);
  const socket = socketClient(gateway.url, token);
  const heard = follow(socket, events, { after: '1.0' });
  await vi.waitFor(() => expect(heard.data.at(-1)?.events.targetUrn).toBe(kept), patient);
  await third.ask(`ALTER SYSTEM SET primary_conninfo = 'host=127.0.0.1 port=1'`);
  await third.ask('SELECT pg_reload_conf()');
  await vi.waitFor(async () => expect(await second.ask('SELECT 1 FROM pg_stat_replication')).toEqual([]), patient);
  const common = sequenceOf(String(heard.data.at(-1)?.events.cursor));
  const lost = await isWritten();
  await vi.waitFor(() => expect(heard.data.at(-1)?.events.targetUrn).toBe(lost), patient);
  const cursor = String(heard.data.at(-1)?.events.cursor);
  await second.crash();
  await third.ask('SELECT pg_promote()');

  const [end] = (await heard.end()) as [{ extensions: { lastCommonCursor: string } }];
  expect(end).toMatchObject({ extensions: { code: 'CURSOR_LOST' } });
  expect(sequenceOf(end.extensions.lastCommonCursor)).toBeGreaterThanOrEqual(common);
  expect(sequenceOf(end.extensions.lastCommonCursor)).toBeLessThan(sequenceOf(cursor));
  await isWritten();
  expect(await pagesIn(third)).not.toContain(lost);
  const query = 'query ($after: String) { events(after: $after) { nodes { cursor } } }';
  expect((await client().graph(query, { after: cursor })).errors?.[0]?.extensions['code']).toBe('CURSOR_LOST');
  expect(await noted()).toMatchObject({ epoch: 2, isSynchronous: false });
  await socket.dispose();

  // Promoted while nobody was there to see it: known by the timeline alone.
  await gateway.close();
  const fourth = await third.standby(path.join(folder, 'fourth'));
  servers.push(fourth);
  await third.crash();
  await fourth.ask('SELECT pg_promote()');
  settings['DATABASE_URL'] = addressOf([third, fourth]);
  gateway = await startGateway(settings);
  await vi.waitFor(async () => expect(await noted()).toMatchObject({ epoch: 3 }), patient);
  await isWritten();
});

test('a primary that is silent and not gone is left as soon as its standby is promoted', async () => {
  const fourth = servers.at(-1) as Cluster;
  const fifth = await fourth.standby(path.join(folder, 'fifth'));
  servers.push(fifth);
  await gateway.close();
  settings['DATABASE_URL'] = addressOf([fourth, fifth]);
  gateway = await startGateway(settings);
  const kept = await isWritten();
  await vi.waitFor(async () => expect(await pagesIn(fifth)).toContain(kept), patient);
  // What was sent to it is given up after so long; by then writers are at the other.
  const client = new pg.Client({ connectionString: fourth.url, query_timeout: 7_000 });
  client.on('error', () => undefined);
  await client.connect();
  const given = { isUp: false };
  // It waits for what another holds when the server stops.
  const holder = new pg.Client({ connectionString: fourth.url });
  holder.on('error', () => undefined);
  await holder.connect();
  await holder.query('SELECT pg_advisory_lock(1)');
  const asked = client.query('SELECT pg_advisory_lock(1)').catch(() => (given.isUp = true));
  const thaw = fourth.freeze(20_000);
  await fifth.ask('SELECT pg_promote()');
  await isWritten();
  expect(given.isUp).toBe(false);
  await asked;
  expect(given.isUp).toBe(true);
  await thaw;
  for (const one of [client, holder]) await one.end().catch(() => undefined);
});
