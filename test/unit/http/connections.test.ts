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
let silent: RawSocket[] = [];

/** A server under these limits, whose first caller requests the long answer and does not read it. */
async function start(limits: Partial<ConnectionLimits>, address: string | null = 'one'): Promise<string> {
  const connections = createConnections({ inAll: 100, perAddress: 100, ...usualConnections, ...limits }, () => address);
  app = Fastify({ serverFactory: (handler) => connections.serve(handler, {}) });
  connections.countAnswers(app, {
    isShared: () => false,
    refuse: (_, reply) => {
      (reply as FastifyReply).code(503);
      return 'no';
    },
  });
  pending = () => connections.state().pending;
  app.get('/long', (_request, reply) => reply.send(long));
  app.get('/short', (_request, reply) => reply.send('short'));
  await app.listen({ port: 0, host: '127.0.0.1' });
  const url = `http://127.0.0.1:${String((app.server.address() as { port: number }).port)}`;
  const socket = await openRaw(url);
  silent.push(socket);
  socket.send(rawGet('/long'));
  await vi.waitFor(() => expect(connections.state().pending).toBe(long.length), 10_000);
  return url;
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
