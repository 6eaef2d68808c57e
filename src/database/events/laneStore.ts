// The queue of each subscription between its writers and the claims: new deliveries get their place, failed ones come back
// when they are due, what is to be dropped is dropped. A writer that changes the head of a lane holds the row of the
// subscription's pace, so that no two do it at once. Resource reference 9.5, 10.5.
import type { Database, Transaction } from '../connection/database.ts';
import { firstOf, Parameters, prepared, rowsOf, type Executor } from '../connection/statement.ts';
import { firstUrn } from '../../domain/urn.ts';
import { isEventOf } from '../engine/computedSql.ts';
import { dropQueued } from './completionStore.ts';
import { isInRange } from './deliveryStore.ts';
import {
  byLane,
  byState,
  hasDiscardsSql,
  hasNewSql,
  hasOlder,
  isAsleep,
  mark,
  nowOnce,
  queueState,
  readyAtSql,
  unawaitedSql,
  wakeSql,
} from './queueState.ts';

const { BEHIND, READY, IN_FLIGHT, NEW, LATER } = queueState;

/** What there is to do, and when there is more. */
export interface QueueWork {
  /** Whether deliveries wait for their place. */
  readonly hasNew: boolean;
  /** Whether anything is to be dropped. */
  readonly hasDiscards: boolean;
  /** Milliseconds until a failed delivery is due again; null for never. */
  readonly timedIn: number | null;
  /** Milliseconds until a subscription may have something to send; null for never. */
  readonly readyIn: number | null;
}

/**
 * Looks what there is to do; reads the first entries of four indexes. Each asks for an order that only its index has: after a
 * backlog the statistics have most rows be new long after none is, and the whole table would be read in search of one.
 */
export async function nextWork(executor: Executor): Promise<QueueWork> {
  const millis = (instant: string): string => `(extract(epoch FROM (${instant}) - clock_timestamp()) * 1000)::float8`;
  const text =
    `${mark}SELECT ${hasNewSql} AS "hasNew", ${hasDiscardsSql} AS "hasDiscards",` +
    ` ${millis(`SELECT min("due_timestamp") FROM "webhook_queue" WHERE "state" = ${String(LATER)}`)} AS "timedIn",` +
    ` ${millis(readyAtSql)} AS "readyIn"`;
  const [row] = await rowsOf<QueueWork>(executor, prepared(text, new Parameters()));
  return row ?? { hasNew: false, hasDiscards: false, timedIn: null, readyIn: null };
}

/** An entry without a place, by its key; `full` where its subscription may have more of them. */
interface NewEntry {
  readonly subscription: string;
  readonly target_urn: string;
  readonly position: string;
  readonly sequence: string | null;
  readonly full: boolean;
}

/** Deliveries that get their place in one step; subscriptions have equal parts of it, so that none waits for the many of another. */
const mostPlaced = 300;

// The subscriptions that have new deliveries, by one look into the index each.
const withNewSql =
  `WITH RECURSIVE subscriptions AS ((SELECT q."subscription" AS urn FROM "webhook_queue" q WHERE q."state" = ${String(NEW)} ORDER BY q."subscription" LIMIT 1)` +
  ` UNION ALL SELECT (SELECT q."subscription" FROM "webhook_queue" q WHERE q."state" = ${String(NEW)} AND q."subscription" > s.urn` +
  ` ORDER BY q."subscription" LIMIT 1) FROM subscriptions s WHERE s.urn IS NOT NULL)`;

// The new deliveries of a subscription whose event has its number, or that are of none. The limit has each looked at by itself, in
// the order of the index: all that are new would be joined and sorted.
const numberedSql = (subscription: string): string =>
  `"webhook_queue" q CROSS JOIN LATERAL (SELECT t."sequence" FROM "webhook_delivery" d LEFT JOIN "webhook_trigger" t ON ${isEventOf('t', 'd')}` +
  ` WHERE d."urn" = q."delivery" AND (d."trigger" IS NULL OR t."sequence" IS NOT NULL) LIMIT 1) e WHERE q."state" = ${String(NEW)} AND q."subscription" = ${subscription}`;

/** What became of new deliveries. */
export interface Placing {
  readonly placed: number;
  /** Whether another step may place more at once. */
  readonly hasMore: boolean;
  /** Whether there are some whose subscription another process is busy with. */
  readonly isHeld: boolean;
}

/**
 * Gives new deliveries the sequence of their trigger, once it has one, and their place: first of their lane or behind
 * another.
 */
