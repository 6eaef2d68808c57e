// The queue of each subscription between its writers and the claims: new deliveries get their place, failed ones come back
// when they are due, what is to be dropped is dropped. A writer that changes the head of a lane holds the row of the
// subscription's pace, so that no two do it at once. Resource reference 9.5, 10.5.
import type { Database, Transaction } from '../connection/database.ts';
import { Parameters, prepared, type Executor } from '../connection/statement.ts';
import { mark, queueState, wakeSql } from './queueState.ts';
import type { AttemptRecord } from './attempts.ts';

const { BEHIND, READY, IN_FLIGHT, NEW, LATER } = queueState;

/** What there is to do, and when there is more. */
export interface QueueWork {
  /** Whether deliveries wait for their place. */
  readonly hasNew: boolean;
  /** Whether anything is to be dropped. */
  readonly hasDiscards: boolean;
  /** Milliseconds until a lease ends or a failed delivery is due again; null for never. */
  readonly timedIn: number | null;
  /** Milliseconds until a subscription may have something to send; null for never. */
  readonly readyIn: number | null;
}

/** Looks what there is to do; reads the first entries of four indexes. */
export async function nextWork(executor: Executor): Promise<QueueWork> {
  const millis = (instant: string): string => `(extract(epoch FROM (${instant}) - clock_timestamp()) * 1000)::float8`;
  const text =
    `${mark}SELECT EXISTS (SELECT 1 FROM "webhook_delivery" WHERE "queue_state" = ${String(NEW)}) AS new,` +
    ` EXISTS (SELECT 1 FROM "webhook_pace" WHERE "discard_reason" IS NOT NULL) AS discards,` +
    ` ${millis(`SELECT min("due_timestamp") FROM "webhook_delivery" WHERE "queue_state" IN (2, 4)`)} AS timed,` +
    ` ${millis(`SELECT min("wake_timestamp") FROM "webhook_pace"`)} AS ready`;
  const [row] = await executor.query(prepared(text, new Parameters()));
  const number = (name: string): number | null => (row?.[name] === null ? null : Number(row?.[name]));
  return {
    hasNew: row?.['new'] === true,
    hasDiscards: row?.['discards'] === true,
    timedIn: number('timed'),
    readyIn: number('ready'),
  };
}

/** Deliveries that get their place in one step. */
const mostPlaced = 2_000;

/**
 * Gives new deliveries the sequence of their trigger, once it has one, and their place: first of their lane or behind
 * another. Returns how many, and whether there may be more.
 */
export async function placeNew(database: Database): Promise<{ readonly placed: number; readonly hasMore: boolean }> {
  return database.transaction(async (transaction) => {
    const text =
      `${mark}SELECT w."urn", w."subscription" FROM "webhook_delivery" w LEFT JOIN "webhook_trigger" t ON t."urn" = w."trigger"` +
      ` WHERE w."queue_state" = ${String(NEW)} AND w."subscription" IS NOT NULL` +
      ` AND (w."trigger" IS NULL OR w."sequence" IS NOT NULL OR t."sequence" IS NOT NULL) LIMIT ${String(mostPlaced)}`;
    const found = await transaction.query(prepared(text, new Parameters()));
    if (found.length === 0) return { placed: 0, hasMore: false };
    const locked = await lockPaces(
      transaction,
      found.map((row) => String(row['subscription'])),
    );
    const urns = found.flatMap((row) => (locked.has(String(row['subscription'])) ? [String(row['urn'])] : []));
    if (urns.length > 0) await place(transaction, urns);
    return { placed: urns.length, hasMore: urns.length < found.length || found.length === mostPlaced };
  });
}

// Locks the paces that are not locked by others; theirs are handled on the next pass.
async function lockPaces(transaction: Transaction, subscriptions: readonly string[]): Promise<Set<string>> {
  const p = new Parameters();
  const text =
    `${mark}SELECT "subscription" FROM "webhook_pace" WHERE "subscription" = ANY(${p.add([...new Set(subscriptions)], 'uuid[]')})` +
    ` ORDER BY "subscription" FOR UPDATE SKIP LOCKED`;
  const rows = await transaction.query(prepared(text, p));
  return new Set(rows.map((row) => String(row['subscription'])));
}

async function place(transaction: Transaction, urns: readonly string[]): Promise<void> {
  const p = new Parameters();
  const text =
    `${mark}WITH fresh AS (SELECT w."urn", COALESCE(t."sequence", w."sequence") AS sequence, s."ordering", w."position", w."target_urn"` +
    ` FROM "webhook_delivery" w JOIN "webhook_subscription" s ON s."urn" = w."subscription" LEFT JOIN "webhook_trigger" t ON t."urn" = w."trigger"` +
    ` WHERE w."urn" = ANY(${p.add(urns, 'uuid[]')}) AND w."queue_state" = ${String(NEW)} FOR UPDATE OF w SKIP LOCKED),` +
    ` placed AS (UPDATE "webhook_delivery" d SET "sequence" = f.sequence, "queue_state" = CASE WHEN f."ordering" = 'TARGET' AND ${hasOlder('d')}` +
    ` THEN ${String(BEHIND)} ELSE ${String(READY)} END FROM fresh f WHERE d."urn" = f."urn" RETURNING d."subscription")` +
    ` ${wakeSql('SELECT "subscription" FROM placed')}`;
  await transaction.query(prepared(text, p));
}

