// The witness of all reads: what documents and addresses are answered, for callers of every kind, stands in test/golden/. A change that
// is not meant shows here, whichever way an answer takes. `GOLDEN=write npx vitest run test/contract/goldenAnswers.test.ts` writes the files anew.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadContract } from '../../src/contract/load.ts';
import type { Client } from '../support/client.ts';
import { startBothPlans, type BothPlans } from '../support/bothPlans.ts';
import { expectAnswersOf, namer, type NamedAnswer } from '../support/goldenAnswers.ts';

let both: BothPlans;
let named: (answer: unknown) => unknown;
let pictured: string;

beforeAll(async () => {
  both = await startBothPlans();
  const { admin } = both;
  // What everyone may VIEW: a page, one with drafts, one that was never live, and one item.
  const everyone = { owner: admin.company, subjectUrn: admin.company, subjectScope: 'EVERYONE', label: 'VIEW' };
  for (const [objectScope, objectUrn] of [
    ['ENTITY', both.urnOf('Entity', 0)],
    ['ENTITY', both.urnOf('Entity', 1)],
    ['ENTITY', both.urnOf('Entity', 2)],
    ['ENTITY', both.urnOf('Entity', 5)],
    ['TEXT_ITEM', both.urnOf('TextItem', 6)],
  ]) {
    const { status, text } = await admin.rest('POST', '/n/v1/permission', {
      body: { ...everyone, objectScope, objectUrn },
    });
    expect(status, text).toBe(201);
  }
  pictured = both.urnOf('ImageItemFile', 0);
  named = namer(both.urns, both.service.url);
  // What was written is in the search index from here on.
  await admin.data('{ search(query: "live") { totalCount } }');
}, 300_000);
afterAll(() => both.close());

const items = `booleans { urn value } dateTimes { value createdTimestamp updatedTimestamp } doubles { value } images { src mediumSrc } jsons { value } latLongs { latitude longitude }
  links { href rel } longs { value } markdowns { value } money { unitValue currencyCode value formattedValue currencySymbol } references { entityReference { urn name status } }
  templates { value } texts { urn itemUrn url name value sortOrder isPublished version createdTimestamp updatedTimestamp layer }`;
const wholePage = `urn url name language variant status publishTimestamp updatedTimestamp liveTimestamp version ${items}`;
const byName = 'orderBy: [{ field: NAME, direction: ASC }]';
const ends = 'pageInfo { hasNextPage hasPreviousPage startCursor endCursor }';
const entry = 'urn itemUrn value version isPublished createdTimestamp updatedTimestamp';

