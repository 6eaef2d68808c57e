// The bounds of connections, on a server with one long answer: unread bytes, per address and in total.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import { afterEach, expect, it, vi } from 'vitest';
import { createConnections, usualConnections, type ConnectionLimits } from '../../src/http/connections.ts';
import { LoopTurns } from '../../src/domain/loopTurns.ts';
import { openRaw, rawGet, type RawSocket } from '../support/rawSocket.ts';

const megabyte = 1024 * 1024;
// More than the machine itself buffers for a connection.
const long = Buffer.alloc(24 * megabyte, 'x');

let app: FastifyInstance;
let state: ReturnType<typeof createConnections>['state'];
let pending: () => number;
let open: () => number;
/** Requests for what is answered once `release` is called. */
let held: number;
let release: () => void;
let silent: RawSocket[] = [];
const served: string[] = [];

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
  state = () => connections.state();
  pending = () => connections.state().pending;
  open = () => connections.state().open;
  app.get('/long', (_request, reply) => reply.send(long));
  held = 0;
  const released = new Promise<string>((resolve) => (release = () => resolve('held')));
  app.get('/held', () => {
    held += 1;
    return released;
  });
  app.get('/shared', (_request, reply) => reply.send(long));
  app.get('/short', (request, reply) => {
    served.push(String(request.headers['x-caller']));
    return reply.send('short');
  });
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
  // Whatever a test has done, nothing is left of connections that have ended.
  await vi.waitFor(() => expect(state()).toEqual({ open: 0, pending: 0, addresses: 0 }), 10_000);
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
  await start({ stallMillis: 500, minimumRead: long.length });
  const socket = silent[0];
  await vi.waitFor(
    () => {
      socket?.socket.read();
      socket?.send(rawGet('/short'));
      expect(socket?.isClosed()).toBe(true);
    },
    { timeout: 20_000, interval: 10 },
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

const behindTheHeld = (count: number): string => rawGet('/held') + rawGet('/short').repeat(count);
const shortAnswers = async (socket: RawSocket, count: number): Promise<number> =>
  ((await socket.readUntil(/\r\n\r\nshort/, count)).match(/\r\n\r\nshort/g) ?? []).length;

it('a connection that sends too much ahead of its answers is closed', async () => {
  const url = await start({ unreadInAll: 1_000 }, null);
  const most = await another(url, behindTheHeld(25));
  await vi.waitFor(() => expect(held).toBe(1), 10_000);
  const tooMany = await another(url, behindTheHeld(25));
  await tooMany.closed();
  release();
  expect(await shortAnswers(most, 25)).toBe(25);
  // What was parsed, or lost with its connection, is unread no more.
  for (let round = 0; round < 3; round += 1) {
    const one = await another(url, behindTheHeld(25));
    expect(await shortAnswers(one, 25)).toBe(25);
  }
});

it('however many requests a connection sends at once, a few are parsed before the first one is answered', async () => {
  const many = 2_000;
  let taken = 0;
  let answer: () => void = () => undefined;
  const connections = createConnections({ inAll: 100, perAddress: 100, ...usualConnections }, () => null);
  const server = connections.serve((request, response) => {
    answer = () => response.end('short');
    if (request.url !== '/held') answer();
  }, {});
  const count = (request: IncomingMessage): void => {
    if (request.method === 'GET') taken += 1;
  };
  server.prependListener('request', count);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const caller = await openRaw(`http://127.0.0.1:${String((server.address() as AddressInfo).port)}`);
  caller.send(behindTheHeld(many - 1));
  await vi.waitFor(() => expect(taken).toBeGreaterThan(0), 10_000);
  expect(taken).toBeLessThan(20);
  answer();
  expect(await shortAnswers(caller, many)).toBe(many);
  expect(taken).toBe(many);
  caller.end();
  await new Promise((resolve) => server.close(resolve));
});

it.each([
  ['of a known length', (body: string) => `Content-Length: ${String(body.length)}\r\n\r\n${body}`],
  [
    'in chunks',
    (body: string) => `Transfer-Encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`,
  ],
])('requests with bodies %s are told apart, wherever they are cut', async (_, written) => {
  const bodies: string[] = [];
  const connections = createConnections({ inAll: 100, perAddress: 100, ...usualConnections }, () => null);
  const server = connections.serve((request, response) => {
    let body = '';
    request.setEncoding('latin1').on('data', (text: string) => (body += text));
    request.on('end', () => {
      bodies.push(body);
      response.end('short');
    });
  }, {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const caller = await openRaw(`http://127.0.0.1:${String((server.address() as AddressInfo).port)}`);
  // Bodies that look like heads, and pieces that end in the middle of everything.
  const sent = Array.from({ length: 60 }, (_none, at) => `${String(at)}${'GET / HTTP/1.1\r\n\r\n'.repeat(at)}`);
  const text = sent.map((body) => `POST / HTTP/1.1\r\nHost: a\r\n${written(body)}`).join('');
  for (let at = 0; at < text.length; at += 1_009) {
    caller.send(text.slice(at, at + 1_009));
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(await shortAnswers(caller, sent.length)).toBe(sent.length);
  expect(bodies).toEqual(sent);
  caller.end();
  await new Promise((resolve) => server.close(resolve));
});

it('requests that were answered, or whose connection has ended, wait no longer', async () => {
  const url = await start({ waitingInAll: 2 }, null);
  // What is written to it fails: a connection that is not read shows its end no other way.
  const left = await another(url, rawGet('/long') + rawGet('/short', { 'X-Caller': 'left' }).repeat(2));
  await vi.waitFor(() => expect(pending()).toBe(2 * long.length), 10_000);
  left.end();
  await vi.waitFor(() => expect(open()).toBe(1), 10_000);
  // More often than the bound would allow if any of them went on waiting.
  for (let round = 0; round < 3; round += 1) {
    const one = await another(url, rawGet('/short').repeat(3));
    expect(await shortAnswers(one, 3)).toBe(3);
    one.end();
    await vi.waitFor(() => expect(open()).toBe(1), 10_000);
  }
  // Nor is anything worked on for a caller that has left.
  expect(served).not.toContain('left');
});

it('what comes after requests that wait stays unread until they are answered, and is answered then', async () => {
  const url = await start({}, null);
  const caller = await another(url, behindTheHeld(3));
  await vi.waitFor(() => expect(held).toBe(1), 10_000);
  for (let at = 0; at < 10; at += 1) {
    caller.send(rawGet('/short'));
    // Whatever is read is read by now.
    expect(await status(`${url}/short`)).toBe(200);
  }
  release();
  expect(await shortAnswers(caller, 13)).toBe(13);
});

it('requests that wait on all connections together are bounded', async () => {
  const url = await start({ waitingInAll: 3 }, null);
  const first = await another(url, behindTheHeld(2));
  await vi.waitFor(() => expect(held).toBe(1), 10_000);
  const second = await another(url, behindTheHeld(2));
  await second.closed();
  expect(first.isClosed()).toBe(false);
  release();
  expect(await shortAnswers(first, 2)).toBe(2);
});

it('the bounds that no setting changes are these', () => {
  expect(usualConnections).toEqual({
    idleMillis: 65_000,
    pendingInAll: 268_435_456,
    pendingPerAddress: 67_108_864,
    waitingInAll: 20_000,
    unreadInAll: 67_108_864,
    stallMillis: 30_000,
    minimumRead: 16_384,
  });
});

it('a caller that sends many requests at once takes turns with others', async () => {
  const url = await start({});
  served.length = 0;
  const [many, one] = [await openRaw(url), await openRaw(url)];
  silent.push(many, one);
  const from = (caller: string): string => rawGet('/short').replace('\r\n\r\n', `\r\nX-Caller: ${caller}\r\n\r\n`);
  many.send(from('many').repeat(1000));
  one.send(from('one'));
  await vi.waitFor(() => expect(served).toHaveLength(1001), 20_000);
  expect(served.indexOf('one')).toBeLessThan(500);
});

it('large answers of one moment are written in several turns of the event loop, in order', async () => {
  const turns = new LoopTurns(100);
  const written: number[] = [];
  for (const [at, bytes] of [60, 60, 250, 10, 10].entries()) void turns.take(bytes).then(() => written.push(at));
  const seen: number[][] = [];
  for (let turn = 0; turn < 4; turn += 1) {
    await Promise.resolve();
    seen.push([...written]);
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(seen).toEqual([
    [0, 1],
    [0, 1, 2],
    [0, 1, 2, 3, 4],
    [0, 1, 2, 3, 4],
  ]);
});

it('an answer that takes a turn by itself is sent in the next one, a smaller one at once', async () => {
  const connections = createConnections({ inAll: 100, perAddress: 100, ...usualConnections }, () => null);
  state = () => connections.state();
  app = Fastify({ serverFactory: (handler) => connections.serve(handler, {}) });
  connections.countAnswers(app, { isShared: () => false, refuse: () => 'no' });
  let isNext = false;
  const sentInNext: boolean[] = [];
  app.addHook('onSend', async () => void sentInNext.push(isNext));
  app.get<{ Params: { bytes: string } }>('/:bytes', (request, reply) => {
    isNext = false;
    setImmediate(() => (isNext = true));
    return reply.send(Buffer.alloc(Number(request.params.bytes)));
  });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  for (const bytes of [megabyte - 1, megabyte]) expect(await status(`${url}/${String(bytes)}`)).toBe(200);
  expect(sentInNext).toEqual([false, true]);
});

it('what follows an upgrade is read by who takes the connection over', async () => {
  const connections = createConnections({ inAll: 100, perAddress: 100, ...usualConnections }, () => null);
  const server = connections.serve((_request, response) => response.end('short'), {});
  let heard = '';
  server.on('upgrade', (_request, socket: Socket, head: Buffer) => {
    heard += head.toString();
    socket.on('data', (bytes: Buffer) => (heard += bytes.toString()));
    socket.on('end', () => socket.end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const caller = await openRaw(`http://127.0.0.1:${String((server.address() as AddressInfo).port)}`);
  const follows = 'x'.repeat(3_000);
  caller.send(rawGet('/', { Connection: 'Upgrade', Upgrade: 'WebSocket', 'X-Long': 'y'.repeat(300) }) + follows);
  await vi.waitFor(() => expect(heard).toBe(follows), 10_000);
  caller.send('more');
  await vi.waitFor(() => expect(heard).toBe(`${follows}more`), 10_000);
  caller.end();
  await new Promise((resolve) => server.close(resolve));
});

it('turns that are put off are left to others, 32 in a row at most', async () => {
  const turns = new LoopTurns(10);
  const begunIn: number[] = [];
  let turn = 0;
  turns.putOff();
  for (let at = 0; at < 3; at += 1) void turns.take(10).then(() => begunIn.push(turn));
  for (turn = 0; begunIn.length < 2; turn += 1) {
    turns.putOff();
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(begunIn).toEqual([32, 65]);
  // Once nobody puts it off, the rest begins in the next turn.
  await new Promise((resolve) => setImmediate(resolve));
  await new Promise((resolve) => setImmediate(resolve));
  expect(begunIn).toHaveLength(3);
});

it('while connections are opened, what waits is put off', async () => {
  const [requests, opened] = [400, 200];
  const events: ('BEGUN' | 'OPENED')[] = [];
  const connections = createConnections({ inAll: 1_000, perAddress: 1_000, ...usualConnections }, () => null);
  const server = connections.serve((_request, response) => {
    events.push('BEGUN');
    response.end('short');
  }, {});
  server.on('connection', () => events.push('OPENED'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  const caller = await openRaw(url);
  caller.send(rawGet('/short').repeat(requests));
  await vi.waitFor(() => expect(events).toContain('BEGUN'), 10_000);
  // All of them are connected at once; one is accepted in a turn.
  const others = await Promise.all(Array.from({ length: opened }, () => openRaw(url)));
  await vi.waitFor(() => expect(events.filter((event) => event === 'OPENED')).toHaveLength(opened + 1), 10_000);
  const first = events.indexOf('OPENED', 1);
  const between = events.slice(first, events.lastIndexOf('OPENED'));
  expect(between.filter((event) => event === 'BEGUN').length).toBeLessThan(opened / 8);
  expect(await shortAnswers(caller, requests)).toBe(requests);
  for (const one of [caller, ...others]) one.end();
  await new Promise((resolve) => server.close(resolve));
});

it('requests of one moment begin in several turns of the event loop, and what asks for health at once', async () => {
  const begun: string[] = [];
  const begunIn = new Map<number, number>();
  let turn = 0;
  const count = (): void => {
    turn += 1;
    if (begun.length < 42) setImmediate(count);
  };
  const connections = createConnections({ inAll: 100, perAddress: 100, ...usualConnections }, () => null);
  const server = connections.serve(({ url = '' }, response) => {
    begun.push(url);
    begunIn.set(turn, (begunIn.get(turn) ?? 0) + 1);
    response.end('ok');
  }, {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const callers = await Promise.all(Array.from({ length: 42 }, () => openRaw(`http://127.0.0.1:${String(port)}`)));
  await vi.waitFor(() => expect(connections.state().open).toBe(42));
  for (const [at, caller] of callers.entries())
    caller.send(rawGet(at === 40 ? '/healthz?x' : at === 41 ? '/readyz' : '/short'));
  count();
  await vi.waitFor(() => expect(begun).toHaveLength(42));
  const before = (path: string): number => begun.slice(0, begun.indexOf(path)).filter((url) => url === '/short').length;
  expect([before('/healthz?x'), before('/readyz')].every((others) => others <= 16)).toBe(true);
  // A turn that is counted may begin before the turn that begins requests, so that two fall into one.
  expect(Math.max(...begunIn.values())).toBeLessThanOrEqual(18);
  for (const caller of callers) caller.end();
  await new Promise((resolve) => server.close(resolve));
});

it('a request whose connection ended before its turn is not begun', async () => {
  let begun = 0;
  const sockets: Socket[] = [];
  const connections = createConnections({ inAll: 100, perAddress: 100, ...usualConnections }, () => null);
  const server = connections.serve((_request, response) => {
    begun += 1;
    // Once the turn after this one has begun what it may, connections end, before the next one.
    if (begun === 1) setImmediate(() => sockets.forEach((socket) => socket.destroy()));
    response.end('ok');
  }, {});
  server.on('connection', (socket) => sockets.push(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const callers = await Promise.all(Array.from({ length: 20 }, () => openRaw(`http://127.0.0.1:${String(port)}`)));
  await vi.waitFor(() => expect(connections.state().open).toBe(20));
  for (const caller of callers) caller.send(rawGet('/short'));
  await vi.waitFor(() => expect(connections.state().open).toBe(0));
  // What waits would have begun by now.
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  expect(begun).toBeLessThanOrEqual(16);
  await new Promise((resolve) => server.close(resolve));
});

it('of requests that wait behind others of their connections, one begins in a turn of the event loop', async () => {
  const [sockets, requests] = [20, 10];
  let turn = 0;
  let isOver = false;
  const count = (): void => {
    turn += 1;
    if (!isOver) setImmediate(count);
  };
  const begunIn = new Map<number, number>();
  const first = new Set<ServerResponse>();
  const connections = createConnections({ inAll: 100, perAddress: 100, ...usualConnections }, () => null);
  const server = connections.serve((request, response) => {
    if (first.size < sockets) {
      first.add(response);
      return;
    }
    begunIn.set(turn, (begunIn.get(turn) ?? 0) + 1);
    response.end('ok');
  }, {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const callers = await Promise.all(Array.from({ length: sockets }, () => openRaw(`http://127.0.0.1:${String(port)}`)));
  for (const caller of callers) caller.send('GET / HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(requests));
  await vi.waitFor(() => expect(first.size).toBe(sockets));
  setImmediate(count);
  for (const response of first) response.end('ok');
  const begun = (): number => [...begunIn.values()].reduce((sum, one) => sum + one, 0);
  await vi.waitFor(() => expect(begun()).toBe(sockets * (requests - 1)));
  isOver = true;
  // A turn that is counted may begin before the turn that begins the request, so that two fall into one.
  expect(Math.max(...begunIn.values())).toBeLessThanOrEqual(2);
  for (const caller of callers) caller.end();
  await new Promise((resolve) => server.close(resolve));
});
