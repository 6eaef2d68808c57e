// What the search index lacks: resources from before it was made, or whose documents were lost. Found in the order of
// their urns, so that the work can go on from any of them; a resource that is being written indexes itself.
import { quote } from '../mapping/columns.ts';
import type { Transaction } from '../connection/database.ts';
import { searchSourceOf, searchSources, type SearchSource } from './searchSource.ts';
import { isTrue, Parameters, prepared, urnsOf, type Executor } from '../connection/statement.ts';

/** Where every kind begins. */
export const firstUrn = '00000000-0000-0000-0000-000000000000';

/** Distinguishes the statements of the background from those of requests. */
export const inBackground = '/* search */ ';

/** Whether this transaction is the one of all processes that fills the index now; it is until it ends. */
export async function mayFill(transaction: Transaction): Promise<boolean> {
  return isTrue(
    transaction,
    prepared(`${inBackground}SELECT pg_try_advisory_xact_lock(727279) AS "is"`, new Parameters()),
  );
}

// The rows `t` of a kind that can be found and have no document.
function missingSql({ table, condition }: SearchSource): string {
  return (
    `${quote(table)} t WHERE t."deleted_timestamp" IS NULL AND ${condition}` +
    ` AND NOT EXISTS (SELECT 1 FROM "search_document" d WHERE d."urn" = t."urn")`
  );
}

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
  const text =
    `${inBackground}SELECT t."urn" FROM ${missingSql(source)} AND t."urn" > ${p.add(after, 'uuid')}` +
    ` ORDER BY t."urn" LIMIT ${p.add(limit, 'int')} FOR NO KEY UPDATE OF t SKIP LOCKED`;
  return urnsOf(transaction, prepared(text, p));
}

/** Says that the index was filled. What was locked meanwhile and is still missing is left to the next start. */
export async function markFilled(executor: Executor): Promise<void> {
  const missing = searchSources.map((source) => `EXISTS (SELECT 1 FROM ${missingSql(source)})`);
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
