// Metrics for operators: exposed on a port of their own, accurate, and bounded in number however much is stored.
import { readFileSync } from 'node:fs';
import { once } from 'node:events';
import { request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readOperatorState } from '../../src/metrics/metrics.ts';
import { ordinalEnd } from '../support/eventLog.ts';
import { withClient } from '../support/database.ts';
import { scrape, type Scrape } from '../support/metrics.ts';
import { startReceiver } from '../support/receiver.ts';
import { startService, type Tenant, type TestService } from '../support/service.ts';
import { follow, socketClient } from '../support/streams.ts';
import { apiClient, deliveries, entity, eventually, rename, settled, subscribe } from '../support/webhooks.ts';

let service: TestService;
let tenant: Tenant;

beforeAll(async () => {
  service = await startService({ METRICS_PORT: '0', WEBHOOK_ALLOWED_RANGES: '127.0.0.1/32' });
  tenant = await service.tenant();
});
afterAll(() => service.close());

const metrics = (): Promise<Scrape> => scrape(service.metricsUrl);

async function statusOf(url: string, method: string): Promise<number | undefined> {
  const sent = request(url, { method });
  sent.end();
  const [response] = (await once(sent, 'response')) as [{ statusCode?: number; resume(): void }];
  response.resume();
  return response.statusCode;
}

test('there are none until a port is set, and never on the public port', async () => {
  expect((await service.client(null).rest('GET', '/metrics')).status).toBe(404);
  const quiet = await startService();
  expect(quiet.metricsUrl).toBeNull();
  await quiet.close();
});

test('the metrics port listens on loopback and serves metrics and health only', async () => {
  const url = service.metricsUrl ?? '';
  expect(new URL(url).hostname).toBe('127.0.0.1');
  expect(await statusOf(url, 'HEAD')).toBe(200);
  expect(await statusOf(url, 'POST')).toBe(405);
  expect(await statusOf(new URL('/', url).href, 'GET')).toBe(404);
  for (const path of ['/healthz', '/readyz']) expect(await statusOf(new URL(path, url).href, 'GET')).toBe(200);
  expect(await statusOf(new URL('/graphql', url).href, 'POST')).toBe(404);
});

test('requests are counted by face, method and class of status, with their durations', async () => {
  const before = await metrics();
  await tenant.rest('GET', '/n/v1/entities');
  await tenant.rest('GET', `/n/v1/entity/${crypto.randomUUID()}`);
  await tenant.graph('{ locales { tag } }');
  await service.client(null).rest('GET', '/v/v1/entityview/nothing');
  expect(await statusOf(`${service.url}/n/v1/entities`, 'PROPFIND')).toBe(405);
  const grown = async (face: string, method: string, status: string): Promise<number> => {
    const labels = { face, method, status };
    const [then, now] = [before, await metrics()].map((s) => s.value('commonplace_http_requests_total', labels) ?? 0);
    const count = (await metrics()).value('commonplace_http_request_duration_seconds_count', labels);
    expect(count).toBe(now);
    return (now ?? 0) - (then ?? 0);
  };
  // A request is counted when its answer has been sent, which may be after the caller has it.
  await eventually(
    () => grown('rest', 'OTHER', '4xx'),
    (count) => count === 1,
  );
  expect(await grown('rest', 'GET', '2xx')).toBe(1);
  expect(await grown('rest', 'GET', '4xx')).toBe(1);
  expect(await grown('graph', 'POST', '2xx')).toBe(1);
  expect(await grown('view', 'GET', '4xx')).toBe(1);
});

test('subscribers are counted while connected, answers once, and deliveries once per subscriber', async () => {
  const before = await metrics();
  const sockets = [1, 2, 3].map(() => socketClient(service.url, tenant.token));
  const heard = sockets.map((socket) => follow(socket, 'subscription { events(subjects: [ENTITY]) { targetUrn } }'));
  await eventually(metrics, (now) => now.value('commonplace_subscribers') === 3);
  await entity(tenant);
  await Promise.all(heard.map((one) => one.until(1)));
  const after = await metrics();
  const grown = (name: string): number => (after.value(name) ?? 0) - (before.value(name) ?? 0);
  expect(grown('commonplace_subscription_events_sent_total')).toBe(3);
  expect(grown('commonplace_subscription_answers_total')).toBe(1);
  heard.forEach((one) => one.stop());
  for (const socket of sockets) await socket.dispose();
  await eventually(metrics, (now) => now.value('commonplace_subscribers') === 0);
});

test('the event log reports its newest sequence, and committed changes that wait for a number', async () => {
  const end = await ordinalEnd(service.services);
  expect((await metrics()).value('commonplace_event_log_newest_sequence')).toBe(end);
  expect((await metrics()).value('commonplace_event_log_unsequenced')).toBe(0);
  expect((await metrics()).value('commonplace_event_log_lag_seconds')).toBe(0);
  await withClient(service.databaseUrl, async (client) => {
    await client.query('BEGIN');
    await client.query('SELECT 1 FROM event_log FOR UPDATE');
    await entity(tenant);
    const held = await eventually(metrics, (now) => now.value('commonplace_event_log_unsequenced') === 1);
    expect(held.value('commonplace_event_log_lag_seconds')).toBeGreaterThan(0);
    expect(held.value('commonplace_event_log_newest_sequence')).toBe(end);
    await client.query('ROLLBACK');
  });
  await eventually(metrics, (now) => now.value('commonplace_event_log_newest_sequence') === end + 1);
});

