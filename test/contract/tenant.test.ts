// Every row of a tenant's data names its tenant: the root of its owner's tree, set with the row and never changed.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadContract } from '../../src/contract/load.ts';
import { kindsOf } from '../../src/database/engine/accessCheckStore.ts';
import { withClient } from '../support/database.ts';
import { startService, type Tenant, type TestService } from '../support/service.ts';
import { make } from './make.ts';

const contract = loadContract();

/** Tables without data of any tenant. */
const ofNoTenant: Readonly<Record<string, string>> = {
  resource: 'the registry: a urn is unique over all tenants',
  setting: 'what all processes share',
  migration: 'of TypeORM',
  derived_image: 'sizes by the digest of the picture, whoever has it',
  request_rate: 'counts by key, of callers without a token too',
  search_language: 'the same for everybody',
  sign_in_attempt: 'who signs in is not known yet',
  passkey_challenge: 'who signs in is not known yet',
};

/** Tables whose rows may be of nobody's data. */
const ofSomeTenant: Readonly<Record<string, string>> = {
  idempotency_key: 'callers without a token have keys, too',
};

let service: TestService;
let tenants: Tenant[];

beforeAll(async () => {
  service = await startService();
  tenants = [await service.tenant(), await service.tenant()];
});
afterAll(() => service.close());

const ask = <T>(text: string, values: unknown[] = []): Promise<T[]> =>
  withClient(service.databaseUrl, async (client) => (await client.query(text, values)).rows as T[]);

async function tables(): Promise<{ name: string; tenant: string | null; owner: boolean }[]> {
  return ask(
    `SELECT c.relname AS name, max(CASE WHEN a.attname = 'tenant' THEN format_type(a.atttypid, -1) || a.attnotnull END) AS tenant,
       bool_or(a.attname = 'owner') AS owner
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') GROUP BY 1 ORDER BY 1`,
  );
}

test('every table has a required tenant, except those without tenant data', async () => {
  const found = await tables();
  for (const { name, tenant } of found) {
    if (name in ofNoTenant) expect(tenant, name).toBeNull();
    else expect(tenant, name).toBe(name in ofSomeTenant ? 'uuidfalse' : 'uuidtrue');
  }
  expect(found.length).toBeGreaterThan(50);
});

test('what is created in a tenant, or in a company below its root, belongs to it', async () => {
  const roots = tenants.map(({ company }) => company);
  for (const tenant of tenants) {
    const below = await tenant.rest('POST', '/n/v1/company', { body: { owner: tenant.company, name: 'Below' } });
    expect(below.status, below.text).toBe(201);
    const entity = { owner: below.body.urn, name: 'Page', path: '/below', language: 'en', status: 'DRAFT_UNPUBLISHED' };
    for (const body of [entity, { ...entity, path: '/moved' }]) {
      const page = await tenant.rest('POST', '/n/v1/entity', { body: { urn: crypto.randomUUID(), ...body } });
      expect(page.status, page.text).toBe(201);
      const item = { entity: page.body.urn, name: 'title', sortOrder: 0, value: 'Words' };
      expect((await tenant.rest('POST', '/n/v1/textitem', { body: item })).status).toBe(201);
      const change = { ...body, urn: page.body.urn, path: `${body.path}/on`, status: 'PUBLISH' };
      expect((await tenant.rest('PUT', `/n/v1/entity/${String(page.body.urn)}`, { body: change })).status).toBe(200);
    }
    const [task, other] = [await make(tenant, 'Task'), await make(tenant, 'Task')];
    const linked = { body: { associatedTasks: [other.urn] } };
    expect((await tenant.rest('PATCH', `/n/v1/task/${task.urn}`, linked)).status).toBe(200);
    for (const { name, operations } of contract.resources) {
      if (operations.has('CREATE') && name !== 'Company' && name !== 'WebhookDelivery') await make(tenant, name);
    }
  }
  for (const { name, owner } of await tables()) {
    if (name in ofNoTenant) continue;
    const wrong = owner
      ? `JOIN company w ON w.urn = t.owner WHERE t.tenant IS DISTINCT FROM w.owner`
      : `WHERE NOT t.tenant = ANY($1)`;
    expect(await ask(`SELECT t.* FROM "${name}" t ${wrong} LIMIT 1`, owner ? [] : [roots]), name).toEqual([]);
  }
  for (const name of [
    'link',
    'item',
    'item_value',
    'item_live',
    'entity_redirect',
    'webhook_trigger',
    'search_document',
    'search_draft',
  ]) {
    const held = await ask<{ tenant: string }>(`SELECT DISTINCT tenant FROM "${name}"`);
    expect(held.map(({ tenant }) => tenant).sort(), name).toEqual([...roots].sort());
  }
}, 120_000);

