// The update of a kind whose hooks have no say in it is one statement. It leaves what the change step by step leaves, and is made step by
// step wherever anything has to be waited for, carried out first, or refused. Strict handling always goes step by step.
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { kindOf } from '../../src/actions/kinds.ts';
import { loadContract } from '../../src/contract/load.ts';
import { isUpdatable, type Resource } from '../../src/contract/resource.ts';
import { isComparable } from '../../src/database/engine/change.ts';
import { isComposed } from '../../src/engine/updateResource.ts';
import { make } from '../contract/make.ts';
import { good, spec } from '../contract/parts.ts';
import type { Client } from '../support/client.ts';
import { letPass, page, reader, sql, text, type Body } from '../support/content.ts';
import { withClient } from '../support/database.ts';
import { sharedService, type SharedService, type Tenant } from '../support/service.ts';
import { apiClient, subscribe } from '../support/webhooks.ts';

let service: SharedService;
let tenant: Tenant;

beforeAll(async () => {
  service = await sharedService();
  tenant = await service.tenant();
});

const atOnce = /^WITH seen AS MATERIALIZED/;
const strict = { prefer: 'handling=strict' };

const contract = loadContract();
const kinds = contract.resources.filter((kind) => kind.operations.has('UPDATE') && isComposed({ kindOf }, kind));

/** Other values than it has, for all of its fields that one statement can compare. */
function others(kind: Resource, before: Body): Record<string, unknown> {
  const fields = spec.find(({ name }) => name === kind.name)?.fields ?? [];
  const values = kind.fields.filter(isUpdatable).flatMap((field): [string, unknown][] => {
    const { name, members } = field;
    const said = fields.find((one) => one.name === name);
    if (!said || !isComparable(kind, { [name]: null })) return [];
    const known = members.length > 0 ? members : [0, 1, 2].map((variant) => good(said, variant));
    return [[name, known.find((one) => typeof one !== 'bigint' && one !== before[name]) ?? 7]];
  });
  return Object.fromEntries(values);
}

/** How often the work tried to change a row in one statement, and how often it changed one step by step. */
async function ways(work: () => Promise<unknown>, table = 'item'): Promise<{ atOnce: number; stepByStep: number }> {
  const from = service.statements.length;
  await work();
  const made = service.statements.slice(from).filter((one) => one.includes(`changed AS (UPDATE "${table}"`));
  const count = made.filter((one) => atOnce.test(one)).length;
  return { atOnce: count, stepByStep: made.length - count };
}

const patch = (
  item: string,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): ReturnType<Tenant['rest']> => tenant.rest('PATCH', `/n/v1/textitem/${item}`, { body, headers });

const draft = async (path: string | null = null): Promise<{ urn: string; item: string }> => {
  const { urn, texts } = await page(tenant, path, { texts: [text('One')] });
  return { urn: String(urn), item: String(texts[0].urn) };
};

test('One statement changes items, and every other kind whose hooks have no say in it.', () => {
  const names = kinds.filter(({ isItem }) => !isItem).map(({ name }) => name);
  expect(names).toEqual(['Group', 'MessageThread']);
  const items = contract.resources.filter(({ isItem }) => isItem).map((kind) => kindOf(kind));
  // What the statement does in the place of these hooks, it does for all of them.
  for (const hook of ['lock', 'after'])
    expect(new Set(items.map((kind) => Reflect.get(kind, hook) as unknown)).size).toBe(1);
});

