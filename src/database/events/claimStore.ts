// The outbox as delivery workers begin with it: claiming what is due under a lease, and keeping the bytes that are sent. No
// transaction is open while a request is sent; its outcome is for completionStore.ts. Resource reference 9.5, 10.5.
import type { Database, Transaction } from '../connection/database.ts';
import { ServiceError } from '../../domain/errors.ts';
import { isEventOf } from '../engine/computedSql.ts';
import { shortOf } from '../engine/keptBody.ts';
import { isEnabled } from '../engine/tenant.ts';
import { firstOf, Parameters, prepared, rowsOf, type Executor } from '../connection/statement.ts';
import { epochSql } from './epochStore.ts';
import { byState, hasOlder, mark, nowOnce, queueState } from './queueState.ts';
import { claimedOf, type Claimed, type ClaimRow } from './claimed.ts';

export type { Claimed, ClaimedTrigger } from './claimed.ts';

const { BEHIND, READY, IN_FLIGHT, NEW, LATER } = queueState;

/** How much may be claimed. */
export interface ClaimLimits {
  /** Subscriptions that are claimed for in one round. */
  readonly subscriptions: number;
  /** Requests in flight per subscription, over all processes. */
  readonly perSubscription: number;
  readonly leaseSeconds: number;
  /** The minute of eventsPerMinute, in seconds: in none of this length do more attempts begin. */
  readonly minuteSeconds: number;
  /** How long after its claim an attempt may begin, in seconds; claims are that much further apart. */
  readonly lateSeconds: number;
}

/** Subscriptions that may have something to send now, those first that have waited longest. */
export async function dueSubscriptions(executor: Executor, limit: number): Promise<string[]> {
  const p = new Parameters();
  const text =
    `${mark}SELECT "subscription" FROM "webhook_pace" WHERE "wake_timestamp" <= ${nowOnce}` +
    ` ORDER BY "wake_timestamp" LIMIT ${p.add(limit, 'int')}`;
  const rows = await rowsOf<{ subscription: string }>(executor, prepared(text, p));
  return rows.map(({ subscription }) => subscription);
}

function windowSeconds({ minuteSeconds, lateSeconds }: ClaimLimits): number {
  return minuteSeconds + lateSeconds;
}

// GCRA: attempts are `gap` seconds apart on average and at most `burst` come at once, so that no window holds more than
// the limit. A receiver that is overloaded gets half of it for a while.
function paceSql(pace: string, subscription: string, window: string): string {
  return (
    `SELECT gap, at, burst, floor((at + burst * gap - greatest(${pace}."tat", at)) / gap + 1e-6)::int AS room` +
    ` FROM (SELECT at, greatest(1, floor(rate / 10)) AS burst, ${window} / (rate - greatest(1, floor(rate / 10)) + 1) AS gap` +
    ` FROM (SELECT at, ${subscription}."events_per_minute" * CASE WHEN at < ${pace}."slow_until" THEN 0.5 ELSE 1 END::float8 AS rate` +
    ` FROM (SELECT extract(epoch FROM clock_timestamp())::float8 AS at) clock) limits) spacing`
  );
}

function isActive(subscription: string): string {
  return (
    `(${subscription}."status" = 'ACTIVE' AND (${subscription}."expiration_timestamp" IS NULL` +
    ` OR ${subscription}."expiration_timestamp" > clock_timestamp()))`
  );
}

/**
 * Takes what may be sent of some of the subscriptions, at most so many in all, and of each as much as its pace and its requests
 * in flight allow. Those that another process is busy with are left out. What it costs depends on what is taken, not on what waits.
 */
export async function claim(
  database: Database,
  subscriptions: readonly string[],
  limits: ClaimLimits,
  most: number,
): Promise<Claimed[]> {
  return database.transaction(async (transaction) => {
    const paces = await lockPaces(transaction, subscriptions, Math.min(limits.subscriptions, most));
    return paces.length === 0 ? [] : take(transaction, paces, limits, Math.floor(most / paces.length));
  });
}

interface LockedPace {
  readonly urn: string;
  readonly isActive: boolean;
}

