// The HTTP server itself: bodies, encodings, methods and paths that no face should ever see.
import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { loadContract } from '../../src/contract/load.ts';
import { printOpenapi } from '../../src/contract/print/openapi.ts';
import { withClient } from '../crash/connection.ts';
import type { RestAnswer } from '../support/client.ts';
import { connectPeer } from '../support/peer.ts';
import { openRaw, rawGet } from '../support/rawSocket.ts';
import { startService, type Tenant, type TestService } from '../support/service.ts';
import { openStream } from '../support/streams.ts';

let service: TestService;
let tenant: Tenant;

beforeAll(async () => {
  service = await startService();
  tenant = await service.tenant();
});
afterAll(() => service.close());

const bytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

const refused: readonly (readonly [
  string,
  { raw: string | Uint8Array<ArrayBuffer>; headers?: Record<string, string> },
  number,
  string,
])[] = [
  ['a body that is not JSON', { raw: '{"name": ' }, 400, 'BAD_REQUEST'],
  ['an empty body', { raw: '' }, 400, 'BAD_REQUEST'],
  ['bytes that are not UTF-8', { raw: new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]) }, 400, 'BAD_REQUEST'],
  ['a member given twice', { raw: '{"name": "a", "name": "b"}' }, 400, 'BAD_REQUEST'],
  ['20,000 nested lists', { raw: `${'['.repeat(20_000)}${']'.repeat(20_000)}` }, 400, 'BAD_REQUEST'],
  [
    'another charset',
    { raw: '{}', headers: { 'content-type': 'application/json; charset=utf-16le' } },
    415,
    'UNSUPPORTED_MEDIA_TYPE',
  ],
  [
    'a compressed body',
    { raw: new Uint8Array(gzipSync('{}')), headers: { 'content-encoding': 'gzip' } },
    415,
    'UNSUPPORTED_MEDIA_TYPE',
  ],
  [
    'another media type',
    { raw: '<a/>', headers: { 'content-type': 'application/xml' } },
    415,
    'UNSUPPORTED_MEDIA_TYPE',
  ],
  ['a body of more than 2 MiB', { raw: JSON.stringify({ name: 'x'.repeat(2_200_000) }) }, 413, 'PAYLOAD_TOO_LARGE'],
  [
    'members that would change prototypes, as unknown ones',
    { raw: '{"__proto__": {"admin": true}, "constructor": {"prototype": {"admin": true}}}' },
    422,
    'VALIDATION_FAILED',
  ],
];

test('a media type without a body is accepted where none is needed, and refused as a missing one where it is', async () => {
  const made = await tenant.rest('POST', '/n/v1/entitylist', {
    body: { owner: tenant.company, name: 'List', entities: [] },
  });
  const path = `/n/v1/entitylist/${String(made.body.urn)}`;
  const send = (method: string, to: string): Promise<RestAnswer> =>
    tenant.rest(method, to, { headers: { 'content-type': 'application/json' } });
  const deleted = await send('DELETE', path);
  expect(deleted.status, deleted.text).toBe(204);
  expect((await tenant.rest('GET', path)).status).toBe(404);
  const restored = await send('POST', `${path}/restore`);
  expect([restored.status, restored.body.urn], restored.text).toEqual([200, made.body.urn]);
  for (const [method, to] of [
    ['PATCH', path],
    ['PUT', path],
    ['POST', '/n/v1/entitylist'],
  ] as const) {
    const refused = await send(method, to);
    expect([method, refused.status, refused.body.code, refused.body.detail]).toEqual([
      ...[method, 400, 'BAD_REQUEST', 'The body must be a JSON object.'],
    ]);
  }
});

describe('a request body', () => {
  test.each(refused)('with %s is refused', async (_, request, status, code) => {
    const raw = typeof request.raw === 'string' ? bytes(request.raw) : request.raw;
    const answer = await tenant.rest('POST', '/n/v1/entity', { ...request, raw });
    expect(answer.status, answer.text).toBe(status);
    expect(answer.body).toMatchObject({ code, apiCode: code, status, httpCode: status });
    expect(answer.text).not.toMatch(/node_modules|at JSON|SELECT|stack/);
    expect(({} as Record<string, unknown>)['admin']).toBeUndefined();
    expect((await tenant.rest('GET', '/n/v1/companies')).status).toBe(200);
  });
});

test.each([
  '/n/v1/entity/%E0%A4%A',
  '/n/v1/entity/%00',
  '/n/v1/entity/..%2f..%2fetc',
  '/n/v1/Entity/x',
  '/n/v1/nothing',
  '/v/v1/entityview/..%2f',
])('an unknown path (%s) is 404', async (path) => {
  const answer = await tenant.rest('GET', path);
  expect(answer.status).toBe(404);
  expect(answer.body.code).toBe('NOT_FOUND');
});

