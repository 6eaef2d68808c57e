// What the bench of shapes asks: lists with filters, histories, single resources by their urns, and rendered views, each with the
// hand-written statement that answers the same members.
import { createHash } from 'node:crypto';
import { nth, sizesAt, urnOf } from './dataset.ts';
import type { Asked } from './load.ts';
import { statements } from './questions.ts';

/** A question that the service and the floor answer. */
export interface Shape {
  /** The statement of the floor, whose parameters are `values`. */
  readonly sql: string;
  readonly values: (number: number) => readonly string[];
  /** The document of the graph, and its variables. */
  readonly document?: string;
  readonly variables?: (number: number) => Readonly<Record<string, unknown>>;
  /** The same over REST. */
  readonly rest?: (number: number) => Asked;
  /** Whether it is of content, which callers without a token may ask where everyone may VIEW it. */
  readonly isPublic?: boolean;
  /** Whether it writes: what was written is numbered and indexed before the next one is measured. */
  readonly isWrite?: boolean;
  /** Whether the words of all pages have to be indexed. */
  readonly isOfWords?: boolean;
}

const { entities, groups, identities, tasks } = sizesAt(1);

const entity = (number: number): string => urnOf('entity', nth(entities, number));
const pathOf = (number: number): string => `/page/${String(nth(entities, number))}`;
// Fifty pages, so that their views are kept; each tenth page is a variant of nothing.
const viewed = (number: number): string => {
  const at = nth(entities, number % 50);
  return `/page/${String(at % 10 === 0 ? at + 1 : at)}`;
};
// A page that is seldom viewed twice: a view is kept from the second time it is made.
const seldomViewed = (number: number): string => {
  const at = nth(entities, number);
  return `/page/${String(at % 10 === 0 ? at + 1 : at)}`;
};
// A word of three letters of a page's name, as the data set makes it, which about one page in fifty holds.
const wordOf = (number: number): string => {
  const page = 6 * nth(entities / 6 - 1, number) + 5;
  return createHash('md5')
    .update(String(page * 7_919 + 1))
    .digest('hex')
    .slice(0, 3);
};
const person = (number: number): string => urnOf('identity', nth(identities, number));
const languageOf = (number: number): string => ['en', 'de', 'fr-CA', 'zh-Hans-CN'][number % 4] ?? 'en';
const hourOf = (number: number): string =>
  new Date(Date.UTC(2026, 11, 1) + nth(tasks - 100, number) * 3_600_000).toISOString();
const dayOf = (number: number): string =>
  new Date(Date.UTC(2026, 0, 1) + nth(entities - 200, number) * 60_000).toISOString();

const items = (kind: string, members: string, of = 'e.urn'): string =>
  `(SELECT coalesce(json_agg(t), '[]') FROM (SELECT i.urn, i.name, ${members} FROM item i WHERE i.entity = ${of} AND i.kind = '${kind}'` +
  ` AND i.deleted_timestamp IS NULL ORDER BY i.sort_order, i.urn) t)`;
const nodes = (select: string): string =>
  `SELECT json_build_object('nodes', coalesce(json_agg(r), '[]'))::text AS text FROM (${select}) r`;
const one = (select: string): string => `SELECT row_to_json(r)::text AS text FROM (${select}) r`;
const mixed = (number: number): string[] =>
  Array.from({ length: 20 }, (_, at) =>
    at % 2 === 0 ? entity(number * 20 + at) : urnOf('TextItem2:', nth(entities, number * 20 + at)),
  );

const viewSql = one(
  `SELECT e.urn, e.language, ${items('TextItem', 'i.value_string AS value')} AS texts, ${items('LinkItem', 'i.href, i.text')} AS links` +
    ` FROM entity e WHERE md5(e.path) = md5($1) AND e.path = $1 AND e.deleted_timestamp IS NULL LIMIT 1`,
);
const twenty = Array.from({ length: 20 }, (_, at) => at);
const ten = (number: number): string[] => Array.from({ length: 10 }, (_, at) => entity(number * 10 + at));
const checkOf = (objectUrn: string): Readonly<Record<string, string>> => ({
  objectUrn,
  objectScope: 'ENTITY',
  label: 'UPDATE',
});

// As the indexes of tasks begin.
const ofTenant = 't.tenant = (SELECT c.tenant FROM company c WHERE c.urn = c.owner LIMIT 1)';

