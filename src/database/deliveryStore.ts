// Deliveries as callers change them: dropped, asked for again, replayed, or made as a test. What workers do with them is
// in claimStore.ts. A delivery is unfinished exactly as long as it has a due time. Resource reference 9.3, 10.5.
import type { Transaction } from './database.ts';
import { Parameters, prepared, type Executor } from './statement.ts';

/** Settles who may be told of a DELETE: `readable` are those of the planned deliveries that stay. */
export async function settlePlanned(
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
    ` "due_timestamp" = CASE WHEN "urn" = ANY(${kept}) THEN "due_timestamp" END WHERE "urn" = ANY(${all})`;
  await transaction.query(prepared(text, p));
}

/** Drops everything unfinished of a subscription. */
export async function discardUnfinished(
  executor: Executor,
  subscription: string,
  reason: 'EXPIRED' | 'SUBSCRIPTION_DELETED',
): Promise<void> {
  const p = new Parameters();
  const urn = p.add(subscription, 'uuid');
  const text =
    `UPDATE "webhook_delivery" SET "status" = 'DISCARDED', "discard_reason" = ${p.add(reason, 'text')}, "version" = "version" + 1,` +
    ` "due_timestamp" = NULL, "next_attempt_timestamp" = NULL, "completed_timestamp" = now(), "updated_timestamp" = now()` +
    ` WHERE "subscription" = ${urn} AND "due_timestamp" IS NOT NULL`;
  await executor.query(prepared(text, p));
}

/** Makes the delivery of a test: it goes out whatever the status of the subscription, once. */
export async function insertTest(
  transaction: Transaction,
  test: { readonly urn: string; readonly subscription: string; readonly owner: string; readonly now: string },
): Promise<void> {
  const p = new Parameters();
  const urn = p.add(test.urn, 'uuid');
  const at = p.add(test.now, 'timestamptz');
  const text =
    `WITH known AS (INSERT INTO "resource" ("urn", "kind") VALUES (${urn}, 'WebhookDelivery'))` +
    ` INSERT INTO "webhook_delivery" ("urn", "version", "subscription", "status", "attempt_count", "next_attempt_timestamp",` +
    ` "attempts", "created_timestamp", "updated_timestamp", "owner", "due_timestamp", "schedule_step", "is_test", "is_manual")` +
    ` VALUES (${urn}, 1, ${p.add(test.subscription, 'uuid')}, 'PENDING', 0, ${at}, '[]', ${at}, ${at},` +
    ` ${p.add(test.owner, 'uuid')}, ${at}, 0, true, true)`;
  await transaction.query(prepared(text, p));
}

// What a finished delivery becomes when it is asked for again. Its urn, and so its webhook-id, stays.
const againSql =
  `"status" = 'PENDING', "schedule_step" = 0, "is_manual" = true, "due_timestamp" = clock_timestamp(),` +
  ` "next_attempt_timestamp" = clock_timestamp(), "completed_timestamp" = NULL, "discard_reason" = NULL,` +
  ` "version" = "version" + 1, "updated_timestamp" = clock_timestamp()`;

/** Whether what a delivery says can still be told: its body is kept, or its trigger is. */
const tellable = `("body" IS NOT NULL OR "trigger" IS NOT NULL OR "is_test")`;

/**
 * Asks for a delivery again. False when it cannot be: it is not FAILED or SUCCEEDED, or what it told is no longer kept.
 */
export async function redeliver(transaction: Transaction, urn: string): Promise<boolean> {
  const p = new Parameters();
  const text =
    `UPDATE "webhook_delivery" SET ${againSql} WHERE "urn" = ${p.add(urn, 'uuid')}` +
    ` AND "status" IN ('FAILED', 'SUCCEEDED') AND "deleted_timestamp" IS NULL AND ${tellable} RETURNING "urn"`;
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
 * Delivers the events of the range to the subscription again, those included that were never planned for it unless only
 * failed ones are asked for. Events that are still waiting are left alone. Gives how many will be sent.
 */
export async function replay(transaction: Transaction, subscription: string, range: ReplayRange): Promise<number> {
  const p = new Parameters();
  const urn = p.add(subscription, 'uuid');
  const from = p.add(range.fromSequence, 'bigint');
  const since = p.add(range.fromTimestamp, 'timestamptz');
  const until = p.add(range.toTimestamp, 'timestamptz');
  const onlyFailed = p.add(range.onlyFailed, 'boolean');
  const text =
    `WITH asked AS (SELECT t.*, s."owner" AS sub_owner FROM "webhook_subscription" s JOIN "webhook_trigger" t` +
    ` ON t."owner" = s."owner" AND t."subject" = s."subject" AND (t."event" = 'ALL' OR s."event" = 'ALL' OR t."event" = s."event")` +
    ` AND (s."target_urn" IS NULL OR t."target_urn" = s."target_urn")` +
    ` WHERE s."urn" = ${urn} AND t."sequence" IS NOT NULL AND (${from} IS NULL OR t."sequence" >= ${from})` +
    ` AND (${since} IS NULL OR t."created_timestamp" >= ${since}) AND (${until} IS NULL OR t."created_timestamp" < ${until})),` +
    ` again AS (UPDATE "webhook_delivery" SET ${againSql} WHERE "subscription" = ${urn} AND "trigger" IN (SELECT "urn" FROM asked)` +
    ` AND "status" IN ('FAILED', 'SUCCEEDED') AND (NOT ${onlyFailed} OR "status" = 'FAILED') AND "deleted_timestamp" IS NULL RETURNING "urn"),` +
    // Who could read what was deleted before it was asked for cannot be told any more: those stay untold.
    ` fresh AS (SELECT gen_random_uuid() AS urn, a.* FROM (SELECT "urn" AS trigger, "sub_owner", "target_urn", "position", "sequence" FROM asked` +
    ` WHERE NOT ${onlyFailed} AND "event" <> 'DELETE' AND NOT EXISTS (SELECT 1 FROM "webhook_delivery" d` +
    ` WHERE d."subscription" = ${urn} AND d."trigger" = asked."urn")) a),` +
    ` known AS (INSERT INTO "resource" ("urn", "kind") SELECT urn, 'WebhookDelivery' FROM fresh),` +
    ` made AS (INSERT INTO "webhook_delivery" ("urn", "version", "trigger", "subscription", "sequence", "status", "attempt_count",` +
    ` "next_attempt_timestamp", "attempts", "created_timestamp", "updated_timestamp", "owner", "target_urn", "position",` +
    ` "due_timestamp", "schedule_step", "is_test", "is_manual")` +
    ` SELECT urn, 1, trigger, ${urn}, "sequence", 'PENDING', 0, clock_timestamp(), '[]', clock_timestamp(), clock_timestamp(),` +
    ` "sub_owner", "target_urn", "position", clock_timestamp(), 0, false, true FROM fresh RETURNING "urn")` +
    ` SELECT (SELECT count(*) FROM again)::int + (SELECT count(*) FROM made)::int AS total`;
  const [row] = await transaction.query(prepared(text, p));
  return Number(row?.['total'] ?? 0);
}
