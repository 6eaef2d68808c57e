// The outbox as delivery workers use it: claiming what is due under a lease, keeping the bytes that are sent, completing.
// No transaction is open while a request is sent. Resource reference 9.5, 10.5.
import type { Database, Transaction } from '../connection/database.ts';
import { isEnabled } from '../engine/tenant.ts';
import { Parameters, prepared, rowsOf, type Executor, type Statement } from '../connection/statement.ts';
import { epochSql } from './epochStore.ts';
import { advanceSql, hasOlder, laneOf, mark, queueState, wakeSql } from './queueState.ts';
import type { AttemptRecord } from './attempts.ts';
import { claimedOf, type Claimed } from './claimed.ts';

export type { AttemptRecord } from './attempts.ts';
export type { Claimed, ClaimedTrigger } from './claimed.ts';

const { BEHIND, READY, IN_FLIGHT, LATER } = queueState;

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
    `${mark}SELECT "subscription" FROM "webhook_pace" WHERE "wake_timestamp" <= clock_timestamp()` +
    ` ORDER BY "wake_timestamp" LIMIT ${p.add(limit, 'int')}`;
  const rows = await executor.query(prepared(text, p));
  return rows.map((row) => String(row['subscription']));
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

// The first of the subscriptions that nobody else has, without those of which nothing is to be sent. The claim is a statement
// of its own: it has to see what was committed before the locks were had.
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
    `(SELECT * FROM "webhook_queue" d WHERE d."state" = ${String(READY)} AND d."subscription" = sub."urn" AND ${condition}` +
    ` ORDER BY d."sequence" NULLS FIRST LIMIT greatest(0, least(sub.paced, sub.open, ${free})))`;
  const text =
    `${mark}WITH sub AS MATERIALIZED (SELECT s.*, given.is_on, c."client_id", g.gap, g.at, g.burst, g.room AS paced, ${perSubscription} - (SELECT count(*)` +
    ` FROM "webhook_queue" f WHERE f."state" = ${String(IN_FLIGHT)} AND f."subscription" = s."urn")::int AS open, ${oldestSql('s."urn"')} - 1 AS complete_until` +
    ` FROM ${given} JOIN "webhook_pace" w ON w."subscription" = given.urn JOIN "webhook_subscription" s ON s."urn" = given.urn` +
    ` LEFT JOIN "api_client" c ON c."urn" = s."api_client" CROSS JOIN LATERAL (${paceSql('w', 's', window)}) g),` +
    // Tests go out whatever the status; they have no sequence and stand first.
    ` pick AS MATERIALIZED (SELECT d.*, sub."ordering" = 'TARGET' AND ${hasOlder('d')} AS behind FROM sub CROSS JOIN LATERAL (` +
    `${ready('sub.is_on')} UNION ALL ${ready(`NOT sub.is_on AND d."sequence" IS NULL AND (SELECT t."is_test" FROM "webhook_delivery" t WHERE t."urn" = d."delivery")`)}) d),` +
    ` total AS (SELECT sub.*, COALESCE(n.seen, 0) AS seen, COALESCE(n.taken, 0) AS taken FROM sub LEFT JOIN (SELECT "subscription", count(*)::int AS seen,` +
    ` count(*) FILTER (WHERE NOT behind)::int AS taken FROM pick GROUP BY 1) n ON n."subscription" = sub."urn"),` +
    // An older one that was requested again goes first.
    ` moved AS (UPDATE "webhook_queue" q SET "state" = CASE WHEN pick.behind THEN ${String(BEHIND)} ELSE ${String(IN_FLIGHT)} END,` +
    ` "due_timestamp" = clock_timestamp() + CASE WHEN pick.behind THEN 0 ELSE ${lease} END * interval '1 second' FROM pick` +
    ` WHERE (q."subscription", q."target_urn", q."position") = (pick."subscription", pick."target_urn", pick."position")),` +
    ` touched AS (UPDATE "webhook_pace" w SET "claimed" = total.at, "tat" = CASE WHEN taken > 0 THEN greatest(w."tat", total.at) + total.gap * taken ELSE w."tat" END,` +
    // Queue empty: the next event wakes it. Enough in flight: the next completion does. Else when the pace has room.
    ` "wake_timestamp" = CASE WHEN seen < least(total.paced, total.open, ${free}) OR total.open <= taken THEN NULL` +
    ` ELSE to_timestamp(greatest(total.at, greatest(w."tat", total.at) + total.gap * taken - (total.burst - 1) * total.gap)) END FROM total WHERE w."subscription" = total."urn"),` +
    ` taken AS (UPDATE "webhook_delivery" d SET "status" = 'IN_FLIGHT', "attempt_count" = d."attempt_count" + 1, "next_attempt_timestamp" = NULL,` +
    ` "version" = d."version" + 1, "updated_timestamp" = clock_timestamp() FROM pick WHERE pick."delivery" = d."urn" AND NOT pick.behind` +
    ` RETURNING d.*, pick."sequence")` +
    ` SELECT taken.*, b."body", b."shows_drafts", date_trunc('milliseconds', clock_timestamp()) AS now, t."urn" AS t_urn, t."subject", t."event", t."target_urn" AS t_target,` +
    ` t."target_version", t."changed_fields", t."actor", t."created_timestamp" AS t_at, t."owner" AS t_owner, s."urn" AS s_urn, s."version" AS s_version,` +
    ` s."api_client", s."client_id", s."destination_url", s."auth", s."payload", s."secret_sealed", s."previous_secret_sealed",` +
    ` s."previous_secret_expiration_timestamp" AS previous_until, s.complete_until,` +
    ` ${epochSql} AS epoch, (SELECT l."common_sequence" FROM "event_log" l WHERE l."tenant" = taken."tenant") AS common_sequence` +
    ` FROM taken JOIN sub s ON s."urn" = taken."subscription" LEFT JOIN "webhook_trigger" t ON t."urn" = taken."trigger"` +
    ` LEFT JOIN "webhook_body" b ON b."delivery" = taken."urn" ORDER BY taken."subscription", taken."sequence"`;
  return (await transaction.query(prepared(text, p))).map(claimedOf);
}

