// Writes the search index: one document per resource that can be found, made from the words it has now. Words are kept
// stemmed in their own language and as they are, so that a search in another language still finds whole words.
import type { Transaction } from '../connection/database.ts';
import { firstUrn } from '../../domain/urn.ts';
import { quote } from '../mapping/columns.ts';
import { longestText, partsSql, searchSourceOf, type SearchedVersion, type SearchSource } from './searchSource.ts';
import { Parameters, prepared, urnsOf, type Executor } from '../connection/statement.ts';

/**
 * Brings the documents of these resources in line with their present state: written, or removed when they are
 * gone. Does not wait for it. `mark` distinguishes statements of the background from those of requests.
 */
export function reindex(transaction: Transaction, kind: string, urns: readonly string[], mark = ''): void {
  const source = searchSourceOf(kind);
  if (!source || urns.length === 0) return;
  const p = new Parameters();
  const text = documentSql(source, p.add(urns, 'uuid[]'));
  transaction.send(prepared(mark + text, p));
}

/**
 * Brings the drafts of these entities in line with their present words. They have documents, and nothing of what is live has
 * changed since these were written: it is not read. Does not wait for it.
 */
export function reindexDrafts(transaction: Transaction, urns: readonly string[], mark = ''): void {
  const source = searchSourceOf('Entity');
  if (!source || urns.length === 0) return;
  const p = new Parameters();
  const text = draftSql(source, p.add(urns, 'uuid[]'));
  transaction.send(prepared(mark + text, p));
}

// A vector is made when its words are not those of its digest: making it costs a hundred times as much as reading the words.
function documentSql(source: SearchSource, urns: string): string {
  const isContent = source.kind === 'Entity';
  const part = (name: string, version: SearchedVersion): string => partSql(source, name, urns, version);
  const parts = isContent ? `${part('live', 'PUBLISHED')}, ${part('draft', 'LATEST')}` : part('live', 'LATEST');
  const words = isContent
    ? wordsSql('live', 't."live_timestamp" IS NOT NULL') +
      wordsSql('draft', 'true') +
      // A published draft is live with the words that it has.
      vectorSql('live', { 'o."live_digest"': 'o."live"', 'f."digest"': 'f."words"' }) +
      vectorSql('draft', { 'f."digest"': 'f."words"', 'live.digest': 'live_vector.vector' })
    : wordsSql('live', 'true') + vectorSql('live', { 'o."live_digest"': 'o."live"' });
  const ofDraft = isContent ? `, draft.digest AS draft_digest, draft_vector.vector AS draft` : '';
  const changing = ['owner', 'container', 'language', 'name', 'live_digest', 'updated_timestamp'];
  const of = (row: string): string => changing.map((name) => `${row}.${quote(name)}`).join(', ');
  return (
    `WITH ${parts}, document AS (SELECT t."urn", t."owner", t."tenant", ${source.container} AS container, s.language,` +
    ` ${source.name} AS name, live_vector.vector AS live, live.digest AS live_digest${ofDraft}, t."created_timestamp", ${isContent ? `CASE WHEN t."live_timestamp" IS NULL THEN t."updated_timestamp" ELSE t."live_updated_timestamp" END` : 't."updated_timestamp"'} AS "updated_timestamp"` +
    ` FROM ${quote(source.table)} t LEFT JOIN "search_document" o ON o."urn" = t."urn"` +
    `${isContent ? ` LEFT JOIN "search_draft" f ON f."urn" = t."urn"` : ''}${configurationSql(source)}${words}` +
    ` WHERE ${livingSql(source, urns)}),` +
    ` gone AS (DELETE FROM "search_document" d WHERE d."urn" = ANY(${urns}) AND NOT EXISTS (SELECT 1 FROM document n WHERE n."urn" = d."urn"))` +
    (isContent ? draftsSql(urns) : '') +
    ` INSERT INTO "search_document" AS d ("kind", "tenant", "urn", "created_timestamp", "live", ${changing.map(quote).join(', ')})` +
    ` SELECT '${source.kind}', n."tenant", n."urn", n."created_timestamp", n.live, ${of('n')} FROM document n` +
    ` ON CONFLICT ("urn") DO UPDATE SET "live" = EXCLUDED."live",` +
    ` ${changing.map((name) => `${quote(name)} = EXCLUDED.${quote(name)}`).join(', ')}` +
    ` WHERE (${of('d')}) IS DISTINCT FROM (${of('EXCLUDED')})`
  );
}

// Of drafts alone, whose documents know the words that are live.
function draftSql(source: SearchSource, urns: string): string {
  const words = wordsSql('draft', 'true');
  const vector = vectorSql('draft', { 'f."digest"': 'f."words"', 'o."live_digest"': 'o."live"' });
  return (
    `WITH ${partSql(source, 'draft', urns, 'LATEST')}, document AS (SELECT t."urn", t."tenant", o."live", o."live_digest",` +
    ` draft.digest AS draft_digest, draft_vector.vector AS draft FROM ${quote(source.table)} t` +
    ` JOIN "search_document" o ON o."urn" = t."urn" LEFT JOIN "search_draft" f ON f."urn" = t."urn"` +
    `${configurationSql(source)}${words}${vector} WHERE ${livingSql(source, urns)})${draftsSql(urns)} SELECT`
  );
}

