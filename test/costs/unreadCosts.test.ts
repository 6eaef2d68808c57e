// What a change of a post costs: the notifications that it counts in, and not what their identities have not read besides; and what the
// number of posts of a thread costs: nothing.
// Rows that statements read are counted, never time. Resource reference 6.5.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Statement } from '../../src/database/connection/statement.ts';
import { community, type Community, type Person } from '../support/community.ts';
import { copy } from '../support/copies.ts';
import { withClient } from '../support/database.ts';
import { mostReadDuring } from '../support/plans.ts';
import { startService, type TestService } from '../support/service.ts';

const [posts, members] = [4_000, 40];

let service: TestService;
let town: Community;
let anna: Person;
let bert: Person;
let thread: string;
let first: string;
const sent: Statement[] = [];

beforeAll(async () => {
  service = await startService({}, { onStatement: (statement) => sent.push(statement as Statement) });
  town = await community(service);
  [anna, bert] = [await town.person('Anna'), await town.person('Bert')];
  const group = await town.group();
  const [, joined] = await town.join(group, anna, bert);
  thread = await town.make('messagethread', { group });
  first = await town.make('threadpost', { messageThread: thread, content: 'Hello' }, anna);
  const { databaseUrl } = service;
  await copy(databaseUrl, { table: 'thread_post', urn: first }, posts, { position: 'n.i + 1' });
  const { body } = await bert.rest('GET', '/n/v1/messagethreadnotifications');
  const identity = { identity: `md5('member' || n.i)::uuid` };
  await copy(databaseUrl, { table: 'group_membership', urn: String(joined) }, members, identity);
  const notification = { table: 'message_thread_notification', urn: String(body.messagethreadnotifications[0].urn) };
  await copy(databaseUrl, notification, members, identity);
  await withClient(databaseUrl, async (pg) => {
    await pg.query('UPDATE message_thread SET last_position = $1', [posts + 1]);
    await pg.query('UPDATE message_thread_notification SET notification_count = $1, notified_count = $1', [posts + 1]);
    await pg.query('VACUUM ANALYZE');
  });
});
afterAll(() => service.close());

test('a change of the oldest post of a long thread, for members who have read nothing of it', async () => {
  const read = (what: () => Promise<unknown>): Promise<number> =>
    mostReadDuring(what, { sent, databaseUrl: service.databaseUrl }, 'thread_post');
  const path = `/n/v1/threadpost/${first}`;
  const changes = [
    () => anna.rest('PATCH', path, { body: { mentions: [bert.identity] } }),
    () => anna.rest('DELETE', path),
    () => town.admin.rest('POST', `${path}/restore`),
  ];
  for (const change of changes) {
    const rows = await read(async () => expect((await change()).status).toBeLessThan(300));
    expect(rows, String(change)).toBeLessThan(4 * members);
  }
  // It counted for all of them.
  const counts = await withClient(service.databaseUrl, (pg) =>
    pg.query('SELECT DISTINCT notification_count AS count FROM message_thread_notification'),
  );
  expect(counts.rows).toEqual([{ count: posts + 1 }]);
});

test('how many posts a thread has is read with the thread', async () => {
  const own = await town.make('messagethread', { group: await town.group(), name: 'Short' });
  sent.length = 0;
  const { messageThread } = await town.admin.data(`{ messageThread(urn: "${own}") { postCount } }`);
  expect(messageThread).toEqual({ postCount: 0 });
  expect(sent.filter(({ text }) => text.includes('"thread_post"'))).toEqual([]);
});
