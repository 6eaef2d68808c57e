// The server that both faces share, without either of them.
import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { pino, type Logger } from 'pino';
import { expect, test } from 'vitest';
import { ServiceError } from '../../src/domain/errors.ts';
import { createConnections, usualConnections } from '../../src/http/connections.ts';
import { createServer } from '../../src/http/server.ts';
import { staticDocument } from '../../src/http/staticDocument.ts';

const serverFor = (
  isAllowedOrigin: (origin: string) => Promise<boolean> = async () => false,
  logger: Logger = pino({ level: 'silent' }),
): Promise<FastifyInstance> =>
  createServer({
    logger,
    connections: createConnections({ ...usualConnections, inAll: 100, perAddress: 100 }, () => null),
    beforeCoding: () => undefined,
    bodyLimit: 1_000,
    observe: () => undefined,
    origins: () => ({ mayRead: isAllowedOrigin, maySend: isAllowedOrigin }),
    errorAnswer: (error) => {
      const { status, extras } = error instanceof ServiceError ? error : { status: 500, extras: {} };
      const headers: Record<string, string> = extras.allow ? { Allow: extras.allow.join(', ') } : {};
      return { status, headers, body: {} };
    },
  });

test.each<[string, (origin: string) => Promise<boolean>, string | undefined]>([
  ['is allowed', async () => true, 'https://app.example'],
  ['is not', async () => false, undefined],
  ['cannot be looked up', () => Promise.reject(new Error('the database is away')), undefined],
])('a page of an origin that %s is answered all the same', async (_, isAllowedOrigin, allowed) => {
  const app = await serverFor(isAllowedOrigin);
  app.get('/', async () => ({ done: true }));
  const { statusCode, headers } = await app.inject({ url: '/', headers: { origin: 'https://app.example' } });
  expect([statusCode, headers['access-control-allow-origin'], headers.vary]).toEqual([200, allowed, 'Origin']);
  await app.close();
});

// Clients that always name a media type name it where nothing follows, too.
test.each(['POST', 'PUT', 'PATCH', 'DELETE'] as const)('a %s of JSON without a body has none', async (method) => {
  const app = await serverFor();
  app.route({ url: '/', method, handler: async ({ body }) => ({ hasBody: body !== undefined }) });
  const answer = await app.inject({ url: '/', method, headers: { 'content-type': 'application/json' }, payload: '' });
  expect([answer.statusCode, answer.json()]).toEqual([200, { hasBody: false }]);
  await app.close();
});

test('the log holds the path of a request, and nothing of its query', async () => {
  const lines: string[] = [];
  const app = await serverFor(undefined, pino({}, { write: (line) => lines.push(line) }));
  app.get('/found', async () => ({}));
  await app.inject('/found?token=secret');
  await app.inject('/nothing?token=secret');
  const paths = lines.map((line) => (JSON.parse(line) as { path: unknown }).path);
  expect([paths, lines.join('').includes('secret')]).toEqual([['/found', '/nothing'], false]);
  await app.close();
});

test.each([
  ['DELETE', '/page', 405, 'GET, HEAD, OPTIONS'],
  ['GET', '/below/this/one?a=b', 405, 'POST, PUT, OPTIONS'],
  ['TRACE', '/page', 405, 'GET, HEAD, OPTIONS'],
  ['OPTIONS', '/below/this/one', 204, 'POST, PUT, OPTIONS'],
  ['OPTIONS', '/nothing', 404, undefined],
  ['DELETE', '/page/', 404, undefined],
] as const)('%s %s, for which there is no route, is answered with %s and what there is', async (method, url, ...is) => {
  const app = await serverFor();
  app.get('/page', async () => ({}));
  void app.register(async (scope) => {
    scope.route({ method: ['PUT', 'POST'], url: '/below/:name/one', handler: async () => ({}) });
  });
  const { statusCode, headers } = await app.inject({ method, url } as InjectOptions);
  expect([statusCode, headers.allow]).toEqual(is);
  await app.close();
});