/** Documents, and the variables they are put with: `$urn` is a row, `$urns` are several, `$owner` is the company. */
const documents: Readonly<Record<string, string>> = {
  'a page by urn': `query ($urn: ID!) { entity(urn: $urn) { ${wholePage} } }`,
  'a page with links and items by name': `query ($urn: ID!) { page: entity(urn: $urn) { owner { urn name } title: text(name: "title") { value } none: text(name: "none") { value }
    some: texts(names: ["lead", "moved"]) { name value } tasks(first: 2) { totalCount nodes { title } ${ends} } } }`,
  'an item with its page': `query ($item: ID!) { textItem(urn: $item) { ${entry} entity { name status owner { name } } } }`,
  'the history of an item': `query ($item: ID!) { textItem(urn: $item) { value history { item { value } history(first: 2) { totalCount nodes { ${entry} actor { __typename } } edges { cursor } ${ends} } } } }`,
  'the history of an item at an instant': `query ($item: ID!) { textItem(urn: $item) { history { history(first: 5, asOf: "2020-01-01T00:00:00Z") { nodes { urn } totalCount } } } }`,
  'histories of a list of items': `query ($urn: ID!) { entity(urn: $urn) { texts { name history { history(first: 1) { nodes { value version } } } } markdowns { history { history(first: 3) { nodes { value } } } } } }`,
  'any row by its urn': `query ($urn: ID!) { node(urn: $urn) { __typename urn url version ... on Entity { name status texts { value } } } }`,
  'rows of many kinds': `query ($urns: [ID!]!) { nodes(urns: $urns) { __typename urn ... on Entity { name status owner { name } } ... on TextItem { value entity { name } } ... on Task { title } ... on Group { name memberCount } ... on Company { name } } }`,
  'rows of many kinds in an order of their own': `query ($urns: [ID!]!) { all: nodes(urns: $urns) { version kind: __typename urn } }`,
  'an item beside the session': `query ($item: ID!) { clientContext { hasBearer sessionKind user { role } } textItem(urn: $item) { name value } __typename }`,
  'a list with its pages': `query ($list: ID!) { entityList(urn: $list) { urn name entities { urn sortOrder entity { urn name status version texts { name value } images { src } links { href } } } } }`,
  'pages by path': `query ($owner: ID!) { entities(where: { path: { eq: "/live" }, owner: { eq: $owner } }) { nodes { ${wholePage} } } }`,
  'pages of an owner': `query ($owner: ID!) { entities(where: { owner: { eq: $owner } }, first: 4, orderBy: [{ field: PATH, direction: ASC }]) { totalCount totalCountIsEstimate edges { cursor node { urn path status texts { value } } } ${ends} } }`,
  'pages of nobody in particular': `{ entities(first: 4, orderBy: [{ field: PATH, direction: DESC }]) { nodes { path status } ${ends} } }`,
  'items of an owner': `query ($page: ID!) { textItems(where: { entity: { eq: $page } }, first: 3, ${byName}) { __typename totalCount edges { node { ${entry} entity { name } } } } }`,
  'values of items': `query ($page: ID!) { textItems(where: { entity: { eq: $page }, value: { contains: "Live" } }, orderBy: [{ field: VALUE, direction: DESC }, { field: NAME, direction: ASC }]) { nodes { name value } } }`,
  'threads with their posts and authors': `{ messageThreads(first: 20) { nodes { urn name purpose postCount lastPostTimestamp posts(first: 2, orderBy: [{ field: CREATED_TIMESTAMP, direction: DESC }]) { nodes { urn content replyCount authorIdentity { urn name persons { names { givenName } } } } } } } }`,
  'posts around one': `query ($thread: ID!, $post: ID!) { messageThread(urn: $thread) { posts(first: 1, around: $post) { nodes { content } ${ends} } } }`,
  'a person': `query ($person: ID!) { identity(urn: $person) { urn type persons { birthDate names { givenName familyName } } emails { email isPrimary } companies { name } } }`,
  'what is counted': `{ groups(first: 5, ${byName}) { nodes { name memberCount } } projects(first: 5) { nodes { name taskCounts tasks(first: 5) { nodes { title openBlockerCount isBlocked statusCategory } } } } }`,
  'tasks and their log': `{ tasks(first: 5, orderBy: [{ field: TITLE, direction: DESC }]) { nodes { title blockedBy { title } associatedEntities { name } associatedIdentities { name } logs(first: 5) { nodes { activity subject { urn url type } fromValue toValue } } } } }`,
  'items of all kinds and what leads to a page': `query ($urn: ID!) { entity(urn: $urn) { items { __typename name ... on TextItem { value } } some: items(names: ["lead", "price"]) { name } assets { name }
    translations { language isMissing isOutdated entity { name } } referencedBy(first: 2) { totalCount nodes { name entity { name } } ${ends} } } }`,
  'types with their fields': `{ entityTypes(first: 5, ${byName}) { nodes { name fields { name kind required choices minimum defaults } } } }`,
  'who may do what': `query ($owner: ID!) { permissions(where: { owner: { eq: $owner }, subjectScope: { eq: EVERYONE } }, orderBy: [{ field: CREATED_TIMESTAMP, direction: ASC }], first: 3) { nodes { label isActive objectUrn objectScope } } }`,
  'an inbox': `{ inbox { url unreadThreadCount unreadMentionCount notifications(first: 5) { totalCount nodes { url messageThread { name } } } } }`,
  'hits of a search': `query ($owner: ID!) { search(query: "live", owner: $owner, includeScopes: [ENTITY, TASK], order: CREATED) { totalCount nodes { url type item { __typename urn ... on Entity { path } } } } }`,
  'a view': `query ($urn: ID!) { entityView(urn: $urn, language: "en") { name status texts { name value } markdowns { value } templates { value } references { entityReference { name texts { value } } } } }`,
  'fragments and switches': `query ($urn: ID!, $yes: Boolean = true) { ...Q } fragment Q on Query { entity(urn: $urn) { ...E name @skip(if: $yes) } } fragment E on Entity { status @include(if: $yes) texts { ... on Item { sortOrder url } } }`,
  'what is asked in a wrong way': `query ($urn: ID!) { entity(urn: $urn) { name } broken: entity(urn: "no urn") { name } entities(first: 0) { nodes { urn } } }`,
};

