// Lists of callers who hold edges on thousands of single rows: they read what they show, wherever these rows lie, and show what the
// edges give.
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkConditions, checkOrder, type ListQuery } from '../../src/contract/listQuery.ts';
import { resourceOf, type Resource } from '../../src/contract/resource.ts';
import type { Question } from '../../src/contract/question.ts';
import { answerStatement } from '../../src/database/answers/keptAnswers.ts';
import type { Statement } from '../../src/database/connection/statement.ts';
import { pageOfRows } from '../../src/database/engine/resourceStore.ts';
import { accessScope } from '../../src/domain/accessScope.ts';
import type { Viewer } from '../../src/domain/viewer.ts';
import { reader } from '../support/content.ts';
import { withClient } from '../support/database.ts';
import { looksAt, readOf, type PlanNode } from '../support/plans.ts';
import { startService, type Tenant, type TestService } from '../support/service.ts';

const rows = 20_000;

let service: TestService;
let tenant: Tenant;
const viewers = new Map<string, Viewer>();

/** Which of the numbered rows of a kind a caller holds an edge on, as SQL. */
const holders: readonly (readonly [name: string, held: string])[] = [
  ['holder of every fifth', 'n % 5 = 0'],
  ['holder of the last ones', `n > ${String(rows - 2_500)}`],
  ['reader of every eighth', 'n % 8 = 0'],
];

beforeAll(async () => {
  service = await startService();
  tenant = await service.tenant();
  await withClient(service.databaseUrl, async (database) => {
    const tables = [
      [
        'task',
        'Task',
        'title, description, priority, status, due_timestamp, rank',
        `'Title ' || n * 7919 % 20011, '', 'NORMAL', 'PENDING', now(), ''`,
      ],
      [
        'entity',
        'Entity',
        'name, path, language, variant, status, live_timestamp, live_updated_timestamp',
        // One in eleven was never published.
        `'Title ' || n * 7919 % 20011, '/' || n, 'en', '', CASE n % 11 WHEN 0 THEN 'DRAFT_UNPUBLISHED' ELSE 'PUBLISHED' END, CASE WHEN n % 11 > 0 THEN now() END, now()`,
      ],
    ];
    for (const [table = '', kind, columns, values] of tables)
      await database.query(
        `WITH made AS (SELECT gen_random_uuid() AS urn, n FROM generate_series(1, ${String(rows)}) n),
         known AS (INSERT INTO resource (urn, kind) SELECT urn, '${String(kind)}' FROM made)
         INSERT INTO ${table} (urn, version, owner, tenant, created_timestamp, updated_timestamp, ${String(columns)})
         SELECT urn, 1, $1, $1, '2026-01-01'::timestamptz + n * interval '1 second', now(), ${String(values)} FROM made`,
        [tenant.company],
      );
    for (const [name, held] of holders) {
      const { token, urn: client } = await reader(service, tenant, []);
      for (const [table = '', kind = ''] of tables)
        // One in seven has ended, and of a holder one in thirteen gives drafts.
        await database.query(
          `WITH made AS (SELECT gen_random_uuid() AS edge, urn, n FROM (SELECT urn, row_number() OVER (ORDER BY created_timestamp) AS n FROM ${table} WHERE tenant = $1) t WHERE ${held}),
           known AS (INSERT INTO resource (urn, kind) SELECT edge, 'Permission' FROM made)
           INSERT INTO permission (urn, version, owner, tenant, subject_urn, subject_scope, object_urn, object_scope, label, granted_by, created_timestamp, updated_timestamp, to_timestamp)
           SELECT edge, 1, $1, $1, $2, 'API_CLIENT', urn, '${kind.toUpperCase()}', CASE WHEN n % 13 = 0 AND ${String(name.startsWith('holder'))} THEN 'UPDATE' ELSE 'READ' END, '{}', now(), now(), CASE n % 7 WHEN 0 THEN now() - interval '1 day' END FROM made`,
          [tenant.company, client],
        );
      const hash = createHash('sha256').update(token).digest('hex');
      viewers.set(name, (await service.services.callers.viewerOf({ kind: 'TOKEN', hash })) ?? expect.fail());
    }
    await database.query('VACUUM ANALYZE task, entity, permission');
  });
});
afterAll(() => service.close());

