// Settings that no other file sets: each is set to something other than its default and changes what the service does.
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createUser } from '@nats-io/nkeys';
import { pino } from 'pino';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openWebSession } from '../../src/actions/session/webSession.ts';
import { sessionCookie, sessionCookieName } from '../../src/http/credentials.ts';
import { makePerson } from '../support/browser.ts';
import { page, text } from '../support/content.ts';
import { withClient } from '../support/database.ts';
import { fakeTimers } from '../support/fakeTimers.ts';
import { startNatsListener } from '../support/natsListener.ts';
import { openRaw } from '../support/rawSocket.ts';
import { eventually } from '../support/webhooks.ts';
import { helper } from '../support/work.ts';
import { account, startS3Receiver } from '../support/s3Receiver.ts';
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
    MAX_IMAGES_AT_ONCE: '3',
    HOST: own,
    PORT: String(port),
    BASE_URL: `http://${own}:${String(port)}`,
    MAX_BODY_BYTES: '2048',
    MAX_ITEMS_PER_ENTITY: '2',
    RATE_LIMITS: '1',
    RATE_BURST: '61',
    RATE_COST_PER_REQUEST: '30',
    TRUSTED_PROXIES: '127.0.0.9',
    MAX_CONNECTIONS: '60',
    MAX_CONNECTIONS_PER_ADDRESS: '40',
    MAX_IMAGE_BYTES: '4096',
    IMAGE_CACHE_BYTES: '8192',
    VIEW_CACHE_BYTES: '8193',
    UNUSED_FILE_HOURS: '5',
    DELETED_DAYS: '31',
    HISTORY_RETENTION_DAYS: '32',
    ACCESS_AUDIT_DAYS: '33',
    OAUTH_ACCESS_MINUTES: '7',
    SEARCH_WAIT_MS: '19000',
    SESSION_IDLE_MINUTES: '5',
    SESSION_HOURS: '6',
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

  // Also of what is answered with one statement, once that is known.
  const { texts } = await page(tenant, '/long', { texts: [text('A')] });
  const { urn } = texts[0] as { urn: string };
  const changed = (length: number) =>
    tenant.rest('PATCH', `/n/v1/textitem/${urn}`, { raw: JSON.stringify({ value: 'B' }).padEnd(length) });
  const query = 'query ($urn: ID!) { textItem(urn: $urn) { value } }';
  const empty = JSON.stringify({ query, variables: { urn, more: '' } }).length;
  const asked = (length: number) =>
    tenant.rest('POST', '/graphql', {
      raw: JSON.stringify({ query, variables: { urn, more: 'x'.repeat(length - empty) } }),
    });
  for (const ask of [changed, asked]) {
    const lengths = [2_047, 2_048, 2_048, 2_049];
    const statuses = [];
    for (const length of lengths) statuses.push((await ask(length)).status);
    expect(statuses).toEqual([200, 200, 200, 413]);
  }
});

test('MAX_ITEMS_PER_ENTITY is the most items of an entity', async () => {
  const { urn } = await page(tenant, '/full');
  const add = (name: string) =>
    tenant.rest('POST', '/n/v1/textitem', { body: { entity: urn, name, sortOrder: 0, value: 'a' } });
  expect([(await add('a')).status, (await add('b')).status]).toEqual([201, 201]);
  const refused = await add('c');
  expect([refused.status, refused.body.code]).toEqual([409, 'CONFLICT']);
  const whole = (names: readonly string[]) =>
    tenant.rest('POST', '/n/v1/entity', {
      body: {
        urn: crypto.randomUUID(),
        owner: tenant.company,
        name: 'Page',
        language: 'en',
        status: 'DRAFT_UNPUBLISHED',
        texts: names.map((value) => text(value, value)),
      },
    });
  expect((await whole(['a', 'b'])).status).toBe(201);
  expect((await whole(['a', 'b', 'c'])).body.errors).toMatchObject([{ code: 'TOO_MANY', limit: 2 }]);
});

test('RATE_BURST and RATE_COST_PER_REQUEST are reported to callers', async () => {
  const ordinary = await helper(service, tenant, []);
  const answer = await ordinary.graph('{ companies(first: 1) { nodes { urn } } }');
  expect(answer.headers.get('ratelimit-policy')).toMatch(/"burst";q=300;.*"cost";q=90000;/);
});