test('webhooks report their queue, the oldest waiting delivery, and the outcomes of attempts', async () => {
  const client = await apiClient(tenant);
  const receiver = await startReceiver();
  const urn = await entity(tenant);
  const subscription = await subscribe(tenant, client.urn, receiver.url, { targetUrn: urn });
  const first = await metrics();
  expect(first.value('commonplace_webhook_queue_length', { status: 'RETRYING' })).toBe(0);
  expect(first.value('commonplace_webhook_oldest_undelivered_seconds')).toBe(0);
  await rename(tenant, urn, 'Told');
  await receiver.until(1);
  receiver.answer(() => ({ status: 503 }));
  await rename(tenant, urn, 'Refused');
  await eventually(
    () => deliveries(tenant, subscription),
    (all) => all.length === 2,
  );
  for (const { urn: delivery } of await deliveries(tenant, subscription))
    await settled(tenant, delivery, 'SUCCEEDED', 'RETRYING');
  const after = await metrics();
  expect(after.value('commonplace_webhook_attempts_total', { outcome: 'SUCCEEDED' })).toBe(1);
  expect(after.value('commonplace_webhook_attempts_total', { outcome: 'STATUS' })).toBe(1);
  expect(after.value('commonplace_webhook_attempt_duration_seconds_count', { outcome: 'SUCCEEDED' })).toBe(1);
  expect(after.value('commonplace_webhook_queue_length', { status: 'RETRYING' })).toBe(1);
  expect(after.value('commonplace_webhook_queue_length', { status: 'PENDING' })).toBe(0);
  expect(after.value('commonplace_webhook_oldest_undelivered_seconds')).toBeGreaterThan(0);
  await receiver.close();
});

test('the database and its connections are reported', async () => {
  const now = await metrics();
  expect(now.value('commonplace_database_up')).toBe(1);
  for (const pool of ['read', 'write']) {
    expect(now.value('commonplace_database_connections_open', { pool })).toBeGreaterThan(0);
    expect(now.value('commonplace_database_connections_in_use', { pool })).toBeGreaterThanOrEqual(0);
    expect(now.value('commonplace_database_connections_waited_for', { pool })).toBe(0);
  }
  expect(now.value('process_resident_memory_bytes')).toBeGreaterThan(0);
});

test('a state that the database does not answer is reported, and left out', async () => {
  const reported: unknown[] = [];
  const rename = (from: string, to: string): Promise<unknown> =>
    withClient(service.databaseUrl, (client) => client.query(`ALTER TABLE "${from}" RENAME TO "${to}"`));
  const read = () => readOperatorState(service.services.database, (error) => reported.push(error));
  expect((await read()).log).not.toBeNull();
  expect(reported).toEqual([]);
  await rename('webhook_queue', 'webhook_queue_gone');
  try {
    expect(await read()).toMatchObject({ log: null, queue: null, pools: expect.arrayContaining([expect.anything()]) });
    expect(reported).toHaveLength(1);
  } finally {
    await rename('webhook_queue_gone', 'webhook_queue');
  }
});

test('series do not grow with the requests, and no label holds a urn', async () => {
  const ask = async (): Promise<void> => {
    for (let at = 0; at < 10; at += 1) {
      const urn = await entity(tenant, `Page ${String(at)}`);
      await tenant.rest('GET', `/n/v1/entity/${urn}?fields=name`);
      await tenant.rest('GET', `/n/v1/entity/${crypto.randomUUID()}`);
      await service.client(null).rest('GET', `/${crypto.randomUUID()}`);
      await service.client('x'.repeat(30)).rest('GET', `/n/v1/${crypto.randomUUID()}`);
    }
  };
  await ask();
  const seriesOf = async (): Promise<string[]> => {
    const { samples } = await metrics();
    // An earlier test's receiver is gone: its deliveries may be tried again meanwhile, with another outcome.
    const own = samples.filter(({ name }) => /^commonplace_(?!webhook_attempt)/.test(name));
    return own.map(({ name, labels }) => `${name} ${JSON.stringify(labels)}`);
  };
  // The last answers may be counted a moment later.
  const before = await eventually(seriesOf, (all) => all.some((one) => one.includes('"other","method":"GET"')));
  await ask();
  const after = await seriesOf();
  expect(after).toEqual(before);
  expect(after.length).toBeLessThan(500);
  expect(after.filter((one) => /[0-9a-f]{8}-[0-9a-f]{4}/.test(one))).toEqual([]);
});

test('docs/metrics.md lists each of them with its help text', async () => {
  const page = readFileSync(new URL('../../docs/metrics.md', import.meta.url), 'utf8');
  const rows = [...page.matchAll(/^\| `(commonplace_\w+)` +\| (\w+) +\| (.*?) +\|$/gm)];
  const reported = await metrics();
  const own = [...reported.help].filter(([name]) => name.startsWith('commonplace_'));
  expect(rows.map(([, name, type, help]) => [name, type, help]).sort()).toEqual(
    own.map(([name, help]) => [name, reported.types.get(name), help]).sort(),
  );
});
