// What the bench of requests asks: the documents of the graph, the REST paths, and for each the hand-written statement that
// answers the same members from the same tables.
import { sizesAt, urnOf } from './dataset.ts';
import type { Asked } from './load.ts';

/** A list of items of a page: its kind, its own members, and the columns that hold them. */
interface ItemList {
  readonly kind: string;
  readonly members: string;
  readonly columns: string;
}

const itemLists: Readonly<Record<string, ItemList>> = {
  booleans: { kind: 'BooleanItem', members: 'value', columns: 'i.value_boolean AS value' },
  dateTimes: { kind: 'DateTimeItem', members: 'value', columns: 'i.value_date_time AS value' },
  doubles: { kind: 'DoubleItem', members: 'value', columns: 'i.value_float AS value' },
  images: {
    kind: 'ImageItem',
    members: 'altText src mediumSrc largeSrc',
    columns: 'i.alt_text AS "altText", i.src, i.medium_src AS "mediumSrc", i.large_src AS "largeSrc"',
  },
  jsons: { kind: 'JsonItem', members: 'value', columns: 'i.value_json AS value' },
  latLongs: { kind: 'LatLongItem', members: 'latitude longitude', columns: 'i.latitude, i.longitude' },
  links: { kind: 'LinkItem', members: 'rel href text lang', columns: 'i.rel, i.href, i.text, i.lang' },
  longs: { kind: 'LongItem', members: 'value', columns: 'i.value_long::text AS value' },
  markdowns: { kind: 'MarkdownItem', members: 'value', columns: 'i.value_string AS value' },
  money: {
    kind: 'MoneyItem',
    members: 'unitValue currencyCode',
    columns: 'i.unit_value::text AS "unitValue", i.currency_code AS "currencyCode"',
  },
  references: {
    kind: 'ReferenceItem',
    members: 'entityReference { urn }',
    columns:
      '(SELECT row_to_json(x) FROM (SELECT r.urn FROM entity r WHERE r.urn = i.entity_reference) x) AS "entityReference"',
  },
  templates: { kind: 'TemplateItem', members: 'value', columns: 'i.value_string AS value' },
  texts: { kind: 'TextItem', members: 'value', columns: 'i.value_string AS value' },
};

const shared = 'urn isPublished sortOrder createdTimestamp name';
const sharedColumns = (alias: string): string =>
  `${alias}.urn, ${alias}.is_published AS "isPublished", ${alias}.sort_order AS "sortOrder", ${alias}.created_timestamp AS "createdTimestamp", ${alias}.name`;

const selected = (names: readonly string[]): string =>
  names.map((name) => `${name} { ${shared} ${itemLists[name]?.members ?? ''} }`).join(' ');

const columnsOf = (names: readonly string[]): string =>
  names
    .map(
      (name) =>
        `(SELECT coalesce(json_agg(t), '[]') FROM (SELECT ${sharedColumns('i')}, ${itemLists[name]?.columns ?? ''} FROM item i` +
        ` WHERE i.entity = e.urn AND i.kind = '${itemLists[name]?.kind ?? ''}' AND i.deleted_timestamp IS NULL ORDER BY i.sort_order, i.urn) t) AS "${name}"`,
    )
    .join(', ');

const ofList = ['texts', 'images', 'links'];

/** The documents by name. */
export const documents = {
  page: `query Page($urn: ID!) { entity(urn: $urn) { urn name language variant status publishTimestamp updatedTimestamp ${selected(Object.keys(itemLists))} } }`,
  list: `query List($urn: ID!) { entityList(urn: $urn) { urn name entities { urn sortOrder entity { urn name language status ${selected(ofList)} } } } }`,
  threads: `query Threads($after: String!) { messageThreads(first: 20, after: $after) { nodes { urn name purpose posts(first: 20) { nodes { urn content createdTimestamp authorIdentity { urn name } } } } } }`,
  point: `query Text($urn: ID!) { textItem(urn: $urn) { ${shared} value } }`,
  write: `mutation Change($urn: ID!, $value: String!) { updateTextItem(urn: $urn, input: { value: $value }) { textItem { urn value } userErrors { code } } }`,
} as const;

const point = `${sharedColumns('t')}, t.value_string AS value`;

/** The statements of the floor by name. */
export const statements: Readonly<Record<string, string>> = {
  page: `SELECT row_to_json(r)::text AS text FROM (SELECT e.urn, e.name, e.language, e.variant, e.status, e.publish_timestamp AS "publishTimestamp", e.updated_timestamp AS "updatedTimestamp",
    ${columnsOf(Object.keys(itemLists))} FROM entity e WHERE e.urn = $1 AND e.deleted_timestamp IS NULL) r`,
  list: `SELECT row_to_json(r)::text AS text FROM (SELECT l.urn, l.name, (SELECT coalesce(json_agg(t), '[]') FROM (SELECT li.urn, li.sort_order AS "sortOrder",
    (SELECT row_to_json(x) FROM (SELECT e.urn, e.name, e.language, e.status, ${columnsOf(ofList)} FROM entity e WHERE e.urn = li.entity) x) AS entity
    FROM entity_list_item li WHERE li.entity_list = l.urn AND li.deleted_timestamp IS NULL ORDER BY li.sort_order, li.urn) t) AS entities FROM entity_list l WHERE l.urn = $1) r`,
  threads: `SELECT json_build_object('nodes', coalesce(json_agg(r), '[]'))::text AS text FROM (SELECT m.urn, m.name, m.purpose,
    (SELECT json_build_object('nodes', coalesce(json_agg(p), '[]')) FROM (SELECT p.urn, p.content, p.created_timestamp AS "createdTimestamp",
      (SELECT row_to_json(a) FROM (SELECT i.urn, i.name FROM identity i WHERE i.urn = p.author_identity) a) AS "authorIdentity"
      FROM thread_post p WHERE p.message_thread = m.urn AND p.deleted_timestamp IS NULL ORDER BY p.created_timestamp, p.urn LIMIT 20) p) AS posts
    FROM (SELECT * FROM message_thread m WHERE m.deleted_timestamp IS NULL AND (m.created_timestamp, m.urn) > ($1::timestamptz, $2::uuid) ORDER BY m.created_timestamp, m.urn LIMIT 20) m ORDER BY m.created_timestamp, m.urn) r`,
  point: `SELECT row_to_json(r)::text AS text FROM (SELECT ${point} FROM item t WHERE t.urn = $1 AND t.kind = 'TextItem' AND t.deleted_timestamp IS NULL) r`,
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

/** The members of a page of threads: where it begins, as the service says it and as a statement takes it. */
export interface ThreadPage {
  readonly cursor: string;
  readonly created: string;
  readonly urn: string;
}

/** The variables of a question for a number from 0. */
export function variablesOf(
  question: Question,
  number: number,
  pages: readonly ThreadPage[],
): Readonly<Record<string, string>> {
  const { entities, lists } = sizesAt(1);
  // Steps over the urns without falling into the order in which they were written.
  const nth = (count: number): number => 1 + ((number * 7_919) % count);
  switch (question) {
    case 'page':
      return { urn: urnOf('entity', nth(entities)) };
    case 'list':
      return { urn: urnOf('list', nth(lists)) };
    case 'threads':
      return { after: pages[nth(pages.length) - 1]?.cursor ?? '' };
    case 'point':
      return { urn: urnOf('TextItem2:', nth(entities)) };
    case 'write':
      return { urn: urnOf('TextItem3:', nth(entities)), value: `Written ${String(number)} ${String(Math.random())}` };
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
