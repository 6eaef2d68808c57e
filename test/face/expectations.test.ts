// What is refused before it is asked for: no body is invited that is refused anyway, and each refusal, those that Node would make by
// itself included, has an Error body. Resource reference 1.8; RFC 9110, 10.1.1 and 15.5.18; RFC 9112, 3.2.
import { beforeAll, expect, test } from 'vitest';
import { openRaw } from '../support/rawSocket.ts';
import { sharedService, type SharedService, type Tenant } from '../support/service.ts';

let service: SharedService;
let tenant: Tenant;

beforeAll(async () => {
  service = await sharedService();
  tenant = await service.tenant();
});

/** Sends a request and, once it is invited, its body; answers everything that came. */
async function exchange(head: string, headers: Readonly<Record<string, string>>, body = ''): Promise<string> {
  const socket = await openRaw(service.url);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.send(`${head}\r\n${lines.join('')}\r\n`);
  const said = await socket.readUntil(/HTTP\/1\.1 \d{3} /, 1);
  if (said.includes('100 Continue')) socket.send(body);
  const all = await socket.readUntil(/HTTP\/1\.1 [2-5]\d\d [^]*?\r\n\r\n[^]*[}\]]/, 1);
  socket.end();
  return all;
}

const statusesOf = (answer: string): number[] =>
  [...answer.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, one]) => Number(one));

// The graph has a form of its own, and a status in HTTP alone.
function errorOf(answer: string): unknown {
  const body = JSON.parse(/\r\n\r\n(\{[^]*\})$/.exec(answer)?.[1] ?? '{}') as {
    readonly errors?: readonly { readonly extensions?: { readonly code: string; readonly httpCode: number } }[];
  };
  const said = body.errors?.[0]?.extensions;
  return said ? { ...said, apiCode: said.code, status: said.httpCode } : body;
}

const json = { Host: 'x', 'Content-Type': 'application/json' };
const waiting = { ...json, Expect: '100-continue' };
const own = (): Record<string, string> => ({ Authorization: `Bearer ${tenant.token}` });
const wrong = { Authorization: 'Bearer wrong' };
const role = (): string => JSON.stringify({ owner: tenant.company, name: crypto.randomUUID() });
const lengthOf = (body: string): Record<string, string> => ({ 'Content-Length': String(Buffer.byteLength(body)) });

test.each<[string, string, () => Record<string, string>, number, string]>([
  ['without a token', 'POST /n/v1/role', () => ({ 'Content-Length': '2' }), 401, 'UNAUTHENTICATED'],
  ['with a wrong token', 'POST /n/v1/role', () => ({ ...wrong, 'Content-Length': '2' }), 401, 'UNAUTHENTICATED'],
  [
    'a change without a token',
    `PATCH /n/v1/role/${crypto.randomUUID()}`,
    () => ({ 'Content-Length': '2' }),
    401,
    'UNAUTHENTICATED',
  ],
  ['a bulk without a token', 'POST /n/v1/bulk', () => ({ 'Content-Length': '2' }), 401, 'UNAUTHENTICATED'],
  ['chunks without a token', 'POST /n/v1/role', () => ({ 'Transfer-Encoding': 'chunked' }), 401, 'UNAUTHENTICATED'],
  ['what is too long', 'POST /n/v1/role', () => ({ ...own(), 'Content-Length': '99999999' }), 413, 'PAYLOAD_TOO_LARGE'],
  [
    'what is too long, to the graph',
    'POST /graphql',
    () => ({ ...own(), 'Content-Length': '99999999' }),
    413,
    'PAYLOAD_TOO_LARGE',
  ],
  [
    'another media type',
    'POST /n/v1/role',
    () => ({ ...own(), 'Content-Type': 'text/plain', 'Content-Length': '2' }),
    415,
    'UNSUPPORTED_MEDIA_TYPE',
  ],
  [
    'what is compressed',
    'POST /n/v1/role',
    () => ({ ...own(), 'Content-Encoding': 'gzip', 'Content-Length': '2' }),
    415,
    'UNSUPPORTED_MEDIA_TYPE',
  ],
  ['another method', 'PUT /n/v1/roles', () => ({ ...own(), 'Content-Length': '2' }), 405, 'METHOD_NOT_ALLOWED'],
  ['a path of nothing', 'POST /n/v1/nothing', () => ({ ...own(), 'Content-Length': '2' }), 404, 'NOT_FOUND'],
  [
    'an upload that is too long',
    'POST /n/v1/imageitemfile',
    () => ({ ...own(), 'Content-Type': 'multipart/form-data; boundary=b', 'Content-Length': '99999999' }),
    413,
    'PAYLOAD_TOO_LARGE',
  ],
  [
    'an upload without a token',
    'POST /n/v1/imageitemfile',
    () => ({ 'Content-Type': 'multipart/form-data; boundary=b', 'Content-Length': '99' }),
    401,
    'UNAUTHENTICATED',
  ],
])('nobody is asked for a body that is refused: %s', async (_, head, headers, status, code) => {
  const answer = await exchange(`${head} HTTP/1.1`, { ...waiting, ...headers() });
  expect([statusesOf(answer), errorOf(answer)]).toEqual([[status], expect.objectContaining({ code, status })]);
});

