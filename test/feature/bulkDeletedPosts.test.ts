// Posts of a bulk are deleted many at once, and everything is as if they were deleted one by one: placeholders, counts, what was read, events,
// what is refused, and what a restore brings back. Resource reference 1.9, 6.4, 6.5.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bulksOf, statuses, type Operation } from '../support/bulk.ts';
import { eventsOf, modes, remove, waysOf } from '../support/bulkWays.ts';
import { community, type Community, type Person } from '../support/community.ts';
import { sql } from '../support/content.ts';
import { startService, type Tenant, type TestService } from '../support/service.ts';

let service: TestService;
let people: Community;
let admin: Tenant;
let group: string;
let guest: Person;
let [anna, bert, carl]: Person[] = [];

beforeAll(async () => {
  service = await startService({ RATE_LIMITS: '1' });
  people = await community(service);
  admin = people.admin;
  group = await people.group();
  [anna, bert, carl] = await Promise.all(['Anna', 'Bert', 'Carl'].map((name) => people.person(name)));
  guest = await people.person('Guest');
  await people.join(group, ...members());
});
afterAll(() => service.close());

const members = (): Person[] => [anna, bert, carl].filter((one) => one !== undefined);
const { send } = bulksOf(() => admin);
const { oneByOne, together } = waysOf(() => admin);

/** A thread of nine posts: answers, answers to these, mentions of a member and of a guest; and how far two members have read. */
async function conversation(): Promise<{ readonly thread: string; readonly posts: readonly string[] }> {
  const thread = await people.make('messagethread', { group, name: 'Thread' });
  await people.grant('IDENTITY', guest.identity, 'MESSAGE_THREAD', thread, 'READ');
  const posts: string[] = [];
  const [a, b, c] = members() as [Person, Person, Person];
  const say = async (by: Person | Tenant, more: Operation = {}): Promise<void> => {
    const body = { messageThread: thread, content: `Post ${String(posts.length)}`, ...more };
    posts.push(await people.make('threadpost', body, by));
  };
  await say(admin);
  await say(a, { mentions: [b.identity] });
  await say(b, { replyTo: posts[1] });
  await say(c, { replyTo: posts[2] });
  await say(admin, { mentions: [guest.identity, c.identity] });
  await say(a, { replyTo: posts[0] });
  await say(admin);
  await say(b, { mentions: [a.identity, guest.identity] });
  await say(c);
  await mark(b, thread, { lastReadPost: posts[2] });
  await mark(c, thread, { lastReadPost: posts[7] });
  await mark(a, thread, { level: 'MENTIONS' });
  return { thread, posts };
}

async function mark(who: Person, thread: string, body: Operation): Promise<void> {
  const { body: found } = await who.rest('GET', `/n/v1/messagethreadnotifications?filter[messageThread]=${thread}`);
  const urn = String(found.messagethreadnotifications[0].urn);
  expect((await who.rest('PATCH', `/n/v1/messagethreadnotification/${urn}`, { body })).status).toBe(200);
}

async function stateOf(thread: string): Promise<unknown> {
  const own = `FROM "thread_post" p WHERE p."message_thread" = '${thread}'`;
  const at = (urn: string): string => `(SELECT x."position" FROM "thread_post" x WHERE x."urn" = ${urn})`;
  return {
    posts: await sql(
      service,
      `SELECT p."content", p."position", p."version", p."is_deleted", p."deleted_timestamp" IS NOT NULL AS gone, ${at('p."reply_to"')} AS answers,` +
        ` (SELECT count(*)::int FROM "link" l WHERE l."from_urn" = p."urn") AS mentions,` +
        ` (SELECT count(*)::int FROM "deletion" d WHERE d."urn" = p."urn") AS deletions ${own} ORDER BY 2`,
    ),
    thread: await sql(service, `SELECT "version", "post_count" FROM "message_thread" WHERE "urn" = '${thread}'`),
    notifications: await sql(
      service,
      `SELECT "identity", "notification_count", "mention_count", "notified_count", ${at('"first_unread_post"')} AS first, ${at('"last_read_post"')} AS last,` +
        ` "last_read_position" FROM "message_thread_notification" WHERE "message_thread" = '${thread}' ORDER BY 1`,
    ),
    events: await eventsOf(service, `SELECT p."urn", p."position"::text ${own}`),
  };
}

