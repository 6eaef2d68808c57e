// Looks things up in the search index. Who may read what is decided inside each statement, by the scope of each kind, so
// that totals count exactly what the viewer may read. Resource reference 8.
import type { ListQuery } from '../../contract/listQuery.ts';
import { resourceOf, type Resource } from '../../contract/resource.ts';
import { accessScope, type AccessScope } from '../../domain/accessScope.ts';
import type { SearchTerm } from '../../domain/searchQuery.ts';
import {
  compileTerms,
  formsToStem,
  soughtTerms,
  type CompiledQuery,
  type SoughtTerm,
  type StemsByRules,
} from '../../domain/searchTerms.ts';
import { inNames, quote } from '../mapping/columns.ts';
import { markedAdded, markedLive, searchMark } from '../mapping/searchTables.ts';
import { seenFilterSql } from '../engine/listStatement.ts';
import { inScope } from '../engine/scope.ts';
import { isFilledSql } from './searchQueueStore.ts';
import type { SearchedVersion } from './searchSource.ts';
import { readStems } from './wordStems.ts';
import { onlyRow, Parameters, prepared, rowsOf, unprepared, type Executor } from '../connection/statement.ts';

/** What is looked for: the words of the terms, their stems, and both as a query. */
export interface SoughtWords {
  readonly terms: readonly SoughtTerm[];
  readonly stems: StemsByRules;
  readonly query: CompiledQuery;
}

/** The terms with all forms of their words, in every language; null where they hold no word at all. */
export async function compileQuery(executor: Executor, terms: readonly SearchTerm[]): Promise<SoughtWords | null> {
  const sought = soughtTerms(terms);
  if (sought.length === 0) return null;
  const stems = await readStems(executor, formsToStem(sought));
  return { terms: sought, stems, query: compileTerms(sought, stems) };
}

/** Up to here totals are exact. */
const mostCounted = 10_000;

/** The kinds a search looks in, each with who looks and the conditions on it. */
export interface SearchedKind {
  readonly resource: Resource;
  readonly scope: AccessScope;
  readonly filter: ListQuery['conditions'];
}

/** How hits are ordered. */
export type HitOrder = 'RELEVANCE' | 'NAME' | 'CREATED' | 'UPDATED';

/** Where and what a search looks for. */
export interface SearchQuestion {
  readonly kinds: readonly SearchedKind[];
  /** Null finds everything. */
  readonly query: CompiledQuery | null;
  readonly version: SearchedVersion;
  readonly order: HitOrder;
  /** Only what this company and those below it own; null for all that may be read. */
  readonly owner: string | null;
  /** Only what is in one of these languages, in whichever country or script; null for all. */
  readonly languages: readonly string[] | null;
}

/** A hit: what was found and where it stands in the order. */
export interface Hit {
  readonly urn: string;
  readonly kind: string;
  readonly name: string | null;
  readonly score: number;
  /** The value the order goes by. */
  readonly key: string | number;
}

/** Behind which hit a page begins. */
export interface HitPosition {
  readonly key: string | number;
  readonly urn: string;
}

const keys: Readonly<
  Record<HitOrder, { readonly sql: string; readonly type: string; readonly isDescending: boolean }>
> = {
  RELEVANCE: { sql: 'score', type: 'float8', isDescending: true },
  // What has no name comes last, as in lists.
  NAME: {
    sql: inNames(`CASE WHEN d."name" IS NULL THEN '1' ELSE '0' || left(d."name", 100) END`),
    type: 'text',
    isDescending: false,
  },
  CREATED: { sql: 'd."created_timestamp"', type: 'timestamptz', isDescending: true },
  UPDATED: { sql: 'd."updated_timestamp"', type: 'timestamptz', isDescending: true },
};

/** A page of hits, one more than the limit when more follow. */
export async function findHits(
  executor: Executor,
  question: SearchQuestion,
  after: HitPosition | null,
  limit: number,
): Promise<Hit[]> {
  return rowsOf<Hit>(executor, hitsStatement(question, after, limit));
}

