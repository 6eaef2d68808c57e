// A caller that does not read its answers is refused more of them, on every way an answer is sent, until it reads or leaves.
import { randomBytes } from 'node:crypto';
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { page, text, type Body } from '../support/content.ts';
import { openRaw, rawGet, type RawSocket } from '../support/rawSocket.ts';
import { startService, type Tenant, type TestService } from '../support/service.ts';

// What is not read leaves no room for one more of them, compressed or not, nor for what a change may send.
const long = randomBytes(45_000).toString('base64');
const changed = 'x'.repeat(15_000);
const room = 70_000;

let service: TestService;
let tenant: Tenant;
let silent: RawSocket;
let item: string;
let other: string;
let entity: string;

beforeAll(async () => {
  service = await startService({}, { connections: { pendingPerAddress: room } });
  tenant = await service.tenant();
  const made: Body = await page(tenant, '/long', { texts: [text(long), text(changed, 'text', 1)] });
  entity = made.urn;
  const { entity: read } = await tenant.data('query ($urn: ID!) { entity(urn: $urn) { texts { urn } } }', {
    urn: entity,
  });
  [item, other] = read.texts.map(({ urn }: Body) => urn);
  // One answer after the other, until the system keeps no more for the connection.
  silent = await openRaw(service.url);
  silent.send(rawGet(`/n/v1/textitem/${item}`, { Authorization: `Bearer ${tenant.token}` }).repeat(400));
  const stands = async (): Promise<void> => {
    // Between two answers of a connection that still takes some there is room, too.
    for (let times = 0; times < 20; times += 1) expect((await ask('GET', fromPage)).status).toBe(503);
  };
  await vi.waitFor(stands, { timeout: 30_000, interval: 50 });
});
afterAll(async () => {
  silent.end();
  await service.close();
});

interface Answer {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  // A test knows the shape of its request; what it reads is asserted.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  readonly body: any;
}

type Headers = Readonly<Record<string, string>>;

const fromPage: Headers = { origin: 'https://nobody.example' };
const bare: Headers = {};

function ask(method: string, headers: Headers, body?: object, path = `/n/v1/textitem/${item}`): Promise<Answer> {
  const sent = body === undefined ? '' : JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const request = httpRequest(service.url + path, {
      method,
      headers: {
        authorization: `Bearer ${tenant.token}`,
        ...(sent !== '' && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(sent) }),
        ...headers,
      },
    });
    request.on('error', reject);
    request.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const all = Buffer.concat(chunks).toString();
        resolve({ status: response.statusCode, headers: response.headers, body: JSON.parse(all) });
      });
    });
    request.end(sent);
  });
}

const refusal = { code: 'UNAVAILABLE', detail: 'Too many responses are waiting to be read.' };
const inGraph = { errors: [{ message: refusal.detail, extensions: { code: refusal.code, httpCode: 503 } }] };
const query = 'query ($urn: ID!) { textItem(urn: $urn) { value } }';

test.each([
  ['a page', fromPage],
  ['no page', bare],
])('a long answer to %s is refused, without what was said about its body', async (_, headers) => {
  const problem = { accept: 'application/json, application/problem+json', 'accept-encoding': 'gzip' };
  const { status, headers: answered, body } = await ask('GET', { ...headers, ...problem });
  expect([status, answered['retry-after'], body]).toEqual([503, '5', expect.objectContaining(refusal)]);
  expect([answered['content-type'], answered['cache-control']]).toEqual([
    expect.stringMatching(/^application\/problem\+json(; charset=utf-8)?$/),
    'no-store',
  ]);
  for (const name of ['etag', 'last-modified', 'content-encoding', 'location']) expect(answered[name]).toBeUndefined();
  const asked = { query, variables: { urn: item } };
  // The second time, and from then on, a document is answered by its statement.
  for (let round = 0; round < 3; round += 1) {
    const graph = await ask('POST', headers, asked, '/graphql');
    expect([graph.status, graph.headers['retry-after'], graph.body]).toMatchObject([503, '5', inGraph]);
  }
});

test('what is refused has been read once', async () => {
  const asked = { query, variables: { urn: item } };
  const times: readonly (() => Promise<Answer>)[] = [
    () => ask('GET', bare),
    () => ask('POST', bare, asked, '/graphql'),
  ];
  for (const read of times) {
    await read();
    const sent = service.statements.length;
    expect((await read()).status).toBe(503);
    expect(service.statements.slice(sent).filter((statement) => statement.includes('"item"'))).toHaveLength(1);
  }
});

test.each([
  ['a page', fromPage],
  ['no page', bare],
])('a change from %s is made once, though its answer is refused', async (_, headers) => {
  const version = async (): Promise<number> =>
    Number(
      (await tenant.data('query ($urn: ID!) { textItem(urn: $urn) { version } }', { urn: other })).textItem.version,
    );
  const before = await version();
  const path = `/n/v1/textitem/${other}`;
  const sent = service.statements.length;
  const { status, headers: answered, body } = await ask('PATCH', headers, { value: changed + String(before) }, path);
  expect([status, answered['retry-after'], body]).toEqual([503, '5', expect.objectContaining(refusal)]);
  expect(await version()).toBe(before + 1);
  expect(service.statements.slice(sent).filter((statement) => statement.includes('UPDATE "item"'))).toHaveLength(1);
});

test('what is created is not named in the refusal of its answer', async () => {
  const body = { entity, name: 'more', sortOrder: 1, value: long };
  const { status, headers } = await ask('POST', bare, body, '/n/v1/textitem');
  expect([status, headers.location, headers.etag]).toEqual([503, undefined, undefined]);
});

test('short answers and documents that all share are sent all the same, and so is everything once there is room', async () => {
  expect((await ask('GET', bare, undefined, `/n/v1/company/${tenant.company}`)).status).toBe(200);
  expect((await ask('GET', bare, undefined, '/openapi.json')).status).toBe(200);
  silent.end();
  await vi.waitFor(async () => expect((await ask('GET', bare)).body.value).toContain(long), 10_000);
});
