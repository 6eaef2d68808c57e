// What is to be indexed. The entities whose documents are to be rebuilt: a change enqueues its entity within its transaction, and the
// documents are written after the commit, many changes of one entity together. And resources that the index lacks, found in the
// order of their urns, so that the work can continue from any of them; one that is being written indexes itself.
import type { Database, Transaction } from '../connection/database.ts';
import { isTrue, onlyRow, Parameters, prepared, rowsOf, urnsOf, type Executor } from '../connection/statement.ts';
import { queuedSql } from '../engine/searchedItems.ts';
import { reindex, reindexDrafts } from './searchIndexStore.ts';
import { quote } from '../mapping/columns.ts';
import { searchSourceOf, searchSources, type SearchedVersion, type SearchSource } from './searchSource.ts';

/** Has the documents of the entities, or their drafts alone, written after the commit. Waits neither for locks nor for an answer. */
export function queueEntities(
  transaction: Transaction,
  urns: readonly string[],
  { isOfDrafts }: { readonly isOfDrafts: boolean },
): void {
  if (urns.length === 0) return;
  const p = new Parameters();
  const [is, wanted] = [p.add(isOfDrafts, 'boolean'), p.add(urns, 'uuid[]')];
  const text = queuedSql(`SELECT "tenant", "urn", ${is} FROM "entity" WHERE "urn" = ANY(${wanted})`);
  transaction.send(prepared(text, p));
}

/** Rows of the queue that are looked at for entities to be indexed. */
const mostTaken = 200;
/** Resources that are indexed in one transaction, with a change or after it: with the longest texts these take some two seconds. */
export const mostIndexed = 50;

interface QueuedChange {
  readonly id: string;
  readonly newest: string;
  readonly urn: string;
  readonly isOfDrafts: boolean;
}

/** What a step looks for. */
export interface SoughtChanges {
  /** The values that searches wait for: of what is live, drafts that wait are passed by. */
  readonly version: SearchedVersion;
  /** Whose changes; null for those of all tenants. */
  readonly tenant: string | null;
}

/** What a step has done. */
export interface IndexStep {
  readonly indexed: number;
  /** The numbers, in their order of coming, of the oldest change that was indexed and of the newest that waited. */
  readonly oldest: number;
  readonly newest: number;
  /** Whether another process indexes now. */
  readonly isElsewhere: boolean;
}

/**
 * Writes the documents of some queued entities, those first that have waited longest. In one process at once, so that no older
 * words replace newer ones.
 */
export function indexQueued(database: Database, sought: SoughtChanges): Promise<IndexStep> {
  return database.transaction(async (transaction) => {
    if (!(await mayFill(transaction))) return { indexed: 0, oldest: 0, newest: 0, isElsewhere: true };
    const p = new Parameters();
    // All changes of those that have waited longest; what comes meanwhile stays for the next step.
    const text =
      `${inBackground}WITH first AS (SELECT "id", "urn" FROM "search_queue" q WHERE ${soughtSql(sought, p)} LIMIT ${p.add(mostTaken, 'int')}),` +
      ` chosen AS (SELECT "urn" FROM first GROUP BY "urn" ORDER BY min("id") LIMIT ${p.add(mostIndexed, 'int')})` +
      ` DELETE FROM "search_queue" WHERE "urn" = ANY(ARRAY(SELECT "urn" FROM chosen)) RETURNING "urn", "id",` +
      ` (SELECT max("id") FROM "search_queue") AS "newest",` +
      // Where there is no document yet, all of it is to be written.
      ` "is_of_drafts" AND EXISTS (SELECT 1 FROM "search_document" d WHERE d."urn" = "search_queue"."urn") AS "isOfDrafts"`;
    const rows = await rowsOf<QueuedChange>(transaction, prepared(text, p));
    const urns = [...new Set(rows.map((row) => row.urn))].sort();
    const whole = new Set(rows.flatMap(({ urn, isOfDrafts }) => (isOfDrafts ? [] : [urn])));
    const drafts = urns.filter((urn) => !whole.has(urn));
    await reindex(transaction, 'Entity', [...whole].sort(), inBackground);
    await reindexDrafts(transaction, drafts, inBackground);
    const [first] = rows;
    return {
      indexed: urns.length,
      oldest: Math.min(...rows.map((row) => Number(row.id))),
      newest: Number(first?.newest),
      isElsewhere: false,
    };
  });
}

// The rows `q` of the queue that are sought, the oldest first.
function soughtSql({ version, tenant }: SoughtChanges, p: Parameters): string {
  return oldestOf(tenant, p, version === 'PUBLISHED' ? 'NOT q."is_of_drafts"' : 'true');
}

/**
 * The condition and the order by which the oldest rows `q` of a queue are found, as SQL: of one tenant, or of all. All tenants' without
 * a condition: one that leaves the tenant open has every row read. Of a column that is equal to one value PostgreSQL drops the order,
 * and while most of the queue is of one tenant it would sooner look through all of it for the few of another.
 */
