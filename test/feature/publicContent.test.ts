// What everyone may VIEW, without a token: single reads, lists, counts, search and the view, on both faces, and nothing of any other
// kind. Resource reference 16.1.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadContract } from '../../src/contract/load.ts';
import type { Client } from '../support/client.ts';
import { community, type Community } from '../support/community.ts';
import { startService, type TestService } from '../support/service.ts';

const contract = loadContract();
const content = contract.resources.filter((kind) => kind.labels.read === 'VIEW');
const others = contract.resources.filter((kind) => kind.labels.read !== 'VIEW');

let service: TestService;
let town: Community;
let anonymous: Client;
/** A company below the first whose published content is public, a page there with a draft, one that is a draft, and a list of both. */
let company: string;
let page: string;
let draft: string;
let entityList: string;
/** A page of the first company, which is not public. */
let hidden: string;

const text = (value: string) => [{ name: 'title', sortOrder: 0, value }];

beforeAll(async () => {
  service = await startService();
  town = await community(service);
  anonymous = service.client(null);
  company = await town.make('company', { name: 'Public', parentCompany: town.admin.company });
  const entity = (more: object): Promise<string> =>
    town.make('entity', {
      urn: crypto.randomUUID(),
      owner: company,
      name: 'Night',
      language: 'en',
      texts: text('Night'),
      ...more,
    });
  page = await entity({ path: '/night', status: 'PUBLISH' });
  draft = await entity({ path: '/draft', status: 'DRAFT_UNPUBLISHED' });
  hidden = (await town.page()).urn;
  entityList = await town.make('entitylist', {
    owner: company,
    name: 'All',
    entities: [page, draft].map((urn, sortOrder) => ({ entity: urn, sortOrder })),
  });
  await town.make('permission', {
    ...{ owner: company, subjectUrn: company, subjectScope: 'EVERYONE' },
    ...{ objectUrn: company, objectScope: 'COMPANY', label: 'VIEW' },
  });
  const [item] = (await town.admin.rest('GET', `/n/v1/entity/${page}`)).body.texts as { urn: string }[];
  const written = await town.admin.rest('PATCH', `/n/v1/textitem/${String(item?.urn)}`, { body: { value: 'Secret' } });
  expect(written.status).toBe(200);
}, 120_000);
afterAll(() => service.close());

const get = (path: string, client = anonymous) => client.rest('GET', `/n/v1/${path}`);

