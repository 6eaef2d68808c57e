// Deliveries as callers change them: dropped, requested again, replayed, or created as a test. What workers do with them is
// in claimStore.ts. A delivery is unfinished exactly as long as it has a due time. Resource reference 9.3, 10.5.
import type { Transaction } from '../connection/database.ts';
import { Parameters, prepared, type Executor } from '../connection/statement.ts';
import { tenantOf } from '../engine/tenant.ts';
import { advance, lockPacesOf } from './claimStore.ts';
import { discardedSql } from './laneStore.ts';
import { queueState, wakeSql } from './queueState.ts';

const newState = String(queueState.NEW);

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
    `UPDATE "webhook_delivery" SET "may_read" = ("urn" = ANY(${kept})),` +
    ` "status" = CASE WHEN "urn" = ANY(${kept}) THEN 'PENDING' ELSE 'DISCARDED' END,` +
    ` "discard_reason" = CASE WHEN "urn" = ANY(${kept}) THEN NULL ELSE 'NO_PERMISSION' END,` +
    ` "completed_timestamp" = CASE WHEN "urn" = ANY(${kept}) THEN NULL ELSE "created_timestamp" END,` +
    ` "next_attempt_timestamp" = CASE WHEN "urn" = ANY(${kept}) THEN "next_attempt_timestamp" END,` +
    ` "queue_state" = CASE WHEN "urn" = ANY(${kept}) THEN "queue_state" END,` +
    ` "due_timestamp" = CASE WHEN "urn" = ANY(${kept}) THEN "due_timestamp" END WHERE "urn" = ANY(${all})`;
  await transaction.query(prepared(text, p));
}

/** Why deliveries of a subscription are dropped together. */
export type DiscardReason = 'EXPIRED' | 'SUBSCRIPTION_DELETED' | 'CANCELED';

/**
 * Has what is unfinished of a subscription dropped: with `until` what was made until then and is not being sent, else
 * everything. The workers do it, a part at a time; nothing of the subscription is sent before they are done.
 */
export async function discardUnfinished(
  executor: Executor,
  subscription: string,
  reason: DiscardReason,
  until: string | null = null,
): Promise<void> {
  const p = new Parameters();
  const text =
    `UPDATE "webhook_pace" SET "discard_reason" = ${p.add(reason, 'text')}, "discard_until" = ${p.add(until, 'timestamptz')}` +
    ` WHERE "subscription" = ${p.add(subscription, 'uuid')} AND ("discard_reason" IS NULL OR "discard_until" IS NOT NULL)`;
  await executor.query(prepared(text, p));
}

/** Drops a delivery that waits. False when it does not: it is being sent or finished. */
export async function cancel(transaction: Transaction, urn: string): Promise<boolean> {
  await lockPacesOf(transaction, [urn]);
  const p = new Parameters();
  const text =
    `UPDATE "webhook_delivery" SET ${discardedSql(`'CANCELED'`)} WHERE "urn" = ${p.add(urn, 'uuid')}` +
    ` AND "status" IN ('PENDING', 'RETRYING') AND "deleted_timestamp" IS NULL RETURNING "urn"`;
  const isDropped = (await transaction.query(prepared(text, p))).length > 0;
  if (isDropped) await advance(transaction, [urn]);
  return isDropped;
}

/** How many deliveries of the subscription wait that were made until then; counted up to `most`. */
export async function countWaiting(
  executor: Executor,
  subscription: string,
  until: string,
  most: number,
): Promise<number> {
  const p = new Parameters();
  const text =
    `SELECT count(*)::int AS n FROM (SELECT 1 FROM "webhook_delivery" WHERE "subscription" = ${p.add(subscription, 'uuid')}` +
    ` AND "due_timestamp" IS NOT NULL AND "status" <> 'IN_FLIGHT' AND "created_timestamp" <= ${p.add(until, 'timestamptz')}` +
    ` LIMIT ${p.add(most, 'int')}) w`;
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
    `INSERT INTO "webhook_delivery" ("urn", "version", "subscription", "status", "attempt_count", "next_attempt_timestamp",` +
    ` "attempts", "created_timestamp", "updated_timestamp", "owner", "tenant", "due_timestamp", "queue_state", "schedule_step", "is_test", "is_manual")` +
    ` VALUES (${urn}, 1, ${p.add(test.subscription, 'uuid')}, 'PENDING', 0, ${at}, '[]', ${at}, ${at},` +
    ` ${owner}, ${tenantOf(owner)}, ${at}, ${newState}, 0, true, true)`;
  await transaction.query(prepared(text, p));
}