// The smallest sequence that is unfinished: the oldest of a lane is never behind another.
function oldestSql(subscription: string): string {
  const oldest = [READY, IN_FLIGHT, LATER].map(
    (state) =>
      `(SELECT min(u."sequence") FROM "webhook_queue" u WHERE u."state" = ${String(state)} AND u."subscription" = ${subscription})`,
  );
  return `least(${oldest.join(', ')})`;
}

/** Room in the pace for attempts that begin later than their claim reckoned with; returns for how many there is. */
export async function reserve(
  executor: Executor,
  subscription: string,
  count: number,
  limits: ClaimLimits,
): Promise<number> {
  const p = new Parameters();
  const wanted = p.add(count, 'int');
  const urn = p.add(subscription, 'uuid');
  const text =
    `${mark}WITH v AS MATERIALIZED (SELECT w."tat", w."slow_until", s."events_per_minute" FROM "webhook_pace" w JOIN "webhook_subscription" s` +
    ` ON s."urn" = w."subscription" WHERE w."subscription" = ${urn} FOR UPDATE OF w)` +
    ` UPDATE "webhook_pace" w SET "tat" = greatest(v."tat", g.at) + g.gap * least(greatest(g.room, 0), ${wanted})` +
    ` FROM v CROSS JOIN LATERAL (${paceSql('v', 'v', p.add(windowSeconds(limits), 'float8'))}) g` +
    ` WHERE w."subscription" = ${urn} RETURNING least(greatest(g.room, 0), ${wanted}) AS room`;
  const [row] = await executor.query(prepared(text, p));
  return Number(row?.['room'] ?? 0);
}

/** A body as it is kept with its delivery. */
export interface KeptBody {
  readonly tenant: string;
  readonly urn: string;
  readonly body: string;
  readonly showsDrafts: boolean;
}