export async function placeNew(database: Database): Promise<Placing> {
  const subscriptions = await withNumbered(database);
  if (subscriptions.length === 0) return { placed: 0, hasMore: false, isHeld: false };
  return database.transaction(async (transaction) => {
    const locked = await lockPaces(transaction, subscriptions);
    const isHeld = locked.length < subscriptions.length;
    if (locked.length === 0) return { placed: 0, hasMore: false, isHeld };
    // What others placed before the locks were taken is new no more.
    const p = new Parameters();
    const part = p.add(Math.max(1, Math.trunc(mostPlaced / locked.length)), 'int');
    const text =
      `${mark}SELECT n.*, n.at = ${part} AS full FROM unnest(${p.add(locked, 'uuid[]')}) AS s(urn) CROSS JOIN LATERAL (SELECT q."subscription", q."target_urn",` +
      ` q."position"::text, e."sequence", row_number() OVER () AS at FROM ${numberedSql('s.urn')} ${byState('q')} LIMIT ${part}) n`;
    const found = await rowsOf<NewEntry>(transaction, prepared(text, p));
    if (found.length > 0) await place(transaction, found);
    return { placed: found.length, hasMore: found.some(({ full }) => full), isHeld };
  });
}

// The subscriptions that have something to place. A statement of its own: the log is read by partitions here (`isEventOf`).
async function withNumbered(executor: Executor): Promise<string[]> {
  const text =
    `${mark}${withNewSql} SELECT s.urn FROM subscriptions s WHERE (SELECT true FROM ${numberedSql('s.urn')} ${byState('q')} LIMIT 1)` +
    ` LIMIT ${String(mostPlaced)}`;
  return (await rowsOf<{ urn: string }>(executor, prepared(text, new Parameters()))).map(({ urn }) => urn);
}

// Locks the paces of the subscriptions, but those that are locked by others; theirs are handled on the next pass. A place that is lost is
// given again.
async function lockPaces(transaction: Transaction, subscriptions: readonly string[]): Promise<string[]> {
  const p = new Parameters();
  const text =
    `${mark}SELECT s.urn, ${unawaitedSql} FROM unnest(${p.add(subscriptions, 'uuid[]')}) AS s(urn) CROSS JOIN LATERAL` +
    ` (SELECT 1 FROM "webhook_pace" w WHERE w."subscription" = s.urn FOR UPDATE SKIP LOCKED) w`;
  return (await rowsOf<{ urn: string }>(transaction, prepared(text, p))).map(({ urn }) => urn);
}

// Rows are reached by their keys alone: the states of many others must not be read for it. Subscriptions that are to be looked at
// already are not written: their paces are locked.
async function place(transaction: Transaction, keys: readonly NewEntry[]): Promise<void> {
  const p = new Parameters();
  const list = (name: keyof NewEntry, cast: string): string =>
    p.add(
      keys.map((key) => key[name]),
      cast,
    );
  const text =
    `${mark}WITH placed AS (UPDATE "webhook_queue" q SET "sequence" = k.number,` +
    ` "state" = CASE WHEN (SELECT s."ordering" FROM "webhook_subscription" s WHERE s."urn" = q."subscription") = 'TARGET' AND ${hasOlder('q')}` +
    ` THEN ${String(BEHIND)} ELSE ${String(READY)} END` +
    ` FROM unnest(${list('subscription', 'uuid[]')}, ${list('target_urn', 'uuid[]')}, ${list('position', 'bigint[]')}, ${list('sequence', 'bigint[]')}) AS k(subscription, target, place, number)` +
    ` WHERE (q."subscription", q."target_urn", q."position") = (k.subscription, k.target, k.place) AND q."state" = ${String(NEW)} RETURNING q."subscription")` +
    ` ${wakeSql('SELECT "subscription" FROM placed')} AND ${isAsleep}`;
  await transaction.query(prepared(text, p));
}

/** Lets failed deliveries be sent again whose time has come; returns how many. */
export async function ripen(executor: Executor): Promise<number> {
  const text =
    `${mark}WITH due AS (SELECT q.ctid AS place FROM "webhook_queue" q WHERE q."state" = ${String(LATER)}` +
    ` AND q."due_timestamp" <= ${nowOnce} ORDER BY q."due_timestamp" LIMIT 500 FOR UPDATE SKIP LOCKED),` +
    // By their place, whatever the statistics say: a join on the key would read the whole queue for some hundreds.
    ` ripe AS (UPDATE "webhook_queue" q SET "state" = ${String(READY)} WHERE q.ctid = ANY(ARRAY(SELECT place FROM due)) RETURNING q."subscription"),` +
    ` woken AS (${wakeSql('SELECT "subscription" FROM ripe')}) SELECT count(*)::int AS n FROM ripe`;
  return (await firstOf<{ n: number }>(executor, prepared(text, new Parameters())))?.n ?? 0;
}

/** A delivery whose worker is gone: its lease ran out. */
export interface Abandoned {
  readonly urn: string;
  readonly attempt: number;
  readonly step: number;
  readonly isTest: boolean;
  readonly isManual: boolean;
  /** When the lost attempt was claimed. */
  readonly startedTimestamp: string;
}

/**
 * Milliseconds until the first lease ends; null while nothing is in flight. Reads what is in flight, of all processes: a claim
 * would have to write an entry of every lease to spare that.
 */
