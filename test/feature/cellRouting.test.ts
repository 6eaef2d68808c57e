// Any gateway serves any tenant: requests of those that live in another cell are passed on to it, on both faces, with uploads,
// event streams and sockets, whether they moved there or were made there. Two services, each with a database of its own.
import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { moveTenant } from '../../src/actions/identity/moveTenant.ts';
import { readCells, removeCell, writeCell } from '../../src/database/access/cellStore.ts';
import { checkSum } from '../../src/domain/tokenForm.ts';
import { createClient, type Client } from '../support/client.ts';
import { withClient } from '../support/database.ts';
import { startService, type Tenant, type TestService } from '../support/service.ts';
import { follow, openStream, socketClient } from '../support/streams.ts';
import { webhookKeys } from '../support/webhookKeys.ts';
import { apiClient, entity } from '../support/webhooks.ts';

let one: TestService;
let two: TestService;
beforeAll(async () => {
  const environment = { ...webhookKeys(), CELL_ROUTING: 'pass', RATE_LIMITS: '1', RATE_PER_ADDRESS: '1000000' };
  [one, two] = [await startService(environment), await startService(environment)];
  await two.tenant();
});
afterAll(async () => {
  await one.close();
  await two.close();
});

/** A tenant that has moved from the first cell to the second; its client speaks to the first. */
async function movedTenant(): Promise<Tenant> {
  const tenant = await one.tenant();
  await moveTenant(
    { database: one.services.database, files: null, isShared: true, say: () => undefined },
    { tenant: tenant.company, to: two.databaseUrl, cell: { name: 'two', url: two.url } },
  );
  return tenant;
}

const rowsOf = (service: TestService, sql: string, ...values: unknown[]): Promise<Record<string, unknown>[]> =>
  withClient(service.databaseUrl, async (client) => (await client.query<Record<string, unknown>>(sql, values)).rows);

const nameOf = (client: Client, urn: string): Promise<unknown> =>
  client.data('query ($urn: ID!) { entity(urn: $urn) { name } }', { urn });

describe('a tenant that has moved', () => {
  let tenant: Tenant;
  beforeAll(async () => {
    tenant = await movedTenant();
  });

  test('is served at the old address, by its cell: reads, writes, refusals and repeated requests', async () => {
    const body = { owner: tenant.company, name: 'Reader' };
    const keyed = { body, headers: { 'idempotency-key': 'one', 'x-request-id': 'mine' } };
    const made = await tenant.rest('POST', '/n/v1/role', keyed);
    expect([made.status, made.headers.get('x-request-id')]).toEqual([201, 'mine']);
    expect(await rowsOf(one, 'SELECT 1 FROM role WHERE urn = $1', made.body.urn)).toEqual([]);
    expect(await rowsOf(two, 'SELECT name FROM role WHERE urn = $1', made.body.urn)).toEqual([{ name: 'Reader' }]);
    const again = await tenant.rest('POST', '/n/v1/role', keyed);
    expect([again.body.urn, again.headers.get('idempotency-replayed')]).toEqual([made.body.urn, 'true']);
    const path = `/n/v1/role/${String(made.body.urn)}`;
    const read = await tenant.rest('GET', path);
    expect([read.status, read.body.name]).toEqual([200, 'Reader']);
    const unchanged = await tenant.rest('GET', path, { headers: { 'if-none-match': read.headers.get('etag') ?? '' } });
    expect([unchanged.status, unchanged.text]).toEqual([304, '']);
    const wrong = await tenant.rest('POST', '/n/v1/role', { body: { owner: tenant.company } });
    expect([wrong.status, wrong.body.code]).toEqual([422, 'VALIDATION_FAILED']);
    expect((await tenant.rest('DELETE', path)).status).toBeLessThan(300);
    expect((await tenant.rest('GET', path)).status).toBe(404);
    const urn = await entity(tenant);
    expect(await nameOf(tenant, urn)).toEqual(await nameOf(createClient(two.url, tenant.token), urn));
  });

  test('is counted there, and not here', async () => {
    const before = await rowsOf(one, 'SELECT count(*) FROM request_rate');
    const quota = async (url: string): Promise<number> => {
      const { headers } = await createClient(url, tenant.token).rest('GET', `/n/v1/company/${tenant.company}`);
      return Number(/r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]);
    };
    const [there, here] = [await quota(two.url), await quota(one.url)];
    expect(here).toBe(there - 1);
    expect(await rowsOf(one, 'SELECT count(*) FROM request_rate')).toEqual(before);
  });

  test('is served tokens that were made there since', async () => {
    const { token } = await apiClient(tenant);
    expect(
      await rowsOf(one, `SELECT 1 FROM api_client_bearer_token WHERE token_hash = encode(sha256($1), 'hex')`, token),
    ).toEqual([]);
    const { status } = await createClient(one.url, token).graph('{ companies { nodes { urn } } }');
    expect(status).toBe(200);
  });

  test('follows over a socket and an event stream at the old address', async () => {
    const client = socketClient(one.url, tenant.token);
    const events = 'subscription { events { targetUrn } }';
    const socket = follow(client, events);
    const stream = await openStream(one.url, tenant.token, events);
    expect(stream.status).toBe(200);
    // Both stand once an event of each has come.
    const urns: string[] = [];
    const next = stream.next();
    await vi.waitFor(async () => {
      urns.push(await entity(tenant));
      expect(socket.data.length).toBeGreaterThan(0);
    }, 20_000);
    expect(urns).toContain(String(socket.data[0].events.targetUrn));
    expect(urns).toContain(String((await next)?.data.data.events.targetUrn));
    // Requests on the socket are run there, too.
    const asked = follow(client, `{ entity(urn: "${urns[0]}") { urn } }`);
    expect((await asked.until(1))[0]).toEqual({ entity: { urn: urns[0] } });
    socket.stop();
    stream.close();
    await client.dispose();
  });
});

