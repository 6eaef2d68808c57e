// Menus: entries of lists that lead outside or to a list below, what of them a reader sees, and that no list stands below itself.
import { beforeAll, describe, expect, test } from 'vitest';
import type { Client, RestAnswer } from '../support/client.ts';
import { page, reader, type Body } from '../support/content.ts';
import { sharedService, type SharedService, type Tenant } from '../support/service.ts';

let service: SharedService;
let editor: Tenant;
let a: string, b: string;

beforeAll(async () => {
  service = await sharedService();
  editor = await service.tenant();
  const live = async (): Promise<string> => (await page(editor, null, { status: 'PUBLISH' })).urn;
  [a, b] = [await live(), await live()];
});

const post = (entities: unknown): Promise<RestAnswer> =>
  editor.rest('POST', '/n/v1/entitylist', { body: { owner: editor.company, name: 'Menu', entities } });
async function list(entities: unknown): Promise<string> {
  const { status, text, body } = await post(entities);
  expect(status, text).toBe(201);
  return String(body.urn);
}
const put = (urn: string, entities: unknown): Promise<RestAnswer> =>
  editor.rest('PUT', `/n/v1/entitylist/${urn}`, { body: { entities } });
const read = async (urn: string): Promise<Body> => (await editor.rest('GET', `/n/v1/entitylist/${urn}`)).body;
const refusals = ({ status, body }: RestAnswer): unknown[] => [
  status,
  body.errors.map(({ path, code }: Body) => `${String(path)} ${String(code)}`),
];
const shop = { title: 'Our shop', href: 'https://shop.example/?from=menu' };
const menuOfTwo = `query ($urn: ID!) { entityList(urn: $urn) {
  entities { title href entity { urn } list { entities { title href entity { urn } list { urn } } } } } }`;