test('no row changes its tenant, whatever writes it', async () => {
  const [here, there] = tenants.map(({ company }) => company);
  for (const { name } of await tables()) {
    if (name in ofNoTenant) continue;
    const [row] = await ask(`SELECT 1 FROM "${name}" WHERE tenant = $1 LIMIT 1`, [here]);
    if (!row) continue;
    const move = `UPDATE "${name}" SET tenant = $2 WHERE tenant = $1`;
    const nowhere = crypto.randomUUID();
    await expect(ask(move, [here, nowhere]), name).rejects.toThrow('the tenant of a row never changes');
    // Where the tenant is a part of a unique key, that may be noticed first.
    await expect(ask(move, [here, there]), name).rejects.toThrow(/the tenant of a row never changes|duplicate key/);
    // Its own is no change.
    await ask(`UPDATE "${name}" SET tenant = tenant WHERE tenant = $1`, [here]);
  }
  expect(await ask(`SELECT DISTINCT tenant FROM task ORDER BY 1`)).toEqual(
    [here, there].sort().map((tenant) => ({ tenant })),
  );
});

test('a changed row is one record of the log: nothing is called before the change, for which PostgreSQL would lock the row', async () => {
  const before = await ask(
    `SELECT tgrelid::regclass::text AS table, tgname AS name FROM pg_trigger WHERE tgtype & 19 = 19 AND NOT tgisinternal`,
  );
  // It changes what is written.
  expect(before).toEqual([{ table: 'entity', name: 'mark_live_entity' }]);
  const records = await withClient(service.databaseUrl, async (client) => {
    await client.query('BEGIN');
    // Its pages have room for changed rows.
    const text = `EXPLAIN (ANALYZE, WAL, FORMAT JSON) UPDATE access_epoch SET epoch = epoch + 1 WHERE tenant = ANY($1)`;
    const { rows } = await client.query<{ 'QUERY PLAN': { Plan: Record<string, number> }[] }>(text, [
      tenants.map(({ company }) => company),
    ]);
    await client.query('ROLLBACK');
    return rows[0]?.['QUERY PLAN'][0]?.Plan['WAL Records'];
  });
  // The page may be cleared first; each of the two rows was a record, and the lock of it another.
  expect(records).toBeLessThan(4);
});

test('an edge that reaches into another tenant grants nothing there', async () => {
  const [here, there] = tenants as [Tenant, Tenant];
  const { clientContext } = await here.data('{ clientContext { client { urn } } }');
  for (const [kind, scope, plural] of [
    ['Project', 'PROJECT', 'projects'],
    ['Entity', 'ENTITY', 'entities'],
    ['EntityList', 'ENTITY_LIST', 'entitylists'],
  ] as const) {
    const { urn } = await make(there, kind);
    await ask(
      `WITH made AS (INSERT INTO resource (urn, kind) VALUES (gen_random_uuid(), 'Permission') RETURNING urn)
       INSERT INTO permission (urn, version, owner, tenant, subject_urn, subject_scope, object_urn, object_scope, label,
         granted_by, created_timestamp, updated_timestamp)
       SELECT urn, 1, $1, $1, $2, 'API_CLIENT', $3, $4, 'ADMIN', '{}', now(), now() FROM made`,
      [there.company, clientContext.client.urn, urn, scope],
    );
    const path = kind.toLowerCase();
    expect((await here.rest('GET', `/n/v1/${path}/${urn}`)).status).toBe(404);
    expect((await here.rest('DELETE', `/n/v1/${path}/${urn}`)).status).toBe(404);
    const list = await here.rest('GET', `/n/v1/${plural}?filter[urn]=${urn}&count=true`);
    expect(list.body[plural]).toEqual([]);
    expect(list.body.pagination.totalCount).toBe(0);
    expect((await there.rest('GET', `/n/v1/${path}/${urn}`)).status).toBe(200);
  }
});

test('kinds with many rows are in no registry, and what they name is found all the same', async () => {
  const [here] = tenants as [Tenant, Tenant];
  const { urn } = await make(here, 'TextItem');
  const [entry] = await ask<{ urn: string }>('SELECT urn FROM item_value WHERE item_urn = $1', [urn]);
  const [trigger] = await ask<{ urn: string }>('SELECT urn FROM webhook_trigger WHERE target_urn = $1', [urn]);
  expect(entry).toBeDefined();
  expect(trigger).toBeDefined();
  expect(
    await ask(
      `SELECT r.* FROM resource r WHERE kind IN ('WebhookTrigger', 'WebhookDelivery')
         OR EXISTS (SELECT 1 FROM item_value v WHERE v.urn = r.urn)`,
    ),
  ).toEqual([]);
  const kinds = await kindsOf(service.services.database, [urn, entry?.urn ?? '', trigger?.urn ?? '']);
  expect([...kinds.values()].map(({ name }) => name).sort()).toEqual(['TextItem', 'TextItem', 'WebhookTrigger']);
});