test('A socket that was open while its tenant moved ends with the cursor, and goes on at the same address', async () => {
  const tenant = await one.tenant();
  const query = 'subscription ($after: String) { events(after: $after) { targetUrn cursor } }';
  const first = follow(socketClient(one.url, tenant.token), query, { after: null });
  await vi.waitFor(async () => {
    await entity(tenant);
    expect(first.data.length).toBeGreaterThan(0);
  }, 20_000);
  await moveTenant(
    { database: one.services.database, files: null, isShared: true, say: () => undefined },
    { tenant: tenant.company, to: two.databaseUrl, cell: { name: 'two', url: two.url } },
  );
  const [error] = (await first.end()) as { extensions: { code: string; cursor: string } }[];
  expect(error?.extensions.code).toBe('TENANT_MOVED');
  const urn = await entity(tenant);
  const second = follow(socketClient(one.url, tenant.token), query, { after: error?.extensions.cursor });
  expect((await second.until(1))[0].events.targetUrn).toBe(urn);
  second.stop();
});

test('A tenant that never lived here is served once its cell is named, and its unknown tokens are refused', async () => {
  const stranger = await two.tenant();
  const here = createClient(one.url, stranger.token);
  await writeCell(one.services.database, { name: 'two', url: two.url });
  await writeCell(two.services.database, { name: 'one', url: one.url });
  // Both ask each other, and neither asks back.
  const read = `/n/v1/company/${stranger.company}`;
  await vi.waitFor(async () => expect((await here.rest('GET', read)).status).toBe(200), 20_000);
  const wrong = createClient(one.url, guessed());
  expect((await wrong.rest('GET', read)).status).toBe(401);
});

