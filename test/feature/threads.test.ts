// Threads and posts: who may read and write, what a post may reply to, and what remains of a deleted one.
import { beforeAll, describe, expect, test } from 'vitest';
import type { Client, RestAnswer } from '../support/client.ts';
import { community, type Community, type Person } from '../support/community.ts';
import { withClient } from '../support/database.ts';
import { createNativeClient, obtainTokens, signIn } from '../support/oauth.ts';
import { sharedService, type SharedService } from '../support/service.ts';

let service: SharedService;
let town: Community;
let anna: Person;
let bert: Person;
let outside: Person;
let group: string;

beforeAll(async () => {
  service = await sharedService();
  town = await community(service);
  [anna, bert, outside] = [await town.person('Anna'), await town.person('Bert'), await town.person('Outside')];
  group = await town.group();
  await town.join(group, anna, bert);
});

const thread = (more: Record<string, unknown> = {}): Promise<string> => town.make('messagethread', { group, ...more });
const say = (
  as: Client,
  messageThread: string,
  content: string,
  more: Record<string, unknown> = {},
): Promise<RestAnswer> => as.rest('POST', '/n/v1/threadpost', { body: { messageThread, content, ...more } });
const read = (as: Client, urn: string): Promise<RestAnswer> => as.rest('GET', `/n/v1/messagethread/${urn}`);

