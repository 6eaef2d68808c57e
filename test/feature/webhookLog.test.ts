// What operators see of deliveries and can do about them: the log with the requests sent, health, notices before
// anything is disabled, and canceling pending deliveries.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { noteFailing, noteHealth } from '../../src/database/events/webhookHealthStore.ts';
import { makeBacklog } from '../support/backlog.ts';
import { sql } from '../support/content.ts';
import { withClient } from '../support/database.ts';
import { isAtOnce } from '../support/bothPlans.ts';
import { createClient } from '../support/client.ts';
import { scrape } from '../support/metrics.ts';
import { startReceiver, type Receiver } from '../support/receiver.ts';
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
let client: string;
let hook: Receiver;

beforeAll(async () => {
  service = await startService(
    { WEBHOOK_ALLOWED_RANGES: '127.0.0.0/8', METRICS_PORT: '0' },
    {
      webhookOptions: {
        pollMillis: 20,
        stopMillis: 200,
        schedule: { waits: [0.02], jitter: 0, longestRetryAfter: 36_000 },
      },
    },
  );
  tenant = await service.tenant();
  client = (await apiClient(tenant)).urn;
  hook = await startReceiver();
});
afterAll(async () => {
  await service.close();
  await hook.close();
});

async function toldOnce(more: Readonly<Record<string, unknown>> = {}): Promise<{ subscription: string; page: string }> {
  const page = await entity(tenant);
  const subscription = await subscribe(tenant, client, hook.url, { event: 'UPDATE', targetUrn: page, ...more });
  await rename(tenant, page, 'Changed');
  return { subscription, page };
}

const read = async (kind: string, urn: string): Promise<Wire> =>
  (await tenant.rest('GET', `/n/v1/${kind}/${urn}`)).body;

describe('The log of deliveries', () => {
  test.each(['HMAC_SHA256', 'BASIC', 'BEARER'])(
    'shows body and headers as they were sent, without credentials: %s',
    async (auth) => {
      hook.forget();
      hook.answer(() => ({ status: 200 }));
      const secret = 'a-secret-of-thirty-two-characters';
      const { subscription } = await toldOnce({ auth, secret });
      const [request] = await hook.until(1);
      const [delivery] = await deliveries(tenant, subscription);
      const done = await settled(tenant, delivery.urn);
      expect(done.body).toBe(String(request?.body));
      const [attempt] = done.attempts;
      for (const name of [
        'webhook-id',
        'webhook-timestamp',
        'webhook-signature',
        'webhook-attempt',
        'user-agent',
        'content-type',
        'content-digest',
      ])
        expect(attempt.requestHeaders[name]).toBe(request?.headers[name]);
      expect(JSON.stringify(done)).not.toContain(secret);
      expect(JSON.stringify(done)).not.toContain(Buffer.from(secret).toString('base64').slice(4, -4));
      expect(attempt.requestHeaders.authorization).toBe(
        auth === 'HMAC_SHA256' ? undefined : `${auth.charAt(0)}${auth.slice(1).toLowerCase()} ***`,
      );
    },
  );

  test('can be filtered by subject, on both faces, and is linked from its subscription', async () => {
    hook.answer(() => ({ status: 200 }));
    const { subscription } = await toldOnce();
    await tenant.rest('POST', `/n/v1/webhooksubscription/${subscription}/test`);
    const bySubject = async (subject: string): Promise<readonly string[]> => {
      const path = `/n/v1/webhookdeliveries?filter[subscription]=${subscription}&filter[subject]=${subject}`;
      return (await tenant.rest('GET', path)).body.webhookdeliveries.map((d: Wire) => d.subject);
    };
    expect(await bySubject('ENTITY')).toEqual(['ENTITY']);
    expect(await bySubject('WEBHOOK_SUBSCRIPTION')).toEqual(['WEBHOOK_SUBSCRIPTION']);
    expect(await bySubject('TASK')).toEqual([]);
    const graph = await tenant.data(
      `query ($urn: ID!) { webhookSubscription(urn: $urn) { deliveries(first: 5) { totalCount nodes { subject attempts { requestHeaders } } } }
        webhookDeliveries(where: { subscription: { eq: $urn }, subject: { eq: ENTITY } }) { nodes { subject } } }`,
      { urn: subscription },
    );
    expect(graph.webhookSubscription.deliveries.totalCount).toBe(2);
    expect(graph.webhookDeliveries.nodes).toEqual([{ subject: 'ENTITY' }]);
    // The number of the event is the same, alone and beside what takes another statement: text in the graph, a number over REST.
    const list = `/n/v1/webhookdeliveries?filter[subscription]=${subscription}&filter[subject]=ENTITY&fields=sequence`;
    const [{ urn, sequence }] = await eventually(
      async () => (await tenant.rest('GET', list)).body.webhookdeliveries as [Wire],
      ([one]) => typeof one.sequence === 'number',
    );
    for (const beside of ['', 'attempts { number }']) {
      const { webhookDelivery } = await tenant.data(
        `query ($urn: ID!) { webhookDelivery(urn: $urn) { sequence ${beside} } }`,
        { urn },
      );
      expect(webhookDelivery.sequence).toBe(String(sequence));
      expect((await tenant.rest('GET', `/n/v1/webhookdelivery/${String(urn)}?fields=sequence`)).body.sequence).toBe(
        sequence,
      );
    }
    // What is on its way would meet the failing receiver of the next test.
    await eventually(
      async () => (await deliveries(tenant, subscription)).map((d) => d.status),
      (all) => all.every((status) => status === 'SUCCEEDED'),
    );
  });
});

