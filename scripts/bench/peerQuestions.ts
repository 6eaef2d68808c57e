// What others are asked for the same answers: their names of fields, with the members of the contract as aliases.
import type { Asked } from './load.ts';
import {
  documents,
  itemLists,
  listsOfEntries,
  pageMembers,
  sharedMembers,
  variablesOf,
  type AskedData,
  type Question,
  type ThreadPage,
} from './questions.ts';

type Variables = Readonly<Record<string, string>>;

/** Columns as fields of a graph, each by the name that the contract gives it. */
function aliased(members: Readonly<Record<string, string>>, fieldOf: (column: string) => string): string {
  return Object.entries(members)
    .map(([member, column]) => (fieldOf(column) === member ? member : `${member}: ${fieldOf(column)}`))
    .join(' ');
}

const camel = (column: string): string => column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
const ofPostGraphile = (column: string): string => (column === 'entity_reference' ? 'referred { urn }' : camel(column));
const ofDirectus = (column: string): string => (column === 'entity_reference' ? 'entity_reference { urn }' : column);

const itemsOfPostGraphile = (names: readonly string[]): string =>
  names
    .map((name) => {
      const { kind = '', members = {} } = itemLists[name] ?? {};
      return `${name}: itemsList(condition: { kind: "${kind}", deletedTimestamp: null }, orderBy: [SORT_ORDER_ASC, URN_ASC]) { ${aliased({ ...sharedMembers, ...members }, ofPostGraphile)} }`;
    })
    .join(' ');

const itemsOfDirectus = (names: readonly string[]): string =>
  names
    .map((name) => {
      const { kind = '', members = {} } = itemLists[name] ?? {};
      return `${name}: items(filter: { kind: { _eq: "${kind}" }, deleted_timestamp: { _null: true } }, sort: ["sort_order", "urn"], limit: -1) { ${aliased({ ...sharedMembers, ...members }, ofDirectus)} }`;
    })
    .join(' ');

const itemColumns = [
  ...new Set(Object.values(itemLists).flatMap(({ members }) => Object.values({ ...sharedMembers, ...members }))),
];
const text = { ...sharedMembers, value: 'value_string' };
const entryMembers = { urn: 'urn', name: 'name', language: 'language', status: 'status' };

const postGraphile: Readonly<Record<Question, string>> = {
  page: `query Page($urn: UUID!) { entity: entityByUrn(urn: $urn) { ${aliased(pageMembers, camel)} ${itemsOfPostGraphile(Object.keys(itemLists))} } }`,
  list: `query List($urn: UUID!) { entityList: entityListByUrn(urn: $urn) { urn name entities: entriesList(condition: { deletedTimestamp: null }, orderBy: [SORT_ORDER_ASC, URN_ASC]) { urn sortOrder entity: page { ${aliased(entryMembers, camel)} ${itemsOfPostGraphile(listsOfEntries)} } } } }`,
  threads: `query Threads($after: Cursor!) { messageThreads: allMessageThreads(first: 20, after: $after, condition: { deletedTimestamp: null }, orderBy: [CREATED_TIMESTAMP_ASC, URN_ASC]) { nodes { urn name purpose posts(first: 20, condition: { deletedTimestamp: null }, orderBy: [CREATED_TIMESTAMP_ASC, URN_ASC]) { nodes { urn content createdTimestamp authorIdentity: author { urn name } } } } } }`,
  point: `query Text($urn: UUID!) { textItem: itemByUrn(urn: $urn) { ${aliased(text, camel)} } }`,
  write: `mutation Change($urn: UUID!, $value: String!) { peerChangeTextItem(input: { changedUrn: $urn, newValue: $value }) { result { urn value: valueString } } }`,
};

const directus: Readonly<Record<Question, string>> = {
  // Asked for thirteen lists by alias, it answered null for the last two: all items are one list, which is also cheaper.
  page: `query Page($urn: ID!) { entity: entity_by_id(id: $urn) { ${aliased(pageMembers, ofDirectus)} items(filter: { deleted_timestamp: { _null: true } }, sort: ["sort_order", "urn"], limit: -1) { kind ${itemColumns.map(ofDirectus).join(' ')} } } }`,
  list: `query List($urn: ID!) { entityList: entity_list_by_id(id: $urn) { urn name entities: entries(filter: { deleted_timestamp: { _null: true } }, sort: ["sort_order", "urn"], limit: -1) { urn sortOrder: sort_order entity { ${aliased(entryMembers, ofDirectus)} ${itemsOfDirectus(listsOfEntries)} } } } }`,
  // No two threads of the data are created at the same time.
  threads: `query Threads($after: String!) { messageThreads: message_thread(filter: { deleted_timestamp: { _null: true }, created_timestamp: { _gt: $after } }, sort: ["created_timestamp", "urn"], limit: 20) { urn name purpose posts(filter: { deleted_timestamp: { _null: true } }, sort: ["created_timestamp", "urn"], limit: 20) { urn content createdTimestamp: created_timestamp authorIdentity: author_identity { urn name } } } }`,
  point: `query Text($urn: ID!) { textItem: item_by_id(id: $urn) { ${aliased(text, ofDirectus)} } }`,
  write: `mutation Change($urn: ID!, $value: String!) { update_item_item(id: $urn, data: { value_string: $value }) { urn value: value_string } }`,
};