// The words of the resources by their weights, as `<name>_words`. Materialized: PostgreSQL would read the words of all the
// resources again for each of them.
function partSql(source: SearchSource, name: string, urns: string, version: SearchedVersion): string {
  const words = (weight: string): string =>
    `left(string_agg(w.text, E'\\n' ORDER BY w.place, w.path) FILTER (WHERE w.weight = '${weight}'), ${String(longestText)})`;
  return (
    `${name}_words AS MATERIALIZED (SELECT w.urn, ${words('A')} AS a, ${words('B')} AS b, ${words('D')} AS d` +
    ` FROM (${partsSql(source, urns, version)}) w GROUP BY w.urn)`
  );
}

// The language `s` of a resource `t`, and the text configuration `c` of it.
function configurationSql(source: SearchSource): string {
  return (
    `, LATERAL (SELECT ${languageOf(source)} AS language) s, LATERAL (SELECT COALESCE((SELECT l."configuration"` +
    ` FROM "search_language" l WHERE l."language" = split_part(lower(s.language), '-', 1)),` +
    ` 'simple'::regconfig) AS configuration OFFSET 0) c`
  );
}

// Those of the resources `t` that can be found.
function livingSql(source: SearchSource, urns: string): string {
  return `t."urn" = ANY(${urns}) AND t."deleted_timestamp" IS NULL AND ${source.condition}`;
}

// The words of drafts that are not those of their live documents. PostgreSQL puts every word of a row into its index again when
// one of them changes, so that only those which are not live are indexed; the others are found by the live document.
function draftsSql(urns: string): string {
  const isOther = 'n.draft_digest IS DISTINCT FROM n.live_digest';
  return (
    `, settled AS (DELETE FROM "search_draft" f WHERE f."urn" = ANY(${urns})` +
    ` AND NOT EXISTS (SELECT 1 FROM document n WHERE n."urn" = f."urn" AND ${isOther})),` +
    ` drafts AS (INSERT INTO "search_draft" AS f ("tenant", "urn", "words", "added", "digest", "live_digest")` +
    ` SELECT n."tenant", n."urn", n.draft, COALESCE(ts_delete(strip(n.draft), tsvector_to_array(n.live)), strip(n.draft)),` +
    ` n.draft_digest, n.live_digest FROM document n WHERE ${isOther} ON CONFLICT ("urn") DO UPDATE SET "words" = EXCLUDED."words",` +
    ` "added" = EXCLUDED."added", "digest" = EXCLUDED."digest", "live_digest" = EXCLUDED."live_digest"` +
    ` WHERE (f."digest", f."live_digest") IS DISTINCT FROM (EXCLUDED."digest", EXCLUDED."live_digest"))`
  );
}

// The organisation of the tenant's root company says which language its people use.
function languageOf(source: SearchSource): string {
  const ofOwner =
    `(SELECT o."default_language" FROM "company" w JOIN "company" r ON r."urn" = w."owner" JOIN "organisation" o ON o."urn" = r."organisation"` +
    ` WHERE w."urn" = t."owner")`;
  return `COALESCE(${[...(source.language ? [source.language] : []), ofOwner].join(', ')}, 'und')`;
}

// The words of a document by their weights, and their digest; none of them where there is no such document.
function wordsSql(name: string, exists: string): string {
  const words = ['a', 'b', 'd'].map((weight) => `COALESCE(w.${weight}, '') AS ${weight}`).join(', ');
  return (
    ` LEFT JOIN LATERAL (SELECT x.*, md5(json_build_array(c.configuration, x.a, x.b, x.d)::text)::uuid AS digest` +
    ` FROM (SELECT ${words} FROM (SELECT) one LEFT JOIN ${name}_words w ON w.urn = t."urn") x WHERE ${exists} OFFSET 0) ${name} ON true`
  );
}

// The vector of those words: one that is there already, by its digest, or a new one.
function vectorSql(name: string, known: Readonly<Record<string, string>>): string {
  const weighed = (weight: string): string => {
    const text = `${name}.${weight}`;
    const stemmed = `CASE WHEN c.configuration = 'simple'::regconfig THEN ''::tsvector ELSE to_tsvector(c.configuration, ${text}) END`;
    return `setweight(${stemmed} || to_tsvector('simple', ${text}), '${weight.toUpperCase()}')`;
  };
  const same = Object.entries(known).map(([digest, vector]) => `WHEN ${digest} = ${name}.digest THEN ${vector}`);
  return (
    ` LEFT JOIN LATERAL (SELECT CASE ${same.join(' ')}` +
    ` WHEN ${name}.digest IS NOT NULL THEN ${['a', 'b', 'd'].map(weighed).join(' || ')} END AS vector OFFSET 0) ${name}_vector ON true`
  );
}

/** The next memberships that are shown by the name of one of these identities or groups, in the order of their urns. */
export async function membershipsNaming(
  executor: Executor,
  urns: readonly string[],
  { after, limit }: { readonly after: string | null; readonly limit: number },
): Promise<string[]> {
  const p = new Parameters();
  const [wanted, beyond] = [p.add(urns, 'uuid[]'), p.add(after ?? firstUrn, 'uuid')];
  // By one column after the other: PostgreSQL would compare every membership with each of them.
  const named = ['identity', 'group'].map(
    (column) =>
      `SELECT "urn" FROM "group_membership" WHERE ${quote(column)} = ANY(${wanted}) AND "deleted_timestamp" IS NULL AND "urn" > ${beyond}`,
  );
  const text = `${named.join(' UNION ')} ORDER BY "urn" LIMIT ${p.add(limit, 'int')}`;
  return urnsOf(executor, prepared(text, p));
}