test('what actions are bounded by is what each setting says', () => {
  expect(service.services.limits).toEqual({
    itemsPerEntity: 2,
    imageBytes: 4_096,
    imageCacheBytes: 8_192,
    viewCacheBytes: 8_193,
    unusedFileHours: 5,
    deletedDays: 31,
    historyRetentionDays: 32,
    accessAuditDays: 33,
    accessTokenMinutes: 7,
    searchWaitMillis: 19_000,
  });
  expect(service.services.signIn.session).toEqual({ idleSeconds: 300, longestSeconds: 21_600 });
});

test('SESSION_IDLE_MINUTES ends no session in use: ten times in that time it is noted that it was used', async () => {
  const identity = await makePerson(tenant, 'idle@reader.example', ['READ']);
  const { secret } = await openWebSession(service.services, identity, null);
  const headers = { cookie: `${sessionCookieName(false)}=${secret}` };
  const used = async (): Promise<void> => {
    const { body } = await service.client(null).rest('GET', '/n/v1/clientcontext', { headers });
    expect(body.sessionKind).toBe('WEB_SESSION');
  };
  const noted = (times: number): Promise<void> =>
    vi.waitFor(() => {
      const sent = service.statements.filter((text) => text.includes('UPDATE "web_session" SET "idle_timestamp"'));
      expect(sent).toHaveLength(times);
    });
  fakeTimers({ toFake: ['performance'] });
  try {
    await used();
    await noted(1);
    vi.advanceTimersByTime(30_000);
    await used();
    await noted(2);
  } finally {
    vi.useRealTimers();
  }
});

test.each([
  ['SMALL', 3],
  ['LARGE', 1],
  ['UPLOAD', 1],
] as const)('MAX_IMAGES_AT_ONCE is how many images are worked on at once: %s', async (place, places) => {
  const { images } = service.services;
  const events: string[] = [];
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  const work = Array.from({ length: places + 1 }, (_, at) =>
    images.at(place, { caller: `caller ${String(at)}`, tenant: 'one' }, async () => {
      events.push(`${String(at)} begins`);
      await ended;
    }),
  );
  await new Promise(setImmediate);
  expect(events).toHaveLength(places);
  end();
  await Promise.all(work);
  expect(events).toHaveLength(places + 1);
});

/** How many of that many connections from the address are answered. */
async function answered(count: number, from: string): Promise<number> {
  const sockets = await Promise.all(Array.from({ length: count }, () => openRaw(service.url, from)));
  const answers = await Promise.all(
    sockets.map(async (socket) => {
      socket.send('GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n');
      return (await socket.readUntil(/HTTP\/1\.1 200/, 1)).includes('200');
    }),
  );
  for (const socket of sockets) socket.end();
  await Promise.all(sockets.map((socket) => socket.closed()));
  return answers.filter(Boolean).length;
}

test('MAX_CONNECTIONS_PER_ADDRESS is the most connections of an address', async () => {
  // Connections that are kept from the tests above count, too.
  const some = await answered(45, '127.0.0.1');
  expect(some).toBeLessThanOrEqual(40);
  expect(some).toBeGreaterThan(10);
});

test.runIf(isLinux)(
  'MAX_CONNECTIONS is the most of all, also of a trusted proxy, whose are of many addresses',
  async () => {
    const most = await answered(65, '127.0.0.9');
    expect(most).toBeLessThanOrEqual(60);
    expect(most).toBeGreaterThan(40);
  },
);

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

