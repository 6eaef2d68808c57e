// The entities whose documents are to be rebuilt. A change enqueues its entity here within its transaction; the documents are
// written after the commit, many changes of one entity together.
import type { Database, Transaction } from '../connection/database.ts';
import { isTrue, Parameters, prepared, rowsOf, type Executor } from '../connection/statement.ts';
import { queuedSql } from '../engine/searchedItems.ts';
import { inBackground, mayFill } from './searchFillStore.ts';
import { reindex, reindexDrafts } from './searchIndexStore.ts';

/** Has the documents of the entities written after the commit. Waits neither for locks nor for an answer. */
export function queueEntities(transaction: Transaction, urns: readonly string[]): void {
  const p = new Parameters();
  const text = queuedSql(`SELECT "tenant", "urn", false FROM "entity" WHERE "urn" = ANY(${p.add(urns, 'uuid[]')})`);
  transaction.send(prepared(text, p));
}

/** Rows of the queue that are looked at for other changes of the same entities, and entities that are indexed at once. */
const mostTaken = 5_000;
const mostIndexed = 20;

interface QueuedChange {
  readonly urn: string;
  readonly isOfDrafts: boolean;
}

/** What a step has done. */
export interface IndexStep {
  readonly indexed: number;
  /** Whether another process indexes now. */
  readonly isElsewhere: boolean;
}

/** Writes the documents of some queued entities; in one process at once, so that no older words replace newer ones. */
export function indexQueued(database: Database): Promise<IndexStep> {
  return database.transaction(async (transaction) => {
    if (!(await mayFill(transaction))) return { indexed: 0, isElsewhere: true };
    const p = new Parameters();
    // All changes of the first entities; those that come meanwhile stay for the next step.
    const text =
      `${inBackground}WITH first AS (SELECT "id", "urn" FROM "search_queue" ORDER BY "id" LIMIT ${p.add(mostTaken, 'int')}),` +
      ` chosen AS (SELECT "urn" FROM first GROUP BY "urn" ORDER BY min("id") LIMIT ${p.add(mostIndexed, 'int')})` +
      ` DELETE FROM "search_queue" WHERE "id" IN (SELECT f."id" FROM first f JOIN chosen s ON s."urn" = f."urn") RETURNING "urn",` +
      // Where there is no document yet, all of it is to be written.
      ` "is_of_drafts" AND EXISTS (SELECT 1 FROM "search_document" d WHERE d."urn" = "search_queue"."urn") AS "isOfDrafts"`;
    const rows = await rowsOf<QueuedChange>(transaction, prepared(text, p));
    const urns = [...new Set(rows.map((row) => row.urn))].sort();
    const whole = new Set(rows.flatMap(({ urn, isOfDrafts }) => (isOfDrafts ? [] : [urn])));
    const drafts = urns.filter((urn) => !whole.has(urn));
    reindex(transaction, 'Entity', [...whole].sort(), inBackground);
    reindexDrafts(transaction, drafts, inBackground);
    return { indexed: urns.length, isElsewhere: false };
  });
}

/** Whether changes of the tenant, or of any, are committed and not indexed yet, as SQL. */
function isQueuedSql(tenant: string): string {
  return `EXISTS (SELECT 1 FROM "search_queue" q WHERE ${tenant} IS NULL OR q."tenant" = ${tenant})`;
}

/** Whether changes of the tenant (null: of any) are committed and not indexed yet. */
export async function isQueued(executor: Executor, tenant: string | null): Promise<boolean> {
  const p = new Parameters();
  return isTrue(executor, prepared(`${inBackground}SELECT ${isQueuedSql(p.add(tenant, 'uuid'))} AS "is"`, p));
}

const mostCounted = 10_000;

/** How many entities of the tenant wait to be indexed, up to 10,000. */
export async function countQueued(executor: Executor, tenant: string | null): Promise<number> {
  const p = new Parameters();
  const waiting = `SELECT DISTINCT "urn" FROM "search_queue" WHERE "tenant" = ${p.add(tenant, 'uuid')} LIMIT ${p.add(mostCounted, 'int')}`;
  const [row] = await rowsOf<{ count: number }>(
    executor,
    prepared(`SELECT count(*)::int AS "count" FROM (${waiting}) w`, p),
  );
  return row?.count ?? 0;
}
