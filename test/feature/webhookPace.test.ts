// Limits that apply across all processes: attempts in any window, requests in flight, leases, and persistent failure.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { complete } from '../../src/database/events/completionStore.ts';
import { queueState } from '../../src/database/events/webhookHealthStore.ts';
import { withClient } from '../support/database.ts';
import { startReceiver, type Answer, type Receiver } from '../support/receiver.ts';
import { startService, type Tenant, type TestService } from '../support/service.ts';
import {
  apiClient,
  deliveries,
  entity,
  eventually,
  rename,
  settled,
  subscribe,
  type Wire,
} from '../support/webhooks.ts';

let service: TestService;
let tenant: Tenant;
let client: { urn: string; clientID: string; token: string };
const receivers: Receiver[] = [];

// A minute of this test lasts three seconds, and attempts may start half a second late; in service, a second.
const minute = 3_000;
let lateSeconds = 0.5;

/** A service whose attempts are given up after so long. */
const started = (totalMillis: number): Promise<TestService> =>
  startService(
    { WEBHOOK_ALLOWED_RANGES: '127.0.0.0/8' },
    {
      webhookOptions: {
        pollMillis: 20,
        stopMillis: 200,
        totalMillis,
        claims: {
          subscriptions: 16,
          perSubscription: 10,
          leaseSeconds: 60,
          minuteSeconds: minute / 1000,
          get lateSeconds() {
            return lateSeconds;
          },
        },
        schedule: { waits: [0.05, 0.05, 0.05, 0.05, 0.05, 0.05, 0.05], jitter: 0, longestRetryAfter: 36_000 },
        health: { slowSeconds: 300, failingSeconds: 0.3, failingAttempts: 12 },
      },
    },
  );

beforeAll(async () => {
  service = await started(3_000);
  await service.another();
  tenant = await service.tenant();
  client = await apiClient(tenant);
});
afterAll(() => service.close());
afterEach(async () => {
  for (const receiver of receivers.splice(0)) await receiver.close();
});

async function receiver(answer: Answer = { status: 200 }): Promise<Receiver> {
  const started = await startReceiver();
  started.answer(() => answer);
  receivers.push(started);
  return started;
}

function mostInWindow(times: readonly number[]): number {
  return Math.max(...times.map((start) => times.filter((t) => t >= start && t < start + minute).length));
}

const read = async (subscription: string): Promise<Wire> =>
  (await tenant.rest('GET', `/n/v1/webhooksubscription/${subscription}`)).body;

test('the queue is counted for operators', async () => {
  expect(await queueState(service.services.database)).toEqual({
    byStatus: { PENDING: 0, IN_FLIGHT: 0, RETRYING: 0 },
    oldestSeconds: 0,
  });
  const hook = await receiver({ status: 503, headers: { 'retry-after': '3600' } });
  const urn = await entity(tenant);
  const subscription = await subscribe(tenant, client.urn, hook.url, { targetUrn: urn });
  await rename(tenant, urn, 'Changed');
  const [delivery] = await deliveries(tenant, subscription);
  await settled(tenant, delivery.urn, 'RETRYING');
  const after = await queueState(service.services.database);
  expect(after.byStatus).toEqual({ PENDING: 0, IN_FLIGHT: 0, RETRYING: 1 });
  expect(after.oldestSeconds).toBeGreaterThan(0);
});

