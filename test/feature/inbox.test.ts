// The inbox: unread counts stay correct under concurrent posting and marking, and are visible only to their owner.
import { beforeAll, describe, expect, test } from 'vitest';
import type { Client, RestAnswer } from '../support/client.ts';
import { community, type Community, type Person } from '../support/community.ts';
import { withClient } from '../support/database.ts';
import { patiently } from '../support/repeat.ts';
import { sharedService, type SharedService } from '../support/service.ts';

let service: SharedService;
let town: Community;
let anna: Person;
let bert: Person;
let group: string;

beforeAll(async () => {
  service = await sharedService();
  town = await community(service);
  [anna, bert] = [await town.person('Anna'), await town.person('Bert')];
  group = await town.group();
  await town.join(group, anna, bert);
});

const thread = (): Promise<string> => town.make('messagethread', { group });
const say = async (as: Client, messageThread: string, more: Record<string, unknown> = {}): Promise<string> =>
  town.make('threadpost', { messageThread, content: 'Hello', ...more }, as);

async function notice(who: Client, urn: string): Promise<RestAnswer['body']> {
  const { body } = await who.rest('GET', `/n/v1/messagethreadnotifications?filter[messageThread]=${urn}`);
  return body.messagethreadnotifications[0] ?? null;
}
const patch = (who: Client, urn: string, body: Record<string, unknown>): Promise<RestAnswer> =>
  patiently(() => who.rest('PATCH', `/n/v1/messagethreadnotification/${urn}`, { body }));

/** Who waits for the lock of another in this database. */
const waiting = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;

