// What one statement answers, the loaders answer, too: every covered document is put to two services over one database, of
// which one executes field by field, by callers of every kind, on rows that are live, drafted, deleted and moved.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { secretHash } from '../../src/actions/access/secret.ts';
import { loadContract } from '../../src/contract/load.ts';
import { resourceOf } from '../../src/contract/resource.ts';
import { Parameters, unprepared } from '../../src/database/connection/statement.ts';
import { decideContent, holds } from '../../src/database/engine/scope.ts';
import { earliestInstant, latestInstant } from '../../src/domain/instant.ts';
import { anonymousViewer, type Viewer } from '../../src/domain/viewer.ts';
import { chanceOf } from '../crash/chance.ts';
import { createClient, type Client } from '../support/client.ts';
import { change, page, text, write } from '../support/content.ts';
import { community, type Community } from '../support/community.ts';
import { documentBy, type MadeDocument } from '../support/documents.ts';
import { isTried } from '../support/matrix.ts';
import { startService, type Tenant, type TestService } from '../support/service.ts';
import { task } from '../support/work.ts';

let service: TestService;
let plain: Awaited<ReturnType<TestService['another']>>;
let admin: Tenant;
let callers: ReadonlyMap<string, { readonly text: Client; readonly fields: Client }>;
let tokens: ReadonlyMap<string, string | null>;
let urns: { kind: string; urn: string }[];
let live: string;
let elsewhere: string;
let list: string;
let thread: string;
let person: string;

beforeAll(async () => {
  service = await startService();
  plain = await service.another({ hasTextPlan: false });
  const town = await community(service);
  admin = town.admin;
  await content(town);
  await others(town);
  tokens = new Map<string, string | null>([
    ['an administrator', admin.token],
    ['a reader of the company', await tokenWith(town, [['COMPANY', admin.company, 'READ']])],
    ['an outsider', (await service.tenant()).token],
    ['nobody', null],
    ['one with single edges', await tokenWith(town, singleEdges())],
    ['a member of a group', (await memberOf(town)).token],
    ['a reader who sees drafts of one page and one item', await tokenWith(town, someDrafts())],
    ['a token narrowed to one company', await narrowedToken(town)],
  ]);
  callers = new Map(
    [...tokens].map(([name, token]) => [
      name,
      { text: createClient(service.url, token), fields: createClient(plain.url, token) },
    ]),
  );
});
afterAll(async () => {
  await plain.close();
  await service.close();
});

const note = (kind: string, urn: string): string => {
  urns.push({ kind, urn });
  return urn;
};

