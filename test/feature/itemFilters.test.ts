// Pages filtered and put in order by their items (resource reference 16.21): the same answer on both faces, by one statement or field
// by field, and never by a value that the caller is not shown.
import { beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../support/client.ts';
import { page, reader, text, write, type Body } from '../support/content.ts';
import { sharedService, type SharedService, type Tenant } from '../support/service.ts';
import { made } from '../support/work.ts';

let service: SharedService;
beforeAll(async () => {
  service = await sharedService();
});

const document = `query ($where: EntityWhere, $orderBy: [EntityOrderBy!], $first: Int, $after: String, $raw: Boolean!) {
  entities(where: $where, orderBy: $orderBy, first: $first, after: $after) {
    totalCount nodes { name ... on Node @include(if: $raw) { url } } pageInfo { hasNextPage endCursor } } }`;

interface Asked {
  readonly where?: unknown;
  readonly orderBy?: readonly unknown[];
  readonly first?: number;
  readonly after?: string;
}

/** One page of the list. */
async function listed(client: Client, asked: Asked): Promise<Body> {
  const { entities } = await client.data(document, { raw: false, orderBy: [{ field: 'NAME' }], ...asked });
  return entities;
}

/** The names of the pages that the filter selects, in the order of their names. */
async function names(client: Client, where: unknown, parameters?: string): Promise<string[]> {
  const { nodes, totalCount } = await listed(client, { where });
  const found = nodes.map((one: Body) => one.name);
  expect(totalCount).toBe(found.length);
  if (parameters !== undefined) {
    const rest = await client.rest('GET', `/n/v1/entities?sort=name&count=true&${parameters}`);
    expect(rest.status, rest.text).toBe(200);
    expect(rest.body.entities.map((one: Body) => one.name)).toEqual(found);
    expect(rest.body.pagination.totalCount).toBe(found.length);
  }
  return found;
}

const some = (list: string, where: unknown): unknown => ({ [list]: { some: where } });
const category = (value: string): unknown => some('texts', { name: { eq: 'category' }, value: { eq: value } });

async function published(tenant: Tenant, name: string, items: Readonly<Record<string, unknown>>): Promise<Body> {
  const body = await page(tenant, `/${name}`, { name, ...items });
  const answer = await tenant.rest('PATCH', `/n/v1/entity/${body.urn}`, { body: { status: 'PUBLISH' } });
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
}

const item = (name: string, value: Readonly<Record<string, unknown>>, sortOrder = 0): unknown => ({
  name,
  sortOrder,
  ...value,
});

const readerOf = (tenant: Tenant): Promise<Client> =>
  reader(service, tenant, [{ label: 'READ', objectUrn: tenant.company, objectScope: 'COMPANY' }]);

/** A blog: three posts that are live, and one that is a draft. */
async function blog(tenant: Tenant): Promise<Record<'news' | 'old' | 'other' | 'draft', Body>> {
  const topic = await published(tenant, 'topic', {});
  const post = (kind: string, date: string, stars: number): Readonly<Record<string, unknown>> => ({
    texts: [text(kind, 'category'), text(`${kind} too`, 'subtitle')],
    dateTimes: [item('date', { value: date })],
    longs: [item('stars', { value: String(stars) })],
    references: [item('topic', { entityReference: { urn: topic.urn } })],
  });
  return {
    news: await published(tenant, 'news', post('news', '2026-02-01T00:00:00Z', 9)),
    old: await published(tenant, 'old', post('news', '2013-02-01T00:00:00Z', 10)),
    other: await published(tenant, 'other', { texts: [text('news', 'headline'), text('travel', 'category')] }),
    draft: await page(tenant, '/draft', { name: 'draft', ...post('news', '2026-03-01T00:00:00Z', 1) }),
  };
}

describe('a filter by items', () => {
  test('selects pages with one item that meets all of it, or without any, on both faces', async () => {
    const tenant = await service.tenant();
    await blog(tenant);
    const client = await readerOf(tenant);
    for (const [caller, drafts] of [
      [tenant, ['draft']],
      [client, []],
    ] as const) {
      expect(await names(caller, category('news'), 'filter[text.category]=news')).toEqual([...drafts, 'news', 'old']);
      expect(await names(caller, some('texts', { value: { eq: 'news' } }))).toEqual([
        ...drafts,
        'news',
        'old',
        'other',
      ]);
      expect(
        await names(caller, { texts: { none: { name: { eq: 'category' } } } }, 'filter[text.category][isNull]=true'),
      ).toEqual(['topic']);
      expect(
        await names(
          caller,
          { texts: { none: { name: { eq: 'category' }, value: { eq: 'news' } } } },
          'filter[text.category][ne]=news',
        ),
      ).toEqual(['other', 'topic']);
      expect(
        await names(
          caller,
          some('dateTimes', { name: { eq: 'date' }, value: { lt: '2020-01-01T00:00:00Z' } }),
          'filter[dateTime.date][lt]=2020-01-01T00:00:00Z',
        ),
      ).toEqual(['old']);
      expect(
        await names(
          caller,
          { ...(category('news') as object), ...(some('longs', { value: { gte: '9' } }) as object) },
          'filter[text.category]=news&filter[long.stars][gte]=9',
        ),
      ).toEqual(['news', 'old']);
      expect(
        await names(caller, {
          or: [
            category('travel'),
            { references: { some: { entityReference: { where: { path: { eq: '/topic' } } } } } },
          ],
        }),
      ).toEqual([...drafts, 'news', 'old', 'other']);
      expect(
        await names(caller, {
          not: category('news'),
          texts: { some: { value: { contains: 'ew' }, not: { name: { eq: 'category' } } } },
        }),
      ).toEqual(['other']);
    }
  });

  test('compares what the caller is shown: readers are told nothing of drafts', async () => {
    const tenant = await service.tenant();
    const { news, old } = await blog(tenant);
    const client = await readerOf(tenant);
    const [first] = news.texts;
    await write(tenant, first.urn, 'secret');
    expect((await tenant.rest('DELETE', `/n/v1/textitem/${old.texts[0].urn}`)).status).toBe(204);
    await made(tenant, 'textitem', { ...text('secret', 'category', 5), entity: { urn: old.urn } });
    expect(await names(tenant, category('secret'), 'filter[text.category]=secret')).toEqual(['news', 'old']);
    expect(await names(tenant, category('news'), 'filter[text.category]=news')).toEqual(['draft']);
    // Neither what was drafted, nor that a value was removed in a draft.
    expect(await names(client, category('secret'), 'filter[text.category]=secret')).toEqual([]);
    expect(await names(client, category('news'), 'filter[text.category]=news')).toEqual(['news', 'old']);
    const none = { texts: { none: { name: { eq: 'category' }, value: { startsWith: 's' } } } };
    expect(await names(client, none)).toEqual(['news', 'old', 'other', 'topic']);
    expect(await names(tenant, none)).toEqual(['draft', 'other', 'topic']);
    // Drafts of one page alone.
    const of = await reader(service, tenant, [
      { label: 'READ', objectUrn: tenant.company, objectScope: 'COMPANY' },
      { label: 'READ_DRAFT', objectUrn: old.urn, objectScope: 'ENTITY' },
    ]);
    expect(await names(of, category('secret'), 'filter[text.category]=secret')).toEqual(['old']);
    expect(await names(of, category('news'), 'filter[text.category]=news')).toEqual(['news']);
  });

  test.each([
    ['into a second list', { texts: { some: { entity: { where: { texts: { some: {} } } } } } }, 'one list'],
    [
      'to a page through two links',
      { references: { some: { entityReference: { where: { owner: { where: {} } } } } } },
      'one link',
    ],
    [
      'into more than five lists',
      { and: Array.from({ length: 6 }, () => ({ texts: { some: {} } })) },
      'At most 5 links',
    ],
  ])('reaches no further than it says: not %s', async (_, where, message) => {
    const { errors } = await (await service.tenant()).graph(document, { raw: false, where });
    expect(errors?.[0]?.extensions['code']).toBe('INVALID_PARAMETER');
    expect(errors?.[0]?.message).toContain(message);
  });

  test.each([
    ['filter[text.category][gt]=a&filter[json.data]=1', 'true or false'],
    ['filter[latLong.place]=1', 'true or false'],
    ['filter[date.category]=1', 'cannot be filtered'],
    ['filter[dateTime.date]=soon', 'filter[dateTime.date]'],
  ])('of REST says what is wrong with %s', async (parameters, message) => {
    const { status, body } = await (await service.tenant()).rest('GET', `/n/v1/entities?${parameters}`);
    expect([status, body.code]).toEqual([400, 'INVALID_PARAMETER']);
    expect(JSON.stringify(body)).toContain(message);
  });
});

describe('an order by an item', () => {
  const byDate = (direction: string): unknown => ({ field: 'DATE_TIME', name: 'date', direction });
  const walked = async (client: Client, orderBy: readonly unknown[], raw: boolean): Promise<string[]> => {
    const all: string[] = [];
    let after: string | undefined;
    do {
      const { entities } = await client.data(document, { orderBy, first: 2, after, raw });
      all.push(...entities.nodes.map((one: Body) => one.name));
      after = entities.pageInfo.hasNextPage ? entities.pageInfo.endCursor : undefined;
    } while (after !== undefined);
    return all;
  };
  const restWalked = async (client: Client, sort: string): Promise<string[]> => {
    const all: string[] = [];
    let next: string | null = `/n/v1/entities?limit=2&sort=${sort}`;
    while (next !== null) {
      const answer = await client.rest('GET', next);
      expect(answer.status, answer.text).toBe(200);
      all.push(...answer.body.entities.map((one: Body) => one.name));
      const { isMorePages, after } = answer.body.pagination;
      next = isMorePages ? `/n/v1/entities?limit=2&sort=${sort}&after=${after}` : null;
    }
    return all;
  };

  test('goes by the value of the first of that name, last those without, page by page on both faces', async () => {
    const tenant = await service.tenant();
    await blog(tenant);
    for (const raw of [false, true]) {
      expect((await walked(tenant, [byDate('DESC'), { field: 'NAME' }], raw)).join()).toBe(
        'draft,news,old,other,topic',
      );
      const down = await walked(await readerOf(tenant), [byDate('ASC'), { field: 'NAME' }], raw);
      expect(down.join()).toBe('old,news,other,topic');
      const stars = [{ field: 'LONG', name: 'stars', direction: 'DESC' }, { field: 'NAME' }];
      expect((await walked(tenant, stars, raw)).join()).toBe('old,news,draft,other,topic');
      const both = [{ field: 'TEXT', name: 'category' }, byDate('DESC'), { field: 'NAME' }];
      expect((await walked(tenant, both, raw)).join()).toBe('draft,news,old,other,topic');
    }
    expect((await restWalked(tenant, '-dateTime.date,name')).join()).toBe('draft,news,old,other,topic');
    expect((await restWalked(await readerOf(tenant), 'text.category,dateTime.date,name')).join()).toBe(
      'old,news,other,topic',
    );
  });

  test('goes by what the caller is shown, cursors on long texts included', async () => {
    const tenant = await service.tenant();
    const long = 'long '.repeat(40);
    for (const name of ['a', 'b', 'c', 'd'])
      await published(tenant, name, { texts: [text(`${long}${name}`, 'title')] });
    const client = await readerOf(tenant);
    const { nodes } = (
      await tenant.data(`{ entities(orderBy: [{ field: NAME }]) { nodes { text(name: "title") { urn } } } }`)
    ).entities;
    await write(tenant, nodes[0].text.urn, `${long}x`);
    await write(tenant, nodes[1].text.urn, 'A');
    const byTitle = [{ field: 'TEXT', name: 'title' }];
    for (const raw of [false, true]) {
      expect((await walked(tenant, byTitle, raw)).join()).toBe('b,c,d,a');
      expect((await walked(client, byTitle, raw)).join()).toBe('a,b,c,d');
    }
    expect((await restWalked(client, 'text.title')).join()).toBe('a,b,c,d');
    expect((await restWalked(tenant, '-text.title')).join()).toBe('a,d,c,b');
  });

  test.each([
    ['{ field: TEXT }', 'The name of the item is expected.'],
    ['{ field: NAME, name: "x" }', 'Only an item has a name.'],
  ])('says what is wrong with %s', async (term, message) => {
    const { errors } = await (await service.tenant()).graph(`{ entities(orderBy: [${term}]) { nodes { urn } } }`);
    expect(errors?.[0]?.message).toContain(message);
  });

  test('keeps its cursors to itself', async () => {
    const tenant = await service.tenant();
    await blog(tenant);
    const { pageInfo } = await listed(tenant, { orderBy: [byDate('DESC')], first: 1 });
    for (const other of [{ field: 'DATE_TIME', name: 'dates', direction: 'DESC' }, byDate('ASC'), { field: 'NAME' }]) {
      const { errors } = await tenant.graph(document, { raw: false, orderBy: [other], after: pageInfo.endCursor });
      expect(errors?.[0]?.extensions['code']).toBe('INVALID_CURSOR');
    }
  });
});
