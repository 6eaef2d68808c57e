// One attempt: what each answer and each failure comes to, and what a request is made of.
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { createServer as createTcpServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Pool } from 'undici';
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createSecretBox } from '../../src/actions/access/secretBox.ts';
import type { Claimed } from '../../src/database/events/claimStore.ts';
import { parseRange } from '../../src/domain/networkAddress.ts';
import { createSignal } from '../../src/domain/signal.ts';
import { createAuthSchemes } from '../../src/webhooks/authSchemes.ts';
import { deliver, type DeliverParts, type Outcome } from '../../src/webhooks/deliver.ts';
import { createConnections, type Connections } from '../../src/webhooks/destination.ts';
import { loadWebhookKeys } from '../../src/webhooks/keys.ts';
import { sendingOf, bodyDigest, signatures } from '../../src/webhooks/prepare.ts';
import { startReceiver, type Receiver } from '../support/receiver.ts';

const loopback = [parseRange('127.0.0.0/8')].flatMap((range) => range ?? []);

describe('An attempt', () => {
  let receiver: Receiver;
  let connections: Connections;

  beforeEach(async () => {
    receiver = await startReceiver();
    connections = createConnections({ connectMillis: 5_000, perSubscription: 2 });
  });
  afterEach(async () => {
    await connections.close();
    await receiver.close();
  });

  const attempt = (more: Partial<DeliverParts> = {}, auth = 'HMAC_SHA256', url = receiver.url): Promise<Outcome> =>
    deliver(
      {
        connections,
        schemes: createAuthSchemes(),
        allowedRanges: loopback,
        resolve: () => expect.fail('the address is written out'),
        totalMillis: 20_000,
        ...more,
      },
      {
        url: `${url}?a=1`,
        body: '{"b":2}',
        digest: 'd',
        headers: { 'webhook-id': 'w', 'x-both': 'first' },
        ownHeaders: { 'webhook-signature': 's', 'x-both': 'second' },
        credentials: { subscription: 's', auth, clientId: 'me', secret: 'secret-of-mine' },
      },
    );

  test.each([
    [200, null],
    [204, null],
    [299, null],
    [300, 'REDIRECT'],
    [308, 'REDIRECT'],
    [399, 'REDIRECT'],
    [400, 'STATUS'],
    [401, 'STATUS'],
    [410, 'STATUS'],
    [429, 'STATUS'],
    [500, 'STATUS'],
    [599, 'STATUS'],
  ] as const)('that is answered with %i comes to %s', async (status, error) => {
    receiver.answer(() => ({ status, headers: { location: receiver.url } }));
    expect(await attempt()).toEqual({ status, error, excerpt: null, retryAfter: null });
    expect(receiver.received).toHaveLength(1);
    expect(receiver.received[0]).toMatchObject({
      method: 'POST',
      path: '/hook?a=1',
      json: { b: 2 },
      headers: { 'webhook-id': 'w', 'webhook-signature': 's', 'x-both': 'second' },
    });
  });

  test('keeps what the receiver asks for, and the beginning of what it says without our secrets', async () => {
    const both = Buffer.from('me:secret-of-mine').toString('base64');
    receiver.answer(() => ({
      status: 503,
      headers: { 'retry-after': '7', 'content-type': 'text/plain' },
      body: `no secret-of-mine ${both}`,
    }));
    expect(await attempt()).toEqual({ status: 503, error: 'STATUS', excerpt: 'no *** ***', retryAfter: '7' });
    receiver.answer(() => ({ status: 503, headers: { 'retry-after': ['8', '9'] } }));
    expect((await attempt()).retryAfter).toBe('8');
  });

  test.each([
    ['HMAC_SHA256', undefined],
    ['BASIC', `Basic ${Buffer.from('me:secret-of-mine').toString('base64')}`],
    ['BEARER', 'Bearer secret-of-mine'],
  ])('of a subscription with %s authenticates accordingly, once', async (auth, authorization) => {
    receiver.answer(() => ({ status: 401, headers: { 'www-authenticate': 'Digest realm="r", nonce="n"' } }));
    expect((await attempt({}, auth)).status).toBe(401);
    expect(receiver.received.map(({ headers }) => headers.authorization)).toEqual([authorization]);
  });

  test('of a subscription with DIGEST answers a challenge once, in the same attempt', async () => {
    receiver.answer((_request, index) => ({
      status: index === 0 ? 401 : 403,
      headers: { 'www-authenticate': 'Digest realm="r", nonce="n"' },
    }));
    expect((await attempt({}, 'DIGEST')).status).toBe(403);
    const [first, second, ...more] = receiver.received.map(({ headers }) => headers.authorization);
    expect([first, more]).toEqual([undefined, []]);
    expect(second).toMatch(/^Digest username="me", realm="r", nonce="n", uri="\/hook\?a=1"/);
  });

  test.each([200, 403])(
    'of a subscription with DIGEST takes a challenge that comes with %i for no question',
    async (status) => {
      receiver.answer(() => ({ status, headers: { 'www-authenticate': 'Digest realm="r", nonce="n"' } }));
      expect((await attempt({}, 'DIGEST')).status).toBe(status);
      expect(receiver.received).toHaveLength(1);
    },
  );

  test('leaves a challenge that is long: its connection is free for the answer to it', async () => {
    receiver.answer(({ headers: { authorization } }) => (response) => {
      response.writeHead(authorization ? 200 : 401, { 'www-authenticate': 'Digest realm="r", nonce="n"' });
      if (authorization) response.end();
      else response.write('a'.repeat(2 ** 20));
    });
    const single = createConnections({ connectMillis: 5_000, perSubscription: 1 });
    expect((await attempt({ connections: single, totalMillis: 5_000 }, 'DIGEST')).status).toBe(200);
    await single.close();
  });

  test('reads 64 KB of an answer and closes the rest', async () => {
    const closed = new Promise((resolve) => {
      receiver.answer(() => (response) => {
        response.writeHead(500, { 'content-type': 'text/plain' });
        const more = (): void => {
          if (!response.destroyed) response.write('a'.repeat(1024), () => setImmediate(more));
        };
        response.on('close', resolve);
        more();
      });
    });
    expect(await attempt()).toMatchObject({ status: 500, error: 'STATUS', excerpt: 'a'.repeat(1024) });
    await closed;
  });

  test('waits for no more of an answer than 64 KB', async () => {
    receiver.answer(() => (response) => {
      response.writeHead(500, { 'content-type': 'text/plain' }).write('a'.repeat(64 * 1024));
    });
    expect(await attempt({ totalMillis: 3_600_000 })).toMatchObject({ status: 500, excerpt: 'a'.repeat(1024) });
  });

  test('is not begun any more once its time is over', async () => {
    const [single, held] = [createConnections({ connectMillis: 5_000, perSubscription: 1 }), createSignal()];
    receiver.answer(() => (response) => void held.wait(20_000).then(() => response.end()));
    const first = attempt({ connections: single });
    await vi.waitFor(() => expect(receiver.received).toHaveLength(1));
    expect((await attempt({ connections: single, totalMillis: 50 })).error).toBe('TIMEOUT');
    held.ring();
    expect((await first).status).toBe(200);
    receiver.answer(() => ({ status: 204 }));
    expect((await attempt({ connections: single })).status).toBe(204);
    expect(receiver.received).toHaveLength(2);
    await single.close();
  });

  test.each([200, 500])(
    'takes %i for the answer when its body is broken off, or does not end in time',
    async (status) => {
      const headers = { 'content-type': 'text/plain' };
      const error = status === 200 ? null : 'STATUS';
      receiver.answer(() => (response) => {
        response.writeHead(status, { ...headers, 'content-length': 9 });
        response.write('abc', () => response.destroy());
      });
      expect(await attempt()).toEqual({ status, error, excerpt: 'abc', retryAfter: null });
      receiver.answer(() => (response) => void response.writeHead(status, headers).write('abc'));
      expect(await attempt({ totalMillis: 200 })).toEqual({ status, error, excerpt: 'abc', retryAfter: null });
    },
  );

  test('takes what comes before the answer for no answer', async () => {
    receiver.answer(() => (response) => {
      response.writeProcessing();
      response.writeHead(202).end();
    });
    expect((await attempt()).status).toBe(202);
  });

  test('that takes too long has timed out: the name, the answer', async () => {
    const never = new Promise<never>(() => undefined);
    const timedOut = { status: null, error: 'TIMEOUT', excerpt: null, retryAfter: null };
    const named = 'http://hooks.example.com:9000/';
    expect(await attempt({ resolve: () => never, totalMillis: 20 }, 'BEARER', named)).toEqual(timedOut);
    receiver.answer(() => never);
    expect(await attempt({ totalMillis: 200 })).toEqual(timedOut);
  });

  test('leaves nothing to wait for when it is over', async () => {
    const timers = (): number => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
    const before = timers();
    for (let at = 0; at < 5; at += 1) await attempt();
    await connections.close();
    await vi.waitFor(() => expect(timers()).toBeLessThanOrEqual(before));
  });

  test.each([
    ['UND_ERR_CONNECT_TIMEOUT', 'TIMEOUT'],
    ['UND_ERR_HEADERS_TIMEOUT', 'TIMEOUT'],
    ['UND_ERR_BODY_TIMEOUT', 'TIMEOUT'],
    ['UND_ERR_ABORTED', 'TIMEOUT'],
    ['ETIMEDOUT', 'TIMEOUT'],
    ['ENOTFOUND', 'DNS'],
    ['EAI_AGAIN', 'DNS'],
    ['ENODATA', 'DNS'],
    ['CERT_HAS_EXPIRED', 'TLS'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'TLS'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'TLS'],
    ['EPROTO', 'TLS'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'TLS'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'TLS'],
    ['ECONNREFUSED', 'CONNECT'],
    ['ECONNRESET', 'CONNECT'],
    ['UND_ERR_SOCKET', 'CONNECT'],
    [undefined, 'CONNECT'],
  ])('that fails with %s comes to %s', async (code, error) => {
    // What a pool of undici fails with; most of it cannot be brought about on this machine.
    const failed = Object.assign(new Error('failed'), { code });
    const dispatch: Pool['dispatch'] = (_request, handler) => {
      handler.onResponseError?.(null as never, failed);
      return true;
    };
    const failing = { to: () => ({ dispatch }) as unknown as Pool, close: () => Promise.resolve() };
    expect(await attempt({ connections: failing })).toEqual({ status: null, error, excerpt: null, retryAfter: null });
  });
});

