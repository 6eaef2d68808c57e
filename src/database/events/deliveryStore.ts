// Deliveries as callers change them: dropped, requested again, replayed, or created as a test. What workers do with them is
// in claimStore.ts and completionStore.ts. Resource reference 9.3, 10.5.
import type { Transaction } from '../connection/database.ts';
import { Parameters, prepared, type Executor } from '../connection/statement.ts';
import { isEventOf } from '../engine/computedSql.ts';
import { tenantOf } from '../engine/tenant.ts';
import { dropQueued, lockPacesOf } from './completionStore.ts';
import { enqueueSql, isRowOf, queueState, wakeSql } from './queueState.ts';

/** Decides who is notified of a DELETE: `readable` are those of the planned deliveries that stay. */
export async function completePlanned(
  transaction: Transaction,
  planned: readonly string[],
  readable: readonly string[],
): Promise<void> {
  const p = new Parameters();
  const all = p.add(planned, 'uuid[]');
  const kept = p.add(readable, 'uuid[]');
  const text =
    `WITH decided AS (UPDATE "webhook_delivery" SET "may_read" = ("urn" = ANY(${kept})),` +
    ` "status" = CASE WHEN "urn" = ANY(${kept}) THEN 'PENDING' ELSE 'DISCARDED' END,` +
    ` "discard_reason" = CASE WHEN "urn" = ANY(${kept}) THEN NULL ELSE 'NO_PERMISSION' END,` +
    ` "completed_timestamp" = CASE WHEN "urn" = ANY(${kept}) THEN NULL ELSE "created_timestamp" END,` +
    ` "next_attempt_timestamp" = CASE WHEN "urn" = ANY(${kept}) THEN "next_attempt_timestamp" END WHERE "urn" = ANY(${all}) RETURNING *)` +
    ` DELETE FROM "webhook_queue" q USING decided d WHERE d."status" = 'DISCARDED' AND ${isRowOf('q', 'd')}`;
  await transaction.query(prepared(text, p));
}

/** Why deliveries of a subscription are dropped together. */
export type DiscardReason = 'EXPIRED' | 'SUBSCRIPTION_DELETED' | 'CANCELED';

/** What of a subscription a caller has dropped: made until then, and of these events, as digits; both ends belong to it. */
export interface DiscardRange {
  readonly until: string;
  readonly fromSequence: string | null;
  readonly toSequence: string | null;
}

/**
 * Has what is unfinished of a subscription dropped: of a range what is not being sent, else everything. The workers do it, a
 * part at a time; nothing of the subscription is sent before they are done. False while another range is being dropped.
 */
export async function discardUnfinished(
  executor: Executor,
  subscription: string,
  reason: DiscardReason,
  range: DiscardRange | null = null,
): Promise<boolean> {
  const p = new Parameters();
  const text =
    `UPDATE "webhook_pace" SET "discard_reason" = ${p.add(reason, 'text')}, "discard_until" = ${p.add(range?.until ?? null, 'timestamptz')},` +
    ` "discard_from_sequence" = ${p.add(range?.fromSequence ?? null, 'bigint')}, "discard_to_sequence" = ${p.add(range?.toSequence ?? null, 'bigint')},` +
    // From the beginning, whatever was dropped until now.
    ` "discard_target" = NULL, "discard_position" = NULL` +
    ` WHERE "subscription" = ${p.add(subscription, 'uuid')} AND ("discard_reason" IS NULL OR ${p.add(range === null, 'boolean')}) RETURNING 1`;
  return (await executor.query(prepared(text, p))).length > 0;
}

/** What of the queue rows `q` belongs to the range, as SQL. */
export function isInRange(until: string, from: string, to: string): string {
  return `q."created_timestamp" <= ${until} AND (${from} IS NULL OR ${sequenceOf} >= ${from}) AND (${to} IS NULL OR ${sequenceOf} <= ${to})`;
}