describe.each(kinds.map((kind) => [kind.name, kind] as const))('A change of a %s', (name, kind) => {
  test('leaves what the change step by step leaves', async () => {
    const { urn: client } = await apiClient(tenant);
    await subscribe(tenant, client, 'http://127.0.0.1:8443/', { subject: kind.subject });
    // Nothing is taken from the queues of the search index meanwhile.
    await withClient(service.databaseUrl, async (other) => {
      await vi.waitFor(async () => {
        const { rows } = await other.query<{ is: boolean }>('SELECT pg_try_advisory_lock(727279) AS is');
        expect(rows[0]?.is).toBe(true);
      });
      const left: unknown[] = [];
      for (const headers of [{}, strict]) {
        const { urn, body } = await make(tenant, name);
        const path = `/n/v1/${kind.path}/${urn}`;
        const before = (await tenant.rest('GET', path)).body;
        const values = others(kind, before);
        await other.query('DELETE FROM search_queue');
        await other.query('DELETE FROM search_row_queue');
        const change = async (): Promise<void> => {
          const answer = await tenant.rest('PATCH', path, { body: values, headers });
          expect([answer.status, answer.headers.get('etag')], answer.text).toEqual([200, '"2"']);
          expect(answer.body).toMatchObject(values);
          expect((await tenant.rest('GET', path)).body).toEqual(answer.body);
          left.push(bare(answer.body));
        };
        expect(await ways(change, kind.table)).toEqual(
          headers === strict ? { atOnce: 0, stepByStep: 1 } : { atOnce: 1, stepByStep: 0 },
        );
        left.push(await rowsOf(kind, urn, String(body['entity'] ?? urn)));
      }
      expect(left[1]).toEqual(left[3]);
      expect(left[0]).toEqual(left[2]);
    });
  });

  test('whose state somebody is to be sent is made step by step', async () => {
    const [{ urn: client }, { urn }] = [await apiClient(tenant), await make(tenant, name)];
    const full = { subject: kind.subject, payload: 'FULL' };
    const subscription = await subscribe(tenant, client, 'http://127.0.0.1:8443/', full);
    const path = `/n/v1/${kind.path}/${urn}`;
    const body = others(kind, (await tenant.rest('GET', path)).body);
    expect(await ways(() => tenant.rest('PATCH', path, { body }), kind.table)).toEqual({ atOnce: 1, stepByStep: 1 });
    expect((await tenant.rest('GET', path)).body.version).toBe(2);
    await tenant.rest('DELETE', `/n/v1/webhooksubscription/${subscription}`);
  });

  test('that changes nothing leaves the version and the log as they were', async () => {
    const { urn } = await make(tenant, name);
    const path = `/n/v1/${kind.path}/${urn}`;
    const before = (await tenant.rest('GET', path)).body;
    const body = Object.fromEntries(Object.keys(others(kind, before)).map((field) => [field, before[field]]));
    expect((await tenant.rest('PATCH', path, { body })).body).toEqual(before);
    const text = 'SELECT 1 FROM webhook_trigger WHERE target_urn = $1 AND event = $2';
    expect(await sql(service, text, [urn, 'UPDATE'])).toEqual([]);
  });
});

describe('A change of a group', () => {
  const patch = (urn: string, body: object, as: Client = tenant, headers: Readonly<Record<string, string>> = {}) =>
    as.rest('PATCH', `/n/v1/group/${urn}?fields=name`, { body, headers });

  test('is one statement, which answers it', async () => {
    const { urn } = await make(tenant, 'Group');
    await patch(urn, { name: 'Two' });
    // One that something in the background holds meanwhile is changed step by step.
    await vi.waitFor(async () => {
      const from = service.statements.length;
      const name = crypto.randomUUID();
      expect((await patch(urn, { name })).body).toMatchObject({ name });
      const sent = service.statements.slice(from).filter((one) => one.includes('"group" t'));
      expect(sent.map((one) => atOnce.test(one))).toEqual([true]);
    });
  });

  test('waits for who holds it, and is refused with the version that it has then', async () => {
    const { urn } = await make(tenant, 'Group');
    await withClient(service.databaseUrl, async (other) => {
      await other.query('BEGIN');
      await other.query('UPDATE "group" SET "version" = "version" + 1 WHERE "urn" = $1', [urn]);
      const pending = patch(urn, { name: 'Two' }, tenant, { 'if-match': '"1"' });
      await vi.waitFor(async () => {
        const waits = `SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%"group"%' AND datname = current_database()`;
        expect(await sql(service, waits)).toHaveLength(1);
      });
      await other.query('COMMIT');
      const answer = await pending;
      expect([answer.status, answer.body.currentVersion]).toEqual([412, 2]);
    });
  });

  test('is refused to who may only read it, or not even that, and nobody waits for it', async () => {
    const { urn } = await make(tenant, 'Group');
    const reads = await reader(service, tenant, [{ label: 'READ', objectUrn: urn, objectScope: 'GROUP' }]);
    const stranger = await reader(service, tenant, []);
    await withClient(service.databaseUrl, async (other) => {
      await other.query('BEGIN');
      await other.query('SELECT 1 FROM "group" WHERE "urn" = $1 FOR UPDATE', [urn]);
      const body = { name: 'Two' };
      expect([(await patch(urn, body, reads)).status, (await patch(urn, body, stranger)).status]).toEqual([403, 404]);
      await other.query('ROLLBACK');
    });
  });

  test('has its memberships found by the new name', async () => {
    const { urn, body } = await make(tenant, 'GroupMembership');
    // A membership is access, after which callers are decided anew.
    await tenant.rest('GET', `/n/v1/groupmembership/${urn}`);
    const found = async (word: string): Promise<string> => {
      const query = `{ search(query: "${word}", includeScopes: [GROUP, GROUP_MEMBERSHIP]) { nodes { urn } } }`;
      return JSON.stringify(await tenant.data(query));
    };
    // What is written is in the index then, and nobody holds it for that.
    await found('Nothing');
    // The second time the membership is in the index already.
    for (const name of [0, 1].map(() => `Word${crypto.randomUUID().slice(0, 8)}`)) {
      const rename = () => patch(String(body['group']), { name });
      expect(await ways(rename, 'group')).toEqual({ atOnce: 1, stepByStep: 0 });
      expect(await found(name)).toContain(urn);
    }
  });
});