/** The statement behind findHits; tests look at its plan. */
export function hitsStatement(
  question: SearchQuestion,
  after: HitPosition | null,
  limit: number,
): ReturnType<typeof unprepared> {
  const p = new Parameters();
  const { isDescending, type } = keys[question.order];
  const query = matchParameters(question, p);
  const most = p.add(limit + 1, 'int');
  const direction = isDescending ? ' DESC' : '';
  const position = after
    ? (key: string): string => {
        const bound = p.add(after.key, type);
        return `(${key} ${isDescending ? '<' : '>'} ${bound} OR (${key} = ${bound} AND d."urn" > ${p.add(after.urn, 'uuid')}))`;
      }
    : null;
  const arms = question.kinds.map(
    (one) => `(${armSql(question, { one, query, position }, p)} ORDER BY key${direction}, urn LIMIT ${most})`,
  );
  const hits = `SELECT * FROM (${arms.join(' UNION ALL ')}) every ORDER BY key${direction}, urn LIMIT ${most}`;
  // What is sorted holds the order and nothing else: the words of many thousand documents would not fit in memory.
  const isOfDrafts = question.version === 'LATEST';
  const score = question.order === 'RELEVANCE' ? 'h.key' : rankSql(wordsOf(isOfDrafts), query);
  const text =
    `SELECT d."urn" AS urn, d."kind" AS kind, d."name" AS name, ${score} AS score, h.key FROM (${hits}) h,` +
    ` LATERAL ${lookedUp('*', 'search_document', 'd', 'h')} d${draftSql(isOfDrafts)} ORDER BY h.key${direction}, h.urn`;
  return unprepared(text, p);
}

/** The parameters of a query: what matches, and by what it is ranked. */
interface MatchParameters {
  readonly all: string;
  readonly rank: string;
  readonly written: string;
  readonly folded: string;
}

function matchParameters({ query }: SearchQuestion, p: Parameters): MatchParameters | null {
  if (!query) return null;
  const { all, rank, written, folded } = query;
  return {
    all: p.add(all, 'tsquery'),
    ...{ rank: p.add(rank, 'tsquery'), written: p.add(written, 'tsquery'), folded: p.add(folded, 'tsquery') },
  };
}

// What holds the words as they are written comes first, then what holds them folded, then other forms of them; of each the better match.
function rankSql(words: string, query: MatchParameters | null): string {
  if (!query) return '0::float8';
  const nearness = `CASE WHEN ${words} @@ ${query.written} THEN 2 WHEN ${words} @@ ${query.folded} THEN 1 ELSE 0 END`;
  // Between 0 and 1: a rank by itself has no bound.
  return `(${nearness} + ts_rank_cd(${words}, ${query.rank}, 32))::float8`;
}

// The draft `f` of a document `d`, where drafts are searched.
function draftSql(isOfDrafts: boolean): string {
  return isOfDrafts ? ` LEFT JOIN LATERAL ${lookedUp('"words"', 'search_draft', 'f', 'd')} f ON true` : '';
}

// The words of such a document that are searched.
function wordsOf(isOfDrafts: boolean): string {
  return isOfDrafts ? 'COALESCE(f."words", d."live")' : 'd."live"';
}

// The row `alias` of a table by the urn of the row `of`. OFFSET 0: looked up for each, whatever the statistics say. Until a minute
// after pages were imported they are of an empty table, by which PostgreSQL would read all rows again for each.
function lookedUp(columns: string, table: string, alias: string, of: string): string {
  return `(SELECT ${columns} FROM "${table}" ${alias} WHERE ${alias}."urn" = ${of}."urn" OFFSET 0)`;
}

/** How many hits there are in all for this viewer; exact up to 10,000, null beyond. */
export async function countHits(executor: Executor, question: SearchQuestion): Promise<number | null> {
  const p = new Parameters();
  const query = question.query ? p.add(question.query.all, 'tsquery') : null;
  const arms = question.kinds.map((one) => `SELECT 1 ${foundSql(question, one, query, p)}`);
  const text = `SELECT count(*)::int AS total FROM (${arms.join(' UNION ALL ')} LIMIT ${String(mostCounted + 1)}) hits`;
  const { total } = await onlyRow<{ total: number }>(executor, unprepared(text, p));
  return total > mostCounted ? null : total;
}

