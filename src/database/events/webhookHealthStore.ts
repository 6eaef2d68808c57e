// How subscriptions fare: failures in a row, pace after overload, switching off, expiry; and what is removed with age.
// Resource reference 9.5, 10.5.
import type { Database, Transaction } from '../connection/database.ts';
import { isTrue, onlyRow, Parameters, prepared, rowsOf, urnsOf, type Executor } from '../connection/statement.ts';
import { waitingSince } from '../engine/deliveryAggregates.ts';
import { dropQueued, lockPacesOf } from './completionStore.ts';
import { deliveriesOfNoMonth, tooOld } from './deliveryPartitions.ts';
import { mark, nowOnce, queueState as states } from './queueState.ts';

/** What a batch of attempts said about one subscription. */
export interface Health {
  readonly subscription: string;
  readonly failures: number;
  readonly hasSucceeded: boolean;
  /** The receiver wants fewer requests (429, 502, 503, 504). */
  readonly isOverloaded: boolean;
  readonly testPassed: boolean;
}

/** How long and how often a subscription may fail. */
export interface HealthLimits {
  readonly slowSeconds: number;
  readonly failingSeconds: number;
  readonly failingAttempts: number;
}

/** What was noted. */
export interface Noted {
  /** Subscriptions that began to fail, or succeeded again. */
  readonly changed: readonly string[];
  /** Subscriptions that have failed too long and are to be switched off. */
  readonly failed: readonly string[];
}

/** Records the outcome of attempts on their subscriptions. */
export async function noteHealth(executor: Executor, health: readonly Health[], limits: HealthLimits): Promise<Noted> {
  const p = new Parameters();
  const list = (pick: (h: Health) => unknown, cast: string): string => p.add(health.map(pick), cast);
  const arrays = [
    list((h) => h.subscription, 'uuid[]'),
    list((h) => h.failures, 'int[]'),
    list((h) => h.hasSucceeded, 'boolean[]'),
    list((h) => h.isOverloaded, 'boolean[]'),
    list((h) => h.testPassed, 'boolean[]'),
  ].join(', ');
  const slow = p.add(limits.slowSeconds, 'float8');
  const days = p.add(limits.failingSeconds, 'float8');
  const count = p.add(limits.failingAttempts, 'int');
  const text =
    `${mark}WITH h AS (SELECT * FROM unnest(${arrays}) AS h(urn, failures, ok, overloaded, tested)),` +
    ` paced AS (UPDATE "webhook_pace" w SET "failed_attempts" = CASE WHEN h.ok THEN 0 ELSE w."failed_attempts" + h.failures END,` +
    ` "noticed_timestamp" = CASE WHEN h.ok THEN NULL ELSE w."noticed_timestamp" END,` +
    ` "slow_until" = CASE WHEN h.overloaded THEN extract(epoch FROM clock_timestamp()) + ${slow} ELSE w."slow_until" END` +
    ` FROM h WHERE w."subscription" = h.urn AND (h.overloaded OR h.failures > 0 OR (h.ok AND w."failed_attempts" > 0))` +
    ` RETURNING w."subscription", w."failed_attempts"),` +
    ` noted AS (UPDATE "webhook_subscription" s SET "failing_since_timestamp" = CASE WHEN h.ok THEN NULL` +
    ` WHEN h.failures > 0 THEN COALESCE(s."failing_since_timestamp", clock_timestamp()) ELSE s."failing_since_timestamp" END,` +
    ` "test_passed" = CASE WHEN h.tested THEN true ELSE s."test_passed" END, "version" = s."version" + 1, "updated_timestamp" = clock_timestamp()` +
    ` FROM h WHERE s."urn" = h.urn AND s."deleted_timestamp" IS NULL AND ((h.ok AND s."failing_since_timestamp" IS NOT NULL)` +
    ` OR (NOT h.ok AND h.failures > 0 AND s."failing_since_timestamp" IS NULL) OR (h.tested AND s."test_passed" IS NOT TRUE))` +
    ` RETURNING s."urn", h.ok OR h.failures > 0 AS health_changed)` +
    ` SELECT noted."urn", true AS changed FROM noted WHERE noted.health_changed UNION ALL` +
    ` SELECT s."urn", false FROM "webhook_subscription" s JOIN paced ON paced."subscription" = s."urn" JOIN h ON h.urn = s."urn"` +
    ` WHERE NOT h.ok AND s."status" IN ('ACTIVE', 'PAUSED') AND s."failing_since_timestamp" <= clock_timestamp() - ${days} * interval '1 second'` +
    ` AND paced."failed_attempts" >= ${count}`;
  const rows = await rowsOf<{ urn: string; changed: boolean }>(executor, prepared(text, p));
  const urns = (isChanged: boolean): string[] =>
    rows.flatMap(({ urn, changed }) => (changed === isChanged ? [urn] : []));
  return { changed: urns(true), failed: urns(false) };
}

