// Writes the search index: one document per resource that can be found, made from the words it has now. The words are read, taken apart by
// the rules that queries are, and written as vectors; stems are those of the document's own language.
import {
  createDocument,
  stemmedForms,
  weighedWords,
  type Stems,
  type WeighedTexts,
} from '../../domain/searchVector.ts';
import { firstUrn } from '../../domain/urn.ts';
import type { Transaction } from '../connection/database.ts';
import { Parameters, prepared, rowsOf, urnsOf, type Executor } from '../connection/statement.ts';
import { quote } from '../mapping/columns.ts';
import { entityColumn } from '../engine/liveRows.ts';
import { inTurns } from './inTurns.ts';
import { longestText, partsSql, searchSourceOf, type SearchedVersion, type SearchSource } from './searchSource.ts';
import { readStems, rulesSql } from './wordStems.ts';

/** Of what documents are made; a new number has all of them made anew where they are written. */
const formOfWords = 2;
/** Documents whose words are in memory at once. */
const atOnce = 10;

/**
 * Brings the documents of these resources in line with their present state: written, or removed when they are
 * gone. `mark` distinguishes statements of the background from those of requests.
 */
export async function reindex(
  transaction: Transaction,
  kind: string,
  urns: readonly string[],
  mark = '',
): Promise<void> {
  const source = searchSourceOf(kind);
  if (source) await inSlices(urns, (some) => writeSlice({ transaction, source, mark }, some, { isOfDrafts: false }));
}

/**
 * Brings the drafts of these entities in line with their present words. They have documents, and nothing of what is live has
 * changed since these were written: it is not read.
 */
export async function reindexDrafts(transaction: Transaction, urns: readonly string[], mark = ''): Promise<void> {
  const source = searchSourceOf('Entity');
  if (source) await inSlices(urns, (some) => writeSlice({ transaction, source, mark }, some, { isOfDrafts: true }));
}

async function inSlices(urns: readonly string[], work: (some: readonly string[]) => Promise<void>): Promise<void> {
  for (let at = 0; at < urns.length; at += atOnce) await work(urns.slice(at, at + atOnce));
}

interface Indexing {
  readonly transaction: Transaction;
  readonly source: SearchSource;
  readonly mark: string;
}

interface ReadWords {
  readonly urn: string;
  readonly rules: string | null;
  readonly liveDigest: string | null;
  /** Null where there are none, and where a vector of them is known. */
  readonly live: WeighedTexts | null;
  readonly draftDigest: string | null;
  readonly draft: WeighedTexts | null;
}

async function writeSlice(
  { transaction, source, mark }: Indexing,
  urns: readonly string[],
  { isOfDrafts }: { readonly isOfDrafts: boolean },
): Promise<void> {
  const p = new Parameters();
  const text = mark + readSql(source, p.add(urns, 'uuid[]'), isOfDrafts);
  const rows = await rowsOf<ReadWords>(transaction, prepared(text, p));
  const stems = await stemsOfRows(transaction, rows, mark);
  const vectors: { live: string | null; draft: string | null }[] = [];
  for (const { rules, live, draft } of rows) {
    const known = rules === null ? null : { name: rules, stems: stems.get(rules) ?? new Map<string, never>() };
    vectors.push({ live: live && (await vectorOf(live, known)), draft: draft && (await vectorOf(draft, known)) });
  }
  const w = new Parameters();
  const wanted = w.add(urns, 'uuid[]');
  const column = (values: readonly unknown[], type: string): string => w.add(values, `${type}[]`);
  const made =
    `made AS (SELECT * FROM unnest(${column(
      rows.map(({ urn }) => urn),
      'uuid',
    )}, ${column(
      rows.map((row) => row.liveDigest),
      'text',
    )}::uuid[],` +
    ` ${column(
      vectors.map(({ live }) => live),
      'text',
    )}, ${column(
      rows.map((row) => row.draftDigest),
      'text',
    )}::uuid[],` +
    ` ${column(
      vectors.map(({ draft }) => draft),
      'text',
    )}) AS m("urn", live_digest, live, draft_digest, draft))`;
  transaction.send(
    prepared(mark + (isOfDrafts ? draftSql(source, made, wanted) : documentSql(source, made, wanted)), w),
  );
}

// The stems of all words of the documents that have any, once for each language.
async function stemsOfRows(
  transaction: Transaction,
  rows: readonly ReadWords[],
  mark: string,
): Promise<Map<string, Stems>> {
  const forms = new Map<string, Set<string>>();
  for (const { rules, live, draft } of rows) {
    if (rules === null) continue;
    const known = forms.get(rules) ?? new Set();
    forms.set(rules, known);
    for (const texts of [live, draft])
      if (texts)
        await inTurns(weighedWords(texts), ({ word }) => stemmedForms(word).forEach((form) => known.add(form)));
  }
  const stems = new Map<string, Stems>();
  for (const [rules, known] of forms)
    for (const [name, found] of await readStems(transaction, [...known], { rules: [rules], mark }))
      stems.set(name, found);
  return stems;
}

async function vectorOf(
  texts: WeighedTexts,
  rules: { readonly name: string; readonly stems: Stems } | null,
): Promise<string> {
  const document = createDocument(rules);
  await inTurns(weighedWords(texts), ({ word, weight, place }) => {
    document.add(word, weight, place);
  });
  return document.text();
}