// The first of the subscriptions that no other process has locked, without those of which nothing is to be sent. The claim is a statement
// of its own: it has to see what was committed before the locks were taken.
async function lockPaces(
  transaction: Transaction,
  subscriptions: readonly string[],
  most: number,
): Promise<LockedPace[]> {
  const p = new Parameters();
  const text =
    `${mark}SELECT s."urn", ${isActive('s')} AS active, w."discard_reason" IS NULL AND s."deleted_timestamp" IS NULL AND ${isEnabled('s."tenant"')} AS sends` +
    ` FROM unnest(${p.add(subscriptions, 'uuid[]')}) WITH ORDINALITY AS given(urn, place) JOIN "webhook_pace" w ON w."subscription" = given.urn` +
    ` JOIN "webhook_subscription" s ON s."urn" = given.urn ORDER BY given.place LIMIT ${p.add(most, 'int')} FOR UPDATE OF w SKIP LOCKED`;
  const rows = await rowsOf<{ urn: string; active: boolean; sends: boolean }>(transaction, prepared(text, p));
  const silent = rows.filter(({ sends }) => !sends).map(({ urn }) => urn);
  if (silent.length > 0) {
    const q = new Parameters();
    const rest = `${mark}UPDATE "webhook_pace" SET "wake_timestamp" = NULL WHERE "subscription" = ANY(${q.add(silent, 'uuid[]')})`;
    transaction.send(prepared(rest, q));
  }
  return rows.filter(({ sends }) => sends).map(({ urn, active }) => ({ urn, isActive: active }));
}

// `most` is for each of them.
async function take(
  transaction: Transaction,
  paces: readonly LockedPace[],
  limits: ClaimLimits,
  most: number,
): Promise<Claimed[]> {
  const p = new Parameters();
  const list = (pick: (pace: LockedPace) => unknown, cast: string): string => p.add(paces.map(pick), cast);
  const given = `unnest(${list((pace) => pace.urn, 'uuid[]')}, ${list((pace) => pace.isActive, 'boolean[]')}) AS given(urn, is_on)`;
  const perSubscription = p.add(limits.perSubscription, 'int');
  const free = p.add(most, 'int');
  const lease = p.add(limits.leaseSeconds, 'float8');
  const window = p.add(windowSeconds(limits), 'float8');
  const ready = (condition: string): string =>
    `(SELECT d.*, d.ctid AS place FROM "webhook_queue" d WHERE d."state" = ${String(READY)} AND d."subscription" = sub."urn" AND ${condition}` +
    ` ${byState('d')} LIMIT greatest(0, least(sub.paced, sub.open, ${free})))`;
  const isBehind = `q."delivery" = ANY(ARRAY(SELECT "delivery" FROM pick WHERE behind))`;
  const text =
    `${mark}WITH sub AS MATERIALIZED (SELECT s.*, given.is_on, c."client_id", g.gap, g.at, g.burst, g.room AS paced, ${perSubscription} - (SELECT count(*) FROM (SELECT 1` +
    ` FROM "webhook_queue" f WHERE f."state" = ${String(IN_FLIGHT)} AND f."subscription" = s."urn" ${byState('f')} LIMIT ${perSubscription}) f)::int AS open, ${oldestSql('s."urn"')} - 1 AS complete_until` +
    ` FROM ${given} JOIN "webhook_pace" w ON w."subscription" = given.urn JOIN "webhook_subscription" s ON s."urn" = given.urn` +
    ` LEFT JOIN "api_client" c ON c."urn" = s."api_client" CROSS JOIN LATERAL (${paceSql('w', 's', window)}) g),` +
    // Tests go out whatever the status; they have no sequence and stand first.
    ` pick AS MATERIALIZED (SELECT d.*, sub."ordering" = 'TARGET' AND ${hasOlder('d')} AS behind FROM sub CROSS JOIN LATERAL (` +
    `${ready('sub.is_on')} UNION ALL ${ready(`NOT sub.is_on AND d."sequence" IS NULL AND (SELECT t."is_test" FROM "webhook_delivery" t WHERE t."urn" = d."delivery")`)}) d),` +
    ` total AS (SELECT sub.*, COALESCE(n.seen, 0) AS seen, COALESCE(n.taken, 0) AS taken FROM sub LEFT JOIN (SELECT "subscription", count(*)::int AS seen,` +
    ` count(*) FILTER (WHERE NOT behind)::int AS taken FROM pick GROUP BY 1) n ON n."subscription" = sub."urn"),` +
    // An older one that was requested again goes first. Rows are reached where they were found: the planner would rather read the
    // whole queue than look a hundred keys up.
    ` moved AS (UPDATE "webhook_queue" q SET "state" = CASE WHEN ${isBehind} THEN ${String(BEHIND)} ELSE ${String(IN_FLIGHT)} END,` +
    ` "due_timestamp" = clock_timestamp() + CASE WHEN ${isBehind} THEN 0 ELSE ${lease} END * interval '1 second'` +
    ` WHERE q.ctid = ANY(ARRAY(SELECT place FROM pick))),` +
    ` touched AS (UPDATE "webhook_pace" w SET "claimed" = total.at, "tat" = CASE WHEN taken > 0 THEN greatest(w."tat", total.at) + total.gap * taken ELSE w."tat" END,` +
    // Queue empty: the next event wakes it. Enough in flight: the next completion does. Else when the pace has room.
    ` "wake_timestamp" = CASE WHEN seen < least(total.paced, total.open, ${free}) OR total.open <= taken THEN NULL` +
    ` ELSE to_timestamp(greatest(total.at, greatest(w."tat", total.at) + total.gap * taken - (total.burst - 1) * total.gap)) END FROM total WHERE w."subscription" = total."urn"),` +
    ` taken AS (UPDATE "webhook_delivery" d SET "status" = 'IN_FLIGHT', "attempt_count" = d."attempt_count" + 1, "next_attempt_timestamp" = NULL,` +
    ` "version" = d."version" + 1, "updated_timestamp" = clock_timestamp() FROM pick WHERE pick."delivery" = d."urn" AND NOT pick.behind` +
    ` RETURNING d."urn", d."tenant", d."owner", d."trigger", d."position", d."subscription", d."attempt_count", d."schedule_step", d."is_test", d."is_manual", d."log_epoch",` +
    ` d."may_read", d."created_timestamp", pick."sequence"),` +
    // What is the same for all of a subscription is read with its first.
    ` ranked AS (SELECT taken.*, row_number() OVER (PARTITION BY "subscription" ORDER BY "sequence" NULLS FIRST, "urn") AS nth FROM taken)` +
    ` SELECT r.*, b."body", b."short_body", b."shows_drafts", date_trunc('milliseconds', clock_timestamp()) AS now, t."urn" AS t_urn, t."subject", t."event", t."target_urn" AS t_target,` +
    ` t."target_version", t."changed_fields", t."actor", t."created_timestamp" AS t_at, t."owner" AS t_owner, s."version" AS s_version,` +
    ` s."api_client", s."client_id", s."destination_url", s."auth", s."payload", s."secret_sealed", s."previous_secret_sealed",` +
    ` s."previous_secret_expiration_timestamp" AS previous_until, s."expiration_timestamp" AS until, s.complete_until,` +
    ` ${epochSql} AS epoch, (SELECT l."common_sequence" FROM "event_log" l WHERE l."tenant" = r."tenant") AS common_sequence` +
    ` FROM ranked r LEFT JOIN sub s ON s."urn" = r."subscription" AND r.nth = 1 LEFT JOIN LATERAL` +
    // By their keys alone: for the many rows that an update is estimated at, all bodies that are kept would be sorted.
    ` (SELECT t.* FROM "webhook_trigger" t WHERE ${isEventOf('t', 'r')} LIMIT 1) t ON true` +
    ` LEFT JOIN LATERAL (SELECT b.* FROM "webhook_body" b WHERE b."delivery" = r."urn" LIMIT 1) b ON true ORDER BY r."subscription", r.nth`;
  return claimedOf(await rowsOf<ClaimRow>(transaction, prepared(text, p)));
}

