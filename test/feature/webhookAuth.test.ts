// How a receiver authenticates the service: four schemes, each checked by an independent verifier; and a secret that
// can never be read again.
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withClient } from '../support/database.ts';
import { digestServer } from '../support/digestServer.ts';
import { startReceiver, type Received, type Receiver } from '../support/receiver.ts';
import { startService, type Tenant, type TestService } from '../support/service.ts';
import {
  apiClient,
  deliveries,
  entity,
  hookSecret,
  rename,
  settled,
  subscribe,
  type Wire,
} from '../support/webhooks.ts';

let service: TestService;
let tenant: Tenant;
let client: { urn: string; clientID: string; token: string };
let hook: Receiver;

beforeAll(async () => {
  service = await startService(
    { WEBHOOK_ALLOWED_RANGES: '127.0.0.0/8' },
    {
      webhookOptions: {
        pollMillis: 20,
        stopMillis: 200,
        schedule: { waits: [0.05, 0.05], jitter: 0.1, longestRetryAfter: 36_000 },
      },
    },
  );
  tenant = await service.tenant();
  client = await apiClient(tenant);
  hook = await startReceiver();
});
afterAll(async () => {
  await service.close();
  await hook.close();
});

async function notified(
  more: Record<string, unknown>,
  times = 1,
): Promise<{ urn: string; subscription: string; requests: readonly Received[] }> {
  hook.forget();
  const urn = await entity(tenant);
  const subscription = await subscribe(tenant, client.urn, hook.url, { targetUrn: urn, ...more });
  for (let time = 1; time <= times; time += 1) {
    await rename(tenant, urn, `Name ${String(time)}`);
    const [delivery] = (await deliveries(tenant, subscription)).slice(-1);
    await settled(tenant, delivery.urn);
  }
  return { urn, subscription, requests: hook.received };
}

describe('the scheme', () => {
  test('BASIC sends client id and secret in UTF-8', async () => {
    hook.answer(() => ({ status: 200 }));
    const { requests } = await notified({ auth: 'BASIC', secret: 'pässword: with colon' });
    expect(requests[0]!.headers.authorization).toBe(
      `Basic ${Buffer.from(`${client.clientID}:pässword: with colon`, 'utf8').toString('base64')}`,
    );
    expect(requests[0]!.headers['webhook-signature']).toMatch(/^v1a,[A-Za-z0-9+/]{86}==$/);
  });

  test('BEARER sends the secret as a token', async () => {
    const { requests } = await notified({ auth: 'BEARER', secret: 'abcdef.0123-456_789~' });
    expect(requests[0]!.headers.authorization).toBe('Bearer abcdef.0123-456_789~');
  });

  test('HMAC_SHA256 sends a signature and no Authorization, also with a plain text secret', async () => {
    const secret = 'plain text secret ä';
    const { requests } = await notified({ secret });
    expect(requests[0]!.headers.authorization).toBeUndefined();
    const key = `whsec_${Buffer.from(secret, 'utf8').toString('base64')}`;
    const { headers, body } = requests[0]!;
    expect(() => new Webhook(key).verify(body.toString(), headers as Record<string, string>)).not.toThrow();
  });

  test.each([
    [['MD5', 'SHA-256'], 'SHA-256'],
    [['SHA-256'], 'SHA-256'],
    [['MD5'], 'MD5'],
  ] as const)('DIGEST answers a challenge of %j with %s, and uses its nonce again', async (algorithms, chosen) => {
    const server = digestServer({ username: client.clientID, password: 'digest secret 123', algorithms });
    hook.answer((request) => server.answer(request));
    const { requests } = await notified({ auth: 'DIGEST', secret: 'digest secret 123' }, 3);
    expect(server.seen).toEqual([
      { result: 'CHALLENGED', algorithm: null, nc: null },
      { result: 'ACCEPTED', algorithm: chosen, nc: '00000001' },
      { result: 'ACCEPTED', algorithm: chosen, nc: '00000002' },
      { result: 'ACCEPTED', algorithm: chosen, nc: '00000003' },
    ]);
    // The challenged request and its repetition are one attempt with one body.
    expect(requests[1]!.headers['webhook-attempt']).toBe('1');
    expect(requests[1]!.body.equals(requests[0]!.body)).toBe(true);
    hook.answer(() => ({ status: 200 }));
  });

  test('DIGEST uses a new nonce when the old one is stale, within the attempt', async () => {
    const server = digestServer({
      username: client.clientID,
      password: 'digest secret 123',
      algorithms: ['SHA-256'],
      usesPerNonce: 1,
    });
    hook.answer((request) => server.answer(request));
    const { subscription } = await notified({ auth: 'DIGEST', secret: 'digest secret 123' }, 2);
    expect(server.seen.map((s) => s.result)).toEqual(['CHALLENGED', 'ACCEPTED', 'STALE', 'ACCEPTED']);
    expect((await deliveries(tenant, subscription)).map((d) => [d.status, d.attemptCount])).toEqual([
      ['SUCCEEDED', 1],
      ['SUCCEEDED', 1],
    ]);
    hook.answer(() => ({ status: 200 }));
  });

  test('DIGEST fails an attempt that is refused twice', async () => {
    const server = digestServer({ username: client.clientID, password: 'another secret 9', algorithms: ['SHA-256'] });
    hook.answer((request) => server.answer(request));
    const { subscription } = await notified({ auth: 'DIGEST', secret: 'digest secret 123' });
    const [delivery] = await deliveries(tenant, subscription);
    expect(delivery).toMatchObject({ status: 'FAILED', attemptCount: 3 });
    expect(delivery.attempts.map((a: Wire) => a.responseStatus)).toEqual([401, 401, 401]);
    hook.answer(() => ({ status: 200 }));
  });
});

