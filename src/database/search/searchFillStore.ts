// What the search index lacks: resources from before it was made, or whose documents were lost. Found in the order of
// their urns, so that the work can go on from any of them; a resource that is being written indexes itself.
import { quote } from '../mapping/columns.ts';
import type { Transaction } from '../connection/database.ts';
import { searchSourceOf } from './searchSource.ts';
import { isTrue, Parameters, prepared, urnsOf, type Executor } from '../connection/statement.ts';

/** Where every kind begins. */
export const firstUrn = '00000000-0000-0000-0000-000000000000';

/** Whether this transaction is the one of all processes that fills the index now; it is until it ends. */
export async function mayFill(transaction: Transaction, mark = ''): Promise<boolean> {
  return isTrue(transaction, prepared(`${mark}SELECT pg_try_advisory_xact_lock(727279) AS "is"`, new Parameters()));
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
    `SELECT t."urn" FROM ${quote(source.table)} t WHERE t."urn" > ${p.add(after, 'uuid')} AND t."deleted_timestamp" IS NULL` +
    ` AND ${source.condition} AND NOT EXISTS (SELECT 1 FROM "search_document" d WHERE d."urn" = t."urn")` +
    ` ORDER BY t."urn" LIMIT ${p.add(limit, 'int')} FOR NO KEY UPDATE OF t SKIP LOCKED`;
  return urnsOf(transaction, prepared(text, p));
}

/** Says that the index holds every resource. */
export async function markComplete(executor: Executor): Promise<void> {
  const text = `INSERT INTO "setting" ("name", "value") VALUES ('search index', '"COMPLETE"') ON CONFLICT ("name") DO NOTHING`;
  await executor.query(prepared(text, new Parameters()));
}

/** Whether the index holds every resource, as SQL. */
export const isCompleteSql = `EXISTS (SELECT 1 FROM "setting" WHERE "name" = 'search index')`;

/** Whether the index holds every resource. */
export async function isComplete(executor: Executor): Promise<boolean> {
  return isTrue(executor, prepared(`SELECT ${isCompleteSql} AS "is"`, new Parameters()));
}
