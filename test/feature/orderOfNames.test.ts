// Names and titles are put in order as people expect it, by the root collation of ICU, on both faces, forward and back, with totals, in
// pages and in search; what names a thing for programs is in the order of code points. Resource reference 16.10.
import { beforeAll, describe, expect, test } from 'vitest';
import { fieldOf } from '../../src/contract/resource.ts';
import { sealed } from '../../src/engine/cursor.ts';
import { createHash } from 'node:crypto';
import { page } from '../support/content.ts';
import { readOf, stepsOf } from '../support/plans.ts';
import { sharedService, type SharedService, type Tenant } from '../support/service.ts';
import { withClient } from '../support/database.ts';
import { made, task } from '../support/work.ts';

let service: SharedService;
let tenant: Tenant;

beforeAll(async () => {
  service = await sharedService();
  tenant = await service.tenant();
});

// Typed by hand from the root collation of CLDR: signs, digits, Latin, Greek, Cyrillic, Georgian, Armenian, Hebrew, Arabic, Ethiopic,
// Devanagari, Thai, Hangul, Kana, Han; in each of them letters before marks before case.
const inOrder = [
  ...['_draft', '- dash', '(paren)', '#tag', '€uro', '1', '10', '2', '٣', 'Ægir', 'ähnlich', 'Äpfel', 'apple'],
  ...[
    'Apple',
    'Banane',
    'Birne',
    'Çelik',
    'cote',
    'coté',
    'côte',
    'côté',
    'Đakovo',
    'Dvořák',
    'éclair',
    'Eva',
    'Évian',
  ],
  ...[
    'fußball',
    'Fussball 2',
    'Gdańsk',
    'istanbul',
    'İzmir',
    'ıspanak',
    'job',
    'Józef',
    'Ljubljana',
    'Łódź',
    'naïve',
    'Ñandú',
    'Öland',
  ],
  ...['Øresund', 'Oslo', 'Ośno', 'Über', 'unter', 'zebra', 'Zebra', 'Žilina', 'Þór', 'Αθήνα', 'άλφα', 'ωμέγα', 'Елена'],
  ...['ёлка', 'Ёлкин', 'яблоко', 'Երևան', 'שלום', 'أحمد', 'باب', 'हिंदी', 'ไทย', '가나', '한국', 'あめ', 'アメリカ'],
  ...['一', '河边'],
];

const shuffled = (names: readonly string[]): string[] =>
  names.toSorted((one, other) =>
    createHash('md5').update(one).digest('hex') < createHash('md5').update(other).digest('hex') ? -1 : 1,
  );

const rowsOf = {
  project: {
    plural: 'projects',
    field: 'name',
    make: (name: string) => made(tenant, 'project', { owner: tenant.company, name, description: 'order' }),
  },
  task: { plural: 'tasks', field: 'title', make: (name: string) => task(tenant, name, { description: 'order' }) },
  group: {
    plural: 'groups',
    field: 'name',
    make: (name: string) =>
      made(tenant, 'group', {
        owner: tenant.company,
        name,
        description: 'order',
        joinPolicy: 'OPEN',
        visibility: 'PUBLIC',
      }),
  },
} as const;

describe.each(Object.entries(rowsOf))('a list of kind %s', (_kind, { plural, field, make }) => {
  beforeAll(async () => {
    for (const name of shuffled(inOrder)) await make(name);
  });

  const walked = async (sort: string): Promise<string[]> => {
    const names: string[] = [];
    for (
      let next: string | null = `/n/v1/${plural}?limit=7&count=true&filter[description]=order&sort=${sort}`;
      next !== null;
    ) {
      const { status, body, text } = await tenant.rest('GET', next);
      expect(status, text).toBe(200);
      names.push(...body[plural].map((row: Record<string, string>) => row[field]));
      next = body.pagination.nextUrl;
    }
    return names;
  };

  test('is in the order of people over REST, page by page and both ways', async () => {
    expect(await walked(field)).toEqual(inOrder);
    expect(await walked(`-${field}`)).toEqual(inOrder.toReversed());
  });

  test('is in that order in the graph, from its end too, and its total counts each once', async () => {
    const member = field === 'name' ? 'NAME' : 'TITLE';
    const where = 'where: { description: { eq: "order" } }';
    const { all } = await tenant.data(
      `{ all: ${plural}(first: 200, ${where}, orderBy: [{ field: ${member} }]) { nodes { ${field} } totalCount } }`,
    );
    expect(all.nodes.map((row: Record<string, string>) => row[field])).toEqual(inOrder);
    expect(all.totalCount).toBe(inOrder.length);
    const names: string[] = [];
    let before: string | null = null;
    do {
      const from: string = before === null ? '' : `, before: "${before}"`;
      const answer = await tenant.data(
        `{ some: ${plural}(last: 9, ${where}, orderBy: [{ field: ${member} }]${from}) { nodes { ${field} } pageInfo { startCursor hasPreviousPage } } }`,
      );
      names.unshift(...answer.some.nodes.map((row: Record<string, string>) => row[field]));
      before = answer.some.pageInfo.hasPreviousPage ? answer.some.pageInfo.startCursor : null;
    } while (before !== null);
    expect(names).toEqual(inOrder);
  });

  test('is compared in that order by conditions', async () => {
    const where = `where: { description: { eq: "order" }, ${field}: { gte: "Ægir", lt: "Banane" } }`;
    const { some } = await tenant.data(
      `{ some: ${plural}(${where}, orderBy: [{ field: ${field.toUpperCase()} }]) { nodes { ${field} } } }`,
    );
    expect(some.nodes.map((row: Record<string, string>) => row[field])).toEqual([
      'Ægir',
      'ähnlich',
      'Äpfel',
      'apple',
      'Apple',
    ]);
  });
});

