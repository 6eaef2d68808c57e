// The stop of an HTTP server: what runs is answered, a connection that was accepted may still say its first request, and
// nobody's idle connection holds it up.
import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { orderlyClose } from '../../src/http/orderlyClose.ts';
import { openRaw, rawGet, type RawSocket } from '../support/rawSocket.ts';

let app: FastifyInstance;
let close: () => Promise<void>;
let url: string;
let held: ServerResponse[];
/** What became another protocol; it is no connection of the server anymore. */
const upgraded: Duplex[] = [];
const sockets: RawSocket[] = [];

beforeEach(async () => {
  held = [];
  app = Fastify();
  close = orderlyClose(app);
  app.get('/', async () => 'answered');
  // Its head is on its way already, so that the caller is not told to close the connection.
  app.get('/held', (_request, reply) => {
    reply.hijack();
    reply.raw.writeHead(200, { 'content-length': '4' }).flushHeaders();
    held.push(reply.raw);
  });
  app.server.on('upgrade', (_request, socket) => {
    upgraded.push(socket);
    socket.write('HTTP/1.1 101 Switching Protocols\r\n\r\n');
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  url = `http://127.0.0.1:${String((app.server.address() as { port: number }).port)}`;
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.end();
  for (const socket of upgraded.splice(0)) socket.destroy();
  app.server.closeAllConnections();
  await app.close();
});

async function open(text = ''): Promise<RawSocket> {
  const before = await connections();
  const socket = await openRaw(url);
  sockets.push(socket);
  await vi.waitFor(async () => expect(await connections()).toBe(before + 1));
  if (text) socket.send(text);
  return socket;
}

const connections = (): Promise<number> =>
  new Promise((resolve, reject) => {
    app.server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
  });
const isClosing = (): Promise<void> => vi.waitFor(() => expect(app.server.listening).toBe(false), 10_000);

test('a request that runs is answered to its end, and its connection, idle then, is closed', async () => {
  const socket = await open(rawGet('/held'));
  await vi.waitFor(() => expect(held).toHaveLength(1));
  const closing = close();
  await isClosing();
  held[0]?.end('done');
  expect(await socket.readUntil(/done/, 1)).toContain('HTTP/1.1 200');
  await closing;
  await socket.closed();
});

test('a connection that was accepted may say its first request', async () => {
  const socket = await open();
  const closing = close();
  socket.send(rawGet('/'));
  expect(await socket.readUntil(/answered/, 1)).toContain('HTTP/1.1 200');
  socket.end();
  await closing;
});

test('a connection that never says one is closed', async () => {
  const socket = await open();
  await close();
  await socket.closed();
});

test('when silent connections are closed, those that run or became another protocol are not', async () => {
  const running = await open(rawGet('/held'));
  const other = await open('GET / HTTP/1.1\r\nHost: here\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
  await other.readUntil(/101 Switching/, 1);
  await vi.waitFor(() => expect(held).toHaveLength(1));
  const silent = await open();
  const closing = close();
  await silent.closed();
  expect(upgraded.map(({ destroyed }) => destroyed)).toEqual([false]);
  held[0]?.end('done');
  expect(await running.readUntil(/done/, 1)).toMatch(/^HTTP\/1\.1 200[^]*done/);
  for (const socket of upgraded) socket.destroy();
  await closing;
});