describe('A change of a draft', () => {
  test('that changes nothing leaves the version, the history and the log as they were', async () => {
    const { item } = await draft();
    expect(await ways(() => patch(item, { value: 'One' }))).toEqual({ atOnce: 1, stepByStep: 0 });
    expect((await tenant.rest('GET', `/n/v1/textitem/${item}`)).body.version).toBe(1);
    expect(
      await sql(service, 'SELECT 1 FROM webhook_trigger WHERE target_urn = $1 AND event = $2', [item, 'UPDATE']),
    ).toEqual([]);
  });

  test('of a published value gives its page drafts', async () => {
    const { urn, item } = await draft('/once-published');
    await tenant.data('mutation ($urn: ID!) { publishEntity(urn: $urn) { userErrors { code } } }', { urn });
    expect((await patch(item, { value: 'Two' })).status).toBe(200);
    expect((await tenant.rest('GET', `/n/v1/entity/${urn}`)).body.status).toBe('PUBLISHED_WITH_DRAFTS');
    expect(await ways(() => patch(item, { value: 'Three' }))).toEqual({ atOnce: 1, stepByStep: 0 });
  });

  test('carries out first what is due of its page', async () => {
    const publishTimestamp = new Date(Date.now() + 600_000).toISOString();
    const { urn, texts } = await page(tenant, '/once-due', {
      texts: [text('One')],
      status: 'PUBLISH',
      publishTimestamp,
    });
    const item = String(texts[0].urn);
    await letPass(service, urn, 1_200);
    await patch(item, { value: 'Two' });
    const live = `SELECT v."value_string" AS value FROM "item_live" l JOIN "item_value" v ON v."urn" = l."entry" WHERE l."item_urn" = $1`;
    expect(await sql(service, live, [item])).toEqual([{ value: 'One' }]);
  });

  test('is refused with the version of another, and says which it is', async () => {
    const { item } = await draft();
    await patch(item, { value: 'Two' });
    const answer = await patch(item, { value: 'Three' }, { 'if-match': '"1"' });
    expect([answer.status, answer.body.currentVersion]).toEqual([412, 2]);
    expect(
      await ways(async () => expect((await patch(item, { value: 'Four' }, { 'if-match': '"2"' })).status).toBe(200)),
    ).toEqual({
      atOnce: 1,
      stepByStep: 0,
    });
  });

  test('is refused to who may only read it, or not even that, and nothing is changed or locked', async () => {
    const { urn, item } = await draft();
    const grant = (label: string) => ({ label, objectUrn: urn, objectScope: 'ENTITY' });
    const reads = await reader(service, tenant, [grant('READ'), grant('READ_DRAFT')]);
    const stranger = await reader(service, tenant, []);
    await withClient(service.databaseUrl, async (other) => {
      // Whoever waits for the entity would not be answered.
      await other.query('BEGIN');
      await other.query('SELECT 1 FROM "entity" WHERE "urn" = $1 FOR UPDATE', [urn]);
      const change = (client: typeof reads) =>
        client.rest('PATCH', `/n/v1/textitem/${item}`, { body: { value: 'Two' } });
      expect([(await change(reads)).status, (await change(stranger)).status]).toEqual([403, 404]);
      await other.query('ROLLBACK');
    });
    expect((await tenant.rest('GET', `/n/v1/textitem/${item}`)).body.value).toBe('One');
  });

  test('waits for who holds its page, and is refused when the right is taken back meanwhile', async () => {
    const { urn, item } = await draft();
    const editor = await reader(service, tenant, [{ label: 'UPDATE', objectUrn: urn, objectScope: 'ENTITY' }]);
    const change = (value: string) => editor.rest('PATCH', `/n/v1/textitem/${item}`, { body: { value } });
    expect((await change('Two')).status).toBe(200);
    await withClient(service.databaseUrl, async (other) => {
      await other.query('BEGIN');
      await other.query('SELECT 1 FROM "entity" WHERE "urn" = $1 FOR UPDATE', [urn]);
      const pending = change('Three');
      await vi.waitFor(async () => {
        const waits = `SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE 'WITH locked%' AND datname = current_database()`;
        expect(await sql(service, waits)).toHaveLength(1);
      });
      await sql(service, `UPDATE "permission" SET "deleted_timestamp" = now() WHERE "object_urn" = $1`, [urn]);
      await other.query('COMMIT');
      expect((await pending).status).toBe(404);
    });
    expect((await tenant.rest('GET', `/n/v1/textitem/${item}`)).body.value).toBe('Two');
  });

  test('is carried out once under a key, with an answer that is kept', async () => {
    const { item } = await draft();
    const keyed = { 'idempotency-key': crypto.randomUUID() };
    expect((await patch(item, { value: 'Two' }, keyed)).status).toBe(200);
    const again = await patch(item, { value: 'Two' }, keyed);
    expect([again.status, again.headers.get('idempotency-replayed'), again.body.version]).toEqual([200, 'true', 2]);
  });

  test('is undone with the others of its bulk', async () => {
    const { item } = await draft();
    const one = (value: string, urn = item): Body => ({
      method: 'PATCH',
      path: `/n/v1/textitem/${urn}`,
      body: { value },
    });
    const body = { mode: 'ATOMIC', operations: [one('Two'), one('Three', crypto.randomUUID())] };
    const answer = await tenant.rest('POST', '/n/v1/bulk', { body });
    expect(answer.body.results.map((result: Body) => result.status)).toEqual([424, 404]);
    expect((await tenant.rest('GET', `/n/v1/textitem/${item}`)).body).toMatchObject({ value: 'One', version: 1 });
  });
});

