// Search: finds current content that the caller may read, by its words in their language, best match first, with exact
// totals.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../support/client.ts';
import { community, type Community } from '../support/community.ts';
import { sql, type Body } from '../support/content.ts';
import { withClient } from '../support/database.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
let town: Community;

beforeAll(async () => {
  service = await startService();
  town = await community(service);
});
afterAll(() => service.close());

const question = `query ($query: String, $in: [SearchScope!]!, $order: SearchOrder! = UNDEFINED, $language: LanguageTag, $version: ContentVersion! = PUBLISHED, $first: Int, $after: String) {
  search(query: $query, includeScopes: $in, order: $order, language: $language, version: $version, first: $first, after: $after) {
    totalCount pageInfo { hasNextPage endCursor } nodes { urn url type sortOrder name score highlights { path text } item { __typename urn } }
  }
}`;

interface Hit {
  readonly urn: string;
  readonly type: string;
  readonly name: string | null;
  readonly sortOrder: number;
  readonly score: number;
  readonly highlights: readonly { readonly path: string; readonly text: string }[];
}

async function find(
  query: string | null,
  more: Record<string, unknown> = {},
  as: Client = town.admin,
): Promise<{ readonly nodes: readonly Hit[]; readonly totalCount: number }> {
  return (await as.data(question, { query, in: ['ENTITY', 'PROJECT', 'TASK', 'THREAD_POST'], language: 'en', ...more }))
    .search;
}
const names = async (query: string, more: Record<string, unknown> = {}, as?: Client): Promise<(string | null)[]> =>
  (await find(query, more, as)).nodes.map((hit) => hit.name);

let pages = 0;
const page = (name: string, text: string, more: Record<string, unknown> = {}): Promise<string> =>
  town.make('entity', {
    urn: crypto.randomUUID(),
    name,
    path: `/search-${String((pages += 1))}`,
    language: 'en',
    status: 'PUBLISH',
    texts: [{ name: 'title', sortOrder: 0, value: text }],
    ...more,
  });