/** A subscription that fails, and whether those who run the company are to be notified. */
export interface FailingSubscription extends StatusChange {
  readonly destinationUrl: string;
  readonly isNoticed: boolean;
  readonly changedField: 'lastExhaustedTimestamp' | 'failingSinceTimestamp';
}

/**
 * Notes which subscriptions gave deliveries up, once a minute each, and which began to fail or succeed again in this
 * transaction: what changed of them is to be announced, in this order. People are notified at most once a day, and again after the next success.
 */
export async function noteFailing(
  transaction: Transaction,
  exhausted: readonly string[],
  changed: readonly string[],
): Promise<FailingSubscription[]> {
  const p = new Parameters();
  const given = p.add(exhausted, 'uuid[]');
  const text =
    `${mark}WITH up AS (UPDATE "webhook_subscription" SET "last_exhausted_timestamp" = clock_timestamp(), "version" = "version" + 1,` +
    ` "updated_timestamp" = clock_timestamp() WHERE "urn" = ANY(${given}) AND "deleted_timestamp" IS NULL` +
    ` AND ("last_exhausted_timestamp" IS NULL OR "last_exhausted_timestamp" < clock_timestamp() - interval '1 minute')` +
    ` RETURNING "urn", "owner", "version", "destination_url"),` +
    ` noticed AS (UPDATE "webhook_pace" SET "noticed_timestamp" = clock_timestamp() WHERE "subscription" IN (SELECT "urn" FROM up)` +
    ` AND ("noticed_timestamp" IS NULL OR "noticed_timestamp" < clock_timestamp() - interval '1 day') RETURNING "subscription")` +
    ` SELECT "urn", "owner", "version", "destination_url" AS "destinationUrl", true AS up, EXISTS (SELECT 1 FROM noticed n WHERE n."subscription" = up."urn") AS "isNoticed" FROM up` +
    ` UNION ALL SELECT "urn", "owner", "version", "destination_url", false, false FROM "webhook_subscription"` +
    ` WHERE "urn" = ANY(${p.add(changed, 'uuid[]')}) AND "deleted_timestamp" IS NULL ORDER BY "version"`;
  const rows = await rowsOf<SwitchedOff & { up: boolean; isNoticed: boolean }>(transaction, prepared(text, p));
  return rows.map(({ up, ...row }) => ({
    ...row,
    changedField: up ? 'lastExhaustedTimestamp' : 'failingSinceTimestamp',
  }));
}

/** A subscription whose status the service changed. */
export interface StatusChange {
  readonly urn: string;
  readonly owner: string;
  readonly version: string;
}

/** A subscription that was switched off. */
export interface SwitchedOff extends StatusChange {
  readonly destinationUrl: string;
}

/** Switches subscriptions off; those that are off already, or gone, are left alone. */
export async function disable(
  transaction: Transaction,
  urns: readonly string[],
  reason: string,
): Promise<SwitchedOff[]> {
  const p = new Parameters();
  const text =
    `${mark}UPDATE "webhook_subscription" SET "status" = 'DISABLED', "disabled_reason" = ${p.add(reason, 'text')},` +
    ` "test_passed" = false, "version" = "version" + 1, "updated_timestamp" = clock_timestamp()` +
    ` WHERE "urn" = ANY(${p.add(urns, 'uuid[]')}) AND "status" IN ('ACTIVE', 'PAUSED') AND "deleted_timestamp" IS NULL` +
    ` RETURNING "urn", "owner", "version", "destination_url" AS "destinationUrl"`;
  return rowsOf<SwitchedOff>(transaction, prepared(text, p));
}

// By the index of what is to end, which is asked for in its order whatever the statistics say.
const hasEnded =
  `"expiration_timestamp" <= ${nowOnce} AND "expiration_timestamp" IS NOT NULL AND "status" <> 'EXPIRED'` +
  ` AND "deleted_timestamp" IS NULL`;

/** Whether there are subscriptions to end. */
export async function hasExpired(executor: Executor): Promise<boolean> {
  const text = `${mark}SELECT (SELECT "urn" FROM "webhook_subscription" WHERE ${hasEnded} ORDER BY "expiration_timestamp" LIMIT 1) IS NOT NULL AS "is"`;
  return isTrue(executor, prepared(text, new Parameters()));
}

/** Ends subscriptions whose time has come. */
export async function expire(transaction: Transaction): Promise<StatusChange[]> {
  const text =
    `${mark}UPDATE "webhook_subscription" SET "status" = 'EXPIRED', "version" = "version" + 1, "updated_timestamp" = clock_timestamp()` +
    ` WHERE "urn" IN (SELECT "urn" FROM "webhook_subscription" WHERE ${hasEnded}` +
    ` ORDER BY "expiration_timestamp" LIMIT 100 FOR NO KEY UPDATE SKIP LOCKED) RETURNING "urn", "owner", "version"`;
  return rowsOf<StatusChange>(transaction, prepared(text, new Parameters()));
}