// What names a single row or moment is left out, and so is what names the place of a row.
const own =
  /^(?:urn|url|history|item_urn|entity|entry|group|target_urn|trigger|subscription|position|sequence|ordinal|id|delivery|.*[tT]imestamp|.*Urn)$/;

function bare(row: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(row).filter(([name, value]) => !own.test(name) && !(value instanceof Date)));
}

// That an entry is the item's is kept. That nothing live has changed is known of the change in one statement alone.
async function rowsOf({ table, isItem }: Resource, urn: string, entity: string): Promise<unknown> {
  const told = `"target_urn" = '${urn}' AND "event" = 'UPDATE'`;
  const tables: [string, string][] = [
    [table, `"urn" = '${urn}'`],
    ...(isItem ? [['item_value', `"item_urn" = '${urn}'`] as [string, string]] : []),
    ['webhook_trigger', told],
    ['webhook_delivery', `"trigger" IN (SELECT "urn" FROM "webhook_trigger" WHERE ${told})`],
    ['search_queue', `"urn" = '${entity}'`],
    ['search_row_queue', `"urn" = '${urn}'`],
  ];
  const found: unknown[] = [];
  for (const [name, condition] of tables) {
    const rows = await sql(service, `SELECT * FROM "${name}" WHERE ${condition}`);
    // The words of a page follow from some kinds only: both ways leave nothing in the queue for the others.
    if (!name.startsWith('search_')) expect([name, rows.length > 0]).toEqual([name, true]);
    const bared = rows.map((row) => ({ ...bare(row), is_of_drafts: undefined }));
    found.push(bared.sort((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b))));
  }
  const entries = isItem
    ? ` UNION ALL SELECT "created_timestamp" FROM "item_value" WHERE "urn" = (SELECT "entry" FROM "item" WHERE "urn" = $1)`
    : '';
  const moments =
    `SELECT count(DISTINCT x.at)::int AS moments FROM (SELECT "updated_timestamp" AS at FROM "${table}" WHERE "urn" = $1${entries}` +
    ` UNION ALL SELECT "created_timestamp" FROM "webhook_trigger" WHERE "target_urn" = $1 AND "event" = 'UPDATE') x`;
  return [...found, await sql(service, moments, [urn])];
}