describe('a thread', () => {
  test('can be read by active members with READ, by a grant on it, and by callers who run the group', async () => {
    const urn = await thread();
    await say(anna, urn, 'Hello');
    const bare = await town.person('Bare', []);
    await town.join(group, bare);
    const guest = await town.person('Guest', []);
    await town.grant('IDENTITY', guest.identity, 'MESSAGE_THREAD', urn, 'READ');
    for (const [who, status] of [
      [anna, 200],
      [guest, 200],
      [town.admin, 200],
      [outside, 404],
      [bare, 404],
    ] as const) {
      expect((await read(who, urn)).status).toBe(status);
    }
    const posts = `query ($urn: ID!) { messageThread(urn: $urn) { posts(first: 5) { nodes { content } } } threadPosts(first: 200) { nodes { content messageThread { urn } } } }`;
    expect((await guest.data(posts, { urn })).messageThread.posts.nodes).toEqual([{ content: 'Hello' }]);
    expect((await outside.data(posts, { urn })).threadPosts.nodes).toEqual([]);
    const [own] = (await bert.rest('GET', `/n/v1/groupmemberships?filter[group]=${group}`)).body.groupmemberships;
    await bert.rest('PATCH', `/n/v1/groupmembership/${String(own.urn)}`, { body: { status: 'BLOCKED_BY_MEMBER' } });
    expect((await read(bert, urn)).status).toBe(404);
    await bert.rest('PATCH', `/n/v1/groupmembership/${String(own.urn)}`, { body: { status: 'ACTIVE' } });
    expect((await read(bert, urn)).status).toBe(200);
  });

  test('about an object names it, and can be started by callers who may comment on it', async () => {
    const project = await town.make('project', { name: 'Bridge' });
    for (const named of [{}, { projects: [] }]) {
      const about = { group, purpose: 'PROJECT_DISCUSSION', ...named };
      const without = await anna.rest('POST', '/n/v1/messagethread', { body: about });
      expect([without.status, without.body.errors]).toEqual([
        422,
        [{ path: '/projects', code: 'REQUIRED', message: 'A PROJECT_DISCUSSION names what it is about.' }],
      ]);
    }
    const body = { group, purpose: 'PROJECT_DISCUSSION', projects: [project] };
    const made = await anna.rest('POST', '/n/v1/messagethread', { body });
    expect([made.status, made.body.projects[0].urn]).toEqual([201, project]);
    const reader = await town.person('Reader', ['READ']);
    await town.join(group, reader);
    await town.grant('IDENTITY', reader.identity, 'GROUP', group, 'COMMENT');
    expect((await reader.rest('POST', '/n/v1/messagethread', { body })).status).toBe(403);
    const maker = await town.person('Maker', ['READ', 'CREATE']);
    await town.join(group, maker);
    await town.grant('IDENTITY', maker.identity, 'GROUP', group, 'COMMENT');
    expect((await maker.rest('POST', '/n/v1/messagethread', { body })).status).toBe(201);
    // Its subject is unchanged.
    const changed = await town.admin.rest('PATCH', `/n/v1/messagethread/${String(made.body.urn)}`, {
      body: { projects: [] },
    });
    expect(changed.body.projects).toHaveLength(1);
  });

  test('takes its name from the first post, and accepts no posts once it is closed', async () => {
    const urn = await thread();
    await say(anna, urn, 'Where to meet?\nAnd when?');
    expect((await read(anna, urn)).body).toMatchObject({ name: 'Where to meet?', postCount: 1 });
    await town.admin.rest('PATCH', `/n/v1/messagethread/${urn}`, { body: { isClosed: true } });
    const late = await say(anna, urn, 'Too late');
    expect([late.status, late.body.code]).toEqual([409, 'CONFLICT']);
  });

  test('that is being closed takes no post that began before', async () => {
    const urn = await thread();
    await withClient(service.databaseUrl, async (database) => {
      await database.query('BEGIN');
      await database.query('UPDATE message_thread SET is_closed = true WHERE urn = $1', [urn]);
      const late = say(anna, urn, 'Late');
      const waits = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      await expect.poll(async () => (await database.query(waits)).rows.length).toBe(1);
      await database.query('COMMIT');
      expect((await late).status).toBe(409);
    });
  });

  test('a stand-alone chat creates a private group of the caller; strict handling requires the group', async () => {
    const body = { purpose: 'STANDALONE_CHAT' };
    const strict = await anna.rest('POST', '/n/v1/messagethread', { body, headers: { prefer: 'handling=strict' } });
    expect([strict.status, strict.body.errors[0]]).toMatchObject([422, { path: '/group', code: 'REQUIRED' }]);
    const { body: chat } = await anna.rest('POST', '/n/v1/messagethread', { body });
    expect((await read(anna, chat.urn)).status).toBe(200);
    expect((await read(bert, chat.urn)).status).toBe(404);
    const { body: room } = await anna.rest('GET', `/n/v1/group/${String(chat.group.urn)}`);
    expect(room).toMatchObject({ visibility: 'MEMBERS', joinPolicy: 'INVITE_ONLY', memberCount: 1 });
    await town.make(
      'groupmembership',
      {
        group: chat.group.urn,
        identity: bert.identity,
        status: 'PENDING_ACCEPTANCE',
        enrollment: 'BY_OWNER_WITHOUT_CONSENT',
        emailNotification: 'UNSUBSCRIBED',
        smsNotification: 'UNSUBSCRIBED',
        inAppNotification: 'SUBSCRIBED',
      },
      anna,
    );
    expect((await read(bert, chat.urn)).status).toBe(404);
    const [mine] = (await bert.rest('GET', `/n/v1/groupmemberships?filter[group]=${String(chat.group.urn)}`)).body
      .groupmemberships;
    await bert.rest('PATCH', `/n/v1/groupmembership/${String(mine.urn)}`, { body: { status: 'ACTIVE' } });
    expect((await say(bert, chat.urn, 'Here I am')).status).toBe(201);
    // Who began it was admitted for good, and may leave and return.
    const { body: own } = await anna.rest('GET', `/n/v1/groupmemberships?filter[identity]=${anna.identity}`);
    const membership = own.groupmemberships.find((one: { group: { urn: string } }) => one.group.urn === room.urn);
    for (const status of ['BLOCKED_BY_MEMBER', 'ACTIVE']) {
      const path = `/n/v1/groupmembership/${String(membership.urn)}`;
      const changed = await anna.rest('PATCH', path, { body: { status } });
      expect([changed.status, changed.body.status]).toEqual([200, status]);
    }
  });

  test('a stand-alone chat is begun by callers with COMMENT; without a group it gets one, else it stays in the one it names', async () => {
    const mute = await town.person('Mute', ['READ']);
    const begin = (as: Client, more: object): Promise<RestAnswer> =>
      as.rest('POST', '/n/v1/messagethread', { body: { purpose: 'STANDALONE_CHAT', ...more } });
    expect((await begin(mute, {})).status).toBe(403);
    const { body: own } = await begin(anna, { group: null });
    expect([own.group.urn === group, (await read(bert, own.urn)).status]).toEqual([false, 404]);
    const { body: shared } = await begin(anna, { group });
    expect([shared.group.urn, (await read(bert, shared.urn)).status]).toEqual([group, 200]);
  });

  test('a chat that a browser client begins in a group of others gives it nothing', async () => {
    const browser = await town.session(['READ', 'COMMENT']);
    const open = await town.group({ visibility: 'PUBLIC' });
    const edges = async (): Promise<unknown> => (await town.admin.data('{ permissions { totalCount } }')).permissions;
    const { client } = (await browser.rest('GET', '/n/v1/clientcontext')).body;
    await town.grant('API_CLIENT', client.urn, 'GROUP', open, 'MANAGE');
    const before = await edges();
    const { body, status } = await browser.rest('POST', '/n/v1/messagethread', {
      body: { purpose: 'STANDALONE_CHAT', group: open },
    });
    expect([status, body.group?.urn, await edges()]).toEqual([201, open, before]);
  });

  test('a person begins a chat, and speaks in it, as itself', async () => {
    const person = await signIn(service, town.admin);
    for (const label of ['READ', 'COMMENT'])
      await town.grant('IDENTITY', person.identity, 'COMPANY', town.admin.company, label);
    const { access_token: token } = await obtainTokens(service, await createNativeClient(town.admin), person, {
      scope: 'read write comment',
    });
    const client = service.client(token);
    const { body: chat } = await client.rest('POST', '/n/v1/messagethread', { body: { purpose: 'STANDALONE_CHAT' } });
    const { body: post } = await say(client, chat.urn, 'Me');
    expect(post.authorIdentity?.urn).toBe(person.identity);
    const { body: room } = await client.rest('GET', `/n/v1/group/${String(chat.group.urn)}`);
    expect(room.memberCount).toBe(1);
  });

  test('in the chat of a browser client an anonymous identity stands for its unknown user', async () => {
    const browser = await town.session();
    const { body: chat, status } = await browser.rest('POST', '/n/v1/messagethread', {
      body: { purpose: 'STANDALONE_CHAT' },
    });
    expect(status).toBe(201);
    const { body: post } = await say(browser, chat.urn, 'Help!');
    const { body: author } = await browser.rest('GET', `/n/v1/identity/${String(post.authorIdentity.urn)}`);
    expect([author.type, author.name]).toEqual(['ANONYMOUS', null]);
    const body = { messageThread: { urn: chat.urn }, content: 'Again' };
    const linked = await browser.rest('POST', '/n/v1/threadpost', { body });
    expect([linked.status, linked.body.authorIdentity?.urn]).toEqual([201, author.urn]);
    const nowhere = await say(browser, 'nowhere', 'Lost');
    expect([nowhere.status, nowhere.body.errors[0]]).toMatchObject([422, { path: '/messageThread' }]);
    expect((await read(browser, chat.urn)).body.posts).toHaveLength(2);
    expect((await read(anna, chat.urn)).status).toBe(404);
    expect((await say(browser, chat.urn, 'As Anna', { authorIdentity: anna.identity })).status).not.toBe(201);
    // Whoever answers there is somebody else.
    await town.grant('API_CLIENT', bert.client, 'MESSAGE_THREAD', chat.urn, 'COMMENT');
    expect((await say(bert, chat.urn, 'Hello')).body.authorIdentity.urn).toBe(bert.identity);
    expect((await say(bert, chat.urn, 'As the user', { authorIdentity: author.urn })).status).toBe(403);
  });
});