test('every answer disables sniffing and carries its request id; none reveals the server software', async () => {
  const answer = await tenant.rest('GET', '/n/v1/companies', { headers: { 'x-request-id': 'my-id.1' } });
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  expect(answer.headers.get('x-request-id')).toBe('my-id.1');
  expect(answer.headers.get('x-powered-by')).toBeNull();
  expect(
    (
      await tenant.rest('GET', '/n/v1/companies', { headers: { 'x-request-id': 'bad id\u00e9'.slice(0, 6) } })
    ).headers.get('x-request-id'),
  ).toMatch(/^[0-9a-f-]{36}$/);
});

test('addresses in answers come from the configuration, not from the caller', async () => {
  const answer = await tenant.rest('GET', '/n/v1/companies', {
    headers: { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'gopher' },
  });
  expect(answer.body.url).toBe(`${service.url}/n/v1/companies`);
});

test('is alive, but not ready, while it writes its initial data', async () => {
  const early: number[] = [];
  const starting = await startService({}, {}, async ({ baseUrl }) => {
    for (const path of ['/healthz', '/readyz', '/n/v1/companies'])
      early.push((await fetch(`${baseUrl}${path}`)).status);
  });
  const ready = await starting.client(null).rest('GET', '/readyz');
  await starting.close();
  expect([...early, ready.status]).toEqual([200, 503, 503, 200]);
});

