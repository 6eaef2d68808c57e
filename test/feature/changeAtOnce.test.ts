// The usual change of an item is one statement. It leaves what the change step by step leaves, and is made step by step
// wherever anything has to be waited for, carried out first, or refused. Strict handling always goes step by step.
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { loadContract } from '../../src/contract/load.ts';
import { kindOf } from '../../src/actions/kinds.ts';
import { letPass, page, reader, sql, text, type Body } from '../support/content.ts';
import { withClient } from '../support/database.ts';
import { itemKinds } from '../support/itemKinds.ts';
import { sharedService, type SharedService, type Tenant } from '../support/service.ts';
import { apiClient, subscribe } from '../support/webhooks.ts';

let service: SharedService;
let tenant: Tenant;

beforeAll(async () => {
  service = await sharedService();
  tenant = await service.tenant();
});

const atOnce = /^WITH seen AS MATERIALIZED/;
const made = /changed AS \(UPDATE "item"/;
const strict = { prefer: 'handling=strict' };

const kinds = itemKinds([crypto.randomUUID(), crypto.randomUUID()]).filter(({ name }) => {
  const resource = loadContract().resources.find((one) => one.name === name);
  return (
    resource !== undefined && kindOf(resource).isChangedAtOnce === true && !['DateTimeItem', 'JsonItem'].includes(name)
  );
});

/** How often the work tried to change an item in one statement, and how often it changed one step by step. */
async function ways(work: () => Promise<unknown>): Promise<{ atOnce: number; stepByStep: number }> {
  const from = service.statements.length;
  await work();
  const statements = service.statements
    .slice(from)
    .filter((one) => made.test(one) || /^WITH changed AS \(UPDATE "item"/.test(one));
  const count = statements.filter((one) => atOnce.test(one)).length;
  return { atOnce: count, stepByStep: statements.length - count };
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

describe('A change of a draft', () => {
  test.each(kinds.map((kind) => [kind.name, kind] as const))(
    'of a %s leaves what the change step by step leaves',
    async (name, kind) => {
      const { urn: client } = await apiClient(tenant);
      const subject = name.replace(/([a-z])([A-Z])/g, '$1_$2').toUpperCase();
      await subscribe(tenant, client, 'http://127.0.0.1:8443/', { subject });
      // Nothing is taken from the queue of the search index meanwhile.
      await withClient(service.databaseUrl, async (other) => {
        await vi.waitFor(async () => {
          const { rows } = await other.query<{ is: boolean }>('SELECT pg_try_advisory_lock(727279) AS is');
          expect(rows[0]?.is).toBe(true);
        });
        const left: unknown[] = [];
        for (const headers of [{}, strict]) {
          const { [kind.list]: items, urn } = await page(tenant, null, {
            [kind.list]: [{ name: 'one', sortOrder: 1, ...kind.first }],
          });
          const item = String(items[0].urn);
          await other.query('DELETE FROM search_queue');
          const change = async (): Promise<void> => {
            const answer = await tenant.rest('PATCH', `/n/v1/${kind.path}/${item}`, {
              body: { ...kind.second, sortOrder: 2 },
              headers,
            });
            expect([answer.status, answer.headers.get('etag')], answer.text).toEqual([200, '"2"']);
            left.push(Object.keys(answer.body).sort());
          };
          expect(await ways(change)).toEqual(
            headers === strict ? { atOnce: 0, stepByStep: 1 } : { atOnce: 1, stepByStep: 0 },
          );
          left.push(await rowsOf(item, String(urn)));
        }
        expect(left[1]).toEqual(left[3]);
        expect(left[0]).toEqual(left[2]);
      });
    },
  );

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

// What names a single row or moment is left out, and that an entry is the item's is kept. That nothing live has changed is known
// of the change in one statement alone.
async function rowsOf(item: string, entity: string): Promise<unknown> {
  const own = [
    'urn',
    'item_urn',
    'entity',
    'entry',
    'target_urn',
    'trigger',
    'subscription',
    'position',
    'sequence',
    'ordinal',
    'id',
    'delivery',
    'is_of_drafts',
  ];
  const tables: [string, string][] = [
    ['item', `"urn" = '${item}'`],
    ['item_value', `"item_urn" = '${item}'`],
    ['webhook_trigger', `"target_urn" = '${item}' AND "event" = 'UPDATE'`],
    [
      'webhook_delivery',
      `"trigger" IN (SELECT "urn" FROM "webhook_trigger" WHERE "target_urn" = '${item}' AND "event" = 'UPDATE')`,
    ],
    ['search_queue', `"urn" = '${entity}'`],
  ];
  const found: unknown[] = [];
  for (const [table, condition] of tables) {
    const rows = await sql(service, `SELECT * FROM "${table}" WHERE ${condition}`);
    // The words of a page follow from some kinds only: both ways leave nothing in the queue for the others.
    if (table !== 'search_queue') expect([table, rows.length > 0]).toEqual([table, true]);
    const bare = rows.map((row) =>
      Object.fromEntries(
        Object.entries(row).filter(
          ([name, value]) => !own.includes(name) && !name.endsWith('timestamp') && !(value instanceof Date),
        ),
      ),
    );
    found.push(bare.sort((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b))));
  }
  const moments =
    `SELECT count(DISTINCT x.at)::int AS moments FROM (SELECT "updated_timestamp" AS at FROM "item" WHERE "urn" = $1` +
    ` UNION ALL SELECT "created_timestamp" FROM "item_value" WHERE "urn" = (SELECT "entry" FROM "item" WHERE "urn" = $1)` +
    ` UNION ALL SELECT "created_timestamp" FROM "webhook_trigger" WHERE "target_urn" = $1 AND "event" = 'UPDATE') x`;
  return [...found, await sql(service, moments, [item])];
}
