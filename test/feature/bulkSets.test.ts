// Items of a bulk are written many at once, and everything is as if they were written one by one: answers, histories, events, what is
// refused and for whom. Resource reference 1.9, 16.8.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bulksOf, statuses, type Operation } from '../support/bulk.ts';
import { community, type Community } from '../support/community.ts';
import { sql } from '../support/content.ts';
import { startService, type Tenant, type TestService } from '../support/service.ts';

let service: TestService;
let people: Community;
let admin: Tenant;

beforeAll(async () => {
  service = await startService({ RATE_LIMITS: '1' });
  people = await community(service);
  admin = people.admin;
});
afterAll(() => service.close());

const { send } = bulksOf(() => admin);

async function page(status = 'PUBLISH', texts: readonly Operation[] = []): Promise<string> {
  const urn = crypto.randomUUID();
  const body = { urn, owner: admin.company, name: 'Page', path: `/${urn}`, language: 'en', status, texts };
  const answer = await admin.rest('POST', '/n/v1/entity', { body });
  expect(answer.status, answer.text).toBe(201);
  return urn;
}

const text = (entity: string, sortOrder: number, more: Operation = {}): Operation => ({
  method: 'POST',
  path: '/n/v1/textitem',
  body: { entity, name: 'text', sortOrder, value: `Text ${String(sortOrder)}`, ...more },
});

/** What is known of a page by the tables: its items with their histories, its own state, and the events about all of it. */
async function stateOf(entity: string): Promise<unknown> {
  const own = `SELECT "urn" FROM "item" WHERE "entity" = '${entity}'`;
  const order = `(SELECT i."sort_order"::text || i."kind" FROM "item" i WHERE i."urn" =`;
  return {
    page: await sql(
      service,
      `SELECT "status", "version", "last_edited_by"::text FROM "entity" WHERE "urn" = '${entity}'`,
    ),
    items: await sql(
      service,
      `SELECT "kind", "sort_order", "version", "value_string", "is_published", "deleted_timestamp" IS NOT NULL AS gone FROM "item" WHERE "entity" = '${entity}' ORDER BY "sort_order", "kind"`,
    ),
    history: await sql(
      service,
      `SELECT v."sort_order", v."version", v."value_string", v."is_tombstone", v."actor"::text FROM "item_value" v WHERE v."entity" = '${entity}' ORDER BY v."sort_order", v."kind", v."version"`,
    ),
    events: await sql(
      service,
      `SELECT "subject", "event", "target_version", "changed_fields", "actor"::text, ${order} "target_urn") AS place FROM "webhook_trigger"` +
        ` WHERE "target_urn" = '${entity}' OR "target_urn" IN (${own}) ORDER BY place, "target_version", "event"`,
    ),
    deletions: await sql(service, `SELECT count(*)::int AS count FROM "deletion" WHERE "urn" IN (${own})`),
  };
}

const mixed = (entity: string): Operation[] => [
  text(entity, 1),
  text(entity, 2, { createdTimestamp: undefined }),
  {
    method: 'POST',
    path: '/n/v1/moneyitem',
    body: { entity, name: 'price', sortOrder: 3, currencyCode: 'EUR', value: '1.50' },
  },
  {
    method: 'POST',
    path: '/n/v1/linkitem',
    body: { entity, name: 'link', sortOrder: 4, href: 'https://example.com/' },
  },
  text(entity, 5),
];

async function itemsOf(entity: string): Promise<string[]> {
  const rows = await sql(service, `SELECT "urn" FROM "item" WHERE "entity" = '${entity}' ORDER BY "sort_order"`);
  return rows.map(({ urn }) => String(urn));
}

const change = (urn: string, value: string, more: Operation = {}): Operation => ({
  method: 'PATCH',
  path: `/n/v1/textitem/${urn}`,
  body: { value },
  ...more,
});
const remove = (urn: string, more: Operation = {}): Operation => ({
  method: 'DELETE',
  path: `/n/v1/textitem/${urn}`,
  ...more,
});

/** Sends each operation by itself. */
async function oneByOne(operations: readonly Operation[]): Promise<void> {
  for (const { method, path, body } of operations) {
    const answer = await admin.rest(String(method), String(path), body === undefined ? {} : { body });
    expect([200, 201, 204], answer.text).toContain(answer.status);
  }
}

