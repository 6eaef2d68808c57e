// Writes the search index: one document per resource that can be found, made from the words it has now. Words are kept
// stemmed in their own language and as they are, so that a search in another language still finds whole words.
import type { Transaction } from '../connection/database.ts';
import { quote } from '../mapping/columns.ts';
import { longestText, partsSql, searchSourceOf, type SearchSource } from './searchSource.ts';
import { Parameters, prepared, type Executor } from '../connection/statement.ts';

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

function documentSql(source: SearchSource, urns: string): string {
  const isContent = source.kind === 'Entity';
  const live = isContent
    ? `CASE WHEN t."live_timestamp" IS NOT NULL THEN ${vectorOf('live_part')} END`
    : vectorOf('live_part');
  const draft = isContent ? vectorOf('draft_part') : 'NULL::tsvector';
  const parts = isContent
    ? `live_part AS (${partsSql(source, urns, 'PUBLISHED')}), draft_part AS (${partsSql(source, urns, 'LATEST')})`
    : `live_part AS (${partsSql(source, urns, 'LATEST')})`;
  return (
    `WITH ${parts}, document AS (SELECT t."urn", t."owner", t."tenant", ${source.container} AS container, s.language,` +
    ` ${source.name} AS name, ${live} AS live, ${draft} AS draft, t."created_timestamp", t."updated_timestamp"` +
    ` FROM ${quote(source.table)} t, LATERAL (SELECT ${languageOf(source)} AS language) s,` +
    ` LATERAL (SELECT COALESCE((SELECT l."configuration" FROM "search_language" l WHERE l."language" = split_part(lower(s.language), '-', 1)),` +
    ` 'simple'::regconfig) AS configuration) c WHERE t."urn" = ANY(${urns}) AND t."deleted_timestamp" IS NULL AND ${source.condition}),` +
    ` gone AS (DELETE FROM "search_document" d WHERE d."urn" = ANY(${urns}) AND NOT EXISTS (SELECT 1 FROM document n WHERE n."urn" = d."urn"))` +
    ` INSERT INTO "search_document" ("urn", "kind", "owner", "tenant", "container", "language", "name", "live", "draft", "created_timestamp", "updated_timestamp")` +
    ` SELECT n."urn", '${source.kind}', n."owner", n."tenant", n.container, n.language, n.name, n.live, n.draft, n."created_timestamp", n."updated_timestamp"` +
    ` FROM document n ON CONFLICT ("urn") DO UPDATE SET "owner" = EXCLUDED."owner", "container" = EXCLUDED."container",` +
    ` "language" = EXCLUDED."language", "name" = EXCLUDED."name", "live" = EXCLUDED."live", "draft" = EXCLUDED."draft",` +
    ` "updated_timestamp" = EXCLUDED."updated_timestamp"`
  );
}

// The organisation of the tenant's root company says which language its people use.
function languageOf(source: SearchSource): string {
  const ofOwner =
    `(SELECT o."default_language" FROM "company" w JOIN "company" r ON r."urn" = w."owner" JOIN "organisation" o ON o."urn" = r."organisation"` +
    ` WHERE w."urn" = t."owner")`;
  return `COALESCE(${[...(source.language ? [source.language] : []), ofOwner].join(', ')}, 'und')`;
}

function vectorOf(parts: string): string {
  const words = (weight: string): string =>
    `left(COALESCE(string_agg(w.text, E'\\n' ORDER BY w.place, w.path) FILTER (WHERE w.weight = '${weight}'), ''), ${String(longestText)})`;
  const vector = (name: string): string =>
    `setweight(to_tsvector(c.configuration, x.${name}) || to_tsvector('simple', x.${name}), '${name.toUpperCase()}')`;
  return (
    `(SELECT ${vector('a')} || ${vector('b')} || ${vector('d')} FROM (SELECT ${words('A')} AS a, ${words('B')} AS b, ${words('D')} AS d` +
    ` FROM ${parts} w WHERE w.urn = t."urn") x)`
  );
}

/** The memberships that are shown by the name of one of these identities or groups. */
export async function membershipsNaming(executor: Executor, urns: readonly string[]): Promise<string[]> {
  const p = new Parameters();
  const wanted = p.add(urns, 'uuid[]');
  const text =
    `SELECT "urn" FROM "group_membership" WHERE ("identity" = ANY(${wanted}) OR "group" = ANY(${wanted}))` +
    ` AND "deleted_timestamp" IS NULL`;
  const rows = await executor.query(prepared(text, p));
  return rows.map((row) => String(row['urn']));
}