/** Keeps the exact bodies before they are first sent, so that every attempt sends the same bytes. */
export async function keepBodies(executor: Executor, bodies: readonly KeptBody[]): Promise<void> {
  const p = new Parameters();
  const list = (name: keyof KeptBody, cast: string): string =>
    p.add(
      bodies.map((b) => b[name]),
      cast,
    );
  const text =
    `${mark}INSERT INTO "webhook_body" ("tenant", "delivery", "body", "shows_drafts", "created_timestamp") SELECT tenant, urn, body, shows, clock_timestamp()` +
    ` FROM unnest(${list('tenant', 'uuid[]')}, ${list('urn', 'uuid[]')}, ${list('body', 'text[]')}, ${list('showsDrafts', 'boolean[]')}) AS b(tenant, urn, body, shows)` +
    ` ON CONFLICT ("delivery") DO UPDATE SET "body" = EXCLUDED."body", "shows_drafts" = false` +
    ` WHERE "webhook_body"."shows_drafts" AND NOT EXCLUDED."shows_drafts"`;
  await executor.query(prepared(text, p));
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
 * Records outcomes. What waits behind a delivery that is finished comes forward. Returns the urns whose lease was still held.
 */
export async function complete(database: Database, completions: readonly Completion[]): Promise<Set<string>> {
  const urns = completions.map((c) => c.urn);
  const { done } = await database.transaction((transaction) => {
    transaction.send(lockPacesStatement(urns));
    const finished = finish(transaction, completions);
    // If it fails, so does the transaction.
    finished.catch(() => undefined);
    // Lanes whose outcome came too late are looked at, too: nothing comes forward there.
    transaction.send(advanceStatement(urns));
    // Nobody waits for an answer before the commit: other claims and outcomes wait for the locks.
    return Promise.resolve({ done: finished });
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
      attempt((a) => a.ownHeaders && JSON.stringify(a.ownHeaders), 'json[]'),
    ].join(', ') +
    `) AS c(urn, attempt, status, reason, step, wait, digest, number, started, millis, response, error, excerpt, manual, headers)),` +
    ` done AS (UPDATE "webhook_delivery" d SET "status" = c.status, "discard_reason" = c.reason, "schedule_step" = c.step,` +
    // What was dropped or put back was not attempted.
    ` "attempt_count" = d."attempt_count" - CASE WHEN c.status IN ('DISCARDED', 'PENDING') THEN 1 ELSE 0 END,` +
    ` "is_manual" = d."is_manual" AND c.wait IS NOT NULL, "body_digest" = COALESCE(c.digest, d."body_digest"),` +
    ` "next_attempt_timestamp" = clock_timestamp() + c.wait * interval '1 second',` +
    ` "completed_timestamp" = CASE WHEN c.wait IS NULL THEN clock_timestamp() END,` +
    ` "version" = d."version" + 1, "updated_timestamp" = clock_timestamp() FROM c WHERE d."urn" = c.urn AND d."attempt_count" = c.attempt` +
    ` AND d."status" = 'IN_FLIGHT' RETURNING d."urn", d."tenant", d."subscription", d."status", c.wait, ${laneOf('d', ['lane', 'place'])}),` +
    ` gone AS (DELETE FROM "webhook_queue" q USING done WHERE ${isQueued} AND done.wait IS NULL),` +
    ` later AS (UPDATE "webhook_queue" q SET "due_timestamp" = clock_timestamp() + done.wait * interval '1 second',` +
    ` "state" = CASE WHEN done."status" = 'PENDING' THEN ${String(READY)} ELSE ${String(LATER)} END FROM done WHERE ${isQueued} AND done.wait IS NOT NULL),` +
    ` old AS (DELETE FROM "webhook_attempt" a USING c JOIN done ON done."urn" = c.urn WHERE c.number > ${String(keptAttempts)}` +
    ` AND a."delivery" = c.urn AND a."number" <= c.number - ${String(keptAttempts)}),` +
    ` tried AS (INSERT INTO "webhook_attempt" ("tenant", "delivery", "number", "started_timestamp", "duration_millis", "response_status", "error_code",` +
    ` "response_excerpt", "is_manual", "request_headers") SELECT done."tenant", c.urn, c.number, c.started, c.millis, c.response, c.error, c.excerpt,` +
    ` c.manual, c.headers FROM c JOIN done ON done."urn" = c.urn WHERE c.number IS NOT NULL ON CONFLICT DO NOTHING) SELECT "urn" FROM done`;
  const rows = await executor.query(prepared(text, p));
  return rows.map((row) => String(row['urn']));
}

/** Attempts that are kept with a delivery. */
const keptAttempts = 20;

/** Brings forward what waits behind these deliveries, and has their subscriptions looked at. Needs the locks of their paces. */
export async function advance(executor: Executor, urns: readonly string[]): Promise<void> {
  await executor.query(advanceStatement(urns));
}

function advanceStatement(urns: readonly string[]): Statement {
  const p = new Parameters();
  const done = `"webhook_delivery" WHERE "urn" = ANY(${p.add(urns, 'uuid[]')})`;
  const lanes = `SELECT DISTINCT "subscription", "target_urn" FROM ${done} AND "subscription" IS NOT NULL AND "target_urn" IS NOT NULL`;
  const text = `${mark}WITH forward AS (${advanceSql(lanes)} RETURNING 1) ${wakeSql(`SELECT "subscription" FROM ${done}`)}`;
  return prepared(text, p);
}
