// A random walk over what changes the unread counts of members: posts, answers, mentions, edits, deletions, restores, marks, levels,
// dismissals, and leaving and coming back. After every step each count is what its definition says, which the test counts anew, and
// so is the number of posts of each thread.
// Resource reference 6.5.
import { beforeAll, describe, expect, test } from 'vitest';
import { chanceOf, type Chance } from '../crash/chance.ts';
import { community, type Community, type Person } from '../support/community.ts';
import { copy } from '../support/copies.ts';
import { withClient } from '../support/database.ts';
import { triedOf } from '../support/matrix.ts';
import { sharedService, type SharedService } from '../support/service.ts';

const steps = triedOf(600, 4);

let service: SharedService;
let town: Community;

beforeAll(async () => {
  service = await sharedService();
  town = await community(service);
});

interface World {
  readonly people: readonly Person[];
  readonly memberships: ReadonlyMap<Person, string>;
  readonly threads: readonly string[];
  readonly posts: { readonly urn: string; readonly thread: string; readonly author: Person }[];
}

async function worldOf(names: readonly string[], others = 0): Promise<World> {
  const people = await Promise.all(names.map((name) => town.person(name)));
  const group = await town.group();
  const joined = await town.join(group, ...people);
  const identity = { identity: `md5('${group}' || n.i)::uuid` };
  if (others > 0)
    await copy(service.databaseUrl, { table: 'group_membership', urn: String(joined[0]) }, others, identity);
  const threads = await Promise.all([1, 2].map(() => town.make('messagethread', { group })));
  return { people, memberships: new Map(people.map((one, at) => [one, String(joined[at])])), threads, posts: [] };
}

const urnOf = (found: { readonly urn: string } | undefined): string | null => found?.urn ?? null;

/** What may happen, by name; each answers the status of its request. */
const happenings: Readonly<Record<string, (world: World, chance: Chance) => Promise<number>>> = {
  post,
  async edit(world, chance) {
    const post = chance.of(world.posts);
    if (!post) return 0;
    const body = addressed(world, { thread: post.thread, at: world.posts.indexOf(post) }, chance);
    return (await post.author.rest('PATCH', `/n/v1/threadpost/${post.urn}`, { body })).status;
  },
  async delete(world, chance) {
    const post = chance.of(world.posts);
    return post ? (await town.admin.rest('DELETE', `/n/v1/threadpost/${post.urn}`)).status : 0;
  },
  async restore(world, chance) {
    const post = chance.of(world.posts);
    return post ? (await town.admin.rest('POST', `/n/v1/threadpost/${post.urn}/restore`)).status : 0;
  },
  async mark(world, chance) {
    const [who, thread] = [chance.of(world.people), chance.of(world.threads)];
    const notice = who && (await noticeOf(who, String(thread)));
    const post = chance.of(world.posts.filter((one) => one.thread === thread));
    const level = chance.of(['ALL', 'MENTIONS', 'MENTIONS', 'NONE']);
    const body = chance.of([{ notificationCount: chance.below(4) }, { lastReadPost: urnOf(post) }, { level }]);
    return notice
      ? (await who.rest('PATCH', `/n/v1/messagethreadnotification/${notice}`, { body: { ...body } })).status
      : 0;
  },
  async dismiss(world, chance) {
    const [who, thread] = [chance.of(world.people), chance.of(world.threads)];
    const notice = who && (await noticeOf(who, String(thread)));
    return notice ? (await who.rest('DELETE', `/n/v1/messagethreadnotification/${notice}`)).status : 0;
  },
  leave: (world, chance) => becomes(world, chance, 'BLOCKED_BY_MEMBER'),
  return: (world, chance) => becomes(world, chance, 'ACTIVE'),
  async rejoin(world, chance) {
    const who = chance.of(world.people);
    const path = `/n/v1/groupmembership/${String(who && world.memberships.get(who))}`;
    if ((await town.admin.rest('DELETE', path)).status !== 204) return 0;
    await post(world, chance);
    return (await town.admin.rest('POST', `${path}/restore`)).status;
  },
};

async function post(world: World, chance: Chance): Promise<number> {
  const [author, thread] = [chance.of(world.people), chance.of(world.threads)];
  if (!author || !thread) return 0;
  const urn = crypto.randomUUID();
  const body = {
    urn,
    messageThread: thread,
    content: 'Hello',
    owner: town.admin.company,
    ...addressed(world, { thread, at: world.posts.length }, chance),
  };
  const { status } = await author.rest('POST', '/n/v1/threadpost', { body });
  if (status === 201) world.posts.push({ urn, thread, author });
  return status;
}

async function becomes({ people, memberships }: World, chance: Chance, status: string): Promise<number> {
  const who = chance.of(people);
  if (!who) return 0;
  const path = `/n/v1/groupmembership/${String(memberships.get(who))}`;
  return (await who.rest('PATCH', path, { body: { status } })).status;
}

// Of the post at that place: an answer is to an earlier one.
function addressed(
  { people, posts }: World,
  { thread, at }: { readonly thread: string; readonly at: number },
  chance: Chance,
): Record<string, unknown> {
  const earlier = chance.of(posts.slice(0, at).filter((one) => one.thread === thread));
  const mentions = people.filter(() => chance.is(0.3)).map(({ identity }) => identity);
  return { ...(chance.is(0.5) && { mentions }), ...(chance.is(0.6) && { replyTo: urnOf(earlier) }) };
}