// A certificate of its own for hooks.example.com, and its key: made for this test, until 2126.
const pem = (label: string, lines: readonly string[]): string =>
  `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`;
const ownKey = pem('PRIVATE KEY', [
  'MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgDGkINVtJtm4hasU111hCIQpOslSyvl3i4Py68ho0GsChRANCAASQ',
  'L2qUaDFzY511nfLi9aC1aDAiJCVHZRmrEgG9UIuYrphEv4W2DbKdGOIVAssv7EuShwMTmUI4scDUv+INxVRs',
]);
const ownCertificate = pem('CERTIFICATE', [
  'MIIBrjCCAVOgAwIBAgIUSUJrCjF3YuCrtyupmo3bOpT56/kwCgYIKoZIzj0EAwIwHDEaMBgGA1UEAwwRaG9va3MuZXhhbXBsZS5j',
  'b20wIBcNMjYxMTI0MTU0NzQxWhgPMjEyNjEwMzExNTQ3NDFaMBwxGjAYBgNVBAMMEWhvb2tzLmV4YW1wbGUuY29tMFkwEwYHKoZI',
  'zj0CAQYIKoZIzj0DAQcDQgAEkC9qlGgxc2OddZ3y4vWgtWgwIiQlR2UZqxIBvVCLmK6YRL+Ftg2ynRjiFQLLL+xLkocDE5lCOLHA',
  '1L/iDcVUbKNxMG8wHQYDVR0OBBYEFAVPM4F3EK4toQRHbAT1gm2rA/JxMB8GA1UdIwQYMBaAFAVPM4F3EK4toQRHbAT1gm2rA/Jx',
  'MA8GA1UdEwEB/wQFMAMBAf8wHAYDVR0RBBUwE4IRaG9va3MuZXhhbXBsZS5jb20wCgYIKoZIzj0EAwIDSQAwRgIhAPMUMPuIyDpd',
  'FFKMttGrS3c7f/kNe0Q438RbzrBKfQpBAiEAyTlXXfTnKEz6F3e0azU7/zwHVwA9NATt/BlfMOr5TaA=',
]);