// Pages in every state, and a list that names them all.
async function content(town: Community): Promise<void> {
  urns = [];
  const make: Community['make'] = (path, body) => town.make(path, body);
  const items = {
    texts: [text('Live', 'title', 1), text('Also "{"', 'lead', 2)],
    booleans: [{ name: 'yes', sortOrder: 0, value: true }],
    // Whole seconds, what is finer than a millisecond, and the earliest and the latest that can be stored.
    dateTimes: [
      '2026-01-01T00:00:00.120Z',
      '1969-12-31T23:59:59Z',
      '2026-01-01T00:00:00.1234Z',
      earliestInstant,
      latestInstant,
    ].map((value, sortOrder) => ({ name: 'when', sortOrder, value })),
    doubles: [
      { name: 'half', sortOrder: 0, value: 0.5 },
      { name: 'great', sortOrder: 1, value: 1e21 },
      { name: 'small', sortOrder: 2, value: -0 },
    ],
    images: [{ name: 'none', sortOrder: 0, altText: 'none', src: 'https://example.com/a.png' }],
    jsons: [{ name: 'data', sortOrder: 0, value: { a: [{ b: 1.5 }, {}], c: 'ü\u2028"' } }],
    latLongs: [{ name: 'here', sortOrder: 0, latitude: 1.25, longitude: -3 }],
    links: [{ name: 'link', sortOrder: 0, href: 'https://example.com/' }],
    longs: [{ name: 'long', sortOrder: 0, value: '9007199254740993' }],
    markdowns: [{ name: 'text', sortOrder: 0, value: '*hi*' }],
    money: [{ name: 'price', sortOrder: 0, currencyCode: 'EUR', unitValue: '1999' }],
    templates: [{ name: 'template', sortOrder: 0, value: '{{ title }}' }],
  };
  const one = await page(admin, '/live', { status: 'PUBLISH', ...items });
  live = note('Entity', one.urn);
  const two = await page(admin, '/drafted', {
    status: 'PUBLISH',
    ...items,
    references: [{ name: 'other', sortOrder: 0, entityReference: live }],
  });
  note('Entity', two.urn);
  await write(admin, two.texts[0].urn, 'Draft');
  await admin.rest('PATCH', `/n/v1/textitem/${String(two.texts[1].urn)}`, { body: { sortOrder: 0, name: 'moved' } });
  await admin.rest('PATCH', `/n/v1/markdownitem/${String(two.markdowns[0].urn)}`, { body: { value: 'Draft' } });
  for (const [path, [item]] of [
    ['longitem', two.longs],
    ['markdownitem', two.markdowns],
  ])
    expect((await admin.rest('DELETE', `/n/v1/${String(path)}/${String(item.urn)}`)).status).toBe(204);
  await make('textitem', { entity: two.urn, ...text('Never live', 'new', 9) });
  const three = await page(admin, '/never', { ...items });
  note('Entity', three.urn);
  const gone = await page(admin, '/gone', { status: 'PUBLISH', ...items });
  note('Entity', gone.urn);
  elsewhere = await make('company', { name: 'Elsewhere', parentCompany: admin.company });
  note('Company', elsewhere);
  const moved = await page(admin, '/moved', { status: 'PUBLISH', ...items });
  note('Entity', moved.urn);
  const planned = await page(admin, '/planned', { status: 'PUBLISH', ...items });
  note('Entity', planned.urn);
  const publishTimestamp = new Date(Date.now() + 3_600_000).toISOString();
  await write(admin, planned.texts[0].urn, 'Planned');
  expect((await change(admin, planned.urn, { status: 'PUBLISH', publishTimestamp })).status).toBe(200);
  const entities = [one, two, three, gone, moved, planned].map(({ urn }, sortOrder) => ({ entity: urn, sortOrder }));
  list = note('EntityList', await make('entitylist', { name: 'All', entities }));
  await admin.rest('DELETE', `/n/v1/entity/${String(gone.urn)}`);
  expect((await change(admin, moved.urn, { owner: elsewhere })).status).toBe(200);
  for (const [kind, some] of [
    ['TextItem', [...one.texts, ...two.texts, ...three.texts, ...moved.texts, ...gone.texts]],
    ['LongItem', [...one.longs, ...two.longs]],
    ['JsonItem', [...one.jsons, ...two.jsons]],
    ['MarkdownItem', two.markdowns],
    ['ReferenceItem', two.references],
    ['MoneyItem', one.money],
    ['ImageItem', one.images],
    ['DoubleItem', one.doubles],
  ] as const)
    for (const { urn } of some) note(kind, urn);
  const history = await admin.data(
    `query ($urn: ID!) { textItem(urn: $urn) { history { history(first: 5) { nodes { urn } } } } }`,
    { urn: two.texts[0].urn },
  );
  for (const { urn } of history.textItem.history.history.nodes) note('TextItem', urn);
}