describe('A caller without a token', () => {
  test('reads what everyone may VIEW as it is live, and nothing else, on both faces', async () => {
    expect((await get(`entity/${page}`)).body).toMatchObject({ status: 'PUBLISHED', texts: [{ value: 'Night' }] });
    for (const urn of [draft, hidden]) expect((await get(`entity/${urn}`)).status).toBe(404);
    const { body } = await get(`entity/${page}/texts?count=true`);
    expect([body.texts[0].value, body.pagination.totalCount]).toEqual(['Night', 1]);
    const query = `query ($page: ID!, $draft: ID!, $hidden: ID!) {
      page: entity(urn: $page) { name texts { value } owner { urn } tasks { totalCount } }
      draft: entity(urn: $draft) { urn } hidden: entity(urn: $hidden) { urn }
      node(urn: $page) { urn } nodes(urns: [$draft, $page, $hidden]) { urn } }`;
    expect(await anonymous.data(query, { page, draft, hidden })).toEqual({
      page: { name: 'Night', texts: [{ value: 'Night' }], owner: null, tasks: { totalCount: 0 } },
      ...{ draft: null, hidden: null, node: { urn: page }, nodes: [null, { urn: page }, null] },
    });
  });

  test('lists, counts and searches it in the only tenant', async () => {
    expect((await get('entities?count=true')).body).toMatchObject({
      ...{ entities: [{ urn: page, texts: [{ value: 'Night' }] }], pagination: { totalCount: 1 } },
    });
    expect((await get('entitylists')).body.entitylists).toMatchObject([{ urn: entityList }]);
    expect((await get('entitylistitems')).body.entitylistitems).toMatchObject([{ entity: { urn: page } }]);
    expect((await get('textitems?filter[value]=Night')).body.textitems).toHaveLength(1);
    expect((await get('textitems?filter[value]=Secret')).body.textitems).toEqual([]);
    const found = await anonymous.data(`{ entities { totalCount nodes { urn texts { value } } }
      textItems(where: { entity: { where: { path: { eq: "/night" } } } }) { totalCount }
      search(query: "night") { totalCount nodes { urn name item { urn } } }
      secret: search(query: "secret") { totalCount } }`);
    expect(found).toEqual({
      entities: { totalCount: 1, nodes: [{ urn: page, texts: [{ value: 'Night' }] }] },
      textItems: { totalCount: 1 },
      search: { totalCount: 1, nodes: [{ urn: page, name: 'Night', item: { urn: page } }] },
      secret: { totalCount: 0 },
    });
    const rest = await get('searches?query=night&includeScopes=ENTITY');
    expect(rest.body).toMatchObject({ totalCount: 1, items: [{ urn: page }] });
  });

  test('is refused with UNAUTHENTICATED where a kind is never shown to it', async () => {
    for (const { path, plural, operations, singularField, pluralField } of others) {
      if (operations.has('READ')) {
        expect([path, (await get(`${path}/${page}`)).status]).toEqual([path, 401]);
        const one = await anonymous.graph(`{ ${singularField}(urn: "${page}") { urn } }`);
        expect([path, one.errors?.[0]?.extensions['code']]).toEqual([path, 'UNAUTHENTICATED']);
      }
      if (!operations.has('LIST')) continue;
      expect([path, (await get(plural)).status]).toEqual([path, 401]);
      const list = await anonymous.graph(`{ ${pluralField} { totalCount } }`);
      expect([path, list.errors?.[0]?.extensions['code']]).toEqual([path, 'UNAUTHENTICATED']);
    }
    for (const { path, historyPath } of content) {
      expect((await anonymous.rest('DELETE', `/n/v1/${path}/${page}`)).status).toBe(401);
      if (historyPath) expect((await get(`${historyPath}/${page}`)).status).toBe(401);
    }
    expect((await get('searches?query=night&includeScopes=TASK')).body).toMatchObject({ code: 'UNAUTHENTICATED' });
    expect((await get(`entity/${page}/tasks`)).status).toBe(401);
    const tasks = await anonymous.graph('{ search(includeScopes: [TASK]) { totalCount } events { nodes { id } } }');
    expect(tasks.errors?.map(({ extensions }) => extensions['code'])).toContain('UNAUTHENTICATED');
  });

  test('sees nothing of what READ alone would show it, where everyone has READ', async () => {
    const other = await town.make('company', { name: 'Open', parentCompany: town.admin.company });
    const project = await town.make('project', { owner: other, name: 'Secret plan' });
    const open = await town.make('entity', {
      urn: crypto.randomUUID(),
      owner: other,
      name: 'Open',
      language: 'en',
      status: 'PUBLISH',
    });
    const edge = await town.make('permission', {
      ...{ owner: other, subjectUrn: other, subjectScope: 'EVERYONE' },
      ...{ objectUrn: other, objectScope: 'COMPANY', label: 'READ' },
    });
    expect((await get('entities?count=true')).body.pagination.totalCount).toBe(2);
    const node = await anonymous.data('query ($urns: [ID!]!) { nodes(urns: $urns) { urn } }', {
      urns: [project, other, open],
    });
    expect(node).toEqual({ nodes: [null, null, { urn: open }] });
    expect((await town.admin.rest('DELETE', `/n/v1/permission/${edge}`)).status).toBe(204);
    expect((await get('entities?count=true')).body.pagination.totalCount).toBe(1);
  });

  test('sees no draft where everyone was granted more than VIEW', async () => {
    for (const label of ['READ_DRAFT', 'ADMIN']) {
      const edges = [await town.grant('EVERYONE', town.admin.company, 'ENTITY', draft, label)];
      edges.push(await town.grant('EVERYONE', town.admin.company, 'ENTITY', page, label));
      expect((await get(`entity/${draft}`)).status).toBe(404);
      expect((await get(`entity/${page}`)).body.texts).toMatchObject([{ value: 'Night' }]);
      expect((await get(`textitems?filter[entity]=${page}`)).body.textitems).toMatchObject([{ value: 'Night' }]);
      const view = await anonymous.rest('GET', `/v/v1/entityview/${page}?version=LATEST`);
      expect([401, 403]).toContain(view.status);
      for (const edge of edges) expect((await town.admin.rest('DELETE', `/n/v1/permission/${edge}`)).status).toBe(204);
    }
  });

  test('sees what every token of the tenant sees, the view included', async () => {
    const restricted = await town.person('Nobody', []);
    for (const client of [anonymous, restricted, town.admin]) {
      expect((await client.rest('GET', '/v/v1/entityview/night')).status).toBe(200);
      expect((await get(`entity/${page}`, client)).status).toBe(200);
    }
    for (const client of [anonymous, restricted]) {
      expect((await get(`entities?filter[owner]=${company}&count=true`, client)).body.pagination.totalCount).toBe(1);
      expect((await client.data('{ search(query: "night") { totalCount } }')).search).toEqual({ totalCount: 1 });
    }
  });

  test('names the owner where a service has several tenants, else OWNER_REQUIRED', async () => {
    const elsewhere = await community(service);
    const theirs = await elsewhere.page();
    const list = '{ entities { totalCount } }';
    for (const refused of [
      await get('entities'),
      await get('textitems'),
      await get('searches?query=a&includeScopes=ENTITY'),
    ])
      expect([refused.status, refused.body.code]).toEqual([400, 'OWNER_REQUIRED']);
    for (const document of [list, '{ search(query: "a") { totalCount } }'])
      expect((await anonymous.graph(document)).errors?.[0]?.extensions['code']).toBe('OWNER_REQUIRED');
    // An owner, a page or the row itself says whose list is meant.
    for (const path of [
      `entities?filter[owner]=${company}`,
      `entities?filter[urn]=${page}`,
      `textitems?filter[entity]=${page}`,
      `entitylistitems?filter[entityList]=${entityList}`,
    ])
      expect([path, (await get(`${path}&count=true`)).body.pagination?.totalCount]).toEqual([path, 1]);
    const search = 'query ($owner: ID!) { search(query: "night", owner: $owner) { totalCount } }';
    expect((await anonymous.data(search, { owner: company })).search).toEqual({ totalCount: 1 });
    expect((await anonymous.data(search, { owner: elsewhere.admin.company })).search).toEqual({ totalCount: 0 });
    expect((await get(`searches?query=night&includeScopes=ENTITY&owner=${company}`)).body.totalCount).toBe(1);
    const where =
      'query ($owner: ID!) { textItems(where: { entity: { where: { owner: { eq: $owner } } } }) { totalCount } }';
    expect((await anonymous.data(where, { owner: company })).textItems).toEqual({ totalCount: 1 });
    // What is not public stays hidden, and what does not exist is an empty list.
    for (const owner of [elsewhere.admin.company, crypto.randomUUID()])
      expect((await get(`entities?filter[owner]=${owner}&count=true`)).body.pagination.totalCount).toBe(0);
    await elsewhere.grant('EVERYONE', elsewhere.admin.company, 'ENTITY', theirs.urn, 'VIEW');
    const shown = await get(`entities?filter[owner]=${elsewhere.admin.company}&count=true`);
    expect(shown.body).toMatchObject({ entities: [{ urn: theirs.urn }], pagination: { totalCount: 1 } });
  });
});

