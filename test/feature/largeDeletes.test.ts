// What is deleted with much that lives in it: it goes whole, some of it at a time, or is refused with a number.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Statement } from '../../src/database/connection/statement.ts';
import { community, type Community } from '../support/community.ts';
import { copy } from '../support/copies.ts';
import { withClient } from '../support/database.ts';
import { startService, type TestService } from '../support/service.ts';
import { urnCount } from '../support/urnLists.ts';

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

/** The longest list of urns of a statement. */
const longest = ({ values }: Statement): number => Math.max(...values.map(urnCount));

test('A thread goes with all its posts, each of which is announced, a thousand at a time, and comes back with them', async () => {
  const thread = await threadOf(2_500);
  sent.length = 0;
  expect((await town.admin.rest('DELETE', `/n/v1/messagethread/${thread}`)).status).toBe(204);
  expect([await count(living, thread), await count(announced, thread)]).toEqual([0, 2_500]);
  // No statement is about more.
  const changing = sent.filter(({ text }) => /UPDATE "thread_post"|INSERT INTO "webhook_trigger"/.test(text));
  expect(Math.max(...changing.map(longest))).toBe(1_000);
  // The turn of the event loop in which the events of each thousand are written: others have theirs in between.
  let [turn, isCounting] = [0, true];
  const turns: number[] = [];
  const next = (): void => {
    turn += 1;
    if (isCounting) setImmediate(next);
  };
  next();
  sent.length = 0;
  const push = sent.push.bind(sent);
  sent.push = (...statements) => {
    if (statements.some(({ text }) => text.includes('INSERT INTO "webhook_trigger"'))) turns.push(turn);
    return push(...statements);
  };
  expect((await town.admin.rest('POST', `/n/v1/messagethread/${thread}/restore`)).status).toBe(200);
  isCounting = false;
  sent.push = push;
  expect(new Set(turns).size).toBe(3);
  const read = sent.filter(({ text }) => /JOIN "thread_post"/.test(text));
  expect(read.length).toBeGreaterThan(2);
  expect(Math.max(...read.map(longest))).toBeLessThanOrEqual(1_000);
  expect(await count(living, thread)).toBe(2_500);
});

test('What was deleted comes back in as many statements, however many rows had others in them', async () => {
  const statementsFor = async (threads: number): Promise<number> => {
    const [group, anna] = [await town.group(), await town.person('Anna')];
    await town.join(group, anna);
    for (let at = 0; at < threads; at += 1) {
      const thread = await town.make('messagethread', { group });
      await town.make('threadpost', { messageThread: thread, content: 'Hello' }, anna);
    }
    expect((await town.admin.rest('DELETE', `/n/v1/group/${group}`)).status).toBe(204);
    sent.length = 0;
    expect((await town.admin.rest('POST', `/n/v1/group/${group}/restore`)).status).toBe(200);
    const revived = sent.filter(({ text }) => /^UPDATE .* SET "deleted_timestamp" = NULL/.test(text));
    const counted = `{ group(urn: "${group}") { threads { nodes { posts { totalCount } } } } }`;
    const { group: back } = await town.admin.data(counted);
    const posts = Array.from({ length: threads }, () => ({ posts: { totalCount: 1 } }));
    expect(back).toEqual({ threads: { nodes: posts } });
    return revived.length;
  };
  expect(await statementsFor(12)).toBe(await statementsFor(2));
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
