// The stems of words, by the stemmers of PostgreSQL: those of the languages that it has rules for.
import type { Stems } from '../../domain/searchVector.ts';
import type { StemsByRules } from '../../domain/searchTerms.ts';
import { Parameters, prepared, rowsOf, type Executor } from '../connection/statement.ts';

/** The rules of a language (SQL of its tag), by name; null for a language without any. */
export const rulesSql = (language: string): string =>
  `(SELECT l."configuration"::text FROM "search_language" l WHERE l."language" = split_part(lower(${language}), '-', 1))`;

/** What the rules make of the words, in lower case: by all rules, or by those named. */
export async function readStems(
  executor: Executor,
  words: readonly string[],
  { rules = null, mark = '' }: { readonly rules?: readonly string[] | null; readonly mark?: string } = {},
): Promise<StemsByRules> {
  if (words.length === 0 || rules?.length === 0) return new Map();
  const p = new Parameters();
  const all = p.add(words, 'text[]');
  const named = rules === null ? '' : ` WHERE "configuration"::text = ANY(${p.add(rules, 'text[]')})`;
  // A word that a language passes over has no stem there.
  const text =
    `${mark}SELECT c.name, ARRAY(SELECT COALESCE(array_to_string(ts_lexize((c.name || '_stem')::regdictionary, w.word), ' '), '')` +
    ` FROM unnest(${all}) WITH ORDINALITY w(word, n) ORDER BY w.n) AS stems FROM (SELECT DISTINCT "configuration"::text AS name FROM "search_language"${named}) c`;
  const rows = await rowsOf<{ name: string; stems: readonly string[] }>(executor, prepared(text, p));
  return new Map(rows.map(({ name, stems }): [string, Stems] => [name, stemsOfAll(words, stems)]));
}

function stemsOfAll(words: readonly string[], stems: readonly string[]): Stems {
  return new Map(words.map((word, at) => [word, (stems[at] ?? '').split(' ').filter(Boolean)]));
}
