// The outcomes of attempts: what becomes of a claimed delivery, and of those that wait behind it. Resource reference 9.5,
// 10.5.
import type { Database, Transaction } from '../connection/database.ts';
import { Parameters, prepared, urnsOf, type Executor, type Statement } from '../connection/statement.ts';
import { keptSignatures, otherHeaders } from '../engine/deliveryAggregates.ts';
import { advanceSql, isAsleep, isRowOf, laneOf, mark, queueState, unawaitedSql, wakeSql } from './queueState.ts';

const { READY, LATER } = queueState;

/** One attempt of a delivery, as it is recorded. */
export interface AttemptRecord {
  readonly number: number;
  readonly startedTimestamp: string;
  readonly durationMillis: number;
  readonly responseStatus: number | null;
  readonly errorCode: string | null;
  readonly responseExcerpt: string | null;
  readonly isManual: boolean;
  /** The headers that do not follow from the delivery, as they were sent, without credentials; null when nothing was sent. */
  readonly ownHeaders: Readonly<Record<string, string>> | null;
}

/** The outcome of an attempt. */
export interface Completion {
  readonly urn: string;
  /** The attempt that was claimed; a completion of an older one is ignored. */
  readonly attempt: number;
  readonly status: 'SUCCEEDED' | 'RETRYING' | 'FAILED' | 'DISCARDED' | 'PENDING';
  readonly discardReason: string | null;
  readonly step: number;
  /** Seconds until the next attempt; null when none follows. */
  readonly waitSeconds: number | null;
  /** Null when there was no attempt. */
  readonly record: AttemptRecord | null;
  /** The SHA-256 of what was sent, where that is known. */
  readonly bodyDigest: string | null;
}

/**
 * Records outcomes, and in the same transaction what `follow` makes of those whose lease was still held. What waits behind a
 * delivery that is finished comes forward. Returns the urns of those whose lease was held. After a crash of the database the last
 * second of them may be missing: those deliveries are sent again when their leases end.
 */
export async function complete(
  database: Database,
  completions: readonly Completion[],
  follow: ((transaction: Transaction, held: ReadonlySet<string>) => Promise<void>) | null = null,
): Promise<Set<string>> {
  const urns = completions.map((c) => c.urn);
  const { done } = await database.transaction(async (transaction) => {
    transaction.send(lockPacesStatement(urns));
    const finished = finish(transaction, completions);
    // If it fails, so does the transaction.
    finished.catch(() => undefined);
    // Lanes whose outcome came too late are looked at, too: nothing comes forward there.
    transaction.send(advanceStatement(urns));
    // Else nobody waits for an answer before the commit: other claims and outcomes wait for the locks.
    if (follow) await follow(transaction, new Set(await finished));
    return { done: finished };
  });
  return new Set(await done);
}

/** Locks the paces of the subscriptions of these deliveries, in one order for all processes. */
export async function lockPacesOf(transaction: Transaction, deliveries: readonly string[]): Promise<void> {
  await transaction.query(lockPacesStatement(deliveries));
}

function lockPacesStatement(deliveries: readonly string[]): Statement {
  const p = new Parameters();
  const text =
    `${mark}SELECT 1 FROM "webhook_pace" WHERE "subscription" IN (SELECT "subscription" FROM "webhook_delivery"` +
    ` WHERE "urn" = ANY(${p.add(deliveries, 'uuid[]')})) ORDER BY "subscription" FOR UPDATE`;
  return prepared(text, p);
}