describe('a secret', () => {
  test('is replaced with an overlap in which both sign', async () => {
    const { urn, subscription } = await notified({});
    const next = `whsec_${Buffer.alloc(24, 9).toString('base64')}`;
    const rotated = await tenant.rest('POST', `/n/v1/webhooksubscription/${subscription}/rotatesecret`, {
      body: { secret: next, overlapSeconds: 600 },
    });
    expect(rotated.status).toBe(200);
    const left = Date.parse(rotated.body.previousSecretExpirationTimestamp) - Date.now();
    expect(left).toBeGreaterThan(590_000);
    expect(left).toBeLessThan(610_000);
    hook.forget();
    await rename(tenant, urn, 'Rotated');
    const [request] = await hook.until(1);
    const verify = ({ body, headers }: Received, secret: string): unknown =>
      new Webhook(secret).verify(body.toString(), headers as Record<string, string>);
    expect(verify(request!, next)).toEqual(verify(request!, hookSecret));
    expect(String(request!.headers['webhook-signature']).match(/v1,/g)).toHaveLength(2);
    // The log shows both.
    const logged = await settled(tenant, String(request!.headers['webhook-id']));
    expect(logged.attempts[0].requestHeaders['webhook-signature']).toBe(request!.headers['webhook-signature']);
    // Sent back as it is, the secret replaces nothing.
    const same = await tenant.rest('PATCH', `/n/v1/webhooksubscription/${subscription}`, { body: { secret: next } });
    expect(same.body.previousSecretExpirationTimestamp).toBe(rotated.body.previousSecretExpirationTimestamp);
    const end = `UPDATE webhook_subscription SET previous_secret_expiration_timestamp = now() WHERE urn = $1`;
    await withClient(service.databaseUrl, (pg) => pg.query(end, [subscription]));
    hook.forget();
    await rename(tenant, urn, 'Overlap ended');
    const [late] = await hook.until(1);
    expect(String(late!.headers['webhook-signature']).match(/v1,/g)).toHaveLength(1);
    expect(() => verify(late!, next)).not.toThrow();

    // The second time nothing else of the subscription changes with it.
    for (const secret of [hookSecret, next]) {
      await tenant.rest('PATCH', `/n/v1/webhooksubscription/${subscription}`, { body: { secret } });
      hook.forget();
      await rename(tenant, urn, `Replaced by ${secret}`);
      const [after] = await hook.until(1);
      expect(String(after!.headers['webhook-signature']).match(/v1,/g)).toHaveLength(1);
      expect(() => verify(after!, secret)).not.toThrow();
    }
    // What has no use any more is not kept.
    const kept = `SELECT previous_secret_sealed AS previous FROM webhook_subscription WHERE urn = $1`;
    const { rows } = await withClient(service.databaseUrl, (pg) => pg.query(kept, [subscription]));
    expect(rows).toEqual([{ previous: null }]);
  });

  test('is never returned by either face, never stored in plain text, and hidden when a receiver echoes it', async () => {
    const secret = 'unmistakable-secret-0123456789';
    hook.answer((request) => ({
      status: 200,
      headers: { 'content-type': 'text/plain' },
      body: `you sent ${request.headers.authorization ?? ''}`,
    }));
    const { urn, subscription } = await notified({ auth: 'BEARER', secret, payload: 'FULL' });
    await tenant.rest('PATCH', `/n/v1/webhooksubscription/${subscription}`, { body: { eventsPerMinute: 5999 } });
    const read = await tenant.rest('GET', `/n/v1/webhooksubscription/${subscription}`);
    expect(read.body.secret).toBeNull();
    const graph = await tenant.graph(
      `query ($urn: ID!) { webhookSubscription(urn: $urn) { secret auth } webhookDeliveries(first: 50) { nodes { attempts { responseExcerpt } } } }`,
      { urn: subscription },
    );
    expect(graph.data.webhookSubscription).toEqual({ secret: null, auth: 'BEARER' });
    const excerpts = JSON.stringify(await deliveries(tenant, subscription));
    expect(excerpts).toContain('you sent Bearer ***');
    const dump = await withClient(service.databaseUrl, async (db) => {
      const tables = await db.query(
        `SELECT s::text AS t FROM webhook_subscription s UNION ALL SELECT d::text FROM webhook_delivery d
          UNION ALL SELECT b::text FROM webhook_body b UNION ALL SELECT a::text FROM webhook_attempt a`,
      );
      return tables.rows.map((row) => String(row.t)).join('\n');
    });
    expect(dump).toContain(urn);
    expect([read.text, JSON.stringify(graph), excerpts, dump].join('\n')).not.toContain(secret);
    hook.answer(() => ({ status: 200 }));
  });
});
