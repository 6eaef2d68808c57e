// Posts in a group of more than a thousand: counted at once for whom they address, and for everybody else after the commit, once, whatever
// happens in between. The process that is asked does not count, so that a test says when it is done. Resource reference 6.5.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { community, type Community, type Person } from '../support/community.ts';
import { copy } from '../support/copies.ts';
import { withClient } from '../support/database.ts';
import { scrape } from '../support/metrics.ts';
import { startService, type TestService } from '../support/service.ts';

const others = 1_001;

let web: TestService;
let town: Community;
let anna: Person;
let bert: Person;
let carl: Person;
let group: string;

beforeAll(async () => {
  web = await startService({ ROLE: 'web', METRICS_PORT: '0' });
  town = await community(web);
  [anna, bert, carl] = [await town.person('Anna'), await town.person('Bert'), await town.person('Carl')];
  group = await town.group();
  const [joined] = await town.join(group, anna, bert, carl);
  const identity = { identity: `md5('member' || n.i)::uuid` };
  await copy(web.databaseUrl, { table: 'group_membership', urn: String(joined) }, others, identity);
});
afterAll(() => web.close());

const rows = (text: string, ...values: unknown[]): Promise<unknown[]> =>
  withClient(web.databaseUrl, async (pg) => (await pg.query(text, values)).rows);

const thread = (): Promise<string> => town.make('messagethread', { group });
const post = (messageThread: string, more: Record<string, unknown> = {}): Promise<string> =>
  town.make('threadpost', { messageThread, content: 'Hello', ...more }, anna);

// Has a worker count everything there is, and ends it.
async function counted(waiting: readonly unknown[] = []): Promise<void> {
  const worker = await web.another({ environment: { ROLE: 'worker' } });
  const left = `SELECT DISTINCT message_thread FROM unread_change`;
  await expect.poll(() => rows(left), { timeout: 30_000, interval: 20 }).toEqual(waiting);
  await worker.close();
}

interface Notice {
  readonly urn: string;
  readonly notificationCount: number;
  readonly mentionCount: number;
}

async function noticeOf(who: Person, of: string): Promise<Notice | null> {
  const { body } = await who.rest('GET', `/n/v1/messagethreadnotifications?filter[messageThread]=${of}`);
  return body.messagethreadnotifications[0] ?? null;
}

const countsOf = async (who: Person, of: string): Promise<readonly unknown[]> => {
  const notice = await noticeOf(who, of);
  return [notice?.notificationCount, notice?.mentionCount];
};

// How many notifications of the thread have which count.
const spread = (of: string): Promise<unknown[]> =>
  rows(
    `SELECT notification_count AS unread, count(*)::int AS members FROM message_thread_notification WHERE message_thread = $1 GROUP BY 1 ORDER BY 1`,
    of,
  );

const everyone = [
  { unread: 0, members: 1 },
  { unread: 1, members: others + 2 },
];

test('a post costs what it costs in a small group, and counts at once for whom it mentions', async () => {
  const small = await town.group();
  await town.join(small, anna, bert, carl);
  const [few, many] = [await town.make('messagethread', { group: small }), await thread()];
  const statements = async (of: string): Promise<number> => {
    const before = web.statements.length;
    await post(of, { mentions: [bert.identity] });
    return web.statements.length - before;
  };
  const [inSmall, inLarge] = [await statements(few), await statements(many)];
  // What is to be counted is written, and the notifications are locked first.
  expect(inLarge - inSmall).toBeLessThanOrEqual(2);
  expect(await spread(many)).toEqual([{ unread: 1, members: 1 }]);
  const waiting = async () =>
    (await scrape(web.metricsUrl)).value('commonplace_background_waiting', { work: 'unread' });
  expect(await waiting()).toBe(1);
  expect(await countsOf(bert, many)).toEqual([1, 1]);

  await counted();
  expect(await waiting()).toBe(0);
  expect(await spread(many)).toEqual(everyone);
  expect(await countsOf(bert, many)).toEqual([1, 1]);
  expect(await countsOf(carl, many)).toEqual([1, 0]);
});

test('members hear of it, from the service', async () => {
  const of = await thread();
  // Once, however many posts are counted.
  await post(of);
  await post(of);
  await counted();
  const heard = `SELECT t.actor->>'type' AS actor, t.event, count(*)::int AS count FROM webhook_trigger t JOIN message_thread_notification n ON n.urn = t.target_urn
    WHERE n.message_thread = $1 GROUP BY 1, 2 ORDER BY 2`;
  // The author has a notification, too, and nothing unread.
  expect(await rows(heard, of)).toEqual([
    { actor: 'SYSTEM', event: 'CREATE', count: others + 3 },
    { actor: 'SYSTEM', event: 'UPDATE', count: others + 2 },
  ]);
});

test('what a member marks before it is counted stays as it was marked', async () => {
  const of = await thread();
  await post(of);
  await counted();
  const notice = await noticeOf(carl, of);
  await post(of);
  await carl.rest('PATCH', `/n/v1/messagethreadnotification/${String(notice?.urn)}`, {
    body: { notificationCount: 0 },
  });
  const own = await noticeOf(bert, of);
  await bert.rest('PATCH', `/n/v1/messagethreadnotification/${String(own?.urn)}`, { body: { notificationCount: 2 } });
  await counted();
  expect(await countsOf(carl, of)).toEqual([0, 0]);
  expect(await countsOf(bert, of)).toEqual([2, 0]);
});

