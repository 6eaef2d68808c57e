// Misbehaving receivers and subscriptions that end: every delivery reaches a defined status, and no other subscription
// is delayed.
import { createServer } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { sql } from '../support/content.ts';
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

beforeAll(async () => {
  service = await startService(
    { WEBHOOK_ALLOWED_RANGES: '127.0.0.0/8' },
    {
      webhookOptions: {
        pollMillis: 20,
        stopMillis: 200,
        totalMillis: 400,
        connectMillis: 300,
        schedule: { waits: [0.05], jitter: 0.1, longestRetryAfter: 36_000 },
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

async function receiver(answer: Answer = { status: 200 }): Promise<Receiver> {
  const started = await startReceiver();
  started.answer(() => answer);
  receivers.push(started);
  return started;
}

async function toldAt(url: string, more: Record<string, unknown> = {}): Promise<{ urn: string; subscription: string }> {
  const urn = await entity(tenant);
  const subscription = await subscribe(tenant, client.urn, url, { targetUrn: urn, ...more });
  await rename(tenant, urn, 'Changed');
  return { urn, subscription };
}

async function firstSettled(subscription: string): Promise<Wire> {
  const [delivery] = await deliveries(tenant, subscription);
  return settled(tenant, delivery.urn);
}

/** A subscription that is paused while a delivery waits for its second attempt. */
async function paused(): Promise<{ subscription: string; hook: Receiver; resume: () => Promise<void> }> {
  const hook = await receiver({ status: 503, headers: { 'retry-after': '1' } });
  const { subscription } = await toldAt(hook.url);
  await hook.until(1);
  const set = async (status: string): Promise<void> => {
    const path = `/n/v1/webhooksubscription/${subscription}`;
    expect((await tenant.rest('PATCH', path, { body: { status } })).status).toBe(200);
  };
  await set('PAUSED');
  return { subscription, hook, resume: () => set('ACTIVE') };
}

const read = async (subscription: string): Promise<Wire> =>
  (await tenant.rest('GET', `/n/v1/webhooksubscription/${subscription}`)).body;

describe('an attempt fails when the receiver', () => {
  const endless =
    (status: number): Answer =>
    (response) => {
      response.writeHead(status, { 'content-type': 'text/plain' });
      const more = (): void => {
        while (response.write('x'.repeat(16_384))) if (response.destroyed) return;
        response.once('drain', more);
      };
      more();
    };
  const slow =
    (status: number): Answer =>
    (response) => {
      response.writeHead(status, { 'content-type': 'text/plain', 'content-length': '1000' });
      response.write('x');
    };

  test.each<[string, Answer, Record<string, unknown>]>([
    [
      'redirects',
      { status: 302, headers: { location: 'http://127.0.0.1:9/' } },
      { responseStatus: 302, errorCode: 'REDIRECT' },
    ],
    ['answers 404', { status: 404 }, { responseStatus: 404, errorCode: 'STATUS' }],
    ['hangs', () => undefined, { responseStatus: null, errorCode: 'TIMEOUT' }],
    [
      'says that an answer follows, and hangs',
      (response) => response.writeEarlyHints({ link: '</style.css>; rel=preload' }),
      { responseStatus: null, errorCode: 'TIMEOUT' },
    ],
    ['resets', (_, request) => request.socket.destroy(), { responseStatus: null, errorCode: 'CONNECT' }],
    ['answers an endless body', endless(500), { responseStatus: 500, errorCode: 'STATUS' }],
    ['answers half a body and stops', slow(500), { responseStatus: 500, errorCode: 'STATUS' }],
    [
      'sends a huge header',
      (response) => void response.writeHead(200, { 'x-huge': 'x'.repeat(40_000) }).end(),
      { responseStatus: null, errorCode: 'CONNECT' },
    ],
  ])('%s', async (_, answer, expected) => {
    const hook = await receiver(answer);
    const { subscription } = await toldAt(hook.url);
    const done = await firstSettled(subscription);
    expect(done.status).toBe('FAILED');
    expect(done.attempts).toHaveLength(2);
    for (const attempt of done.attempts) {
      expect(attempt).toMatchObject(expected);
      expect(attempt.durationMillis).toBeLessThan(20_000);
      expect((attempt.responseExcerpt ?? '').length).toBeLessThanOrEqual(1024);
    }
    expect((await read(subscription)).failingSinceTimestamp).toEqual(expect.any(String));
  });

  test('cannot be reached, does not speak HTTP, or speaks it where TLS is expected', async () => {
    const hook = await receiver();
    const closed = await receiver();
    const closedUrl = closed.url;
    await closed.close();
    const garbage = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.end('no such thing\r\n\r\n');
    });
    await new Promise<void>((resolve) => garbage.listen(0, '127.0.0.1', resolve));
    const { port } = garbage.address() as { port: number };
    const codes: string[] = [];
    for (const url of [closedUrl, `http://127.0.0.1:${String(port)}/`, hook.url.replace('http:', 'https:')]) {
      const { subscription } = await toldAt(url);
      codes.push((await firstSettled(subscription)).attempts[0].errorCode);
    }
    garbage.close();
    expect(codes).toEqual(['CONNECT', 'CONNECT', 'TLS']);
    expect(hook.received).toEqual([]);
  });

  test('are not sent while the secret cannot be opened to sign them, and are once it can', async () => {
    const hook = await receiver();
    const urn = await entity(tenant);
    const subscription = await subscribe(tenant, client.urn, hook.url, { targetUrn: urn });
    const sealed = await service.services.database.query({
      text: 'SELECT "secret_sealed" AS kept FROM "webhook_subscription" WHERE "urn" = $1',
      values: [subscription],
    });
    const seal = async (kept: unknown): Promise<void> => {
      const text = 'UPDATE "webhook_subscription" SET "secret_sealed" = $2 WHERE "urn" = $1';
      await withClient(service.databaseUrl, (one) => one.query(text, [subscription, JSON.stringify(kept)]));
    };
    // As sealed by another key.
    const [row] = sealed as [{ kept: Record<string, string> }];
    await seal(Object.fromEntries(Object.entries(row.kept).map(([name]) => [name, 'AAAAAAAAAAAAAAAAAAAAAA=='])));
    await rename(tenant, urn, 'Changed');
    const done = await firstSettled(subscription);
    expect(done.status).toBe('FAILED');
    const attempt = { responseStatus: null, errorCode: 'SECRET', requestHeaders: null };
    expect(done.attempts).toMatchObject([attempt, attempt]);
    expect((await read(subscription)).failingSinceTimestamp).toEqual(expect.any(String));
    await seal(row.kept);
    await tenant.rest('POST', `/n/v1/webhookdelivery/${String(done.urn)}/redeliver`);
    await vi.waitFor(() => expect(hook.received).toHaveLength(1), 20_000);
  });

  test('but not after a complete 2xx status, however the body continues', async () => {
    for (const answer of [endless(200), slow(200)]) {
      const hook = await receiver(answer);
      const { subscription } = await toldAt(hook.url);
      expect(await firstSettled(subscription)).toMatchObject({ status: 'SUCCEEDED', attemptCount: 1 });
    }
  });

  test('while other subscriptions are served without delay', async () => {
    const [hanging, healthy] = [await receiver(() => undefined), await receiver()];
    const urns = await Promise.all(Array.from({ length: 12 }, () => entity(tenant)));
    const stuck = await subscribe(tenant, client.urn, hanging.url, { event: 'UPDATE' });
    await subscribe(tenant, client.urn, healthy.url, { event: 'UPDATE' });
    for (const urn of urns) await rename(tenant, urn, 'Changed');
    await healthy.until(12);
    expect((await deliveries(tenant, stuck)).map((d) => d.status)).not.toContain('SUCCEEDED');
    expect(healthy.received).toHaveLength(12);
  });
});

describe('the receiver answers', () => {
  test('410, and the subscription is disabled immediately; after a successful test it can be enabled again', async () => {
    const hook = await receiver({ status: 410 });
    const { urn, subscription } = await toldAt(hook.url);
    expect(await firstSettled(subscription)).toMatchObject({ status: 'FAILED', attemptCount: 1 });
    const off = await eventually(
      () => read(subscription),
      (s) => s.status === 'DISABLED',
    );
    expect(off.disabledReason).toBe('GONE_410');
    await rename(tenant, urn, 'Unheard');
    expect(await deliveries(tenant, subscription)).toHaveLength(1);

    const change = (body: Record<string, unknown>): ReturnType<Tenant['rest']> =>
      tenant.rest('PATCH', `/n/v1/webhooksubscription/${subscription}`, { body });
    const on = (more: Record<string, unknown> = {}): ReturnType<Tenant['rest']> =>
      change({ status: 'ACTIVE', ...more });
    const refusal = async (more?: Record<string, unknown>): Promise<unknown> => (await on(more)).body.code;
    expect(await refusal()).toBe('INVALID_TRANSITION');
    hook.answer(() => ({ status: 200 }));
    const passTest = async (): Promise<void> => {
      const sent = await tenant.rest('POST', `/n/v1/webhooksubscription/${subscription}/test`);
      expect(sent.status).toBe(202);
      expect((await settled(tenant, sent.body.urn)).status).toBe('SUCCEEDED');
      const passed = `SELECT 1 FROM "webhook_subscription" WHERE "urn" = $1 AND "test_passed"`;
      await eventually(
        () => sql(service, passed, [subscription]),
        (rows) => rows.length === 1,
      );
      const { json } = hook.received.at(-1)!;
      expect(json).toMatchObject({ type: 'webhook.test', sequence: null, targetUrn: subscription });
    };
    await passTest();
    // The test was of the destination that it was sent to, and of no other.
    const elsewhere = { destinationUrl: new URL('/elsewhere', hook.url).href };
    expect(await refusal(elsewhere)).toBe('INVALID_TRANSITION');
    expect((await change(elsewhere)).status).toBe(200);
    expect(await refusal()).toBe('INVALID_TRANSITION');
    await passTest();
    expect((await on()).body).toMatchObject({
      status: 'ACTIVE',
      disabledReason: null,
    });
    await rename(tenant, urn, 'Heard');
    await eventually(
      async () => hook.received.at(-1)!.json.type,
      (type) => type === 'entity.update',
    );
  });

  test('Retry-After, and the next attempt waits that long', async () => {
    const hook = await receiver({ status: 503, headers: { 'retry-after': '3600' } });
    const { subscription } = await toldAt(hook.url);
    const [first] = await deliveries(tenant, subscription);
    const waiting = await settled(tenant, first.urn, 'RETRYING');
    const wait = Date.parse(waiting.nextAttemptTimestamp) - Date.parse(waiting.attempts[0].startedTimestamp);
    expect(wait).toBeGreaterThan(3_599_000);
    expect(wait).toBeLessThan(3_602_000);
    expect(hook.received).toHaveLength(1);
  });

  test('an error to a test, which is tried once', async () => {
    const hook = await receiver({ status: 500 });
    const subscription = await subscribe(tenant, client.urn, hook.url, { status: 'PAUSED' });
    const sent = await tenant.rest('POST', `/n/v1/webhooksubscription/${subscription}/test`);
    expect(await settled(tenant, sent.body.urn)).toMatchObject({ status: 'FAILED', attemptCount: 1 });
    expect((await read(subscription)).status).toBe('PAUSED');
  });

  test('a test, which tells nothing of the health of its subscription', async () => {
    const hook = await receiver({ status: 500, headers: { 'retry-after': '3600' } });
    const { subscription } = await toldAt(hook.url);
    const failing = await eventually(
      () => read(subscription),
      (s) => s.failingSinceTimestamp !== null,
    );
    for (const [status, outcome] of [
      [200, 'SUCCEEDED'],
      [410, 'FAILED'],
      // What is recorded of the one before is recorded by then.
      [200, 'SUCCEEDED'],
    ] as const) {
      hook.answer(() => ({ status }));
      const sent = await tenant.rest('POST', `/n/v1/webhooksubscription/${subscription}/test`);
      expect((await settled(tenant, sent.body.urn, outcome)).status).toBe(outcome);
    }
    const { status, failingSinceTimestamp } = await read(subscription);
    expect([status, failingSinceTimestamp]).toEqual(['ACTIVE', failing.failingSinceTimestamp]);
  });

  test('a test that fails, which is tried once and gives nothing up', async () => {
    const hook = await receiver({ status: 500 });
    const subscription = await subscribe(tenant, client.urn, hook.url, { targetUrn: await entity(tenant) });
    const { body } = await tenant.rest('POST', `/n/v1/webhooksubscription/${subscription}/test`);
    expect((await settled(tenant, body.urn, 'FAILED')).attemptCount).toBe(1);
    const { failingSinceTimestamp, lastExhaustedTimestamp } = await read(subscription);
    expect([failingSinceTimestamp, lastExhaustedTimestamp]).toEqual([null, null]);
  });
});

describe('waiting deliveries', () => {
  test('are sent when a paused subscription is resumed', async () => {
    const { subscription, hook, resume } = await paused();
    hook.answer(() => ({ status: 200 }));
    // Its time comes, and it is passed over.
    const isReady = `SELECT 1 FROM "webhook_queue" q JOIN "webhook_pace" w ON w."subscription" = q."subscription"
      WHERE q."subscription" = '${subscription}' AND q."state" = 1 AND w."wake_timestamp" IS NULL`;
    await eventually(
      () => sql(service, isReady),
      (rows) => rows.length > 0,
    );
    await resume();
    expect(await firstSettled(subscription)).toMatchObject({ status: 'SUCCEEDED', attemptCount: 2 });
  });

  test('are dropped when the subscription expires or is deleted', async () => {
    const hook = await receiver({ status: 503, headers: { 'retry-after': '3600' } });
    const soon = new Date(Date.now() + 1_500).toISOString();
    const { subscription } = await toldAt(hook.url, { expirationTimestamp: soon });
    const done = await firstSettled(subscription);
    expect(done).toMatchObject({ status: 'DISCARDED', discardReason: 'EXPIRED', nextAttemptTimestamp: null });
    expect((await read(subscription)).status).toBe('EXPIRED');
    const later = new Date(Date.now() + 3_600_000).toISOString();
    const back = await tenant.rest('PATCH', `/n/v1/webhooksubscription/${subscription}`, {
      body: { expirationTimestamp: later },
    });
    expect(back.body.status).toBe('ACTIVE');

    const gone = await toldAt(hook.url);
    await hook.until(2);
    expect((await tenant.rest('DELETE', `/n/v1/webhooksubscription/${gone.subscription}`)).status).toBe(204);
    expect((await tenant.rest('GET', `/n/v1/webhooksubscription/${gone.subscription}`)).status).toBe(404);
  });

  test('are dropped when the client may no longer read the target, and a client without rights receives nothing', async () => {
    const hook = await receiver({ status: 503, headers: { 'retry-after': '1' } });
    const restricted = await apiClient(tenant, 'RESTRICTED');
    const urn = await entity(tenant);
    const own = service.client(restricted.token);
    const subscription = await subscribe(own, restricted.urn, hook.url, { targetUrn: urn });
    await rename(tenant, urn, 'Not yours');
    expect(await firstSettled(subscription)).toMatchObject({
      status: 'DISCARDED',
      discardReason: 'NO_PERMISSION',
      attemptCount: 0,
    });
    expect(hook.received).toEqual([]);

    const grant = await tenant.rest('POST', '/n/v1/permission', {
      body: {
        owner: tenant.company,
        subjectUrn: restricted.urn,
        subjectScope: 'API_CLIENT',
        objectUrn: urn,
        objectScope: 'ENTITY',
        label: 'READ_DRAFT',
      },
    });
    expect(grant.status).toBe(201);
    await rename(tenant, urn, 'Yours for now');
    await hook.until(1);
    expect((await tenant.rest('DELETE', `/n/v1/permission/${grant.body.urn}`)).status).toBe(204);
    const [, second] = await deliveries(own, subscription);
    expect(await settled(own, second.urn)).toMatchObject({
      status: 'DISCARDED',
      discardReason: 'NO_PERMISSION',
      attemptCount: 1,
    });
    expect(hook.received).toHaveLength(1);
  });

  test('that are sent again name the resource alone for a client that may no longer see its drafts', async () => {
    const hook = await receiver();
    const restricted = await apiClient(tenant, 'RESTRICTED');
    const urn = crypto.randomUUID();
    const body = {
      ...{ urn, owner: tenant.company, name: 'Page', language: 'en', status: 'PUBLISH' },
      texts: [{ name: 'title', sortOrder: 0, value: 'Live' }],
    };
    const page = (await tenant.rest('POST', '/n/v1/entity', { body })).body;
    const grant = async (label: string): Promise<string> => {
      const edge = { subjectUrn: restricted.urn, subjectScope: 'API_CLIENT', objectUrn: urn, objectScope: 'ENTITY' };
      const made = await tenant.rest('POST', '/n/v1/permission', { body: { owner: tenant.company, ...edge, label } });
      return made.body.urn as string;
    };
    await grant('READ');
    const drafts = await grant('READ_DRAFT');
    await tenant.rest('PATCH', `/n/v1/textitem/${String(page.texts[0].urn)}`, { body: { value: 'Draft' } });
    const subscription = await subscribe(tenant, restricted.urn, hook.url, { targetUrn: urn, payload: 'FULL' });
    await rename(tenant, urn, 'Renamed');
    const seen = (await hook.until(1))[0]?.json.data;
    expect([seen.status, seen.texts[0].value]).toEqual(['PUBLISHED_WITH_DRAFTS', 'Draft']);
    const [delivery] = await deliveries(tenant, subscription);
    await settled(tenant, delivery.urn);
    const again = async (count: number): Promise<Wire> => {
      expect((await tenant.rest('POST', `/n/v1/webhookdelivery/${String(delivery.urn)}/redeliver`)).status).toBe(202);
      const received = (await hook.until(count))[count - 1];
      await settled(tenant, delivery.urn);
      return received;
    };
    expect((await again(2)).body).toEqual(hook.received[0]?.body);
    expect((await tenant.rest('DELETE', `/n/v1/permission/${drafts}`)).status).toBe(204);
    const narrowed = await again(3);
    expect(Object.keys(narrowed.json.data)).toEqual(['urn', 'url']);
    // From then on it is these bytes.
    await grant('READ_DRAFT');
    expect((await again(4)).body).toEqual(narrowed.body);
  });

  test('of a deletion are sent to clients that could read the target, and to no others', async () => {
    const [mine, theirs] = [await receiver(), await receiver()];
    const restricted = await apiClient(tenant, 'RESTRICTED');
    const [seen, unseen] = [await entity(tenant), await entity(tenant)];
    await tenant.rest('POST', '/n/v1/permission', {
      body: {
        owner: tenant.company,
        subjectUrn: restricted.urn,
        subjectScope: 'API_CLIENT',
        objectUrn: seen,
        objectScope: 'ENTITY',
        label: 'READ_DRAFT',
      },
    });
    await subscribe(tenant, client.urn, mine.url, { event: 'DELETE' });
    const own = await subscribe(service.client(restricted.token), restricted.urn, theirs.url, { event: 'DELETE' });
    await tenant.rest('DELETE', `/n/v1/entity/${unseen}`);
    await tenant.rest('DELETE', `/n/v1/entity/${seen}`);
    expect((await mine.until(2)).map((r) => r.json.targetUrn).sort()).toEqual([seen, unseen].sort());
    expect((await theirs.until(1)).map((r) => r.json.targetUrn)).toEqual([seen]);
    expect((await deliveries(tenant, own)).map((d) => d.discardReason).sort()).toEqual(['NO_PERMISSION', null]);
  });

  test('stay when the API client is disabled, and the subscription shows the reason', async () => {
    const hook = await receiver();
    const other = await apiClient(tenant);
    const urn = await entity(tenant);
    const subscription = await subscribe(tenant, other.urn, hook.url, { targetUrn: urn });
    expect((await tenant.rest('PATCH', `/n/v1/apiclient/${other.urn}`, { body: { status: 'DISABLED' } })).status).toBe(
      200,
    );
    await rename(tenant, urn, 'Unheard');
    const off = await eventually(
      () => read(subscription),
      (s) => s.status === 'DISABLED',
    );
    expect(off.disabledReason).toBe('CLIENT_DISABLED');
    // It was claimed before that was noticed, and is put back.
    const [delivery] = await eventually(
      () => deliveries(tenant, subscription),
      ([one]) => one?.status === 'PENDING',
    );
    expect(delivery).toMatchObject({ attemptCount: 0 });
    // A test has a caller who waits for its end.
    const sent = await tenant.rest('POST', `/n/v1/webhooksubscription/${subscription}/test`);
    expect(await settled(tenant, sent.body.urn)).toMatchObject({
      status: 'DISCARDED',
      discardReason: 'NO_PERMISSION',
      attemptCount: 0,
    });
    expect(hook.received).toEqual([]);
  });

  test('are dropped when what they are about is no longer kept', async () => {
    const { subscription, hook, resume } = await paused();
    await withClient(service.databaseUrl, (pg) =>
      pg.query(
        'DELETE FROM webhook_trigger t USING webhook_delivery d WHERE d.trigger = t.urn AND d.subscription = $1',
        [subscription],
      ),
    );
    await resume();
    expect(await firstSettled(subscription)).toMatchObject({ status: 'DISCARDED', discardReason: 'RETENTION' });
    expect(hook.received).toHaveLength(1);
  });
});

test('a destination that is not permitted any more is not reached, and its subscription is switched off', async () => {
  const { subscription, resume } = await paused();
  const move = `UPDATE webhook_subscription SET destination_url = 'http://10.0.0.1/' WHERE urn = $1`;
  await withClient(service.databaseUrl, (pg) => pg.query(move, [subscription]));
  await resume();
  const done = await firstSettled(subscription);
  expect(done.status).toBe('FAILED');
  expect(done.attempts.map((a: Wire) => [a.responseStatus, a.errorCode])).toEqual([
    [503, 'STATUS'],
    [null, 'TARGET_REFUSED'],
  ]);
  const off = await eventually(
    () => read(subscription),
    ({ status }) => status === 'DISABLED',
  );
  expect(off.disabledReason).toBe('TARGET_REFUSED');
});

test('an outcome that cannot be written is written when it can be, and nothing is sent twice', async () => {
  const hook = await receiver();
  await withClient(service.databaseUrl, (pg) =>
    pg.query(`CREATE SEQUENCE tries;
      CREATE FUNCTION fail_twice() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN IF nextval('tries') < 3 THEN RAISE EXCEPTION 'not now'; END IF; RETURN NEW; END $$;
      CREATE TRIGGER fail_twice BEFORE UPDATE ON webhook_delivery FOR EACH ROW WHEN (NEW.status = 'SUCCEEDED')
        EXECUTE FUNCTION fail_twice()`),
  );
  try {
    const { subscription } = await toldAt(hook.url);
    expect(await firstSettled(subscription)).toMatchObject({ status: 'SUCCEEDED', attemptCount: 1 });
  } finally {
    await withClient(service.databaseUrl, (pg) => pg.query('DROP TRIGGER fail_twice ON webhook_delivery'));
  }
  expect(hook.received).toHaveLength(1);
  const { rows } = await withClient(service.databaseUrl, (pg) => pg.query('SELECT last_value FROM tries'));
  expect(Number(rows[0].last_value)).toBeGreaterThanOrEqual(3);
});

test('a subscription that cannot be claimed keeps no other waiting', async () => {
  const [broken, other] = [await receiver(), await receiver()];
  const urn = await entity(tenant);
  const subscription = await subscribe(tenant, client.urn, broken.url, { targetUrn: urn });
  await subscribe(tenant, client.urn, other.url, { targetUrn: urn });
  const pace = (perMinute: number): Promise<unknown> =>
    withClient(service.databaseUrl, (pg) =>
      pg.query('UPDATE "webhook_subscription" SET "events_per_minute" = $2 WHERE "urn" = $1', [
        subscription,
        perMinute,
      ]),
    );
  await pace(0);
  try {
    for (let at = 1; at <= 3; at += 1) await rename(tenant, urn, `Change ${String(at)}`);
    await other.until(3);
    expect(broken.received).toHaveLength(0);
  } finally {
    await pace(60);
  }
  await broken.until(3);
});