describe('a query', () => {
  test('finds words in any of their forms, phrases and prefixes, and excludes unwanted words', async () => {
    await town.make('project', { name: 'Gardens', description: 'Planting roses along the river walk' });
    await town.make('project', { name: 'Bridges', description: 'Walking over the river, no roses' });
    const projects = { in: ['PROJECT'] };
    expect((await names('rose river', projects)).sort()).toEqual(['Bridges', 'Gardens']);
    expect(await names('"river walk"', projects)).toEqual(['Gardens']);
    expect(await names('plant -walking', projects)).toEqual([]);
    expect(await names('river -planted', projects)).toEqual(['Bridges']);
    expect(await names('gard*', projects)).toEqual(['Gardens']);
    expect(await names('gard', projects)).toEqual([]);
    expect(await names('!!! ...', projects)).toEqual([]);
    expect(await names(`'); DROP TABLE x; -- & | ! :* "`, projects)).toEqual([]);
  });

  test('is stemmed by the language of each text, whatever language the reader prefers', async () => {
    await page('Deutsch', 'Die alten Häuser', { language: 'de' });
    expect(await names('Häusern', { in: ['ENTITY'], language: 'de' })).toEqual(['Deutsch']);
    expect(await names('Häusern', { in: ['ENTITY'], language: 'en' })).toEqual(['Deutsch']);
    await page('English', 'Alte Häuser in English', { language: 'en' });
    expect(await names('Hauses', { in: ['ENTITY'], language: 'de' })).toEqual(['Deutsch']);
    expect((await names('Häuser', { in: ['ENTITY'], language: 'en' })).sort()).toEqual(['Deutsch', 'English']);
  });

  test('ranks the better match first, continues ranks over pages, and accepts other orders', async () => {
    const owner = { in: ['TASK'] };
    const task = (title: string, description: string): Promise<string> =>
      town.make('task', {
        title,
        description,
        dueTimestamp: '2030-01-01T00:00:00Z',
        associatedIdentities: [],
        associatedEntities: [],
        associatedCompanies: [],
        associatedTasks: [],
        blockedBy: [],
        blocking: [],
      });
    await task('Ordering', 'once zebra');
    await task('Zebra', 'zebra zebra');
    await task('Apples', 'a zebra here, a zebra there');
    expect(await names('zebra', owner)).toEqual(['Zebra', 'Apples', 'Ordering']);
    expect(await names('zebra', { ...owner, order: 'NAME' })).toEqual(['Apples', 'Ordering', 'Zebra']);
    expect(await names('zebra', { ...owner, order: 'CREATED' })).toEqual(['Apples', 'Zebra', 'Ordering']);
    // What has no name comes last, and pages go on to it.
    const group = await town.make('group', { name: 'Zebra keepers' });
    const messageThread = await town.make('messagethread', { group, name: 'Zebra crossing' });
    await town.make('threadpost', { messageThread, content: 'A zebra again.' });
    const asked =
      'query ($after: String) { search(query: "zebra", order: NAME, first: 2, after: $after) { nodes { name } pageInfo { endCursor hasNextPage } } }';
    const found: (string | null)[] = [];
    let behind: string | null = null;
    for (let isMore = true; isMore;) {
      const { search }: Body = await town.admin.data(asked, { after: behind });
      found.push(...search.nodes.map((node: Body) => node.name));
      behind = search.pageInfo.endCursor;
      isMore = search.pageInfo.hasNextPage;
    }
    expect(found).toEqual(['Apples', 'Ordering', 'Zebra', 'Zebra crossing', 'Zebra keepers', null]);
    const seen: [number, string | null][] = [];
    let after: string | null = null;
    do {
      const { search }: { search: { nodes: Hit[]; pageInfo: { hasNextPage: boolean; endCursor: string } } } =
        await town.admin.data(question, { query: 'zebra', ...owner, language: 'en', first: 1, after });
      seen.push(...search.nodes.map((hit): [number, string | null] => [hit.sortOrder, hit.name]));
      after = search.pageInfo.hasNextPage ? search.pageInfo.endCursor : null;
    } while (after);
    expect(seen).toEqual([
      [0, 'Zebra'],
      [1, 'Apples'],
      [2, 'Ordering'],
    ]);
    const foreign = await town.admin.graph(question, {
      query: 'other',
      ...owner,
      after: (await town.admin.data(question, { query: 'zebra', ...owner, first: 1 })).search.pageInfo.endCursor,
    });
    expect(foreign.errors?.[0]?.extensions['code']).toBe('INVALID_CURSOR');
  });

  test('of words that are none finds nothing, and none at all finds everything, the newest first', async () => {
    const within = { in: ['PROJECT'] };
    for (const name of ['Earlier', 'Later']) await town.make('project', { name });
    const { nodes: everything } = await find(null, within);
    expect(everything.slice(0, 2).map(({ name }) => name)).toEqual(['Later', 'Earlier']);
    expect((await find('  ', within)).nodes).toEqual(everything);
    expect((await find(null, { ...within, order: 'CREATED' })).nodes).toEqual(everything);
    expect(await find('""', within)).toMatchObject({ nodes: [], totalCount: 0 });
  });

  test('highlights where it matched, escaped, with the match in em', async () => {
    const urn = await page('Escaped', 'Say <script>alert("quokka")</script> & quokkas');
    const [hit] = (await find('quokka')).nodes;
    expect(hit?.urn).toBe(urn);
    expect(hit?.highlights).toEqual([
      {
        path: '/texts/0/value',
        text: 'Say &lt;script&gt;alert(&quot;<em>quokka</em>&quot;)&lt;/script&gt; &amp; <em>quokkas</em>',
      },
    ]);
    expect(hit).toMatchObject({ type: 'ENTITY', name: 'Escaped', item: { __typename: 'Entity', urn } });
  });

  test('is cut where it matched by the language of the text, in whichever country, and where whole words of another did', async () => {
    await page('Schweiz', 'Die alten Hütten', { language: 'de-CH' });
    await page('English', 'Running quolls');
    const cuts = async (query: string): Promise<readonly unknown[]> =>
      (await find(query, { in: ['ENTITY'], language: 'de' })).nodes.map(({ name, highlights }) => [
        name,
        highlights.map(({ path, text }) => [path, text]),
      ]);
    expect(await cuts('Hütte')).toEqual([['Schweiz', [['/texts/0/value', 'Die alten <em>Hütten</em>']]]]);
    expect(await cuts('running')).toEqual([['English', [['/texts/0/value', '<em>Running</em> quolls']]]]);
  });

  test('highlights the first five places where it matched', async () => {
    const texts = Array.from({ length: 6 }, (_, at) => ({ name: `n${String(at)}`, sortOrder: at, value: 'A potoroo' }));
    await page('Often', '', { texts });
    const [hit] = (await find('potoroo')).nodes;
    expect(hit?.highlights.map(({ path }) => path)).toEqual([0, 1, 2, 3, 4].map((at) => `/texts/${String(at)}/value`));
  });
});