/** The shapes by name. */
export const shapes: Readonly<Record<string, Shape>> = {
  board: {
    document: `query Board($from: DateTime!) { tasks(first: 20, where: { status: { in: [PENDING, IN_PROGRESS] }, dueTimestamp: { gte: $from } }, orderBy: [{ field: DUE_TIMESTAMP, direction: ASC }]) { nodes { urn title status priority dueTimestamp assignee { urn name } } } }`,
    variables: (number) => ({ from: hourOf(number) }),
    sql: nodes(
      `SELECT t.urn, t.title, t.status, t.priority, t.due_timestamp AS "dueTimestamp", (SELECT row_to_json(a) FROM (SELECT i.urn, i.name FROM identity i WHERE i.urn = t.assignee) a) AS assignee` +
        ` FROM task t WHERE ${ofTenant} AND t.status = ANY('{PENDING,IN_PROGRESS}') AND t.due_timestamp >= $1::timestamptz AND t.deleted_timestamp IS NULL ORDER BY t.due_timestamp, t.urn LIMIT 20`,
    ),
    values: (number) => [hourOf(number)],
  },
  filteredList: {
    document: `query Filtered($language: String!, $from: DateTime!) { entities(first: 20, where: { language: { eq: $language }, publishTimestamp: { gte: $from } }, orderBy: [{ field: PUBLISH_TIMESTAMP, direction: ASC }]) { nodes { urn name path language publishTimestamp } } }`,
    variables: (number) => ({ language: languageOf(number), from: dayOf(number) }),
    sql: nodes(
      `SELECT e.urn, e.name, e.path, e.language, e.publish_timestamp AS "publishTimestamp" FROM entity e WHERE e.language = $1 AND e.publish_timestamp >= $2::timestamptz` +
        ` AND e.deleted_timestamp IS NULL ORDER BY e.publish_timestamp, e.urn LIMIT 20`,
    ),
    values: (number) => [languageOf(number), dayOf(number)],
    isPublic: true,
  },
  pageByPath: {
    document: `query ByPath($path: String!) { entities(first: 1, where: { path: { eq: $path } }) { nodes { urn name language texts { urn name value } links { urn name href text } } } }`,
    variables: (number) => ({ path: pathOf(number) }),
    sql: nodes(
      `SELECT e.urn, e.name, e.language, ${items('TextItem', 'i.value_string AS value')} AS texts, ${items('LinkItem', 'i.href, i.text')} AS links` +
        ` FROM entity e WHERE md5(e.path) = md5($1) AND e.path = $1 AND e.deleted_timestamp IS NULL ORDER BY e.created_timestamp, e.urn LIMIT 1`,
    ),
    values: (number) => [pathOf(number)],
    isPublic: true,
  },
  threeLevels: {
    document: `query Levels($group: ID!) { messageThreads(first: 5, where: { group: { eq: $group }, isClosed: { eq: false } }) { nodes { urn name posts(first: 5, where: { isDeleted: { eq: false } }) { nodes { urn content authorIdentity { urn name } } } } } }`,
    variables: (number) => ({ group: urnOf('group', nth(groups, number)) }),
    sql: nodes(
      `SELECT m.urn, m.name, (SELECT json_build_object('nodes', coalesce(json_agg(p), '[]')) FROM (SELECT p.urn, p.content,` +
        ` (SELECT row_to_json(a) FROM (SELECT i.urn, i.name FROM identity i WHERE i.urn = p.author_identity) a) AS "authorIdentity" FROM thread_post p` +
        ` WHERE p.message_thread = m.urn AND NOT p.is_deleted AND p.deleted_timestamp IS NULL ORDER BY p.created_timestamp, p.urn LIMIT 5) p) AS posts` +
        ` FROM message_thread m WHERE m."group" = $1 AND NOT m.is_closed AND m.deleted_timestamp IS NULL ORDER BY m.created_timestamp, m.urn LIMIT 5`,
    ),
    values: (number) => [urnOf('group', nth(groups, number))],
  },
  total: {
    document: `query Total($language: String!, $from: DateTime!) { entities(first: 1, where: { language: { eq: $language }, publishTimestamp: { gte: $from } }) { totalCount nodes { urn } } }`,
    variables: (number) => ({ language: languageOf(number), from: dayOf(number) }),
    sql:
      `SELECT json_build_object('totalCount', (SELECT count(*) FROM entity e WHERE e.language = $1 AND e.publish_timestamp >= $2::timestamptz AND e.deleted_timestamp IS NULL),` +
      ` 'nodes', (SELECT coalesce(json_agg(r), '[]') FROM (SELECT e.urn FROM entity e WHERE e.language = $1 AND e.publish_timestamp >= $2::timestamptz` +
      ` AND e.deleted_timestamp IS NULL ORDER BY e.created_timestamp, e.urn LIMIT 1) r))::text AS text`,
    values: (number) => [languageOf(number), dayOf(number)],
    isPublic: true,
  },
  history: {
    document: `query History($urn: ID!) { textItem(urn: $urn) { history { history(first: 10) { nodes { urn version createdTimestamp value } } } } }`,
    variables: (number) => ({ urn: urnOf('TextItem2:', nth(entities, number)) }),
    sql: one(
      `SELECT (SELECT json_build_object('nodes', coalesce(json_agg(h), '[]')) FROM (SELECT v.urn, v.version::text, v.created_timestamp AS "createdTimestamp", v.value_string AS value` +
        ` FROM item_value v WHERE v.item_urn = i.urn ORDER BY v.created_timestamp DESC, v.urn DESC LIMIT 10) h) AS history FROM item i WHERE i.urn = $1 AND i.deleted_timestamp IS NULL`,
    ),
    values: (number) => [urnOf('TextItem2:', nth(entities, number))],
  },
  node: {
    document: `query Node($urn: ID!) { node(urn: $urn) { urn ... on Entity { name path } } }`,
    variables: (number) => ({ urn: entity(number) }),
    sql: one(`SELECT e.urn, e.name, e.path FROM entity e WHERE e.urn = $1 AND e.deleted_timestamp IS NULL`),
    values: (number) => [entity(number)],
  },
  nodes: {
    document: `query Nodes($urns: [ID!]!) { nodes(urns: $urns) { urn ... on Entity { name path } ... on TextItem { name value } } }`,
    variables: (number) => ({ urns: mixed(number) }),
    sql:
      `SELECT json_agg(coalesce((SELECT row_to_json(x) FROM (SELECT e.urn, e.name, e.path FROM entity e WHERE e.urn = w.urn AND e.deleted_timestamp IS NULL) x),` +
      ` (SELECT row_to_json(x) FROM (SELECT i.urn, i.name, i.value_string AS value FROM item i WHERE i.urn = w.urn AND i.deleted_timestamp IS NULL) x)) ORDER BY w.n)::text AS text` +
      ` FROM unnest(string_to_array($1, ',')::uuid[]) WITH ORDINALITY AS w(urn, n)`,
    values: (number) => [mixed(number).join(',')],
  },
  view: {
    document: `query View($path: String!) { entityView(path: $path) { urn language texts { name value } links { name href text } } }`,
    variables: (number) => ({ path: viewed(number) }),
    rest: (number) => ({ method: 'GET', path: `/v/v1/entityview${viewed(number)}` }),
    sql: viewSql,
    values: (number) => [viewed(number)],
    isPublic: true,
  },
  viewFirst: {
    document: `query View($path: String!) { entityView(path: $path) { urn language texts { name value } links { name href text } } }`,
    variables: (number) => ({ path: seldomViewed(number) }),
    rest: (number) => ({ method: 'GET', path: `/v/v1/entityview${seldomViewed(number)}` }),
    sql: viewSql,
    values: (number) => [seldomViewed(number)],
    isPublic: true,
  },
  views: {
    document: `query Views(${twenty.map((at) => `$p${String(at)}: String!`).join(', ')}) { ${twenty
      .map(
        (at) =>
          `v${String(at)}: entityView(path: $p${String(at)}) { urn language texts { name value } links { name href text } }`,
      )
      .join(' ')} }`,
    variables: (number) => Object.fromEntries(twenty.map((at) => [`p${String(at)}`, viewed((number % 5) * 10 + at)])),
    sql: `SELECT json_agg(v.text::json)::text AS text FROM unnest(string_to_array($1, ',')) AS w(path), LATERAL (${viewSql.replaceAll('$1', 'w.path')}) v`,
    values: (number) => [twenty.map((at) => viewed((number % 5) * 10 + at)).join(',')],
    isPublic: true,
  },
  inbox: {
    document: `query Inbox { inbox { unreadThreadCount unreadMentionCount notifications(first: 10) { nodes { urn notificationCount mentionCount messageThread { urn name } } } } }`,
    variables: () => ({}),
    rest: () => ({ method: 'GET', path: '/n/v1/identitynotificationinbox?limit=10' }),
    sql: one(
      `SELECT (SELECT count(*) FROM message_thread_notification n WHERE n.identity = $1 AND n.notified_count > 0 AND n.deleted_timestamp IS NULL) AS "unreadThreadCount",` +
        ` (SELECT sum(n.mention_count) FROM message_thread_notification n WHERE n.identity = $1 AND n.notified_count > 0 AND n.deleted_timestamp IS NULL) AS "unreadMentionCount",` +
        ` (SELECT json_build_object('nodes', coalesce(json_agg(x), '[]')) FROM (SELECT n.urn, n.notification_count AS "notificationCount", n.mention_count AS "mentionCount",` +
        ` (SELECT row_to_json(m) FROM (SELECT m.urn, m.name FROM message_thread m WHERE m.urn = n.message_thread) m) AS "messageThread" FROM message_thread_notification n` +
        ` WHERE n.identity = $1 AND n.notified_count > 0 AND n.deleted_timestamp IS NULL ORDER BY n.updated_timestamp DESC, n.urn LIMIT 10) x) AS notifications`,
    ),
    values: (number) => [person(number)],
  },
  unreadCounts: {
    document: `query Unread { inbox { unreadThreadCount unreadMentionCount } }`,
    variables: () => ({}),
    sql: one(
      `SELECT count(*) AS "unreadThreadCount", sum(n.mention_count) AS "unreadMentionCount" FROM message_thread_notification n WHERE n.identity = $1 AND n.notified_count > 0 AND n.deleted_timestamp IS NULL`,
    ),
    values: (number) => [person(number)],
  },
  search: {
    isOfWords: true,
    document: `query Search($query: String!) { search(query: $query, includeScopes: [ENTITY], first: 20) { nodes { urn name score highlights { path text } } } }`,
    variables: (number) => ({ query: wordOf(number) }),
    sql: nodes(
      `SELECT h.urn, h.name, h.score, (SELECT json_agg(t) FROM (SELECT i.name AS path, ts_headline('simple', i.value_string, h.q) AS text FROM item i WHERE i.entity = h.urn` +
        ` AND i.kind IN ('TextItem', 'MarkdownItem') AND i.deleted_timestamp IS NULL AND to_tsvector('simple', i.value_string) @@ h.q ORDER BY i.sort_order LIMIT 3) t) AS highlights` +
        ` FROM (SELECT d.urn, d.name, q.q, ts_rank_cd(d.live, q.q) AS score FROM (SELECT quote_literal($1)::tsquery AS q) q, search_document d` +
        ` WHERE d.kind = 'Entity' AND d.live @@ q.q ORDER BY score DESC, d.urn LIMIT 20) h`,
    ),
    values: (number) => [wordOf(number)],
    isPublic: true,
  },
  checks: {
    document: `query Checks($checks: [PermissionCheckInput!]!) { permissionCheck(checks: $checks) { allowed } }`,
    variables: (number) => ({ checks: ten(number).map(checkOf) }),
    rest: (number) => ({
      method: 'POST',
      path: '/n/v1/permissioncheck',
      body: JSON.stringify({ checks: ten(number).map(checkOf) }),
    }),
    sql:
      `SELECT json_agg(json_build_object('allowed', EXISTS (SELECT 1 FROM permission g WHERE g.subject_urn = md5('nobody')::uuid AND g.label = ANY('{UPDATE,MANAGE,ADMIN}')` +
      ` AND ((g.object_scope = 'ENTITY' AND g.object_urn = e.urn) OR (g.object_scope = 'COMPANY' AND g.object_urn IN (e.owner, e.tenant))) AND g.deleted_timestamp IS NULL` +
      ` AND (g.from_timestamp IS NULL OR g.from_timestamp <= now()) AND (g.to_timestamp IS NULL OR g.to_timestamp > now()))))::text AS text` +
      ` FROM entity e WHERE e.urn = ANY(string_to_array($1, ',')::uuid[]) AND e.deleted_timestamp IS NULL`,
    values: (number) => [ten(number).join(',')],
  },
  itemAndContext: {
    document: `query Item($urn: ID!) { textItem(urn: $urn) { urn name value } clientContext { hasBearer client { urn } } }`,
    variables: (number) => ({ urn: urnOf('TextItem2:', nth(entities, number)) }),
    sql: one(
      `SELECT i.urn, i.name, i.value_string AS value FROM item i WHERE i.urn = $1 AND i.kind = 'TextItem' AND i.deleted_timestamp IS NULL`,
    ),
    values: (number) => [urnOf('TextItem2:', nth(entities, number))],
  },
  restPage: {
    rest: (number) => ({ method: 'GET', path: `/n/v1/entity/${entity(number)}` }),
    sql: statements['page'] ?? '',
    values: (number) => [entity(number)],
    isPublic: true,
  },
  restList: {
    rest: (number) => ({
      method: 'GET',
      path: `/n/v1/tasks?fields=title,status,dueTimestamp&filter[status]=PENDING&filter[dueTimestamp][gte]=${hourOf(number)}&sort=dueTimestamp&limit=20`,
    }),
    sql: nodes(
      `SELECT t.urn, t.title, t.status, t.due_timestamp AS "dueTimestamp" FROM task t WHERE ${ofTenant} AND t.status = 'PENDING' AND t.due_timestamp >= $1::timestamptz` +
        ` AND t.deleted_timestamp IS NULL ORDER BY t.due_timestamp, t.urn LIMIT 20`,
    ),
    values: (number) => [hourOf(number)],
  },
};
