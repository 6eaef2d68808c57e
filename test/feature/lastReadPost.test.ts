// The last post that somebody has read: one that is deleted gives way to the one before it, on both faces, and comes back with a
// restore. Resource reference 6.5.
import { beforeAll, expect, test } from 'vitest';
import { community, type Community, type Person } from '../support/community.ts';
import { sharedService } from '../support/service.ts';

let town: Community;
let anna: Person;
let ben: Person;

beforeAll(async () => {
  town = await community(await sharedService());
  [anna, ben] = [await town.person('Anna'), await town.person('Ben')];
});

interface Thread {
  readonly posts: readonly string[];
  /** Lets a person read up to a post. */
  readonly read: (who: Person, post: string | null) => Promise<void>;
  /** What a person has read last, and how much is unread, on both faces. */
  readonly last: (who: Person) => Promise<readonly [string | null, number]>;
}

async function threadOf(count: number): Promise<Thread> {
  const group = await town.group();
  await town.join(group, anna, ben);
  const thread = await town.make('messagethread', { group });
  const posts: string[] = [];
  for (let number = 0; number < count; number += 1)
    posts.push(await town.make('threadpost', { messageThread: thread, content: String(number) }));
  const pathOf = async (who: Person): Promise<string> => {
    const { body } = await who.rest('GET', '/n/v1/identitynotificationinbox?all=true&limit=200');
    const found = (body.notifications as { urn: string; messageThread: { urn: string } }[]).find(
      (one) => one.messageThread.urn === thread,
    );
    return `/n/v1/messagethreadnotification/${String(found?.urn)}`;
  };
  return {
    posts,
    async read(who, post) {
      const answer = await who.rest('PATCH', await pathOf(who), { body: { lastReadPost: post } });
      expect(answer.status, answer.text).toBe(200);
    },
    async last(who) {
      const path = await pathOf(who);
      const { body } = await who.rest('GET', path);
      const urn = path.split('/').at(-1);
      const query =
        'query ($urn: ID!) { messageThreadNotification(urn: $urn) { lastReadPost { urn } notificationCount } }';
      const { messageThreadNotification: shown } = await who.data(query, { urn });
      expect(shown.lastReadPost?.urn ?? null).toBe(body.lastReadPost?.urn ?? null);
      expect(shown.notificationCount).toBe(body.notificationCount);
      return [body.lastReadPost?.urn ?? null, body.notificationCount];
    },
  };
}

const remove = async (post: string | undefined): Promise<void> => {
  expect((await town.admin.rest('DELETE', `/n/v1/threadpost/${String(post)}`)).status).toBe(204);
};
const restore = async (post: string | undefined): Promise<void> => {
  expect((await town.admin.rest('POST', `/n/v1/threadpost/${String(post)}/restore`)).status).toBe(200);
};

test('steps back when it is deleted, as often as it is, and forth again', async () => {
  const { posts, read, last } = await threadOf(4);
  const [first = '', second = '', third = '', fourth = ''] = posts;
  await read(anna, third);
  await read(ben, second);
  expect(await last(anna)).toEqual([third, 1]);
  await remove(third);
  expect(await last(anna)).toEqual([second, 1]);
  expect(await last(ben)).toEqual([second, 1]);
  await remove(second);
  for (const who of [anna, ben]) expect(await last(who)).toEqual([first, 1]);
  await remove(first);
  for (const who of [anna, ben]) expect(await last(who)).toEqual([null, 1]);
  await restore(third);
  expect(await last(anna)).toEqual([third, 1]);
  expect(await last(ben)).toEqual([null, 2]);
  await restore(second);
  expect(await last(ben)).toEqual([second, 2]);
  expect(await last(anna)).toEqual([third, 1]);
  await read(anna, fourth);
  await remove(second);
  expect(await last(anna)).toEqual([fourth, 0]);
});

test('stays where another post is deleted, and where nothing was read', async () => {
  const { posts, read, last } = await threadOf(3);
  await read(anna, posts[1] ?? '');
  await remove(posts[0]);
  await remove(posts[2]);
  expect(await last(anna)).toEqual([posts[1], 0]);
  expect(await last(ben)).toEqual([null, 1]);
  await read(anna, null);
  await remove(posts[1]);
  expect(await last(anna)).toEqual([null, 0]);
});
