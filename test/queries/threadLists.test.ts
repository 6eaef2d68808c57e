// Lists of threads and of posts cost what their caller may read there, however many belong to groups of others, and hold exactly
// that: by membership, by an edge, or as one who runs the tenant.
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkConditions, checkOrder, type ListQuery } from '../../src/contract/listQuery.ts';
import { resourceOf } from '../../src/contract/resource.ts';
import type { Statement } from '../../src/database/connection/statement.ts';
import { pageOfRows } from '../../src/database/engine/resourceStore.ts';
import { accessScope } from '../../src/domain/accessScope.ts';
import type { Viewer } from '../../src/domain/viewer.ts';
import { community, type Community } from '../support/community.ts';
import { withClient } from '../support/database.ts';
import { looksAt, readOf, type PlanNode } from '../support/plans.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
let town: Community;
/** Which threads each caller reads, as SQL over `g`, the number of the group, and `n`, that of the thread in it. */
const callers = {
  'a member of a small group': 'g = 0',
  'a member of every group': 'true',
  'a holder of edges on single threads': 'g % 8 = 1 AND n = 100',
  'a stranger': 'false',
  'an administrator': 'true',
} as const;
type Caller = keyof typeof callers;
const viewers = new Map<Caller, Viewer>();

const threads = `SELECT t.urn, t.created_timestamp, t.updated_timestamp, t.purpose, split_part(t.name, ' ', 1)::int AS g, split_part(t.name, ' ', 2)::int AS n FROM message_thread t`;

beforeAll(async () => {
  service = await startService();
  town = await community(service);
  const { admin } = town;
  const groups = await Promise.all(Array.from({ length: 41 }, () => town.group()));
  // READ on the company, which shows threads to members of their groups alone.
  const caller = async (name: Caller, some: readonly string[]): Promise<string> => {
    const person = await town.person(name, ['READ']);
    for (const group of some) await town.join(group, person);
    viewers.set(name, await viewerOf(person.token));
    return person.client;
  };
  await withClient(service.databaseUrl, async (database) => {
    for (const [g, group] of groups.entries()) {
      const count = g === 0 ? 5 : 250;
      await database.query(
        `WITH made AS (SELECT gen_random_uuid() AS urn, n FROM generate_series(1, $3::int) n),
         known AS (INSERT INTO resource (urn, kind) SELECT urn, 'MessageThread' FROM made)
         INSERT INTO message_thread (urn, version, owner, tenant, created_timestamp, updated_timestamp, name, purpose, is_closed, "group")
         SELECT urn, 1, $1, $1, '2026-01-01'::timestamptz + (n * 7919 % 10007) * interval '1 second', '2026-02-01'::timestamptz + (n * 104729 % 10009) * interval '1 second',
           '${String(g)} ' || n, 'GENERAL', false, $2 FROM made`,
        [admin.company, group, count],
      );
    }
    await database.query(
      `WITH made AS (SELECT gen_random_uuid() AS urn, t.urn AS thread, t.owner, t.created_timestamp AS at, p FROM message_thread t, generate_series(1, 3) p),
       known AS (INSERT INTO resource (urn, kind) SELECT urn, 'ThreadPost' FROM made)
       INSERT INTO thread_post (urn, version, owner, tenant, created_timestamp, updated_timestamp, message_thread, author_identity, content, is_deleted, position)
       SELECT urn, 1, owner, owner, at + p * interval '1 day', at + p * interval '2 days', thread, $1, 'Hello', false, p FROM made`,
      [(await town.person('Author', [])).identity],
    );
  });
  await caller('a member of a small group', groups.slice(0, 1));
  await caller('a member of every group', groups);
  const holder = await caller('a holder of edges on single threads', []);
  await withClient(service.databaseUrl, async (database) => {
    const { rows } = await database.query<{ urn: string }>(
      `SELECT urn FROM (${threads}) t WHERE ${callers['a holder of edges on single threads']}`,
    );
    for (const { urn } of rows) await town.grant('API_CLIENT', holder, 'MESSAGE_THREAD', urn, 'READ');
    await database.query('VACUUM ANALYZE');
  });
  await caller('a stranger', []);
  viewers.set('an administrator', await viewerOf(admin.token));
}, 120_000);
afterAll(() => service.close());

async function viewerOf(token: string): Promise<Viewer> {
  const hash = createHash('sha256').update(token).digest('hex');
  return (await service.services.callers.viewerOf({ kind: 'TOKEN', hash })) ?? expect.fail();
}

const kinds = [
  { kind: 'MessageThread', rows: `SELECT * FROM (${threads}) t` },
  {
    kind: 'ThreadPost',
    rows: `SELECT x.urn, x.created_timestamp, x.updated_timestamp, t.g, t.n FROM thread_post x JOIN (${threads}) t ON t.urn = x.message_thread`,
  },
];
const orders = ['createdTimestamp', '-createdTimestamp', '-updatedTimestamp'];
const cases = kinds.flatMap((one) =>
  (Object.keys(callers) as Caller[]).flatMap((name) => orders.map((order) => ({ ...one, name, order }))),
);

function queryOf(kind: string, by: string, part: Partial<ListQuery> = {}): ListQuery {
  const order = checkOrder(resourceOf(service.services.contract, kind), [by], 'sort');
  return { conditions: [], order, limit: 50, after: null, before: null, isBackward: false, wantsCount: true, ...part };
}