describe('two processes together', () => {
  test('start no more than eventsPerMinute attempts in any window, and lose none of the rest', async () => {
    const hook = await receiver();
    const urns = await Promise.all(Array.from({ length: 45 }, (_, at) => entity(tenant, `Page ${String(at)}`)));
    await subscribe(tenant, client.urn, hook.url, { event: 'UPDATE', eventsPerMinute: 20 });
    await Promise.all(urns.map((urn) => rename(tenant, urn, 'Changed')));
    const requests = await hook.until(45);
    expect(new Set(requests.map((r) => r.headers['webhook-id'])).size).toBe(45);
    const most = mostInWindow(requests.map((r) => r.at));
    expect(most).toBeLessThanOrEqual(20);
    // A limit that lets nothing through would be kept too.
    expect(most).toBeGreaterThanOrEqual(15);
  });

  test('return deliveries that they claimed but could not start in time', async () => {
    const hook = await receiver();
    const urn = await entity(tenant);
    const subscription = await subscribe(tenant, client.urn, hook.url, { targetUrn: urn });
    // Now every claim comes too late.
    lateSeconds = 0;
    await rename(tenant, urn, 'Changed');
    const [delivery] = await deliveries(tenant, subscription);
    // Each claim and each return is a version.
    const returned = await eventually(
      async () => (await tenant.rest('GET', `/n/v1/webhookdelivery/${delivery.urn}`)).body,
      ({ version, status }) => version > 4 && status === 'PENDING',
    );
    expect(returned.attemptCount).toBe(0);
    expect(hook.received).toHaveLength(0);
    lateSeconds = 0.5;
    const [request] = await hook.until(1);
    expect(request?.headers['webhook-attempt']).toBe('1');
  });

  test('send an overloaded receiver half of that', async () => {
    const hook = await receiver({ status: 429, headers: { 'retry-after': '3600' } });
    const urns = await Promise.all(Array.from({ length: 14 }, () => entity(tenant)));
    await subscribe(tenant, client.urn, hook.url, { event: 'UPDATE', eventsPerMinute: 10 });
    await Promise.all(urns.map((urn) => rename(tenant, urn, 'Changed')));
    await hook.until(11);
    // Until its first answer is recorded it gets the full rate.
    expect(mostInWindow(hook.received.slice(3, 11).map((r) => r.at))).toBeLessThanOrEqual(5);
  });

  test('delay no subscription because of another whose endpoint hangs on the same host', async () => {
    // No attempt ends before the test does.
    const own = await started(300_000);
    const tenant = await own.tenant();
    const client = await apiClient(tenant);
    const hook = await startReceiver();
    receivers.push(hook);
    const isHanging = (path: string): boolean => path.endsWith('/hang');
    // Requests that hang are never answered.
    hook.answer((request) => (isHanging(request.path) ? () => undefined : { status: 200 }));
    const urns = await Promise.all(Array.from({ length: 12 }, () => entity(tenant)));
    const hanging = await subscribe(tenant, client.urn, `${hook.url}/hang`, { event: 'UPDATE' });
    await Promise.all(urns.map((urn) => rename(tenant, urn, 'First')));
    await hook.until(10);
    await subscribe(tenant, client.urn, `${hook.url}/ok`, { event: 'UPDATE' });
    await Promise.all(urns.slice(0, 5).map((urn) => rename(tenant, urn, 'Second')));
    await eventually(
      async () => hook.received.filter((request) => !isHanging(request.path)).length,
      (count) => count === 5,
    );
    const tried = (await deliveries(tenant, hanging)).flatMap((delivery) => delivery.attempts as Wire[]);
    // None of the hanging requests has ended, so none was waited for.
    expect(tried).toEqual([]);
    await own.close();
  });

  test('have at most 10 requests in flight to one subscription', async () => {
    const held: (() => void)[] = [];
    const hook = await receiver((response) => held.push(() => response.writeHead(200).end()));
    const urns = await Promise.all(Array.from({ length: 14 }, () => entity(tenant)));
    await subscribe(tenant, client.urn, hook.url, { event: 'UPDATE' });
    await Promise.all(urns.map((urn) => rename(tenant, urn, 'Changed')));
    await hook.until(10);
    // Time enough for several more rounds of both.
    const rounds = performance.now() + 300;
    await eventually(
      async () => performance.now(),
      (now) => now > rounds,
    );
    expect(hook.received).toHaveLength(10);
    hook.answer(() => ({ status: 200 }));
    for (const release of held) release();
    await hook.until(14);
  });
});