function armSql(
  question: SearchQuestion,
  {
    one,
    query,
    position,
  }: {
    readonly one: SearchedKind;
    readonly query: MatchParameters | null;
    readonly position: ((key: string) => string) | null;
  },
  p: Parameters,
): string {
  const score = rankSql(wordsOf(isOfDrafts(question, one)), query);
  const key = question.order === 'RELEVANCE' ? score : keyOf(question, one);
  // Ordered on their own (OFFSET 0 keeps it so), then checked for permission one by one until there are enough.
  const order = `ORDER BY key${keys[question.order].isDescending ? ' DESC' : ''}, d."urn"`;
  const all = query?.all ?? null;
  const from = isByPage(question, one)
    ? pagesSql(question, { one, query: all }, p)
    : matchesSql(question, { one, query: all, more: draftSql(query !== null && isOfDrafts(question, one)) }, p);
  const ranked = `(SELECT d."urn", ${key} AS key FROM ${from} ${order} OFFSET 0) d`;
  return (
    `SELECT d."urn" AS urn, d.key FROM ${ranked}, LATERAL ${lookedUp('*', one.resource.table, 't', 'd')} t` +
    ` WHERE ${readableSql(one, p)}${position ? ` AND ${position('d.key')}` : ''}`
  );
}

// Only content has drafts; all other kinds are searched as they are.
function isOfDrafts({ version }: SearchQuestion, { resource }: SearchedKind): boolean {
  return version === 'LATEST' && resource.name === 'Entity';
}

// Drafts move no page in what is found of its live words; those of drafts are ordered by the time of the page itself.
function keyOf(question: SearchQuestion, one: SearchedKind): string {
  return isByPage(question, one) ? 'u."updated_timestamp"' : keys[question.order].sql;
}

function isByPage(question: SearchQuestion, one: SearchedKind): boolean {
  return question.order === 'UPDATED' && isOfDrafts(question, one);
}

// The documents `d` that match, ordered by their pages `u`. Where no words are looked for, OFFSET 0 has the pages read in their
// order until there are enough.
function pagesSql(question: SearchQuestion, { one, query }: Matching, p: Parameters): string {
  const living = `u."tenant" = ${tenantSql(one, p)} AND u."deleted_timestamp" IS NULL`;
  return question.query
    ? `(SELECT d."urn" FROM ${matchesSql(question, { one, query }, p)}) d, LATERAL ${lookedUp('*', 'entity', 'u', 'd')} u WHERE ${living}`
    : `"entity" u, LATERAL (SELECT d."urn" FROM "search_document" d WHERE d."urn" = u."urn" AND ${placeSql(question, one, p)} OFFSET 0) d WHERE ${living}`;
}

function foundSql(question: SearchQuestion, one: SearchedKind, query: string | null, p: Parameters): string {
  const found = matchesSql(question, { one, query }, p);
  return (
    `FROM (SELECT d."urn" FROM ${found} OFFSET 0) d, LATERAL ${lookedUp('*', one.resource.table, 't', 'd')} t` +
    ` WHERE ${readableSql(one, p)}`
  );
}

interface Matching {
  readonly one: SearchedKind;
  readonly query: string | null;
  /** What the documents are joined with. */
  readonly more?: string;
}

// The documents `d` that match: what stands behind FROM.
function matchesSql(question: SearchQuestion, { one, query, more = '' }: Matching, p: Parameters): string {
  const place = placeSql(question, one, p);
  const { query: words } = question;
  if (!words || !query) {
    const isThere = isOfDrafts(question, one) ? '' : ' AND d."live" IS NOT NULL';
    return `"search_document" d${more} WHERE ${place}${isThere}`;
  }
  // OFFSET 0: their words are looked up first, whatever the statistics say.
  const found = isOfDrafts(question, one)
    ? `(${draftsFoundSql(words, { one, query }, p)}) m, LATERAL ${lookedUp('*', 'search_document', 'd', 'm')}`
    : `(SELECT * FROM "search_document" d WHERE ${liveHolds('d', `${markOf(one, p)} && ${query}`)} OFFSET 0)`;
  return `${found} d${more} WHERE ${place}`;
}

// A draft is found by its words that are not live and by those that are; what both say together is decided by all of its words.
function draftsFoundSql(
  { terms }: CompiledQuery,
  { one, query }: { readonly one: SearchedKind; readonly query: string },
  p: Parameters,
): string {
  const mark = markOf(one, p);
  const holding = terms.map((term) => {
    const any = `${mark} && ${p.add(term, 'tsquery')}`;
    return (
      `(SELECT f."urn" FROM "search_draft" f WHERE ${addedHolds('f', any)}` +
      ` UNION SELECT d."urn" FROM "search_document" d WHERE ${liveHolds('d', any)})`
    );
  });
  const held =
    holding.length > 0
      ? holding.join(' INTERSECT ')
      : `SELECT f."urn" FROM "search_draft" f WHERE ${addedHolds('f', mark)}`;
  return (
    `SELECT l."urn" FROM "search_document" l WHERE ${liveHolds('l', `${mark} && ${query}`)}` +
    ` AND ${lookedUp('true', 'search_draft', 'f', 'l')} IS NULL` +
    ` UNION ALL SELECT h."urn" FROM (${held}) h, LATERAL ${lookedUp('"words"', 'search_draft', 'f', 'h')} x WHERE x."words" @@ ${query}`
  );
}