describe('An entry of a list', () => {
  test('leads to a page, to an address outside or to a list, on both faces', async () => {
    const below = await list([{ title: 'Write to us', href: 'mailto:desk@reader.example' }, { entity: b }]);
    const menu = await list([{ entity: a, title: 'Start' }, shop, { title: 'More', list: { urn: below } }]);
    const { entities } = await read(menu);
    expect(entities).toMatchObject([
      { sortOrder: 10, entity: { urn: a }, title: 'Start', href: null, list: null },
      { sortOrder: 20, entity: null, ...shop, list: null },
      { sortOrder: 30, entity: null, title: 'More', href: null, list: { urn: below } },
    ]);
    const { entityList } = await editor.data(menuOfTwo, { urn: menu });
    expect(entityList.entities).toEqual([
      { title: 'Start', href: null, entity: { urn: a }, list: null },
      { ...shop, entity: null, list: null },
      {
        title: 'More',
        href: null,
        entity: null,
        list: {
          entities: [
            { title: 'Write to us', href: 'mailto:desk@reader.example', entity: null, list: null },
            { title: null, href: null, entity: { urn: b }, list: null },
          ],
        },
      },
    ]);
  });

  test('is refused with an address that runs, without a title, without a target and with two of them', async () => {
    const before = await editor.data('{ entityLists(first: 1) { totalCount } }');
    const hrefs = ['javascript:alert(1)', 'data:text/html,x', '/about', 'https://shop.example/ x'];
    for (const href of hrefs)
      expect(refusals(await post([{ entity: a }, { title: 'x', href }]))).toEqual([
        422,
        ['/entities/1/href INVALID_FORMAT'],
      ]);
    const wrong = [{ href: shop.href }, { title: 'Nothing' }, { ...shop, entity: a }, { ...shop, title: '' }];
    expect(refusals(await post(wrong))).toEqual([
      422,
      [
        '/entities/3/title TOO_SHORT',
        '/entities/0/title REQUIRED',
        '/entities/1/entity REQUIRED',
        '/entities/2/href NOT_ALLOWED_TOGETHER',
      ],
    ]);
    expect(await editor.data('{ entityLists(first: 1) { totalCount } }')).toEqual(before);
    const menu = await list([shop]);
    const [{ urn }] = (await read(menu)).entities;
    const { updateEntityListItem } = await editor.data(
      `mutation ($urn: ID!) { updateEntityListItem(urn: $urn, input: { href: null }) { userErrors { path code } } }`,
      { urn },
    );
    expect(updateEntityListItem.userErrors).toEqual([{ path: '/entity', code: 'REQUIRED' }]);
    const turned = await editor.rest('PATCH', `/n/v1/entitylistitem/${String(urn)}`, {
      body: { href: null, entity: a },
    });
    expect([turned.status, turned.body.entity.urn, turned.body.title]).toEqual([200, a, shop.title]);
  });

  test('keeps its urn when the list is replaced, and what was read can be sent back', async () => {
    const below = await list([]);
    const menu = await list([shop, { entity: a }, { title: 'More', list: below }, { ...shop, title: 'Again' }]);
    const before = await read(menu);
    const same = await put(menu, before.entities);
    expect([same.status, same.body.version]).toEqual([200, before.version]);
    const unnamed = await put(menu, [shop, { entity: a }, { title: 'More', list: below }, { ...shop, title: 'Again' }]);
    expect([unnamed.status, unnamed.body.version]).toEqual([200, before.version]);
    const [one, two, three, four] = before.entities.map((entry: Body) => entry.urn as string);
    const turned = await put(menu, [
      { urn: four, ...shop, title: 'Again' },
      { title: 'Most', list: below },
      { urn: two, ...shop },
      { entity: a },
    ]);
    expect(turned.body.entities.map(({ urn, title }: Body) => [urn, title])).toEqual([
      [four, 'Again'],
      [three, 'Most'],
      [one, shop.title],
      [two, null],
    ]);
  });

  test('is found in pages beside the plain list', async () => {
    const menu = await list([shop, { entity: a }, { entity: b }]);
    const text = `query ($urn: ID!, $after: String) { entityList(urn: $urn) {
      entries(first: 2, after: $after) { totalCount nodes { title entity { urn } } pageInfo { hasNextPage endCursor } } } }`;
    const first = (await editor.data(text, { urn: menu })).entityList.entries;
    expect([first.totalCount, first.nodes, first.pageInfo.hasNextPage]).toEqual([
      3,
      [
        { title: shop.title, entity: null },
        { title: null, entity: { urn: a } },
      ],
      true,
    ]);
    const second = (await editor.data(text, { urn: menu, after: first.pageInfo.endCursor })).entityList.entries;
    expect([second.nodes, second.pageInfo.hasNextPage]).toEqual([[{ title: null, entity: { urn: b } }], false]);
    const rest = await editor.rest('GET', `/n/v1/entitylist/${menu}/entries?limit=1&filter[href][isNull]=false`);
    expect([rest.body.entries[0].href, rest.body.pagination.isMorePages]).toEqual([shop.href, false]);
  });

  test('is left out for who may not read what it leads to, on every path', async () => {
    const [open, closed, hidden] = [await list([shop]), await list([shop]), await list([])];
    const menu = await list([
      shop,
      { title: 'Open', list: open },
      { title: 'Closed', list: closed },
      { entity: a },
      { entity: b, list: hidden },
    ]);
    const on = (objectUrn: string, objectScope: string) => ({ label: 'READ', objectUrn, objectScope });
    const some = await reader(service, editor, [
      ...[menu, open].map((urn) => on(urn, 'ENTITY_LIST')),
      ...[a, b].map((urn) => on(urn, 'ENTITY')),
    ]);
    const stored = (await read(menu)).entities as Body[];
    const ways = async (as: Client): Promise<unknown[]> => [
      (await as.rest('GET', `/n/v1/entitylist/${menu}`)).body.entities,
      (await as.rest('GET', `/n/v1/entitylist/${menu}/entities`)).body.entities,
      (await as.rest('GET', `/n/v1/entitylist/${menu}/entries`)).body.entries,
      (await as.rest('GET', `/n/v1/entitylistitems?filter[entityList]=${menu}`)).body.entitylistitems,
      (await as.data(menuOfTwo, { urn: menu })).entityList.entities,
      (await as.data(`query ($urn: ID!) { entityList(urn: $urn) { entries { nodes { title } } } }`, { urn: menu }))
        .entityList.entries.nodes,
    ];
    const titles = (all: unknown[]): unknown[] =>
      all.map((one) => (one as Body[]).map(({ title }) => title as unknown));
    const shown = [shop.title, 'Open', null];
    expect(titles(await ways(some))).toEqual(Array<unknown>(6).fill(shown));
    expect(titles(await ways(editor))).toEqual(Array<unknown>(6).fill([shop.title, 'Open', 'Closed', null, null]));
    for (const [at, status] of [200, 200, 404, 200, 404].entries())
      expect((await some.rest('GET', `/n/v1/entitylistitem/${String(stored[at]?.urn)}`)).status).toBe(status);
  });
});