describe('search results', () => {
  test('follow publication: drafts require LATEST and READ_DRAFT', async () => {
    const urn = await page('Platypus page', 'hidden words', { status: 'DRAFT_UNPUBLISHED' });
    const reader = await town.person('Reader');
    const editor = await town.person('Editor', ['UPDATE']);
    const entities = { in: ['ENTITY'] };
    expect(await names('platypus', entities)).toEqual([]);
    expect(await names('platypus', { ...entities, version: 'LATEST' })).toEqual(['Platypus page']);
    expect(await names('platypus', { ...entities, version: 'LATEST' }, reader)).toEqual([]);
    expect(await names('platypus', { ...entities, version: 'LATEST' }, editor)).toEqual(['Platypus page']);
    await town.admin.rest('PATCH', `/n/v1/entity/${urn}`, { body: { status: 'PUBLISH' } });
    expect(await names('platypus hidden', entities, reader)).toEqual(['Platypus page']);
    const { body } = await town.admin.rest('GET', `/n/v1/entity/${urn}`);
    const item = `/n/v1/textitem/${String(body.texts[0].urn)}`;
    await town.admin.rest('PATCH', item, { body: { value: 'wombat words' } });
    expect(await names('wombat', entities)).toEqual([]);
    expect(await names('wombat', { ...entities, version: 'LATEST' })).toEqual(['Platypus page']);
    expect(await names('hidden', { ...entities, version: 'LATEST' })).toEqual([]);
    // What is live is shown where it matches, not its draft.
    const [hit] = (await find('platypus words', entities, reader)).nodes;
    expect(JSON.stringify(hit?.highlights)).toContain('hidden');
    expect(JSON.stringify(hit?.highlights)).not.toContain('wombat');
    await town.admin.rest('PATCH', `/n/v1/entity/${urn}`, { body: { status: 'PUBLISH' } });
    expect(await names('wombat', entities)).toEqual(['Platypus page']);
    await town.admin.rest('PATCH', `/n/v1/entity/${urn}`, { body: { status: 'DRAFT_UNPUBLISHED' } });
    expect(await names('wombat', entities)).toEqual([]);
  });

  test('are ordered by the last change: of drafts by theirs, of what is live by its own', async () => {
    const [first] = [await page('Bilby one', 'bilby'), await page('Bilby two', 'bilby')];
    const { body } = await town.admin.rest('GET', `/n/v1/entity/${first}`);
    const item = `/n/v1/textitem/${String(body.texts[0].urn)}`;
    expect((await town.admin.rest('PATCH', item, { body: { value: 'bilby again' } })).status).toBe(200);
    const updated = { in: ['ENTITY'], order: 'UPDATED' };
    expect(await names('bilby', updated)).toEqual(['Bilby two', 'Bilby one']);
    expect(await names('bilby', { ...updated, version: 'LATEST' })).toEqual(['Bilby one', 'Bilby two']);
  });

  test('are counted up to 10,000', async () => {
    const tenant = await service.tenant();
    const add = (count: number): Promise<unknown> =>
      sql(
        service,
        `WITH made AS (INSERT INTO resource (urn, kind) SELECT gen_random_uuid(), 'Project' FROM generate_series(1, $2::int) RETURNING urn),
         projects AS (INSERT INTO project (urn, version, owner, tenant, name, status, created_timestamp, updated_timestamp)
           SELECT urn, 1, $1::uuid, $1::uuid, 'Project', 'ACTIVE', now(), now() FROM made)
         INSERT INTO search_document (urn, kind, owner, tenant, language, name, live, created_timestamp, updated_timestamp)
           SELECT urn, 'Project', $1::uuid, $1::uuid, 'en', 'Project', 'numbat', now(), now() FROM made`,
        [tenant.company, count],
      );
    const counted = `{ search(query: "numbat", includeScopes: [PROJECT], first: 1) { totalCountIsEstimate totalCount } }`;
    const total = async (): Promise<unknown> => (await tenant.data(counted)).search;
    await add(10_000);
    expect(await total()).toEqual({ totalCountIsEstimate: false, totalCount: 10_000 });
    await add(1);
    expect(await total()).toEqual({ totalCountIsEstimate: true, totalCount: null });
  });

  test('of a scope that is named twice are found once', async () => {
    await town.make('project', { name: 'Cassowary' });
    const twice = `{ search(query: "cassowary", includeScopes: [PROJECT, PROJECT], first: 5) { totalCount nodes { name } } }`;
    expect((await town.admin.data(twice)).search).toEqual({ totalCount: 1, nodes: [{ name: 'Cassowary' }] });
  });

  test('with LATEST need READ_DRAFT for entities alone', async () => {
    const project = await town.make('project', { name: 'Quokka project' });
    const reader = await town.person('Reader', []);
    await town.grant('IDENTITY', reader.identity, 'PROJECT', project, 'READ');
    expect(await names('quokka', { version: 'LATEST' }, reader)).toEqual(['Quokka project']);
  });

  test('hold only what the caller may read, and totals count only that', async () => {
    const [shown] = [await page('Numbat one', 'numbat'), await page('Numbat two', 'numbat')];
    const guest = await town.person('Guest', []);
    await town.grant('IDENTITY', guest.identity, 'ENTITY', shown, 'READ');
    const stranger = await service.tenant();
    const { nodes, totalCount } = await find('numbat', {}, guest);
    expect([nodes.map((n) => n.urn), totalCount]).toEqual([[shown], 1]);
    expect((await find('numbat')).totalCount).toBe(2);
    expect(await find('numbat', {}, stranger)).toMatchObject({ nodes: [], totalCount: 0 });
  });

  test('include threads only for their readers, and omit what is deleted', async () => {
    const [anna, other] = [await town.person('Anna'), await town.person('Other')];
    const group = await town.group();
    await town.join(group, anna);
    const thread = await town.make('messagethread', { group });
    const post = await town.make('threadpost', { messageThread: thread, content: 'A secret bilby' }, anna);
    const posts = { in: ['THREAD_POST'] };
    expect((await find('bilby', posts, anna)).nodes[0]).toMatchObject({ urn: post, name: null, type: 'THREAD_POST' });
    expect(await find('bilby', posts, other)).toMatchObject({ nodes: [], totalCount: 0 });
    await anna.rest('DELETE', `/n/v1/threadpost/${post}`);
    expect((await find('bilby', posts, anna)).totalCount).toBe(0);
    await town.admin.rest('POST', `/n/v1/threadpost/${post}/restore`);
    expect((await find('bilby', posts, anna)).totalCount).toBe(1);
  });

  test('find memberships by the names of both ends, also after one was renamed', async () => {
    const person = await town.person('Quoll Kim');
    const group = await town.group({ name: 'Marsupials' });
    const [urn] = await town.join(group, person);
    const memberships = { in: ['GROUP_MEMBERSHIP'] };
    await town.admin.rest('PATCH', `/n/v1/group/${group}`, { body: { name: 'Monotremes' } });
    expect((await find('monotremes', memberships)).nodes.map((n) => n.urn)).toEqual([urn]);
    expect((await find('marsupials', memberships)).totalCount).toBe(0);
    await town.admin.rest('PATCH', `/n/v1/identity/${person.identity}`, { body: { name: 'Echidna Kim' } });
    expect((await find('quoll', memberships)).totalCount).toBe(0);
    expect((await find('echidna', memberships)).nodes.map((n) => n.urn)).toEqual([urn]);
  });
});

