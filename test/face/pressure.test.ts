// A process that is short of memory: it refuses what is new, finishes what it has, says that it is not ready, and lives.
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { WebSocket } from 'ws';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { withClient } from '../support/database.ts';
import { startService, type Tenant, type TestService } from '../support/service.ts';

let share = 0.2;
let service: TestService;
let tenant: Tenant;

beforeAll(async () => {
  service = await startService({ METRICS_PORT: '0' }, { pressure: { heapShare: () => share, everyMillis: 5 } });
  tenant = await service.tenant();
});
afterAll(() => service.close());

const statusOf = async (path: string): Promise<number> => (await fetch(service.url + path)).status;

test('Near the limit of the heap new requests are refused on every face, and the running ones are finished.', async () => {
  const made = await tenant.rest('POST', '/n/v1/project', { body: { owner: tenant.company, name: 'One' } });
  const urn = String(made.body.urn);
  await withClient(service.databaseUrl, async (client) => {
    await client.query('BEGIN');
    await client.query('SELECT 1 FROM project WHERE urn = $1 FOR UPDATE', [urn]);
    const running = tenant.rest('PATCH', `/n/v1/project/${urn}`, { body: { name: 'Two' } });
    await vi.waitFor(async () => {
      const { rows } = await client.query('SELECT 1 FROM pg_stat_activity WHERE wait_event_type = $1', ['Lock']);
      expect(rows.length).toBeGreaterThan(0);
    });
    share = 0.95;
    await vi.waitFor(async () => expect(await statusOf('/readyz')).toBe(503), 10_000);
    const refused = await tenant.rest('GET', `/n/v1/project/${urn}`);
    expect([refused.status, refused.body.code, refused.headers.get('retry-after')]).toEqual([503, 'UNAVAILABLE', '5']);
    const graph = await tenant.graph('{ clientContext { csrfToken } }');
    expect([graph.status, graph.errors?.[0]?.extensions['code']]).toEqual([503, 'UNAVAILABLE']);
    expect(await statusOf('/healthz')).toBe(200);
    expect((await fetch(new URL('/readyz', String(service.metricsUrl)))).status).toBe(503);
    // A balancer that adds a parameter is answered like any other.
    for (const path of ['/readyz', '/readyz?from=balancer'])
      expect(await (await fetch(service.url + path)).json()).toEqual({ status: 'not ready' });
    expect(await statusOf('/healthz?from=balancer')).toBe(200);
    const socket = new WebSocket(`${service.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
    const [, response] = (await once(socket, 'unexpected-response')) as [unknown, IncomingMessage];
    expect([response.statusCode, response.headers['retry-after']]).toEqual([503, '5']);
    await client.query('COMMIT');
    expect((await running).status).toBe(200);
  });
  share = 0.2;
  await vi.waitFor(async () => expect(await statusOf('/readyz')).toBe(200), 10_000);
  expect((await tenant.rest('GET', `/n/v1/project/${urn}`)).body.name).toBe('Two');
});
