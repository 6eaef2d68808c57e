// What callers are told while there is no database, and while the service stops: to come again, in the way of each protocol.
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { afterEach, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { openDoor } from '../support/databaseDoor.ts';
import { freePort } from '../support/freePort.ts';
import { openRaw } from '../support/rawSocket.ts';
import { startService, type TestService } from '../support/service.ts';
import { openStream } from '../support/streams.ts';

let closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.reverse()) await close();
  closing = [];
});

const socketUrl = ({ url }: TestService): string => `${url.replace(/^http/, 'ws')}/graphql`;
const protocol = 'graphql-transport-ws';

/** How a socket is closed that is initialized with a token. */
async function closed(service: TestService, token: string): Promise<readonly unknown[]> {
  const socket = new WebSocket(socketUrl(service), protocol);
  await once(socket, 'open');
  socket.send(JSON.stringify({ type: 'connection_init', payload: { authorization: `Bearer ${token}` } }));
  const [code, reason] = (await once(socket, 'close')) as [number, Buffer];
  return [code, String(reason)];
}

/** Status and Retry-After of a refused upgrade. */
async function refused(service: TestService, headers: Readonly<Record<string, string>>): Promise<unknown[]> {
  const socket = new WebSocket(socketUrl(service), protocol, { headers });
  socket.on('error', () => undefined);
  const [, response] = (await once(socket, 'unexpected-response')) as [unknown, IncomingMessage];
  return [response.statusCode, response.headers['retry-after']];
}

test('without a database every face says 503 or its own word for it, and answers again with one', async () => {
  const port = await freePort();
  let close = async (): Promise<void> => undefined;
  const way = async (databaseUrl: string): Promise<string> => {
    const door = await openDoor(databaseUrl, port);
    close = () => door.close();
    return door.url;
  };
  closing.push(() => close());
  const service = await startService({}, { way });
  closing.push(() => service.close());
  const tenant = await service.tenant();
  const path = `/n/v1/company/${tenant.company}`;
  await close();

  const again = { code: 'UNAVAILABLE', httpCode: 503 };
  const rest = await tenant.rest('GET', path);
  expect([rest.status, rest.headers.get('retry-after'), rest.body]).toMatchObject([503, '1', again]);
  const write = await tenant.rest('PATCH', path, { body: { name: 'lost' } });
  expect([write.status, write.headers.get('retry-after'), write.body]).toMatchObject([503, '1', again]);
  const graph = await tenant.graph('{ companies(first: 1) { nodes { urn } } }');
  expect([graph.status, graph.headers.get('retry-after'), graph.errors?.[0]?.extensions]).toMatchObject([
    503,
    '1',
    again,
  ]);
  const stream = await openStream(service.url, tenant.token, 'subscription { events { cursor } }');
  expect([stream.status, stream.headers.get('retry-after')]).toEqual([503, '1']);
  stream.close();
  // No answer says that the token is a wrong one: a client would ask its user to sign in again.
  expect(await closed(service, tenant.token)).toEqual([1013, 'UNAVAILABLE']);
  expect(await refused(service, { origin: 'https://unknown.example' })).toEqual([503, '1']);
  expect((await fetch(`${service.url}/readyz`)).status).toBe(503);
  expect((await fetch(`${service.url}/healthz`)).status).toBe(200);

  await way(service.databaseUrl);
  await vi.waitFor(async () => expect((await tenant.rest('GET', path)).body.name).toBe('Tenant'), {
    timeout: 30_000,
    interval: 100,
  });
});

test('a socket that opens while the service stops is refused with 503; one that is open is told to go away', async () => {
  const service = await startService();
  let isStopped = false;
  closing.push(async () => {
    if (!isStopped) await service.close();
  });
  const { token } = await service.tenant();
  const upgrade =
    `GET /graphql HTTP/1.1\r\nHost: service\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n` +
    `Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Protocol: ${protocol}\r\n\r\n`;
  // It never answers the word that it is to go, so that the service waits for it a moment.
  const [open, late] = await Promise.all([openRaw(service.url), openRaw(service.url)]);
  open.send(upgrade);
  await open.readUntil(/101 Switching/, 1);
  const other = new WebSocket(socketUrl(service), protocol);
  await once(other, 'open');
  other.send(JSON.stringify({ type: 'connection_init', payload: { authorization: `Bearer ${token}` } }));
  await once(other, 'message');
  const stopped = service.close().then(() => (isStopped = true));
  const [code, reason] = (await once(other, 'close')) as [number, Buffer];
  late.send(upgrade);
  const [head = '', body = ''] = (await late.readUntil(/\r\n\r\n[^]*\}$/, 1)).split('\r\n\r\n');
  expect([head.split('\r\n')[0], /^retry-after: 1\r?$/im.test(head), /^connection: close\r?$/im.test(head)]).toEqual([
    'HTTP/1.1 503 Service Unavailable',
    true,
    true,
  ]);
  expect(JSON.parse(body)).toMatchObject({ errors: [{ extensions: { code: 'UNAVAILABLE', httpCode: 503 } }] });
  expect([code, String(reason)]).toEqual([1001, 'Going away']);
  expect(await open.readUntil(/Going away/, 1)).toContain('Going away');
  await stopped;
  open.end();
});