// People, a group and its thread, work.
async function others(town: Community): Promise<void> {
  const make: Community['make'] = (path, body, as) => town.make(path, body, as);
  const anna = await town.person('Anna');
  person = note('Identity', anna.identity);
  const human = note('Person', await make('person', { identity: person, birthDate: '1990-05' }));
  note('PersonName', await make('personname', { person: human, givenName: 'Anna', familyName: 'Berg' }));
  note('Email', await make('email', { identity: person, email: 'anna@example.com', type: 'WORK' }));
  const group = note('Group', await town.group());
  for (const urn of await town.join(group, anna)) note('GroupMembership', urn);
  note('Group', await town.group({ visibility: 'MEMBERS', name: 'Hidden' }));
  thread = note('MessageThread', await make('messagethread', { group, name: 'Talk', entities: [live] }));
  const first = note('ThreadPost', await make('threadpost', { messageThread: thread, content: 'One' }, anna));
  note(
    'ThreadPost',
    await make('threadpost', { messageThread: thread, content: 'Two', replyTo: first, mentions: [person] }, anna),
  );
  const workflow = note('Workflow', await make('workflow', { name: 'Flow', stages: [{ name: 'To do', order: 1 }] }));
  const project = note('Project', await make('project', { name: 'Project', workflow, lead: person }));
  const blocker = note('Task', await task(admin, 'Before', { owner: admin.company }));
  const later = await task(admin, 'After', {
    owner: admin.company,
    project,
    blockedBy: [blocker],
    associatedEntities: [live],
    associatedIdentities: [person],
  });
  note('Task', later);
  note('ApiClient', anna.client);
  note('Role', await make('role', { name: 'Editors' }));
  note('Company', admin.company);
  note('Entity', crypto.randomUUID());
}

function singleEdges(): [string, string, string][] {
  const [, drafted = live] = urns.filter(({ kind }) => kind === 'Entity').map(({ urn }) => urn);
  const texts = urns.filter(({ kind }) => kind === 'TextItem').map(({ urn }) => urn);
  return [
    ['ENTITY', drafted, 'READ'],
    ['TEXT_ITEM', texts[0] ?? '', 'READ'],
    ['TEXT_ITEM', texts[2] ?? '', 'READ_DRAFT'],
    ['ENTITY_LIST', list, 'READ'],
    ['IDENTITY', person, 'READ'],
    ['MESSAGE_THREAD', thread, 'READ'],
    ...urns.filter(({ kind }) => kind === 'Task').map(({ urn }): [string, string, string] => ['TASK', urn, 'READ']),
  ];
}

const urnOf = (wanted: string, at: number): string => urns.filter(({ kind }) => kind === wanted)[at]?.urn ?? '';

function someDrafts(): [string, string, string][] {
  return [
    ['COMPANY', admin.company, 'READ'],
    ['ENTITY', urnOf('Entity', 2), 'READ_DRAFT'],
    ['TEXT_ITEM', urnOf('TextItem', 2), 'READ_DRAFT'],
  ];
}

// Its role reads the whole tenant and sees the drafts of a page in each company; its client belongs to one of them.
async function narrowedToken(town: Community): Promise<string> {
  const client = await town.make('apiclient', { owner: elsewhere, name: 'Narrowed', accessLevel: 'COMPANY' });
  const role = await town.make('role', { name: 'Narrowing' });
  await town.grant('ROLE', role, 'COMPANY', admin.company, 'READ');
  for (const page of [urnOf('Entity', 1), urnOf('Entity', 4)])
    await town.grant('ROLE', role, 'ENTITY', page, 'READ_DRAFT');
  const expirationTimestamp = new Date(Date.now() + 7_200_000).toISOString();
  const { body } = await admin.rest('POST', '/n/v1/apiclientbearertoken', {
    body: { apiClient: client, expirationTimestamp, roles: [role] },
  });
  return String(body.bearerToken);
}

async function tokenWith(town: Community, grants: readonly (readonly [string, string, string])[]): Promise<string> {
  const one = await town.person('Someone', []);
  for (const [scope, urn, label] of grants) await town.grant('API_CLIENT', one.client, scope, urn, label);
  return one.token;
}

// Reads what its group may.
async function memberOf(town: Community): Promise<{ readonly token: string }> {
  const one = await town.person('Member', []);
  const group = await town.group({ name: 'Drafters' });
  await town.join(group, one);
  await town.grant('GROUP', group, 'COMPANY', admin.company, 'READ');
  for (const { kind, urn } of urns.slice(0, 2))
    if (kind === 'Entity') await town.grant('GROUP', group, 'ENTITY', urn, 'READ_DRAFT');
  return one;
}