// Before it has its place, a row does not hold the number.
const sequenceOf = `COALESCE(q."sequence", (SELECT t."sequence" FROM "webhook_delivery" n JOIN "webhook_trigger" t ON ${isEventOf('t', 'n')} WHERE n."urn" = q."delivery"))`;

/** Drops a delivery that waits. False when it does not: it is being sent or finished. */
export async function cancel(transaction: Transaction, urn: string): Promise<boolean> {
  await lockPacesOf(transaction, [urn]);
  const condition = `d."status" IN ('PENDING', 'RETRYING') AND d."deleted_timestamp" IS NULL`;
  return dropQueued(transaction, [urn], { reason: 'CANCELED', condition });
}

/** How many deliveries of the range wait; counted up to `most`. */
export async function countWaiting(
  executor: Executor,
  subscription: string,
  { until, fromSequence, toSequence }: DiscardRange,
  most: number,
): Promise<number> {
  const p = new Parameters();
  const range = isInRange(p.add(until, 'timestamptz'), p.add(fromSequence, 'bigint'), p.add(toSequence, 'bigint'));
  const text =
    `SELECT count(*)::int AS n FROM (SELECT 1 FROM "webhook_queue" q WHERE q."subscription" = ${p.add(subscription, 'uuid')}` +
    ` AND q."state" <> ${String(queueState.IN_FLIGHT)} AND ${range} LIMIT ${p.add(most, 'int')}) w`;
  const [row] = await executor.query(prepared(text, p));
  return Number(row?.['n'] ?? 0);
}

/** Has the subscription looked at: it may send again, or faster. */
export async function wakeSubscription(executor: Executor, subscription: string): Promise<void> {
  const p = new Parameters();
  await executor.query(prepared(wakeSql(p.add(subscription, 'uuid')), p));
}

/** Makes the delivery of a test: it goes out whatever the status of the subscription, once. */
export async function insertTest(
  transaction: Transaction,
  test: { readonly urn: string; readonly subscription: string; readonly owner: string; readonly now: string },
): Promise<void> {
  const p = new Parameters();
  const urn = p.add(test.urn, 'uuid');
  const at = p.add(test.now, 'timestamptz');
  const owner = p.add(test.owner, 'uuid');
  const text =
    `WITH made AS (INSERT INTO "webhook_delivery" ("urn", "version", "subscription", "status", "attempt_count", "next_attempt_timestamp",` +
    ` "created_timestamp", "updated_timestamp", "owner", "tenant", "schedule_step", "is_test", "is_manual")` +
    ` VALUES (${urn}, 1, ${p.add(test.subscription, 'uuid')}, 'PENDING', 0, ${at}, ${at}, ${at},` +
    ` ${owner}, ${tenantOf(owner)}, 0, true, true) RETURNING *) ${enqueueSql('made')}`;
  await transaction.query(prepared(text, p));
}

// What a finished delivery becomes when it is requested again. Its urn, and so its webhook-id, stays.
const againSql =
  `"status" = 'PENDING', "schedule_step" = 0, "is_manual" = true,` +
  ` "next_attempt_timestamp" = clock_timestamp(), "completed_timestamp" = NULL, "discard_reason" = NULL,` +
  ` "version" = "version" + 1, "updated_timestamp" = clock_timestamp()`;

// What succeeded, failed or was canceled, and whose body can still be made or is kept.
const redeliverable =
  `"deleted_timestamp" IS NULL AND ("status" IN ('FAILED', 'SUCCEEDED') OR "discard_reason" = 'CANCELED') AND ("trigger" IS NOT NULL OR "is_test"` +
  ` OR EXISTS (SELECT 1 FROM "webhook_body" b WHERE b."delivery" = "webhook_delivery"."urn"))`;

/**
 * Requests a delivery again. False when it cannot be: it is not FAILED, SUCCEEDED or canceled, or its body is no longer kept.
 */
export async function redeliver(transaction: Transaction, urn: string): Promise<boolean> {
  const p = new Parameters();
  const text =
    `WITH again AS (UPDATE "webhook_delivery" SET ${againSql} WHERE "urn" = ${p.add(urn, 'uuid')} AND ${redeliverable} RETURNING *),` +
    ` queued AS (${enqueueSql('again')}) SELECT 1 FROM again`;
  return (await transaction.query(prepared(text, p))).length > 0;
}