function posted(path: string, query: string, variables: Variables): Asked {
  return { method: 'POST', path, body: JSON.stringify({ query, variables }) };
}

/** Where a page of threads begins, in place of the service's own cursor. */
function withAfter(
  variables: Variables,
  { pages }: AskedData,
  after: (created: string, urn: string) => string,
): Variables {
  const page = pages.find(({ cursor }) => cursor === variables['after']);
  return page ? { ...variables, after: after(page.created, page.urn) } : variables;
}

/** The requests of each by its name; to PostGraphile with pages of threads of its own. */
export const peerRequests: Readonly<
  Record<'postgraphile' | 'mercurius' | 'directus', (question: Question, number: number, data: AskedData) => Asked>
> = {
  postgraphile: (question, number, data) =>
    posted('/graphql', postGraphile[question], variablesOf(question, number, data)),
  mercurius: (question, number, data) => {
    const variables = variablesOf(question, number, data);
    return posted(
      '/graphql',
      documents[question],
      withAfter(variables, data, (created, urn) => `${created} ${urn}`),
    );
  },
  directus: (question, number, data) => {
    const variables = variablesOf(question, number, data);
    return posted(
      '/graphql',
      directus[question],
      withAfter(variables, data, (created) => created),
    );
  },
};

/** The same pages of threads, with the cursors of PostGraphile in place of the service's. */
export async function postGraphilePages(url: string, pages: readonly ThreadPage[]): Promise<ThreadPage[]> {
  const query = `{ allMessageThreads(condition: { deletedTimestamp: null }, orderBy: [CREATED_TIMESTAMP_ASC, URN_ASC]) { edges { cursor node { urn } } } }`;
  const { method, path, body } = posted('/graphql', query, {});
  const response = await fetch(url + path, { method, body, headers: { 'content-type': 'application/json' } });
  // The document says what it answers.
  const { data } = (await response.json()) as {
    data: { allMessageThreads: { edges: { cursor: string; node: { urn: string } }[] } };
  };
  const cursors = new Map(data.allMessageThreads.edges.map(({ cursor, node }) => [node.urn, cursor]));
  return pages.map((page) => ({ ...page, cursor: cursors.get(page.urn) ?? '' }));
}

/** The members that Directus answered, in the form of the contract: items by their kind, and pages as nodes. */
export function membersOfDirectus(question: Question, answer: unknown): unknown {
  // The documents above say what it answers.
  const { data } = answer as { data: Record<string, unknown> };
  const [members] = Object.values(data);
  if (question === 'page') {
    const { items, ...page } = members as { readonly items: readonly Readonly<Record<string, unknown>>[] };
    const lists = Object.entries(itemLists).map(([name, { kind, members: own }]) => [
      name,
      items.filter((item) => item['kind'] === kind).map((item) => renamed({ ...sharedMembers, ...own }, item)),
    ]);
    return { ...page, ...(Object.fromEntries(lists) as object) };
  }
  if (question !== 'threads') return members;
  const threads = members as readonly { readonly posts: unknown }[];
  return { nodes: threads.map((thread) => ({ ...thread, posts: { nodes: thread.posts } })) };
}

function renamed(members: Readonly<Record<string, string>>, row: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(Object.entries(members).map(([member, column]) => [member, row[column]]));
}

/** The point read and the write of Directus over REST. */
export function directusRest(question: 'point' | 'write', number: number, data: AskedData): Asked {
  const { urn = '', value } = variablesOf(question, number, data);
  return question === 'point'
    ? { method: 'GET', path: `/items/item/${urn}?fields=${Object.values(text).join(',')}` }
    : {
        method: 'PATCH',
        path: `/items/item/${urn}?fields=urn,value_string`,
        body: JSON.stringify({ value_string: value }),
      };
}

/** The members of an item that Directus answered over REST, by their names in the contract. */
export function membersOfDirectusRest(answer: unknown): unknown {
  // It has the one member, with the columns that were asked for.
  const { data } = answer as { data: Record<string, unknown> };
  return renamed(text, data);
}