export function oldestOf(tenant: string | null, p: Parameters, condition = 'true'): string {
  if (tenant === null) return `${condition} ORDER BY q."id"`;
  return `${condition} AND q."tenant" = ANY(ARRAY[${p.add(tenant, 'uuid')}]) ORDER BY q."tenant", q."id"`;
}

/** Whether changes that are sought are committed and not indexed yet. */
export async function isQueued(executor: Executor, sought: SoughtChanges): Promise<boolean> {
  const p = new Parameters();
  const text = `${inBackground}SELECT (SELECT true FROM "search_queue" q WHERE ${soughtSql(sought, p)} LIMIT 1) IS NOT NULL AS "is"`;
  return isTrue(executor, prepared(text, p));
}

/** What waits is counted up to this. */
export const mostCounted = 10_000;
/** Changes that are looked at for it. */
const mostSeen = 10 * mostCounted;

/** How many entities of the tenant wait to be indexed, up to 10,000, of its 100,000 oldest changes. */
export async function countQueued(executor: Executor, tenant: string | null): Promise<number> {
  // Who is of no tenant is told of none: the queue of all is nobody's.
  if (tenant === null) return 0;
  const p = new Parameters();
  const sought = soughtSql({ version: 'LATEST', tenant }, p);
  const changes = `SELECT q."urn" FROM "search_queue" q WHERE ${sought} LIMIT ${p.add(mostSeen, 'int')}`;
  const waiting = `SELECT DISTINCT "urn" FROM (${changes}) c LIMIT ${p.add(mostCounted, 'int')}`;
  const text = `SELECT count(*)::int AS "count" FROM (${waiting}) w`;
  return (await onlyRow<{ count: number }>(executor, prepared(text, p))).count;
}

/** Distinguishes the statements of the background from those of requests. */
export const inBackground = '/* search */ ';

/** Whether this transaction is the one of all processes that fills the index now; it is until it ends. */
export async function mayFill(transaction: Transaction): Promise<boolean> {
  return isTrue(
    transaction,
    prepared(`${inBackground}SELECT pg_try_advisory_xact_lock(727279) AS "is"`, new Parameters()),
  );
}

// The rows `t` of a kind that can be found.
const foundSql = ({ table, condition }: SearchSource): string =>
  `${quote(table)} t WHERE t."deleted_timestamp" IS NULL AND ${condition}`;

const documentSql = `SELECT true FROM "search_document" d WHERE d."urn" = t."urn"`;

/** The next resources of the kind that can be found and have no document, locked until the transaction ends. */
export async function unindexed(
  transaction: Transaction,
  kind: string,
  after: string,
  limit: number,
): Promise<string[]> {
  const source = searchSourceOf(kind);
  if (!source) return [];
  const p = new Parameters();
  // Looked up for each row: the documents of all rows before them would be read for every batch.
  const text =
    `${inBackground}SELECT t."urn" FROM ${foundSql(source)} AND (${documentSql} LIMIT 1) IS NULL AND t."urn" > ${p.add(after, 'uuid')}` +
    ` ORDER BY t."urn" LIMIT ${p.add(limit, 'int')} FOR NO KEY UPDATE OF t SKIP LOCKED`;
  return urnsOf(transaction, prepared(text, p));
}

/** Says that the index was filled. What was locked meanwhile and is still missing is left to the next start. */
export async function markFilled(executor: Executor): Promise<void> {
  // Read once, from its beginning to its end.
  const missing = searchSources.map(
    (source) => `EXISTS (SELECT 1 FROM ${foundSql(source)} AND NOT EXISTS (${documentSql}))`,
  );
  const text =
    `${inBackground}INSERT INTO "setting" ("name", "value") SELECT 'search index', CASE WHEN ${missing.join(' OR ')} THEN '"FILLED"'::json ELSE '"COMPLETE"' END` +
    ` ON CONFLICT ("name") DO UPDATE SET "value" = EXCLUDED."value"`;
  await executor.query(prepared(text, new Parameters()));
}

/** Whether nothing is missing, so that there is nothing to fill: from then on what is written indexes itself. */
export async function isComplete(executor: Executor): Promise<boolean> {
  const text = `SELECT EXISTS (SELECT 1 FROM "setting" WHERE "name" = 'search index' AND "value"::text = '"COMPLETE"') AS "is"`;
  return isTrue(executor, prepared(text, new Parameters()));
}

/** Whether the index was filled, as SQL. */
export const isFilledSql = `EXISTS (SELECT 1 FROM "setting" WHERE "name" = 'search index')`;

/** Whether the index was filled. */
export async function isFilled(executor: Executor): Promise<boolean> {
  return isTrue(executor, prepared(`SELECT ${isFilledSql} AS "is"`, new Parameters()));
}
