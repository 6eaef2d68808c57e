// What one statement answers, the loaders answer, too: every covered document is put to two services over one database, of
// which one executes field by field, by callers of every kind, on rows that are live, drafted, deleted and moved.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { secretHash } from '../../src/engine/secret.ts';
import { loadContract } from '../../src/contract/load.ts';
import { resourceOf } from '../../src/contract/resource.ts';
import { Parameters, unprepared } from '../../src/database/connection/statement.ts';
import { decideContent, holds } from '../../src/database/engine/scope.ts';
import { anonymousViewer, type Viewer } from '../../src/domain/viewer.ts';
import { chanceOf } from '../crash/chance.ts';
import { beside, isAtOnce, passing, startBothPlans, type BothPlans } from '../support/bothPlans.ts';
import { edge } from '../support/community.ts';
import type { Client } from '../support/client.ts';
import { page, text } from '../support/content.ts';
import { isTried } from '../support/matrix.ts';
import { made } from '../support/work.ts';
import { documentBy, type MadeDocument } from '../support/documents.ts';

let both: BothPlans;

beforeAll(async () => {
  both = await startBothPlans();
});
afterAll(() => both.close());

interface Compared {
  /** Statements that answered it at once. */
  readonly atOnce: number;
  /** Statements besides those about the caller. */
  readonly all: number;
  /** Statements that it takes: one, and one more for each way in which content that is lacking is looked for again. */
  readonly expected: number;
}

async function compare(name: string, { query, variables }: MadeDocument): Promise<Compared> {
  const caller = both.callers.get(name);
  if (!caller) throw new Error(`There is no caller ${name}`);
  const from = both.service.statements.length;
  const atOnce = await caller.text.graph(query, variables);
  const sent = both.service.statements.slice(from);
  const byField = await caller.fields.graph(query, variables);
  const shown = (answer: typeof atOnce, url: string): unknown => {
    const { status, data, errors, extensions } = answer;
    const whole = JSON.stringify({ status, data, errors, extensions }).replaceAll(url, 'https://service');
    return JSON.parse(whole.replaceAll(passing, '"$1":""')) as unknown;
  };
  expect(shown(atOnce, both.service.url), `${name}: ${query} ${JSON.stringify(variables)}`).toEqual(
    shown(byField, both.plain.url),
  );
  // Asked again, what was answered at once goes the short way.
  const again = await caller.text.graph(query, variables);
  expect(shown(again, both.service.url), `${name}, again: ${query}`).toEqual(shown(byField, both.plain.url));
  return {
    expected: expectedFor(name, atOnce.data),
    atOnce: sent.filter(isAtOnce).length,
    all: sent.filter((one) => !beside.test(one)).length,
  };
}

const contentRoots: readonly string[] = ['entity', 'entityList', 'answer'];
const itemRoots: readonly string[] = ['textItem', 'imageItem', 'a', 'b'];

// An item that is lacking is looked for among the values of histories; with a token, all content once more as everyone may VIEW it.
function expectedFor(caller: string, data: Readonly<Record<string, unknown>> | null | undefined): number {
  const lacks = (roots: readonly string[]): boolean => roots.some((root) => data?.[root] === null);
  const entries = lacks(itemRoots) ? 1 : 0;
  const forEveryone = entries === 1 || lacks(contentRoots) ? 1 : 0;
  return 1 + entries + (caller === 'nobody' ? 0 : forEveryone + entries);
}