describe('a stored search', () => {
  test('is complete when created, is paged only by its caller, and is extended by reading', async () => {
    for (const name of ['Kea one', 'Kea two', 'Kea three']) await town.make('project', { name });
    const body = { query: 'kea', includeScopes: ['PROJECT'], order: 'NAME', version: 'LATEST' };
    const wrong = await town.admin.rest('POST', '/n/v1/search', { body: { ...body, order: 'X', version: 'NEWEST' } });
    expect([wrong.status, wrong.body.errors]).toMatchObject([
      422,
      [
        { path: '/order', code: 'INVALID_ENUM' },
        { path: '/version', code: 'INVALID_ENUM' },
      ],
    ]);
    const made = await town.admin.rest('POST', '/n/v1/search?limit=2', { body });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      status: 'FULL_RESULT',
      totalCount: 3,
      version: 'LATEST',
      language: 'en',
    });
    expect(made.body.items.map((i: Hit) => [i.sortOrder, i.name])).toEqual([
      [0, 'Kea one'],
      [1, 'Kea three'],
    ]);
    const path = `/n/v1/search/${String(made.body.urn)}`;
    const rest = await town.admin.rest('GET', made.body.pagination.nextUrl);
    expect(rest.body.items.map((i: Hit) => [i.sortOrder, i.name])).toEqual([[2, 'Kea two']]);
    expect(rest.body.pagination).toMatchObject({ isMorePages: false, nextUrl: null });
    // No tag stands for two bodies: each read moves the end on.
    expect(rest.headers.get('etag')).not.toBe(made.headers.get('etag'));
    expect(rest.body.expirationTimestamp > made.body.expirationTimestamp).toBe(true);
    const [kept] = await sql(
      service,
      `SELECT "expiration_timestamp" AS at FROM "search" WHERE "urn" = '${String(made.body.urn)}'`,
    );
    expect(rest.body.expirationTimestamp).toBe(new Date(kept?.['at'] as Date).toISOString());
    expect((await (await town.person('Other', ['ADMIN'])).rest('GET', path)).status).toBe(404);
    const stored = await town.admin.data(
      `query ($urn: ID!) { storedSearch(urn: $urn) { status totalCount items(first: 1) { nodes { name item { ... on Project { name } } } } } }`,
      { urn: made.body.urn },
    );
    expect(stored.storedSearch).toEqual({
      status: 'FULL_RESULT',
      totalCount: '3',
      items: { nodes: [{ name: 'Kea one', item: { name: 'Kea one' } }] },
    });
    await withClient(service.databaseUrl, (client) =>
      client.query(`UPDATE search SET expiration_timestamp = now() - interval '1 second' WHERE urn = $1`, [
        made.body.urn,
      ]),
    );
    expect((await town.admin.rest('GET', path)).status).toBe(404);
    // What has ended goes with the next one. That one is kept for 15 minutes before it is read, too.
    const { createSearch } = await town.admin.data(
      `mutation ($input: CreateSearchInput!) { createSearch(input: $input) { storedSearch { createdTimestamp expirationTimestamp } } }`,
      { input: { includeScopes: ['PROJECT'] } },
    );
    const { createdTimestamp, expirationTimestamp } = createSearch.storedSearch;
    expect(Date.parse(expirationTimestamp) - Date.parse(createdTimestamp)).toBe(15 * 60_000);
    expect(await sql(service, `SELECT 1 FROM "search" WHERE "urn" = '${String(made.body.urn)}'`)).toEqual([]);
  });

  test('can be created by a reader of a single thread, accepts filters by scope, and can be deleted', async () => {
    const guest = await town.person('Guest', []);
    const made = await guest.rest('POST', '/n/v1/search', { body: { includeScopes: ['PROJECT'] } });
    expect([made.status, made.body.totalCount]).toEqual([201, 0]);
    expect((await guest.rest('DELETE', `/n/v1/search/${String(made.body.urn)}`)).status).toBe(204);
    await town.make('project', { name: 'Filtered', description: 'dingo' });
    const filtered = (filter: unknown): Promise<{ status: number; body: { totalCount: number; errors: unknown[] } }> =>
      town.admin.rest('POST', '/n/v1/search', { body: { query: 'dingo', includeScopes: ['PROJECT'], filter } });
    expect((await filtered({ PROJECT: { status: { ne: 'ARCHIVED' } } })).body.totalCount).toBe(1);
    expect((await filtered({ PROJECT: { status: 'ARCHIVED' } })).body.totalCount).toBe(0);
    for (const wrong of [
      [],
      ['status'],
      'status',
      { PROJECT: 'ACTIVE' },
      { PROJECT: [] },
      { PROJECT: ['ACTIVE'] },
      { NO: {} },
    ])
      expect([wrong, await filtered(wrong)]).toMatchObject([
        wrong,
        { status: 422, body: { errors: [{ path: '/filter' }] } },
      ]);
    expect(await filtered({ PROJECT: { secret: 'x' } })).toMatchObject({
      status: 422,
      body: { errors: [{ path: '/filter' }] },
    });
  });

  test.each([
    [{}, undefined, 'en'],
    [{}, 'sv;q=0, de;q=0.5, fr;q=0.2', 'de'],
    [{}, 'sv;q=0', 'en'],
    [{}, 'not a language', 'en'],
    [{ language: 'fr' }, 'de', 'fr'],
  ])('with %j, asked for with Accept-Language %s, is in %s', async (more, accepted, language) => {
    const headers: Record<string, string> = accepted === undefined ? {} : { 'accept-language': accepted };
    const body = { includeScopes: ['PROJECT'], ...more };
    expect((await town.admin.rest('POST', '/n/v1/search', { body, headers })).body.language).toBe(language);
  });

  test('of a caller without rights is in its own company alone', async () => {
    const guest = await town.person('Elsewhere', []);
    const below = await town.make('company', { name: 'Below', parentCompany: town.admin.company });
    const statuses = [town.admin.company, below].map(async (owner) => {
      const body = { owner, includeScopes: ['PROJECT'] };
      return (await guest.rest('POST', '/n/v1/search', { body })).status;
    });
    expect(await Promise.all(statuses)).toEqual([201, 422]);
  });

  test('of a company finds what it owns, and not what the one above owns', async () => {
    const below = await town.make('company', { name: 'Burrow', parentCompany: town.admin.company });
    for (const owner of [town.admin.company, below]) await town.make('project', { name: 'Bandicoot', owner });
    const body = { query: 'bandicoot', includeScopes: ['PROJECT'] };
    const totals = [{ ...body, owner: below }, body].map(
      async (search) => (await town.admin.rest('POST', '/n/v1/search', { body: search })).body.totalCount,
    );
    expect(await Promise.all(totals)).toEqual([1, 2]);
  });

  test('is listed with its caller’s others, in the requested order', async () => {
    const person = await town.person('Lister', ['READ']);
    for (const query of ['bongo', 'addax', 'caracal'])
      await person.rest('POST', '/n/v1/search', { body: { query, includeScopes: ['PROJECT'] } });
    const listed = await person.data(`{ searches(orderBy: [{ field: QUERY }], first: 2) { nodes { query order } } }`);
    expect(listed.searches.nodes).toEqual([
      { query: 'addax', order: 'UNDEFINED' },
      { query: 'bongo', order: 'UNDEFINED' },
    ]);
  });

  test('in one step in the graph looks in everything when no scopes are named', async () => {
    const all = '{ search(order: NAME, first: 200) { nodes { urn } } }';
    const named = `query ($in: [SearchScope!]) { search(order: NAME, includeScopes: $in, first: 200) { nodes { urn } } }`;
    const scopes = ['ENTITY', 'ENTITY_LIST', 'GROUP', 'GROUP_MEMBERSHIP', 'IDENTITY', 'PROJECT', 'TASK'];
    const more = ['MESSAGE_THREAD', 'THREAD_POST', 'COMPANY', 'WORKFLOW'];
    const { search } = await town.admin.data(all);
    expect(search.nodes.length).toBeGreaterThan(0);
    expect(search).toEqual((await town.admin.data(named, { in: [...scopes, ...more] })).search);
    const none = await town.admin.graph(named, { in: [] });
    expect(none.errors?.[0]?.extensions['code']).toBe('INVALID_PARAMETER');
  });

  test('over REST refuses parameters that say nothing of hits by their names, and neither keeps a search nor restores one then', async () => {
    const step = '/n/v1/searches?query=a&includeScopes=PROJECT';
    const body = { query: 'a', includeScopes: ['PROJECT'] };
    const kept = (await town.admin.rest('POST', '/n/v1/search?expand=owner', { body })).body;
    expect(kept.owner.name).toBeTypeOf('string');
    const counted = async (): Promise<unknown> =>
      (await town.admin.rest('GET', '/n/v1/searches?count=true')).body.pagination.totalCount;
    const before = await counted();
    for (const parameter of ['limit=0', 'expand=nothing', 'fields=name', 'sort=name', 'before=x', 'filter[query]=a'])
      for (const answer of [
        await town.admin.rest('GET', `${step}&${parameter}`),
        await town.admin.rest('GET', `/n/v1/search/${String(kept.urn)}?${parameter}`),
        await town.admin.rest('POST', `/n/v1/search?${parameter}`, { body }),
      ])
        expect([answer.status, answer.body.errors]).toMatchObject([
          400,
          [{ path: `?${String(parameter.split('=')[0])}`, code: 'INVALID_PARAMETER' }],
        ]);
    expect((await town.admin.rest('GET', `${step}&expand=owner`)).status).toBe(400);
    expect(await counted()).toBe(before);
    const path = `/n/v1/search/${String(kept.urn)}`;
    expect((await town.admin.rest('DELETE', path)).status).toBe(204);
    for (const parameter of ['limit=0', 'expand=nothing', 'after=x']) {
      expect((await town.admin.rest('POST', `${path}/restore?${parameter}`)).status).toBe(400);
      expect((await town.admin.rest('GET', path)).status).toBe(404);
    }
    expect((await town.admin.rest('POST', `${path}/restore`)).status).toBe(200);
  });

  test('in one step over REST requires its scopes, and a hit links to its object', async () => {
    const urn = await town.make('project', { name: 'Echidna' });
    const { body } = await town.admin.rest('GET', '/n/v1/searches?query=echidna&includeScopes=PROJECT,TASK');
    expect(body).toMatchObject({
      status: 'FULL_RESULT',
      totalCount: 1,
      items: [{ urn, type: 'PROJECT', item: { urn } }],
    });
    const lead = await town.admin.rest('GET', `/n/v1/searchitem/${urn}`);
    expect([lead.status, lead.headers.get('location')]).toEqual([303, `${service.url}/n/v1/project/${urn}`]);
    for (const expand of ['item', 'items.item']) {
      const whole = await town.admin.rest('GET', `/n/v1/searches?query=echidna&includeScopes=PROJECT&expand=${expand}`);
      expect(whole.body.items[0].item).toMatchObject({ urn, name: 'Echidna' });
    }
    for (const [query, status] of [
      ['e'.repeat(512), 200],
      ['e'.repeat(513), 400],
      ['🦔'.repeat(512), 200],
      ['🦔'.repeat(513), 400],
      ['a\0b', 400],
    ] as const) {
      const long = `/n/v1/searches?query=${encodeURIComponent(query)}&includeScopes=PROJECT`;
      expect([query, (await town.admin.rest('GET', long)).status]).toEqual([query, status]);
    }
    expect((await town.admin.rest('GET', '/n/v1/searches?query=echidna')).body.code).toBe('INVALID_PARAMETER');
    for (const [language, status] of [
      ['de-CH', 200],
      ['no_such', 400],
    ] as const) {
      const named = `/n/v1/searches?query=echidna&includeScopes=PROJECT&language=${language}`;
      expect([language, (await town.admin.rest('GET', named)).status]).toEqual([language, status]);
    }
    expect((await service.client(null).rest('GET', '/n/v1/searches?query=a&includeScopes=TASK')).status).toBe(401);
    expect((await (await town.person('X', [])).rest('GET', `/n/v1/searchitem/${urn}`)).status).toBe(404);
  });
});

