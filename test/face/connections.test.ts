// Limits of connections: static documents, compressed answers, pipelined requests, and callers that do not read.
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openRaw, rawGet, type RawSocket } from '../support/rawSocket.ts';
import { startService, type Tenant, type TestService } from '../support/service.ts';

let service: TestService;
let tenant: Tenant;
const sockets: RawSocket[] = [];

beforeAll(async () => {
  service = await startService({}, { connections: { stallMillis: 3_000, perAddress: 400 } });
  tenant = await service.tenant();
});
afterAll(async () => {
  for (const socket of sockets) socket.end();
  await service.close();
});

const raw = async (): Promise<RawSocket> => {
  const socket = await openRaw(service.url);
  sockets.push(socket);
  return socket;
};

interface Answer {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
}

// fetch undoes content codings, and these tests are about them.
function get(path: string, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest(`${service.url}${path}`, { headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode, headers: response.headers, bytes: Buffer.concat(chunks) }),
      );
      response.on('error', reject);
    });
    sent.on('error', reject);
    sent.end();
  });
}

const undo: Readonly<Record<string, (bytes: Buffer) => Buffer>> = { br: brotliDecompressSync, gzip: gunzipSync };

describe('a static document', () => {
  test('that is long was made before the first request for it', async () => {
    const parse = vi.spyOn(JSON, 'parse');
    const { bytes } = await get('/openapi.json');
    const read = parse.mock.calls.map(([text]) => text.length);
    parse.mockRestore();
    expect(bytes.length).toBeGreaterThan(1_000_000);
    expect(read.filter((length) => length > 1_000_000)).toEqual([]);
  });

  test.each(['/openapi.json', '/schema.graphql', '/', '/graphql/ide', '/docs/rest', '/favicon.ico'])(
    '%s has a strong tag, answers 304 if unchanged, and is compressed for callers that accept it',
    async (path) => {
      const plain = await get(path);
      expect(plain.status).toBe(200);
      expect(plain.headers.etag).toMatch(/^"[\w-]+"$/);
      expect(plain.headers['cache-control']).toMatch(/^public, (no-cache|max-age=\d+)$/);
      expect(plain.headers.vary).toMatch(/Accept-Encoding/);
      for (const coding of ['br', 'gzip']) {
        const coded = await get(path, { 'accept-encoding': coding });
        expect(coded.headers['content-encoding']).toBe(coding);
        expect(undo[coding]?.(coded.bytes).equals(plain.bytes)).toBe(true);
        // Other bytes, another strong tag.
        expect(coded.headers.etag).not.toBe(plain.headers.etag);
        const again = await get(path, { 'accept-encoding': coding, 'if-none-match': String(coded.headers.etag) });
        expect([again.status, again.bytes.length, again.headers.etag]).toEqual([304, 0, coded.headers.etag]);
      }
      const again = await get(path, { 'if-none-match': String(plain.headers.etag) });
      expect([again.status, again.bytes.length, again.headers.etag]).toEqual([304, 0, plain.headers.etag]);
      expect((await get(path, { 'if-none-match': '"another"' })).status).toBe(200);
    },
  );

  test('of the REST face contains the address of the service', async () => {
    const { bytes } = await get('/openapi.json');
    expect(JSON.parse(bytes.toString())).toMatchObject({ servers: [{ url: service.url }] });
  });
});