// Whether the words of a document, or those that a draft adds, match, as their indexes have it: within the tenant and the kind that
// the query names by their mark, so that nothing is read of what others hold.
const liveHolds = (row: string, query: string): string => `${markedLive(row)} @@ (${query})`;
const addedHolds = (row: string, query: string): string => `${markedAdded(row)} @@ (${query})`;

// The mark of the documents that the caller looks for, as a query.
function markOf({ resource, scope }: SearchedKind, p: Parameters): string {
  return p.add(`'${searchMark(resource.name, scope.viewer.tenantUrn)}'`, 'tsquery');
}

function tenantSql({ scope }: SearchedKind, p: Parameters): string {
  return p.add(scope.viewer.tenantUrn, 'uuid');
}

// Whether a document `d` is of the caller's tenant, and of the kind, the companies and the languages that are asked for.
function placeSql({ owner, languages }: SearchQuestion, one: SearchedKind, p: Parameters): string {
  const below = owner ? ` AND d."owner" IN (${belowSql(p.add(owner, 'uuid'))})` : '';
  const spoken = languages
    ? ` AND EXISTS (SELECT 1 FROM unnest(${p.add(languages, 'text[]')}) l WHERE starts_with(d."language" || '-', l || '-'))`
    : '';
  return `d."tenant" = ${tenantSql(one, p)} AND d."kind" = '${one.resource.name}'${below}${spoken}`;
}

// Which resources `t` the caller may read, and requests.
function readableSql({ resource, scope, filter }: SearchedKind, p: Parameters): string {
  const rows = { resource, alias: 't', viewer: scope.viewer };
  const shows = `${inScope(resource, 't', scope, p)} AND ${seenFilterSql(rows, filter, p)}`;
  if (resource.name !== 'GroupMembership') return shows;
  // The words of a membership are those of its person and its group: found by viewers that may read both.
  const end = (kind: string, column: string): string => {
    const other = resourceOf(resource.contract, kind);
    const within = inScope(other, 'e', accessScope(scope.viewer, other.labels.read), p);
    return ` AND EXISTS (SELECT 1 FROM ${quote(other.table)} e WHERE e."urn" = t.${quote(column)} AND ${within})`;
  };
  return shows + end('Identity', 'identity') + end('Group', 'group');
}

function belowSql(company: string): string {
  return (
    `WITH RECURSIVE below AS (SELECT c."urn" FROM "company" c WHERE c."urn" = ${company} UNION` +
    ` SELECT c."urn" FROM "company" c JOIN below b ON c."parent_company" = b."urn") SELECT "urn" FROM below`
  );
}

/**
 * Lets a search live for 15 more minutes from now: it was read. It is full once the index holds everything, and what was
 * written before (`isSettled`).
 */
export async function prolongSearch(executor: Executor, urn: string, isSettled: boolean): Promise<void> {
  const p = new Parameters();
  const settled = p.add(isSettled, 'boolean');
  const text =
    `UPDATE "search" SET "expiration_timestamp" = date_trunc('milliseconds', clock_timestamp()) + interval '15 minutes',` +
    ` "status" = CASE WHEN ${settled} AND ${isFilledSql} THEN 'FULL_RESULT' ELSE 'PARTIAL_RESULT' END` +
    ` WHERE "urn" = ${p.add(urn, 'uuid')}`;
  await executor.query(prepared(text, p));
}

/** Forgets searches of a caller that ran out. */
export async function purgeSearches(executor: Executor, caller: string): Promise<void> {
  const p = new Parameters();
  const text =
    `DELETE FROM "resource" WHERE "urn" IN (SELECT "urn" FROM "search" WHERE "caller" = ${p.add(caller, 'uuid')}` +
    ` AND "expiration_timestamp" <= now() ORDER BY "expiration_timestamp" LIMIT 100)`;
  await executor.query(prepared(text, p));
}
