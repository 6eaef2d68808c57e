// What the bench of requests asks: the documents of the graph, the REST paths, and for each the hand-written statement that
// answers the same members from the same tables.
import { nth, sizesAt, urnOf } from './dataset.ts';
import type { Asked } from './load.ts';

/** A list of items of a page: its kind, and its own members with the columns that hold them. */
interface ItemList {
  readonly kind: string;
  readonly members: Readonly<Record<string, string>>;
}

/** The lists of items of a page by name. */
export const itemLists: Readonly<Record<string, ItemList>> = {
  booleans: { kind: 'BooleanItem', members: { value: 'value_boolean' } },
  dateTimes: { kind: 'DateTimeItem', members: { value: 'value_date_time' } },
  doubles: { kind: 'DoubleItem', members: { value: 'value_float' } },
  images: {
    kind: 'ImageItem',
    members: { altText: 'alt_text', src: 'src', mediumSrc: 'medium_src', largeSrc: 'large_src' },
  },
  jsons: { kind: 'JsonItem', members: { value: 'value_json' } },
  latLongs: { kind: 'LatLongItem', members: { latitude: 'latitude', longitude: 'longitude' } },
  links: { kind: 'LinkItem', members: { rel: 'rel', href: 'href', text: 'text', lang: 'lang' } },
  longs: { kind: 'LongItem', members: { value: 'value_long' } },
  markdowns: { kind: 'MarkdownItem', members: { value: 'value_string' } },
  money: { kind: 'MoneyItem', members: { unitValue: 'unit_value', currencyCode: 'currency_code' } },
  references: { kind: 'ReferenceItem', members: { entityReference: 'entity_reference' } },
  templates: { kind: 'TemplateItem', members: { value: 'value_string' } },
  texts: { kind: 'TextItem', members: { value: 'value_string' } },
};

/** The members of every item, with their columns. */
export const sharedMembers: Readonly<Record<string, string>> = {
  urn: 'urn',
  isPublished: 'is_published',
  sortOrder: 'sort_order',
  createdTimestamp: 'created_timestamp',
  name: 'name',
};

/** The members of a page itself, with their columns. */
export const pageMembers: Readonly<Record<string, string>> = {
  urn: 'urn',
  name: 'name',
  language: 'language',
  variant: 'variant',
  status: 'status',
  publishTimestamp: 'publish_timestamp',
  updatedTimestamp: 'updated_timestamp',
};

/** The lists of items of each page of a list. */
export const listsOfEntries = ['texts', 'images', 'links'];

const shared = Object.keys(sharedMembers).join(' ');
const columns = (alias: string, members: Readonly<Record<string, string>>): string =>
  Object.entries(members)
    .map(([member, column]) => `${expression(alias, column)} AS "${member}"`)
    .join(', ');

// As the contract has them: 64-bit integers as text, and what is referred to as an object.
function expression(alias: string, column: string): string {
  if (column === 'value_long' || column === 'unit_value') return `${alias}.${column}::text`;
  if (column !== 'entity_reference') return `${alias}.${column}`;
  return `(SELECT row_to_json(x) FROM (SELECT r.urn FROM entity r WHERE r.urn = ${alias}.entity_reference) x)`;
}

const selected = (names: readonly string[]): string =>
  names
    .map((name) => {
      const members = Object.keys(itemLists[name]?.members ?? {}).join(' ');
      return `${name} { ${shared} ${members.replace('entityReference', 'entityReference { urn }')} }`;
    })
    .join(' ');

const columnsOf = (names: readonly string[]): string =>
  names
    .map(
      (name) =>
        `(SELECT coalesce(json_agg(t), '[]') FROM (SELECT ${columns('i', { ...sharedMembers, ...itemLists[name]?.members })} FROM item i` +
        ` WHERE i.entity = e.urn AND i.kind = '${itemLists[name]?.kind ?? ''}' AND i.deleted_timestamp IS NULL ORDER BY i.sort_order, i.urn) t) AS "${name}"`,
    )
    .join(', ');

/** The documents by name. */
export const documents = {
  page: `query Page($urn: ID!) { entity(urn: $urn) { ${Object.keys(pageMembers).join(' ')} ${selected(Object.keys(itemLists))} } }`,
  list: `query List($urn: ID!) { entityList(urn: $urn) { urn name entities { urn sortOrder entity { urn name language status ${selected(listsOfEntries)} } } } }`,
  threads: `query Threads($after: String!) { messageThreads(first: 20, after: $after) { nodes { urn name purpose posts(first: 20) { nodes { urn content createdTimestamp authorIdentity { urn name } } } } } }`,
  point: `query Text($urn: ID!) { textItem(urn: $urn) { ${shared} value } }`,
  write: `mutation Change($urn: ID!, $value: String!) { updateTextItem(urn: $urn, input: { value: $value }) { textItem { urn value } userErrors { code } } }`,
} as const;