describe('a text response', () => {
  const authorization = (): Record<string, string> => ({ authorization: `Bearer ${tenant.token}` });
  let page: string;

  beforeAll(async () => {
    const entity = await tenant.rest('POST', '/n/v1/entity', {
      body: {
        urn: crypto.randomUUID(),
        owner: tenant.company,
        name: 'Page',
        language: 'en',
        status: 'DRAFT_UNPUBLISHED',
      },
    });
    expect(entity.status, entity.text).toBe(201);
    page = String(entity.body.urn);
    const text = await tenant.rest('POST', '/n/v1/textitem', {
      body: { entity: page, name: 'long', sortOrder: 0, value: 'All the same words. '.repeat(1000) },
    });
    expect(text.status, text.text).toBe(201);
  });

  test.each(['br', 'gzip'])('is compressed with %s if it is long', async (coding) => {
    const path = `/n/v1/entity/${page}`;
    const plain = await get(path, authorization());
    const coded = await get(path, { ...authorization(), 'accept-encoding': coding });
    expect(coded.headers['content-encoding']).toBe(coding);
    expect(coded.bytes.length).toBeLessThan(plain.bytes.length / 4);
    expect(undo[coding]?.(coded.bytes).toString()).toBe(plain.bytes.toString());
    expect(coded.headers.vary).toMatch(/Accept-Encoding/);
    expect(coded.headers.etag).not.toBe(plain.headers.etag);
  });

  test('is not compressed if it is short, or if the caller accepts no coding', async () => {
    const short = await get(`/n/v1/company/${tenant.company}`, { ...authorization(), 'accept-encoding': 'br, gzip' });
    expect(short.headers['content-encoding']).toBeUndefined();
    const long = `/n/v1/entity/${page}`;
    expect((await get(long, authorization())).headers['content-encoding']).toBeUndefined();
    const none = await get(long, { ...authorization(), 'accept-encoding': 'gzip;q=0, deflate' });
    expect(none.headers['content-encoding']).toBeUndefined();
  });

  test('has a tag that conditional requests may send in either form', async () => {
    const path = `/n/v1/entity/${page}`;
    const { headers } = await get(path, { ...authorization(), 'accept-encoding': 'gzip' });
    const tag = String(headers.etag);
    const changed = await tenant.rest('PATCH', path, { body: { name: 'Other' }, headers: { 'if-match': tag } });
    expect(changed.status, changed.text).toBe(200);
    const late = await tenant.rest('PATCH', path, { body: { name: 'Late' }, headers: { 'if-match': tag } });
    expect(late.status).toBe(412);
  });

  test('of the graph is compressed, too', async () => {
    const query = encodeURIComponent('{ __schema { types { name description fields { name } } } }');
    const headers = { ...authorization(), 'accept-encoding': 'gzip', 'apollo-require-preflight': '1' };
    const answer = await get(`/graphql?query=${query}`, headers);
    expect(answer.headers['content-encoding']).toBe('gzip');
    expect(JSON.parse(gunzipSync(answer.bytes).toString()).data.__schema.types.length).toBeGreaterThan(10);
  });
});

describe('pipelined requests', () => {
  test('are all answered, in order, one at a time', async () => {
    const socket = await raw();
    const count = 600;
    const requests = Array.from({ length: count }, (_, at) => rawGet('/healthz', { 'X-Request-Id': `r${String(at)}` }));
    socket.send(requests.join(''));
    const text = await socket.readUntil(/HTTP\/1\.1 200/, count);
    const ids = [...text.matchAll(/x-request-id: r(\d+)/gi)].map(([, id]) => Number(id));
    expect(ids).toEqual(Array.from({ length: count }, (_, at) => at));
  });

  test('wait while the first one is answered, and are dropped with the connection', async () => {
    const before = service.statements.length;
    const socket = await raw();
    const urn = crypto.randomUUID();
    // Large answers that are not read: the first one fills the socket, the others are never started.
    socket.send(Array.from({ length: 50 }, () => rawGet('/openapi.json')).join(''));
    const authorization = `Bearer ${tenant.token}`;
    socket.send(rawGet(`/n/v1/company/${urn}`, { Authorization: authorization }));
    await vi.waitFor(() => expect(socket.isClosed()).toBe(false));
    socket.end();
    await tenant.rest('GET', `/n/v1/company/${tenant.company}`);
    expect(service.statements.slice(before).filter((text) => text.includes(urn))).toEqual([]);
  });
});

