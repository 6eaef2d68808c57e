// What one write changes very much of is indexed after its commit: a write of many thousands ends in its time, a search waits for it for a
// moment, and reports when that was not enough. Resource reference 7.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { community, type Community } from '../support/community.ts';
import { copy } from '../support/copies.ts';
import { withClient } from '../support/database.ts';
import { scrape } from '../support/metrics.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
let town: Community;

beforeAll(async () => {
  service = await startService({ METRICS_PORT: '0' });
  town = await community(service);
});
afterAll(() => service.close());

const search = async (word: string, scope: string): Promise<{ status: string; found: string[] }> => {
  const path = `/n/v1/searches?query=${word}&includeScopes=${scope}&limit=100`;
  const { body } = await town.admin.rest('GET', path);
  return { status: body.status, found: body.items.map((item: { urn: string }) => item.urn) };
};

const waiting = async (): Promise<number> =>
  (await town.admin.data('{ searchIndex { waiting } }')).searchIndex.waiting as number;

/** A group with so many threads of that name. */
async function threads(name: string, count: number): Promise<{ readonly group: string; readonly thread: string }> {
  const group = await town.group();
  const thread = await town.make('messagethread', { group, name });
  await copy(service.databaseUrl, { table: 'message_thread', urn: thread }, count - 1);
  return { group, thread };
}

const queues = (from: number): boolean =>
  service.statements.slice(from).some((text) => text.includes('INTO "search_row_queue"'));

test('rows are indexed after the commit of their change, however many', async () => {
  for (const [word, count] of [
    ['albatross', 1],
    ['bittern', 51],
  ] as const) {
    const { group } = await threads(word, count);
    expect((await town.admin.rest('DELETE', `/n/v1/group/${group}`)).status).toBe(204);
    expect(await search(word, 'MESSAGE_THREAD')).toEqual({ status: 'FULL_RESULT', found: [] });
    const from = service.statements.length;
    expect((await town.admin.rest('POST', `/n/v1/group/${group}/restore`)).status).toBe(200);
    expect([word, queues(from)]).toEqual([word, true]);
    const { status, found } = await search(word, 'MESSAGE_THREAD');
    expect({ status, found: found.length }).toEqual({ status: 'FULL_RESULT', found: count });
    expect(await waiting()).toBe(0);
  }
});

test('memberships are found by the new name of a group of many, and by the old one no more', async () => {
  const group = await town.group({ name: 'Curlew' });
  const anna = await town.person('Anna');
  const [joined] = await town.join(group, anna);
  await copy(service.databaseUrl, { table: 'group_membership', urn: String(joined) }, 1_200, {
    identity: `md5('${group}' || n.i)::uuid`,
  });
  const from = service.statements.length;
  expect((await town.admin.rest('PATCH', `/n/v1/group/${group}`, { body: { name: 'Dunlin' } })).status).toBe(200);
  expect(queues(from)).toBe(true);
  // Nobody has looked for any of them yet.
  const indexed = `SELECT count(*)::int AS count FROM search_document WHERE container = $1 AND kind = 'GroupMembership'`;
  const count = () => withClient(service.databaseUrl, async (pg) => (await pg.query(indexed, [group])).rows);
  await expect.poll(count, { timeout: 20_000 }).toEqual([{ count: 1_201 }]);
  expect(await search('dunlin', 'GROUP_MEMBERSHIP')).toEqual({ status: 'FULL_RESULT', found: [joined] });
  expect(await search('curlew', 'GROUP_MEMBERSHIP')).toEqual({ status: 'FULL_RESULT', found: [] });
});

test('a search that may not wait says that there is more, and one of pages does not wait', async () => {
  const { group, thread } = await threads('egret', 501);
  await town.admin.rest('DELETE', `/n/v1/group/${group}`);
  await search('egret', 'MESSAGE_THREAD');
  const hasty = await service.another({ environment: { ROLE: 'web', SEARCH_WAIT_MS: '0' } });
  const held = await withClient(service.databaseUrl, async (writer) => {
    await writer.query('BEGIN');
    // What indexes waits for its turn.
    await writer.query('SELECT pg_advisory_xact_lock(727279)');
    await town.admin.rest('POST', `/n/v1/group/${group}/restore`);
    const ask = async (scope: string): Promise<string> => {
      const headers = { authorization: `Bearer ${town.admin.token}` };
      const answer = await fetch(`${hasty.url}/n/v1/searches?query=egret&includeScopes=${scope}`, { headers });
      return ((await answer.json()) as { status: string }).status;
    };
    const shown = (await scrape(service.metricsUrl)).value('commonplace_background_waiting', { work: 'rows' });
    // The group and its threads.
    const said = [await ask('MESSAGE_THREAD'), await ask('ENTITY'), await waiting(), shown];
    await writer.query('COMMIT');
    return said;
  });
  expect(held).toEqual(['PARTIAL_RESULT', 'FULL_RESULT', 502, 502]);
  const { status, found } = await search('egret', 'MESSAGE_THREAD');
  expect({ status, found: found.length }).toEqual({ status: 'FULL_RESULT', found: 100 });
  expect((await town.admin.rest('GET', `/n/v1/messagethread/${thread}`)).status).toBe(200);
  await hasty.close();
});