test('while the file storage is away callers of files are told to come back, and nothing else is touched', async () => {
  const store = await startS3Receiver();
  const logged: string[] = [];
  const logger = pino({ level: 'error' }, { write: (line: string) => void logged.push(line) });
  const storing = await startService(
    {
      S3_ENDPOINT: store.endpoint,
      S3_BUCKET: 'media',
      S3_REGION: 'eu-test-1',
      S3_ACCESS_KEY_ID: account.accessKeyId,
      S3_SECRET_ACCESS_KEY: account.secretAccessKey,
    },
    { logger },
  );
  try {
    const writer = await storing.tenant();
    const { images } = await page(writer, null, { images: [{ name: 'hero', sortOrder: 0 }] });
    const bytes = await sharp({ create: { width: 20, height: 20, channels: 3, background: '#402060' } })
      .png()
      .toBuffer();
    const headers = { authorization: `Bearer ${writer.token}` };
    const upload = (): Promise<Response> => {
      const body = new FormData();
      body.set('imageItemFormat', 'DEFAULT');
      body.set('src', new Blob([new Uint8Array(bytes)]), 'a.png');
      return fetch(`${storing.url}/n/v1/imageitemfile/${String(images[0].urn)}`, { method: 'POST', headers, body });
    };
    const { src } = (await (await upload()).json()) as { src: string };
    expect((await fetch(src, { headers })).status).toBe(200);

    const refusal = async (asking: Promise<Response>): Promise<unknown[]> => {
      const answer = await asking;
      const { code, retryAfterSeconds } = (await answer.json()) as Record<string, unknown>;
      return [answer.status, code, retryAfterSeconds, answer.headers.get('retry-after')];
    };
    const told = [503, 'UNAVAILABLE', 5, '5'];
    store.failures.push(403);
    expect(await refusal(fetch(src, { headers }))).toEqual(told);
    store.failures.push(403);
    expect(await refusal(upload())).toEqual(told);
    await store.close();
    expect(await refusal(fetch(src, { headers }))).toEqual(told);
    // Why is for the operator.
    expect(logged).toHaveLength(3);
    expect(logged[0]).toContain('the file storage answered GET with 403');
    expect(logged[2]).toContain('ECONNREFUSED');
    expect((await writer.rest('GET', `/n/v1/imageitem/${String(images[0].urn)}`)).status).toBe(200);
  } finally {
    await storing.close();
  }
});

test('EVENT_RETENTION_DAYS is how long events are kept', async () => {
  // The log is cleaned up every ten minutes.
  fakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const keeping = await startService({ EVENT_RETENTION_DAYS: '3' });
  try {
    const writer = await keeping.tenant();
    const ages = (): Promise<number[]> =>
      withClient(keeping.databaseUrl, async (client) => {
        const { rows } = await client.query<{ days: number }>(
          'SELECT DISTINCT extract(day FROM now() - created_timestamp)::int AS days FROM webhook_trigger ORDER BY 1',
        );
        return rows.map(({ days }) => days);
      });
    for (const days of [4, 2]) {
      await page(writer, `/of-${String(days)}`);
      await withClient(keeping.databaseUrl, (client) =>
        client.query(
          `UPDATE webhook_trigger SET created_timestamp = now() - make_interval(days => $1) WHERE created_timestamp > now() - interval '1 day'`,
          [days],
        ),
      );
    }
    expect(await ages()).toEqual([2, 4]);
    const kept = await eventually(
      async () => {
        vi.advanceTimersByTime(10 * 60_000);
        return ages();
      },
      (all) => !all.includes(4),
    );
    expect(kept).toEqual([2]);
  } finally {
    vi.useRealTimers();
    await keeping.close();
  }
});

test('NATS_CREDENTIALS is who comes to NATS, and NATS_REPLICAS how many servers are to hold the events', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'commonplace-credentials-'));
  const file = path.join(folder, 'my.creds');
  const user = createUser();
  const seed = new TextDecoder().decode(user.getSeed());
  writeFileSync(
    file,
    `-----BEGIN NATS USER JWT-----\nwho.we.are\n------END NATS USER JWT------\n\n-----BEGIN USER NKEY SEED-----\n${seed}\n------END USER NKEY SEED------\n`,
  );
  const nats = await startNatsListener();
  const other = await startService({ NATS_URL: nats.url, NATS_CREDENTIALS: file, NATS_REPLICAS: '5' });
  try {
    const { jwt, nkey, sig } = await nats.caller;
    expect({ jwt, nkey }).toEqual({ jwt: 'who.we.are', nkey: user.getPublicKey() });
    expect(user.verify(new TextEncoder().encode(nats.nonce), Buffer.from(String(sig), 'base64url'))).toBe(true);
    expect(await nats.madeStream).toMatchObject({ num_replicas: 5, storage: 'file' });
  } finally {
    await other.close();
    await nats.close();
    rmSync(folder, { recursive: true });
  }
});

test('behind https, pages of other sites may use web sessions where the settings say so', async () => {
  const secure = await startService({ BASE_URL: 'https://cms.example', SESSION_SAME_SITE: 'none' });
  const { cookie } = secure.services.signIn;
  await secure.close();
  expect(sessionCookie('secret', cookie)).toBe(
    '__Host-commonplace-session=secret; Path=/; HttpOnly; SameSite=None; Secure',
  );
});
