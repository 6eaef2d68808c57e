// The epoch of the event log, and by what a database is known again: which server it stands on, on which timeline, and in which
// table that is noted. A database that was restored, or promoted without its last changes, is another one, though it looks the
// same. Decision 17.
import { Parameters, prepared, type Executor } from '../connection/statement.ts';
import { enqueueSql, wakeSql } from './queueState.ts';

/** The present epoch, as SQL. */
export const epochSql = `(SELECT ("value"->>'epoch')::int FROM "setting" WHERE "name" = 'event log')`;

/** What the database is known by, and what was noted when it was last looked at. */
export interface KnownPast {
  readonly epoch: number;
  /** Server, database and timeline as noted; null before the first look. */
  readonly past: string | null;
  /** Whether a synchronous standby had everything when it was noted: then a promotion loses nothing. */
  readonly isSynchronous: boolean;
  /** Whether the note lies in another table than it was written into, as after `pg_restore`; null before the first look. */
  readonly isRestored: boolean | null;
}

/** What is noted of the log. */
export async function knownPast(executor: Executor): Promise<KnownPast> {
  const text =
    `SELECT ("value"->>'epoch')::int AS epoch, "value"->>'past' AS past,` +
    ` "value"->>'table' <> "tableoid"::text AS restored, COALESCE(("value"->>'isSynchronous')::boolean, false) AS sync FROM "setting" WHERE "name" = 'event log'`;
  const [row] = await executor.query(prepared(text, new Parameters()));
  return {
    epoch: Number(row?.['epoch'] ?? 1),
    past: typeof row?.['past'] === 'string' ? row['past'] : null,
    isSynchronous: row?.['sync'] === true,
    isRestored: typeof row?.['restored'] === 'boolean' ? row['restored'] : null,
  };
}

/** Notes what the database is known by, as long as the epoch is that one. */
export async function notePast(
  executor: Executor,
  epoch: number,
  { past, isSynchronous }: Pick<KnownPast, 'past' | 'isSynchronous'>,
): Promise<void> {
  const p = new Parameters();
  const text =
    `UPDATE "setting" SET "value" = json_build_object('epoch', ${p.add(epoch, 'int')}, 'past', ${p.add(past, 'text')},` +
    ` 'isSynchronous', ${p.add(isSynchronous, 'boolean')}, 'table', "tableoid"::text) WHERE "name" = 'event log' AND ("value"->>'epoch')::int = $1`;
  await executor.query(prepared(text, p));
}

/**
 * Raises the epoch, once however many processes notice. Up to `common`, a place in the log of all tenants, both pasts are
 * the same; null when that is not known, for then nothing was numbered since: what the log holds is common. Every active
 * webhook subscription gets a delivery that says so, before anything else that waits. Returns the epoch that is in force.
 */
export async function raiseEpoch(executor: Executor, epoch: number, common: number | null): Promise<number> {
  const p = new Parameters();
  const known = p.add(epoch, 'int');
  const upTo = p.add(common, 'bigint');
  const text =
    `WITH raised AS (UPDATE "setting" SET "value" = json_build_object('epoch', ${known} + 1)` +
    ` WHERE "name" = 'event log' AND ("value"->>'epoch')::int = ${known} RETURNING 1),` +
    ` commons AS (UPDATE "event_log" l SET "common_sequence" = CASE WHEN ${upTo} IS NULL OR l."last_ordinal" <= ${upTo} THEN l."last_sequence"` +
    ` ELSE COALESCE((SELECT t."sequence" FROM "webhook_trigger" t WHERE t."tenant" = l."tenant" AND t."ordinal" <= ${upTo}` +
    ` ORDER BY t."sequence" DESC LIMIT 1), l."expired_sequence") END FROM raised),` +
    ` announced AS (INSERT INTO "webhook_delivery" ("urn", "version", "subscription", "status", "attempt_count", "next_attempt_timestamp",` +
    ` "created_timestamp", "updated_timestamp", "owner", "tenant", "schedule_step", "is_test", "is_manual", "log_epoch")` +
    ` SELECT gen_random_uuid(), 1, s."urn", 'PENDING', 0, now(), now(), now(), s."owner", s."tenant", 0, false, false, ${known} + 1` +
    ` FROM "webhook_subscription" s, raised WHERE s."status" = 'ACTIVE' AND s."deleted_timestamp" IS NULL RETURNING *),` +
    ` queued AS (${enqueueSql('announced')}), woken AS (${wakeSql('SELECT "subscription" FROM announced')})` +
    ` SELECT count(*) FROM raised`;
  await executor.query(prepared(text, p));
  return (await knownPast(executor)).epoch;
}