const orders: Readonly<Record<string, readonly (readonly string[])[]>> = {
  Task: [[], ['-createdTimestamp'], ['title']],
  Entity: [[], ['-createdTimestamp'], ['name'], ['-name']],
};
const cases = Object.entries(orders).flatMap(([kind, all]) =>
  all.flatMap((by) => holders.map(([name, held]) => ({ kind, by, name, held }))),
);

function queryOf(resource: Resource, by: readonly string[], part: Partial<ListQuery>): ListQuery {
  const order = checkOrder(resource, [...by], 'sort');
  return { conditions: [], order, limit: 50, after: null, before: null, isBackward: false, wantsCount: false, ...part };
}

test.each(cases)(
  'pages of $kind in the order of [$by] hold what the $name may read',
  async ({ kind, by, name, held }) => {
    const { contract, database } = service.services;
    const resource = resourceOf(contract, kind);
    const scope = accessScope(viewers.get(name) ?? expect.fail(), 'READ');
    const [term = 'createdTimestamp'] = by;
    const isDescending = term.startsWith('-');
    const column = { createdTimestamp: 'created_timestamp' }[term.replace('-', '')] ?? term.replace('-', '');
    const draft = kind === 'Entity' ? `AND (n % 11 > 0 OR (n % 13 = 0 AND ${String(name.startsWith('holder'))}))` : '';
    const direction = isDescending ? 'DESC' : '';
    const numbered = `SELECT urn, ${column}, row_number() OVER (ORDER BY created_timestamp) AS n FROM ${resource.table} WHERE tenant = $1`;
    const readable = `SELECT urn::text, ${column} AS at FROM (${numbered}) t WHERE ${held} AND n % 7 > 0 ${draft} ORDER BY ${column} ${direction}, urn ${direction}`;
    const known = await withClient(service.databaseUrl, (client) =>
      client.query<{ urn: string }>(readable, [tenant.company]),
    );
    const all = known.rows.map(({ urn }) => urn);
    expect(all.length).toBeGreaterThan(1_500);
    const page = async (part: Partial<ListQuery>): Promise<readonly string[]> =>
      (await pageOfRows(database, scope, resource, queryOf(resource, by, part))).rows.map(({ urn }) => urn);
    // Positions are what a cursor holds.
    const positionOf = async (at: number): Promise<ListQuery['after']> => {
      const text = `SELECT ${column === 'created_timestamp' ? `to_json(${column})#>>'{}'` : column} AS at FROM ${resource.table} WHERE urn = $1`;
      const { rows: found } = await withClient(service.databaseUrl, (client) =>
        client.query<{ at: string }>(text, [all[at]]),
      );
      return [found[0]?.at ?? expect.fail(), all[at] ?? expect.fail()];
    };
    const [middle, last] = [Math.floor(all.length / 2), all.length - 10];
    expect(await page({})).toEqual(all.slice(0, 50));
    expect(await page({ isBackward: true })).toEqual(all.slice(-50));
    expect(await page({ after: await positionOf(middle) })).toEqual(all.slice(middle + 1, middle + 51));
    expect(await page({ before: await positionOf(middle), isBackward: true })).toEqual(all.slice(middle - 50, middle));
    expect(await page({ after: await positionOf(last) })).toEqual(all.slice(last + 1));
    const title = kind === 'Task' ? 'title' : 'name';
    const some = checkConditions(resource, [{ path: '', field: title, operator: 'contains', value: '77' }]);
    const { rows: named } = await withClient(service.databaseUrl, (client) =>
      client.query<{ urn: string }>(`SELECT urn::text FROM ${resource.table} WHERE ${title} LIKE '%77%'`),
    );
    const ofName = new Set(named.map(({ urn }) => urn));
    expect(await page({ conditions: some })).toEqual(all.filter((urn) => ofName.has(urn)).slice(0, 50));
    const { totalCount } = await pageOfRows(database, scope, resource, queryOf(resource, by, { wantsCount: true }));
    expect(totalCount).toBe(all.length);
  },
);

