// The statements of the event log's head: giving committed triggers their `sequence`, and moving the beginning of what
// is kept. Resource reference 0 (decision 2), 9.2; the connection they run on decides who may.
import { Parameters, prepared, type Executor } from '../connection/statement.ts';

/** Where the log begins and ends: everything above `expired` up to `last` is kept. */
export interface LogBounds {
  readonly last: number;
  readonly expired: number;
}

/** The bounds of the log. */
export async function logBounds(executor: Executor): Promise<LogBounds> {
  const text = `SELECT "last_sequence", "expired_sequence" FROM "event_log"`;
  const [row] = await executor.query(prepared(text, new Parameters()));
  return { last: Number(row?.['last_sequence'] ?? 0), expired: Number(row?.['expired_sequence'] ?? 0) };
}

/** How the log stands, for the operator. */
export interface LogState {
  readonly newest: number;
  /** Committed triggers that have no number yet. */
  readonly unsequenced: number;
  /** Age in seconds of the oldest of them; 0 when there is none. */
  readonly lagSeconds: number;
}

/** The log as it is now. */
export async function logState(executor: Executor): Promise<LogState> {
  const text =
    `SELECT l."last_sequence", w.n, w.age FROM "event_log" l, (SELECT count(*)::int AS n, COALESCE(extract(epoch` +
    ` FROM clock_timestamp() - min("created_timestamp")), 0)::float8 AS age FROM "webhook_trigger"` +
    ` WHERE "sequence" IS NULL) w`;
  const [row] = await executor.query(prepared(text, new Parameters()));
  return {
    newest: Number(row?.['last_sequence'] ?? 0),
    unsequenced: Number(row?.['n'] ?? 0),
    lagSeconds: Math.max(0, Number(row?.['age'] ?? 0)),
  };
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
    `DELETE FROM "webhook_trigger" WHERE "urn" IN (SELECT t."urn" FROM "webhook_trigger" t` +
    ` WHERE t."sequence" <= (SELECT "expired_sequence" FROM "event_log")` +
    ` AND NOT EXISTS (SELECT 1 FROM "webhook_delivery" d WHERE d."trigger" = t."urn")` +
    ` ORDER BY t."sequence" LIMIT ${p.add(limit, 'int')}) RETURNING 1`;
  const rows = await executor.query(prepared(text, p));
  return rows.length;
}