// What the documents and drafts are made of: the words that no vector is known of, by their digest.
function readSql(source: SearchSource, urns: string, isOfDrafts: boolean): string {
  const isContent = source.kind === 'Entity';
  const part = (name: string, version: SearchedVersion): string => partSql(source, name, urns, version);
  const parts = isOfDrafts
    ? [part('draft', 'LATEST')]
    : isContent
      ? [part('live', 'PUBLISHED'), part('draft', 'LATEST')]
      : [part('live', 'LATEST')];
  const known = ['o."live_digest"', ...(isContent ? ['f."digest"'] : [])];
  const shown = (name: string, others: readonly string[]): string =>
    `${name}.digest AS "${name}Digest", CASE WHEN ${name}.digest IN (${others.join(', ')}) THEN NULL ELSE ${name}.texts END AS "${name}"`;
  const live = isOfDrafts ? `NULL::uuid AS "liveDigest", NULL::text[] AS "live"` : shown('live', known);
  // A published draft has the words that are live.
  const draft = isContent
    ? shown('draft', [...known, ...(isOfDrafts ? [] : ['live.digest'])])
    : `NULL::uuid AS "draftDigest", NULL::text[] AS "draft"`;
  const words =
    (isOfDrafts ? '' : wordsSql('live', isContent ? 't."live_timestamp" IS NOT NULL' : 'true')) +
    (isContent ? wordsSql('draft', 'true') : '');
  return (
    `WITH ${parts.join(', ')} SELECT t."urn", c.rules, ${live}, ${draft} FROM ${quote(source.table)} t${knownSql(isContent)}` +
    `, LATERAL (SELECT ${languageOf(source)} AS language) s, LATERAL (SELECT ${rulesSql('s.language')} AS rules OFFSET 0) c${words}` +
    ` WHERE ${livingSql(source, urns)}`
  );
}

// The document `o` that a resource `t` has, and of a page the draft `f`.
const knownSql = (isContent: boolean): string =>
  ` LEFT JOIN "search_document" o ON o."urn" = t."urn"${isContent ? ` LEFT JOIN "search_draft" f ON f."urn" = t."urn"` : ''}`;

function documentSql(source: SearchSource, made: string, urns: string): string {
  const isContent = source.kind === 'Entity';
  const live = vectorSql('live', { 'o."live_digest"': 'o."live"', ...(isContent && { 'f."digest"': 'f."words"' }) });
  const draft = vectorSql('draft', {
    'f."digest"': 'f."words"',
    'm.live_digest': 'live_vector.vector',
    'o."live_digest"': 'o."live"',
  });
  const ofDraft = isContent ? `, m.draft_digest, draft_vector.vector AS draft` : '';
  const changing = ['owner', 'container', 'language', 'name', 'live_digest', 'updated_timestamp'];
  const of = (row: string): string => changing.map((name) => `${row}.${quote(name)}`).join(', ');
  return (
    `WITH ${made}, document AS (SELECT t."urn", t."owner", t."tenant", ${source.container} AS container, ${languageOf(source)} AS language,` +
    ` ${source.name} AS name, live_vector.vector AS live, m.live_digest${ofDraft}, t."created_timestamp", ${isContent ? entityColumn('t', 'updated_timestamp', 't."live_timestamp" IS NULL') : 't."updated_timestamp"'} AS "updated_timestamp"` +
    ` FROM ${quote(source.table)} t JOIN made m ON m."urn" = t."urn"${knownSql(isContent)}${live}${isContent ? draft : ''}` +
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
function draftSql(source: SearchSource, made: string, urns: string): string {
  const vector = vectorSql('draft', { 'f."digest"': 'f."words"', 'o."live_digest"': 'o."live"' });
  return (
    `WITH ${made}, document AS (SELECT t."urn", t."tenant", o."live", o."live_digest", m.draft_digest, draft_vector.vector AS draft` +
    ` FROM ${quote(source.table)} t JOIN made m ON m."urn" = t."urn" JOIN "search_document" o ON o."urn" = t."urn"` +
    ` LEFT JOIN "search_draft" f ON f."urn" = t."urn"${vector} WHERE ${livingSql(source, urns)})${draftsSql(urns)} SELECT`
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
  const words = ['a', 'b', 'd'].map((weight) => `COALESCE(w.${weight}, '')`).join(', ');
  return (
    ` LEFT JOIN LATERAL (SELECT x.texts, md5(json_build_array(${String(formOfWords)}, c.rules, x.texts)::text)::uuid AS digest` +
    ` FROM (SELECT ARRAY[${words}] AS texts FROM (SELECT) one LEFT JOIN ${name}_words w ON w.urn = t."urn") x WHERE ${exists} OFFSET 0) ${name} ON true`
  );
}

// The vector of those words: one that is there already, by its digest, or the new one.
function vectorSql(name: string, known: Readonly<Record<string, string>>): string {
  const same = Object.entries(known).map(([digest, vector]) => `WHEN ${digest} = m.${name}_digest THEN ${vector}`);
  return ` LEFT JOIN LATERAL (SELECT CASE ${same.join(' ')} ELSE m.${name}::tsvector END AS vector OFFSET 0) ${name}_vector ON true`;
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
