// A page of pages that are filtered by an item reads what it shows, not every page of the tenant; put in order by one it looks at the items
// of that name alone. Rows that statements read are counted, never time.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Statement } from '../../src/database/connection/statement.ts';
import type { Client } from '../support/client.ts';
import { copyPages } from '../support/copiedPages.ts';
import { withClient } from '../support/database.ts';
import { page, reader, text, type Body } from '../support/content.ts';
import { mostReadDuring } from '../support/plans.ts';
import { made } from '../support/work.ts';
import { startService, type TestService, type Tenant } from '../support/service.ts';

const pages = 1_500;
let service: TestService;
let tenant: Tenant;
let topic: Body;
let files: readonly Body[];
let callers: readonly Client[];
const sent: Statement[] = [];

beforeAll(async () => {
  service = await startService({}, { onStatement: (statement) => sent.push(statement as Statement) });
  tenant = await service.tenant();
  topic = await page(tenant, '/topic', { name: 'Topic' });
  const file = (name: string): Promise<Body> => made(tenant, 'asset', { owner: tenant.company, name });
  files = [await file('rare.pdf'), await file('usual.pdf')];
  for (const [kind, count] of [
    ['rare', 5],
    ['usual', pages],
  ] as const) {
    const body = await page(tenant, `/${kind}`, {
      texts: [text(kind, 'category'), text('Text', 'title'), text('More', 'lead')],
      dateTimes: [{ name: 'date', sortOrder: 0, value: '2026-01-01T00:00:00Z' }],
      links: [{ name: 'file', sortOrder: 0, asset: files[kind === 'rare' ? 0 : 1]?.urn }],
      references: kind === 'rare' ? [{ name: 'topic', sortOrder: 0, entityReference: { urn: topic.urn } }] : [],
    });
    const published = await tenant.rest('PATCH', `/n/v1/entity/${body.urn}`, { body: { status: 'PUBLISH' } });
    expect(published.status, published.text).toBe(200);
    await copyPages(service.databaseUrl, body.urn, count);
  }
  // Each page on a day of its own.
  await withClient(service.databaseUrl, async (pg) => {
    for (const [table, page] of [
      ['item', 'entity'],
      ['item_value', 'entity'],
    ])
      await pg.query(
        `UPDATE ${String(table)} t SET value_date_time = '2026-01-01T00:00:00Z'::timestamptz + coalesce(nullif(regexp_replace(e.path, '\\D', '', 'g'), ''), '0')::int * interval '1 day'
         FROM entity e WHERE e.urn = t.${String(page)} AND t.kind = 'DateTimeItem'`,
      );
    await pg.query('VACUUM ANALYZE item, item_value');
  });
  const grants = [{ label: 'READ', objectUrn: tenant.company, objectScope: 'COMPANY' }];
  callers = [tenant, await reader(service, tenant, grants)];
}, 400_000);
afterAll(() => service.close());

const read = (table: string, work: () => Promise<unknown>): Promise<number> =>
  mostReadDuring(work, { sent, databaseUrl: service.databaseUrl }, table);

test.each([
  ['a text', '{ texts: { some: { name: { eq: "category" }, value: { eq: "rare" } } } }', 'filter[text.category]=rare'],
  ['a reference', 'references', 'reference'],
])('pages with %s that few have', async (_, asked, parameters) => {
  const where =
    asked === 'references'
      ? `{ references: { some: { name: { eq: "topic" }, entityReference: { eq: "${topic.urn}" } } } }`
      : asked;
  const filter = parameters === 'reference' ? `filter[reference.topic]=${topic.urn}` : parameters;
  for (const caller of callers) {
    const graph = async (): Promise<void> => {
      const { entities } = await caller.data(`{ entities(where: ${where}, first: 3) { nodes { urn name } } }`);
      expect(entities.nodes).toHaveLength(3);
    };
    const rest = async (): Promise<void> => {
      const { body } = await caller.rest('GET', `/n/v1/entities?limit=3&${filter}`);
      expect(body.entities).toHaveLength(3);
    };
    for (const work of [graph, rest]) {
      expect(await read('item', work)).toBeLessThan(100);
      expect(await read('entity', work)).toBeLessThan(100);
    }
  }
});