const batch = 500;

/** Statuses of deliveries that are not finished. */
const statuses = ['PENDING', 'IN_FLIGHT', 'RETRYING'] as const;
const unfinished = statuses.map((status) => `'${status}'`).join(', ');

/**
 * What age takes: deliveries due for 7 days are dropped, bodies are kept for 7 days, and so are finished deliveries
 * that are of no month for 30. In small batches; returns whether there may be more.
 */
export async function removeAged(database: Database): Promise<boolean> {
  const dropped = await dropAged(database);
  const emptied = await database.query(
    prepared(
      `${mark}DELETE FROM "webhook_body" WHERE "delivery" IN (SELECT b."delivery" FROM "webhook_body" b` +
        // The delivery may have gone with its month.
        ` LEFT JOIN "webhook_delivery" d ON d."urn" = b."delivery" WHERE b."created_timestamp" < now() - interval '7 days'` +
        ` AND (d."status" IN (${unfinished})) IS NOT TRUE ORDER BY b."created_timestamp" LIMIT ${String(batch)}) RETURNING 1`,
      new Parameters(),
    ),
  );
  let removed = 0;
  for (const partition of await deliveriesOfNoMonth(database))
    removed = Math.max(removed, await removeFinished(database, partition));
  return [dropped, emptied.length, removed].some((count) => count === batch);
}

async function removeFinished(executor: Executor, partition: string): Promise<number> {
  const text =
    `${mark}WITH old AS (DELETE FROM ${partition} WHERE "urn" IN (SELECT "urn" FROM ${partition} WHERE "status" NOT IN (${unfinished})` +
    ` AND "deleted_timestamp" IS NULL AND ${tooOld('"created_timestamp"')} LIMIT ${String(batch)}) RETURNING "urn"),` +
    ` bodies AS (DELETE FROM "webhook_body" WHERE "delivery" IN (SELECT "urn" FROM old)),` +
    ` attempts AS (DELETE FROM "webhook_attempt" WHERE "delivery" IN (SELECT "urn" FROM old)) SELECT 1 FROM old`;
  return (await executor.query(prepared(text, new Parameters()))).length;
}

function dropAged(database: Database): Promise<number> {
  return database.transaction(async (transaction) => {
    const urns = await urnsOf(
      transaction,
      prepared(
        `${mark}SELECT "delivery" AS urn FROM "webhook_queue" WHERE "state" <> ${String(states.IN_FLIGHT)}` +
          // Since it was due: what is sent again after weeks has been waiting since it was requested.
          ` AND "due_timestamp" < now() - interval '7 days' LIMIT ${String(batch)}`,
        new Parameters(),
      ),
    );
    if (urns.length === 0) return 0;
    await lockPacesOf(transaction, urns);
    const condition = `q."state" <> ${String(states.IN_FLIGHT)}`;
    await dropQueued(transaction, urns, { reason: 'RETENTION', condition });
    return urns.length;
  });
}

/** How the queue stands, for the operator. */
export interface QueueState {
  /**
   * Deliveries that are unfinished, up to 100,000 of them: those that wait for another attempt, those that are attempted, and the
   * others.
   */
  readonly byStatus: Readonly<Record<(typeof statuses)[number], number>>;
  /** Age in seconds of the oldest event not yet delivered to an active subscription; 0 when there is none. */
  readonly oldestSeconds: number;
}

/** Most that the queue is counted to: it is asked for every few seconds, and most often while much waits. */
const mostCounted = 100_000;

interface CountedQueue {
  readonly all: number;
  readonly attempted: number;
  readonly later: number;
  readonly oldest: number;
}

/** The queue as it is now. What it costs follows from the number of subscriptions; what waits is read up to that bound. */
export async function queueState(executor: Executor): Promise<QueueState> {
  const p = new Parameters();
  const most = p.add(mostCounted, 'int');
  const count = (condition: string): string =>
    `(SELECT count(*)::int FROM (SELECT 1 FROM "webhook_queue" q WHERE ${condition} LIMIT ${most}) c)`;
  const inState = (state: number): string => count(`q."state" > 0 AND q."state" = ${String(state)}`);
  const text =
    `${mark}SELECT ${count('true')} AS "all", ${inState(states.IN_FLIGHT)} AS "attempted", ${inState(states.LATER)} AS "later",` +
    ` COALESCE(extract(epoch FROM clock_timestamp() - (SELECT min(${waitingSince('s."urn"')}) FROM "webhook_subscription" s` +
    ` WHERE s."status" = 'ACTIVE')), 0)::float8 AS "oldest"`;
  const { all, attempted, later, oldest } = await onlyRow<CountedQueue>(executor, prepared(text, p));
  const byStatus = { PENDING: Math.max(0, all - attempted - later), IN_FLIGHT: attempted, RETRYING: later };
  return { byStatus, oldestSeconds: oldest };
}