test.each(cases)('$kind in the order of $order is what $name may read', async ({ kind, rows, name, order }) => {
  const { contract, database } = service.services;
  const column = order.includes('created') ? 'created_timestamp' : 'updated_timestamp';
  const direction = order.startsWith('-') ? 'DESC' : '';
  const known = await withClient(service.databaseUrl, (client) =>
    client.query<{ urn: string; at: string }>(
      `SELECT urn::text, to_json(${column})#>>'{}' AS at FROM (${rows}) t WHERE ${callers[name]} ORDER BY ${column} ${direction}, urn ${direction}`,
    ),
  );
  const all = known.rows.map(({ urn }) => urn);
  const page = async (part: Partial<ListQuery>): Promise<readonly string[]> => {
    const scope = accessScope(viewers.get(name) ?? expect.fail(), 'READ');
    const read = await pageOfRows(database, scope, resourceOf(contract, kind), queryOf(kind, order, part));
    // More than can be counted is no total.
    expect(read.totalCount).toBe(all.length > 10_000 ? null : all.length);
    return read.rows.map(({ urn }) => urn);
  };
  const positionOf = (at: number): ListQuery['after'] => {
    const row = known.rows[at] ?? expect.fail();
    return [row.at, row.urn];
  };
  expect(await page({})).toEqual(all.slice(0, 50));
  expect(await page({ isBackward: true })).toEqual(all.slice(-50));
  if (all.length === 0) return;
  const middle = Math.floor(all.length / 2);
  expect(await page({ after: positionOf(middle) })).toEqual(all.slice(middle + 1, middle + 51));
  expect(await page({ before: positionOf(middle), isBackward: true })).toEqual(
    all.slice(Math.max(0, middle - 50), middle),
  );
});

describe.each(kinds)('$kind', ({ kind }) => {
  // Members of one group read 5 threads with 15 posts, holders of edges 5 and 15, strangers none: of 10,005 and 30,015.
  test.each(['a member of a small group', 'a holder of edges on single threads', 'a stranger'] as const)(
    'is read for %s without looking at the rows of others',
    async (name) => {
      for (const order of orders) {
        const plan = await planOf(kind, order, name);
        expect(readOf(plan, 'message_thread')).toBeLessThan(200);
        expect(readOf(plan, 'thread_post')).toBeLessThan(200);
      }
    },
  );

  test.each(['a member of every group', 'an administrator'] as const)(
    'is read for %s in the order of its index up to where the page ends',
    async (name) => {
      const plan = await planOf(kind, 'createdTimestamp', name, { wantsCount: false });
      expect(readOf(plan, 'message_thread')).toBeLessThan(3_500);
      expect(readOf(plan, 'thread_post')).toBeLessThan(3_500);
    },
  );
});

describe('the threads of one group, of which there are 250,', () => {
  const ofGroup = async (): Promise<Partial<ListQuery>> => {
    const { rows } = await withClient(service.databaseUrl, (client) =>
      client.query<{ group: string }>(
        `SELECT x."group" FROM message_thread x JOIN (${threads}) t ON t.urn = x.urn WHERE t.g = 1 LIMIT 1`,
      ),
    );
    const raw = [
      { path: '', field: 'group', operator: 'eq', value: rows[0]?.group },
      { path: '', field: 'isClosed', operator: 'eq', value: false },
    ] as const;
    const kind = resourceOf(service.services.contract, 'MessageThread');
    return { conditions: checkConditions(kind, [...raw]), wantsCount: false };
  };

  test.each(['a member of every group', 'an administrator'] as const)(
    'are found for %s by one decision about the group',
    async (name) => {
      const plan = await planOf('MessageThread', 'createdTimestamp', name, await ofGroup());
      // Once for each way to read threads, of which there are four; the group is in a page with others.
      expect(looksAt(plan, 'group')).toBeLessThan(10);
      expect(readOf(plan, 'message_thread')).toBeLessThan(1_100);
    },
  );

  test('are asked for no edge and no membership for who reads all of the tenant', async () => {
    const { text } = await statementOf('MessageThread', 'createdTimestamp', 'an administrator', await ofGroup());
    expect(text).toContain('"is_closed" = false');
    expect(text).not.toMatch(/"permission"|"group_membership"/);
  });
});

async function statementOf(kind: string, order: string, name: Caller, part: Partial<ListQuery>): Promise<Statement> {
  const { contract } = service.services;
  const sent: Statement[] = [];
  const note = { contract, query: (statement: Statement) => Promise.resolve((sent.push(statement), [])) };
  const scope = accessScope(viewers.get(name) ?? expect.fail(), 'READ');
  await pageOfRows(note, scope, resourceOf(contract, kind), queryOf(kind, order, part));
  return sent[0] ?? expect.fail();
}

async function planOf(kind: string, order: string, name: Caller, part: Partial<ListQuery> = {}): Promise<PlanNode> {
  const statement = await statementOf(kind, order, name, part);
  const text = `EXPLAIN (ANALYZE, FORMAT JSON) ${statement.text}`;
  const [explained] = await service.services.database.query({ ...statement, text });
  // EXPLAIN answers one row with one plan.
  return (explained?.['QUERY PLAN'] as [{ Plan: PlanNode }])[0].Plan;
}
