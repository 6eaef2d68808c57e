// Requests that are passed on to the gateway of another cell, which is a plain server here.
import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { askCell, passToCells } from '../../../src/http/otherCells.ts';

let cell: Server;
let app: FastifyInstance;
let url: string;
let answer: (request: IncomingMessage, response: ServerResponse) => void;
const here = (): { name: string; url: string } => {
  const address = cell.address();
  return { name: 'two', url: `http://127.0.0.1:${String(typeof address === 'object' && address?.port)}` };
};

beforeEach(async () => {
  cell = createServer((asked, response) => answer(asked, response));
  await new Promise<void>((resolve) => cell.listen(0, '127.0.0.1', resolve));
  app = Fastify();
  const passOn = passToCells(app);
  app.get('*', (asked, reply) => passOn(asked, reply, here()));
  url = await app.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(async () => {
  await app.close();
  cell.closeAllConnections();
  cell.close();
});

test('the cell is told where a request came from, behind what was known of that before', async () => {
  let told: readonly unknown[] = [];
  answer = ({ headers }, response) => {
    told = [headers['x-forwarded-for'], headers['cell-from']];
    response.end('done');
  };
  expect(await (await fetch(url, { headers: { 'x-forwarded-for': '198.51.100.7' } })).text()).toBe('done');
  expect(told).toEqual(['198.51.100.7, 127.0.0.1', '1']);
});

test('a caller that leaves ends its request there', async () => {
  const held = new Promise<IncomingMessage>((resolve) => (answer = resolve));
  const leaving = request(url).on('error', () => undefined);
  leaving.end();
  const asked = await held;
  leaving.destroy();
  await vi.waitFor(() => expect(asked.destroyed).toBe(true), 10_000);
});

test('while the gateway stops, what is answered closes its connection, and streams end', async () => {
  const held: ServerResponse[] = [];
  answer = ({ url: path }, response) => {
    if (path === '/stream') response.writeHead(200, { 'content-type': 'text/event-stream' }).write('a');
    else held.push(response);
  };
  const stream = await fetch(`${url}/stream`);
  const reading = stream.text().then(
    () => 'ended',
    () => 'ended',
  );
  const late = fetch(`${url}/late`);
  await vi.waitFor(() => expect(held).toHaveLength(1), 10_000);
  const closing = app.close();
  expect(await reading).toBe('ended');
  held[0]?.end('done');
  const { status, headers } = await late;
  expect([status, headers.get('connection')]).toEqual([200, 'close']);
  await closing;
});

test('a cell has two seconds to say whether it knows a token', async () => {
  const timeout = vi.spyOn(AbortSignal, 'timeout');
  answer = (_, response) => response.end('{"data":{"__typename":"Query"}}');
  expect(await askCell(here(), 'token')).toBe('HERE');
  expect(timeout.mock.calls).toEqual([[2_000]]);
});