// The smallest sequence that is unfinished: the oldest of a lane is never behind another. Those that have no place yet hold no
// sequence and stand in no order: a few are looked up, and where more wait it may be any of them. Not by
// `isEventOf`: it is a subquery of the claim, which changes rows.
function oldestSql(subscription: string): string {
  const oldest = [READY, IN_FLIGHT, LATER].map(
    (state) =>
      `(SELECT min(u."sequence") FROM "webhook_queue" u WHERE u."state" = ${String(state)} AND u."subscription" = ${subscription})`,
  );
  const unplaced =
    `(SELECT CASE WHEN count(*) = ${String(mostLookedUp)} THEN 1 ELSE min(e."sequence") END FROM (SELECT u."delivery" FROM "webhook_queue" u` +
    ` WHERE u."state" = ${String(NEW)} AND u."subscription" = ${subscription} ${byState('u')} LIMIT ${String(mostLookedUp)}) n LEFT JOIN LATERAL` +
    ` (SELECT t."sequence" FROM "webhook_delivery" d JOIN "webhook_trigger" t ON t."urn" = d."trigger" WHERE d."urn" = n."delivery" LIMIT 1) e ON true)`;
  return `least(${[...oldest, unplaced].join(', ')})`;
}

/** How many of those without a place are looked up. */
const mostLookedUp = 10;

/** Attempts of one subscription that were claimed and have not begun. */
export interface Unbegun {
  readonly subscription: string;
  /** How many slots of the pace they hold. */
  readonly count: number;
  /** Whether all of them are tests, which go out whatever the status. */
  readonly areTests: boolean;
}