describe('a lease', () => {
  test('that expired counts as a failed attempt, and another worker continues with the same id and bytes', async () => {
    const hook = await receiver({ status: 503, headers: { 'retry-after': '3600' } });
    const urn = await entity(tenant);
    const subscription = await subscribe(tenant, client.urn, hook.url, { targetUrn: urn });
    await rename(tenant, urn, 'Changed');
    const [first] = await hook.until(1);
    const [delivery] = await deliveries(tenant, subscription);
    await settled(tenant, delivery.urn, 'RETRYING');
    hook.answer(() => ({ status: 200 }));
    // A worker claimed the delivery and never reported back.
    await withClient(service.databaseUrl, (db) =>
      db.query(
        `WITH claimed AS (UPDATE webhook_delivery SET status = 'IN_FLIGHT', attempt_count = 2 WHERE urn = $1)
        UPDATE webhook_queue SET state = 2, due_timestamp = now() - interval '1 second' WHERE delivery = $1`,
        [delivery.urn],
      ),
    );
    const done = await settled(tenant, delivery.urn);
    expect(done.attempts.map((a: Wire) => [a.number, a.responseStatus, a.errorCode])).toEqual([
      [1, 503, 'STATUS'],
      [2, null, 'TIMEOUT'],
      [3, 200, null],
    ]);
    const last = hook.received.at(-1)!;
    expect(last.headers['webhook-id']).toBe(first!.headers['webhook-id']);
    expect(last.body.equals(first!.body)).toBe(true);

    // A test is tried once, and its end is not another try.
    hook.answer(() => ({ status: 503, headers: { 'retry-after': '3600' } }));
    const sent = await tenant.rest('POST', `/n/v1/webhooksubscription/${subscription}/test`);
    const requests = (await hook.until(3)).length;
    await settled(tenant, sent.body.urn);
    await withClient(service.databaseUrl, (db) =>
      db.query(
        `WITH claimed AS (UPDATE webhook_delivery SET status = 'IN_FLIGHT', attempt_count = 2 WHERE urn = $1 RETURNING *)
        INSERT INTO webhook_queue (tenant, subscription, target_urn, position, delivery, state, due_timestamp, created_timestamp)
        SELECT tenant, subscription, subscription, 0, urn, 2, now() - interval '1 second', now() FROM claimed`,
        [sent.body.urn],
      ),
    );
    expect(await settled(tenant, sent.body.urn)).toMatchObject({ status: 'FAILED', attemptCount: 2 });
    expect(hook.received).toHaveLength(requests);

    // The lost worker reports late: its report is ignored.
    const late = {
      urn: delivery.urn,
      attempt: 2,
      status: 'FAILED' as const,
      discardReason: null,
      step: 9,
      waitSeconds: null,
      record: null,
      bodyDigest: null,
    };
    expect(await complete(service.services.database, [late])).toEqual(new Set());
    expect((await settled(tenant, delivery.urn)).status).toBe('SUCCEEDED');
  });
});

describe('a subscription', () => {
  test('that keeps failing for too long is disabled; its pending deliveries stay', async () => {
    const hook = await receiver({ status: 500 });
    const urns = await Promise.all(Array.from({ length: 3 }, () => entity(tenant)));
    const subscription = await subscribe(tenant, client.urn, hook.url, { event: 'UPDATE' });
    await Promise.all(urns.map((urn) => rename(tenant, urn, 'Changed')));
    const off = await eventually(
      () => read(subscription),
      (s) => s.status === 'DISABLED',
    );
    expect(off).toMatchObject({ disabledReason: 'FAILING', failingSinceTimestamp: expect.any(String) as unknown });
    expect(hook.received.length).toBeGreaterThanOrEqual(12);
    expect((await deliveries(tenant, subscription)).map((d) => d.status)).not.toContain('SUCCEEDED');
    const on = await tenant.rest('PATCH', `/n/v1/webhooksubscription/${subscription}?force=true`, {
      body: { status: 'ACTIVE' },
    });
    expect(on.body).toMatchObject({ status: 'ACTIVE', disabledReason: null, failingSinceTimestamp: null });
  });

  test('that succeeds now and then stays enabled', async () => {
    const hook = await receiver();
    hook.answer((_, index) => ({ status: index % 4 === 3 ? 200 : 500 }));
    const urn = await entity(tenant);
    const subscription = await subscribe(tenant, client.urn, hook.url, { targetUrn: urn });
    for (const count of [1, 2, 3, 4, 5]) {
      await rename(tenant, urn, `Changed ${String(count)}`);
      const all = await deliveries(tenant, subscription);
      expect((await settled(tenant, all.at(-1).urn)).status).toBe('SUCCEEDED');
    }
    expect(hook.received).toHaveLength(20);
    const ended = await eventually(
      () => read(subscription),
      (s) => s.failingSinceTimestamp === null,
    );
    expect(ended.status).toBe('ACTIVE');
  });
});