describe('a post', () => {
  test('is written as the caller; writing as another requires MANAGE', async () => {
    const urn = await thread();
    expect((await say(anna, urn, 'Me')).body.authorIdentity.urn).toBe(anna.identity);
    expect((await say(anna, urn, 'You', { authorIdentity: bert.identity })).status).toBe(403);
    expect((await say(town.admin, urn, 'For Bert', { authorIdentity: bert.identity })).body.authorIdentity.urn).toBe(
      bert.identity,
    );
    expect((await say(outside, urn, 'Hello?')).body.errors[0]).toMatchObject({
      path: '/messageThread',
      code: 'INVALID_REFERENCE',
    });
    const long = await say(anna, urn, 'x'.repeat(1025));
    expect(long.body.errors[0]).toMatchObject({ path: '/content', code: 'TOO_LONG', limit: 1024 });
    expect((await say(anna, urn, '')).body.errors[0]).toMatchObject({ path: '/content', code: 'TOO_SHORT' });
  });

  test('replies to an earlier post of the same thread only, and mentions only readers of the thread', async () => {
    const [here, there] = [await thread(), await thread()];
    const { body: first } = await say(anna, here, 'First');
    const { body: foreign } = await say(anna, there, 'Elsewhere');
    const crossed = await say(bert, here, 'Re', { replyTo: foreign.urn });
    expect(crossed.body.errors[0]).toMatchObject({
      path: '/replyTo',
      code: 'INVALID_REFERENCE',
      related: [foreign.urn],
    });
    const { body: reply } = await say(bert, here, 'Re', { replyTo: first.urn });
    for (const replyTo of [reply.urn, first.urn]) {
      const ring = await anna.rest('PATCH', `/n/v1/threadpost/${String(first.urn)}`, { body: { replyTo } });
      expect(ring.body.errors[0]).toMatchObject({ path: '/replyTo', code: 'INVALID_REFERENCE' });
    }
    const mention = await say(anna, here, 'Hi', { mentions: [bert.identity, outside.identity] });
    expect(mention.body.errors).toHaveLength(1);
    expect(mention.body.errors[0]).toMatchObject({ path: '/mentions/1', code: 'INVALID_REFERENCE' });
    const unknown = await say(anna, here, 'Hi', { mentions: [bert.identity, crypto.randomUUID()] });
    expect(unknown.body.errors.map(({ path }: { path: string }) => path)).toEqual(['/mentions/1']);
    expect((await say(anna, here, 'Hi', { mentions: [bert.identity] })).body.mentions[0].urn).toBe(bert.identity);
  });

  test('can be changed by its author for a day, by no other member, and is marked as edited', async () => {
    const urn = await thread();
    const { body: post } = await say(anna, urn, 'Teh');
    const path = `/n/v1/threadpost/${String(post.urn)}`;
    const { body: named } = await anna.rest('PATCH', path, { body: { content: 'Teh', mentions: [bert.identity] } });
    expect([named.mentions.length, named.editedTimestamp ?? null]).toEqual([1, null]);
    const { body } = await anna.rest('PATCH', path, { body: { content: 'The' } });
    expect([body.content, body.editedTimestamp]).toEqual(['The', body.updatedTimestamp]);
    expect((await bert.rest('PATCH', path, { body: { content: 'No' } })).status).toBe(403);
    expect((await bert.rest('DELETE', path)).status).toBe(403);
    for (const [age, status] of [
      ['23 hours 59 minutes', 200],
      ['24 hours', 403],
    ]) {
      await withClient(service.databaseUrl, (client) =>
        client.query(`UPDATE thread_post SET created_timestamp = now() - $2::interval WHERE urn = $1`, [post.urn, age]),
      );
      expect((await anna.rest('PATCH', path, { body: { content: `After ${String(age)}` } })).status).toBe(status);
    }
    expect((await anna.rest('DELETE', path)).status).toBe(204);
  });

  test('names a thread that has no name by its first line with words', async () => {
    const urn = await thread();
    await say(anna, urn, ' \n ');
    expect((await read(anna, urn)).body.name).toBeNull();
    await say(anna, urn, '\n  \nFirst line\nSecond line');
    await say(anna, urn, 'Another');
    expect((await read(anna, urn)).body.name).toBe('First line');
  });

  test('that is deleted, or restored, gives its thread another version', async () => {
    const urn = await thread({ name: 'Counted' });
    const { body: post } = await say(anna, urn, 'Here');
    const versions: number[] = [(await read(anna, urn)).body.version];
    const path = `/n/v1/threadpost/${String(post.urn)}`;
    expect((await town.admin.rest('DELETE', path)).status).toBe(204);
    versions.push((await read(anna, urn)).body.version);
    expect((await town.admin.rest('POST', `${path}/restore`)).status).toBe(200);
    versions.push((await read(anna, urn)).body.version);
    const [first = 0] = versions;
    expect(versions).toEqual([first, first + 1, first + 2]);
  });

  test('leaves a placeholder if it had replies, and nothing if it had none', async () => {
    const urn = await thread();
    const { body: first } = await say(anna, urn, 'Secret', { mentions: [bert.identity] });
    const { body: reply } = await say(bert, urn, 'Why?', { replyTo: first.urn });
    expect((await anna.rest('DELETE', `/n/v1/threadpost/${String(first.urn)}`)).status).toBe(204);
    const { body: shell } = await bert.rest('GET', `/n/v1/threadpost/${String(first.urn)}`);
    expect([shell.content, shell.isDeleted, shell.replyCount, shell.mentions]).toEqual(['', true, 1, []]);
    expect((await read(bert, urn)).body.postCount).toBe(1);
    expect((await anna.rest('DELETE', `/n/v1/threadpost/${String(first.urn)}`)).status).toBe(404);
    expect((await anna.rest('PATCH', `/n/v1/threadpost/${String(first.urn)}`, { body: { content: 'x' } })).status).toBe(
      409,
    );
    expect((await bert.rest('DELETE', `/n/v1/threadpost/${String(reply.urn)}`)).status).toBe(204);
    expect((await bert.rest('GET', `/n/v1/threadpost/${String(reply.urn)}`)).status).toBe(404);
  });

  test('can be deleted by a moderator, who cannot change it', async () => {
    const moderator = await town.person('Moderator');
    await town.make('groupmembership', {
      group,
      identity: moderator.identity,
      role: 'MODERATOR',
      status: 'ACTIVE',
      enrollment: 'BY_OWNER_WITHOUT_CONSENT',
      emailNotification: 'UNSUBSCRIBED',
      smsNotification: 'UNSUBSCRIBED',
      inAppNotification: 'UNSUBSCRIBED',
    });
    const { body: post } = await say(anna, await thread(), 'Rude');
    const path = `/n/v1/threadpost/${String(post.urn)}`;
    expect((await moderator.rest('PATCH', path, { body: { content: 'Polite' } })).status).toBe(403);
    expect((await moderator.rest('DELETE', path)).status).toBe(204);
  });
});