// What is asked about the caller, and in the background.
const beside =
  /^SELECT t\.urn, .*access_epoch|caller AS|last_used|min\(due\)|SKIP LOCKED|"setting"|event_log|727279|access_record/;

const isAtOnce = (statement: string): boolean => statement.startsWith('SELECT row_to_json(answer$)');

interface Compared {
  /** Statements that answered it at once. */
  readonly atOnce: number;
  /** Statements besides those about the caller. */
  readonly all: number;
}

// What differs between two requests that are answered alike: who they are, and that the use of a token is noted meanwhile.
const passing = /"(requestId|lastUsedTimestamp)":(?:null|"[^"]*")/g;

async function compare(name: string, { query, variables }: MadeDocument): Promise<Compared> {
  const caller = callers.get(name);
  if (!caller) throw new Error(`There is no caller ${name}`);
  const from = service.statements.length;
  const atOnce = await caller.text.graph(query, variables);
  const sent = service.statements.slice(from);
  const byField = await caller.fields.graph(query, variables);
  const shown = (answer: typeof atOnce, url: string): unknown => {
    const { status, data, errors, extensions } = answer;
    const whole = JSON.stringify({ status, data, errors, extensions }).replaceAll(url, 'https://service');
    return JSON.parse(whole.replaceAll(passing, '"$1":""')) as unknown;
  };
  expect(shown(atOnce, service.url), `${name}: ${query} ${JSON.stringify(variables)}`).toEqual(
    shown(byField, plain.url),
  );
  // Asked again, what was answered at once goes the short way.
  const again = await caller.text.graph(query, variables);
  expect(shown(again, service.url), `${name}, again: ${query}`).toEqual(shown(byField, plain.url));
  return {
    atOnce: sent.filter(isAtOnce).length,
    all: sent.filter((one) => !beside.test(one)).length,
  };
}

