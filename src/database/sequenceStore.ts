// The statements of the event log's head: giving committed triggers their `sequence`, and moving the beginning of what
// is kept. Resource reference 0 (decision 2), 9.2; the connection they run on decides who may.
import { Parameters, prepared, type Executor } from './statement.ts';

/** Where the log begins and ends: everything above `expired` up to `last` is kept. */
export interface LogBounds {
  readonly last: number;
  readonly expired: number;
}

/**
 * Gives the next numbers to up to `limit` committed triggers without one, and says how many. Triggers are written after
 * the lock on their object is held, so of one object the smaller position was committed first; a trigger that commits
 * late gets the next number once it is visible. Numbers have no gaps: the head moves in the statement that uses them.
 * Only the holder of the sequencer's lock may call it.
 */
export async function assignSequence(executor: Executor, limit: number): Promise<number> {
  const p = new Parameters();
  const text =
    `WITH due AS MATERIALIZED (SELECT "urn", row_number() OVER (ORDER BY "position") AS n FROM (` +
    `SELECT "urn", "position" FROM "webhook_trigger" WHERE "sequence" IS NULL ORDER BY "position"` +
    ` LIMIT ${p.add(limit, 'int')}) d), total AS (SELECT count(*) AS n FROM due),` +
    ` head AS (UPDATE "event_log" SET "last_sequence" = "last_sequence" + total.n FROM total WHERE total.n > 0` +
    ` RETURNING "last_sequence" - total.n AS base)` +
    ` UPDATE "webhook_trigger" t SET "sequence" = head.base + due.n FROM due, head WHERE t."urn" = due."urn" RETURNING 1`;
  const rows = await executor.query(prepared(text, p));
  return rows.length;
}

/** The bounds of the log. */
export async function logBounds(executor: Executor): Promise<LogBounds> {
  const text = `SELECT "last_sequence", "expired_sequence" FROM "event_log"`;
  const [row] = await executor.query(prepared(text, new Parameters()));
  return { last: Number(row?.['last_sequence'] ?? 0), expired: Number(row?.['expired_sequence'] ?? 0) };
}

/** Moves the beginning of the log past events older than `days`, at most `limit` of them; says whether it moved. */
export async function expireEvents(executor: Executor, days: number, limit: number): Promise<boolean> {
  const p = new Parameters();
  const text =
    `WITH page AS (SELECT "sequence", "created_timestamp" < now() - make_interval(days => ${p.add(days, 'int')}) AS is_old` +
    ` FROM "webhook_trigger" WHERE "sequence" > (SELECT "expired_sequence" FROM "event_log")` +
    ` ORDER BY "sequence" LIMIT ${p.add(limit, 'int')}), old AS (SELECT max("sequence") AS upto FROM page WHERE "sequence" <` +
    ` COALESCE((SELECT min("sequence") FROM page WHERE NOT is_old), 9223372036854775807))` +
    ` UPDATE "event_log" SET "expired_sequence" = old.upto FROM old WHERE old.upto IS NOT NULL RETURNING 1`;
  const rows = await executor.query(prepared(text, p));
  return rows.length > 0;
}

/** Deletes up to `limit` triggers before the beginning of the log; those with deliveries stay as long as these do. */
export async function deleteExpired(executor: Executor, limit: number): Promise<number> {
  const p = new Parameters();
  const text =
    `DELETE FROM "resource" WHERE "urn" IN (SELECT t."urn" FROM "webhook_trigger" t` +
    ` WHERE t."sequence" <= (SELECT "expired_sequence" FROM "event_log")` +
    ` AND NOT EXISTS (SELECT 1 FROM "webhook_delivery" d WHERE d."trigger" = t."urn")` +
    ` ORDER BY t."sequence" LIMIT ${p.add(limit, 'int')}) RETURNING 1`;
  const rows = await executor.query(prepared(text, p));
  return rows.length;
}