const addresses: Readonly<Record<string, () => string>> = {
  'a page': () => `entity/${both.live}`,
  'a page with drafts': () => `entity/${both.urnOf('Entity', 1)}`,
  'a page with what it refers to': () =>
    `entity/${both.urnOf('Entity', 1)}?expand=owner,references.entityReference&fields=name,owner,references,texts`,
  'an item': () => `textitem/${both.urnOf('TextItem', 2)}`,
  'an item with its page': () => `textitem/${both.urnOf('TextItem', 0)}?expand=entity`,
  'the history of an item': () => `textitemhistory/${both.urnOf('TextItem', 2)}`,
  'pages of an owner': () =>
    `entities?filter[owner]=${both.admin.company}&sort=path&limit=3&count=true&fields=path,status,texts`,
  'pages by path': () => `entities?filter[path]=/drafted&filter[owner]=${both.admin.company}`,
  'pages of nobody in particular': () => `entities?limit=2&sort=-path&fields=path`,
  'items of a page': () => `textitems?filter[entity]=${both.urnOf('Entity', 1)}&sort=name&limit=2`,
  'a list': () => `entitylist/${both.list}`,
  'a thread': () => `messagethread/${both.thread}`,
  'posts of a thread': () => `messagethread/${both.thread}/posts?limit=1`,
  'a person in full': () => `identity/${both.person}?expand=persons`,
  tasks: () => `tasks?sort=title&limit=3`,
  'what leads to a page, in full': () =>
    `entity/${both.live}?expand=referencedBy,parent,children,threads,tasks,assets&fields=name,referencedBy,parent,children,threads,tasks,assets,translations,audience`,
  'a thread in its posts': () => `messagethread/${both.thread}?expand=posts.messageThread.group&limit=1`,
  'tasks with what they lead to': () =>
    `tasks?sort=title&limit=3&expand=blockedBy.project.lead,logs,threads&fields=title,blockedBy,project,logs,threads`,
  'roles and who holds them': () =>
    `roles?sort=name&expand=identities,groups,permissions&fields=name,identities,groups,permissions,apiClients`,
  'a group with its threads in full': () => `group/${both.urnOf('Group', 0)}?expand=threads,memberships.identity`,
  'the history of an item with its page in full': () =>
    `textitemhistory/${both.urnOf('TextItem', 2)}?expand=entity.owner&fields=value,entity&limit=2`,
  'an inbox in full': () => `identitynotificationinbox?expand=messageThread.group`,
  'a group': () => `group/${both.urnOf('Group', 0)}`,
  'a file': () => `imageitemfile/${pictured}`,
  'the session': () => `clientcontext`,
  'an inbox': () => `identitynotificationinbox`,
  'hits of a search': () => `searches?query=live&includeScopes=ENTITY&order=CREATED&owner=${both.admin.company}`,
};