test('a caller of the graph with a wrong token is not asked for a body', async () => {
  const answer = await exchange('POST /graphql HTTP/1.1', { ...waiting, ...wrong, 'Content-Length': '2' });
  expect(statusesOf(answer)).toEqual([401]);
  expect(answer).toContain('"UNAUTHENTICATED"');
});

test('a body that is wanted is asked for, once, and read', async () => {
  const body = role();
  const made = await exchange('POST /n/v1/role HTTP/1.1', { ...waiting, ...own(), ...lengthOf(body) }, body);
  expect(statusesOf(made)).toEqual([100, 201]);
  const query = JSON.stringify({ query: '{ __typename }' });
  for (const token of [own(), {}]) {
    const asked = await exchange('POST /graphql HTTP/1.1', { ...waiting, ...token, ...lengthOf(query) }, query);
    expect(statusesOf(asked)).toEqual([100, 200]);
  }
  // Who does not wait is asked for nothing.
  const other = role();
  const socket = await openRaw(service.url);
  const lines = Object.entries({ ...json, ...own(), ...lengthOf(other) }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  socket.send(`POST /n/v1/role HTTP/1.1\r\n${lines.join('')}\r\n${other}`);
  expect(statusesOf(await socket.readUntil(/"url"/, 1))).toEqual([201]);
  socket.end();
});

test.each<[string, string, Readonly<Record<string, string>>, number]>([
  ['another expectation', 'POST /n/v1/role HTTP/1.1', { ...json, 'Content-Length': '2', Expect: 'other' }, 417],
  ['another expectation of a read', 'GET /n/v1 HTTP/1.1', { Host: 'x', Expect: 'other' }, 417],
  ['another expectation of the graph', 'POST /graphql HTTP/1.1', { ...json, 'Content-Length': '2', Expect: 'x' }, 417],
  ['no Host', 'GET /n/v1 HTTP/1.1', {}, 400],
  ['no Host, of a caller', 'GET /n/v1/roles HTTP/1.1', { Authorization: 'Bearer x' }, 400],
  [
    'no Host, to the graph',
    'POST /graphql HTTP/1.1',
    { 'Content-Type': 'application/json', 'Content-Length': '2' },
    400,
  ],
  ['two Hosts', 'GET /n/v1 HTTP/1.1', { Host: 'x', HOST: 'y' }, 400],
  ['two Hosts of a caller', 'GET /n/v1/roles HTTP/1.1', { Host: 'x', HOST: 'x', Authorization: 'Bearer x' }, 400],
  ['two Hosts of HTTP/1.0', 'GET /n/v1 HTTP/1.0', { Host: 'x', HOST: 'x' }, 400],
  ['a Host that is none', 'GET /n/v1 HTTP/1.1', { Host: 'a b' }, 400],
  ['a Host with a path', 'GET /n/v1 HTTP/1.1', { Host: 'a/b' }, 400],
  ['a Host with a person', 'GET /n/v1 HTTP/1.1', { Host: 'me@x' }, 400],
  ['an unknown method', 'BREW /n/v1 HTTP/1.1', { Host: 'x' }, 400],
  ['a method in small letters', 'get /n/v1 HTTP/1.1', { Host: 'x' }, 400],
  ['a tunnel', 'CONNECT example.com:443 HTTP/1.1', { Host: 'x' }, 400],
  ['a later version', 'GET /n/v1 HTTP/3.0', { Host: 'x' }, 400],
  ['a space in the address', 'GET /n/v1/a b HTTP/1.1', { Host: 'x' }, 400],
  ['no path', 'GET n/v1 HTTP/1.1', { Host: 'x' }, 400],
  ['a name with a space', 'GET /n/v1 HTTP/1.1', { Host: 'x', 'A B': 'c' }, 400],
  ['a folded header', 'GET /n/v1 HTTP/1.1', { Host: 'x', A: 'b\r\n c' }, 400],
  ['a negative length', 'POST /n/v1/role HTTP/1.1', { ...json, 'Content-Length': '-1' }, 400],
  ['a length given twice', 'POST /n/v1/role HTTP/1.1', { ...json, 'Content-Length': '2', 'CONTENT-LENGTH': '3' }, 400],
  ['another coding', 'POST /n/v1/role HTTP/1.1', { ...json, 'Transfer-Encoding': 'gzip' }, 400],
  ['no method', 'N@NSENSE /n/v1 HTTP/1.1', { Host: 'x' }, 400],
  ['no length', 'POST /n/v1/role HTTP/1.1', { ...json, 'Content-Length': 'x' }, 400],
  ['two lengths', 'POST /n/v1/role HTTP/1.1', { ...json, 'Content-Length': '2', 'Transfer-Encoding': 'chunked' }, 400],
  ['too long a head', 'GET /n/v1 HTTP/1.1', { Host: 'x', 'X-Long': 'x'.repeat(20_000) }, 431],
  ['too long an address', `GET /n/v1?${'x'.repeat(20_000)} HTTP/1.1`, { Host: 'x' }, 431],
])('%s is refused with an Error body', async (_, head, headers, status) => {
  const answer = await exchange(head, headers);
  const code = status === 431 ? 'PAYLOAD_TOO_LARGE' : 'BAD_REQUEST';
  expect(statusesOf(answer)).toEqual([status]);
  expect(errorOf(answer)).toMatchObject({ code, apiCode: code, httpCode: status, status });
  expect(answer).toMatch(/^content-type: application\/json/im);
});

test('HTTP/1.0 needs no Host', async () => {
  expect(statusesOf(await exchange('GET /healthz HTTP/1.0', {}))).toEqual([200]);
});

const handshake = {
  Host: 'x',
  Connection: 'Upgrade',
  Upgrade: 'websocket',
  'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
  'Sec-WebSocket-Version': '13',
  'Sec-WebSocket-Protocol': 'graphql-transport-ws',
};

test.each<[string, string, Readonly<Record<string, string>>, number, string]>([
  ['elsewhere', 'GET /n/v1', {}, 404, 'NOT_FOUND'],
  ['of an older protocol', 'GET /graphql', { 'Sec-WebSocket-Protocol': 'graphql-ws' }, 400, 'BAD_REQUEST'],
  ['of no protocol', 'GET /graphql', { 'Sec-WebSocket-Protocol': '' }, 400, 'BAD_REQUEST'],
  ['of a strange origin', 'GET /graphql', { Origin: 'https://strange.example' }, 403, 'FORBIDDEN'],
  ['without a key', 'GET /graphql', { 'Sec-WebSocket-Key': '' }, 400, 'BAD_REQUEST'],
  ['of another version', 'GET /graphql', { 'Sec-WebSocket-Version': '7' }, 400, 'BAD_REQUEST'],
  ['by another method', 'POST /graphql', {}, 400, 'BAD_REQUEST'],
])('a socket %s is refused with an Error body', async (_, head, headers, status, code) => {
  const answer = await exchange(`${head} HTTP/1.1`, { ...handshake, ...headers });
  expect([statusesOf(answer), errorOf(answer)]).toEqual([[status], expect.objectContaining({ code, status })]);
});