/** The statements of the floor by name. */
export const statements: Readonly<Record<string, string>> = {
  page: `SELECT row_to_json(r)::text AS text FROM (SELECT ${columns('e', pageMembers)},
    ${columnsOf(Object.keys(itemLists))} FROM entity e WHERE e.urn = $1 AND e.deleted_timestamp IS NULL) r`,
  list: `SELECT row_to_json(r)::text AS text FROM (SELECT l.urn, l.name, (SELECT coalesce(json_agg(t), '[]') FROM (SELECT li.urn, li.sort_order AS "sortOrder",
    (SELECT row_to_json(x) FROM (SELECT e.urn, e.name, e.language, e.status, ${columnsOf(listsOfEntries)} FROM entity e WHERE e.urn = li.entity) x) AS entity
    FROM entity_list_item li WHERE li.entity_list = l.urn AND li.deleted_timestamp IS NULL ORDER BY li.sort_order, li.urn) t) AS entities FROM entity_list l WHERE l.urn = $1) r`,
  threads: `SELECT json_build_object('nodes', coalesce(json_agg(r), '[]'))::text AS text FROM (SELECT m.urn, m.name, m.purpose,
    (SELECT json_build_object('nodes', coalesce(json_agg(p), '[]')) FROM (SELECT p.urn, p.content, p.created_timestamp AS "createdTimestamp",
      (SELECT row_to_json(a) FROM (SELECT i.urn, i.name FROM identity i WHERE i.urn = p.author_identity) a) AS "authorIdentity"
      FROM thread_post p WHERE p.message_thread = m.urn AND p.deleted_timestamp IS NULL ORDER BY p.created_timestamp, p.urn LIMIT 20) p) AS posts
    FROM (SELECT * FROM message_thread m WHERE m.deleted_timestamp IS NULL AND (m.created_timestamp, m.urn) > ($1::timestamptz, $2::uuid) ORDER BY m.created_timestamp, m.urn LIMIT 20) m ORDER BY m.created_timestamp, m.urn) r`,
  point: `SELECT row_to_json(r)::text AS text FROM (SELECT ${columns('t', { ...sharedMembers, value: 'value_string' })} FROM item t WHERE t.urn = $1 AND t.kind = 'TextItem' AND t.deleted_timestamp IS NULL) r`,
  // One statement is one transaction: the row, its history, and the event.
  write: `WITH changed AS (UPDATE item SET value_string = $2, version = version + 1, entry = gen_random_uuid(), is_published = false, updated_timestamp = now() WHERE urn = $1 RETURNING *),
    known AS (INSERT INTO resource (urn, kind) SELECT entry, kind FROM changed),
    history AS (INSERT INTO item_value (urn, item_urn, tenant, kind, version, entity, created_timestamp, is_tombstone, actor, sort_order, name, value_string) SELECT entry, urn, tenant, kind, version, entity, updated_timestamp, false, '{}', sort_order, name, value_string FROM changed),
    event AS (INSERT INTO webhook_trigger (urn, version, owner, tenant, subject, event, target_urn, target_version, changed_fields, actor, created_timestamp, updated_timestamp)
      SELECT gen_random_uuid(), 1, owner, tenant, 'TEXT_ITEM', 'UPDATE', urn, version, ARRAY['value'], '{}', now(), now() FROM changed)
    SELECT row_to_json(r)::text AS text FROM (SELECT urn, value_string AS value FROM changed) r`,
};

/** What is measured, by name. */
export type Question = keyof typeof documents;

/** The questions of these names; all if there are none. */
export function namedQuestions(names: readonly string[]): Question[] {
  // The object above has no other keys.
  const all = Object.keys(documents) as Question[];
  return all.filter((question) => names.length === 0 || names.includes(question));
}

/** The members of a page of threads: where it begins, as the service says it and as a statement takes it. */
export interface ThreadPage {
  readonly cursor: string;
  readonly created: string;
  readonly urn: string;
}

/** The data that is asked for: its scale, and pages of threads as the caller sees them. */
export interface AskedData {
  readonly scale: number;
  readonly pages: readonly ThreadPage[];
}

/** The number of a page that is written to: 5,000 of them at each scale, spread over all. */
export function nthWritten(scale: number, number: number): number {
  return number - (number % scale) || scale;
}

/** The variables of a question for a number from 0. */
export function variablesOf(
  question: Question,
  number: number,
  { scale, pages }: AskedData,
): Readonly<Record<string, string>> {
  const { entities, lists } = sizesAt(scale);
  switch (question) {
    case 'page':
      return { urn: urnOf('entity', nth(entities, number)) };
    case 'list':
      return { urn: urnOf('list', nth(lists, number)) };
    case 'threads':
      return { after: pages[nth(pages.length, number) - 1]?.cursor ?? '' };
    case 'point':
      return { urn: urnOf('TextItem2:', nth(entities, number)) };
    case 'write':
      return {
        urn: urnOf('TextItem3:', nthWritten(scale, nth(entities, number))),
        value: `Written ${String(number)} ${String(Math.random())}`,
      };
  }
}

const restMembers = 'isPublished,sortOrder,createdTimestamp,name,value';

/** The request of a question over the graph. */
export function graphRequest(question: Question, variables: Readonly<Record<string, string>>): Asked {
  const body = JSON.stringify({ query: documents[question], variables });
  return { method: 'POST', path: '/graphql', body };
}

/** The same request for a registered document. */
export function trustedRequest(id: string, variables: Readonly<Record<string, string>>): Asked {
  return { method: 'POST', path: '/graphql', body: JSON.stringify({ documentId: id, variables }) };
}

/** The request of the point read or the write over REST. */
export function restRequest(question: 'point' | 'write', { urn = '', value }: Readonly<Record<string, string>>): Asked {
  return question === 'point'
    ? { method: 'GET', path: `/n/v1/textitem/${urn}?fields=${restMembers}` }
    : { method: 'PATCH', path: `/n/v1/textitem/${urn}?fields=value`, body: JSON.stringify({ value }) };
}

/** The request of a question to the floor. */
export function floorRequest(
  question: Question,
  variables: Readonly<Record<string, string>>,
  pages: readonly ThreadPage[],
): Asked {
  if (question === 'threads') {
    const page = pages.find(({ cursor }) => cursor === variables['after']);
    return { method: 'GET', path: `/threads/${encodeURIComponent(page?.created ?? '')}/${page?.urn ?? ''}` };
  }
  if (question === 'write') return { method: 'POST', path: '/write', body: JSON.stringify(variables) };
  return { method: 'GET', path: `/${question}/${variables['urn'] ?? ''}` };
}
