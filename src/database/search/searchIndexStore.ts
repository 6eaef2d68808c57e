// Writes the search index: one document per resource that can be found, made from the words it has now. Words are kept
// stemmed in their own language and as they are, so that a search in another language still finds whole words.
import type { Transaction } from '../connection/database.ts';
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

// A vector is made when its words are not those of its digest: making it costs a hundred times as much as reading the words.
function documentSql(source: SearchSource, urns: string): string {
  const isContent = source.kind === 'Entity';
  // Materialized: PostgreSQL would read the words of all the resources again for each of them.
  const part = (name: string, version: SearchedVersion): string =>
    `${name}_part AS MATERIALIZED (${partsSql(source, urns, version)})`;
  const parts = isContent ? `${part('live', 'PUBLISHED')}, ${part('draft', 'LATEST')}` : part('live', 'LATEST');
  const live = wordsSql('live', isContent ? 't."live_timestamp" IS NOT NULL' : 'true') + vectorSql('live', null);
  // A page without drafts has the same words twice.
  const draft = isContent
    ? wordsSql('draft', 'true') + vectorSql('draft', 'live')
    : ', LATERAL (SELECT NULL::uuid AS digest, NULL::tsvector AS vector) draft, LATERAL (SELECT draft.vector) draft_vector';
  const changing = ['owner', 'container', 'language', 'name', 'live_digest', 'draft_digest', 'updated_timestamp'];
  const of = (row: string): string => changing.map((name) => `${row}.${quote(name)}`).join(', ');
  return (
    `WITH ${parts}, document AS (SELECT t."urn", t."owner", t."tenant", ${source.container} AS container, s.language,` +
    ` ${source.name} AS name, live_vector.vector AS live, live.digest AS live_digest, draft_vector.vector AS draft,` +
    ` draft.digest AS draft_digest, t."created_timestamp", t."updated_timestamp"` +
    ` FROM ${quote(source.table)} t LEFT JOIN "search_document" o ON o."urn" = t."urn", LATERAL (SELECT ${languageOf(source)} AS language) s,` +
    ` LATERAL (SELECT COALESCE((SELECT l."configuration" FROM "search_language" l WHERE l."language" = split_part(lower(s.language), '-', 1)),` +
    ` 'simple'::regconfig) AS configuration OFFSET 0) c${live}${draft}` +
    ` WHERE t."urn" = ANY(${urns}) AND t."deleted_timestamp" IS NULL AND ${source.condition}),` +
    ` gone AS (DELETE FROM "search_document" d WHERE d."urn" = ANY(${urns}) AND NOT EXISTS (SELECT 1 FROM document n WHERE n."urn" = d."urn"))` +
    ` INSERT INTO "search_document" AS d ("kind", "tenant", "urn", "created_timestamp", "live", "draft", ${changing.map(quote).join(', ')})` +
    ` SELECT '${source.kind}', n."tenant", n."urn", n."created_timestamp", n.live, n.draft, ${of('n')} FROM document n` +
    ` ON CONFLICT ("urn") DO UPDATE SET "live" = EXCLUDED."live", "draft" = EXCLUDED."draft",` +
    ` ${changing.map((name) => `${quote(name)} = EXCLUDED.${quote(name)}`).join(', ')}` +
    ` WHERE (${of('d')}) IS DISTINCT FROM (${of('EXCLUDED')})`
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
  const words = (weight: string): string =>
    `left(COALESCE(string_agg(w.text, E'\\n' ORDER BY w.place, w.path) FILTER (WHERE w.weight = '${weight}'), ''), ${String(longestText)})`;
  return (
    ` LEFT JOIN LATERAL (SELECT x.*, md5(json_build_array(c.configuration, x.a, x.b, x.d)::text)::uuid AS digest` +
    ` FROM (SELECT ${words('A')} AS a, ${words('B')} AS b, ${words('D')} AS d FROM ${name}_part w WHERE w.urn = t."urn") x` +
    ` WHERE ${exists} OFFSET 0) ${name} ON true`
  );
}

// The vector of those words: the one that is kept, that of another document with the same words, or a new one.
function vectorSql(name: string, other: string | null): string {
  const weighed = (weight: string): string => {
    const text = `${name}.${weight}`;
    const stemmed = `CASE WHEN c.configuration = 'simple'::regconfig THEN ''::tsvector ELSE to_tsvector(c.configuration, ${text}) END`;
    return `setweight(${stemmed} || to_tsvector('simple', ${text}), '${weight.toUpperCase()}')`;
  };
  const same = other === null ? '' : ` WHEN ${other}.digest = ${name}.digest THEN ${other}_vector.vector`;
  return (
    ` LEFT JOIN LATERAL (SELECT CASE WHEN o."${name}_digest" = ${name}.digest THEN o."${name}"${same}` +
    ` WHEN ${name}.digest IS NOT NULL THEN ${['a', 'b', 'd'].map(weighed).join(' || ')} END AS vector OFFSET 0) ${name}_vector ON true`
  );
}

/** The memberships that are shown by the name of one of these identities or groups. */
export async function membershipsNaming(executor: Executor, urns: readonly string[]): Promise<string[]> {
  const p = new Parameters();
  const wanted = p.add(urns, 'uuid[]');
  const text =
    `SELECT "urn" FROM "group_membership" WHERE ("identity" = ANY(${wanted}) OR "group" = ANY(${wanted}))` +
    ` AND "deleted_timestamp" IS NULL`;
  return urnsOf(executor, prepared(text, p));
}