const covered: Readonly<Record<string, () => MadeDocument>> = {
  'a page with all of its items': () => ({
    query: `query ($urn: ID!) { entity(urn: $urn) { urn url name language variant status publishTimestamp updatedTimestamp liveTimestamp version
      booleans { urn value } dateTimes { value createdTimestamp updatedTimestamp } doubles { value } images { src mediumSrc } jsons { value } latLongs { latitude longitude }
      links { href rel } longs { value } markdowns { value } money { unitValue currencyCode } references { entityReference { urn name status } }
      templates { value } texts { urn itemUrn url name value sortOrder isPublished version createdTimestamp updatedTimestamp layer } } }`,
    variables: { urn: urns[1]?.urn },
  }),
  'a list with its entities': () => ({
    query: `query ($urn: ID!) { entityList(urn: $urn) { urn name entities { urn sortOrder entity { urn name status version texts { name value } images { src } links { href } } } } }`,
    variables: { urn: list },
  }),
  'a person with names': () => ({
    query: `query ($urn: ID!) { identity(urn: $urn) { urn type persons { birthDate names { givenName familyName } } emails { email isPrimary } companies { name } } }`,
    variables: { urn: person },
  }),
  'threads with their posts and authors': () => ({
    query: `query ($first: Int!) { messageThreads(first: $first) { nodes { urn name purpose posts(first: 2, orderBy: [{ field: CREATED_TIMESTAMP, direction: DESC }]) { nodes { urn content createdTimestamp authorIdentity { urn name persons { names { givenName } } } } } } } }`,
    variables: { first: 20 },
  }),
  'a page with cursors, ends and totals': () => ({
    query: `{ texts: textItems(first: 3, orderBy: [{ field: VALUE, direction: DESC }]) { __typename totalCount totalCountIsEstimate edges { __typename cursor node { urn value version } } pageInfo { __typename hasNextPage hasPreviousPage startCursor endCursor } nodes { name sortOrder entity { name } } }
      tasks(last: 1) { totalCount pageInfo { hasNextPage hasPreviousPage startCursor endCursor } nodes { title isBlocked } }
      entities(orderBy: [{ field: PUBLISH_TIMESTAMP, direction: DESC }, { field: NAME, direction: ASC }]) { edges { cursor node { urn status publishTimestamp texts { value } tasks(first: 1) { totalCount nodes { title } pageInfo { hasNextPage endCursor } } } } } }`,
    variables: {},
  }),
  'filtered pages, also of a row': () => ({
    query: `query ($path: String!) { entities(where: { path: { startsWith: $path } }) { totalCount nodes { path texts { value } images { src } links { href } } } messageThreads(first: 5) { nodes { posts(first: 5, where: { content: { eq: "Two" } }) { totalCount nodes { content } } } } }`,
    variables: { path: '/' },
  }),
  'items by their names': () => ({
    query: `query ($urn: ID!, $names: [String!], $none: [String!]) { entity(urn: $urn) { title: text(name: "title") { value sortOrder } none: text(name: "none") { value } long(name: "long") { value }
      some: texts(names: $names) { name value } texts(names: $none) { name } double(name: "half") { value } } }`,
    variables: { urn: urns[1]?.urn, names: ['lead', 'title', 'moved'] },
  }),
  'what is counted': () => ({
    query: `{ groups(first: 5) { nodes { name memberCount } } messageThreads(first: 5) { nodes { postCount lastPostTimestamp posts(first: 5) { nodes { replyCount } } } }
      projects(first: 5) { nodes { taskCounts tasks(first: 5) { nodes { openBlockerCount isBlocked statusCategory } } } } }`,
    variables: {},
  }),
  'names as statements have them': () => ({
    query: `query ($urn: ID!) { answer: entity(urn: $urn) { ${likeTables('name')} all: texts { ${likeTables('value')} } } list: textItems(first: 2) { nodes { ${likeTables('value')} } } }`,
    variables: { urn: urns[1]?.urn },
  }),
  'names and objects as long as statements have them': () => ({
    query: `{ entities { nodes { ${'n'.repeat(63)}: name } edges { __typename cursor ${likeTables('cursor', 48)} } } }`,
    variables: {},
  }),
  'an item and its page': () => ({
    query: `query ($urn: ID!) { textItem(urn: $urn) { ...T } } fragment T on TextItem { a: value ... on Item { sortOrder entity { name owner { name } } } }`,
    variables: { urn: urns.find(({ kind }) => kind === 'TextItem')?.urn },
  }),
};

function likeTables(field: string, length = 9): string {
  return Array.from({ length }, (_, at) => `t${String(at)}: ${field}`).join(' ');
}

