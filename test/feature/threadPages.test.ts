// The posts of a long thread, page by page and from the middle: a link to a post opens it with the posts around it, on
// both faces.
import { beforeAll, describe, expect, test } from 'vitest';
import type { RestAnswer } from '../support/client.ts';
import { community, type Community, type Person } from '../support/community.ts';
import { sharedService, type SharedService } from '../support/service.ts';

let service: SharedService;
let town: Community;
let anna: Person;
let outside: Person;
let thread: string;
let posts: string[];

// A test knows the shape of its request; what it reads is asserted.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Body = any;

beforeAll(async () => {
  service = await sharedService();
  town = await community(service);
  [anna, outside] = [await town.person('Anna'), await town.person('Outside')];
  const group = await town.group();
  await town.join(group, anna);
  thread = await town.make('messagethread', { group });
  posts = [];
  for (let at = 0; at < 9; at += 1) posts.push(await say(thread, `Post ${String(at)}`));
});

async function say(messageThread: string, content: string): Promise<string> {
  const { status, body } = await anna.rest('POST', '/n/v1/threadpost', { body: { messageThread, content } });
  expect(status).toBe(201);
  return body.urn;
}

const around = (parameters: string): Promise<RestAnswer> =>
  anna.rest('GET', `/n/v1/messagethread/${thread}/posts?${parameters}`);
const places = (rows: readonly Body[]): number[] => rows.map((row) => posts.indexOf(row.urn));

const question = `query ($urn: ID!, $around: ID, $first: Int, $after: String, $before: String, $last: Int) {
  messageThread(urn: $urn) { posts(first: $first, after: $after, before: $before, last: $last, around: $around) {
    totalCount nodes { urn content } pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
  } }
}`;

/** The positions of the posts around one of them, from both faces; and whether more come before and after. */
async function page(post: number, size: number): Promise<{ places: number[]; before: boolean; after: boolean }> {
  const rest = await around(`around=${posts[post]!}&limit=${String(size)}`);
  expect(rest.status, rest.text).toBe(200);
  const found = {
    places: places(rest.body.posts),
    before: rest.body.pagination.previousUrl !== null,
    after: rest.body.pagination.isMorePages,
  };
  const { messageThread } = await anna.data(question, { urn: thread, around: posts[post], first: size });
  const { nodes, pageInfo, totalCount } = messageThread.posts;
  expect([places(nodes), pageInfo.hasPreviousPage, pageInfo.hasNextPage, totalCount]).toEqual([
    found.places,
    found.before,
    found.after,
    9,
  ]);
  return found;
}