test('A cell that does not answer makes its tenants wait, and nobody else', async () => {
  const [tenant, other] = [await movedTenant(), await one.tenant()];
  await writeCell(one.services.database, { name: 'two', url: 'http://127.0.0.1:1' });
  try {
    const { status, headers, body } = await tenant.rest('POST', '/n/v1/role', {
      body: { owner: tenant.company, name: 'R' },
    });
    expect([status, headers.get('retry-after'), body.code]).toEqual([503, '1', 'UNAVAILABLE']);
    const graph = await tenant.graph('{ companies { nodes { urn } } }');
    expect([graph.status, graph.errors?.[0]?.extensions['code']]).toEqual([503, 'UNAVAILABLE']);
    const socket = follow(socketClient(one.url, tenant.token), 'subscription { events { cursor } }');
    expect(await socket.end()).toEqual({ code: 4500, reason: 'UNAVAILABLE' });
    expect((await other.rest('GET', `/n/v1/company/${other.company}`)).status).toBe(200);
  } finally {
    await writeCell(one.services.database, { name: 'two', url: two.url });
  }
});

/** A cell whose gateways take requests and say nothing, or end the connection. */
async function silentCell(isEnding: boolean): Promise<{ readonly asked: IncomingMessage[]; close(): Promise<void> }> {
  const asked: IncomingMessage[] = [];
  const server = createServer((request) => {
    asked.push(request);
    if (isEnding) request.socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // It listens on a port.
  const { port } = server.address() as AddressInfo;
  await writeCell(one.services.database, { name: 'silent', url: `http://127.0.0.1:${String(port)}` });
  return {
    asked,
    async close() {
      await removeCell(one.services.database, 'silent');
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const guessed = (): string => {
  const token = `ccs_c_${randomBytes(32).toString('base64url')}`;
  return token + checkSum(token);
};

test('A cell that is silent keeps nobody waiting whose token another one knows', async () => {
  const tenant = await movedTenant();
  const silent = await silentCell(false);
  const read = `/n/v1/company/${tenant.company}`;
  await vi.waitFor(async () => {
    const before = silent.asked.length;
    const { token } = await apiClient(tenant);
    expect((await createClient(one.url, token).rest('GET', read)).status).toBe(200);
    expect(silent.asked.slice(before).map(({ socket }) => socket.destroyed)).toEqual([false]);
  }, 60_000);
  await silent.close();
});

test('Guessed tokens, while a cell is away, are counted for their address and cost the cell a question in five seconds', async () => {
  const silent = await silentCell(true);
  const began = performance.now();
  const answer = async (): Promise<readonly [number, number]> => {
    const { status, headers } = await createClient(one.url, guessed()).rest('GET', '/n/v1/roles');
    return [status, Number(/"requests";r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1])];
  };
  await vi.waitFor(async () => expect((await answer())[0]).toBe(503), 20_000);
  const [, left] = await answer();
  expect(left).toBeGreaterThan(0);
  for (let count = 1; count <= 10; count += 1) expect(await answer()).toEqual([503, left - count]);
  expect(silent.asked.length).toBeLessThanOrEqual(1 + (performance.now() - began) / 5_000);
  await silent.close();
});

test('A cell is forgotten unless tenants that moved away from here live there', async () => {
  await movedTenant();
  await writeCell(one.services.database, { name: 'three', url: 'https://three.example' });
  const known = await readCells(one.services.database);
  expect(known.map(({ name, url }) => ({ name, url }))).toEqual([
    { name: 'three', url: 'https://three.example' },
    { name: 'two', url: two.url },
  ]);
  expect([known[0]?.tenants, (known[1]?.tenants ?? 0) > 0]).toEqual([0, true]);
  const removed = ['two', 'three', 'three'].map(async (name) => removeCell(one.services.database, name));
  expect((await Promise.all(removed)).filter(Boolean)).toHaveLength(1);
  expect((await readCells(one.services.database)).map(({ name }) => name)).toEqual(['two']);
});

test('What a gateway passes on is not passed on again: its caller is told the place', async () => {
  const tenant = await movedTenant();
  const { status, body } = await tenant.rest('GET', '/n/v1/roles', { headers: { 'cell-from': '1' } });
  expect([status, body.code, body.cell]).toEqual([421, 'TENANT_MOVED', { name: 'two', url: two.url }]);
});
