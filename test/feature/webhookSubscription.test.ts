// Managing subscriptions: permissions, validation, status changes, and how a client catches up.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { RestAnswer } from '../support/client.ts';
import { withClient } from '../support/database.ts';
import { startReceiver, type Receiver } from '../support/receiver.ts';
import { startService, type Tenant, type TestService } from '../support/service.ts';
import { apiClient, deliveries, entity, hookSecret, rename, settled, subscribe } from '../support/webhooks.ts';

let service: TestService;
let tenant: Tenant;
let client: { urn: string; clientID: string; token: string };
const receivers: Receiver[] = [];

beforeAll(async () => {
  service = await startService(
    { WEBHOOK_ALLOWED_RANGES: '127.0.0.0/8' },
    {
      webhookOptions: {
        // Whatever there is to do is said: nothing is found by chance.
        pollMillis: 3_600_000,
        stopMillis: 200,
        schedule: { waits: [], jitter: 0, longestRetryAfter: 36_000 },
      },
    },
  );
  tenant = await service.tenant();
  client = await apiClient(tenant);
});
afterAll(() => service.close());
afterEach(async () => {
  for (const receiver of receivers.splice(0)) await receiver.close();
});

async function receiver(): Promise<Receiver> {
  const started = await startReceiver();
  receivers.push(started);
  return started;
}

const valid = (): Record<string, unknown> => ({
  apiClient: client.urn,
  subject: 'TASK',
  event: 'ALL',
  destinationUrl: 'https://hooks.example.com/',
  secret: hookSecret,
  eventsPerMinute: 60,
});

async function violations(more: Record<string, unknown>): Promise<[string, string][]> {
  const answer = await tenant.rest('POST', '/n/v1/webhooksubscription', { body: { ...valid(), ...more } });
  expect(answer.status).toBe(422);
  return answer.body.errors.map((e: { path: string; code: string }) => [e.path, e.code]);
}

describe('a subscription is refused', () => {
  test.each<[string, Record<string, unknown>, string, string]>([
    ['for the subject UNKNOWN', { subject: 'UNKNOWN' }, '/subject', 'INVALID_ENUM'],
    ['for no attempts', { eventsPerMinute: 0 }, '/eventsPerMinute', 'OUT_OF_RANGE'],
    ['for too many attempts', { eventsPerMinute: 6001 }, '/eventsPerMinute', 'OUT_OF_RANGE'],
    ['for a short secret', { secret: 'x'.repeat(15) }, '/secret', 'TOO_SHORT'],
    ['for a long secret', { secret: 'x'.repeat(256) }, '/secret', 'TOO_LONG'],
    ['for a broken whsec_', { secret: 'whsec_c2hvcnQgYnV0IG9r' }, '/secret', 'INVALID_FORMAT'],
    [
      'for a secret that no bearer token can be',
      { auth: 'BEARER', secret: 'has spaces in its text' },
      '/secret',
      'INVALID_FORMAT',
    ],
    ['for a private destination', { destinationUrl: 'https://10.0.0.1/' }, '/destinationUrl', 'INVALID_FORMAT'],
    ['for user information', { destinationUrl: 'https://u@hooks.example.com/' }, '/destinationUrl', 'INVALID_FORMAT'],
    ['for a mail address', { destinationUrl: 'mailto:hooks@example.com' }, '/destinationUrl', 'INVALID_FORMAT'],
    [
      'for a destination of 1,025 characters',
      { destinationUrl: `https://h.example/${'x'.repeat(1007)}` },
      '/destinationUrl',
      'TOO_LONG',
    ],
    [
      'for an end in the past',
      { expirationTimestamp: '2020-01-01T00:00:00.000Z' },
      '/expirationTimestamp',
      'OUT_OF_RANGE',
    ],
  ])('%s', async (_, more, path, code) => {
    expect(await violations(more)).toContainEqual([path, code]);
  });

  test('when its API client already has 100', async () => {
    const full = await apiClient(tenant);
    const body = { ...valid(), apiClient: full.urn };
    const statuses: number[] = [];
    for (let batch = 0; batch < 11; batch += 1) {
      const some = await Promise.all(
        Array.from({ length: 10 }, () => tenant.rest('POST', '/n/v1/webhooksubscription', { body })),
      );
      statuses.push(...some.map((answer) => answer.status));
    }
    expect(statuses.filter((status) => status === 201)).toHaveLength(100);
    expect(statuses.filter((status) => status === 422)).toHaveLength(10);
  });

  test('on update as on create, and nothing is stored in part', async () => {
    const urn = await subscribe(tenant, client.urn, 'https://hooks.example.com/', { secret: 'a secret with spaces' });
    const patch = (body: Record<string, unknown>): ReturnType<Tenant['rest']> =>
      tenant.rest('PATCH', `/n/v1/webhooksubscription/${urn}`, { body });
    expect((await patch({ destinationUrl: 'https://169.254.169.254/' })).status).toBe(422);
    expect((await patch({ auth: 'BEARER' })).body.errors).toMatchObject([
      { path: '/auth', code: 'NOT_ALLOWED_TOGETHER' },
    ]);
    expect((await patch({ status: 'DISABLED' })).body.code).toBe('INVALID_TRANSITION');
    for (const status of ['DISABLED', 'EXPIRED']) {
      const made = await tenant.rest('POST', '/n/v1/webhooksubscription', { body: { ...valid(), status } });
      expect([made.status, made.body.code]).toEqual([409, 'INVALID_TRANSITION']);
    }
    const now = await tenant.rest('GET', `/n/v1/webhooksubscription/${urn}`);
    expect(now.body).toMatchObject({ version: 1, auth: 'HMAC_SHA256', destinationUrl: 'https://hooks.example.com/' });
  });
});