test('a page that asks what there is by OPTIONS, and for no method, is not refused', async () => {
  const app = await serverFor(async () => true);
  const answer = await app.inject({ method: 'OPTIONS', url: '/', headers: { origin: 'https://app.example' } });
  expect([answer.statusCode, answer.headers['access-control-allow-origin']]).toEqual([204, 'https://app.example']);
  await app.close();
});

test.each([
  ['charset=utf-8', 200],
  ['charset="UTF-8"', 200],
  ['charset=utf8', 200],
  ['charset=iso-8859-1', 415],
])('a body that says %s is answered with %i', async (parameter, status) => {
  const app = await serverFor();
  app.post('/', async ({ body }) => body);
  const headers = { 'content-type': `application/json; ${parameter}` };
  expect((await app.inject({ method: 'POST', url: '/', headers, payload: '{"a":1}' })).statusCode).toBe(status);
  await app.close();
});

test('a document that could not be read is read again for the next request', async () => {
  const app = await serverFor();
  let reads = 0;
  const read = (): string => {
    reads += 1;
    if (reads === 1) throw new ServiceError('UNAVAILABLE');
    return 'text';
  };
  app.get('/', staticDocument({ contentType: 'text/plain', cacheControl: 'no-cache', read }));
  const answers = [await app.inject('/'), await app.inject('/'), await app.inject('/')];
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([503, 200, 200]);
  expect([answers[1]?.body, reads]).toEqual(['text', 2]);
  await app.close();
});

test.each([
  ['*', 304],
  ['"x", TAG', 304],
  ['W/TAG', 304],
  ['"x"', 200],
])('a document is answered to If-None-Match: %s with %i', async (condition, status) => {
  const app = await serverFor();
  app.get('/', staticDocument({ contentType: 'text/plain', cacheControl: 'no-cache', read: () => 'text' }));
  const tag = String((await app.inject('/')).headers.etag);
  const answer = await app.inject({ url: '/', headers: { 'if-none-match': condition.replace('TAG', tag) } });
  expect([answer.statusCode, answer.body, answer.headers.etag]).toEqual([status, status === 304 ? '' : 'text', tag]);
  await app.close();
});

test('a caller has so long for its head, its request and the next one', async () => {
  const app = await serverFor();
  const { headersTimeout, requestTimeout, keepAliveTimeout, timeout } = app.server;
  expect({ headersTimeout, requestTimeout, keepAliveTimeout, timeout }).toEqual({
    ...{ headersTimeout: 10_000, requestTimeout: 30_000, keepAliveTimeout: 65_000, timeout: 65_000 },
  });
  await app.close();
});

test.each([
  ['HPE_INVALID_METHOD', '400 Bad Request'],
  ['HPE_HEADER_OVERFLOW', '431 Request Header Fields Too Large'],
  ['ERR_HTTP_REQUEST_TIMEOUT', '408 Request Timeout'],
])('what is no request, by %s, is answered with %s, and its connection ends', async (code, status) => {
  const app = await serverFor();
  const written: string[] = [];
  const socket = new Duplex({
    read: () => undefined,
    write(chunk, _, done) {
      written.push(String(chunk));
      done();
    },
  }).on('error', () => undefined);
  app.server.emit('clientError', Object.assign(new Error(code), { code }), socket as Socket);
  expect(written.join('')).toMatch(new RegExp(`^HTTP/1\\.1 ${status}\r\n(?:.*\r\n)*Connection: close\r\n`));
  expect(socket.destroyed).toBe(true);
  await app.close();
});

test('callers whose requests run while it stops are told to close their connections', async () => {
  const app = await serverFor();
  let stopping: () => void = () => undefined;
  const isStopping = new Promise<void>((resolve) => (stopping = resolve));
  app.addHook('preClose', (done) => {
    stopping();
    done();
  });
  let closing: Promise<void> | undefined;
  app.get('/', async () => ({}));
  app.get('/held', async () => {
    closing = app.close();
    await isStopping;
    return {};
  });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  const connectionOf = async (path: string): Promise<string | null> =>
    (await fetch(url + path)).headers.get('connection');
  expect([await connectionOf('/'), await connectionOf('/held')]).toEqual(['keep-alive', 'close']);
  await closing;
});
