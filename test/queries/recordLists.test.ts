// A page of the records of access and of grants costs what it shows: not what other companies have, nor all that the caller may
// read, whichever filter is given. Rows that statements read are counted, never time.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { purgeAccessRecords } from '../../src/database/access/accessRecordStore.ts';
import type { Database } from '../../src/database/connection/database.ts';
import type { Statement } from '../../src/database/connection/statement.ts';
import { community, type Person } from '../support/community.ts';
import { withClient } from '../support/database.ts';
import { startIdleGateway, type IdleGateway } from '../support/idleGateway.ts';
import { mostReadDuring } from '../support/plans.ts';
import type { Client } from '../support/client.ts';

const [many, few] = [10_000, 20];
/** Rows of a record that a page of five reads at most, of two companies. */
const most = 100;

let gateway: IdleGateway;
let database: Database;
let admin: Client;
/** Administers the small company alone. */
let local: Person;
const sent: Statement[] = [];

// The newest are of the large company; of each kind that a filter names the small one has the oldest.
const rare = { event: 'SIGN_OUT', identity: crypto.randomUUID(), apiClient: crypto.randomUUID() };
const shared = crypto.randomUUID();
const usual = { apiClient: crypto.randomUUID(), identity: crypto.randomUUID() };
const rareWrite = { operation: 'updateRare', target: crypto.randomUUID() };

beforeAll(async () => {
  const hear = (statement: Statement): number => sent.push(statement);
  gateway = await startIdleGateway(hear, hear);
  database = gateway.database;
  const town = await community(gateway.web);
  admin = town.admin;
  const [large, small] = [await town.make('company', { name: 'Large' }), await town.make('company', { name: 'Small' })];
  local = await town.person('Local', []);
  await town.grant('API_CLIENT', local.client, 'COMPANY', small, 'ADMIN');
  await withClient(gateway.web.databaseUrl, async (pg) => {
    const fill = (owner: string, count: number, hours: number, values: readonly (string | null)[]): Promise<unknown> =>
      pg.query(
        `INSERT INTO access_record (tenant, key, owner, event, api_client, identity, operation, target, first_timestamp, last_timestamp, count)
         SELECT c.tenant, gen_random_uuid(), c.urn, $4, $5, $6, $7, $8, at, at + interval '1 hour', 1
         FROM company c, generate_series(1, $2) i, LATERAL (SELECT now() - (2 + $3) * interval '1 hour' - i * interval '1 second' AS at) t
         WHERE c.urn = $1`,
        [owner, count, hours, ...values],
      );
    const grants = (owner: string, count: number): Promise<unknown> =>
      pg.query(
        `INSERT INTO permission_audit (tenant, permission, owner, event, subject_urn, subject_scope, object_urn, object_scope, label, actor, "timestamp")
         SELECT c.tenant, gen_random_uuid(), c.urn, 'CREATE', c.urn, 'API_CLIENT', c.urn, 'COMPANY', 'READ', '{"urn":null,"type":"SYSTEM"}', now()
         FROM company c, generate_series(1, $2) WHERE c.urn = $1`,
        [owner, count],
      );
    const deletions = (owner: string, count: number, hours: number, kind: string): Promise<unknown> =>
      pg.query(
        `WITH made AS (INSERT INTO resource (urn, kind) SELECT gen_random_uuid(), $4 FROM generate_series(1, $2) RETURNING urn)
         INSERT INTO deletion (urn, tenant, owner, kind, deleted_timestamp)
         SELECT m.urn, c.tenant, c.urn, $4, now() - $3 * interval '1 hour' - row_number() OVER () * interval '1 second' FROM company c, made m WHERE c.urn = $1`,
        [owner, count, hours, kind],
      );
    await deletions(large, many, 0, 'Entity');
    await deletions(small, many, 10, 'Entity');
    await deletions(small, few, 50, 'Task');
    const [one, other] = [crypto.randomUUID(), crypto.randomUUID()];
    await fill(small, few, 100, [rare.event, rare.apiClient, rare.identity, rareWrite.operation, rareWrite.target]);
    await grants(small, few);
    await fill(small, many, 50, ['DENIED_WRITE', one, other, 'updateTask', crypto.randomUUID()]);
    await fill(large, many, 0, ['TOKEN_USE', usual.apiClient, usual.identity, null, null]);
    await grants(large, many);
    for (const owner of [small, large, small, large]) await fill(owner, few, 60, ['SIGN_IN', null, shared, null, null]);
    await pg.query('VACUUM ANALYZE');
  });
});
afterAll(() => gateway.close());

/** Most rows of a table that one of the statements of some work reads. */
function mostRead(table: string, work: () => Promise<unknown>): Promise<number> {
  return mostReadDuring(work, { sent, databaseUrl: gateway.web.databaseUrl }, table);
}

const hoursAgo = (hours: number): string => new Date(Date.now() - hours * 3_600_000).toISOString();