// Which rows the documents are put with, by the variable that names them.
const rowsOf: Readonly<Record<string, () => readonly Readonly<Record<string, unknown>>[]>> = {
  urn: () => [0, 1, 2, 5].map((at) => ({ urn: both.urnOf('Entity', at) })),
  item: () =>
    [0, 2, 6, both.urns.filter(({ kind }) => kind === 'TextItem').length - 1].map((at) => ({
      item: both.urnOf('TextItem', at),
    })),
  urns: () => [{ urns: mixed() }],
  page: () => [{ page: both.urnOf('Entity', 0) }, { page: both.urnOf('Entity', 1) }],
  none: () => [{}],
};

// A row of every kind, and one that there is not.
const mixed = (): string[] => [
  ...new Set([...both.urns.map(({ kind }) => kind)].map((kind) => both.urnOf(kind, 0))),
  both.urns.at(-1)?.urn ?? '',
];

function variablesOf(query: string): readonly Readonly<Record<string, unknown>>[] {
  const shared = {
    owner: both.admin.company,
    list: both.list,
    thread: both.thread,
    person: both.person,
    post: both.urnOf('ThreadPost', 1),
  };
  const taken = (all: Readonly<Record<string, unknown>>): Record<string, unknown> =>
    Object.fromEntries(Object.entries(all).filter(([name]) => query.includes(`$${name}:`)));
  const found = Object.keys(rowsOf).find((name) => query.includes(`$${name}:`)) ?? 'none';
  return (rowsOf[found]?.() ?? []).map((row) => taken({ ...shared, ...row }));
}

// A member of a group is one with edges, too.
const callers = (): [string, { readonly text: Client }][] =>
  [...both.callers].filter(([name]) => name !== 'a member of a group');

// One after the other: on a busy machine many at once take longer than a request may.
async function forEachCaller(ask: (client: Client) => Promise<unknown>): Promise<NamedAnswer[]> {
  const answers: NamedAnswer[] = [];
  for (const [caller, { text }] of callers()) answers.push({ caller, answer: await ask(text) });
  return answers;
}

describe('What callers are answered stands in a file', () => {
  test.each(Object.keys(documents))('%s, in the graph', async (name) => {
    const query = documents[name] ?? '';
    const answersOf = async (client: Client): Promise<unknown[]> => {
      const ask = async (variables: Readonly<Record<string, unknown>>, again = 3): Promise<unknown> => {
        const { status, data, errors, extensions } = await client.graph(query, variables);
        // On a machine that does much else.
        if (status === 504 && again > 0) return ask(variables, again - 1);
        return named({ status, data, errors, extensions });
      };
      const rows = variablesOf(query);
      const all: unknown[] = [];
      for (const variables of rows) all.push(await ask(variables));
      // Sent again, a document that is known is answered on a shorter way.
      expect(await ask(rows[0] ?? {})).toEqual(all[0]);
      return all;
    };
    const answers = await forEachCaller(answersOf);
    expectAnswersOf(`graph: ${name}`.replaceAll(/\W+/g, '-'), answers);
  });

  test.each(Object.keys(addresses))('%s, over REST', async (name) => {
    const answers = await forEachCaller(async (client) => {
      const { status, body } = await client.rest('GET', `/n/v1/${addresses[name]?.() ?? ''}`);
      return named({ status, body: body as unknown });
    });
    expectAnswersOf(`rest: ${name}`.replaceAll(/\W+/g, '-'), answers);
  });

  test('rows of every kind, by urn', async () => {
    const { resources } = loadContract();
    for (const [caller, { text: client }] of callers()) {
      const found = [];
      for (const urn of mixed()) {
        const kind = both.urns.find((one) => one.urn === urn)?.kind ?? '';
        const { status, body } = await client.rest(
          'GET',
          `/n/v1/${resources.find((one) => one.name === kind)?.path ?? ''}/${urn}`,
        );
        found.push(named({ kind, status, body: body as unknown }));
      }
      expectAnswersOf(`rest-kinds-for-${caller}`.replaceAll(/\W+/g, '-'), [{ caller, answer: found }]);
    }
  });
});
