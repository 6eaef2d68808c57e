// What the words of a resource are, by kind: its names and its texts, each with the path it stands at. The index is made
// from here and the highlights of a hit are cut from here, so that the two never disagree.
import { matchMarks } from '../../domain/searchQuery.ts';
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
  { ...plain('Identity', 'identity'), language: 't."language"' },
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
  const all = source.kind === 'Entity' ? [...own, itemParts(urns, version)] : own;
  return `SELECT urn, path, weight, ${bareText('text')} AS text, place FROM (${all.join(' UNION ALL ')}) every WHERE text IS NOT NULL`;
}

function itemParts(urns: string, version: SearchedVersion): string {
  const kinds = Object.keys(itemTexts).map((kind) => `'${kind}'`);
  const pick = (value: (text: { list: string; member: string; column: string }) => string): string =>
    `CASE v."kind" ${Object.entries(itemTexts)
      .map(([kind, text]) => `WHEN '${kind}' THEN ${value(text)}`)
      .join(' ')} END`;
  const rows =
    version === 'PUBLISHED'
      ? `"item_live" l JOIN "item_value" v ON v."urn" = l."entry" WHERE l."entity" = ANY(${urns}) AND l."until_timestamp" IS NULL`
      : `"item" v WHERE v."entity" = ANY(${urns}) AND v."deleted_timestamp" IS NULL`;
  const item = version === 'PUBLISHED' ? 'v."item_urn"' : 'v."urn"';
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

/**
 * A text (SQL) without characters that mean something here, and with `<` and `>` put by: PostgreSQL drops what looks like a tag.
 * `translate` would take ten times as long.
 */
function bareText(text: string): string {
  const { begin, end, less, greater } = matchMarks;
  const without = [begin, end, less, greater].reduce((sql, mark) => `replace(${sql}, ${literal(mark)}, '')`, text);
  return `replace(replace(${without}, '<', ${literal(less)}), '>', ${literal(greater)})`;
}

const literal = (character: string): string => `E'\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}'`;

/** How PostgreSQL marks the matches in a cut of a text. */
export const headlineOptions = `StartSel="${matchMarks.begin}", StopSel="${matchMarks.end}", MaxWords=30, MinWords=8, MaxFragments=0`;