/**
 * The last look before attempts that begin later than their claim allowed for: gives their slots back and takes as many as the pace has
 * room for now, none where the subscription is no longer to be sent to. Returns how many may begin; the others hold no slot.
 */
export async function reserve(
  executor: Executor,
  { subscription, count, areTests }: Unbegun,
  limits: ClaimLimits,
): Promise<number> {
  const p = new Parameters();
  const wanted = p.add(count, 'int');
  const urn = p.add(subscription, 'uuid');
  const text =
    `${mark}WITH v AS MATERIALIZED (SELECT w."tat", w."slow_until", s."events_per_minute", s."deleted_timestamp" IS NULL` +
    ` AND (${isActive('s')} OR ${p.add(areTests, 'boolean')}) AS sends FROM "webhook_pace" w JOIN "webhook_subscription" s` +
    ` ON s."urn" = w."subscription" WHERE w."subscription" = ${urn} FOR UPDATE OF w),` +
    ` free AS (SELECT v."tat" - n.gap * ${wanted} AS "tat", v."slow_until", v."events_per_minute", v.sends FROM v CROSS JOIN LATERAL` +
    ` (${paceSql('v', 'v', p.add(windowSeconds(limits), 'float8'))}) n),` +
    ` taken AS (SELECT free."tat", g.at, g.gap, CASE WHEN free.sends THEN least(greatest(g.room, 0), ${wanted}) ELSE 0 END AS room` +
    ` FROM free CROSS JOIN LATERAL (${paceSql('free', 'free', p.add(windowSeconds(limits), 'float8'))}) g)` +
    ` UPDATE "webhook_pace" w SET "tat" = CASE WHEN t.room = 0 THEN t."tat" ELSE greatest(t."tat", t.at) + t.gap * t.room END` +
    ` FROM taken t WHERE w."subscription" = ${urn} RETURNING t.room`;
  return (await firstOf<{ room: number }>(executor, prepared(text, p)))?.room ?? 0;
}

/** Gives the slots of attempts back that do not begin: another delivery may have them. */
export async function giveBack(
  executor: Executor,
  { subscription, count }: Pick<Unbegun, 'subscription' | 'count'>,
  limits: ClaimLimits,
): Promise<void> {
  const p = new Parameters();
  const urn = p.add(subscription, 'uuid');
  const text =
    `${mark}UPDATE "webhook_pace" w SET "tat" = w."tat" - g.gap * ${p.add(count, 'int')} FROM "webhook_subscription" s, "webhook_pace" v` +
    ` CROSS JOIN LATERAL (${paceSql('v', 's', p.add(windowSeconds(limits), 'float8'))}) g` +
    ` WHERE w."subscription" = ${urn} AND v."subscription" = ${urn} AND s."urn" = ${urn}`;
  await executor.query(prepared(text, p));
}

/** A body as it is kept with its delivery. */
export interface KeptBody {
  readonly tenant: string;
  readonly urn: string;
  readonly body: string;
  readonly isFull: boolean;
}

/** Keeps the exact bodies before they are first sent, so that every attempt sends the same bytes. */
export async function keepBodies(database: Pick<Database, 'query'>, bodies: readonly KeptBody[]): Promise<void> {
  const p = new Parameters();
  const kept = bodies.map(({ body, ...rest }) => ({ ...rest, body, short: shortOf(body) }));
  const list = (pick: (body: (typeof kept)[number]) => unknown, cast: string): string => p.add(kept.map(pick), cast);
  const lists = [
    list((b) => b.tenant, 'uuid[]'),
    list((b) => b.urn, 'uuid[]'),
    list((b) => (b.short === null ? b.body : null), 'text[]'),
    list((b) => b.short, 'text[]'),
    list((b) => b.isFull, 'boolean[]'),
  ].join(', ');
  const text =
    `${mark}INSERT INTO "webhook_body" ("tenant", "delivery", "body", "short_body", "shows_drafts", "created_timestamp")` +
    ` SELECT tenant, urn, body, short, shows, clock_timestamp() FROM unnest(${lists}) AS b(tenant, urn, body, short, shows)`;
  // What may find a row that is there writes each row twice.
  const replacing =
    ` ON CONFLICT ("delivery") DO UPDATE SET "body" = EXCLUDED."body", "short_body" = EXCLUDED."short_body", "shows_drafts" = false` +
    ` WHERE "webhook_body"."shows_drafts" AND NOT EXCLUDED."shows_drafts"`;
  try {
    await database.query(prepared(text, p));
  } catch (error) {
    if (!(error instanceof ServiceError && error.code === 'ALREADY_EXISTS')) throw error;
    await database.query(prepared(text + replacing, p));
  }
}