test('pages in the order of an item look at the item of each alone, a few times', async () => {
  for (const caller of callers) {
    const work = async (): Promise<void> => {
      const { entities } = await caller.data(
        `{ entities(orderBy: [{ field: DATE_TIME, name: "date", direction: DESC }], first: 3) { nodes { urn } } }`,
      );
      expect(entities.nodes).toHaveLength(3);
    };
    expect(await read('item', work)).toBeLessThan(5 * pages);
  }
});

test('the newest pages of a usual category by date, and the next ones, are found from the dates', async () => {
  const where = 'texts: { some: { name: { eq: "category" }, value: { eq: "usual" } } }';
  const query = `query ($after: String) { entities(where: { ${where} }, orderBy: [{ field: DATE_TIME, name: "date", direction: DESC }], first: 10, after: $after) {
    nodes { path date: dateTime(name: "date") { value } } pageInfo { endCursor } } }`;
  for (const caller of callers) {
    let after: string | null = null;
    const seen: Body[] = [];
    const work = async (): Promise<void> => {
      const { entities } = await caller.data(query, { after });
      seen.push(...entities.nodes);
      after = entities.pageInfo.endCursor;
    };
    for (let turn = 0; turn < 2; turn += 1) {
      const start: string | null = after;
      for (const table of ['item', 'entity']) {
        after = start;
        seen.splice(turn * 10);
        expect(await read(table, work)).toBeLessThan(200);
      }
    }
    const days = seen.map((one) => one.date.value);
    expect(days).toHaveLength(20);
    expect(days).toEqual([...days].sort().reverse());
    expect(new Set(seen.map((one) => one.path)).size).toBe(20);
  }
  const rest = async (): Promise<void> => {
    const { body } = await tenant.rest(
      'GET',
      '/n/v1/entities?filter[text.category]=usual&sort=-dateTime.date&limit=10',
    );
    expect(body.entities).toHaveLength(10);
  };
  expect(await read('item', rest)).toBeLessThan(200);
});

test('the pages below a page, and what refers to it, are read as far as they are shown', async () => {
  const usual = await tenant.data('{ entities(where: { path: { eq: "/usual" } }) { nodes { urn } } }');
  const [{ urn }] = usual.entities.nodes;
  for (const caller of callers) {
    const works: readonly (() => Promise<void>)[] = [
      async () => {
        const { entity } = await caller.data(
          `{ entity(urn: "${urn}") { children(first: 3) { nodes { urn parent { urn } } } } }`,
        );
        expect(entity.children.nodes).toHaveLength(3);
        expect(entity.children.nodes[0].parent).toEqual({ urn });
      },
      async () => {
        const { body } = await caller.rest('GET', `/n/v1/entity/${urn}/children?limit=3`);
        expect(body.children).toHaveLength(3);
      },
    ];
    for (const work of works) expect(await read('entity', work)).toBeLessThan(100);
  }
  // The topic is a draft.
  const referrers = async (): Promise<void> => {
    const { entity } = await tenant.data(
      `{ entity(urn: "${topic.urn}") { referencedBy(first: 3) { nodes { name entity { path } } } } }`,
    );
    expect(entity.referencedBy.nodes).toHaveLength(3);
  };
  expect(await read('item', referrers)).toBeLessThan(100);
});

test.each(['rare.pdf', 'usual.pdf'])('the pages that use %s are read as far as few use it', async (name) => {
  const [urn, most] = name === 'rare.pdf' ? [files[0]?.urn, 100] : [files[1]?.urn, 6 * pages];
  for (const caller of callers) {
    const works: readonly (() => Promise<void>)[] = [
      async () => {
        const { asset } = await caller.data(`{ asset(urn: "${String(urn)}") { usedBy(first: 3) { nodes { path } } } }`);
        expect(asset.usedBy.nodes).toHaveLength(3);
      },
      async () => {
        const { body } = await caller.rest('GET', `/n/v1/asset/${String(urn)}/usedby?limit=3`);
        expect(body.usedBy).toHaveLength(3);
      },
      async () => {
        const { body } = await caller.rest('GET', `/n/v1/entities?limit=3&filter[assets]=${String(urn)}`);
        expect(body.entities).toHaveLength(3);
      },
    ];
    for (const work of works) {
      expect(await read('item', work)).toBeLessThan(most);
      expect(await read('item_value', work)).toBeLessThan(most);
      expect(await read('entity', work)).toBeLessThan(most);
    }
  }
});
