// What the words of a resource are, by kind: its names and its texts, each with the path it stands at. The index is made
// from here and the highlights of a hit are cut from here, so that the two never disagree.
import { valuesOfEntities } from '../engine/liveRows.ts';
import { itemTexts } from '../engine/searchedItems.ts';
import { quote } from '../mapping/columns.ts';

/** Which values of content are meant. */
export type SearchedVersion = 'PUBLISHED' | 'LATEST';

/** How a kind is indexed. */
export interface SearchSource {
  readonly kind: string;
  readonly table: string;
  /** The name shown for a hit, as SQL over the row `t`; it weighs most. */
  readonly name: string;
  readonly namePath: string;
  /** More columns that are searched, by their path. */
  readonly texts: Readonly<Record<string, string>>;
  /** Texts of other rows that name it, as partsSql gives them. */
  readonly names?: (urns: string) => string;
  /** The language of its words, as SQL over the row `t`; null for that of the owner's organisation. */
  readonly language: string | null;
  /** What the row `t` lives in, as SQL. */
  readonly container: string;
  /** Which rows can be found, as SQL over the row `t`. */
  readonly condition: string;
}

const plain = (kind: string, table: string, texts: Readonly<Record<string, string>> = {}): SearchSource => ({
  kind,
  table,
  name: 't."name"',
  namePath: '/name',
  texts,
  language: null,
  container: 'NULL::uuid',
  condition: 'true',
});

// An identity may stand for several persons, each with several names.
function personNames(urns: string): string {
  const parts = ['given_name', 'middle_name', 'family_name', 'nickname']
    .map((column) => `n.${quote(column)}`)
    .join(', ');
  const [person, name] = ['p."created_timestamp", p."urn"', 'n."created_timestamp", n."urn"'];
  const number = `dense_rank() OVER (PARTITION BY p."identity" ORDER BY ${person})`;
  const place = `row_number() OVER (PARTITION BY p."urn" ORDER BY ${name})`;
  return (
    `SELECT p."identity" AS urn, '/persons/' || (${number} - 1)::text || '/names/' || (${place} - 1)::text, 'A', concat_ws(' ', ${parts}),` +
    ` row_number() OVER (PARTITION BY p."identity" ORDER BY ${person}, ${name}) FROM "person" p` +
    ` JOIN "person_name" n ON n."person" = p."urn" AND n."deleted_timestamp" IS NULL WHERE p."identity" = ANY(${urns}) AND p."deleted_timestamp" IS NULL`
  );
}

/** How each kind is indexed that is. */
export const searchSources: readonly SearchSource[] = [
  { ...plain('Entity', 'entity', { '/path': 't."path"' }), language: 't."language"' },
  plain('EntityList', 'entity_list'),
  plain('Group', 'group', { '/description': 't."description"' }),
  {
    ...plain('GroupMembership', 'group_membership'),
    name: `(SELECT concat_ws(' – ', i."name", v."name") FROM "identity" i, "group" v WHERE i."urn" = t."identity" AND v."urn" = t."group")`,
    namePath: '/identity/name',
    container: 't."group"',
  },
  { ...plain('Identity', 'identity'), language: 't."language"', names: personNames },
  plain('Project', 'project', { '/description': 't."description"' }),
  { ...plain('Task', 'task', { '/description': 't."description"' }), name: 't."title"', namePath: '/title' },
  { ...plain('MessageThread', 'message_thread'), container: 't."group"' },
  {
    ...plain('ThreadPost', 'thread_post', { '/content': 't."content"' }),
    name: 'NULL::text',
    container: 't."message_thread"',
    condition: 'NOT t."is_deleted"',
  },
  plain('Company', 'company'),
  plain('Workflow', 'workflow'),
];

/** How the kind is indexed; null for kinds that are not. */
export function searchSourceOf(kind: string): SearchSource | null {
  return searchSources.find((source) => source.kind === kind) ?? null;
}

/** Characters of a resource's texts that are searched; PostgreSQL keeps at most 1 MiB of words per document. */
export const longestText = 100_000;

/**
 * The texts of the rows in `urns` (SQL): `urn`, `path`, `weight` (A is heaviest), `text`, `place` (its order).
 */
export function partsSql(source: SearchSource, urns: string, version: SearchedVersion): string {
  const from = `FROM ${quote(source.table)} t WHERE t."urn" = ANY(${urns})`;
  const own = [
    `SELECT t."urn", '${source.namePath}' AS path, 'A' AS weight, ${source.name} AS text, 0::bigint AS place ${from}`,
    ...Object.entries(source.texts).map(
      ([path, column], at) =>
        `SELECT t."urn", '${path}', '${source.kind === 'Entity' ? 'B' : 'D'}', ${column}, ${String(at + 1)}::bigint ${from}`,
    ),
  ];
  const all = [
    ...own,
    ...(source.names ? [source.names(urns)] : []),
    ...(source.kind === 'Entity' ? [itemParts(urns, version)] : []),
  ];
  return `SELECT urn, path, weight, text, place FROM (${all.join(' UNION ALL ')}) every WHERE text IS NOT NULL`;
}

function itemParts(urns: string, version: SearchedVersion): string {
  const kinds = Object.keys(itemTexts).map((kind) => `'${kind}'`);
  const pick = (value: (text: { list: string; member: string; column: string }) => string): string =>
    `CASE v."kind" ${Object.entries(itemTexts)
      .map(([kind, text]) => `WHEN '${kind}' THEN ${value(text)}`)
      .join(' ')} END`;
  const { rows, item } = valuesOfEntities(urns, version === 'PUBLISHED' ? 'LIVE' : 'NEWEST');
  const place = `row_number() OVER (PARTITION BY v."entity", v."kind" ORDER BY v."sort_order", ${item})`;
  const text = pick((t) => `v."${t.column}"`);
  // The size of a text is known without reading it. What is stored holds at least a quarter as many characters as bytes, so
  // no text behind so many bytes can be among the characters that are searched.
  const size = `COALESCE(pg_column_size(${text}), 0)`;
  const before = `sum(${size}) OVER (PARTITION BY v."entity" ORDER BY v."sort_order", v."kind", ${item}) - ${size}`;
  return (
    `SELECT urn, path, 'D' AS weight, left(text, ${String(longestText)}) AS text, place FROM (SELECT v."entity" AS urn,` +
    ` ${pick((t) => `'/${t.list}/'`)} || (${place} - 1)::text || ${pick((t) => `'/${t.member}'`)} AS path,` +
    ` ${text} AS text, 10 + v."sort_order"::bigint AS place, ${before} AS bytes_before FROM ${rows}` +
    ` AND v."kind" IN (${kinds.join(', ')})) texts WHERE bytes_before < ${String(4 * longestText)}`
  );
}