test.each<[string, Record<string, unknown>]>([
  ['one attempt a minute', { eventsPerMinute: 1 }],
  ['6,000 attempts a minute', { eventsPerMinute: 6000 }],
  ['a secret of 16 characters', { secret: 'x'.repeat(16) }],
  ['a secret of 255 characters', { secret: 'x'.repeat(255) }],
  ['a destination of 1,024 characters', { destinationUrl: `https://h.example/${'x'.repeat(1006)}` }],
])('a subscription is made with %s', async (_, more) => {
  const made = await tenant.rest('POST', '/n/v1/webhooksubscription', { body: { ...valid(), ...more } });
  expect(made.status, made.text).toBe(201);
  expect((await tenant.rest('DELETE', `/n/v1/webhooksubscription/${String(made.body.urn)}`)).status).toBe(204);
});

describe('a subscription is managed', () => {
  test('by its own API client without any grant, and by no other client', async () => {
    const [own, other] = [await apiClient(tenant, 'RESTRICTED'), await apiClient(tenant, 'RESTRICTED')];
    const [mine, theirs] = [service.client(own.token), service.client(other.token)];
    const urn = await subscribe(mine, own.urn, 'https://hooks.example.com/');
    expect((await mine.rest('GET', `/n/v1/webhooksubscription/${urn}`)).status).toBe(200);
    expect(
      (await mine.rest('PATCH', `/n/v1/webhooksubscription/${urn}`, { body: { status: 'PAUSED' } })).body.status,
    ).toBe('PAUSED');
    expect((await theirs.rest('GET', `/n/v1/webhooksubscription/${urn}`)).status).toBe(404);
    const foreign = await theirs.rest('POST', '/n/v1/webhooksubscription', {
      body: { ...valid(), apiClient: own.urn },
    });
    expect([403, 422]).toContain(foreign.status);
    expect((await theirs.rest('POST', `/n/v1/webhooksubscription/${urn}/test`)).status).toBe(404);
    expect((await mine.rest('DELETE', `/n/v1/webhooksubscription/${urn}`)).status).toBe(204);
  });

  test('past its end: sent back as it was it stays, and a later end brings it back, paused if that is said', async () => {
    const end = '2020-01-01T00:00:00.000Z';
    const ended = async (status: string): Promise<(body: Record<string, unknown>) => Promise<RestAnswer>> => {
      const urn = await subscribe(tenant, client.urn, 'https://hooks.example.com/');
      const change = 'UPDATE webhook_subscription SET status = $1, expiration_timestamp = $2 WHERE urn = $3';
      await withClient(service.databaseUrl, (pg) => pg.query(change, [status, end, urn]));
      return (body) => tenant.rest('PATCH', `/n/v1/webhooksubscription/${urn}`, { body });
    };
    const later = new Date(Date.now() + 60_000).toISOString();
    const same = await (await ended('ACTIVE'))({ expirationTimestamp: end, eventsPerMinute: 10 });
    expect([same.status, same.body.eventsPerMinute]).toEqual([200, 10]);
    const another = await (await ended('ACTIVE'))({ expirationTimestamp: '2020-01-01T00:00:00.001Z' });
    expect(another.body.errors).toMatchObject([{ path: '/expirationTimestamp', code: 'OUT_OF_RANGE' }]);
    const back = async (more: object): Promise<unknown> =>
      (await (await ended('EXPIRED'))({ expirationTimestamp: later, ...more })).body.status;
    expect([await back({}), await back({ status: 'PAUSED' })]).toEqual(['ACTIVE', 'PAUSED']);
  });

  test('and its reads and writes cause no event that triggers itself', async () => {
    const hook = await receiver();
    const urn = await subscribe(tenant, client.urn, hook.url, { subject: 'WEBHOOK_SUBSCRIPTION', event: 'UPDATE' });
    await tenant.rest('PATCH', `/n/v1/webhooksubscription/${urn}`, { body: { eventsPerMinute: 5_000 } });
    await hook.until(1);
    const [delivery, ...more] = await deliveries(tenant, urn);
    await settled(tenant, delivery.urn);
    expect(more).toEqual([]);
    expect(hook.received).toHaveLength(1);
    expect(hook.received[0]!.json.changedFields).toEqual(['eventsPerMinute', 'updatedTimestamp']);
  });
});