describe('Items that are written many at once', () => {
  for (const mode of ['ATOMIC', 'INDEPENDENT'] as const) {
    test.each(['PUBLISH', 'DRAFT_UNPUBLISHED'])(`leave a page as single writes do (${mode}, %s)`, async (status) => {
      const [alone, together] = [await page(status), await page(status)];
      const steps: ((entity: string) => Promise<Operation[]>)[] = [
        (entity) => Promise.resolve(mixed(entity)),
        async (entity) => {
          const [one, two, , , five] = (await itemsOf(entity)) as [string, string, string, string, string];
          return [change(one, 'New'), change(two, 'Text 2'), change(five, 'Newer')];
        },
        async (entity) => {
          const [one, two] = (await itemsOf(entity)) as [string, string];
          return [remove(one), remove(two)];
        },
      ];
      for (const step of steps) {
        await oneByOne(await step(alone));
        const answer = await send(mode, await step(together));
        expect(answer.status, answer.text).toBe(200);
        for (const one of statuses(answer)) expect([200, 201, 204], answer.text).toContain(one);
        expect(await stateOf(together)).toEqual(await stateOf(alone));
      }
    });
  }

  test('are answered as they are read', async () => {
    const entity = await page();
    const { body } = await send('ATOMIC', mixed(entity));
    for (const { urn, etag, body: answered } of body.results) {
      const kind = String(answered.url).split('/').at(-2);
      const read = await admin.rest('GET', `/n/v1/${String(kind)}/${String(urn)}`);
      expect([read.body, read.headers.get('etag')]).toEqual([answered, etag]);
    }
  });

  test('do not keep the others from being written when one is refused, each with its own reason', async () => {
    const entity = await page('DRAFT_UNPUBLISHED');
    const [known] = (await send('ATOMIC', [text(entity, 1)])).body.results;
    const answer = await send('INDEPENDENT', [
      text(entity, 2),
      text(entity, 1),
      text(entity, 3, { sortOrder: 'x' }),
      text(crypto.randomUUID(), 4),
      text(entity, 4),
      text(entity, 4),
      { ...text(entity, 5), ref: 'five' },
      change(known.urn, 'One', { ifMatch: '"7"' }),
      change(known.urn, 'Two', { ifMatch: '"1"' }),
      change(crypto.randomUUID(), 'Three'),
      remove(crypto.randomUUID()),
      remove(known.urn),
    ]);
    expect(statuses(answer)).toEqual([201, 409, 422, 422, 201, 409, 201, 412, 200, 404, 404, 204]);
    const paths = [1, 2, 3].map((at) => answer.body.results[at].error.errors[0].path);
    expect(paths[1]).toBe('/operations/2/body/sortOrder');
    expect(paths[2]).toBe('/operations/3/body/entity');
    expect((await itemsOf(entity)).length).toBe(4);
  });

  test('are all undone by one that is refused, where they stand or fall together', async () => {
    const entity = await page('DRAFT_UNPUBLISHED');
    const answer = await send('ATOMIC', [text(entity, 1), text(entity, 2), text(entity, 2), text(entity, 3)]);
    expect(statuses(answer)).toEqual([424, 424, 409, 424]);
    expect(await itemsOf(entity)).toEqual([]);
  });

  test('change places within one transaction', async () => {
    const entity = await page('DRAFT_UNPUBLISHED');
    const { body } = await send('ATOMIC', [text(entity, 1), text(entity, 2)]);
    const [one, two] = body.results.map(({ urn }: { urn: string }) => urn);
    const answer = await send('ATOMIC', [
      { ...change(one, ''), body: { sortOrder: 2 } },
      { ...change(two, ''), body: { sortOrder: 1 } },
    ]);
    expect(statuses(answer)).toEqual([200, 200]);
    expect(await itemsOf(entity)).toEqual([two, one]);
  });

  test('are found again by the urns that they were made with, and warn as alone', async () => {
    const entity = await page('DRAFT_UNPUBLISHED');
    const operations = [text(entity, 1, { urn: crypto.randomUUID() }), text(entity, 2, { urn: crypto.randomUUID() })];
    expect(statuses(await send('INDEPENDENT', operations))).toEqual([201, 201]);
    const again = await send('INDEPENDENT', [...operations, text(entity, 3, { urn: crypto.randomUUID() })]);
    expect(statuses(again)).toEqual([200, 200, 201]);
    expect((await itemsOf(entity)).length).toBe(3);
  });

  test('need the label on each of their pages, and none is locked for who lacks it', async () => {
    const [mine, other] = [await page(), await page('DRAFT_UNPUBLISHED')];
    const editor = await people.holder(['ENTITY', mine, 'CREATE']);
    const [made] = (await send('ATOMIC', [text(other, 9)])).body.results;
    const answer = await send(
      'INDEPENDENT',
      [text(mine, 1), text(mine, 2), text(other, 3), text(mine, 4), remove(made.urn)],
      editor,
    );
    expect(statuses(answer)).toEqual([201, 201, 422, 201, 404]);
    const viewer = await people.holder(['ENTITY', mine, 'READ']);
    const [one, two] = (await itemsOf(mine)) as [string, string];
    const refused = await send('INDEPENDENT', [text(mine, 5), text(mine, 6), change(one, 'No'), remove(two)], viewer);
    expect(statuses(refused)).toEqual([403, 403, 404, 404]);
    expect((await itemsOf(mine)).length).toBe(3);
  });

  test('are as many as a page may hold', async () => {
    const small = await startService({ MAX_ITEMS_PER_ENTITY: '3' });
    try {
      const tenant = await small.tenant();
      const urn = crypto.randomUUID();
      const body = {
        urn,
        owner: tenant.company,
        name: 'Small',
        path: '/small',
        language: 'en',
        status: 'DRAFT_UNPUBLISHED',
      };
      expect((await tenant.rest('POST', '/n/v1/entity', { body })).status).toBe(201);
      const operations = [1, 2, 3, 4, 5].map((at) => text(urn, at));
      const answer = await tenant.rest('POST', '/n/v1/bulk', { body: { mode: 'INDEPENDENT', operations } });
      expect(statuses(answer)).toEqual([201, 201, 201, 409, 409]);
    } finally {
      await small.close();
    }
  });
});
