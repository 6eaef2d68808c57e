// Subscriptions disabled by the service: those who run its company are notified in a SUPPORT thread and in their
// inboxes, in the same transaction. Resource reference 9.5.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { withClient } from '../support/database.ts';
import { community, type Community, type Person } from '../support/community.ts';
import { startReceiver, type Answer, type Receiver } from '../support/receiver.ts';
import { startService, type TestService } from '../support/service.ts';
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
let town: Community;
let chief: Person;
let clerk: Person;
const receivers: Receiver[] = [];

beforeAll(async () => {
  service = await startService(
    { WEBHOOK_ALLOWED_RANGES: '127.0.0.1/32' },
    {
      webhookOptions: {
        schedule: { waits: [0.01, 0.01, 0.01, 0.01], jitter: 0, longestRetryAfter: 1 },
        health: { slowSeconds: 1, failingSeconds: 0, failingAttempts: 4 },
      },
    },
  );
  town = await community(service);
  chief = await town.person('Chief');
  clerk = await town.person('Clerk');
  await town.grant('IDENTITY', chief.identity, 'COMPANY', town.admin.company, 'ADMIN');
  // A person, as opposed to a program that acts for one.
  await withClient(service.databaseUrl, (client) =>
    client.query(`UPDATE identity SET type = 'PERSON' WHERE urn = ANY($1)`, [[chief.identity, clerk.identity]]),
  );
});
afterEach(() => Promise.all(receivers.splice(0).map((one) => one.close())));
afterAll(() => service.close());

/** A subscription of a new client, disabled because of its receiver's answers. */
async function switchedOff(answer: Answer, reason: string, by?: (client: string) => Promise<void>): Promise<string> {
  const receiver = await startReceiver();
  receivers.push(receiver);
  receiver.answer(() => answer);
  const { urn: client } = await apiClient(town.admin, 'RESTRICTED');
  await town.grant('API_CLIENT', client, 'COMPANY', town.admin.company, 'READ_DRAFT');
  const page = await entity(town.admin);
  const address = `${receiver.url}?token=hunter2`;
  const subscription = await subscribe(town.admin, client, address, { targetUrn: page, event: 'UPDATE' });
  await by?.(client);
  await rename(town.admin, page, 'Changed');
  const off = await eventually(
    () => town.admin.rest('GET', `/n/v1/webhooksubscription/${subscription}`),
    ({ body }) => body.status === 'DISABLED',
  );
  expect(off.body.disabledReason).toBe(reason);
  return subscription;
}

async function supportThreads(): Promise<Wire[]> {
  const { body } = await town.admin.rest('GET', '/n/v1/messagethreads?filter[purpose]=SUPPORT');
  return body.messagethreads;
}

async function posts(): Promise<Wire[]> {
  const [thread] = await supportThreads();
  return thread ? (await town.admin.rest('GET', `/n/v1/messagethread/${String(thread.urn)}/posts`)).body.posts : [];
}

const unread = async (who: Person): Promise<number> =>
  (await who.rest('GET', '/n/v1/identitynotificationinbox')).body.unreadThreadCount;

test('a disabled subscription is reported in the company’s SUPPORT thread and in its managers’ inboxes only', async () => {
  const subscription = await switchedOff({ status: 500 }, 'FAILING');
  const [thread, ...more] = await supportThreads();
  expect(more).toEqual([]);
  expect(thread).toMatchObject({ purpose: 'SUPPORT', name: 'Service notices' });
  const [post] = await posts();
  expect(post.content).toContain(subscription);
  expect(post.content).toContain('FAILING');
  // An address may hold a secret.
  expect(post.content).not.toContain('hunter2');
  const author = await town.admin.rest('GET', `/n/v1/identity/${String(post.authorIdentity.urn)}`);
  expect(author.body).toMatchObject({ type: 'SERVICE', owner: { urn: town.admin.company } });
  expect([await unread(chief), await unread(clerk)]).toEqual([1, 0]);
  expect((await chief.rest('GET', `/n/v1/threadpost/${String(post.urn)}`)).status).toBe(200);
  // The company-level client that this test uses runs the company as well.
  const own = await town.admin.rest('GET', '/n/v1/identitynotificationinbox');
  expect(own.body.unreadThreadCount).toBe(1);
});

test('a subscription is disabled and reported in one transaction', async () => {
  const subscription = await switchedOff({ status: 410 }, 'GONE_410');
  const last = (await posts()).find(({ content }) => String(content).includes(subscription));
  expect(last.content).toContain('410 Gone');
  await withClient(service.databaseUrl, async (client) => {
    const { rows } = await client.query<{ off: string; told: string; announced: string }>(
      `SELECT s.xmin::text AS off, p.xmin::text AS told, w.owner::text AS announced FROM webhook_subscription s,
       thread_post p, webhook_trigger w WHERE s.urn = $1 AND p.urn = $2 AND w.target_urn = $1 AND w.event = 'UPDATE'
       AND w.changed_fields::text LIKE '%disabledReason%'`,
      [subscription, last.urn],
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]?.told).toBe(rows[0]?.off);
  });
});