describe('the page around a post', () => {
  test('has it in the middle, and is longer on the other side near an end', async () => {
    expect(await page(4, 5)).toEqual({ places: [2, 3, 4, 5, 6], before: true, after: true });
    expect(await page(4, 4)).toEqual({ places: [3, 4, 5, 6], before: true, after: true });
    expect(await page(4, 1)).toEqual({ places: [4], before: true, after: true });
    expect(await page(0, 5)).toEqual({ places: [0, 1, 2, 3, 4], before: false, after: true });
    expect(await page(1, 5)).toEqual({ places: [0, 1, 2, 3, 4], before: false, after: true });
    expect(await page(8, 4)).toEqual({ places: [5, 6, 7, 8], before: true, after: false });
    expect(await page(4, 200)).toEqual({ places: [0, 1, 2, 3, 4, 5, 6, 7, 8], before: false, after: false });
  });

  test('continues in both directions, by address and by cursor, with every post once', async () => {
    const middle = (await around(`around=${posts[4]!}&limit=3`)).body;
    expect(places(middle.posts)).toEqual([3, 4, 5]);
    const later = (await anna.rest('GET', middle.pagination.nextUrl)).body;
    expect(places(later.posts)).toEqual([6, 7, 8]);
    const earlier = (await anna.rest('GET', middle.pagination.previousUrl)).body;
    expect(places(earlier.posts)).toEqual([0, 1, 2]);
    expect(places((await around(`limit=3&after=${middle.pagination.after}`)).body.posts)).toEqual([6, 7, 8]);
    expect(places((await around(`limit=3&before=${middle.pagination.before}`)).body.posts)).toEqual([0, 1, 2]);
    // In the thread itself the newest stand, unless a place or an order is named.
    for (const [parameters, found] of [
      ['', [7, 8]],
      [`&after=${middle.pagination.after}`, [6, 7]],
      [`&before=${middle.pagination.before}`, [1, 2]],
      ['&sort=createdTimestamp', [0, 1]],
    ] as const) {
      const { body } = await anna.rest('GET', `/n/v1/messagethread/${thread}?limit=2${parameters}`);
      expect([parameters, places(body.posts)]).toEqual([parameters, found]);
    }

    const { pageInfo } = (await anna.data(question, { urn: thread, around: posts[4], first: 3 })).messageThread.posts;
    const on = await anna.data(question, { urn: thread, first: 3, after: pageInfo.endCursor });
    const back = await anna.data(question, { urn: thread, last: 3, before: pageInfo.startCursor });
    expect(places(on.messageThread.posts.nodes)).toEqual([6, 7, 8]);
    expect(places(back.messageThread.posts.nodes)).toEqual([0, 1, 2]);
    // The other bound says which side of those it is.
    const first = await anna.data(question, { urn: thread, first: 2, before: pageInfo.startCursor });
    const last = await anna.data(question, { urn: thread, last: 2, after: pageInfo.endCursor });
    expect(places(first.messageThread.posts.nodes)).toEqual([0, 1]);
    expect(places(last.messageThread.posts.nodes)).toEqual([7, 8]);
  });

  test('follows the requested order', async () => {
    const newest = await around(`around=${posts[4]!}&limit=3&sort=-createdTimestamp`);
    expect(places(newest.body.posts)).toEqual([5, 4, 3]);
    expect(places((await anna.rest('GET', newest.body.pagination.nextUrl)).body.posts)).toEqual([2, 1, 0]);
  });

  test('is refused for a post of another thread, an unknown one, or together with another position', async () => {
    const other = await say(await town.make('messagethread', { group: await joined() }), 'Elsewhere');
    for (const [parameters, named] of [
      [`around=${other}`, '?around'],
      [`around=${crypto.randomUUID()}`, '?around'],
      ['around=nothing', '?around'],
      [`around=${posts[4]!}&after=x`, '?after'],
      [`around=${posts[4]!}&before=x`, '?before'],
      [`around=${posts[4]!}&count=true`, '?count'],
      [`around=${posts[4]!}&filter[content]=x`, '?filter[content]'],
      // What is sent back is bounded.
      [`around=${posts[4]!}&filter[${'x'.repeat(92)}]=x`, `?filter[${'x'.repeat(92)}]`],
      [`around=${posts[4]!}&filter[${'x'.repeat(93)}]=x`, `?filter[${'x'.repeat(93)}`],
      [`around=${posts[4]!}&limit=0`, '?limit'],
    ] as const) {
      const { status, body } = await around(parameters);
      const refused = [400, 'INVALID_PARAMETER', named];
      expect([parameters, status, body.code, body.errors[0].path]).toEqual([parameters, ...refused]);
    }
    for (const variables of [{ around: other }, { around: posts[4], last: 2 }, { around: posts[4], after: 'x' }]) {
      const answer = await anna.graph(question, { urn: thread, ...variables });
      expect(answer.errors?.[0]?.extensions['code']).toMatch(/^INVALID_/);
    }
    const page = `query ($urn: ID!, $around: ID) { messageThread(urn: $urn) { posts(around: $around, WITH) { pageInfo { endCursor } } } }`;
    const first = await anna.data(page.replace('WITH', 'first: 1'), { urn: thread });
    const cursor = JSON.stringify(first.messageThread.posts.pageInfo.endCursor);
    for (const other of [`after: ${cursor}`, `before: ${cursor}`, 'last: 2', 'where: {}', 'orderBy: []']) {
      const variables = { urn: thread, around: posts[4] };
      const [error] = (await anna.graph(page.replace('WITH', other), variables)).errors ?? [];
      const [name = ''] = other.split(':');
      expect([error?.message, error?.extensions['code']]).toEqual([
        `${name}: Give around or ${name}, not both.`,
        'INVALID_PARAMETER',
      ]);
    }
    // A caller who may not read the thread learns nothing of its posts.
    const hidden = await outside.rest('GET', `/n/v1/messagethread/${thread}/posts?around=${posts[4]!}`);
    expect([hidden.status, hidden.body.code]).toEqual([404, 'NOT_FOUND']);
  });
});

async function joined(): Promise<string> {
  const group = await town.group({ name: 'Others' });
  await town.join(group, anna);
  return group;
}