/** Whether an older delivery of the same lane is unfinished, as SQL. */
export function hasOlder(delivery: string): string {
  return (
    `EXISTS (SELECT 1 FROM "webhook_delivery" o WHERE o."subscription" = ${delivery}."subscription" AND o."target_urn" = ${delivery}."target_urn"` +
    ` AND o."position" < ${delivery}."position" AND o."due_timestamp" IS NOT NULL)`
  );
}

/** Lets failed deliveries be sent again whose time has come; returns how many. */
export async function ripen(executor: Executor): Promise<number> {
  const text =
    `${mark}WITH ripe AS (UPDATE "webhook_delivery" SET "queue_state" = ${String(READY)} WHERE "urn" IN (SELECT "urn" FROM "webhook_delivery"` +
    ` WHERE "queue_state" IN (${String(IN_FLIGHT)}, ${String(LATER)}) AND "due_timestamp" <= clock_timestamp() AND "status" <> 'IN_FLIGHT'` +
    ` ORDER BY "due_timestamp" LIMIT 500 FOR UPDATE SKIP LOCKED) RETURNING "subscription"),` +
    ` woken AS (${wakeSql('SELECT "subscription" FROM ripe')}) SELECT count(*)::int AS n FROM ripe`;
  const [row] = await executor.query(prepared(text, new Parameters()));
  return Number(row?.['n'] ?? 0);
}

/** A delivery whose worker is gone: its lease ran out. */
export interface Abandoned {
  readonly urn: string;
  readonly attempt: number;
  readonly step: number;
  readonly isTest: boolean;
  readonly isManual: boolean;
  readonly attempts: readonly AttemptRecord[];
  /** When the lost attempt was claimed. */
  readonly startedTimestamp: string;
}

/** Deliveries in flight whose lease ran out. The first to complete one of them wins. */
export async function abandoned(executor: Executor): Promise<Abandoned[]> {
  const text =
    `${mark}SELECT "urn", "attempt_count", "schedule_step", "is_test", "is_manual", "attempts", "updated_timestamp" FROM "webhook_delivery"` +
    ` WHERE "queue_state" IN (${String(IN_FLIGHT)}, ${String(LATER)}) AND "status" = 'IN_FLIGHT' AND "due_timestamp" <= clock_timestamp()` +
    ` ORDER BY "due_timestamp" LIMIT 200`;
  const rows = await executor.query(prepared(text, new Parameters()));
  return rows.map((row) => ({
    urn: String(row['urn']),
    attempt: Number(row['attempt_count']),
    step: Number(row['schedule_step']),
    isTest: row['is_test'] === true,
    isManual: row['is_manual'] === true,
    // Written by `complete` alone.
    attempts: row['attempts'] as AttemptRecord[],
    startedTimestamp: String(row['updated_timestamp']),
  }));
}

/** Deliveries that are dropped in one step. */
const mostDiscarded = 2_000;

/** Drops some of what is to be dropped of one subscription; returns whether there may be more to do. */
export async function discardSome(database: Database): Promise<boolean> {
  return database.transaction(async (transaction) => {
    const text =
      `${mark}SELECT "subscription", "discard_reason", "discard_until" FROM "webhook_pace" WHERE "discard_reason" IS NOT NULL` +
      ` LIMIT 1 FOR UPDATE SKIP LOCKED`;
    const [pace] = await transaction.query(prepared(text, new Parameters()));
    if (!pace) return false;
    const p = new Parameters();
    const subscription = p.add(pace['subscription'], 'uuid');
    const reason = p.add(pace['discard_reason'], 'text');
    const until = p.add(pace['discard_until'], 'timestamptz');
    const dropped = await transaction.query(
      prepared(
        `${mark}UPDATE "webhook_delivery" SET ${discardedSql(reason)} WHERE "urn" IN (SELECT "urn" FROM "webhook_delivery"` +
          ` WHERE "subscription" = ${subscription} AND "due_timestamp" IS NOT NULL` +
          // A request by a caller leaves alone what is being sent.
          ` AND (${until} IS NULL OR ("created_timestamp" <= ${until} AND "status" <> 'IN_FLIGHT'))` +
          ` LIMIT ${String(mostDiscarded)} FOR UPDATE SKIP LOCKED) RETURNING 1`,
        p,
      ),
    );
    if (dropped.length < mostDiscarded) await endDiscard(transaction, String(pace['subscription']));
    return true;
  });
}

/** What a delivery becomes that is dropped, as SQL. */
export function discardedSql(reason: string): string {
  return (
    `"status" = 'DISCARDED', "discard_reason" = ${reason}, "version" = "version" + 1, "due_timestamp" = NULL, "queue_state" = NULL,` +
    ` "next_attempt_timestamp" = NULL, "completed_timestamp" = now(), "updated_timestamp" = now()`
  );
}

// Those that arrived meanwhile, behind what is gone now, get a new place.
async function endDiscard(transaction: Transaction, subscription: string): Promise<void> {
  const p = new Parameters();
  const urn = p.add(subscription, 'uuid');
  const text =
    `${mark}WITH ended AS (UPDATE "webhook_pace" SET "discard_reason" = NULL, "discard_until" = NULL, "wake_timestamp" = clock_timestamp()` +
    ` WHERE "subscription" = ${urn}) UPDATE "webhook_delivery" SET "queue_state" = ${String(NEW)}` +
    ` WHERE "subscription" = ${urn} AND "due_timestamp" IS NOT NULL AND "queue_state" = ${String(BEHIND)}`;
  await transaction.query(prepared(text, p));
}