test('health, readiness, schema and the IDE answer', async () => {
  const anonymous = service.client(null);
  expect((await anonymous.rest('GET', '/healthz')).body).toEqual({ status: 'ok' });
  const before = service.statements.length;
  expect((await anonymous.rest('GET', '/readyz')).body).toEqual({ status: 'ready' });
  // Under a name, so that a connection pool that keeps none is noticed.
  expect(service.statements.slice(before).filter((text) => text === 'SELECT 1')).toHaveLength(2);
  expect((await anonymous.rest('GET', '/schema.graphql')).text).toContain('type TextItem implements Node & Item');
  const ide = await anonymous.rest('GET', '/graphql/ide');
  expect(ide.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(ide.text).not.toMatch(/https?:\/\/(?!127\.0\.0\.1)/);
});

test('the OpenAPI document is what is printed for this address, and is printed once, whoever asks meanwhile', async () => {
  const ask = (headers: Record<string, string> = {}): Promise<RestAnswer> =>
    service.client(null).rest('GET', '/openapi.json', { headers });
  const [one, other] = await Promise.all([ask(), ask()]);
  expect(one.text).toBe(JSON.stringify(printOpenapi(loadContract(), service.url)));
  expect(other.text).toBe(one.text);
  const tag = one.headers.get('etag') ?? '';
  expect([tag, other.headers.get('etag')]).toEqual([expect.stringMatching(/^"[0-9a-f]{32}"$/), tag]);
  expect((await ask({ 'if-none-match': tag })).status).toBe(304);
});

test('a page of an unknown origin gets no CORS headers; a listed one may call', async () => {
  const preflight = (origin: string): Promise<{ headers: Headers }> =>
    service.client(null).rest('OPTIONS', '/graphql', {
      headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' },
    });
  expect((await preflight('https://evil.example')).headers.get('access-control-allow-origin')).toBeNull();
  const client = await tenant.rest('POST', '/n/v1/apiclient', {
    body: { owner: tenant.company, name: 'App', type: 'BROWSER', allowedOrigins: ['https://app.example'] },
  });
  expect(client.status, client.text).toBe(201);
  const allowed = await preflight('https://app.example');
  expect(allowed.headers.get('access-control-allow-origin')).toBe('https://app.example');
  expect(allowed.headers.get('access-control-max-age')).toBe('600');
  expect(allowed.headers.get('access-control-allow-methods')).toBe('GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS');
  // What requests are understood to say, and what answers say that a page may use.
  expect(namesOf(allowed.headers.get('access-control-allow-headers'))).toEqual([
    'accept-language',
    'apollo-require-preflight',
    'authorization',
    'content-type',
    'idempotency-key',
    'if-match',
    'if-modified-since',
    'if-none-match',
    'if-unmodified-since',
    'last-event-id',
    'prefer',
    'read-position',
    'variant',
    'x-csrf-token',
    'x-graphql-event-stream-token',
    'x-request-id',
  ]);
  const answer = await tenant.rest('GET', '/n/v1/companies', { headers: { origin: 'https://app.example' } });
  expect(answer.headers.get('access-control-allow-credentials')).toBe('true');
  expect(namesOf(answer.headers.get('access-control-expose-headers'))).toEqual([
    'accept-patch',
    'allow',
    'content-language',
    'deprecation',
    'etag',
    'idempotency-replayed',
    'link',
    'location',
    'preference-applied',
    'ratelimit',
    'ratelimit-policy',
    'read-position',
    'retry-after',
    'sunset',
    'warning',
    'www-authenticate',
    'x-language-match',
    'x-request-id',
  ]);
});

const namesOf = (header: string | null): string[] => (header ?? '').toLowerCase().split(', ').sort();

test.each([
  ['of 128 characters', 'r'.repeat(128), true],
  ['of 129 characters', 'r'.repeat(129), false],
  ['of the characters that are allowed', 'aZ09._-', true],
  ['with another one', 'a/b', false],
])('a request id %s is kept or replaced', async (_, id, isKept) => {
  const { headers } = await tenant.rest('GET', '/healthz', { headers: { 'x-request-id': id } });
  expect(headers.get('x-request-id') === id).toBe(isKept);
});

test.each([
  ['headers of 15 KiB', 15 * 1024, 200],
  ['headers of 17 KiB', 17 * 1024, 431],
])('%s are taken or refused', async (_, length, status) => {
  const padding = 'h'.repeat(length);
  expect((await tenant.rest('GET', '/healthz', { headers: { 'x-padding': padding } })).status).toBe(status);
});

test.each([
  ['headers that are too long', `GET /healthz HTTP/1.1\r\nHost: a\r\nX-Padding: ${'h'.repeat(17 * 1024)}\r\n\r\n`, 431],
  ['a method that HTTP does not know', 'FETCH /healthz HTTP/1.1\r\nHost: a\r\n\r\n', 400],
  ['what is no request at all', 'hello\r\n\r\n', 400],
])('%s are told in the form of every other error', async (_, request, status) => {
  const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
  socket.end(request);
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n');
  const headers = Object.fromEntries(head.split('\r\n').map((line) => line.toLowerCase().split(': ')));
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${String(status)} `));
  expect(headers).toMatchObject({ connection: 'close', 'content-type': 'application/json; charset=utf-8' });
  const code = status === 431 ? 'PAYLOAD_TOO_LARGE' : 'BAD_REQUEST';
  const requestId = headers['x-request-id'];
  expect(JSON.parse(body)).toMatchObject({ code, apiCode: code, httpCode: status, status, requestId });
});

test('a body that says that it is not coded is read', async () => {
  const body = { owner: tenant.company, name: 'Plain', entities: [] };
  const answer = await tenant.rest('POST', '/n/v1/entitylist', { body, headers: { 'content-encoding': 'Identity' } });
  expect(answer.status).toBe(201);
});

test('An answer under way as the service ends is sent whole, and asks its caller to close the connection', async () => {
  const other = await service.another();
  const { company, token } = tenant;
  // A kind that is not searched: nothing reads it in the background.
  const { body: identity } = await tenant.rest('POST', '/n/v1/identity', {
    body: { owner: company, name: 'I', telephones: [{ number: '030 1234' }] },
  });
  const read = (): Promise<Response> =>
    fetch(`${other.url}/n/v1/telephone/${String(identity.telephones[0].urn)}`, {
      headers: { authorization: `Bearer ${token}` },
    });
  // The next one is answered by one statement.
  for (let count = 0; count < 3; count += 1) await (await read()).arrayBuffer();
  const patience = { timeout: 15_000 };
  let ended: Promise<void> = Promise.resolve();
  await withClient(service.databaseUrl, async (client) => {
    await client.query('BEGIN; LOCK TABLE telephone IN ACCESS EXCLUSIVE MODE');
    const answer = read();
    const waiting = `SELECT FROM pg_locks WHERE relation = 'telephone'::regclass AND NOT granted`;
    await vi.waitFor(async () => expect((await client.query(waiting)).rowCount).toBe(1), patience);
    ended = other.close();
    await vi.waitFor(
      async () => expect((await fetch(`${other.url}/readyz`).catch(() => null))?.ok ?? false).toBe(false),
      patience,
    );
    await client.query('ROLLBACK');
    const { status, headers } = await answer;
    expect([status, headers.get('connection')]).toEqual([200, 'close']);
  });
  await ended;
});

describe('a peer that is gone', () => {
  test('before its socket was accepted leaves the service as it was', async () => {
    // An origin is looked up: that takes a moment.
    const headers = {
      Upgrade: 'websocket',
      Connection: 'Upgrade',
      'Sec-WebSocket-Version': '13',
      'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
      'Sec-WebSocket-Protocol': 'graphql-transport-ws',
      Origin: 'https://elsewhere.example',
    };
    for (let at = 0; at < 8; at += 1) {
      const { socket } = await openRaw(service.url);
      await new Promise((resolve) => socket.write(rawGet('/graphql', headers), resolve));
      socket.resetAndDestroy();
    }
    expect((await tenant.rest('GET', `/n/v1/company/${tenant.company}`)).status).toBe(200);
  });

  test('leaves no timer behind, of a socket or of an event stream', async () => {
    const timers = (): number => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
    const feed = 'subscription { events { cursor } }';
    const before = timers();
    for (let at = 0; at < 20; at += 1) {
      const { socket } = connectPeer(service.url);
      await once(socket, 'open');
      const stream = await openStream(service.url, tenant.token, feed);
      socket.close();
      stream.close();
    }
    await expect.poll(timers, { timeout: 10_000 }).toBeLessThan(before + 10);
  });
});
