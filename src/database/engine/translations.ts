// The other languages of pages: those of the same owner, path and variant, and those that a company names for its content and in which
// there is none yet. One statement for many pages.
import { entityColumn } from './liveRows.ts';

/** Which rows a caller reads, and of which it sees drafts, as conditions (SQL). */
interface Sees {
  /** Of the entity `t`. */
  readonly readable: string;
  /** Of the entity under an alias. */
  readonly drafts: (alias: string) => string;
}

// The nearest company above that names languages decides, as it does for views (identity/companyStore.ts).
const named = (owner: string): string =>
  `(WITH RECURSIVE above AS (SELECT "parent_company", "fallback_languages", "organisation", 0 AS depth FROM "company" WHERE "urn" = ${owner}` +
  ` UNION ALL SELECT c."parent_company", c."fallback_languages", c."organisation", a.depth + 1 FROM "company" c` +
  ` JOIN above a ON c."urn" = a."parent_company" WHERE a.depth < 1000),` +
  ` chains AS (SELECT "fallback_languages" AS json FROM above WHERE "fallback_languages" IS NOT NULL ORDER BY depth LIMIT 1),` +
  ` chain AS (SELECT e.key, e.value FROM chains CROSS JOIN LATERAL json_each(chains.json) e)` +
  ` SELECT key AS language FROM chain UNION SELECT tag FROM chain CROSS JOIN LATERAL json_array_elements_text(chain.value) tag` +
  ` UNION (SELECT o."default_language" FROM above a JOIN "organisation" o ON o."urn" = a."organisation"` +
  ` WHERE o."default_language" IS NOT NULL ORDER BY a.depth LIMIT 1))`;

/**
 * Selects `urn` and `value`, a list of languages with the page in each, for the pages whose urns, an array, are given and whose drafts the
 * caller sees. What it may not read is missing, like what is not there.
 */
export function translationsSql(urns: string, { readable, drafts }: Sees): string {
  const edited = entityColumn('t', 'last_edited_timestamp', drafts('t'));
  const others =
    `SELECT t."urn", t."language", ${edited} AS edited FROM "entity" t WHERE md5(t."path") = md5(s."path") AND t."path" = s."path"` +
    ` AND t."owner" = s."owner" AND t."variant" = s."variant" AND t."language" <> s."language" AND ${readable}`;
  const one =
    `json_build_object('language', coalesce(o."language", w.language), 'entity', o."urn", 'isMissing', o."urn" IS NULL,` +
    ` 'isOutdated', coalesce(o.edited < s."last_edited_timestamp", false)) ORDER BY coalesce(o."language", w.language)`;
  const wanted = `SELECT n.language FROM ${named('s."owner"')} n WHERE n.language <> s."language"`;
  return (
    `SELECT s."urn", (SELECT coalesce(json_agg(${one}), '[]') FROM (${wanted}) w FULL JOIN (${others}) o ON o."language" = w.language) AS value` +
    ` FROM "entity" s WHERE s."urn" = ANY(${urns}) AND s."path" IS NOT NULL AND ${drafts('s')}`
  );
}
