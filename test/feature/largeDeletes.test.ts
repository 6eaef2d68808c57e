// What is deleted with much that lives in it: it goes whole, some of it at a time, or is refused with a number.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Statement } from '../../src/database/connection/statement.ts';
import { community, type Community } from '../support/community.ts';
import { copy } from '../support/copies.ts';
import { withClient } from '../support/database.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
let town: Community;
const sent: Statement[] = [];

beforeAll(async () => {
  service = await startService({}, { onStatement: (statement) => sent.push(statement as Statement) });
  town = await community(service);
});
afterAll(() => service.close());

async function threadOf(posts: number): Promise<string> {
  const group = await town.group();
  const anna = await town.person('Anna');
  await town.join(group, anna);
  const thread = await town.make('messagethread', { group });
  const first = await town.make('threadpost', { messageThread: thread, content: 'Hello' }, anna);
  await copy(service.databaseUrl, { table: 'thread_post', urn: first }, posts - 1, { position: 'n.i + 1' });
  return thread;
}

async function count(text: string, urn: string): Promise<number> {
  const { rows } = await withClient(service.databaseUrl, (pg) => pg.query<{ count: number }>(text, [urn]));
  return rows[0]?.count ?? expect.fail('nothing was counted');
}
const living = 'SELECT count(*)::int FROM thread_post WHERE message_thread = $1 AND deleted_timestamp IS NULL';
const announced = `SELECT count(*)::int FROM webhook_trigger t JOIN thread_post p ON p.urn = t.target_urn
  WHERE t.event = 'DELETE' AND p.message_thread = $1`;

test('A thread goes with all its posts, each of which is announced, a thousand at a time, and comes back with them', async () => {
  const thread = await threadOf(2_500);
  sent.length = 0;
  expect((await town.admin.rest('DELETE', `/n/v1/messagethread/${thread}`)).status).toBe(204);
  expect([await count(living, thread), await count(announced, thread)]).toEqual([0, 2_500]);
  // No statement is about more: a list of urns is sent in binary, with its length at the thirteenth byte.
  const changing = sent.filter(({ text }) => /UPDATE "thread_post"|INSERT INTO "webhook_trigger"/.test(text));
  const lengths = changing.flatMap(({ values }) =>
    values.map((value) => (Buffer.isBuffer(value) && value.length > 16 ? value.readInt32BE(12) : 0)),
  );
  expect(Math.max(...lengths)).toBe(1_000);
  expect((await town.admin.rest('POST', `/n/v1/messagethread/${thread}/restore`)).status).toBe(200);
  expect(await count(living, thread)).toBe(2_500);
});

test.each([
  { what: 'posts', make: () => threadOf(50_001) },
  {
    what: 'permissions on it',
    async make() {
      const thread = await threadOf(1);
      const client = await town.make('apiclient', { name: 'Reader' });
      const edge = await town.grant('API_CLIENT', client, 'MESSAGE_THREAD', thread, 'READ');
      await copy(service.databaseUrl, { table: 'permission', urn: edge }, 50_000);
      return thread;
    },
  },
])(
  'What takes more $what along than one write may change is refused, and nothing of it is changed',
  async ({ make }) => {
    const thread = await make();
    const posts = await count(living, thread);
    const { status, body } = await town.admin.rest('DELETE', `/n/v1/messagethread/${thread}`);
    expect([status, body.code, body.errors]).toMatchObject([
      409,
      'CONFLICT',
      [{ path: '', code: 'TOO_MANY', limit: 50_000 }],
    ]);
    expect([await count(living, thread), await count(announced, thread)]).toEqual([posts, 0]);
    expect((await town.admin.rest('GET', `/n/v1/messagethread/${thread}?limit=1`)).status).toBe(200);
  },
);
