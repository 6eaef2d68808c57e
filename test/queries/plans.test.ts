// Query plans for the service's statements: generic, except where the values matter.
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkConditions, checkOrder } from '../../src/contract/listQuery.ts';
import { resourceOf } from '../../src/contract/resource.ts';
import { kindDetails } from '../../src/database/mapping/kindDetails.ts';
import { deleteExpired, expireEvents } from '../../src/database/events/sequenceStore.ts';
import { pageOfRows } from '../../src/database/engine/resourceStore.ts';
import { accessScope } from '../../src/domain/accessScope.ts';
import type { Viewer } from '../../src/domain/viewer.ts';
import {
  Parameters,
  prepared,
  preparedByValue,
  unprepared,
  type Statement,
} from '../../src/database/connection/statement.ts';
import { withClient } from '../support/database.ts';
import { startService, type Tenant, type TestService } from '../support/service.ts';

let service: TestService;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

test('reads get a generic plan, lists and pages of long lists a plan for their values', async () => {
  const text = `SELECT current_setting('plan_cache_mode') AS mode`;
  const modeOf = async (statement: Statement): Promise<unknown> =>
    (await service.services.database.query(statement))[0]?.['mode'];
  expect(await modeOf(prepared(text, new Parameters()))).toBe('force_generic_plan');
  expect(await modeOf(preparedByValue(text, new Parameters()))).toBe('auto');
  expect(await modeOf(unprepared(text, new Parameters()))).toBe('auto');
});

test('no statement is compiled', async () => {
  const { database } = service.services;
  for (const state of [prepared, unprepared]) {
    const [row] = await database.query(state(`SELECT current_setting('jit') AS jit`, new Parameters()));
    expect(row?.['jit']).toBe('off');
  }
});

test('a connection that holds too many prepared texts is replaced', async () => {
  const { database } = service.services;
  const backends = new Set<unknown>();
  // Each text is of half a million characters.
  for (let at = 0; at < 24; at += 1) {
    const text = `SELECT pg_backend_pid() AS pid, ${String(at)} AS at /* ${'x'.repeat(500_000)} */`;
    backends.add((await database.query(prepared(text, new Parameters())))[0]?.['pid']);
  }
  // DATABASE_POOL gives these statements two connections.
  expect(backends.size).toBeGreaterThan(2);
});

test('no additional connection is used for that', async () => {
  const { database } = service.services;
  const text = 'SELECT pg_sleep(0.05)';
  const many = Array.from({ length: 12 }, () => [prepared(text, new Parameters()), unprepared(text, new Parameters())]);
  await Promise.all(many.flat().map((statement) => database.query(statement)));
  // DATABASE_POOL of the test service.
  expect(database.pools().find(({ name }) => name === 'read')?.open).toBe(4);
});

const rows = 20_000;

/** A node of a plan, as EXPLAIN (ANALYZE, FORMAT JSON) names its members. */
interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly PlanNode[];
}

describe('the first page of a list of 20,000', () => {
  const viewers = new Map<string, Viewer>();
  let tenant: Tenant;

  beforeAll(async () => {
    tenant = await service.tenant();
    const narrow = await tenant.rest('POST', '/n/v1/apiclient', { body: { owner: tenant.company, name: 'Narrow' } });
    const expirationTimestamp = new Date(Date.now() + 7_200_000).toISOString();
    const body = { apiClient: narrow.body.urn, expirationTimestamp };
    const token = await tenant.rest('POST', '/n/v1/apiclientbearertoken', { body });
    await fill(String(narrow.body.urn));
    for (const [name, secret] of [
      ['administrator', tenant.token],
      ['holder of 100 permissions', String(token.body.bearerToken)],
    ] as const) {
      const hash = createHash('sha256').update(secret).digest('hex');
      const viewer = await service.services.callers.viewerOf({ kind: 'TOKEN', hash });
      if (viewer) viewers.set(name, viewer);
    }
    expect(viewers.size).toBe(2);
  });

  // As the service itself writes them, but many at once.
  async function fill(client: string): Promise<void> {
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
        await database.query(
          `WITH made AS (SELECT gen_random_uuid() AS edge, urn FROM ${table} ORDER BY md5(urn::text) LIMIT 100),
           known AS (INSERT INTO resource (urn, kind) SELECT edge, 'Permission' FROM made)
           INSERT INTO permission (urn, version, owner, tenant, subject_urn, subject_scope, object_urn, object_scope, label, granted_by, created_timestamp, updated_timestamp)
           SELECT edge, 1, $1, $1, $2, 'API_CLIENT', urn, '${kind.toUpperCase()}', 'READ', '{}', now(), now() FROM made`,
          [tenant.company, client],
        );
      }
      await database.query('VACUUM ANALYZE');
    });
  }

  const lists = Object.entries(kindDetails).flatMap(([kind, { orders = [], lookups = [] }]) => [
    ...orders.flatMap((name) => [
      { kind, order: [name], filter: null },
      { kind, order: [`-${name}`], filter: null },
    ]),
    ...lookups.map((filter) => ({ kind, order: [], filter })),
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
    for (const [name, viewer] of viewers) {
      const sent: Statement[] = [];
      const { contract, database } = service.services;
      const note = { contract, query: (statement: Statement) => Promise.resolve((sent.push(statement), [])) };
      await pageOfRows(note, accessScope(viewer, resource.labels.read), resource, query);
      const [{ text, values } = { text: '', values: [] }] = sent;
      const explained = await database.query({ text: `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, values });
      // EXPLAIN answers one row with one plan.
      const [{ Plan }] = explained[0]?.['QUERY PLAN'] as [{ Plan: PlanNode }];
      expect(readOf(Plan, resource.table), `${name}: ${JSON.stringify(Plan)}`).toBeLessThan(1_000);
    }
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
    await expireEvents(note, 30, 1_000);
    await deleteExpired(note, 1_000);
    expect(sent).toHaveLength(2);
    for (const { text, values } of sent) {
      const explained = await database.query({ text: `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, values });
      // EXPLAIN answers one row with one plan.
      const [{ Plan }] = explained[0]?.['QUERY PLAN'] as [{ Plan: PlanNode }];
      expect(readOf(Plan, 'webhook_trigger'), text).toBeLessThan(2_000);
    }
  });

  function readOf(node: PlanNode, table: string): number {
    const read = (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'];
    const own = node['Relation Name'] === table ? read : 0;
    return own + (node.Plans ?? []).reduce((sum, one) => sum + readOf(one, table), 0);
  }
});