describe('a client catches up', () => {
  test('by replaying what succeeded, what failed, and what was never scheduled', async () => {
    const hook = await receiver();
    hook.answer((request) => ({ status: request.json.targetVersion === 2 ? 500 : 200 }));
    const urn = await entity(tenant);
    await rename(tenant, urn, 'Two');
    const before = await tenant.rest('GET', `/n/v1/webhooktriggers?filter[targetUrn]=${urn}`);
    const start = Math.min(
      ...before.body.webhooktriggers.map((t: { sequence: number | null }) => t.sequence ?? Infinity),
    );
    const subscription = await subscribe(tenant, client.urn, hook.url, { targetUrn: urn });
    await rename(tenant, urn, 'Three');
    await hook.until(1);
    const replayed = async (body: Record<string, unknown>): Promise<number> => {
      const answer = await tenant.rest('POST', `/n/v1/webhooksubscription/${subscription}/replay`, { body });
      expect(answer.status).toBe(202);
      for (const { urn: delivery } of await deliveries(tenant, subscription)) await settled(tenant, delivery);
      return answer.body.count;
    };
    const [first] = await deliveries(tenant, subscription);
    await settled(tenant, first.urn);
    expect(await replayed({ fromSequence: Number.isFinite(start) ? start : 1 })).toBe(3);
    expect((await deliveries(tenant, subscription)).map((d) => d.status).sort()).toEqual([
      'FAILED',
      'SUCCEEDED',
      'SUCCEEDED',
    ]);
    hook.answer(() => ({ status: 200 }));
    expect(await replayed({ fromTimestamp: '2020-01-01T00:00:00Z', onlyFailed: true })).toBe(1);
    expect(await replayed({ fromTimestamp: '2020-01-01T00:00:00Z', toTimestamp: '2020-01-02T00:00:00Z' })).toBe(0);
    const wrong = await tenant.rest('POST', `/n/v1/webhooksubscription/${subscription}/replay`, { body: {} });
    expect(wrong.body.errors).toMatchObject([{ path: '/fromSequence', code: 'REQUIRED' }]);
  });

  test('by announcing a resource again, to subscriptions of every event', async () => {
    const hook = await receiver();
    const urn = await entity(tenant);
    const subscription = await subscribe(tenant, client.urn, hook.url, { targetUrn: urn, event: 'DELETE' });
    const made = await tenant.rest('POST', '/n/v1/webhooktrigger', {
      body: { owner: tenant.company, subject: 'ENTITY', event: 'ALL', targetUrn: urn },
    });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({ targetVersion: 1, changedFields: [] });
    const [request] = await hook.until(1);
    expect(request!.json).toMatchObject({ type: 'entity.all', event: 'ALL', id: made.body.urn, targetVersion: 1 });
    const trigger = await tenant.rest('GET', `/n/v1/webhooktrigger/${made.body.urn}`);
    expect(trigger.body.subscriptions).toContainEqual({
      urn: subscription,
      url: `${service.url}/n/v1/webhooksubscription/${subscription}`,
    });
    expect(trigger.body.deliveries.map((d: { urn: string }) => d.urn)).toContain(request!.headers['webhook-id']);
    const unknown = await tenant.rest('POST', '/n/v1/webhooktrigger', {
      body: { owner: tenant.company, subject: 'TASK', event: 'ALL', targetUrn: urn },
    });
    expect(unknown.body.errors).toMatchObject([{ path: '/targetUrn', code: 'INVALID_REFERENCE' }]);
  });

  test('with the verbs of the graph', async () => {
    const hook = await receiver();
    const urn = await subscribe(tenant, client.urn, hook.url);
    const { testWebhookSubscription } = await tenant.data(
      `mutation ($urn: ID!) { testWebhookSubscription(urn: $urn) { webhookDelivery { urn status subscription { urn } } userErrors { code } } }`,
      { urn },
    );
    const delivery = testWebhookSubscription.webhookDelivery.urn;
    await settled(tenant, delivery);
    const again = await tenant.data(
      `mutation ($urn: ID!) { redeliverWebhook(urn: $urn) { webhookDelivery { status } userErrors { code } } }`,
      { urn: delivery },
    );
    expect(again.redeliverWebhook).toEqual({ webhookDelivery: { status: 'PENDING' }, userErrors: [] });
    await hook.until(2);
    await settled(tenant, delivery);
    const rotated = await tenant.data(
      `mutation ($urn: ID!) { rotateWebhookSecret(urn: $urn, secret: "short") { webhookSubscription { urn } userErrors { code path } } }`,
      { urn },
    );
    expect(rotated.rotateWebhookSecret).toEqual({
      webhookSubscription: null,
      userErrors: [{ code: 'TOO_SHORT', path: '/secret' }],
    });
    const unfit = await tenant.rest('POST', `/n/v1/webhooksubscription/${urn}/rotatesecret`, {
      body: { secret: 'whsec_c2hvcnQgYnV0IG9r' },
    });
    expect([unfit.status, unfit.body.errors]).toMatchObject([422, [{ path: '/secret', code: 'INVALID_FORMAT' }]]);
    const replayed = await tenant.data(
      `mutation ($urn: ID!) { replayWebhooks(urn: $urn, fromSequence: "1", onlyFailed: true) { count userErrors { code } } }`,
      { urn },
    );
    expect(replayed.replayWebhooks).toEqual({ count: 0, userErrors: [] });
  });
});