describe('One statement answers', () => {
  test.each(Object.keys(covered))('%s, as the loaders do', async (name) => {
    const document = covered[name]?.() ?? { query: '', variables: {} };
    for (const caller of callers.keys()) {
      const { atOnce, all } = await compare(caller, document);
      expect({ caller, atOnce }).toEqual({ caller, atOnce: caller === 'nobody' ? 0 : 1 });
      if (caller === 'an administrator') expect(all).toBe(1);
    }
  });

  test('all items of a page in every state, read once for who sees some of the drafts, as the loaders do', async () => {
    const { query } = covered['a page with all of its items']?.() ?? { query: '' };
    for (const { kind, urn } of urns) {
      if (kind !== 'Entity') continue;
      for (const name of callers.keys()) {
        const from = service.statements.length;
        await compare(name, { query, variables: { urn } });
        const once = service.statements.slice(from).filter(isAtOnce);
        const reads = once.map((statement) => statement.split('FROM "item" i').length - 1);
        // Who administrates its tenant sees every draft of it.
        const shared = ['an administrator', 'an outsider'].includes(name) ? [0, 0] : [1, 1];
        if (name !== 'nobody') expect({ name, reads }).toEqual({ name, reads: shared });
      }
    }
  });

  test('lists of items that share what one statement may hold in all, as the loaders do', async () => {
    const some = Array.from({ length: 200 }, (_, at) => text(`Long ${String(at)}`, `long${String(at)}`, at));
    const long = await page(admin, '/long', { status: 'PUBLISH', texts: some });
    const short = await page(admin, '/short', { status: 'PUBLISH', texts: some.slice(0, 2) });
    const made = await admin.rest('POST', '/n/v1/entitylist', {
      body: { owner: admin.company, name: 'Long', entities: [{ entity: long.urn, sortOrder: 0 }] },
    });
    expect(made.status).toBe(201);
    const lists = 'texts { name value } images { src } links { href } longs { value }';
    const query = `query ($urn: ID!) { entityList(urn: $urn) { entities { entity { ${lists} } } } }`;
    await compare('a reader of the company', { query, variables: { urn: made.body.urn } });
    const other = `query ($urn: ID!) { entity(urn: $urn) { ${lists} } }`;
    for (const { urn } of [long, short])
      expect((await compare('a reader of the company', { query: other, variables: { urn } })).atOnce).toBe(1);
  });

  test('pages from a cursor on, forward and backward, as the loaders do', async () => {
    const query = `query ($after: String, $before: String, $first: Int, $last: Int, $less: Boolean = false) { textItems(first: $first, after: $after, last: $last, before: $before, orderBy: [{ field: NAME, direction: ASC }]) {
      edges { cursor node { urn name @skip(if: $less) } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }`;
    for (const [name, { text: client }] of callers) {
      const { endCursor: after = null } = (await client.graph(query, { first: 2 })).data?.textItems.pageInfo ?? {};
      const atOnce = name === 'nobody' ? 0 : 1;
      const onward = await compare(name, { query, variables: { first: 2, after } });
      const back = await compare(name, { query, variables: { last: 1, before: after, less: true } });
      const forged = await compare(name, { query, variables: { first: 2, after: 'AAAA.BBBB' } });
      expect([onward.atOnce, back.atOnce, forged.atOnce]).toEqual([atOnce, atOnce, 0]);
    }
  });

  test.each(['nodes { urn }', 'edges { cursor node { urn } }', 'totalCount nodes { urn }'])(
    'pages that say nothing but %s, from either end and of a row, as the loaders do',
    async (rows) => {
      const byName = 'orderBy: [{ field: NAME, direction: DESC }]';
      const query = `query ($after: String, $before: String, $first: Int, $last: Int) {
        textItems(first: $first, after: $after, last: $last, before: $before, ${byName}) { ${rows} }
        entities(first: $first, last: $last) { nodes { urn tasks(first: $first, last: $last) { ${rows} } } }
        messageThreads { nodes { posts(first: $first, last: $last) { ${rows} } } } }`;
      for (const [name, { text: client }] of callers) {
        const { data } = await client.graph(`{ textItems(first: 2, ${byName}) { edges { cursor } } }`, {});
        const cursor = data?.textItems.edges.at(-1)?.cursor ?? null;
        const pages = [{ first: 3 }, { last: 3 }, { first: 2, after: cursor }, { last: 1, before: cursor }];
        for (const variables of pages)
          expect((await compare(name, { query, variables })).atOnce).toBe(name === 'nobody' ? 0 : 1);
      }
    },
  );

  test('what is asked in a wrong way, or of more than a statement holds, is answered as by the loaders', async () => {
    for (const root of [
      'entity(urn: "no urn") { name }',
      'entities(first: 0) { nodes { urn } }',
      'entities(first: 1, last: 1) { nodes { urn } }',
      'entities(where: { urn: { in: ["no urn"] } }) { nodes { urn } }',
      'tasks(first: 1000) { nodes { urn } }',
      `entity(urn: "${String(urns[1]?.urn)}") { texts(names: [${'"a" '.repeat(201)}]) { name } }`,
      // Longer than a name of PostgreSQL, and than the arguments of a function.
      `entities { nodes { ${'n'.repeat(64)}: name } }`,
      `entities { edges { __typename cursor ${likeTables('cursor', 49)} } }`,
    ])
      expect((await compare('an administrator', { query: `{ ${root} }`, variables: {} })).atOnce).toBe(0);
    const query = 'query ($first: Int!) { tasks(first: $first) { nodes { urn } } }';
    expect((await compare('an administrator', { query, variables: { first: 'x' } })).atOnce).toBe(0);
  });

  // More: TEXT_PLAN_DOCUMENTS=3000 TEXT_PLAN_SEED=7.
  test('documents made by chance, as the loaders do', { timeout: 3_600_000 }, async () => {
    const seed = Number(process.env['TEXT_PLAN_SEED'] ?? 1);
    const count = Number(process.env['TEXT_PLAN_DOCUMENTS'] ?? 60);
    const chance = chanceOf(seed);
    let atOnce = 0;
    for (let at = 0; at < count; at += 1) {
      const document = documentBy(chance, loadContract(), urns);
      const caller = chance.of([...callers.keys()]) ?? '';
      atOnce += (await compare(caller, document)).atOnce;
    }
    // eslint-disable-next-line no-console
    console.info(`seed ${String(seed)}: ${String(atOnce)} of ${String(count)} documents were answered at once`);
    expect(atOnce).toBeGreaterThan(0);
  });
});