const covered: Readonly<Record<string, () => MadeDocument>> = {
  'a page with all of its items': () => ({
    query: `query ($urn: ID!) { entity(urn: $urn) { urn url name language variant status publishTimestamp updatedTimestamp liveTimestamp version
      booleans { urn value } dateTimes { value createdTimestamp updatedTimestamp } doubles { value } images { src mediumSrc } jsons { value } latLongs { latitude longitude }
      links { href rel } longs { value } markdowns { value } money { unitValue currencyCode value formattedValue currencySymbol } references { entityReference { urn name status } }
      templates { value } texts { urn itemUrn url name value sortOrder isPublished version createdTimestamp updatedTimestamp layer } } }`,
    variables: { urn: both.urns[1]?.urn },
  }),
  'a list with its entities': () => ({
    query: `query ($urn: ID!) { entityList(urn: $urn) { urn name entities { urn sortOrder entity { urn name status version texts { name value } images { src } links { href } } } } }`,
    variables: { urn: both.list },
  }),
  'a person with names': () => ({
    query: `query ($urn: ID!) { identity(urn: $urn) { urn type persons { birthDate names { givenName familyName } } emails { email isPrimary } companies { name } } }`,
    variables: { urn: both.person },
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
    variables: { urn: both.urns[1]?.urn, names: ['lead', 'title', 'moved'] },
  }),
  'what is counted': () => ({
    query: `{ groups(first: 5) { nodes { name memberCount } } messageThreads(first: 5) { nodes { postCount lastPostTimestamp posts(first: 5) { nodes { replyCount } } } }
      projects(first: 5) { nodes { taskCounts tasks(first: 5) { nodes { openBlockerCount isBlocked statusCategory } } } } }`,
    variables: {},
  }),
  'names as statements have them': () => ({
    query: `query ($urn: ID!) { answer: entity(urn: $urn) { ${likeTables('name')} all: texts { ${likeTables('value')} } } list: textItems(first: 2) { nodes { ${likeTables('value')} } } }`,
    variables: { urn: both.urns[1]?.urn },
  }),
  'names and objects as long as statements have them': () => ({
    query: `{ entities { nodes { ${'n'.repeat(63)}: name } edges { __typename cursor ${likeTables('cursor', 48)} } } }`,
    variables: {},
  }),
  'who holds roles, and what they grant': () => ({
    query: `{ roles(first: 50) { nodes { name apiClients { name roles { name } } identities { name } groups { name } permissions(first: 3) { totalCount nodes { label subjectUrn } pageInfo { endCursor } } } } }`,
    variables: {},
  }),
  'assets and types, with the objects they hold': () => ({
    query: `{ assets(first: 5) { nodes { name src altTexts { __typename language words: text } } } entityTypes(first: 5) { nodes { name fields { name kind required maxItems minimum choices entityTypes } } } }`,
    variables: {},
  }),
  'items of all kinds, what leads to a page, and the assets it uses': () => ({
    query: `query ($urn: ID!) { entity(urn: $urn) { items { __typename urn name ... on TextItem { value entity { name } } ... on ReferenceItem { entityReference { name } } }
      texts { value } some: items(names: ["lead", "price"]) { sortOrder } none: items(names: []) { urn } assets { name } translations { __typename language isMissing isOutdated entity { urn name } }
      referencedBy(first: 1) { totalCount edges { cursor node { name entity { name owner { name } } } } pageInfo { hasNextPage endCursor } } } }`,
    variables: { urn: both.live },
  }),
  'a log with what its lines point at': () => ({
    query: `{ tasks(first: 5) { nodes { title logs(first: 5) { nodes { activity subject { __typename type urn url } identity { name } } } } } }`,
    variables: {},
  }),
  'an item and its page': () => ({
    query: `query ($urn: ID!) { textItem(urn: $urn) { ...T } } fragment T on TextItem { a: value ... on Item { sortOrder entity { name owner { name } } } }`,
    variables: { urn: both.urns.find(({ kind }) => kind === 'TextItem')?.urn },
  }),
};

const forEveryone: ReadonlySet<string> = new Set([
  'a page with all of its items',
  'a list with its entities',
  'items by their names',
  'items of all kinds, what leads to a page, and the assets it uses',
  'an item and its page',
]);

function likeTables(field: string, length = 9): string {
  return Array.from({ length }, (_, at) => `t${String(at)}: ${field}`).join(' ');
}

