// Pages of lists of 20,000, of the log and of the queue of search: how few rows they read, by the plans of their statements.
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { checkConditions, checkOrder, type ListQuery } from '../../src/contract/listQuery.ts';
import { resourceOf, type Resource } from '../../src/contract/resource.ts';
import { kindDetails } from '../../src/database/mapping/kindDetails.ts';
import { deleteExpired, expireEvents } from '../../src/database/events/sequenceStore.ts';
import { unindexed } from '../../src/database/search/searchQueueStore.ts';
import type { Transaction } from '../../src/database/connection/database.ts';
import { pageOfRows } from '../../src/database/engine/resourceStore.ts';
import { accessScope } from '../../src/domain/accessScope.ts';
import type { Context } from '../../src/engine/context.ts';
import type { Viewer } from '../../src/domain/viewer.ts';
import type { Statement } from '../../src/database/connection/statement.ts';
import { withClient } from '../support/database.ts';
import { carriedOut, looksAt, readOf, type PlanNode } from '../support/plans.ts';
import { startService, type Tenant, type TestService } from '../support/service.ts';

let service: TestService;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const rows = 20_000;

describe('the first page of a list of 20,000', () => {
  const viewers = new Map<string, Viewer>();
  let tenant: Tenant;

  beforeAll(async () => {
    tenant = await service.tenant();
    const { company } = tenant;
    const narrow = await clientNamed('Narrow');
    const [reader, member] = [await clientNamed('Reader'), await clientNamed('Member')];
    const group = await made('group', { owner: company, name: 'Group' });
    const edge = { owner: company, objectScope: 'COMPANY', label: 'READ' };
    await made('permission', { ...edge, subjectScope: 'API_CLIENT', subjectUrn: reader.urn, objectUrn: company });
    await made('permission', {
      ...{ owner: company, subjectScope: 'IDENTITY', subjectUrn: member.identity },
      ...{ objectScope: 'GROUP', objectUrn: group, label: 'MEMBER' },
    });
    const other = await clientNamed('Other');
    await fill(narrow.urn, group, other.urn);
    await note('administrator', tenant.token);
    await note('holder of 100 permissions', narrow.token);
    await note('holder of a permission on everything', other.token);
    await note('holder by a group', member.token);
    await note('reader of the company', reader.token);
    // Viewers stay as they were decided: those before have nothing from everyone.
    const open = await made('company', { owner: company, name: 'Open', parentCompany: company });
    await made('permission', { ...edge, subjectScope: 'EVERYONE', subjectUrn: company, objectUrn: open });
    await note('holder with something from everyone', narrow.token);
    await note('administrator of a tenant beside', (await service.tenant()).token);
    expect(viewers.size).toBe(7);
  });

  async function made(path: string, body: object): Promise<string> {
    const answer = await tenant.rest('POST', `/n/v1/${path}`, { body });
    expect([path, answer.status]).toEqual([path, 201]);
    return String(answer.body.urn);
  }

  async function clientNamed(name: string): Promise<{ urn: string; identity: string; token: string }> {
    const urn = await made('apiclient', { owner: tenant.company, name });
    const { body } = await tenant.rest('GET', `/n/v1/apiclient/${urn}`);
    const expirationTimestamp = new Date(Date.now() + 7_200_000).toISOString();
    const token = await tenant.rest('POST', '/n/v1/apiclientbearertoken', {
      body: { apiClient: urn, expirationTimestamp },
    });
    return { urn, identity: String(body.identity.urn), token: String(token.body.bearerToken) };
  }

  async function note(name: string, token: string): Promise<void> {
    const hash = createHash('sha256').update(token).digest('hex');
    const viewer = await service.services.callers.viewerOf({ kind: 'TOKEN', hash });
    if (viewer) viewers.set(name, viewer);
  }

  // As the service itself writes them, but many at once.
  async function fill(client: string, group: string, other: string): Promise<void> {
    const tables = {
      entity: [
        'Entity',
        'name, path, language, variant, status, live_timestamp',
        `'Name ' || n, '/path/' || n, 'en', '', 'PUBLISHED', now()`,
      ],
      identity: ['Identity', 'name, type', `'Name ' || n, 'PERSON'`],
      task: [
        'Task',
        'title, description, priority, status, due_timestamp',
        `'Title ' || n, '', 'NORMAL', 'PENDING', now() + n * 7919 % 20011 * interval '1 minute'`,
      ],
    };
    await withClient(service.databaseUrl, async (database) => {
      for (const [table, [kind = '', columns = '', values = '']] of Object.entries(tables)) {
        await database.query(
          `WITH made AS (SELECT gen_random_uuid() AS urn, n FROM generate_series(1, $2::int) n),
           known AS (INSERT INTO resource (urn, kind) SELECT urn, '${kind}' FROM made)
           INSERT INTO ${table} (urn, version, owner, tenant, created_timestamp, updated_timestamp, ${columns})
           SELECT urn, 1, $1, $1, now(), now() - n * 7919 % 20011 * interval '1 second', ${values} FROM made`,
          [tenant.company, rows],
        );
        // Of one client, of a group, and of a client that holds one on each.
        for (const [subject, scope, count] of [
          [client, 'API_CLIENT', 100],
          [group, 'GROUP', 100],
          [other, 'API_CLIENT', rows],
        ] as const)
          await database.query(
            `WITH made AS (SELECT gen_random_uuid() AS edge, urn FROM ${table} ORDER BY md5(urn::text || $3) LIMIT $4),
             known AS (INSERT INTO resource (urn, kind) SELECT edge, 'Permission' FROM made)
             INSERT INTO permission (urn, version, owner, tenant, subject_urn, subject_scope, object_urn, object_scope, label, granted_by, created_timestamp, updated_timestamp)
             SELECT edge, 1, $1, $1, $2, $3, urn, '${kind.toUpperCase()}', 'READ', '{}', now(), now() FROM made`,
            [tenant.company, subject, scope, count],
          );
      }
      await database.query('VACUUM ANALYZE');
    });
  }

  test('of permissions, with its total, reads few of those that its viewer does not administer', async () => {
    const resource = resourceOf(service.services.contract, 'Permission');
    for (const name of [
      'reader of the company',
      'holder of 100 permissions',
      'holder by a group',
      'holder with something from everyone',
    ]) {
      const order = checkOrder(resource, [], 'sort');
      const page = { conditions: [], order, limit: 50, after: null, before: null, isBackward: false, wantsCount: true };
      expect(await rowsReadBy(resource, page, name), name).toBeLessThan(1_000);
    }
  });

  test.each(['createdTimestamp', 'name'])(
    'of pages by %s, with its total, looks for edges of few rows of all that it counts and sorts',
    async (by) => {
      const resource = resourceOf(service.services.contract, 'Entity');
      const order = checkOrder(resource, [by], 'sort');
      const page = { conditions: [], order, limit: 50, after: null, before: null, isBackward: false, wantsCount: true };
      for (const name of viewers.keys()) {
        const viewer = viewers.get(name);
        const plans = viewer ? await plansOf(resource, page, viewer) : [];
        expect(plans).toHaveLength(1);
        expect(
          plans.reduce((sum, plan) => sum + looksAt(plan, 'permission'), 0),
          name,
        ).toBeLessThan(1_000);
      }
    },
  );

  const lists = Object.entries(kindDetails).flatMap(([kind, { orders = [], lookups = [] }]) => [
    ...orders.flatMap((name) => [
      { kind, order: [name], filter: null },
      { kind, order: [`-${name}`], filter: null },
    ]),
    ...lookups.map((filter) => ({ kind, order: [], filter })),
    // Of the kinds that there are many of.
    ...(['Entity', 'Identity', 'Task'].includes(kind) ? [{ kind, order: [], filter: null }] : []),
  ]);

  test.each(lists)('of $kind by $order, with $filter, reads few rows of its table', async ({ kind, order, filter }) => {
    const resource = resourceOf(service.services.contract, kind);
    const value = filter === 'path' ? '/path/77' : 'Name 77';
    const raw = filter === null ? [] : [{ path: '', field: filter, operator: 'eq', value }];
    const query = {
      conditions: checkConditions(resource, raw),
      order: checkOrder(resource, order, 'sort'),
      ...{ limit: 50, after: null, before: null, isBackward: false, wantsCount: false },
    };
    for (const name of viewers.keys()) expect(await rowsReadBy(resource, query, name), name).toBeLessThan(1_000);
  });

  test.each([
    { kind: 'Entity', by: 'name', at: 'Name 5' },
    { kind: 'Identity', by: 'name', at: 'Name 5' },
    { kind: 'Task', by: 'title', at: 'Title 5' },
  ])('of $kind in the middle of a list by $by reads few rows of its table', async ({ kind, by, at }) => {
    const resource = resourceOf(service.services.contract, kind);
    const middle = [at, '00000000-0000-0000-0000-000000000000'];
    for (const part of [
      { after: middle, before: null, isBackward: false },
      { after: null, before: middle, isBackward: true },
    ]) {
      const query = {
        conditions: [],
        order: checkOrder(resource, [by], 'sort'),
        limit: 50,
        wantsCount: false,
        ...part,
      };
      for (const name of viewers.keys()) expect(await rowsReadBy(resource, query, name), name).toBeLessThan(1_000);
    }
  });

  test.each([
    { kind: 'Task', most: 1_000 },
    // Of those that are not live their reader may hold an edge, too.
    { kind: 'Entity', most: 12_000 },
  ])('of $kind that an edge is held on each counts edges', async ({ kind, most }) => {
    const resource = resourceOf(service.services.contract, kind);
    const order = checkOrder(resource, [], 'sort');
    const page = { conditions: [], order, limit: 50, after: null, before: null, isBackward: false, wantsCount: true };
    const name = 'holder of a permission on everything';
    expect(await rowsReadBy(resource, page, name)).toBeLessThan(most);
    const scope = accessScope(viewers.get(name) ?? expect.fail(), 'READ');
    expect((await pageOfRows(service.services.database, scope, resource, page)).totalCount).toBeNull();
  });

  test.each([
    { what: 'that were removed and are live no more', values: 'false, now()', wantsCount: true },
    { what: 'that are shown as they stand', values: 'true, NULL', wantsCount: false },
  ])('of items reads few of those $what', async ({ values, wantsCount }) => {
    await withClient(service.databaseUrl, async (database) => {
      await database.query(
        `WITH made AS (SELECT gen_random_uuid() AS urn, urn AS entity, row_number() OVER () AS n FROM entity WHERE tenant = $1),
         known AS (INSERT INTO resource (urn, kind) SELECT urn, 'TextItem' FROM made)
         INSERT INTO item (urn, version, owner, tenant, created_timestamp, updated_timestamp, kind, entity, entry, sort_order, name, value_string, is_published, deleted_timestamp)
         SELECT urn, 1, $1, $1, now(), now(), 'TextItem', entity, gen_random_uuid(), n, 'text', 'Text', ${values} FROM made`,
        [tenant.company],
      );
      await database.query('VACUUM ANALYZE item');
    });
    const resource = resourceOf(service.services.contract, 'TextItem');
    const order = checkOrder(resource, [], 'sort');
    const page = { conditions: [], order, limit: 50, after: null, before: null, isBackward: false, wantsCount };
    for (const name of viewers.keys()) expect(await rowsReadBy(resource, page, name), name).toBeLessThan(1_000);
  });

  test('of items of one name, those changed last first, reads few of its table', async () => {
    const resource = resourceOf(service.services.contract, 'TextItem');
    // The items of the tests before have one name.
    const conditions = checkConditions(resource, [{ path: '', field: 'name', operator: 'eq', value: 'text' }]);
    const order = checkOrder(resource, ['-updatedTimestamp'], 'sort');
    const page = { conditions, order, limit: 50, after: null, before: null, isBackward: false, wantsCount: false };
    for (const name of ['administrator', 'reader of the company'])
      expect(await rowsReadBy(resource, page, name), name).toBeLessThan(1_000);
  });

  async function rowsReadBy(resource: Resource, query: ListQuery, name: string): Promise<number> {
    const viewer = viewers.get(name);
    if (!viewer) throw new Error(`There is no viewer ${name}`);
    return rowsRead(resource, query, viewer);
  }

  test('of the log, which looks at every kind, reads few of its rows, and is not planned for each request', async () => {
    const viewer = viewers.get('reader of the company');
    if (!viewer) throw new Error('There is no such caller');
    const { company } = tenant;
    await withClient(service.databaseUrl, async (client) => {
      // Items that are live, of which PostgreSQL has no statistics.
      const texts = Array.from({ length: 45 }, (_, at) => ({
        name: `text ${String(at)}`,
        sortOrder: at,
        value: 'Text',
      }));
      const page = await made('entity', {
        urn: crypto.randomUUID(),
        owner: company,
        name: 'Page',
        language: 'en',
        path: '/page',
        status: 'PUBLISH',
        texts,
      });
      await vi.waitFor(async () => {
        const unnumbered = 'SELECT count(*)::int AS n FROM webhook_trigger WHERE sequence IS NULL';
        expect((await client.query(unnumbered)).rows).toEqual([{ n: 0 }]);
      });
      await client.query(
        `INSERT INTO webhook_trigger (urn, version, owner, tenant, subject, event, target_urn, changed_fields, actor, created_timestamp, updated_timestamp, sequence, ordinal)
         SELECT gen_random_uuid(), 1, $1, $1, 'TASK', 'UPDATE', e.urn, '{}', '{}', now(), now(), s + e.n, o + e.n
         FROM (SELECT max(sequence) AS s, max(ordinal) AS o FROM webhook_trigger WHERE tenant = $1) l,
         (SELECT urn, row_number() OVER () AS n FROM task WHERE tenant = $1) e`,
        [company],
      );
      // The newest are about those items.
      await client.query(
        `INSERT INTO webhook_trigger (urn, version, owner, tenant, subject, event, target_urn, target_version, changed_fields, actor, created_timestamp, updated_timestamp, sequence, ordinal)
         SELECT gen_random_uuid(), 1, $1, $1, 'TEXT_ITEM', 'CREATE', i.urn, i.version, '{}', '{}', now(), now(), s + i.n, o + i.n
         FROM (SELECT max(sequence) AS s, max(ordinal) AS o FROM webhook_trigger WHERE tenant = $1) l,
         (SELECT urn, version, row_number() OVER () AS n FROM item, generate_series(1, 4) WHERE entity = $2) i`,
        [company, page],
      );
      await client.query('VACUUM ANALYZE webhook_trigger');
      const sent: Statement[] = [];
      const { contract, kindOf } = service.services;
      const resource = resourceOf(contract, 'WebhookTrigger');
      const note = { contract, query: (statement: Statement) => Promise.resolve((sent.push(statement), [])) };
      const query = { conditions: [], limit: 50, after: null, before: null, isBackward: false, wantsCount: false };
      const ask = async (asked: Viewer, by: string, part: Partial<ListQuery>): Promise<unknown> =>
        kindOf(resource).list?.({
          context: { ...service.services, viewer: asked } as unknown as Context,
          ...{ resource, query: { ...query, order: checkOrder(resource, [by], 'sort'), ...part } },
          read: (listed) => pageOfRows(note, accessScope(asked, 'READ'), resource, listed),
        });
      const middle = ['10000', '00000000-0000-0000-0000-000000000000'];
      for (const by of ['sequence', '-sequence'])
        for (const part of [{}, { isBackward: true }, { after: middle }, { before: middle, isBackward: true }])
          await ask(viewer, by, part);
      expect(sent).toHaveLength(8);
      await client.query('SET plan_cache_mode = force_generic_plan');
      // Forty-five values would be read as a whole.
      await client.query('SET enable_seqscan = off');
      for (const statement of sent.splice(0)) {
        const plan = await carriedOut(client, statement);
        expect(plan['Actual Rows']).toBe(51);
        for (const table of ['webhook_trigger_0', 'item', 'item_value', 'item_live', 'task'])
          expect(readOf(plan, table), `${table}: ${statement.text}`).toBeLessThan(200);
      }
      // Of 20,000 others.
      await client.query('SET enable_seqscan = on');
      for (const name of ['holder of 100 permissions', 'holder by a group']) {
        for (const by of ['sequence', '-sequence', 'createdTimestamp'])
          await ask(viewers.get(name) ?? viewer, by, { wantsCount: true });
        for (const statement of sent.splice(0)) {
          const plan = await carriedOut(client, statement);
          expect([name, plan['Actual Rows']]).toEqual([name, 51]);
          for (const table of ['webhook_trigger_0', 'item', 'task'])
            expect(readOf(plan, table), `${name}, ${table}`).toBeLessThan(1_000);
        }
      }
      // Who may know of too many things reads the log itself.
      const { database } = service.services;
      const scope = accessScope(viewers.get('holder of a permission on everything') ?? viewer, 'READ');
      const order = checkOrder(resource, ['-sequence'], 'sort');
      const sequenced = checkConditions(resource, [{ path: '', field: 'sequence', operator: 'isNull', value: false }]);
      const known = await pageOfRows(database, scope, resource, { ...query, conditions: sequenced, order });
      const newest = `SELECT urn FROM webhook_trigger WHERE subject = 'TASK' ORDER BY sequence DESC LIMIT 50`;
      expect(known.rows.map(({ urn }) => ({ urn }))).toEqual((await client.query(newest)).rows);
    });
  });

  test('filling the search index reads the documents of no rows before its next ones', async () => {
    await withClient(service.databaseUrl, async (client) => {
      await client.query('BEGIN');
      const { rows: urns } = await client.query<{ urn: string }>(
        'SELECT urn FROM task WHERE tenant = $1 ORDER BY urn',
        [tenant.company],
      );
      const last = urns[rows - 1_000]?.urn ?? '';
      await client.query(
        `INSERT INTO search_document (urn, kind, language, owner, tenant, created_timestamp, updated_timestamp)
         SELECT urn, 'Task', 'en', owner, tenant, now(), now() FROM task t
         WHERE urn <= $1 AND NOT EXISTS (SELECT 1 FROM search_document d WHERE d.urn = t.urn)`,
        [last],
      );
      await client.query('ANALYZE search_document');
      await client.query('SET LOCAL plan_cache_mode = force_generic_plan');
      const plans: PlanNode[] = [];
      const query = async (statement: Statement): Promise<never[]> => {
        plans.push(await carriedOut(client, statement));
        return [];
      };
      // The statement is its only one.
      await unindexed({ contract: service.services.contract, query } as unknown as Transaction, 'Task', last, 50);
      await client.query('ROLLBACK');
      expect(plans.map((plan) => plan['Actual Rows'])).toEqual([50]);
      for (const plan of plans) {
        expect(readOf(plan, 'search_document')).toBeLessThan(100);
        expect(readOf(plan, 'task')).toBeLessThan(200);
      }
    });
  });

  test('moving the beginning of the log reads no more of it than it moves past', async () => {
    await withClient(service.databaseUrl, async (database) => {
      await database.query(
        `INSERT INTO webhook_trigger (urn, version, owner, tenant, subject, event, target_urn, changed_fields, actor, created_timestamp, updated_timestamp, sequence, ordinal)
         SELECT gen_random_uuid(), 1, $1, $1, 'ENTITY', 'UPDATE', gen_random_uuid(), '{}', '{}', now(), now(), s + n, o + n
         FROM (SELECT max(sequence) AS s, max(ordinal) AS o FROM webhook_trigger WHERE tenant = $1) l, generate_series(1, $2::int) n`,
        [tenant.company, rows],
      );
      await database.query('VACUUM ANALYZE webhook_trigger');
    });
    const sent: Statement[] = [];
    const { contract, database } = service.services;
    const note = { contract, query: (statement: Statement) => Promise.resolve((sent.push(statement), [])) };
    await expireEvents(note, 'webhook_trigger_0', 30, { after: 0, limit: 1_000 });
    await deleteExpired(note, 'webhook_trigger_0', 1_000);
    expect(sent).toHaveLength(2);
    for (const { text, values } of sent) {
      const explained = await database.query({ text: `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, values });
      // EXPLAIN answers one row with one plan.
      const [{ Plan }] = explained[0]?.['QUERY PLAN'] as [{ Plan: PlanNode }];
      expect(readOf(Plan, 'webhook_trigger_0'), text).toBeLessThan(2_000);
    }
  });
});

/** How many rows of the kind's table the statements of a page read for the viewer. */
async function rowsRead(resource: Resource, query: ListQuery, viewer: Viewer): Promise<number> {
  const plans = await plansOf(resource, query, viewer);
  return plans.reduce((sum, plan) => sum + readOf(plan, resource.table), 0);
}

/** How the statements of a page were carried out for the viewer. */
async function plansOf(resource: Resource, query: ListQuery, viewer: Viewer): Promise<PlanNode[]> {
  const sent: Statement[] = [];
  const { contract, database } = service.services;
  const note = { contract, query: (statement: Statement) => Promise.resolve((sent.push(statement), [])) };
  await pageOfRows(note, accessScope(viewer, resource.labels.read), resource, query);
  expect(sent.length).toBeGreaterThan(0);
  const plans: PlanNode[] = [];
  for (const { text, values } of sent) {
    const explained = await database.query({ text: `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, values });
    // EXPLAIN answers one row with one plan.
    const [{ Plan }] = explained[0]?.['QUERY PLAN'] as [{ Plan: PlanNode }];
    plans.push(Plan);
  }
  return plans;
}