test('the log and the health are answered by one statement as field by field', async () => {
  const hook = await startReceiver();
  const plain = await service.another({ hasTextPlan: false });
  try {
    hook.answer((_, index) => ({ status: index === 0 ? 500 : 200 }));
    const { subscription } = await toldOnce({ destinationUrl: hook.url });
    await eventually(
      async () => (await deliveries(tenant, subscription)).map((d) => d.status),
      (all) => all.length > 0 && all.every((status) => status === 'SUCCEEDED'),
    );
    const query = `query ($urn: ID!) { webhookSubscription(urn: $urn) { health { __typename backlog oldestPendingTimestamp successRate exhaustedCount p95Millis lastErrorTimestamp lastErrorCode lastErrorStatus }
      deliveries(first: 5) { nodes { subject body attempts { __typename number startedTimestamp durationMillis responseStatus errorCode responseExcerpt isManual requestHeaders }
        trigger { targetUrl subscriptions { urn } } } } } }`;
    const from = service.statements.length;
    const atOnce = await tenant.data(query, { urn: subscription });
    expect(service.statements.slice(from).filter(isAtOnce)).toHaveLength(1);
    const byField = await createClient(plain.url, tenant.token).data(query, { urn: subscription });
    // Either service may have made the body.
    const named = (answer: unknown): unknown =>
      JSON.parse(
        JSON.stringify(answer).replaceAll(service.url, 'https://service').replaceAll(plain.url, 'https://service'),
      );
    expect(named(atOnce)).toEqual(named(byField));
    expect(atOnce.webhookSubscription.deliveries.nodes[0].attempts.length).toBeGreaterThan(0);
  } finally {
    await plain.close();
    await hook.close();
  }
});

describe('An abandoned delivery', () => {
  test('is announced, notified of once and counted immediately, and the subscription stays enabled', async () => {
    hook.answer(() => ({ status: 500 }));
    const before = (await scrape(service.metricsUrl)).value('commonplace_webhook_exhausted_total') ?? 0;
    const { subscription, page } = await toldOnce();
    await rename(tenant, page, 'Changed again');
    const failed = await eventually(
      async () => (await deliveries(tenant, subscription)).map((d) => d.status),
      (all) => all.length === 2 && all.every((status) => status === 'FAILED'),
    );
    expect(failed).toEqual(['FAILED', 'FAILED']);
    const seen = await eventually(
      () => read('webhooksubscription', subscription),
      (s) => s.lastExhaustedTimestamp !== null,
    );
    expect(seen).toMatchObject({ status: 'ACTIVE', failingSinceTimestamp: expect.any(String) as unknown });
    expect(seen.health).toMatchObject({
      backlog: 0,
      successRate: 0,
      exhaustedCount: 2,
      lastErrorCode: 'STATUS',
      lastErrorStatus: 500,
    });
    const triggers = await eventually(
      async () =>
        (await tenant.rest('GET', `/n/v1/webhooktriggers?filter[targetUrn]=${subscription}&limit=200`)).body
          .webhooktriggers,
      (all: Wire[]) => all.some((t) => t.changedFields.includes('lastExhaustedTimestamp')),
    );
    const changed = triggers.flatMap((t: Wire) => t.changedFields as string[]);
    expect(changed).toEqual(expect.arrayContaining(['failingSinceTimestamp', 'lastExhaustedTimestamp']));
    expect(changed).not.toContain('status');
    const posts = (await tenant.rest('GET', '/n/v1/threadposts?limit=200')).body.threadposts.filter((p: Wire) =>
      String(p.content).includes(subscription),
    );
    expect(posts).toHaveLength(1);
    expect(posts[0].content).toContain('gave up a delivery');
    // An address may hold a secret.
    const { host, pathname } = new URL(hook.url);
    expect([posts[0].content.includes(host), posts[0].content.includes(pathname)]).toEqual([true, false]);
    const after = (await scrape(service.metricsUrl)).value('commonplace_webhook_exhausted_total') ?? 0;
    expect(after - before).toBe(2);
  });
});

