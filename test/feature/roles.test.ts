// Processes by their ROLE: a web process answers requests, and costs the database next to nothing while it is idle; a worker
// does what no request asks for, for all of them.
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { databaseName, databaseUrl, withClient } from '../support/database.ts';
import { startReceiver, type Receiver } from '../support/receiver.ts';
import { startService, type Tenant, type TestService } from '../support/service.ts';
import { follow, socketClient } from '../support/streams.ts';
import { apiClient, entity, subscribe } from '../support/webhooks.ts';

vi.setConfig({ testTimeout: 120_000 });

let web: TestService;
let tenant: Tenant;
let hook: Receiver;

beforeAll(async () => {
  web = await startService({ ROLE: 'web', DATABASE_POOL: '10', WEBHOOK_ALLOWED_RANGES: '127.0.0.0/8' });
  tenant = await web.tenant();
  hook = await startReceiver();
});
afterAll(async () => {
  await web.close();
  await hook.close();
});

const events = 'subscription { events(after: "0") { subject targetUrn } }';

test('an idle web process comes down to 2 connections, and sends about one statement a second at most', async () => {
  await entity(tenant);
  await withClient(databaseUrl(web.databaseUrl, 'postgres'), async (client) => {
    const look = async (): Promise<{ connections: number; transactions: number; seconds: number }> => {
      const { rows } = await client.query(
        `SELECT numbackends AS connections, (xact_commit + xact_rollback)::int AS transactions, extract(epoch FROM clock_timestamp())::float8 AS seconds
         FROM pg_stat_database WHERE datname = $1`,
        [databaseName(web.databaseUrl)],
      );
      return rows[0];
    };
    await vi.waitFor(async () => expect((await look()).connections).toBeLessThanOrEqual(2), {
      timeout: 60_000,
      interval: 250,
    });
    const before = await look();
    // Long enough for every poll to come round several times.
    const after = await vi.waitFor(
      async () => {
        const now = await look();
        expect(now.seconds - before.seconds).toBeGreaterThan(8);
        return now;
      },
      { timeout: 60_000, interval: 1_000 },
    );
    expect((after.transactions - before.transactions) / (after.seconds - before.seconds)).toBeLessThanOrEqual(1.4);
    expect(after.connections).toBeLessThanOrEqual(2);
  });
});

test('what a web process wrote is numbered and delivered by a worker, and streamed by the web process', async () => {
  const { urn: client } = await apiClient(tenant);
  await subscribe(tenant, client, `${hook.url}/hook`);
  const socket = socketClient(web.url, tenant.token);
  const heard = follow(socket, events);
  const urn = await entity(tenant);
  const [waiting] = await web.services.database.query({
    text: 'SELECT bool_and(sequence IS NULL) AS all FROM webhook_trigger',
    values: [],
  });
  expect(waiting?.['all']).toBe(true);
  expect(heard.data).toEqual([]);

  const worker = await web.another({ environment: { ROLE: 'worker' } });
  for (let count = 1; heard.data.at(-1)?.events.targetUrn !== urn; count += 1) await heard.until(count);
  const [request] = await hook.until(1);
  expect(request?.json).toMatchObject({ targetUrn: urn });

  const refused = await fetch(`${worker.url}/n/v1/entities`);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
  expect(await refused.json()).toMatchObject({ code: 'UNAVAILABLE', detail: 'This process does not serve requests.' });
  const inGraph = [
    { message: 'This process does not serve requests.', extensions: { code: 'UNAVAILABLE', httpCode: 503 } },
  ];
  for (const [path, status, body] of [
    ['/readyz', 200, null],
    ['/readyz?full', 200, null],
    ['/healthz', 200, null],
    ['/readyz/more', 503, { code: 'UNAVAILABLE' }],
    ['/graphql?query={__typename}', 503, { errors: inGraph }],
    ['/graphql/stream', 503, { errors: inGraph }],
    ['/graphql/streams', 503, { code: 'UNAVAILABLE' }],
  ] as const) {
    const answer = await fetch(worker.url + path);
    expect([path, answer.status]).toEqual([path, status]);
    if (body) expect(await answer.json()).toMatchObject(body);
    else await answer.arrayBuffer();
  }
  await socket.dispose();
  await worker.close();
});