describe('what is unread', () => {
  test('counts the posts of others and the mentions, and starts at the oldest', async () => {
    const urn = await thread();
    const first = await say(anna, urn);
    await say(anna, urn, { mentions: [bert.identity] });
    await say(bert, urn);
    expect(await notice(bert, urn)).toMatchObject({
      notificationCount: 2,
      mentionCount: 1,
      firstUnreadPost: { urn: first },
      lastReadPost: null,
      level: 'ALL',
    });
    expect(await notice(anna, urn)).toMatchObject({ notificationCount: 1, mentionCount: 0 });
  });

  test('is marked by a count, by a post, and as unread again', async () => {
    const urn = await thread();
    const posts = [await say(anna, urn), await say(anna, urn), await say(anna, urn)];
    const { urn: own } = await notice(bert, urn);
    expect((await patch(bert, own, { notificationCount: 0 })).body).toMatchObject({
      notificationCount: 0,
      firstUnreadPost: null,
      lastReadPost: { urn: posts[2] },
    });
    expect((await patch(bert, own, { notificationCount: 2 })).body).toMatchObject({
      notificationCount: 2,
      firstUnreadPost: { urn: posts[1] },
      lastReadPost: { urn: posts[0] },
    });
    expect((await patch(bert, own, { lastReadPost: posts[1] })).body).toMatchObject({
      notificationCount: 1,
      firstUnreadPost: { urn: posts[2] },
    });
    expect((await patch(bert, own, { notificationCount: 99 })).body.notificationCount).toBe(3);
    expect((await patch(bert, own, { lastReadPost: posts[1] })).body.notificationCount).toBe(1);
    expect((await patch(bert, own, { lastReadPost: null })).body).toMatchObject({
      notificationCount: 3,
      firstUnreadPost: { urn: posts[0] },
      lastReadPost: null,
    });
    const elsewhere = await say(anna, await thread());
    const crossed = await patch(bert, own, { lastReadPost: elsewhere });
    expect(crossed.body.errors[0]).toMatchObject({ path: '/lastReadPost', code: 'INVALID_REFERENCE' });
  });

  test('is reported by level as the post is addressed now', async () => {
    const carl = await town.person('Carl');
    await town.join(group, carl);
    const urn = await thread();
    const asked = await say(carl, urn);
    const answer = await say(anna, urn);
    await patch(carl, (await notice(carl, urn)).urn, { level: 'MENTIONS' });
    const reported = async (): Promise<number> =>
      (await carl.rest('GET', '/n/v1/identitynotificationinbox')).body.unreadThreadCount;
    expect(await reported()).toBe(0);
    for (const [body, count] of [
      [{ replyTo: asked }, 1],
      [{ replyTo: null }, 0],
      [{ mentions: [carl.identity], replyTo: asked }, 1],
      [{ mentions: [] }, 1],
      [{ replyTo: null }, 0],
    ] as const) {
      expect((await anna.rest('PATCH', `/n/v1/threadpost/${answer}`, { body })).status).toBe(200);
      expect([body, await reported()]).toEqual([body, count]);
    }
  });

  test('no longer counts a deleted post', async () => {
    const urn = await thread();
    const [first, second] = [await say(anna, urn), await say(anna, urn, { mentions: [bert.identity] })];
    await anna.rest('DELETE', `/n/v1/threadpost/${second}`);
    expect(await notice(bert, urn)).toMatchObject({ notificationCount: 1, mentionCount: 0 });
    await anna.rest('DELETE', `/n/v1/threadpost/${first}`);
    expect(await notice(bert, urn)).toMatchObject({ notificationCount: 0, firstUnreadPost: null });
  });

  test('counts a restored post again, for members who had not read that far', async () => {
    const urn = await thread();
    const [first, second] = [await say(anna, urn), await say(anna, urn)];
    const readers = [bert, await town.person('Carl')] as const;
    await town.join(group, readers[1]);
    const { urn: own } = await notice(bert, urn);
    await patch(bert, own, { lastReadPost: first });
    for (const post of [first, second]) await anna.rest('DELETE', `/n/v1/threadpost/${post}`);
    expect(await notice(bert, urn)).toMatchObject({ notificationCount: 0, firstUnreadPost: null });
    const { version } = (await bert.rest('GET', `/n/v1/messagethread/${urn}`)).body;
    for (const post of [first, second]) {
      expect((await town.admin.rest('POST', `/n/v1/threadpost/${post}/restore`)).status).toBe(200);
    }
    // He had read the first one.
    expect(await notice(bert, urn)).toMatchObject({ notificationCount: 1, firstUnreadPost: { urn: second } });
    const { body } = await bert.rest('GET', `/n/v1/messagethread/${urn}`);
    expect(body.posts.map((post: { urn: string }) => post.urn)).toEqual([first, second]);
    expect(body.version).toBeGreaterThan(version);
  });

  test('is correct when many callers post while the reader marks', async () => {
    const urn = await thread();
    await say(anna, urn);
    const { urn: own } = await notice(bert, urn);
    const posts = Array.from({ length: 24 }, (_, at) =>
      say(at % 3 === 0 ? bert : anna, urn, at % 2 === 0 ? { mentions: [bert.identity] } : {}),
    );
    const marks = Array.from({ length: 6 }, () => patch(bert, own, { notificationCount: 0 }));
    const [, answers] = await Promise.all([Promise.all(posts), Promise.all(marks)]);
    expect(answers.map((a) => a.status)).toEqual(answers.map(() => 200));
    // Recounted from the last read position, the thread says the same.
    const { body } = await bert.rest('GET', `/n/v1/messagethread/${urn}/posts?limit=200`);
    const { notificationCount, mentionCount, firstUnreadPost, lastReadPost } = await notice(bert, urn);
    expect(body.posts).toHaveLength(25);
    const settled = await patch(bert, own, { lastReadPost: body.posts[0].urn });
    const foreign = body.posts
      .slice(1)
      .filter((p: { authorIdentity: { urn: string } }) => p.authorIdentity.urn !== bert.identity);
    expect(settled.body.notificationCount).toBe(foreign.length);
    const again = await patch(bert, own, { lastReadPost: lastReadPost.urn });
    expect(again.body).toMatchObject({ notificationCount, mentionCount, firstUnreadPost });
  });

  test.each([
    { to: 'a post', mark: (first: string) => ({ lastReadPost: first }), unread: 0 },
    { to: 'a count', mark: () => ({ notificationCount: 1 }), unread: 1 },
  ])('is counted after what is being written, when a mark goes back to $to', async ({ mark, unread }) => {
    const urn = await thread();
    const [first, second] = [await say(anna, urn), await say(anna, urn)];
    const { urn: own } = await notice(bert, urn);
    await patch(bert, own, { notificationCount: 0 });
    await withClient(service.databaseUrl, async (writer) => {
      await writer.query('BEGIN');
      await writer.query('SELECT 1 FROM message_thread WHERE urn = $1 FOR NO KEY UPDATE', [urn]);
      await writer.query('UPDATE thread_post SET deleted_timestamp = now() WHERE urn = $1', [second]);
      const marked = patch(bert, own, mark(first));
      await withClient(service.databaseUrl, (other) =>
        expect.poll(async () => (await other.query(waiting)).rows, { timeout: 10_000 }).toHaveLength(1),
      );
      await writer.query('COMMIT');
      expect((await marked).body).toMatchObject({
        notificationCount: unread,
        firstUnreadPost: unread ? { urn: first } : null,
      });
    });
  });

  test('of concurrent posts adds up exactly: none is lost and none is counted twice', async () => {
    const urn = await thread();
    await Promise.all(Array.from({ length: 20 }, () => say(anna, urn)));
    expect(await notice(bert, urn)).toMatchObject({ notificationCount: 20 });
    expect(await notice(anna, urn)).toMatchObject({ notificationCount: 0 });
  });
});