test('hits are read forward only, and a page behind another says so', async () => {
  await page('Onward One', 'onward');
  await page('Onward Two', 'onward');
  const read = (paging: string) =>
    town.admin.graph(
      `{ search(query: "onward", order: NAME, includeScopes: [ENTITY], ${paging}) { edges { cursor } pageInfo { hasPreviousPage hasNextPage startCursor endCursor } } }`,
    );
  const { search: first } = (await read('first: 1')).data;
  const [{ cursor }] = first.edges;
  const ends = { startCursor: cursor, endCursor: cursor };
  expect(first.pageInfo).toEqual({ hasPreviousPage: false, hasNextPage: true, ...ends });
  const { search: second } = (await read(`first: 1, after: "${String(cursor)}"`)).data;
  expect(second.pageInfo).toMatchObject({ hasPreviousPage: true, hasNextPage: false });
  const stored = await town.make('search', { query: 'onward', includeScopes: ['ENTITY'], order: 'NAME' });
  for (const paging of ['last: 1', `before: "${String(cursor)}"`]) {
    const items = `{ storedSearch(urn: "${stored}") { items(${paging}) { nodes { urn } } } }`;
    const [error] = (await town.admin.graph(items)).errors ?? [];
    expect([error?.message, error?.extensions['code']]).toEqual([
      `${paging.split(':', 1)[0] ?? ''}: Hits are read forward only.`,
      'INVALID_PARAMETER',
    ]);
  }
});