const restored = (urn: string): Operation => ({ method: 'POST', path: `/n/v1/threadpost/${urn}/restore` });

describe('Posts that are deleted many at once', () => {
  test.each(modes)('are left as single deletes leave them, and come back so (%s)', async (mode) => {
    const [alone, set] = [await conversation(), await conversation()];
    const steps: readonly (readonly number[])[] = [
      // Answers before what they answer, and after it.
      [3, 2, 1],
      [0, 5, 6],
      [7, 4],
    ];
    for (const step of steps) {
      const of = ({ posts }: typeof alone): Operation[] => step.map((at) => remove('threadpost', String(posts[at])));
      expect(await together(mode, of(set))).toEqual(await oneByOne(of(alone)));
      expect(await stateOf(set.thread)).toEqual(await stateOf(alone.thread));
    }
    for (const at of [7, 1, 2, 5]) {
      for (const { posts } of [alone, set]) expect(await oneByOne([restored(String(posts[at]))])).toEqual([200]);
      expect(await stateOf(set.thread)).toEqual(await stateOf(alone.thread));
    }
  });

  test('are each deleted by who may, and refused with their reasons', async () => {
    const run = async (write: (operations: Operation[], by?: Person) => Promise<unknown[]>): Promise<unknown> => {
      const { thread, posts } = await conversation();
      const all = posts.map((urn) => remove('threadpost', urn));
      const answers = [await write(all, bert), await write(all.slice(0, 3)), await write(all, guest)];
      return [answers, await write([...all, remove('threadpost', crypto.randomUUID())]), await stateOf(thread)];
    };
    expect(await run((operations, by) => together('INDEPENDENT', operations, by))).toEqual(await run(oneByOne));
  });

  test('of several threads are counted in each, and each notification has one event more', async () => {
    const [one, other] = [await conversation(), await conversation()];
    const rows = (): Promise<Record<string, unknown>[]> =>
      sql(
        service,
        `SELECT n."identity", n."notification_count" AS count, n."version", (SELECT count(*)::int FROM "webhook_trigger" t WHERE t."target_urn" = n."urn") AS events` +
          ` FROM "message_thread_notification" n WHERE n."message_thread" = ANY('{${one.thread},${other.thread}}') AND n."identity" = '${String(anna?.identity)}' ORDER BY n."urn"`,
      );
    const before = await rows();
    // What is being indexed is locked, and what is locked is deleted by itself.
    await expect.poll(() => sql(service, 'SELECT 1 FROM "search_row_queue"'), { timeout: 20_000 }).toEqual([]);
    const operations = [one, other].flatMap(({ posts }) =>
      [4, 6, 7].map((at) => ({ ...remove('threadpost', String(posts[at])) })),
    );
    expect(statuses(await send('ATOMIC', operations))).toEqual(operations.map(() => 204));
    expect(await rows()).toEqual(
      before.map(({ identity, count, version, events }) => ({
        identity,
        count: Number(count) - 3,
        version: String(Number(version) + 1),
        events: Number(events) + 1,
      })),
    );
    expect(before).toHaveLength(2);
  });
});

test('A guest who was mentioned has everything counted again without the post that goes', async () => {
  const { thread, posts } = await conversation();
  expect(await oneByOne([remove('threadpost', String(posts[7]))])).toEqual([204]);
  const counts = await sql(
    service,
    `SELECT "notification_count" AS count, "mention_count" AS mentions FROM "message_thread_notification"` +
      ` WHERE "message_thread" = '${thread}' AND "identity" = '${guest.identity}'`,
  );
  // Of the five from the first that mentions the guest.
  expect(counts).toEqual([{ count: 4, mentions: 1 }]);
});