test('a subscription that begins to fail and gives up at once is announced in the order of its versions', async () => {
  const { subscription } = await toldOnce({ status: 'PAUSED' });
  const failing = { subscription, failures: 1, hasSucceeded: false, isOverloaded: false, testPassed: false };
  const limits = { slowSeconds: 300, failingSeconds: 300, failingAttempts: 20 };
  const versions = await service.services.database.transaction(async (transaction) => {
    const { changed } = await noteHealth(transaction, [failing], limits);
    return (await noteFailing(transaction, [subscription], changed)).map(({ version }) => version);
  });
  expect(versions).toEqual(['2', '3']);
});

describe('Pending deliveries', () => {
  test('are canceled one by one, and those behind them proceed', async () => {
    hook.forget();
    hook.answer((request) => ({
      status: request.json.targetVersion === 2 ? 500 : 200,
      headers: { 'retry-after': '3600' },
    }));
    const { subscription, page } = await toldOnce();
    await rename(tenant, page, 'Behind');
    const [poison] = await eventually(
      () => deliveries(tenant, subscription),
      ([first]) => first?.status === 'RETRYING',
    );
    expect(hook.received).toHaveLength(1);
    const dropped = await tenant.rest('POST', `/n/v1/webhookdelivery/${String(poison.urn)}/cancel`);
    expect([dropped.status, dropped.body.status, dropped.body.discardReason]).toEqual([200, 'DISCARDED', 'CANCELED']);
    const requests = await hook.until(2);
    expect(requests[1]?.json.targetVersion).toBe(3);
    const again = await tenant.data(
      `mutation ($urn: ID!) { cancelWebhookDelivery(urn: $urn) { webhookDelivery { urn } userErrors { code path } } }`,
      { urn: poison.urn },
    );
    expect(again.cancelWebhookDelivery).toMatchObject({
      webhookDelivery: null,
      userErrors: [{ code: 'INVALID_TRANSITION' }],
    });
    const other = await service.tenant();
    expect((await other.rest('POST', `/n/v1/webhookdelivery/${String(poison.urn)}/cancel`)).status).toBe(404);
  });

  test('are canceled all at once, by the thousand, and later ones are delivered', async () => {
    hook.forget();
    hook.answer(() => ({ status: 200 }));
    const page = await entity(tenant);
    const subscription = await subscribe(tenant, client, hook.url, {
      event: 'UPDATE',
      targetUrn: page,
      status: 'PAUSED',
    });
    const backlog = { subscription, owner: tenant.company, count: 5_000, targets: [page] };
    await withClient(service.databaseUrl, (pg) => makeBacklog(pg, backlog));
    expect((await read('webhooksubscription', subscription)).health.backlog).toBe(5_000);
    // Of so many events that a caller may not know of, one page looks through no more; the next goes on behind them.
    const stranger = service.client((await apiClient(tenant, 'RESTRICTED')).token);
    const [oldest] = await sql(
      service,
      `SELECT min("sequence")::int AS first FROM webhook_trigger WHERE target_urn = $1 AND event = 'UPDATE'`,
      [page],
    );
    const known = async (from: string): Promise<{ nodes: []; pageInfo: { hasNextPage: boolean; endCursor: string } }> =>
      (
        await stranger.data(
          `query ($from: String) { events(after: $from, targetUrns: ["${page}"]) { nodes { urn: id } pageInfo { hasNextPage endCursor } } }`,
          { from },
        )
      ).events;
    const first = Number(oldest?.['first']);
    const looked = await known(`1.${String(first - 1)}`);
    expect(looked).toEqual({
      nodes: [],
      pageInfo: { hasNextPage: true, endCursor: `1.${String(first + 4_999)}` },
    });
    expect(await known(looked.pageInfo.endCursor)).toMatchObject({ nodes: [], pageInfo: { hasNextPage: false } });
    const answer = await tenant.rest('POST', `/n/v1/webhooksubscription/${subscription}/cancel`, { body: {} });
    expect([answer.status, answer.body]).toEqual([202, { count: 5_000 }]);
    await eventually(
      async () => (await read('webhooksubscription', subscription)).health.backlog,
      (count) => count === 0,
    );
    await tenant.rest('PATCH', `/n/v1/webhooksubscription/${subscription}`, { body: { status: 'ACTIVE' } });
    await rename(tenant, page, 'After');
    const [request] = await hook.until(1);
    expect(request?.json.targetUrn).toBe(page);
    expect(hook.received).toHaveLength(1);
  });

  test('of a range are canceled, those of other events are kept, and what was canceled can be sent again', async () => {
    hook.forget();
    hook.answer(() => ({ status: 200 }));
    const pages = await Promise.all([entity(tenant), entity(tenant), entity(tenant)]);
    const subscription = await subscribe(tenant, client, hook.url, { event: 'UPDATE', status: 'PAUSED' });
    const backlog = { subscription, owner: tenant.company, count: 3, targets: pages };
    await withClient(service.databaseUrl, (pg) => makeBacklog(pg, backlog));
    const waiting = await deliveries(tenant, subscription);
    const [first, second, third] = waiting.map((d) => Number(d.sequence)).sort((a, b) => a - b);
    const redelivered = await tenant.rest('POST', `/n/v1/webhookdelivery/${String(waiting[0].urn)}/redeliver`);
    expect([redelivered.status, redelivered.body.code]).toEqual([409, 'INVALID_TRANSITION']);
    const created = Math.min(...waiting.map((d) => Date.parse(d.createdTimestamp)));
    const before = await tenant.rest('POST', `/n/v1/webhooksubscription/${subscription}/cancel`, {
      body: { toTimestamp: new Date(created - 1).toISOString() },
    });
    expect([before.status, before.body]).toEqual([202, { count: 0 }]);
    const range = { fromSequence: second, toSequence: second };
    const canceled = await tenant.data(
      `mutation ($urn: ID!, $at: Long, $to: DateTime) { cancelWebhookDeliveries(urn: $urn, fromSequence: $at, toSequence: $at, toTimestamp: $to) { count userErrors { code } } }`,
      { urn: subscription, at: String(second), to: new Date(created).toISOString() },
    );
    expect(canceled.cancelWebhookDeliveries).toEqual({ count: 1, userErrors: [] });
    const statuses = (): Promise<[number, string][]> =>
      deliveries(tenant, subscription).then((all) =>
        all.map((d) => [Number(d.sequence), String(d.status)] as [number, string]).sort(([a], [b]) => a - b),
      );
    await eventually(statuses, (all) => all.some(([, status]) => status === 'DISCARDED'));
    expect(await statuses()).toEqual([
      [first, 'PENDING'],
      [second, 'DISCARDED'],
      [third, 'PENDING'],
    ]);
    await tenant.rest('PATCH', `/n/v1/webhooksubscription/${subscription}`, { body: { status: 'ACTIVE' } });
    const sent = await hook.until(2);
    expect(sent.map((request) => request.json.sequence).sort((a, b) => a - b)).toEqual([first, third]);
    const path = `/n/v1/webhooksubscription/${subscription}/replay`;
    const beyond = await tenant.rest('POST', path, { body: { fromSequence: first, toSequence: Number(first) - 1 } });
    expect([beyond.status, beyond.body]).toEqual([202, { count: 0 }]);
    const again = await tenant.rest('POST', path, { body: range });
    expect([again.status, again.body]).toEqual([202, { count: 1 }]);
    expect((await hook.until(3))[2]?.json.sequence).toBe(second);
  });
});