test('A receiver whose certificate nobody vouches for is sent nothing', async () => {
  const requests: unknown[] = [];
  const server = createHttpsServer({ key: ownKey, cert: ownCertificate }, (request, response) => {
    requests.push(request.url);
    response.end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const connections = createConnections({ connectMillis: 5_000, perSubscription: 1 });
  const url = new URL(`https://hooks.example.com:${String(port)}/hook`);
  const sent = connections.to('s', url, '127.0.0.1').request({ method: 'POST', path: '/hook', body: '{}' });
  await expect(sent).rejects.toMatchObject({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
  await connections.close();
  server.close();
  expect(requests).toEqual([]);
});

test('A receiver has its time to connect, also where it takes the connection and says nothing', async () => {
  const silent = createTcpServer(() => undefined);
  await once(silent.listen(0, '127.0.0.1'), 'listening');
  const { port } = silent.address() as AddressInfo;
  const connections = createConnections({ connectMillis: 150, perSubscription: 1 });
  const pool = connections.to('s', new URL(`https://hooks.example.com:${String(port)}/`), '127.0.0.1');
  const sent = pool.request({ method: 'POST', path: '/', body: '{}' });
  await expect(sent).rejects.toMatchObject({
    code: 'UND_ERR_CONNECT_TIMEOUT',
    message: expect.stringContaining('timeout: 150ms'),
  });
  await connections.close();
  silent.close();
});

describe('Connections', () => {
  const url = (origin: string): URL => new URL(origin);

  test('are kept for a subscription, an origin and an address, and for nobody else', async () => {
    const connections = createConnections({ connectMillis: 1_000, perSubscription: 1 });
    const first = connections.to('s', url('https://a/one'), '192.0.2.1');
    expect(connections.to('s', url('https://a/two'), '192.0.2.1')).toBe(first);
    const others = [
      connections.to('t', url('https://a/one'), '192.0.2.1'),
      connections.to('s', url('https://b/one'), '192.0.2.1'),
      connections.to('s', url('http://a/one'), '192.0.2.1'),
      connections.to('s', url('https://a/one'), '192.0.2.2'),
    ];
    expect(new Set([first, ...others]).size).toBe(5);
    await connections.close();
    expect([first, ...others].every((pool) => pool.destroyed)).toBe(true);
  });

  test('are as many for a subscription as it may have requests in flight', async () => {
    let connected = 0;
    const server = createHttpServer((_request, response) => response.end());
    server.on('connection', () => (connected += 1));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const connections = createConnections({ connectMillis: 5_000, perSubscription: 2 });
    const pool = connections.to('s', url(`http://127.0.0.1:${String(port)}`), '127.0.0.1');
    const sent = Array.from({ length: 5 }, () => pool.request({ method: 'POST', path: '/', body: '{}' }));
    for (const { body } of await Promise.all(sent)) await body.dump();
    await connections.close();
    server.close();
    expect(connected).toBe(2);
  });

  test('of a thousand stay open, and those that were used longest ago are closed first', async () => {
    const connections = createConnections({ connectMillis: 1_000, perSubscription: 1 });
    const to = (at: number): Pool => connections.to(String(at), url('https://a/'), '192.0.2.1');
    const pools = Array.from({ length: 1_000 }, (_, at) => to(at));
    to(0);
    expect(pools.filter((pool) => pool.closed)).toEqual([]);
    to(1_000);
    expect(pools.findIndex((pool) => pool.closed)).toBe(1);
    expect(pools.filter((pool) => pool.closed)).toHaveLength(1);
    await connections.close();
  });
});

test('Challenges of ten thousand subscriptions are remembered, the oldest are forgotten first', () => {
  const schemes = createAuthSchemes();
  const of = (at: number) => ({ subscription: String(at), auth: 'DIGEST', clientId: 'me', secret: 'x' });
  const request = { url: new URL('https://a/'), body: '' };
  for (let at = 0; at < 10_000; at += 1) schemes.challenged(of(at), 'Digest realm="r", nonce="n"');
  expect(schemes.authorization(of(0), request)).not.toBeNull();
  // The one is challenged again, and another no longer by a scheme that can be answered.
  expect(schemes.challenged(of(0), 'Digest realm="r", nonce="m"')).toBe(true);
  schemes.challenged(of(10_000), 'Digest realm="r", nonce="n"');
  expect(schemes.challenged(of(2), 'Basic realm="r"')).toBe(false);
  const remembered = [0, 1, 2, 3, 10_000].map((at) => schemes.authorization(of(at), request) !== null);
  expect(remembered).toEqual([true, false, false, true, true]);
});

describe('The request of a delivery', () => {
  const secrets = createSecretBox(Buffer.alloc(32, 7));
  const { privateKey } = generateKeyPairSync('ed25519');
  const services = { webhooks: { secrets, allowedRanges: [], publicKeys: [] } };
  const now = Date.parse('2026-01-01T00:00:00.700Z');
  const made = (subscription: Readonly<Record<string, unknown>>) => {
    // What a request is made of; the rest of a claimed delivery is for its body.
    const claimed = {
      urn: 'delivery',
      attempt: 3,
      subscription: {
        urn: 'subscription',
        auth: 'HMAC_SHA256',
        clientId: 'me',
        destinationUrl: 'https://a/hook',
        secretSealed: secrets.seal('new secret', 'subscription'),
        previousSecretSealed: null,
        previousSecretExpiration: null,
        ...subscription,
      },
    } as unknown as Claimed;
    return sendingOf(services, privateKey, { claimed, body: '{}', now });
  };
  const signedBy = (...own: string[]): string =>
    signatures({ id: 'delivery', timestamp: Math.floor(now / 1000), body: '{}' }, own, privateKey);

  test('has the headers that follow from it, and its own', () => {
    expect(made({})).toEqual({
      url: 'https://a/hook',
      body: '{}',
      digest: bodyDigest('{}'),
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Commonplace-Webhooks/1',
        'webhook-id': 'delivery',
        'webhook-timestamp': '1767225600',
        'webhook-attempt': '3',
        'content-digest': `sha-256=:${bodyDigest('{}')}:`,
      },
      ownHeaders: { 'webhook-signature': signedBy('new secret') },
      credentials: { subscription: 'subscription', auth: 'HMAC_SHA256', clientId: 'me', secret: 'new secret' },
    });
  });

  test.each([
    [1, ['new secret', 'old secret']],
    [0, ['new secret']],
    [-1, ['new secret']],
  ])('is signed with the old secret, too, until it ends: %i ms later', (later, own) => {
    const previousSecretSealed = secrets.seal('old secret', 'subscription');
    const previousSecretExpiration = new Date(now + later).toISOString();
    expect(made({ previousSecretSealed, previousSecretExpiration }).ownHeaders).toEqual({
      'webhook-signature': signedBy(...own),
    });
  });

  test('opens each secret once for all that was claimed of a subscription at once', () => {
    const opened: unknown[] = [];
    const open: typeof secrets.open = (sealed, urn) => {
      opened.push(sealed);
      return secrets.open(sealed, urn);
    };
    const subscription = {
      urn: 'subscription',
      auth: 'HMAC_SHA256',
      clientId: 'me',
      destinationUrl: 'https://a/hook',
      secretSealed: secrets.seal('new secret', 'subscription'),
      previousSecretSealed: secrets.seal('old secret', 'subscription'),
      previousSecretExpiration: new Date(now + 1).toISOString(),
    };
    const send = (urn: string, of: object): string => {
      const claimed = { urn, attempt: 1, subscription: of } as unknown as Claimed;
      const counting = { webhooks: { ...services.webhooks, secrets: { ...secrets, open } } };
      return sendingOf(counting, privateKey, { claimed, body: '{}', now }).credentials.secret;
    };
    expect([send('one', subscription), send('two', subscription)]).toEqual(['new secret', 'new secret']);
    expect(opened).toEqual([subscription.secretSealed, subscription.previousSecretSealed]);
    // Of the next claim they are opened anew: it may have other ones.
    expect(send('three', { ...subscription })).toBe('new secret');
    expect(opened).toHaveLength(4);
  });

  test.each(['BASIC', 'BEARER', 'DIGEST'])('with %s is signed by the platform alone', (auth) => {
    expect(made({ auth }).ownHeaders).toEqual({ 'webhook-signature': signedBy() });
  });
});

describe('The keys', () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'commonplace-keys-'));
  afterAll(() => rmSync(dataDir, { recursive: true }));
  const key = (byte: number): string => Buffer.alloc(32, byte).toString('base64');

  test('are made once, readable by their owner alone, and read again', () => {
    const source = { dataDir, secretKey: null, signingKey: null };
    const first = loadWebhookKeys(source, loopback);
    const folder = path.join(dataDir, 'keys');
    expect(readdirSync(folder).sort()).toEqual(['webhook-secret.key', 'webhook-signing.key']);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    for (const name of readdirSync(folder)) expect(statSync(path.join(folder, name)).mode & 0o777).toBe(0o600);
    const again = loadWebhookKeys(source, loopback);
    expect(again.fingerprint).toBe(first.fingerprint);
    expect(again.parts.publicKeys).toEqual(first.parts.publicKeys);
    expect(again.parts.allowedRanges).toEqual(loopback);
    const [shown] = first.parts.publicKeys;
    expect(shown).toEqual({
      key: expect.stringMatching(/^whpk_[A-Za-z0-9+/]{43}=$/),
      fromTimestamp: statSync(path.join(folder, 'webhook-signing.key')).mtime.toISOString(),
      toTimestamp: null,
    });
    const sealed = first.parts.secrets.seal('a secret', 'place');
    expect(again.parts.secrets.open(sealed, 'place')).toBe('a secret');
    writeFileSync(path.join(folder, 'webhook-secret.key'), 'damaged');
    expect(() => loadWebhookKeys(source, [])).toThrow(/webhook-secret\.key\) is not base64 of 32 bytes/);
  });

  test('that are given are used, and identified apart', () => {
    const source = { dataDir: path.join(dataDir, 'unused'), secretKey: key(1), signingKey: key(2) };
    const prints = [source, { ...source, secretKey: key(3) }, { ...source, signingKey: key(3) }].map(
      (one) => loadWebhookKeys(one, []).fingerprint,
    );
    expect(new Set(prints).size).toBe(3);
    const { parts, fingerprint } = loadWebhookKeys(source, []);
    expect(parts.publicKeys).toEqual([{ key: fingerprint.split(' ')[1], fromTimestamp: null, toTimestamp: null }]);
    expect(fingerprint).not.toContain(key(1));
    expect(readdirSync(dataDir)).toEqual(['keys']);
    for (const wrong of [
      'A'.repeat(40),
      Buffer.alloc(31, 1).toString('base64'),
      Buffer.alloc(33, 1).toString('base64'),
    ]) {
      expect(() => loadWebhookKeys({ ...source, secretKey: wrong }, [])).toThrow('(given)');
      expect(() => loadWebhookKeys({ ...source, signingKey: wrong }, [])).toThrow('(given)');
    }
  });
});
