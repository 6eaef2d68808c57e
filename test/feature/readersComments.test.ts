// Comments of readers: a group whose threads are about pages is opened to readers by one grant; they join, post, and are moderated, and
// nothing else is opened by it. The guide "Permissions" says how. Resource reference 6.1, 6.3, 6.4.
import { beforeAll, describe, expect, test } from 'vitest';
import type { RestAnswer } from '../support/client.ts';
import { community, membership, type Community, type Person } from '../support/community.ts';
import { sharedService } from '../support/service.ts';
import { task } from '../support/work.ts';

let town: Community;
let reader: Person;
let other: Person;
let group: string;
let page: string;
let thread: string;

beforeAll(async () => {
  town = await community(await sharedService());
  [reader, other] = [await town.person('Reader', []), await town.person('Other', [])];
  group = await town.group({ name: 'Comments', joinPolicy: 'OPEN', visibility: 'PUBLIC' });
  ({ urn: page } = await town.page());
  thread = await town.make('messagethread', { group, purpose: 'ENTITY_DISCUSSION', entities: [page] });
  const readers = await town.make('role', {
    name: 'Readers',
    identities: [reader.identity, other.identity],
    apiClients: [reader.client, other.client],
  });
  await town.grant('ROLE', readers, 'GROUP', group, 'COMMENT');
  for (const one of [reader, other]) {
    const own = membership(group, one.identity, { enrollment: 'BY_MEMBER_WITH_CONSENT' });
    expect((await one.rest('POST', '/n/v1/groupmembership', { body: own })).status).toBe(201);
  }
});

const post = (as: Person, content: string, messageThread = thread): Promise<RestAnswer> =>
  as.rest('POST', '/n/v1/threadpost', { body: { messageThread, content } });
const contents = async (as: Person): Promise<string[]> => {
  const query = 'query ($urn: ID!) { messageThread(urn: $urn) { posts(first: 20) { nodes { content isDeleted } } } }';
  const { messageThread } = await as.data(query, { urn: thread });
  return messageThread.posts.nodes.map(({ content }: { readonly content: string }) => content);
};

describe('A reader who joined', () => {
  test('reads the thread of a page and posts, 1,024 characters at most', async () => {
    const said = await post(reader, 'What a page!');
    expect([said.status, said.body.authorIdentity.urn], said.text).toEqual([201, reader.identity]);
    expect(await contents(other)).toContain('What a page!');
    expect((await post(reader, 'é'.repeat(1_024))).status).toBe(201);
    const long = await post(reader, 'x'.repeat(1_025));
    expect([long.status, long.body.errors]).toMatchObject([
      422,
      [{ path: '/content', code: 'TOO_LONG', limit: 1_024 }],
    ]);
  });

  test('changes its own posts and no others, and is let into nothing else', async () => {
    const [mine, theirs] = [(await post(reader, 'Mine')).body.urn, (await post(other, 'Theirs')).body.urn];
    const change = (urn: string): Promise<RestAnswer> =>
      reader.rest('PATCH', `/n/v1/threadpost/${urn}`, { body: { content: 'Changed' } });
    expect([(await change(mine)).status, (await change(theirs)).status]).toEqual([200, 403]);
    expect((await reader.rest('DELETE', `/n/v1/threadpost/${String(theirs)}`)).status).toBe(403);
    expect((await reader.rest('PATCH', `/n/v1/messagethread/${thread}`, { body: { isClosed: true } })).status).toBe(
      403,
    );
    const inside = await town.make('messagethread', { group: await town.group({ name: 'Editors' }) });
    const hidden = await task(town.admin, 'Inside', { owner: town.admin.company, associatedEntities: [page] });
    for (const path of [`entity/${page}`, `task/${hidden}`, `messagethread/${inside}`, `company/${town.admin.company}`])
      expect([path, (await reader.rest('GET', `/n/v1/${path}`)).status]).toEqual([path, 404]);
    expect((await post(reader, 'Inside', inside)).status).toBe(422);
  });
});

describe('A comment', () => {
  test('is removed by the owner of the group and by a moderator, and by closing the thread none is added', async () => {
    const [first, second] = [(await post(reader, 'Rude')).body.urn, (await post(reader, 'Ruder')).body.urn];
    expect((await town.admin.rest('DELETE', `/n/v1/threadpost/${String(first)}`)).status).toBe(204);
    const moderator = await town.person('Moderator', []);
    await town.grant('IDENTITY', moderator.identity, 'GROUP', group, 'COMMENT');
    await town.make('groupmembership', membership(group, moderator.identity, { role: 'MODERATOR' }));
    expect((await moderator.rest('DELETE', `/n/v1/threadpost/${String(second)}`)).status).toBe(204);
    expect((await contents(other)).filter((one) => one.startsWith('Rude'))).toEqual([]);
    await town.admin.rest('PATCH', `/n/v1/messagethread/${thread}`, { body: { isClosed: true } });
    expect((await post(reader, 'Late')).status).toBe(409);
  });

  test('is read by nobody who did not join, and by nobody without a token', async () => {
    const stranger = await town.person('Stranger', []);
    expect((await stranger.rest('GET', `/n/v1/messagethread/${thread}`)).status).toBe(404);
    const [own] = (await other.rest('GET', `/n/v1/groupmemberships?filter[group]=${group}`)).body.groupmemberships;
    await town.admin.rest('PATCH', `/n/v1/groupmembership/${String(own.urn)}`, { body: { status: 'BANNED_BY_OWNER' } });
    expect((await other.rest('GET', `/n/v1/messagethread/${thread}`)).status).toBe(404);
  });
});