async function noticeOf(who: Person, thread: string): Promise<string | null> {
  const { body } = await who.rest('GET', `/n/v1/messagethreadnotifications?filter[messageThread]=${thread}`);
  return body?.messagethreadnotifications?.[0]?.urn ?? null;
}

// The definition: posts of others beyond the mark that are not deleted; those that mention; those that the level lets through.
const definition = `
  SELECT n.urn, count(u.urn)::int AS "notificationCount", (count(*) FILTER (WHERE u.mentions))::int AS "mentionCount",
    (count(*) FILTER (WHERE u.urn IS NOT NULL AND (n.level = 'ALL' OR (n.level = 'MENTIONS' AND (u.mentions OR u.answers)))))::int AS "notifiedCount",
    (array_agg(u.urn ORDER BY u.position) FILTER (WHERE u.urn IS NOT NULL))[1] AS "firstUnreadPost"
  FROM message_thread_notification n LEFT JOIN LATERAL (
    SELECT t.urn, t.position,
      n.identity IN (SELECT to_urn FROM link WHERE from_urn = t.urn AND field = 'ThreadPost.mentions') AS mentions,
      n.identity IN (SELECT author_identity FROM thread_post WHERE urn = t.reply_to) AS answers
    FROM thread_post t WHERE t.message_thread = n.message_thread AND t.position > n.last_read_position
      AND t.author_identity <> n.identity AND NOT t.is_deleted AND t.deleted_timestamp IS NULL) u ON true
  WHERE n.message_thread = ANY($1) AND EXISTS (SELECT 1 FROM group_membership m JOIN message_thread x ON x.urn = n.message_thread
    WHERE m."group" = x."group" AND m.identity = n.identity AND m.status = 'ACTIVE')
  GROUP BY n.urn ORDER BY n.urn`;
const kept = `
  SELECT n.urn, notification_count AS "notificationCount", mention_count AS "mentionCount", notified_count AS "notifiedCount",
    first_unread_post AS "firstUnreadPost" FROM message_thread_notification n
  WHERE n.message_thread = ANY($1) AND EXISTS (SELECT 1 FROM group_membership m JOIN message_thread x ON x.urn = n.message_thread
    WHERE m."group" = x."group" AND m.identity = n.identity AND m.status = 'ACTIVE') ORDER BY n.urn`;

const uncounted = `SELECT 1 FROM unread_change WHERE message_thread = ANY($1) LIMIT 1`;

const threadsWithAnotherCount = `
  SELECT x.urn FROM message_thread x WHERE x.urn = ANY($1) AND x.post_count <> (SELECT count(*) FROM thread_post p
    WHERE p.message_thread = x.urn AND NOT p.is_deleted AND p.deleted_timestamp IS NULL)`;

const usual = [
  'rejoin',
  'post',
  'post',
  'post',
  'edit',
  'delete',
  'restore',
  'mark',
  'mark',
  'dismiss',
  'leave',
  'return',
  'return',
];

// Compares after every so many steps, once nothing is left to be counted; gives how often each happened.
async function walk(
  world: World,
  chance: Chance,
  { steps, between }: { readonly steps: number; readonly between: number },
): Promise<ReadonlyMap<string, number>> {
  const done = new Map<string, number>();
  await withClient(service.databaseUrl, async (database) => {
    const rows = async (text: string): Promise<unknown[]> => (await database.query(text, [world.threads])).rows;
    for (let step = 0; step < steps; step += 1) {
      const name = chance.of(usual) ?? 'post';
      const status = (await happenings[name]?.(world, chance)) ?? 0;
      expect({ name, isBroken: status >= 500 }).toEqual({ name, isBroken: false });
      if (status >= 200 && status < 300) done.set(name, (done.get(name) ?? 0) + 1);
      if (step % between > 0) continue;
      await expect.poll(() => rows(uncounted), { timeout: 30_000, interval: 20 }).toEqual([]);
      expect({ step, name, rows: await rows(kept) }).toEqual({ step, name, rows: await rows(definition) });
      expect(await rows(threadsWithAnotherCount), name).toEqual([]);
    }
  });
  return done;
}

describe('unread counts', () => {
  test('are what their definition says, whatever happens', async () => {
    const done = await walk(await worldOf(['Anna', 'Bert', 'Carl']), chanceOf(20_261_127), { steps, between: 1 });
    // Each of them was done, and not only refused.
    expect([...done.keys()].sort()).toEqual(Object.keys(happenings).sort());
  });

  test('are so in a group of more than a thousand, a moment later', async () => {
    const world = await worldOf(['Anna', 'Bert', 'Carl'], 1_001);
    const done = await walk(world, chanceOf(20_261_129), { steps, between: 7 });
    expect([...done.keys()].sort()).toEqual(Object.keys(happenings).sort());
    // Nobody was left out.
    const notified = `SELECT count(DISTINCT identity)::int AS count FROM message_thread_notification WHERE message_thread = $1`;
    const { rows } = await withClient(service.databaseUrl, (pg) => pg.query(notified, [world.threads[0]]));
    expect(rows).toEqual([{ count: 1_004 }]);
  });
});