/** Which events a replay is about. Sequences as digits, times as instants; `toTimestamp` is exclusive, `toSequence` is not. */
export interface ReplayRange {
  readonly fromSequence: string | null;
  readonly toSequence: string | null;
  readonly fromTimestamp: string | null;
  readonly toTimestamp: string | null;
  readonly onlyFailed: boolean;
}

/**
 * Delivers the events of the range to the subscription again, including those that were never planned for it unless only
 * failed ones are requested. Events that are still waiting are left alone. Returns how many will be sent.
 */
export async function replay(transaction: Transaction, subscription: string, range: ReplayRange): Promise<number> {
  const p = new Parameters();
  const urn = p.add(subscription, 'uuid');
  const from = p.add(range.fromSequence, 'bigint');
  const to = p.add(range.toSequence, 'bigint');
  const since = p.add(range.fromTimestamp, 'timestamptz');
  const until = p.add(range.toTimestamp, 'timestamptz');
  const onlyFailed = p.add(range.onlyFailed, 'boolean');
  const text =
    `WITH wanted AS (SELECT t.*, s."owner" AS sub_owner, s."tenant" AS sub_tenant FROM "webhook_subscription" s JOIN "webhook_trigger" t` +
    // Of the subscription's company and of those below it, as `planSql` matches.
    ` ON t."owner" IN (WITH RECURSIVE below AS (SELECT s."owner" AS urn UNION SELECT c."urn" FROM "company" c JOIN below b ON c."parent_company" = b.urn)` +
    ` SELECT urn FROM below) AND t."subject" = s."subject" AND (t."event" = 'ALL' OR s."event" = 'ALL' OR t."event" = s."event")` +
    ` AND (s."target_urn" IS NULL OR t."target_urn" = s."target_urn")` +
    ` WHERE s."urn" = ${urn} AND t."sequence" IS NOT NULL AND (${from} IS NULL OR t."sequence" >= ${from})` +
    ` AND (${to} IS NULL OR t."sequence" <= ${to})` +
    ` AND (${since} IS NULL OR t."created_timestamp" >= ${since}) AND (${until} IS NULL OR t."created_timestamp" < ${until})),` +
    ` again AS (UPDATE "webhook_delivery" SET ${againSql} WHERE "subscription" = ${urn} AND "trigger" IN (SELECT "urn" FROM wanted)` +
    ` AND (NOT ${onlyFailed} OR "status" = 'FAILED') AND ${redeliverable} RETURNING *),` +
    // Who could read what was deleted before it was requested can no longer be determined: those are not announced.
    ` made AS (INSERT INTO "webhook_delivery" ("urn", "version", "trigger", "subscription", "status", "attempt_count",` +
    ` "next_attempt_timestamp", "created_timestamp", "updated_timestamp", "owner", "tenant", "target_urn", "position",` +
    ` "schedule_step", "is_test", "is_manual")` +
    ` SELECT gen_random_uuid(), 1, "urn", ${urn}, 'PENDING', 0, clock_timestamp(), clock_timestamp(), clock_timestamp(),` +
    ` "sub_owner", "sub_tenant", "target_urn", "position", 0, false, true FROM wanted` +
    ` WHERE NOT ${onlyFailed} AND "event" <> 'DELETE' AND NOT EXISTS (SELECT 1 FROM "webhook_delivery" d` +
    ` WHERE d."subscription" = ${urn} AND d."trigger" = wanted."urn") RETURNING *),` +
    ` queued AS (${enqueueSql('(SELECT * FROM again UNION ALL SELECT * FROM made)')})` +
    ` SELECT (SELECT count(*) FROM again)::int + (SELECT count(*) FROM made)::int AS total`;
  const [row] = await transaction.query(prepared(text, p));
  return Number(row?.['total'] ?? 0);
}