describe('a notification', () => {
  test('is marked by a count or by a post, not by both', async () => {
    const urn = await thread();
    const [post] = [await say(anna, urn), await say(anna, urn)];
    const { urn: own } = await notice(bert, urn);
    const both = await patch(bert, own, { notificationCount: 0, lastReadPost: post });
    expect([both.status, both.body.errors[0]]).toMatchObject([
      422,
      { path: '/lastReadPost', code: 'NOT_ALLOWED_TOGETHER' },
    ]);
    expect(await notice(bert, urn)).toMatchObject({ notificationCount: 2, lastReadPost: null });
  });

  test('belongs to its identity only: others do not find it, an administrator reads but cannot mark it', async () => {
    const urn = await thread();
    await say(anna, urn);
    const { urn: own } = await notice(bert, urn);
    expect((await anna.rest('GET', `/n/v1/messagethreadnotification/${String(own)}`)).status).toBe(404);
    expect((await town.admin.rest('GET', `/n/v1/messagethreadnotification/${String(own)}`)).status).toBe(200);
    expect((await patch(town.admin, own, { notificationCount: 0 })).status).toBe(403);
    expect((await patch(anna, own, { notificationCount: 0 })).status).toBe(404);
  });

  test('that is dismissed returns with the next post', async () => {
    const urn = await thread();
    await say(anna, urn);
    const { urn: own } = await notice(bert, urn);
    expect((await bert.rest('DELETE', `/n/v1/messagethreadnotification/${String(own)}`)).status).toBe(204);
    expect(await notice(bert, urn)).toBeNull();
    await say(anna, urn);
    expect(await notice(bert, urn)).toMatchObject({ urn: own, notificationCount: 2 });
  });

  test('ends with the membership', async () => {
    const urn = await thread();
    await say(anna, urn);
    const carl = await town.person('Carl');
    const [membership] = await town.join(group, carl);
    await say(anna, urn);
    expect(await notice(carl, urn)).toMatchObject({ notificationCount: 1 });
    await carl.rest('PATCH', `/n/v1/groupmembership/${String(membership)}`, { body: { status: 'BLOCKED_BY_MEMBER' } });
    await say(anna, urn);
    expect(await notice(carl, urn)).toBeNull();
    // It was dismissed, so that who comes back finds it with the next post alone.
    await carl.rest('PATCH', `/n/v1/groupmembership/${String(membership)}`, { body: { status: 'ACTIVE' } });
    expect(await notice(carl, urn)).toBeNull();
    // What was written meanwhile is unread, too.
    await say(anna, urn);
    const { version } = await notice(carl, urn);
    expect(await notice(carl, urn)).toMatchObject({ notificationCount: 3 });
    // Any other change of the membership leaves it alone.
    const body = { emailNotification: 'SUBSCRIBED' };
    expect((await carl.rest('PATCH', `/n/v1/groupmembership/${String(membership)}`, { body })).status).toBe(200);
    expect((await notice(carl, urn)).version).toBe(version);
  });
});