async function finish(executor: Executor, completions: readonly Completion[]): Promise<string[]> {
  const p = new Parameters();
  const list = (pick: (c: Completion) => unknown, cast: string): string => p.add(completions.map(pick), cast);
  const attempt = (pick: (record: AttemptRecord) => unknown, cast: string): string =>
    list((c) => c.record && pick(c.record), cast);
  const isQueued = `(q."subscription", q."target_urn", q."position") = (done."subscription", done.lane, done.place)`;
  const text =
    `${mark}WITH c AS MATERIALIZED (SELECT * FROM unnest(` +
    [
      list((c) => c.urn, 'uuid[]'),
      list((c) => c.attempt, 'int[]'),
      list((c) => c.status, 'text[]'),
      list((c) => c.discardReason, 'text[]'),
      list((c) => c.step, 'int[]'),
      list((c) => c.waitSeconds, 'float8[]'),
      list((c) => c.bodyDigest, 'text[]'),
      attempt((a) => a.number, 'int[]'),
      attempt((a) => a.startedTimestamp, 'timestamptz[]'),
      attempt((a) => a.durationMillis, 'int[]'),
      attempt((a) => a.responseStatus, 'int[]'),
      attempt((a) => a.errorCode, 'text[]'),
      attempt((a) => a.responseExcerpt, 'text[]'),
      attempt((a) => a.isManual, 'boolean[]'),
      attempt((a) => a.ownHeaders && keptSignatures(a.ownHeaders), 'bytea[]'),
      attempt((a) => a.ownHeaders && JSON.stringify(otherHeaders(a.ownHeaders)), 'json[]'),
    ].join(', ') +
    `) AS c(urn, attempt, status, reason, step, wait, digest, number, started, millis, response, error, excerpt, manual, signatures, headers)),` +
    ` done AS (UPDATE "webhook_delivery" d SET "status" = c.status, "discard_reason" = c.reason, "schedule_step" = c.step,` +
    // What was dropped or put back was not attempted.
    ` "attempt_count" = d."attempt_count" - CASE WHEN c.status IN ('DISCARDED', 'PENDING') THEN 1 ELSE 0 END,` +
    ` "is_manual" = d."is_manual" AND c.wait IS NOT NULL, "body_digest" = COALESCE(c.digest, d."body_digest"),` +
    ` "next_attempt_timestamp" = clock_timestamp() + c.wait * interval '1 second',` +
    ` "completed_timestamp" = CASE WHEN c.wait IS NULL THEN clock_timestamp() END,` +
    ` "version" = d."version" + 1, "updated_timestamp" = clock_timestamp() FROM c WHERE d."urn" = c.urn AND d."attempt_count" = c.attempt` +
    ` AND d."status" = 'IN_FLIGHT' RETURNING d."urn", d."tenant", d."subscription", d."status", c.attempt, c.wait, ${laneOf('d', ['lane', 'place'])}),` +
    ` gone AS (DELETE FROM "webhook_queue" q USING done WHERE ${isQueued} AND done.wait IS NULL),` +
    ` later AS (UPDATE "webhook_queue" q SET "due_timestamp" = clock_timestamp() + done.wait * interval '1 second',` +
    ` "state" = CASE WHEN done."status" = 'PENDING' THEN ${String(READY)} ELSE ${String(LATER)} END FROM done WHERE ${isQueued} AND done.wait IS NOT NULL),` +
    ` old AS (DELETE FROM "webhook_attempt" a USING c JOIN done ON done."urn" = c.urn WHERE c.number > ${String(keptAttempts)}` +
    ` AND a."delivery" = c.urn AND a."number" <= c.number - ${String(keptAttempts)}),` +
    ` tried AS (INSERT INTO "webhook_attempt" ("tenant", "delivery", "number", "started_timestamp", "duration_millis", "response_status", "error_code",` +
    ` "response_excerpt", "is_manual", "signatures", "request_headers") SELECT done."tenant", c.urn, c.number, c.started, c.millis, c.response, c.error, c.excerpt,` +
    ` c.manual, c.signatures, c.headers FROM c JOIN done ON (done."urn", done.attempt) = (c.urn, c.attempt) WHERE c.number IS NOT NULL) SELECT "urn", ${unawaitedSql} FROM done`;
  return urnsOf(executor, prepared(text, p));
}

/** Attempts that are kept with a delivery. */
const keptAttempts = 20;

/**
 * Drops those of the deliveries that are in the queue and meet the condition, SQL of the delivery `d` and its row `q`; what waits behind
 * them comes forward. Returns whether there were any. Needs the locks of their paces.
 */
export async function dropQueued(
  executor: Executor,
  urns: readonly string[],
  { reason, condition }: { readonly reason: string; readonly condition: string },
): Promise<boolean> {
  const p = new Parameters();
  const text =
    `${mark}WITH dropped AS (SELECT q.* FROM "webhook_delivery" d JOIN "webhook_queue" q ON ${isRowOf('q', 'd')}` +
    ` WHERE d."urn" = ANY(${p.add(urns, 'uuid[]')}) AND ${condition}),` +
    ` gone AS (DELETE FROM "webhook_queue" q USING dropped x` +
    ` WHERE (q."subscription", q."target_urn", q."position") = (x."subscription", x."target_urn", x."position") RETURNING q."delivery")` +
    ` UPDATE "webhook_delivery" d SET "status" = 'DISCARDED', "discard_reason" = ${p.add(reason, 'text')}, "version" = "version" + 1,` +
    ` "next_attempt_timestamp" = NULL, "completed_timestamp" = now(), "updated_timestamp" = now() FROM gone WHERE d."urn" = gone."delivery" RETURNING d."urn"`;
  const dropped = await urnsOf(executor, prepared(text, p));
  if (dropped.length > 0) await advance(executor, dropped);
  return dropped.length > 0;
}

/** Brings forward what waits behind these deliveries, and has their subscriptions looked at. Needs the locks of their paces. */
async function advance(executor: Executor, urns: readonly string[]): Promise<void> {
  await executor.query(advanceStatement(urns));
}

function advanceStatement(urns: readonly string[]): Statement {
  const p = new Parameters();
  const done = `"webhook_delivery" WHERE "urn" = ANY(${p.add(urns, 'uuid[]')})`;
  const lanes = `SELECT DISTINCT "subscription", "target_urn" FROM ${done}`;
  const text = `${mark}WITH forward AS (${advanceSql(lanes)} RETURNING 1) ${wakeSql(`SELECT "subscription" FROM ${done}`)} AND ${isAsleep}`;
  return prepared(text, p);
}
