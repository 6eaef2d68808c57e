// Settings that no other file sets: each is set to something other than its default and changes what the service does.
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { page, text } from '../support/content.ts';
import { openRaw } from '../support/rawSocket.ts';
import { helper } from '../support/work.ts';
import { account, startS3Receiver } from '../unit/files/s3Receiver.ts';
import { startService, type Tenant, type TestService } from '../support/service.ts';

// Only Linux answers on every address of 127.0.0.0/8.
const isLinux = process.platform === 'linux';
const [own, forMetrics] = isLinux ? ['127.0.0.2', '127.0.0.3'] : ['127.0.0.1', '127.0.0.1'];

let service: TestService;
let tenant: Tenant;
let port: number;

async function freePort(): Promise<number> {
  const server = createServer().listen(0, own);
  await once(server, 'listening');
  // A server that listens on a port has such an address.
  const { port: free } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return free;
}

beforeAll(async () => {
  port = await freePort();
  service = await startService({
    HOST: own,
    PORT: String(port),
    BASE_URL: `http://${own}:${String(port)}`,
    MAX_BODY_BYTES: '2048',
    MAX_ITEMS_PER_ENTITY: '2',
    RATE_LIMITS: '1',
    RATE_BURST: '61',
    RATE_COST_PER_REQUEST: '30',
    MAX_CONNECTIONS: '41',
    MAX_CONNECTIONS_PER_ADDRESS: '40',
    UNUSED_FILE_HOURS: '5',
    METRICS_PORT: '0',
    METRICS_HOST: forMetrics,
  });
  tenant = await service.tenant();
});
afterAll(() => service.close());

const isRefused = async (host: string, at: number): Promise<boolean> => {
  const socket = connect(at, host);
  const refused = await Promise.race([
    once(socket, 'connect').then(() => false),
    once(socket, 'error').then(() => true),
  ]).catch(() => true);
  socket.destroy();
  return refused;
};

test.runIf(isLinux)('HOST and METRICS_HOST are the only addresses that are listened on', async () => {
  const metrics = new URL(service.metricsUrl ?? '');
  expect([new URL(service.url).hostname, metrics.hostname]).toEqual(['127.0.0.2', '127.0.0.3']);
  expect((await fetch(service.metricsUrl ?? '')).status).toBe(200);
  expect(await isRefused('127.0.0.1', port)).toBe(true);
  expect(await isRefused('127.0.0.1', Number(metrics.port))).toBe(true);
});

test('MAX_BODY_BYTES is the longest body', async () => {
  const sent = (length: number) =>
    tenant.rest('POST', '/n/v1/role', { raw: JSON.stringify({ name: 'R', owner: tenant.company }).padEnd(length) });
  expect((await sent(2_048)).status).toBe(201);
  expect((await sent(2_049)).body).toMatchObject({ code: 'PAYLOAD_TOO_LARGE', status: 413 });
});

test('MAX_ITEMS_PER_ENTITY is the most items of an entity', async () => {
  const { urn } = await page(tenant, '/full');
  const add = (name: string) =>
    tenant.rest('POST', '/n/v1/textitem', { body: { entity: urn, name, sortOrder: 0, value: 'a' } });
  expect([(await add('a')).status, (await add('b')).status]).toEqual([201, 201]);
  const refused = await add('c');
  expect([refused.status, refused.body.code]).toEqual([409, 'CONFLICT']);
  const whole = await tenant.rest('POST', '/n/v1/entity', {
    body: {
      urn: crypto.randomUUID(),
      owner: tenant.company,
      name: 'Page',
      language: 'en',
      status: 'DRAFT_UNPUBLISHED',
      texts: ['a', 'b', 'c'].map((value) => text(value, value)),
    },
  });
  expect(whole.body.errors).toMatchObject([{ code: 'TOO_MANY', limit: 2 }]);
});

test('RATE_BURST and RATE_COST_PER_REQUEST are what callers are told', async () => {
  const ordinary = await helper(service, tenant, []);
  const answer = await ordinary.graph('{ companies(first: 1) { nodes { urn } } }');
  // Of 600 requests a minute.
  expect(answer.headers.get('ratelimit-policy')).toMatch(/"burst";q=61;.*"cost";q=18000;/);
});

test('UNUSED_FILE_HOURS is how long a file waits for its row', () => {
  expect(service.services.limits.unusedFileHours).toBe(5);
});

test('MAX_CONNECTIONS_PER_ADDRESS is the most connections of an address', async () => {
  const sockets = await Promise.all(Array.from({ length: 45 }, () => openRaw(service.url)));
  const request = 'GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n';
  const answered = await Promise.all(
    sockets.map(async (socket) => {
      socket.send(request);
      return (await socket.readUntil(/HTTP\/1\.1 200/, 1)).includes('200');
    }),
  );
  for (const socket of sockets) socket.end();
  // Connections that are kept from the tests above count, too.
  expect(answered.filter(Boolean).length).toBeLessThanOrEqual(40);
  expect(answered.filter(Boolean).length).toBeGreaterThan(10);
});

test('S3_ENDPOINT, with its bucket, region and account, is where files are kept', async () => {
  const store = await startS3Receiver();
  const other = await service.another({
    environment: {
      PORT: '0',
      METRICS_PORT: '',
      S3_ENDPOINT: store.endpoint,
      S3_BUCKET: 'media',
      S3_REGION: 'eu-test-1',
      S3_ACCESS_KEY_ID: account.accessKeyId,
      S3_SECRET_ACCESS_KEY: account.secretAccessKey,
    },
  });
  try {
    const bytes = Buffer.from('kept elsewhere');
    const digest = createHash('sha256').update(bytes).digest('hex');
    // The store refuses another account, region or bucket.
    await other.services.files.put(digest, bytes);
    expect([...store.objects.values()].map((one) => one.bytes.toString())).toEqual(['kept elsewhere']);
    expect(await other.services.files.get(digest)).toEqual(bytes);
    expect(await service.services.files.get(digest)).toBeNull();
  } finally {
    await other.close();
    await store.close();
  }
});