test('a notification is announced with each change of its counts, to whom its level lets it report', async () => {
  const urn = await thread();
  const post = await say(anna, urn);
  const { urn: own } = await notice(bert, urn);
  const announced = async (): Promise<string[]> => {
    const text = 'SELECT target_version AS version FROM webhook_trigger WHERE target_urn = $1 ORDER BY 1';
    const { rows } = await withClient(service.databaseUrl, (pg) => pg.query<{ version: string }>(text, [own]));
    return rows.map(({ version }) => version);
  };
  const changes = [
    () => anna.rest('PATCH', `/n/v1/threadpost/${post}`, { body: { mentions: [bert.identity] } }),
    () => say(anna, urn),
    () => anna.rest('DELETE', `/n/v1/threadpost/${post}`),
    () => town.admin.rest('POST', `/n/v1/threadpost/${post}/restore`),
  ];
  for (const change of changes) {
    await change();
    const { version } = await notice(bert, urn);
    expect((await announced()).at(-1), String(change)).toBe(String(version));
  }
  // Its beginning, each of them once, and what changes no count not at all.
  const all = await announced();
  expect(all).toEqual([1, 2, 3, 4, 5, 6].map(String));
  await anna.rest('PATCH', `/n/v1/threadpost/${post}`, { body: { content: 'Hello again' } });
  await anna.rest('PATCH', `/n/v1/threadpost/${post}`, { body: { mentions: [bert.identity] } });
  expect(await announced()).toEqual(all);
  await patch(bert, own, { level: 'NONE' });
  const muted = await announced();
  await anna.rest('DELETE', `/n/v1/threadpost/${post}`);
  await say(anna, urn);
  expect(await announced()).toEqual(muted);
});

