// A caller that leaves in the middle of its request is no failure of the service: nothing is written about it as an error.
import { connect } from 'node:net';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterEach, expect, test, vi } from 'vitest';
import { createConnections, usualConnections } from '../../src/http/connections.ts';
import { createServer } from '../../src/http/server.ts';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function startServer(): Promise<{ port: number; lines: string[]; closed: () => number }> {
  const lines: string[] = [];
  let closed = 0;
  const out = new Writable({
    write(chunk: Buffer, _, done) {
      lines.push(chunk.toString());
      done();
    },
  });
  const app = await createServer({
    logger: pino({ level: 'warn' }, out),
    connections: createConnections({ ...usualConnections, inAll: 100, perAddress: 100 }, () => null),
    beforeCoding: () => undefined,
    bodyLimit: 1_000_000,
    observe: () => undefined,
    origins: () => ({ mayRead: () => false, maySend: async () => false }),
    errorAnswer: () => ({ status: 500, headers: {}, body: {} }),
  });
  app.post('/kept', async () => ({ done: true }));
  app.get('/bug', async () => {
    throw new Error('a bug');
  });
  app.post('/bug', async () => {
    throw new Error('another bug');
  });
  app.server.on('connection', (socket) => socket.on('close', () => (closed += 1)));
  await app.listen({ port: 0, host: '127.0.0.1' });
  closing.push(() => app.close());
  const address = app.server.address();
  return { port: typeof address === 'object' && address ? address.port : 0, lines, closed: () => closed };
}

test('A request that is cut off in its body leaves no error in the log; a bug does.', async () => {
  const { port, lines, closed } = await startServer();
  const head = 'POST /kept HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"a":';
  for (let at = 0; at < 5; at += 1) {
    const socket = connect(port, '127.0.0.1');
    await new Promise<void>((resolve) => socket.write(head, () => resolve()));
    socket.destroy();
  }
  await vi.waitFor(() => expect(closed()).toBe(5), 10_000);
  expect(lines).toEqual([]);
  await fetch(`http://127.0.0.1:${String(port)}/bug`);
  expect(lines).toHaveLength(1);
  const body = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"a":1}' };
  await fetch(`http://127.0.0.1:${String(port)}/bug`, body);
  expect(lines).toHaveLength(2);
});