describe("Everyone's sight of a page", () => {
  const edgeOn = (objectUrn: string, objectScope = 'ENTITY', more: object = {}) => ({
    ...{ owner: town.admin.company, subjectUrn: town.admin.company, subjectScope: 'EVERYONE', objectUrn, objectScope },
    ...{ label: 'VIEW', ...more },
  });

  test('is given, changed and taken by who may publish the page, and by nobody with less', async () => {
    const { urn } = await town.page();
    // Neither may read the company that owns the page.
    const publisher = await town.holder(['ENTITY', urn, 'PUBLISH']);
    const editor = await town.holder(['ENTITY', urn, 'UPDATE']);
    const give = (client: Client, body: object) => client.rest('POST', '/n/v1/permission', { body });
    expect((await give(editor, edgeOn(urn))).status).toBe(403);
    expect((await get(`entity/${urn}`)).status).toBe(404);
    const made = await give(publisher, edgeOn(urn));
    expect([made.status, made.body.label]).toEqual([201, 'VIEW']);
    expect((await get(`entity/${urn}`)).status).toBe(200);
    const edge = `/n/v1/permission/${String(made.body.urn)}`;
    expect((await editor.rest('GET', edge)).status).toBe(404);
    expect((await editor.rest('DELETE', edge)).status).toBe(404);
    expect((await publisher.rest('GET', edge)).status).toBe(200);
    const listed = await publisher.data(
      'query ($urn: ID!) { permissions(where: { objectUrn: { eq: $urn } }) { nodes { label } } }',
      { urn },
    );
    // With its own edge, by which it publishes.
    expect(listed.permissions.nodes).toEqual(expect.arrayContaining([{ label: 'VIEW' }]));
    const ended = { body: { toTimestamp: new Date(Date.now() - 1_000).toISOString() } };
    expect((await publisher.rest('PATCH', edge, ended)).status).toBe(200);
    expect((await get(`entity/${urn}`)).status).toBe(404);
    expect((await publisher.rest('PATCH', edge, { body: { toTimestamp: null } })).status).toBe(200);
    expect((await get(`entity/${urn}`)).status).toBe(200);
    expect((await publisher.rest('DELETE', edge)).status).toBe(204);
    expect((await get(`entity/${urn}`)).status).toBe(404);
  });

  test('is all that PUBLISH gives away', async () => {
    const { urn } = await town.page();
    const publisher = await town.person('Publisher', ['PUBLISH']);
    const list = await town.make('entitylist', { name: 'All', entities: [] });
    const refused: readonly (readonly [object, number])[] = [
      [edgeOn(town.admin.company, 'COMPANY'), 403],
      [edgeOn(list, 'ENTITY_LIST'), 403],
      [edgeOn(urn, 'ENTITY', { label: 'READ' }), 403],
      [edgeOn(urn, 'ENTITY', { subjectScope: 'IDENTITY', subjectUrn: publisher.identity }), 403],
      [edgeOn(urn, 'ENTITY', { subjectUrn: company }), 422],
      [edgeOn(crypto.randomUUID()), 422],
    ];
    for (const [body, status] of refused)
      expect([body, (await publisher.rest('POST', '/n/v1/permission', { body })).status]).toEqual([body, status]);
    expect((await town.admin.rest('GET', `/n/v1/permissions?filter[objectUrn]=${urn}`)).body.permissions).toEqual([]);
    expect((await publisher.rest('POST', '/n/v1/permission', { body: edgeOn(urn) })).status).toBe(201);
  });
});