test.each(cases.filter(({ name }) => name.startsWith('reader')))(
  'the first page of $kind in the order of [$by] looks at rows in that order, and not at all with an edge',
  async ({ kind, by, name }) => {
    const resource = resourceOf(service.services.contract, kind);
    const plan = await planOf(resource, queryOf(resource, by, {}), name);
    // Of 2,500; 51 are among the first 500, or so.
    expect(readOf(plan, resource.table)).toBeLessThan(1_000);
    // They are counted up to 2,000.
    expect(readOf(plan, 'permission')).toBeLessThan(3_000);
  },
);

test.each(['Task', 'Entity'])('the total of %s is counted once', async (kind) => {
  const { contract, baseUrl } = service.services;
  const resource = resourceOf(contract, kind);
  const key = 'read';
  const page = { resource, input: 0, parts: [{ form: 'TOTAL' as const, key }] };
  const viewer = viewers.get('reader of every eighth') ?? expect.fail();
  const input = { query: queryOf(resource, [], { wantsCount: true }), fingerprint: '' };
  const question: Question = { roots: [{ form: 'PAGE', key, page }] };
  const parts = { baseUrl, mark: '', saysTenants: false };
  const plan = await carriedOut(answerStatement(question, viewer, parts, [input]) ?? expect.fail());
  // At most all rows of the tenant, in an index.
  expect(readOf(plan, resource.table)).toBeLessThan(rows * 1.5);
});

test.each(holders)(
  'the page at a path is found by it for the %s, and its edges are looked up once',
  async (name, held) => {
    const resource = resourceOf(service.services.contract, 'Entity');
    const label = resource.labels.read;
    const scope = accessScope(viewers.get(name) ?? expect.fail(), label);
    const { rows: all } = await withClient(service.databaseUrl, (client) =>
      client.query<{ path: string; urn: string; shown: boolean; draft: boolean }>(
        `SELECT path, urn::text, ${held} AND n % 7 > 0 AND (n % 11 > 0 OR n % 13 = 0 AND ${String(name.startsWith('holder'))}) AS shown,
        n % 11 = 0 AS draft FROM (SELECT path, urn, row_number() OVER (ORDER BY created_timestamp) AS n FROM entity WHERE tenant = $1) t
        WHERE n > 17900 AND n <= 18200 ORDER BY n`,
        [tenant.company],
      ),
    );
    const of = (path: string): ListQuery => {
      const conditions = checkConditions(resource, [{ path: '', field: 'path', operator: 'eq', value: path }]);
      return queryOf(resource, [], { conditions, wantsCount: true });
    };
    for (const { path, urn, shown } of all) {
      const { rows: found, totalCount } = await pageOfRows(service.services.database, scope, resource, of(path));
      expect([path, found.map((row) => row.urn), totalCount]).toEqual([path, shown ? [urn] : [], shown ? 1 : 0]);
    }
    for (const one of [all.find(({ shown }) => shown), all.find(({ shown, draft }) => !shown && draft)]) {
      const plan = await planOf(resource, { ...of(String(one?.path)), wantsCount: false }, name, label);
      expect(readOf(plan, 'entity')).toBeLessThan(3);
      expect(looksAt(plan, 'permission')).toBe(1);
    }
  },
);

async function planOf(resource: Resource, query: ListQuery, name: string, label = 'READ'): Promise<PlanNode> {
  const { contract } = service.services;
  const sent: Statement[] = [];
  const note = { contract, query: (statement: Statement) => Promise.resolve((sent.push(statement), [])) };
  await pageOfRows(note, accessScope(viewers.get(name) ?? expect.fail(), label), resource, query);
  return carriedOut(sent[0] ?? expect.fail());
}

async function carriedOut({ text, values }: Statement): Promise<PlanNode> {
  const [explained] = await service.services.database.query({ text: `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, values });
  // EXPLAIN answers one row with one plan.
  return (explained?.['QUERY PLAN'] as [{ Plan: PlanNode }])[0].Plan;
}
