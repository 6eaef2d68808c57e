// `inboxChanged`: a reader is notified of its own inbox whenever its content changes, and at no other time.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Client as SocketClient } from 'graphql-ws';
import type { Client } from '../support/client.ts';
import { community, type Community, type Person } from '../support/community.ts';
import { logEnd, sequenceOf } from '../support/eventLog.ts';
import { scrape } from '../support/metrics.ts';
import { startService, type TestService } from '../support/service.ts';
import { follow, openStream, socketClient, type Heard } from '../support/streams.ts';
import { entity, eventually } from '../support/webhooks.ts';

let service: TestService;
let town: Community;
let anna: Person;
let bert: Person;
let group: string;
const open: SocketClient[] = [];

beforeAll(async () => {
  service = await startService({ METRICS_PORT: '0' });
  town = await community(service);
  [anna, bert] = [await town.person('Anna'), await town.person('Bert')];
  group = await town.group();
  await town.join(group, anna, bert);
});
afterEach(async () => {
  for (const socket of open.splice(0)) await socket.dispose();
});
afterAll(() => service.close());

const changes = 'subscription { inboxChanged { cursor unreadThreadCount unreadMentionCount } }';
const thread = (): Promise<string> => town.make('messagethread', { group });
const say = (as: Client, messageThread: string, more: Record<string, unknown> = {}): Promise<string> =>
  town.make('threadpost', { messageThread, content: 'Hello', ...more }, as);

async function subscribers(): Promise<number> {
  return (await scrape(service.metricsUrl)).value('commonplace_subscribers') ?? 0;
}

// Resolves once the subscription is active: changes from then on are delivered.
async function listen(who: Person): Promise<Heard> {
  const before = await subscribers();
  const socket = socketClient(service.url, who.token);
  open.push(socket);
  const heard = follow(socket, changes);
  await eventually(subscribers, (now) => now > before);
  return heard;
}

const counts = (one: { unreadThreadCount: number; unreadMentionCount: number }): number[] => [
  one.unreadThreadCount,
  one.unreadMentionCount,
];

describe('a reader of its inbox', () => {
  test('is notified of posts, mentions, and of what was marked as read', async () => {
    const [first, second] = [await thread(), await thread()];
    const heard = await listen(bert);
    await say(anna, first);
    expect((await heard.until(1)).map((d) => counts(d.inboxChanged))).toEqual([[1, 0]]);
    await say(anna, second, { mentions: [bert.identity] });
    expect(counts((await heard.until(2))[1].inboxChanged)).toEqual([2, 1]);
    await bert.rest('POST', '/n/v1/identitynotificationinbox/markread');
    expect(counts((await heard.until(3))[2].inboxChanged)).toEqual([0, 0]);
    const cursors = heard.data.map((d) => sequenceOf(d.inboxChanged.cursor));
    expect(cursors).toEqual([...cursors].sort((a, b) => a - b));
    expect(cursors[2]).toBe(sequenceOf(await logEnd(service.services)));
  });

  test('is not notified of its own posts, of other inboxes, or of anything else', async () => {
    const quiet = await thread();
    const heard = await listen(bert);
    await say(bert, quiet);
    await entity(town.admin);
    const carl = await town.person('Carl');
    const other = await town.group();
    await town.join(other, carl, anna);
    await say(anna, await town.make('messagethread', { group: other }));
    // The first notification that Bert receives after all of that is what was said to him.
    await say(anna, quiet);
    expect((await heard.until(1)).map((d) => counts(d.inboxChanged))).toEqual([[1, 0]]);
    await bert.rest('POST', '/n/v1/identitynotificationinbox/markread');
  });

  test('is notified of a post that was deleted before it was read', async () => {
    const urn = await thread();
    const heard = await listen(bert);
    const post = await say(anna, urn, { mentions: [bert.identity] });
    expect(counts((await heard.until(1))[0].inboxChanged)).toEqual([1, 1]);
    expect((await anna.rest('DELETE', `/n/v1/threadpost/${post}`)).status).toBe(204);
    expect(counts((await heard.until(2))[1].inboxChanged)).toEqual([0, 0]);
  });

  test('is notified of each unread post, and of none in a thread it has muted', async () => {
    const [muted, loud] = [await thread(), await thread()];
    await say(anna, muted);
    const list = await bert.rest('GET', `/n/v1/messagethreadnotifications?filter[messageThread]=${muted}`);
    const own = String(list.body.messagethreadnotifications[0].urn);
    await bert.rest('PATCH', `/n/v1/messagethreadnotification/${own}`, { body: { level: 'NONE' } });
    const heard = await listen(bert);
    await say(anna, muted);
    await say(anna, loud);
    expect((await heard.until(1)).map((d) => counts(d.inboxChanged))).toEqual([[1, 0]]);
    // A second post leaves the counts alone, but is one more unread post.
    await say(anna, loud);
    expect((await heard.until(2)).map((d) => counts(d.inboxChanged))).toEqual([
      [1, 0],
      [1, 0],
    ]);
    await bert.rest('POST', '/n/v1/identitynotificationinbox/markread');
  });

  test('receives the same on an event stream', async () => {
    const urn = await thread();
    const stream = await openStream(service.url, bert.token, changes);
    await say(anna, urn);
    const frame = await stream.next();
    expect(counts(frame?.data.data.inboxChanged)).toEqual([1, 0]);
    expect(frame?.id).toBe(frame?.data.data.inboxChanged.cursor);
    stream.close();
    await bert.rest('POST', '/n/v1/identitynotificationinbox/markread');
  });
});

describe('a reader that', () => {
  test('is anonymous is refused', async () => {
    const anonymous = await openStream(service.url, null, changes);
    expect(anonymous.status).toBe(401);
    anonymous.close();
  });

  test('left the group receives nothing more of its threads', async () => {
    const dora = await town.person('Dora');
    const [membership] = await town.join(group, dora);
    const urn = await thread();
    const heard = await listen(dora);
    await say(anna, urn);
    expect((await heard.until(1)).map((d) => counts(d.inboxChanged))).toEqual([[1, 0]]);
    const left = await dora.rest('PATCH', `/n/v1/groupmembership/${String(membership)}`, {
      body: { status: 'BLOCKED_BY_MEMBER' },
    });
    expect(left.status).toBe(200);
    await say(anna, urn);
    // Delivered after the post above, in a group that Dora is in: the only notification waiting for her.
    const other = await town.group();
    await town.join(other, dora, anna);
    await say(anna, await town.make('messagethread', { group: other }));
    const last = await eventually(
      () => dora.rest('GET', '/n/v1/identitynotificationinbox'),
      ({ body }) => body.notifications.length === 1 && heard.data.length > 1,
    );
    expect(last.body.unreadThreadCount).toBe(1);
    expect(heard.data.map((d) => d.inboxChanged.unreadThreadCount as number)).not.toContain(2);
  });
});