test('an edit before it is counted addresses whom it names, whether they have a notification or not', async () => {
  const of = await thread();
  const said = await post(of, { mentions: [carl.identity] });
  expect(await noticeOf(bert, of)).toBeNull();
  await anna.rest('PATCH', `/n/v1/threadpost/${said}`, { body: { mentions: [bert.identity] } });
  expect(await countsOf(carl, of)).toEqual([1, 0]);
  await counted();
  expect(await countsOf(bert, of)).toEqual([1, 1]);
  expect(await countsOf(carl, of)).toEqual([1, 0]);
});

test('a post that goes, or comes back, is counted like one that comes', async () => {
  const of = await thread();
  const [kept, said] = [await post(of), await post(of, { mentions: [bert.identity] })];
  await counted();
  expect((await anna.rest('DELETE', `/n/v1/threadpost/${said}`)).status).toBe(204);
  expect(await countsOf(bert, of)).toEqual([1, 0]);
  expect(await countsOf(carl, of)).toEqual([2, 0]);
  await counted();
  expect(await spread(of)).toEqual(everyone);
  expect((await town.admin.rest('POST', `/n/v1/threadpost/${said}/restore`)).status).toBe(200);
  expect((await anna.rest('DELETE', `/n/v1/threadpost/${kept}`)).status).toBe(204);
  await counted();
  expect(await spread(of)).toEqual(everyone);
  const first = `SELECT DISTINCT first_unread_post AS urn FROM message_thread_notification WHERE message_thread = $1 AND notification_count > 0`;
  expect(await rows(first, of)).toEqual([{ urn: said }]);
});

test('who was mentioned without being a member is counted for again when a post goes', async () => {
  const of = await thread();
  const guest = await town.person('Guest');
  await town.grant('IDENTITY', guest.identity, 'MESSAGE_THREAD', of, 'READ');
  await post(of, { mentions: [guest.identity] });
  const said = await post(of);
  expect(await countsOf(guest, of)).toEqual([1, 1]);
  await anna.rest('DELETE', `/n/v1/threadpost/${said}`);
  await counted();
  expect(await countsOf(guest, of)).toEqual([1, 1]);
});

test('writers of a thread wait while some of its members are counted for, and the other way round', async () => {
  const of = await thread();
  await post(of);
  const waiting = `SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  const counting = await withClient(web.databaseUrl, async (writer) => {
    await writer.query('BEGIN');
    await writer.query('SELECT 1 FROM message_thread WHERE urn = $1 FOR NO KEY UPDATE', [of]);
    const done = counted();
    await expect.poll(() => rows(waiting), { timeout: 20_000, interval: 20 }).toEqual([{ count: 1 }]);
    expect(await spread(of)).toEqual([]);
    await writer.query('COMMIT');
    return { done };
  });
  await counting.done;
  expect(await spread(of)).toEqual(everyone);
});

test('a thousand are counted for at once, of those who are members now', async () => {
  const own = await town.group();
  const [joined] = await town.join(own, anna, bert, carl);
  const of = await town.make('messagethread', { group: own });
  const members = { table: 'group_membership', urn: String(joined) };
  const known = (name: string): string => `md5('${name}' || n.i)::uuid`;
  await copy(web.databaseUrl, members, 997, { identity: known('active') });
  await copy(web.databaseUrl, members, 10, { identity: known('banned'), status: `'BANNED_BY_OWNER'` });
  await copy(web.databaseUrl, members, 10, { identity: known('deleted'), deleted_timestamp: 'now()' });
  await post(of);
  expect(await spread(of)).toEqual([
    { unread: 0, members: 1 },
    { unread: 1, members: 999 },
  ]);
  await copy(web.databaseUrl, members, 1, { identity: known('one more') });
  await post(of);
  expect(await spread(of)).toEqual([
    { unread: 0, members: 1 },
    { unread: 1, members: 999 },
  ]);
  await counted();
});

test('what a process has counted and not forgotten, the next one does not count again', async () => {
  const of = await thread();
  await post(of);
  const left = await rows('SELECT * FROM unread_change WHERE message_thread = $1', of);
  await counted();
  await withClient(web.databaseUrl, (pg) =>
    pg.query(
      `INSERT INTO unread_change OVERRIDING SYSTEM VALUE SELECT * FROM json_populate_record(null::unread_change, $1)`,
      [JSON.stringify(left[0])],
    ),
  );
  await counted();
  expect(await spread(of)).toEqual(everyone);
});

test('one thread that cannot be counted keeps no other waiting', async () => {
  const [broken, of] = [await thread(), await thread()];
  await post(broken);
  await post(of);
  const refuse = `ALTER TABLE message_thread_notification ADD CONSTRAINT broken CHECK (message_thread <> '${broken}') NOT VALID`;
  await rows(refuse);
  await counted([{ message_thread: broken }]);
  expect(await spread(of)).toEqual(everyone);
  await rows('ALTER TABLE message_thread_notification DROP CONSTRAINT broken');
  await counted();
  expect(await spread(broken)).toEqual(everyone);
});