export async function nextLeaseEnd(executor: Executor): Promise<number | null> {
  const text =
    `${mark}SELECT (extract(epoch FROM min("due_timestamp") - clock_timestamp()) * 1000)::float8 AS "endsIn"` +
    ` FROM "webhook_queue" WHERE "state" > 0 AND "state" = ${String(IN_FLIGHT)}`;
  return (await firstOf<{ endsIn: number | null }>(executor, prepared(text, new Parameters())))?.endsIn ?? null;
}

/** Deliveries in flight whose lease ran out. The first to complete one of them wins. */
export async function abandoned(executor: Executor): Promise<Abandoned[]> {
  const text =
    `${mark}SELECT d."urn", d."attempt_count" AS attempt, d."schedule_step" AS step, d."is_test" AS "isTest", d."is_manual" AS "isManual", d."updated_timestamp" AS "startedTimestamp" FROM "webhook_queue" q` +
    ` JOIN "webhook_delivery" d ON d."urn" = q."delivery" WHERE q."state" > 0 AND q."state" = ${String(IN_FLIGHT)}` +
    ` AND q."due_timestamp" <= clock_timestamp() ORDER BY q."due_timestamp" LIMIT 200`;
  return rowsOf<Abandoned>(executor, prepared(text, new Parameters()));
}

interface DiscardRow {
  readonly subscription: string;
  readonly discard_reason: string;
  readonly discard_until: string | null;
  readonly discard_from_sequence: string | null;
  readonly discard_to_sequence: string | null;
  readonly discard_target: string | null;
  readonly discard_position: string | null;
}

/** Deliveries that are looked at in one step. */
const mostSeen = 2_000;

/** Drops some of what is to be dropped of one subscription; returns whether there may be more to do. */
export async function discardSome(database: Database): Promise<boolean> {
  return database.transaction(async (transaction) => {
    const text =
      `${mark}SELECT "subscription", "discard_reason", "discard_until", "discard_from_sequence", "discard_to_sequence",` +
      ` "discard_target", "discard_position"::text FROM "webhook_pace" WHERE "discard_reason" IS NOT NULL LIMIT 1 FOR UPDATE SKIP LOCKED`;
    const pace = await firstOf<DiscardRow>(transaction, prepared(text, new Parameters()));
    if (!pace) return false;
    const seen = await lookAtSome(transaction, pace);
    const dropped = seen.flatMap(({ urn, wanted }) => (wanted ? [urn] : []));
    // Which of them was decided when they were looked at.
    if (dropped.length > 0) await dropQueued(transaction, dropped, { reason: pace.discard_reason, condition: 'true' });
    const last = seen.length < mostSeen ? undefined : seen.at(-1);
    if (!last) await endDiscard(transaction, pace.subscription);
    else if (pace.discard_until !== null) await goOnBehind(transaction, pace.subscription, last);
    return true;
  });
}

interface SeenEntry {
  readonly urn: string;
  readonly target: string;
  readonly position: string;
  readonly wanted: boolean;
}

// The next of the subscription in the order of the key, and which of them are to be dropped.
async function lookAtSome(transaction: Transaction, pace: DiscardRow): Promise<SeenEntry[]> {
  const p = new Parameters();
  const until = p.add(pace.discard_until, 'timestamptz');
  const range = isInRange(
    until,
    p.add(pace.discard_from_sequence, 'bigint'),
    p.add(pace.discard_to_sequence, 'bigint'),
  );
  const behind = [p.add(pace.discard_target ?? firstUrn, 'uuid'), p.add(pace.discard_position ?? '0', 'bigint')];
  const text =
    // A request by a caller leaves alone what is being sent.
    `${mark}SELECT q."delivery" AS urn, q."target_urn" AS target, q."position"::text, (${until} IS NULL OR (q."state" <> ${String(IN_FLIGHT)} AND ${range})) AS wanted` +
    ` FROM "webhook_queue" q WHERE q."subscription" = ${p.add(pace.subscription, 'uuid')} AND (q."target_urn", q."position") > (${behind.join(', ')})` +
    ` ${byLane('q')} LIMIT ${String(mostSeen)}`;
  return rowsOf<SeenEntry>(transaction, prepared(text, p));
}

// What stays of a range would be looked at again with every step.
async function goOnBehind(transaction: Transaction, subscription: string, last: SeenEntry): Promise<void> {
  const p = new Parameters();
  const text =
    `${mark}UPDATE "webhook_pace" SET "discard_target" = ${p.add(last.target, 'uuid')}, "discard_position" = ${p.add(last.position, 'bigint')}` +
    ` WHERE "subscription" = ${p.add(subscription, 'uuid')}`;
  await transaction.query(prepared(text, p));
}

async function endDiscard(transaction: Transaction, subscription: string): Promise<void> {
  const p = new Parameters();
  const text =
    `${mark}UPDATE "webhook_pace" SET "discard_reason" = NULL, "discard_until" = NULL, "discard_from_sequence" = NULL,` +
    ` "discard_to_sequence" = NULL, "discard_target" = NULL, "discard_position" = NULL, "wake_timestamp" = clock_timestamp()` +
    ` WHERE "subscription" = ${p.add(subscription, 'uuid')}`;
  await transaction.query(prepared(text, p));
}
