// A peer that does not read the answers on its one connection has no more of them made than may wait for it, and all of them once
// it reads again: on a WebSocket, and on an event stream that carries many operations.
import { get, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { page, text } from '../support/content.ts';
import { connectPeer } from '../support/peer.ts';
import { startService, type Tenant, type TestService } from '../support/service.ts';
import { ask } from '../support/sse.ts';

let service: TestService;
let tenant: Tenant;
let entity: string;

beforeAll(async () => {
  service = await startService();
  tenant = await service.tenant();
  const texts = Array.from({ length: 16 }, (_, at) => text('x'.repeat(60_000), `text${String(at)}`, at));
  entity = (await page(tenant, '/long', { texts })).urn;
});
afterAll(() => service.close());

/** Far more than the system keeps of a connection. */
const count = 60;
const query = (name: string): string => `{ entity(urn: "${entity}") { ${name}: texts { value } } }`;

/** How many of the answers have been made, once that many no longer grow while others are served. */
async function made(before: number): Promise<number> {
  const now = (): number => service.statements.slice(before).filter((sql) => sql.includes('"item')).length;
  for (let known = -1; ;) {
    if (known === now()) return known;
    known = now();
    for (let at = 0; at < 20; at += 1) await tenant.rest('GET', `/n/v1/company/${tenant.company}`);
  }
}

test('on a WebSocket', async () => {
  const peer = connectPeer(service.url);
  await once(peer.socket, 'open');
  peer.send({ type: 'connection_init', payload: { Authorization: `Bearer ${tenant.token}` } });
  expect(await peer.next()).toEqual({ type: 'connection_ack' });
  const before = service.statements.length;
  peer.socket.pause();
  for (let at = 0; at < count; at += 1)
    peer.send({ id: String(at), type: 'subscribe', payload: { query: query(`a${String(at)}`) } });
  const answered = await made(before);
  expect(answered).toBeGreaterThan(0);
  expect(answered).toBeLessThan(count);
  peer.socket.resume();
  const ended: string[] = [];
  while (ended.length < count) {
    const message = await peer.next();
    if (message.type === 'complete') ended.push(message.id ?? '');
  }
  expect(ended).toEqual(Array.from({ length: count }, (_, at) => String(at)));
  peer.socket.terminate();
});

test('on an event stream', async () => {
  const caller = { url: service.url, token: tenant.token };
  const stream = await (await ask(caller, 'PUT')).text();
  const headers = { accept: 'text/event-stream', authorization: `Bearer ${tenant.token}` };
  const response = await new Promise<IncomingMessage>((resolve) =>
    get(`${service.url}/graphql/stream?token=${stream}`, { headers }, resolve),
  );
  response.pause();
  const before = service.statements.length;
  const sent = Array.from({ length: count }, (_, at) =>
    ask(caller, 'POST', { stream, body: { query: query(`b${String(at)}`), extensions: { operationId: String(at) } } }),
  );
  const answered = await made(before);
  expect(answered).toBeGreaterThan(0);
  expect(answered).toBeLessThan(count);
  response.resume();
  expect(new Set((await Promise.all(sent)).map(({ status }) => status))).toEqual(new Set([202]));
  response.destroy();
});