describe('a caller that does not read', () => {
  test('loses its connection when an answer makes no progress', async () => {
    const socket = await raw();
    socket.send(Array.from({ length: 20 }, () => rawGet('/openapi.json')).join(''));
    // Nothing is read: the connection is known to be gone when writing to it fails.
    await vi.waitFor(
      () => {
        socket.send(rawGet('/healthz'));
        expect(socket.isClosed()).toBe(true);
      },
      { timeout: 20_000, interval: 100 },
    );
  });

  test('on hundreds of connections costs neither memory nor the time of other callers', async () => {
    global.gc?.();
    const before = process.memoryUsage().rss;
    const silent = await Promise.all(Array.from({ length: 300 }, raw));
    for (const socket of silent) {
      socket.send(Array.from({ length: 20 }, () => rawGet('/openapi.json')).join(''));
    }
    // The others are served meanwhile, and the memory for 6,000 copies of 1.2 MB is never allocated.
    for (let at = 0; at < 20; at += 1) {
      expect((await get('/healthz')).status).toBe(200);
      expect(process.memoryUsage().rss - before).toBeLessThan(500 * 1024 * 1024);
      await pause(10);
    }
    for (const socket of silent) socket.end();
  });
});

// Java's HttpClient and curl --http2 send these with their first request.
const http2 = { Connection: 'Upgrade, HTTP2-Settings', Upgrade: 'h2c', 'HTTP2-Settings': 'AAMAAABkAAQAAP__' };

test('a request that offers HTTP/2 is answered as one that does not, and so is what follows its answer', async () => {
  const socket = await raw();
  const offering = { ...http2, Authorization: `Bearer ${tenant.token}` };
  socket.send(rawGet(`/n/v1/company/${tenant.company}`, offering));
  const one = await socket.readUntil(/"urn"/, 1);
  expect(one).toMatch(/^HTTP\/1.1 200 OK\r\n/);
  const body = JSON.stringify({ query: '{ __typename }' });
  const head = Object.entries({
    ...offering,
    'Content-Type': 'application/json',
    'Content-Length': String(body.length),
  });
  const lines = head.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  socket.send(`POST /graphql HTTP/1.1\r\nHost: localhost\r\n${lines}\r\n${body}`);
  await socket.readUntil(/__typename/, 1);
  socket.send(rawGet('/healthz', http2));
  const all = await socket.readUntil(/HTTP.1.1 200 OK/, 3);
  expect(all.match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200', 'HTTP/1.1 200']);
});

test('what was sent behind requests that offer HTTP/2 is answered, too, whether they have a body or not', async () => {
  const socket = await raw();
  const lines = Object.entries(http2).map(([name, value]) => `${name}: ${value}\r\n`);
  const body = JSON.stringify({ query: '{ __typename }' });
  const length = String(body.length);
  const post = ['POST /graphql HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n', ...lines];
  const offering = rawGet('/healthz', http2);
  const [plain, other] = [rawGet('/healthz'), rawGet('/readyz')];
  const sized = [...post, `Content-Length: ${length}\r\n\r\n`, body];
  const chunked = [...post, `Transfer-Encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`];
  socket.send([offering, plain, offering, offering, plain, ...sized, plain, ...chunked, other].join(''));
  const all = await socket.readUntil(/"ready"/, 1);
  expect(all.match(/HTTP\/1.1 \d+|"ok"|__typename|"ready"/g)).toEqual(
    ['"ok"', '"ok"', '"ok"', '"ok"', '"ok"', '__typename', '"ok"', '__typename', '"ready"'].flatMap((one) => [
      'HTTP/1.1 200',
      one,
    ]),
  );
});

test('an address may open a limited number of connections', async () => {
  const opened = await Promise.all(Array.from({ length: 450 }, raw));
  const held = (): number => opened.filter((socket) => !socket.isClosed()).length;
  for (const socket of opened) socket.socket.resume();
  await vi.waitFor(() => expect(held()).toBeLessThanOrEqual(400), 20_000);
  expect(held()).toBeGreaterThan(350);
  for (const socket of opened) socket.end();
});