describe('One statement answers', () => {
  test.each(Object.keys(covered))('%s, as the loaders do', async (name) => {
    const document = covered[name]?.() ?? { query: '', variables: {} };
    const row = Object.keys(covered).indexOf(name);
    for (const [column, caller] of [...both.callers.keys()].entries()) {
      if (!isTried(row, column, 2)) continue;
      const { atOnce, all, expected } = await compare(caller, document);
      // Who has no token is refused lists of nobody's in particular, and what is never shown to everyone.
      if (caller !== 'nobody' || forEveryone.has(name))
        expect({ caller, atOnce }).toEqual({ caller, atOnce: expected });
      if (caller === 'an administrator') expect(all).toBe(1);
    }
  });

  test.each(Object.keys(covered))('%s, counting the same objects as the loaders', async (name) => {
    for (const caller of ['an administrator', 'a reader of the company']) {
      const { text: atOnce, fields } = both.callers.get(caller) as NonNullable<ReturnType<typeof both.callers.get>>;
      const counted = async (client: Client): Promise<unknown> => {
        const body = { ...covered[name]?.(), extensions: { cost: true } };
        return (await client.rest('POST', '/graphql', { body })).body.extensions.cost.objects;
      };
      expect([caller, await counted(atOnce)]).toEqual([caller, await counted(fields)]);
    }
  });

  const mixed: Readonly<Record<string, string>> = {
    'the context of the caller':
      '($urn: ID!) { me: clientContext { hasBearer } entity(urn: $urn) { name texts { value } } __typename ...Q } fragment Q on Query { me: clientContext { client { urn } } page: entity(urn: $urn) { urn } }',
    'a view and a check':
      '($urn: ID!) { entityView(urn: $urn) { urn texts { value } } permissionCheck(checks: [{ objectUrn: $urn, label: "READ" }]) { allowed } entities(first: 2) { totalCount nodes { urn } } }',
    'what is refused': '($urn: ID!) { entity(urn: $urn) { name } accessAudit(first: 0) { nodes { event } } }',
    'what is left out':
      '($urn: ID!, $no: Boolean = false) { clientContext @include(if: $no) { hasBearer } __schema @include(if: $no) { description } entity(urn: $urn) { name } }',
  };

  test.each(Object.entries(mixed))('what a question says beside %s, as the loaders do', async (name, selected) => {
    for (const caller of both.callers.keys()) {
      const { atOnce } = await compare(caller, { query: `query ${selected}`, variables: { urn: both.live } });
      if (caller === 'an administrator') expect(atOnce, name).toBeGreaterThan(0);
    }
  });

  test('all items of a page in every state, read once, as the loaders do', async () => {
    const { query } = covered['a page with all of its items']?.() ?? { query: '' };
    const pages = both.urns.filter(({ kind }) => kind === 'Entity');
    for (const [row, { urn }] of pages.entries()) {
      for (const [column, name] of [...both.callers.keys()].entries()) {
        if (!isTried(row, column, 3)) continue;
        const from = both.service.statements.length;
        await compare(name, { query, variables: { urn } });
        const once = both.service.statements.slice(from).filter(isAtOnce);
        const reads = once.map((statement) => statement.split('"item" ').length - 1);
        expect({ name, reads: [...new Set(reads)] }).toEqual({ name, reads: [1] });
      }
    }
  });

  test('lists of items that share what one statement may hold in all, as the loaders do', async () => {
    const some = Array.from({ length: 200 }, (_, at) => text(`Long ${String(at)}`, `long${String(at)}`, at));
    const long = await page(both.admin, '/long', { status: 'PUBLISH', texts: some });
    const short = await page(both.admin, '/short', { status: 'PUBLISH', texts: some.slice(0, 2) });
    const made = await both.admin.rest('POST', '/n/v1/entitylist', {
      body: { owner: both.admin.company, name: 'Long', entities: [{ entity: long.urn, sortOrder: 0 }] },
    });
    expect(made.status).toBe(201);
    const lists = 'texts { name value } images { src } links { href } longs { value }';
    const query = `query ($urn: ID!) { entityList(urn: $urn) { entities { entity { ${lists} } } } }`;
    await compare('a reader of the company', { query, variables: { urn: made.body.urn } });
    const other = `query ($urn: ID!) { entity(urn: $urn) { ${lists} } }`;
    for (const { urn } of [long, short])
      expect((await compare('a reader of the company', { query: other, variables: { urn } })).atOnce).toBe(1);
  });

  test('what follows from the clock, from amounts, and from where files are, as the loaders do', async () => {
    const { admin } = both;
    const owner = admin.company;
    for (const [number, dueTimestamp, status] of [
      ['1', '2020-01-01T00:00:00Z', 'OPEN'],
      ['2', '2020-01-01T00:00:00Z', 'DRAFT'],
      ['3', '2090-01-01T00:00:00Z', 'OPEN'],
      ['4', null, 'DRAFT'],
      ['6', '2020-01-01T00:00:00Z', 'UNCOLLECTIBLE'],
    ]) {
      const lines = [{ description: 'Work', unitPriceUnitValue: 123_456_789 }];
      const body = { owner, number, dueTimestamp, customerIdentity: both.person, currencyCode: 'EUR', lines };
      const { urn } = await made(admin, 'paymentinvoice', body);
      for (const next of status === 'UNCOLLECTIBLE' ? ['OPEN', status] : [status]) {
        const changed = await admin.rest('PATCH', `/n/v1/paymentinvoice/${String(urn)}`, { body: { status: next } });
        expect(changed.status, changed.text).toBe(200);
      }
    }
    const invoices =
      'paymentInvoices(orderBy: [{ field: NUMBER, direction: ASC }]) { nodes { isOverdue formattedTotal } }';
    expect(await shownAtOnce(`{ ${invoices} }`)).toEqual({
      paymentInvoices: {
        nodes: [true, false, false, false, false].map((isOverdue) => ({ isOverdue, formattedTotal: '€1,234,567.89' })),
      },
    });

    const inLines =
      'lines { __typename description quantity unitPriceUnitValue taxRatePercent totalUnitValue sortOrder }';
    await shownAtOnce(`{ paymentInvoices(orderBy: [{ field: NUMBER, direction: ASC }]) { nodes { ${inLines} } } }`);
    const defaults = { value: { b: [1.5, { c: null }], a: '"' } };
    const fields = [{ name: 'data', kind: 'JSON_ITEM', defaults }];
    await made(admin, 'entitytype', { owner, name: 'With defaults', fields });
    await shownAtOnce('{ entityTypes(first: 5) { nodes { name fields { name defaults choices } } } }');

    const [hour, day] = [3_600_000, 86_400_000].map((millis) => new Date(Date.now() + millis).toISOString());
    const [past, before] = [3_600_000, 86_400_000].map((millis) => new Date(Date.now() - millis).toISOString());
    const windows = [{}, { fromTimestamp: past }, { fromTimestamp: hour }, { toTimestamp: day }, { toTimestamp: past }];
    const closed = { fromTimestamp: before, toTimestamp: past };
    const subjectUrn = String((await made(admin, 'role', { owner, name: 'At times' })).urn);
    for (const window of [...windows, closed, { fromTimestamp: past, toTimestamp: day }])
      await made(admin, 'permission', { ...edge('ROLE', subjectUrn, 'ENTITY', both.live, 'READ'), owner, ...window });
    const { permissions } = (await shownAtOnce(
      `{ permissions(where: { subjectUrn: { eq: "${subjectUrn}" } }, orderBy: [{ field: CREATED_TIMESTAMP, direction: ASC }]) { nodes { isActive } } }`,
    )) as { permissions: { nodes: { isActive: boolean }[] } };
    expect(permissions.nodes.map(({ isActive }) => isActive)).toEqual([true, true, false, true, false, false, true]);

    const [image, file] = [both.urnOf('ImageItem', 1), both.urnOf('ImageItemFile', 0)];
    expect(await shownAtOnce(`{ imageItem(urn: "${image}") { files { urn src } } }`)).toMatchObject({
      imageItem: { files: [{ urn: file, src: `${both.service.url}/v/v1/image/${file}` }, {}, {}] },
    });
  });

  // What an administrator is answered by one statement, the loaders answer everyone, too.
  async function shownAtOnce(query: string): Promise<unknown> {
    for (const name of both.callers.keys()) {
      const { atOnce, expected } = await compare(name, { query, variables: {} });
      const isRefused = name === 'nobody' && !query.includes('imageItem');
      expect({ name, atOnce }).toEqual({ name, atOnce: isRefused ? 0 : expected });
    }
    return both.admin.data(query);
  }

  test('rows of any kind by their urns, values of histories and what is not there included, as the loaders do', async () => {
    const fields = `__typename urn url version ... on Item { itemUrn history { url item { urn } } entity { name status } } ... on TextItem { value actor { type } layer }
      ... on MoneyItem { formattedValue } ... on Entity { name status owner { name } texts { value } tasks(first: 1) { totalCount nodes { title } } } ... on Group { name memberCount }`;
    const all = [...new Set(both.urns.map(({ urn }) => urn))];
    const some = all.filter((_, at) => at % 3 === 0).slice(0, 20);
    for (const [row, name] of [...both.callers.keys()].entries()) {
      for (const [column, urns] of [some, all, [], [all[0], all[0], crypto.randomUUID()]].entries()) {
        if (!isTried(row, column, 2)) continue;
        const query = `query ($urns: [ID!]!) { nodes(urns: $urns) { ${fields} } }`;
        const { atOnce, all: count } = await compare(name, { query, variables: { urns } });
        // What is of another tenant is looked for once more, as everyone may VIEW it.
        if (name !== 'an outsider') expect({ name, atOnce, count }).toEqual({ name, atOnce: 1, count: 2 });
      }
      for (const [column, urn] of [all[0], all.at(-1), crypto.randomUUID(), both.urnOf('TextItem', 3)].entries()) {
        if (!isTried(row, column, 2)) continue;
        const query = `query ($urn: ID!) { one: node(urn: $urn) { ${fields} } again: node(urn: $urn) { urn } }`;
        const { atOnce, all: count } = await compare(name, { query, variables: { urn } });
        if (name !== 'an outsider') expect({ name, atOnce, count }).toEqual({ name, atOnce: 1, count: 2 });
      }
    }
    for (const urns of [['no urn'], Array.from({ length: 201 }, () => all[0])]) {
      const query = 'query ($urns: [ID!]!) { nodes(urns: $urns) { urn } }';
      expect((await compare('an administrator', { query, variables: { urns } })).atOnce).toBe(0);
    }
  });

  test('items by the urns of values that they had, and what is no item, as the loaders do', async () => {
    const texts = both.urns.filter(({ kind }) => kind === 'TextItem').map(({ urn }) => urn);
    const query =
      'query ($urn: ID!, $other: ID!) { a: textItem(urn: $urn) { urn itemUrn value isPublished history { item { value } } } b: textItem(urn: $other) { urn } }';
    for (const [row, name] of [...both.callers.keys()].entries()) {
      for (const [column, urn] of [...texts.slice(-3), both.live, crypto.randomUUID()].entries()) {
        if (!isTried(row, column, 2)) continue;
        const { atOnce, all } = await compare(name, { query, variables: { urn, other: texts[0] } });
        // As items and as values of items, and either again as everyone may VIEW it.
        expect([name, atOnce === all, all <= 4]).toEqual([name, true, true]);
      }
    }
  });

  test('histories, of items in lists and from a cursor on, as the loaders do', async () => {
    const page =
      'totalCount totalCountIsEstimate edges { cursor node { urn itemUrn value version isPublished createdTimestamp actor { type name __typename } } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor }';
    const query = `query ($urn: ID!, $first: Int, $last: Int, $after: String, $before: String, $asOf: DateTime) { textItem(urn: $urn) { value history {
      __typename url item { value history { url } } history(first: $first, last: $last, after: $after, before: $before, asOf: $asOf) { ${page} } } } }`;
    const inLists =
      'query ($urn: ID!) { entity(urn: $urn) { texts { name history { history(first: 1) { nodes { value } } } } longs { history { history(first: 3) { nodes { value } totalCount } } } } }';
    const item = both.urnOf('TextItem', 2);
    const { data } = await both.admin.graph(query, { urn: item, first: 1 });
    const cursor: unknown = data?.textItem.history.history.pageInfo.endCursor;
    const pages = [{ first: 1 }, { first: 5, after: cursor }, { last: 5, before: cursor }, { last: 1 }];
    const instants = ['2020-01-01T00:00:00Z', new Date().toISOString(), 'never'].map((asOf) => ({ asOf }));
    for (const [row, name] of [...both.callers.keys()].entries()) {
      for (const [column, variables] of [...pages, ...instants].entries()) {
        if (!isTried(row, column, 2)) continue;
        const { atOnce } = await compare(name, { query, variables: { urn: item, ...variables } });
        if (name === 'an administrator' || name.includes('drafts of one page'))
          expect([name, atOnce]).toEqual([name, 'asOf' in variables && variables.asOf === 'never' ? 0 : 1]);
      }
      for (const urn of [0, 1].map((at) => both.urnOf('Entity', at))) {
        const { atOnce } = await compare(name, { query: inLists, variables: { urn } });
        if (name === 'an administrator') expect(atOnce).toBe(1);
      }
    }
  });

  test('pages from a cursor on, forward and backward, as the loaders do', async () => {
    const query = `query ($after: String, $before: String, $first: Int, $last: Int, $less: Boolean = false) { textItems(first: $first, after: $after, last: $last, before: $before, orderBy: [{ field: NAME, direction: ASC }]) {
      edges { cursor node { urn name @skip(if: $less) } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }`;
    for (const [name, { text: client }] of both.callers) {
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
      for (const [row, [name, { text: client }]] of [...both.callers].entries()) {
        const { data } = await client.graph(`{ textItems(first: 2, ${byName}) { edges { cursor } } }`, {});
        const cursor = data?.textItems.edges.at(-1)?.cursor ?? null;
        const pages = [{ first: 3 }, { last: 3 }, { first: 2, after: cursor }, { last: 1, before: cursor }];
        for (const variables of pages.filter((_, column) => isTried(row, column, 2)))
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
      `entity(urn: "${String(both.urns[1]?.urn)}") { texts(names: [${'"a" '.repeat(201)}]) { name } }`,
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
      const document = documentBy(chance, loadContract(), both.urns);
      const caller = chance.of([...both.callers.keys()]) ?? '';
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
    const everyone = { owner: both.admin.company, subjectUrn: both.admin.company, subjectScope: 'EVERYONE' };
    for (const [objectScope, objectUrn, label] of [
      ['ENTITY', both.urnOf('Entity', 0), 'READ'],
      ['TEXT_ITEM', both.urnOf('TextItem', 2), 'READ'],
      ['ENTITY', both.urnOf('Entity', 5), 'READ_DRAFT'],
      ['COMPANY', both.elsewhere, 'READ'],
    ]) {
      const body = { ...everyone, objectScope, objectUrn, label };
      const { status, text: said } = await both.admin.rest('POST', '/n/v1/permission', { body });
      expect(status, said).toBe(201);
    }
  });

  async function decisions(viewer: Viewer, kind: string): Promise<Record<string, unknown>[]> {
    const [resource, p] = [resourceOf(loadContract(), kind), new Parameters()];
    const rows = { resource, alias: 't' };
    const { selected, reads: readsOf, sees } = decideContent(rows, viewer, 'd', p);
    const reads = readsOf();
    const [read, draft] = ['VIEW', 'READ_DRAFT'].map((label) => holds(rows, { viewer, label }, p));
    const shown = resource.isItem ? `"kind" = '${kind}'` : 'true';
    const text =
      `SELECT t."urn", (${reads}) AS reads, (${reads}) AND ${sees} AS sees, ${String(read)} AS "hasRead", ${String(draft)} AS "hasDraft"` +
      ` FROM "${resource.table}" t CROSS JOIN LATERAL ${selected} WHERE ${shown}`;
    return both.service.services.database.query(unprepared(text, p));
  }

  test('for every caller, with and without a token, what VIEW and READ_DRAFT each say', async () => {
    for (const [name, token] of both.tokens) {
      const hash = token === null ? '' : secretHash(token);
      const known = token === null ? null : await both.service.services.callers.viewerOf({ kind: 'TOKEN', hash });
      for (const kind of ['Entity', 'TextItem']) {
        const rows = await decisions(known ?? anonymousViewer, kind);
        for (const { urn, reads, sees, hasRead, hasDraft } of rows)
          expect({ name, kind, urn, reads, sees }).toEqual({ name, kind, urn, reads: hasRead, sees: hasDraft });
        const [read, seen] = ['reads', 'sees'].map((one) => rows.filter((row) => row[one] === true).length);
        if (name === 'an administrator') expect([read, seen]).toEqual([rows.length, rows.length]);
        // Without a token nobody is shown drafts.
        else if (name !== 'an outsider')
          expect([name, kind, (read ?? 0) > 0, (seen ?? 0) > 0]).toEqual([name, kind, true, token !== null]);
      }
    }
  });
});
