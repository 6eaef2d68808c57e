// The bounds of connections, on a server with one long answer: unread bytes, per address and in total.
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import { afterEach, expect, it, vi } from 'vitest';
import { createConnections, usualConnections, type ConnectionLimits } from '../../../src/http/connections.ts';
import { openRaw, rawGet, type RawSocket } from '../../support/rawSocket.ts';

const megabyte = 1024 * 1024;
// More than the machine itself buffers for a connection.
const long = Buffer.alloc(24 * megabyte, 'x');

let app: FastifyInstance;
let pending: () => number;
let open: () => number;
let silent: RawSocket[] = [];

/** A server under these limits, whose first caller requests the long answer and does not read it. */
async function start(limits: Partial<ConnectionLimits>, address: string | null = 'one'): Promise<string> {
  const connections = createConnections({ inAll: 100, perAddress: 100, ...usualConnections, ...limits }, () => address);
  app = Fastify({ serverFactory: (handler) => connections.serve(handler, {}) });
  connections.countAnswers(app, {
    isShared: (reply) => (reply as FastifyReply).request.url === '/shared',
    refuse: (_, reply) => {
      (reply as FastifyReply).code(503);
      return 'no';
    },
  });
  pending = () => connections.state().pending;
  open = () => connections.state().open;
  app.get('/long', (_request, reply) => reply.send(long));
  app.get('/shared', (_request, reply) => reply.send(long));
  app.get('/short', (_request, reply) => reply.send('short'));
  await app.listen({ port: 0, host: '127.0.0.1' });
  const url = `http://127.0.0.1:${String((app.server.address() as { port: number }).port)}`;
  const socket = await openRaw(url);
  silent.push(socket);
  socket.send(rawGet('/long'));
  await vi.waitFor(() => expect(connections.state().pending).toBe(long.length), 10_000);
  return url;
}

/** One more caller, whose first request is answered and not read. */
async function another(url: string, requests: string): Promise<RawSocket> {
  const socket = await openRaw(url);
  silent.push(socket);
  socket.send(requests);
  return socket;
}

const status = async (url: string): Promise<number> => {
  const answer = await fetch(url);
  await answer.arrayBuffer();
  return answer.status;
};

afterEach(async () => {
  for (const socket of silent) socket.end();
  silent = [];
  await app.close();
});

it.each([
  ['of one address', { pendingPerAddress: 30 * megabyte }, 'one'],
  ['in all', { pendingInAll: 30 * megabyte }, null],
])('answers are refused while too many unread bytes %s are pending', async (_, limits, address) => {
  const url = await start(limits, address);
  expect(await status(`${url}/long`)).toBe(503);
  expect(await status(`${url}/short`)).toBe(200);
  silent[0]?.end();
  await vi.waitFor(async () => expect(await status(`${url}/long`)).toBe(200), 10_000);
});

it('one answer is sent whatever its size, when nothing else is pending', async () => {
  const url = await start({ pendingPerAddress: megabyte });
  silent[0]?.end();
  await vi.waitFor(async () => expect(await status(`${url}/long`)).toBe(200), 10_000);
});

it('a trusted proxy is not bounded by the limit of one address', async () => {
  const url = await start({ pendingPerAddress: 30 * megabyte }, null);
  expect(await status(`${url}/long`)).toBe(200);
});

it('a caller that reads a little now and then counts as stalled', async () => {
  await start({ stallMillis: 500, leastRead: long.length });
  const socket = silent[0];
  await vi.waitFor(
    () => {
      socket?.socket.read(1);
      socket?.send(rawGet('/short'));
      expect(socket?.isClosed()).toBe(true);
    },
    { timeout: 20_000, interval: 100 },
  );
  await vi.waitFor(() => expect(pending()).toBe(0), 10_000);
});

it('the last byte that is allowed is sent, the next one is not', async () => {
  const url = await start({ pendingPerAddress: long.length + 5, pendingInAll: long.length + 5 });
  expect(await status(`${url}/short`)).toBe(200);
  await app.close();
  silent = [];
  const other = await start({ pendingPerAddress: long.length + 4 });
  expect(await status(`${other}/short`)).toBe(503);
});

it('bytes that all answers share are not counted', async () => {
  const url = await start({ pendingPerAddress: 30 * megabyte });
  expect(await status(`${url}/shared`)).toBe(200);
  expect(pending()).toBe(long.length);
});

it.each([
  ['of one address', { perAddress: 3 }, 'one'],
  ['in all', { inAll: 3 }, null],
])('as many connections as are allowed %s stay open, and one more is closed', async (_, limits, address) => {
  const url = await start(limits, address);
  const others = [await another(url, rawGet('/short')), await another(url, rawGet('/short'))];
  for (const socket of others) await socket.readUntil(/short/, 1);
  const last = await another(url, rawGet('/short'));
  await last.closed();
  expect(others.map((socket) => socket.isClosed())).toEqual([false, false]);
  others[0]?.end();
  await vi.waitFor(() => expect(open()).toBe(2), 10_000);
  // There is room for another one.
  await (await another(url, rawGet('/short'))).readUntil(/short/, 1);
});

const behindTheLong = (count: number): string => rawGet('/long') + rawGet('/short').repeat(count);

it('a connection whose requests wait in too great a number is closed, and its requests count no longer', async () => {
  const url = await start({ waitingPerConnection: 2, waitingInAll: 3 }, null);
  const [most, tooMany] = [await another(url, behindTheLong(2)), await another(url, behindTheLong(3))];
  await tooMany.closed();
  expect(most.isClosed()).toBe(false);
  most.end();
  await vi.waitFor(() => expect(open()).toBe(1), 10_000);
  // Twice, so that what the ones before had waiting would fill the limit of all.
  for (let round = 0; round < 2; round += 1) {
    const one = await another(url, rawGet('/short').repeat(3));
    await one.readUntil(/HTTP\/1\.1 200/, 3);
    one.end();
    await vi.waitFor(() => expect(open()).toBe(1), 10_000);
  }
});

it('requests that wait on all connections together are bounded', async () => {
  const url = await start({ waitingPerConnection: 3, waitingInAll: 3 }, null);
  const first = await another(url, behindTheLong(2));
  await vi.waitFor(() => expect(pending()).toBe(2 * long.length), 10_000);
  const second = await another(url, behindTheLong(2));
  await second.closed();
  expect(first.isClosed()).toBe(false);
});

it('the bounds that no setting changes are these', () => {
  expect(usualConnections).toEqual({
    pendingInAll: 268_435_456,
    pendingPerAddress: 67_108_864,
    waitingInAll: 20_000,
    waitingPerConnection: 4_000,
    stallMillis: 30_000,
    leastRead: 16_384,
  });
});