describe('One look at the edges of content decides', () => {
  beforeAll(async () => {
    // To everyone: a page, an item of another, and the drafts of a third.
    const everyone = { owner: admin.company, subjectUrn: admin.company, subjectScope: 'EVERYONE' };
    for (const [objectScope, objectUrn, label] of [
      ['ENTITY', urnOf('Entity', 0), 'READ'],
      ['TEXT_ITEM', urnOf('TextItem', 2), 'READ'],
      ['ENTITY', urnOf('Entity', 5), 'READ_DRAFT'],
      ['COMPANY', elsewhere, 'READ'],
    ]) {
      const body = { ...everyone, objectScope, objectUrn, label };
      const { status, text: said } = await admin.rest('POST', '/n/v1/permission', { body });
      expect(status, said).toBe(201);
    }
  });

  async function decisions(viewer: Viewer, kind: string): Promise<Record<string, unknown>[]> {
    const [resource, p] = [resourceOf(loadContract(), kind), new Parameters()];
    const rows = { resource, alias: 't' };
    const { selected, reads: readsOf, sees } = decideContent(rows, viewer, 'd', p);
    const reads = readsOf();
    const [read, draft] = ['READ', 'READ_DRAFT'].map((label) => holds(rows, { viewer, label }, p));
    const shown = resource.isItem ? `"kind" = '${kind}'` : 'true';
    const text =
      `SELECT t."urn", (${reads}) AS reads, (${reads}) AND ${sees} AS sees, ${String(read)} AS "hasRead", ${String(draft)} AS "hasDraft"` +
      ` FROM "${resource.table}" t CROSS JOIN LATERAL ${selected} WHERE ${shown}`;
    return service.services.database.query(unprepared(text, p));
  }

  test('for every caller, with and without a token, what READ and READ_DRAFT each say', async () => {
    for (const [name, token] of tokens) {
      const hash = token === null ? '' : secretHash(token);
      const known = token === null ? null : await service.services.callers.viewerOf({ kind: 'TOKEN', hash });
      for (const kind of ['Entity', 'TextItem']) {
        const rows = await decisions(known ?? anonymousViewer, kind);
        for (const { urn, reads, sees, hasRead, hasDraft } of rows)
          expect({ name, kind, urn, reads, sees }).toEqual({ name, kind, urn, reads: hasRead, sees: hasDraft });
        const [read, seen] = ['reads', 'sees'].map((one) => rows.filter((row) => row[one] === true).length);
        if (name === 'an administrator') expect([read, seen]).toEqual([rows.length, rows.length]);
        else if (name !== 'an outsider')
          expect([name, kind, (read ?? 0) > 0, (seen ?? 0) > 0]).toEqual([name, kind, true, true]);
      }
    }
  });
});