test('hits of a search are in that order by name, page by page', async () => {
  const names: string[] = [];
  const ask =
    'query ($after: String) { search(query: "order", includeScopes: [PROJECT], order: NAME, first: 8, after: $after) { nodes { name } pageInfo { endCursor hasNextPage } } }';
  for (let after: string | null = null; ;) {
    const { search } = await tenant.data(ask, { after });
    names.push(...search.nodes.map(({ name }: { name: string }) => name));
    if (!search.pageInfo.hasNextPage) break;
    after = search.pageInfo.endCursor;
  }
  expect(names).toEqual(inOrder);
});

test('names that differ in nothing seen are in the order of their urns', async () => {
  const own = await service.tenant();
  const forms = ['caf\u00e9', 'cafe\u0301', 'caf\u00e9', 'cafe\u0301'];
  const urns: string[] = [];
  for (const name of forms) urns.push((await made(own, 'project', { owner: own.company, name })).urn);
  const { body } = await own.rest('GET', '/n/v1/projects?sort=name&fields=urn');
  expect(body.projects.map(({ urn }: { urn: string }) => urn)).toEqual(urns.toSorted());
});

test('paths are in the order of code points', async () => {
  const own = await service.tenant();
  for (const path of ['/zebra', '/Zebra', '/%C3%A4pfel', '/apple']) await page(own, path);
  const { body } = await own.rest('GET', '/n/v1/entities?sort=path');
  const paths = body.entities.map(({ path }: { path: string }) => path);
  expect(paths).toEqual(
    paths.toSorted((one: string, other: string) => Buffer.compare(Buffer.from(one), Buffer.from(other))),
  );
  expect(paths[0]).toBe('/Zebra');
});

test('a cursor from before names were in this order is refused', async () => {
  const own = await service.tenant();
  const { urn } = await made(own, 'project', { owner: own.company, name: 'One' });
  const { Project } = service.services.contract.kinds;
  const stated = ['Project', [[fieldOf(Project, 'name').name, false]], []];
  const before = createHash('sha256').update(JSON.stringify(stated)).digest('base64url').slice(0, 12);
  const cursor = sealed(service.services.cursorKey, before, ['One', urn]);
  const { status, body } = await own.rest('GET', `/n/v1/projects?sort=name&after=${cursor}`);
  expect([status, body.code]).toEqual([400, 'INVALID_CURSOR']);
});

test('a page by name is read from an index', async () => {
  const text = `EXPLAIN (ANALYZE, FORMAT JSON) SELECT t."urn" FROM "project" t WHERE t."tenant" = $1 AND t."deleted_timestamp" IS NULL
    AND octet_length(t."name") <= 2000 AND (t."name" COLLATE "names", t."urn") > ('c' COLLATE "names", $1) ORDER BY t."name" COLLATE "names", t."urn" LIMIT 5`;
  const plan = await withClient(service.databaseUrl, async (client) => {
    await client.query('SET enable_seqscan = off');
    const { rows } = await client.query(text, [tenant.company]);
    return rows[0]['QUERY PLAN'][0].Plan;
  });
  expect([stepsOf(plan, 'Sort'), readOf(plan, 'project')]).toEqual([0, 5]);
});