describe('while changes of subscriptions fail', () => {
  const fail = (times: number, code: string): Promise<unknown> =>
    withClient(service.databaseUrl, (client) =>
      client.query(
        `CREATE SEQUENCE failures; CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
           IF nextval('failures') <= ${String(times)} THEN RAISE EXCEPTION 'broken' USING ERRCODE = '${code}'; END IF; RETURN NEW; END $$;
         CREATE TRIGGER fail BEFORE UPDATE ON webhook_subscription FOR EACH ROW EXECUTE FUNCTION fail()`,
      ),
    );
  afterEach(() =>
    withClient(service.databaseUrl, (client) =>
      client.query('DROP FUNCTION fail() CASCADE; DROP SEQUENCE failures').then(() => undefined),
    ),
  );

  test('an outcome and what it says about its subscription are written later, together, and nothing is sent again', async () => {
    // Each transaction is tried three times.
    await fail(4, '40001');
    const subscription = await switchedOff({ status: 410 }, 'GONE_410');
    expect(receivers.flatMap(({ received }) => received)).toHaveLength(1);
    const { body } = await town.admin.rest('GET', `/n/v1/webhooksubscription/${subscription}`);
    expect(body.failingSinceTimestamp).toEqual(expect.any(String));
    const [delivery] = await deliveries(town.admin, subscription);
    expect(delivery).toMatchObject({ status: 'FAILED', attemptCount: 1 });
  });

  test('for good, outcomes are written without', async () => {
    await fail(1_000, 'P0001');
    const receiver = await startReceiver();
    receivers.push(receiver);
    receiver.answer(() => ({ status: 410 }));
    const { urn: client } = await apiClient(town.admin);
    const page = await entity(town.admin);
    const subscription = await subscribe(town.admin, client, receiver.url, { targetUrn: page, event: 'UPDATE' });
    await rename(town.admin, page, 'Changed');
    const [delivery] = await deliveries(town.admin, subscription);
    expect(await settled(town.admin, delivery.urn)).toMatchObject({ status: 'FAILED', attemptCount: 1 });
    expect(receiver.received).toHaveLength(1);
  });
});

test('later reports use the same thread, without members who left, and a new thread once it is closed', async () => {
  const [thread] = await supportThreads();
  const count = (await posts()).length;
  const members = await town.admin.rest('GET', `/n/v1/groupmemberships?filter[identity]=${chief.identity}`);
  const [membership] = members.body.groupmemberships;
  await chief.rest('POST', '/n/v1/identitynotificationinbox/markread');
  const left = await chief.rest('PATCH', `/n/v1/groupmembership/${String(membership.urn)}`, {
    body: { status: 'BLOCKED_BY_MEMBER' },
  });
  expect(left.status).toBe(200);
  await switchedOff({ status: 410 }, 'GONE_410');
  expect((await supportThreads()).map(({ urn }) => urn)).toEqual([thread.urn]);
  expect(await posts()).toHaveLength(count + 1);
  expect(await unread(chief)).toBe(0);
  const closed = await town.admin.rest('PATCH', `/n/v1/messagethread/${String(thread.urn)}`, {
    body: { isClosed: true },
  });
  expect(closed.status).toBe(200);
  const subscription = await switchedOff({ status: 410 }, 'GONE_410');
  const threads = await supportThreads();
  expect(threads).toHaveLength(2);
  const fresh = threads.find(({ urn }) => urn !== thread.urn);
  const { body } = await town.admin.rest('GET', `/n/v1/messagethread/${String(fresh.urn)}/posts`);
  expect(body.posts.map(({ content }: Wire) => String(content).includes(subscription))).toEqual([true]);
});

test('two concurrent reports create one thread', async () => {
  const other = await community(service);
  const receiver = await startReceiver();
  receivers.push(receiver);
  receiver.answer(() => ({ status: 410 }));
  const { urn: client } = await apiClient(other.admin);
  const pages = [await entity(other.admin), await entity(other.admin), await entity(other.admin)];
  for (const targetUrn of pages) await subscribe(other.admin, client, receiver.url, { targetUrn, event: 'UPDATE' });
  const second = await service.another();
  await Promise.all(pages.map((page) => rename(other.admin, page, 'Changed')));
  const posted = await eventually(
    async () => {
      const { body } = await other.admin.rest('GET', '/n/v1/messagethreads?filter[purpose]=SUPPORT');
      const threads = body.messagethreads as Wire[];
      return threads.map(({ postCount }) => postCount as number);
    },
    (counts) => counts.reduce((sum, count) => sum + count, 0) === 3,
  );
  expect(posted).toEqual([3]);
  await second.close();
});

test('a subscription disabled by the company itself, with its client, is not reported', async () => {
  const count = (await supportThreads()).reduce((sum: number, { postCount }) => sum + Number(postCount), 0);
  await switchedOff({ status: 204 }, 'CLIENT_DISABLED', async (client) => {
    const answer = await town.admin.rest('PATCH', `/n/v1/apiclient/${client}`, { body: { status: 'DISABLED' } });
    expect(answer.status).toBe(200);
  });
  expect((await supportThreads()).reduce((sum: number, { postCount }) => sum + Number(postCount), 0)).toBe(count);
});