describe('A list below another one', () => {
  const chain = async (levels: number): Promise<string[]> => {
    const lists = [await list([shop])];
    for (let level = 1; level < levels; level += 1) lists.unshift(await list([{ title: 'Below', list: lists[0] }]));
    return lists;
  };

  test('stands there once, and at most five stand one below the other', async () => {
    const lists = await chain(5);
    expect(refusals(await post([{ title: 'Six', list: lists[0] }]))).toEqual([422, ['/entities/0/list TOO_MANY']]);
    const last = lists[4] ?? '';
    const more = await list([]);
    expect(refusals(await put(last, [shop, { title: 'Six', list: more }]))).toEqual([
      422,
      ['/entities/1/list TOO_MANY'],
    ]);
    const single = await editor.rest('POST', '/n/v1/entitylistitem', {
      body: { entityList: last, title: 'Six', list: more },
    });
    expect(refusals(single)).toEqual([422, ['/list TOO_MANY']]);
    const twice = [
      { title: 'One', list: more },
      { title: 'Two', list: more },
    ];
    expect(refusals(await post(twice))).toEqual([422, ['/entities/1/list DUPLICATE']]);
  });

  test('is never above it', async () => {
    const [top = '', middle = '', bottom = ''] = await chain(3);
    for (const below of [top, middle, bottom]) {
      const closed = await put(bottom, [{ entity: a }, { title: 'Round', list: below }]);
      expect([closed.status, closed.body.code, closed.body.errors[0]]).toMatchObject([
        409,
        'DEPENDENCY_CYCLE',
        { path: '/entities/1/list', code: 'CYCLE', related: [below] },
      ]);
      const entry = { entityList: bottom, title: 'Round', list: below };
      expect((await editor.rest('POST', '/n/v1/entitylistitem', { body: entry })).body.code).toBe('DEPENDENCY_CYCLE');
    }
    const [{ urn }] = (await read(bottom)).entities;
    const changed = await editor.rest('PATCH', `/n/v1/entitylistitem/${String(urn)}`, { body: { list: top } });
    expect(changed.body.code).toBe('DEPENDENCY_CYCLE');
  });

  test('is not put above it by two writes at once', async () => {
    for (let turn = 0; turn < 5; turn += 1) {
      const [one, two] = [await list([]), await list([])];
      const answers = await Promise.all([
        put(one, [{ title: 'Two', list: two }]),
        editor.rest('POST', '/n/v1/entitylistitem', { body: { entityList: two, title: 'One', list: one } }),
      ]);
      expect(answers.map(({ status }) => status).filter((status) => status < 300)).toHaveLength(1);
      expect(answers.map(({ body }) => body.code as unknown)).toContain('DEPENDENCY_CYCLE');
    }
  });

  test('does not come back above it', async () => {
    const low = await list([]);
    const high = await list([{ title: 'Low', list: low }]);
    const [{ urn }] = (await read(high)).entities;
    expect((await editor.rest('DELETE', `/n/v1/entitylistitem/${String(urn)}`)).status).toBe(204);
    expect((await put(low, [{ title: 'High', list: high }])).status).toBe(200);
    const entry = await editor.rest('POST', `/n/v1/entitylistitem/${String(urn)}/restore`);
    expect([entry.status, entry.body.code]).toEqual([409, 'DEPENDENCY_CYCLE']);

    const lower = await list([]);
    const higher = await list([{ title: 'Lower', list: lower }]);
    expect((await editor.rest('DELETE', `/n/v1/entitylist/${higher}`)).status).toBe(204);
    expect((await put(lower, [{ title: 'Between', list: await list([shop]) }])).status).toBe(200);
    expect((await editor.rest('POST', `/n/v1/entitylist/${higher}/restore`)).status).toBe(200);
    expect((await read(higher)).entities[0].list.urn).toBe(lower);
  });

  test('is not deleted while an entry stands for it alone; beside a page the link ends, and comes back', async () => {
    const [alone, beside] = [await list([]), await list([])];
    const menu = await list([
      { title: 'Alone', list: alone },
      { entity: a, list: beside },
    ]);
    const refused = await editor.rest('DELETE', `/n/v1/entitylist/${alone}`);
    expect([refused.status, refused.body.code]).toEqual([409, 'IN_USE']);
    expect((await editor.rest('DELETE', `/n/v1/entitylist/${beside}`)).status).toBe(204);
    expect((await read(menu)).entities).toMatchObject([{ list: { urn: alone } }, { entity: { urn: a }, list: null }]);
    expect((await editor.rest('POST', `/n/v1/entitylist/${beside}/restore`)).status).toBe(200);
    expect((await read(menu)).entities[1].list.urn).toBe(beside);
  });
});