// What a finished delivery becomes when it is requested again. Its urn, and so its webhook-id, stays.
const againSql =
  `"status" = 'PENDING', "schedule_step" = 0, "is_manual" = true, "due_timestamp" = clock_timestamp(), "queue_state" = ${newState},` +
  ` "next_attempt_timestamp" = clock_timestamp(), "completed_timestamp" = NULL, "discard_reason" = NULL,` +
  ` "version" = "version" + 1, "updated_timestamp" = clock_timestamp()`;

/** Whether the body of a delivery can still be sent: it is kept, or its trigger is. */
const redeliverable = `("body" IS NOT NULL OR "trigger" IS NOT NULL OR "is_test")`;

/**
 * Requests a delivery again. False when it cannot be: it is not FAILED or SUCCEEDED, or its body is no longer kept.
 */
export async function redeliver(transaction: Transaction, urn: string): Promise<boolean> {
  const p = new Parameters();
  const text =
    `UPDATE "webhook_delivery" SET ${againSql} WHERE "urn" = ${p.add(urn, 'uuid')}` +
    ` AND "status" IN ('FAILED', 'SUCCEEDED') AND "deleted_timestamp" IS NULL AND ${redeliverable} RETURNING "urn"`;
  return (await transaction.query(prepared(text, p))).length > 0;
}

/** Which events a replay is about. Sequences as digits, times as instants; `toTimestamp` is exclusive. */
export interface ReplayRange {
  readonly fromSequence: string | null;
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
  const since = p.add(range.fromTimestamp, 'timestamptz');
  const until = p.add(range.toTimestamp, 'timestamptz');
  const onlyFailed = p.add(range.onlyFailed, 'boolean');
  const text =
    `WITH asked AS (SELECT t.*, s."owner" AS sub_owner, s."tenant" AS sub_tenant FROM "webhook_subscription" s JOIN "webhook_trigger" t` +
    // Of the subscription's company and of those below it, as `planSql` matches.
    ` ON t."owner" IN (WITH RECURSIVE below AS (SELECT s."owner" AS urn UNION SELECT c."urn" FROM "company" c JOIN below b ON c."parent_company" = b.urn)` +
    ` SELECT urn FROM below) AND t."subject" = s."subject" AND (t."event" = 'ALL' OR s."event" = 'ALL' OR t."event" = s."event")` +
    ` AND (s."target_urn" IS NULL OR t."target_urn" = s."target_urn")` +
    ` WHERE s."urn" = ${urn} AND t."sequence" IS NOT NULL AND (${from} IS NULL OR t."sequence" >= ${from})` +
    ` AND (${since} IS NULL OR t."created_timestamp" >= ${since}) AND (${until} IS NULL OR t."created_timestamp" < ${until})),` +
    ` again AS (UPDATE "webhook_delivery" SET ${againSql} WHERE "subscription" = ${urn} AND "trigger" IN (SELECT "urn" FROM asked)` +
    ` AND "status" IN ('FAILED', 'SUCCEEDED') AND (NOT ${onlyFailed} OR "status" = 'FAILED') AND "deleted_timestamp" IS NULL RETURNING "urn"),` +
    // Who could read what was deleted before it was requested can no longer be determined: those are not announced.
    ` fresh AS (SELECT gen_random_uuid() AS urn, a.* FROM (SELECT "urn" AS trigger, "sub_owner", "sub_tenant", "target_urn", "position", "sequence" FROM asked` +
    ` WHERE NOT ${onlyFailed} AND "event" <> 'DELETE' AND NOT EXISTS (SELECT 1 FROM "webhook_delivery" d` +
    ` WHERE d."subscription" = ${urn} AND d."trigger" = asked."urn")) a),` +
    ` made AS (INSERT INTO "webhook_delivery" ("urn", "version", "trigger", "subscription", "sequence", "status", "attempt_count",` +
    ` "next_attempt_timestamp", "attempts", "created_timestamp", "updated_timestamp", "owner", "tenant", "target_urn", "position",` +
    ` "due_timestamp", "queue_state", "schedule_step", "is_test", "is_manual")` +
    ` SELECT urn, 1, trigger, ${urn}, "sequence", 'PENDING', 0, clock_timestamp(), '[]', clock_timestamp(), clock_timestamp(),` +
    ` "sub_owner", "sub_tenant", "target_urn", "position", clock_timestamp(), ${newState}, 0, false, true FROM fresh RETURNING "urn")` +
    ` SELECT (SELECT count(*) FROM again)::int + (SELECT count(*) FROM made)::int AS total`;
  const [row] = await transaction.query(prepared(text, p));
  return Number(row?.['total'] ?? 0);
}