type Answer = Awaited<ReturnType<Client['rest']>>;

// Everything of an answer but when it was given, and by which of the services.
function plainOf({ status, headers, text: body }: Answer, url: string): unknown {
  const left = new Set(['date', 'x-request-id', 'connection', 'keep-alive', 'content-length', 'ratelimit']);
  const kept = [...headers].filter(([name]) => !left.has(name));
  const plain = body
    .replaceAll(url, 'https://service')
    .replaceAll(passing, '')
    .replaceAll(/"timestamp":"[^"]*"/g, '');
  // The hash in a tag is of a body with the address of the service.
  const named = kept.map(([name, value]) => [
    name,
    (name === 'etag' ? value.replace(/-[\w-]{16}(-gzip)?"$/, '-hash"') : value).replaceAll(url, 'https://service'),
  ]);
  return { status, headers: named, body: plain };
}

/** Sends the same to both services; answers what the first one said, and the statements that it took. */
async function readBoth(name: string, address: string): Promise<{ answer: Answer; statements: string[] }> {
  const caller = callers.get(name);
  if (!caller) throw new Error(`There is no caller ${name}`);
  const from = service.statements.length;
  const answer = await caller.text.rest('GET', address);
  const sent = service.statements.slice(from);
  const byLevels = await caller.fields.rest('GET', address);
  expect(plainOf(answer, service.url), `${name}: ${address}`).toEqual(plainOf(byLevels, plain.url));
  return { answer, statements: sent.filter((one) => !beside.test(one)) };
}

describe('One statement answers over REST', () => {
  const { resources } = loadContract();
  const pathOf = (kind: string): string => resources.find(({ name }) => name === kind)?.path ?? '';

  test('one resource of every kind with what stands in it, as the loaders do', { timeout: 120_000 }, async () => {
    const found = new Map<string, number>();
    for (const [row, name] of [...callers.keys()].entries()) {
      for (const { kind, urn } of urns.filter((_, column) => isTried(row, column, 2))) {
        const { answer, statements } = await readBoth(name, `/n/v1/${pathOf(kind)}/${urn}`);
        if (answer.status !== 200) continue;
        found.set(name, (found.get(name) ?? 0) + 1);
        const [, , , ...shown] = Object.keys(answer.body as object).slice(0, 6);
        await readBoth(name, `/n/v1/${pathOf(kind)}/${urn}?fields=${shown.join()}`);
        const once = ['Entity', 'TextItem', 'Identity', 'EntityList', 'Task', 'Workflow'].includes(kind);
        // The urn may be that of one value of an item's history.
        if (once && (answer.body.itemUrn ?? urn) === answer.body.urn)
          expect({ kind, urn, all: statements.length }).toEqual({ kind, urn, all: 1 });
      }
    }
    expect(found.get('nobody') ?? 0).toBe(0);
    expect(found.get('one with single edges')).toBeGreaterThan(5);
    expect(found.get('an administrator')).toBeGreaterThan(found.get('one with single edges') ?? 0);
  });

  test('pages of every kind, to their end and back, as the loaders do', { timeout: 120_000 }, async () => {
    const listed = resources.filter(({ operations }) => operations.has('LIST'));
    for (const [row, name] of [...callers.keys()].entries()) {
      for (const { plural } of listed.filter((_, column) => isTried(row, column, 2))) {
        const { answer } = await readBoth(name, `/n/v1/${plural}?limit=3&count=true`);
        const { nextUrl, after } = answer.body.pagination ?? {};
        if (typeof nextUrl === 'string') await readBoth(name, nextUrl.slice(service.url.length));
        if (typeof after === 'string') await readBoth(name, `/n/v1/${plural}?limit=2&before=${after}`);
      }
    }
    await readBoth('an administrator', '/n/v1/tasks?filter[title]=After&sort=-updatedTimestamp&fields=title,blockedBy');
    await readBoth('one with single edges', '/n/v1/textitems?sort=-name&limit=2&fields=value');
  });
});