describe('the inbox', () => {
  const inbox = `query ($all: Boolean!, $after: String) { inbox { unreadThreadCount unreadMentionCount notifications(first: 50, after: $after, all: $all) { totalCount totalCountIsEstimate pageInfo { endCursor } nodes { urn notificationCount messageThread { urn } } } } }`;

  test('holds unread threads, newest first, on both faces; muted threads do not count', async () => {
    const carl = await town.person('Carl');
    await town.join(group, carl);
    const [older, newer, muted] = [await thread(), await thread(), await thread()];
    for (const urn of [muted, older, newer]) await say(anna, urn, { mentions: urn === older ? [carl.identity] : [] });
    await patch(carl, (await notice(carl, muted)).urn, { level: 'NONE' });
    const { inbox: mine } = await carl.data(inbox, { all: false });
    expect([mine.unreadThreadCount, mine.unreadMentionCount]).toEqual([2, 1]);
    expect(mine.notifications.nodes.map((n: { messageThread: { urn: string } }) => n.messageThread.urn)).toEqual([
      newer,
      older,
    ]);
    const { notifications: every } = (await carl.data(inbox, { all: true })).inbox;
    expect(every.nodes).toHaveLength(3);
    // Unread threads are counted, all of them are not.
    const counted = [mine.notifications, every].map((one) => [one.totalCount, one.totalCountIsEstimate]);
    expect(counted).toEqual([
      [2, false],
      [null, true],
    ]);
    // A cursor is good for the list that gave it: of the unread or of all, and of nobody else.
    const { endCursor: after } = mine.notifications.pageInfo;
    expect((await carl.data(inbox, { all: false, after })).inbox.notifications.nodes).toEqual([]);
    for (const [reader, all] of [
      [carl, true],
      [anna, false],
    ] as const)
      expect((await reader.graph(inbox, { all, after })).errors?.[0]?.extensions['code']).toBe('INVALID_CURSOR');
    const { body } = await carl.rest('GET', '/n/v1/identitynotificationinbox?limit=1');
    expect(body).toMatchObject({ identity: { urn: carl.identity }, unreadThreadCount: 2, unreadMentionCount: 1 });
    expect([body.notifications[0].messageThread.urn, body.pagination.isMorePages]).toEqual([newer, true]);
    const next = await carl.rest('GET', body.pagination.nextUrl);
    expect([next.body.notifications[0].messageThread.urn, next.body.pagination.isMorePages]).toEqual([older, false]);
    await patch(carl, (await notice(carl, older)).urn, { level: 'MENTIONS' });
    expect((await carl.data(inbox, { all: false })).inbox.unreadThreadCount).toBe(2);
  });

  test('is marked as read as a whole, up to an instant, or thread by thread', async () => {
    const dora = await town.person('Dora');
    await town.join(group, dora);
    const [first, second] = [await thread(), await thread()];
    const early = await say(anna, first);
    const { body: post } = await anna.rest('GET', `/n/v1/threadpost/${early}`);
    await say(anna, second);
    const marked = await dora.rest('POST', '/n/v1/identitynotificationinbox/markread', {
      body: { beforeTimestamp: post.createdTimestamp },
    });
    expect([marked.status, marked.body.unreadThreadCount]).toEqual([200, 1]);
    await say(anna, first);
    const one = await dora.data(
      `mutation ($t: ID!) { markThreadRead(thread: $t) { messageThreadNotification { notificationCount } userErrors { code } } }`,
      { t: first },
    );
    expect(one.markThreadRead).toEqual({ messageThreadNotification: { notificationCount: 0 }, userErrors: [] });
    const back = await dora.data(
      `mutation ($t: ID!, $p: ID!) { markThreadRead(thread: $t, upTo: $p) {
        messageThreadNotification { notificationCount lastReadPost { urn } } userErrors { code } } }`,
      { t: first, p: early },
    );
    expect(back.markThreadRead).toEqual({
      messageThreadNotification: { notificationCount: 1, lastReadPost: { urn: early } },
      userErrors: [],
    });
    const { markInboxRead } = await dora.data(
      `mutation { markInboxRead { inbox { unreadThreadCount } userErrors { code } } }`,
    );
    expect(markInboxRead).toEqual({ inbox: { unreadThreadCount: 0 }, userErrors: [] });
  });

  test('is marked by a token that leaves COMMENT', async () => {
    const marks = async (labels: readonly string[], roles: readonly string[] = []): Promise<number> => {
      const expirationTimestamp = new Date(Date.now() + 3_600_000).toISOString();
      const { body } = await town.admin.rest('POST', '/n/v1/apiclientbearertoken', {
        body: { apiClient: bert.client, expirationTimestamp, labels, roles },
      });
      const path = `/n/v1/identitynotificationinbox/${bert.identity}/markread`;
      return (await service.client(String(body.bearerToken)).rest('POST', path)).status;
    };
    expect(await marks(['READ'])).toBe(403);
    expect(await marks(['READ', 'COMMENT'])).toBeLessThan(300);
    // A token that is narrowed to a role does what the role allows alone.
    const role = await town.make('role', { name: `Role ${crypto.randomUUID()}`, apiClients: [bert.client] });
    await town.grant('ROLE', role, 'IDENTITY', bert.identity, 'ADMIN');
    expect(await marks([], [role])).toBe(403);
  });

  test('of another identity is not found, except by an administrator', async () => {
    const path = `/n/v1/identitynotificationinbox/${bert.identity}`;
    expect((await anna.rest('GET', path)).status).toBe(404);
    expect((await town.admin.rest('GET', path)).status).toBe(200);
    expect((await town.admin.rest('POST', `${path}/markread`)).status).toBe(403);
    expect((await service.client(null).rest('GET', path)).status).toBe(401);
  });
});