test.each([
  ['of all', '', 5],
  ['of a kind', 'kind=Task', 5],
  ['of a kind of which nothing was deleted', 'kind=Role', 0],
  ['of a time', `toTimestamp=${hoursAgo(30)}`, 5],
])('A page of what was deleted, %s, and the next read no more than they show.', async (_, filter, count) => {
  for (const caller of [local, admin]) {
    let after = '';
    for (let page = 0; page < 2; page += 1) {
      const read = await mostRead('deletion', async () => {
        const { status, body, text } = await caller.rest('GET', `/n/v1/deletedresources?limit=5&${filter}${after}`);
        expect(status, text).toBe(200);
        expect(body.deletedResources).toHaveLength(count);
        after = count === 0 ? '' : `&after=${String(body.pagination.after)}`;
      });
      expect(read).toBeLessThan(most);
    }
  }
});

describe('The record of access', () => {
  test.each([
    ['of all', '', 5],
    ['of an event', `event=${rare.event}`, 5],
    ['of a person', `identity=${rare.identity}`, 5],
    ['of an API client', `apiClient=${rare.apiClient}`, 5],
    ['of an operation', `operation=${rareWrite.operation}`, 5],
    ['of an object', `target=${rareWrite.target}`, 5],
    ['of an event of a person', `event=${rare.event}&identity=${rare.identity}`, 5],
    ['of what nobody did', `target=${crypto.randomUUID()}`, 0],
    ['of a time', `fromTimestamp=${hoursAgo(103)}&toTimestamp=${hoursAgo(101)}`, 5],
    ['of a time when nothing was', `toTimestamp=${hoursAgo(200)}`, 0],
  ])('%s, a page and the next, for an administrator of one company and of all', async (_, filter, count) => {
    for (const caller of [local, admin]) {
      let after = '';
      for (let page = 0; page < 2; page += 1) {
        const read = await mostRead('access_record', async () => {
          const { status, body, text } = await caller.rest('GET', `/n/v1/accessaudit?limit=5&${filter}${after}`);
          expect(status, text).toBe(200);
          expect(body.records).toHaveLength(count);
          after = count === 0 ? '' : `&after=${String(body.pagination.after)}`;
        });
        expect(read).toBeLessThan(most);
      }
    }
  });

  test.each([
    ['what a person did elsewhere', `identity=${usual.identity}`],
    ['what an application did elsewhere', `apiClient=${usual.apiClient}`],
    ['what has happened since, which is nothing', `fromTimestamp=${hoursAgo(20)}`],
  ])('%s is not looked for among all of the company', async (_, filter) => {
    const read = await mostRead('access_record', async () => {
      const { body } = await local.rest('GET', `/n/v1/accessaudit?${filter}`);
      expect(body.records).toEqual([]);
    });
    expect(read).toBeLessThan(most);
  });

  test('of several companies is one list, the newest first', async () => {
    const { body } = await admin.rest('GET', `/n/v1/accessaudit?limit=200&identity=${shared}`);
    const records = body.records as readonly { readonly ownerUrn: string; readonly firstTimestamp: string }[];
    expect(new Set(records.map(({ ownerUrn }) => ownerUrn)).size).toBe(2);
    const times = records.map(({ firstTimestamp }) => firstTimestamp);
    expect([times.length, times]).toEqual([4 * few, [...times].sort().reverse()]);
  });

  test('has each row on one page, the newest first', async () => {
    const seen: string[] = [];
    let after: string | null = null;
    do {
      const { data, errors } = await local.graph(
        `query ($after: String) { accessAudit(first: 7, after: $after, identity: "${rare.identity}") { nodes { firstTimestamp } pageInfo { hasNextPage endCursor } } }`,
        { after },
      );
      expect(errors).toBeUndefined();
      seen.push(...data.accessAudit.nodes.map((node: { readonly firstTimestamp: string }) => node.firstTimestamp));
      after = data.accessAudit.pageInfo.hasNextPage ? data.accessAudit.pageInfo.endCursor : null;
    } while (after !== null);
    expect(seen).toHaveLength(few);
    expect(seen).toEqual([...new Set(seen)].sort().reverse());
  });

  test('is forgotten by its age, looked for among what is old', async () => {
    expect(await mostRead('access_record', () => purgeAccessRecords(database, 30, 100))).toBeLessThan(most);
    // What lasted longer than its beginning is old stays.
    await gateway.run(
      `UPDATE access_record SET first_timestamp = now() - interval '31 days' WHERE identity = '${rare.identity}'`,
    );
    expect(await purgeAccessRecords(database, 30, 100)).toBe(0);
    await gateway.run(
      `UPDATE access_record SET last_timestamp = now() - interval '30.5 days' WHERE identity = '${rare.identity}'`,
    );
    expect([await purgeAccessRecords(database, 30, 15), await purgeAccessRecords(database, 30, 15)]).toEqual([15, 5]);
  });
});

test('The record of grants, a page and the next, for an administrator of one company and of all', async () => {
  for (const caller of [local, admin]) {
    let after = '';
    for (let page = 0; page < 2; page += 1) {
      const read = await mostRead('permission_audit', async () => {
        const { status, body, text } = await caller.rest('GET', `/n/v1/permissionaudit?limit=5${after}`);
        expect(status, text).toBe(200);
        expect(body.changes).toHaveLength(5);
        after = `&after=${String(body.pagination.after)}`;
      });
      expect(read).toBeLessThan(most);
    }
  }
});
