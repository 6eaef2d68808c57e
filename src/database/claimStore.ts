// The outbox as delivery workers use it: claiming what is due under a lease, keeping the bytes that are sent, completing.
// No transaction is open while a request is sent. Resource reference 9.5, 10.5.
import type { Transaction } from './database.ts';
import { Parameters, prepared, type Executor } from './statement.ts';

// Tells the statements of the background loop from those of requests.
const mark = '/* webhooks */ ';

/** One attempt of a delivery, as it is recorded. */
export interface AttemptRecord {
  readonly number: number;
  readonly startedTimestamp: string;
  readonly durationMillis: number;
  readonly responseStatus: number | null;
  readonly errorCode: string | null;
  readonly responseExcerpt: string | null;
  readonly isManual: boolean;
}

/** A delivery that this process may attempt until its lease ends. */
export interface Claimed {
  readonly urn: string;
  readonly owner: string;
  /** The number of this attempt, from 1; nobody else has it. */
  readonly attempt: number;
  readonly step: number;
  readonly isTest: boolean;
  readonly isManual: boolean;
  readonly mayRead: boolean | null;
  readonly sequence: string | null;
  readonly body: string | null;
  readonly attempts: readonly AttemptRecord[];
  readonly createdTimestamp: string;
  readonly trigger: ClaimedTrigger | null;
  readonly subscription: ClaimedSubscription;
  /** Up to where everything was delivered to the subscription or given up, as digits. */
  readonly completeUntil: string | null;
  /** The database's clock at the claim. */
  readonly now: string;
}

/** What a delivery tells. */
export interface ClaimedTrigger {
  readonly urn: string;
  readonly subject: string;
  readonly event: string;
  readonly targetUrn: string | null;
  readonly targetVersion: string | null;
  readonly changedFields: readonly string[];
  readonly actor: unknown;
  readonly timestamp: string;
}

/** To whom it is told, and how. Sealed secrets are as they were stored. */
export interface ClaimedSubscription {
  readonly urn: string;
  readonly version: string;
  readonly apiClient: string;
  readonly clientId: string;
  readonly destinationUrl: string;
  readonly auth: string;
  readonly payload: string;
  readonly secretSealed: unknown;
  readonly previousSecretSealed: unknown;
  readonly previousSecretExpiration: string | null;
}

/** How much may be claimed. */
export interface ClaimLimits {
  readonly subscriptions: number;
  /** Requests in flight per subscription, over all processes. */
  readonly perSubscription: number;
  readonly leaseSeconds: number;
  /** The minute of eventsPerMinute, in seconds: in none of this length do more attempts begin. */
  readonly minuteSeconds: number;
  /** How long after its claim an attempt may begin, in seconds; claims are that much further apart. */
  readonly lateSeconds: number;
}

/** Deliveries that get their sequence in one statement. */
const mostFilled = 2_000;

/** Gives deliveries the sequence of their trigger, once it has one; gives whether there may be more. */
export async function fillSequences(executor: Executor): Promise<boolean> {
  const text =
    `${mark}UPDATE "webhook_delivery" d SET "sequence" = x."sequence" FROM (SELECT w."urn", t."sequence"` +
    ` FROM "webhook_delivery" w JOIN "webhook_trigger" t ON t."urn" = w."trigger" WHERE w."due_timestamp" IS NOT NULL` +
    ` AND w."sequence" IS NULL AND t."sequence" IS NOT NULL LIMIT ${String(mostFilled)} FOR UPDATE OF w SKIP LOCKED) x WHERE x."urn" = d."urn" RETURNING 1`;
  return (await executor.query(prepared(text, new Parameters()))).length === mostFilled;
}

/** Subscriptions that have something due and may send now, those that waited longest first. */
export async function dueSubscriptions(executor: Executor, limits: ClaimLimits): Promise<string[]> {
  const p = new Parameters();
  const text =
    `${mark}SELECT w."subscription" FROM "webhook_pace" w JOIN "webhook_subscription" s ON s."urn" = w."subscription"` +
    ` CROSS JOIN LATERAL (${paceSql('w', 's', p.add(windowSeconds(limits), 'float8'))}) g` +
    ` WHERE s."deleted_timestamp" IS NULL AND g.room > 0 AND EXISTS (SELECT 1 FROM "webhook_delivery" d` +
    ` WHERE d."subscription" = w."subscription" AND d."due_timestamp" <= clock_timestamp() AND d."status" IN ('PENDING', 'RETRYING')` +
    ` AND (d."is_test" OR (${isActive('s')} AND d."sequence" IS NOT NULL)))` +
    ` ORDER BY w."claimed" LIMIT ${p.add(limits.subscriptions, 'int')}`;
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
    `SELECT gap, at, floor((at + burst * gap - greatest(${pace}."tat", at)) / gap + 1e-6)::int AS room` +
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

/** Locks the paces of the subscriptions that no other process is claiming for; the claim must follow in this transaction. */
export async function lockPaces(transaction: Transaction, subscriptions: readonly string[]): Promise<string[]> {
  const p = new Parameters();
  const text =
    `${mark}SELECT "subscription" FROM "webhook_pace" WHERE "subscription" = ANY(${p.add(subscriptions, 'uuid[]')})` +
    ` ORDER BY "subscription" FOR UPDATE SKIP LOCKED`;
  const rows = await transaction.query(prepared(text, p));
  return rows.map((row) => String(row['subscription']));
}

/** Takes what is due of the locked subscriptions, as much as pace and requests in flight allow. */
export async function claim(
  transaction: Transaction,
  subscriptions: readonly string[],
  limits: ClaimLimits,
): Promise<Claimed[]> {
  const p = new Parameters();
  const wanted = p.add(subscriptions, 'uuid[]');
  const most = p.add(limits.perSubscription, 'int');
  const lease = p.add(limits.leaseSeconds, 'float8');
  const window = p.add(windowSeconds(limits), 'float8');
  const text =
    `${mark}WITH sub AS (SELECT s."urn", s."ordering", ${isActive('s')} AS active, g.gap, g.at, least(g.room, ${most} - (SELECT count(*)` +
    ` FROM "webhook_delivery" f WHERE f."subscription" = s."urn" AND f."status" = 'IN_FLIGHT' AND f."due_timestamp" > clock_timestamp())::int) AS room` +
    ` FROM "webhook_pace" w JOIN "webhook_subscription" s ON s."urn" = w."subscription" CROSS JOIN LATERAL (${paceSql('w', 's', window)}) g` +
    ` WHERE w."subscription" = ANY(${wanted}) AND s."deleted_timestamp" IS NULL),` +
    ` pick AS (SELECT d."urn", sub."urn" AS subscription FROM sub CROSS JOIN LATERAL (SELECT d."urn" FROM "webhook_delivery" d` +
    ` WHERE d."subscription" = sub."urn" AND d."due_timestamp" <= clock_timestamp() AND d."status" IN ('PENDING', 'RETRYING')` +
    ` AND (d."is_test" OR (sub.active AND d."sequence" IS NOT NULL))` +
    ` AND (sub."ordering" = 'NONE' OR d."position" IS NULL OR NOT EXISTS (SELECT 1 FROM "webhook_delivery" o` +
    ` WHERE o."subscription" = d."subscription" AND o."target_urn" = d."target_urn" AND o."position" < d."position" AND o."due_timestamp" IS NOT NULL))` +
    ` ORDER BY d."due_timestamp", d."position" LIMIT greatest(0, sub.room) FOR UPDATE SKIP LOCKED) d),` +
    ` touched AS (UPDATE "webhook_pace" w SET "claimed" = sub.at, "tat" = greatest(w."tat", sub.at) + sub.gap *` +
    ` (SELECT count(*) FROM pick WHERE pick.subscription = sub."urn") FROM sub WHERE w."subscription" = sub."urn"),` +
    ` taken AS (UPDATE "webhook_delivery" d SET "status" = 'IN_FLIGHT', "attempt_count" = d."attempt_count" + 1,` +
    ` "due_timestamp" = clock_timestamp() + ${lease} * interval '1 second', "next_attempt_timestamp" = NULL,` +
    ` "version" = d."version" + 1, "updated_timestamp" = clock_timestamp() FROM pick WHERE pick."urn" = d."urn" RETURNING d.*)` +
    ` SELECT taken.*, date_trunc('milliseconds', clock_timestamp()) AS now, t."urn" AS t_urn, t."subject", t."event", t."target_urn" AS t_target,` +
    ` t."target_version", t."changed_fields", t."actor", t."created_timestamp" AS t_at, s."urn" AS s_urn, s."version" AS s_version,` +
    ` s."api_client", c."client_id", s."destination_url", s."auth", s."payload", s."secret_sealed", s."previous_secret_sealed",` +
    ` s."previous_secret_expiration_timestamp" AS previous_until, (SELECT min(u."sequence") - 1 FROM "webhook_delivery" u` +
    ` WHERE u."subscription" = s."urn" AND u."due_timestamp" IS NOT NULL AND u."sequence" IS NOT NULL) AS complete_until` +
    ` FROM taken JOIN "webhook_subscription" s ON s."urn" = taken."subscription" JOIN "api_client" c ON c."urn" = s."api_client"` +
    ` LEFT JOIN "webhook_trigger" t ON t."urn" = taken."trigger" ORDER BY taken."sequence"`;
  return (await transaction.query(prepared(text, p))).map(claimedOf);
}

function claimedOf(row: Record<string, unknown>): Claimed {
  const text = (name: string): string | null =>
    row[name] === null || row[name] === undefined ? null : String(row[name]);
  return {
    urn: String(row['urn']),
    owner: String(row['owner']),
    attempt: Number(row['attempt_count']),
    step: Number(row['schedule_step']),
    isTest: row['is_test'] === true,
    isManual: row['is_manual'] === true,
    mayRead: typeof row['may_read'] === 'boolean' ? row['may_read'] : null,
    sequence: text('sequence'),
    body: text('body'),
    // The column is written by `complete` alone, with records of this type.
    attempts: (row['attempts'] ?? []) as AttemptRecord[],
    createdTimestamp: String(row['created_timestamp']),
    trigger: row['t_urn'] === null ? null : triggerOf(row, text),
    subscription: {
      urn: String(row['s_urn']),
      version: String(row['s_version']),
      apiClient: String(row['api_client']),
      clientId: String(row['client_id']),
      destinationUrl: String(row['destination_url']),
      auth: String(row['auth']),
      payload: String(row['payload']),
      secretSealed: row['secret_sealed'],
      previousSecretSealed: row['previous_secret_sealed'],
      previousSecretExpiration: text('previous_until'),
    },
    completeUntil: text('complete_until'),
    now: String(row['now']),
  };
}

function triggerOf(row: Record<string, unknown>, text: (name: string) => string | null): ClaimedTrigger {
  return {
    urn: String(row['t_urn']),
    subject: String(row['subject']),
    event: String(row['event']),
    targetUrn: text('t_target'),
    targetVersion: text('target_version'),
    // triggerStore writes a list of names.
    changedFields: row['changed_fields'] as string[],
    actor: row['actor'],
    timestamp: String(row['t_at']),
  };
}

/** Keeps the exact bodies before they are first sent, so that every attempt sends the same bytes. */
export async function keepBodies(
  executor: Executor,
  bodies: readonly { readonly urn: string; readonly body: string; readonly digest: string }[],
): Promise<void> {
  const p = new Parameters();
  const urns = p.add(
    bodies.map((b) => b.urn),
    'uuid[]',
  );
  const texts = p.add(
    bodies.map((b) => b.body),
    'text[]',
  );
  const digests = p.add(
    bodies.map((b) => b.digest),
    'text[]',
  );
  const text =
    `${mark}UPDATE "webhook_delivery" d SET "body" = b.body, "body_digest" = b.digest FROM unnest(${urns}, ${texts}, ${digests})` +
    ` AS b(urn, body, digest) WHERE d."urn" = b.urn AND d."body" IS NULL`;
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
  /** The newest attempts, this one included. */
  readonly attempts: readonly AttemptRecord[];
}

/**
 * Records outcomes in one statement. Deliveries that wait behind a retried one of the same target are looked at no
 * sooner than it. Gives the urns whose lease was still held.
 */
export async function complete(executor: Executor, completions: readonly Completion[]): Promise<Set<string>> {
  const p = new Parameters();
  const list = (pick: (c: Completion) => unknown, cast: string): string => p.add(completions.map(pick), cast);
  const text =
    `${mark}UPDATE "webhook_delivery" d SET "status" = c.status, "discard_reason" = c.reason, "schedule_step" = c.step,` +
    // What was dropped or put back was not attempted.
    ` "attempt_count" = d."attempt_count" - CASE WHEN c.status IN ('DISCARDED', 'PENDING') THEN 1 ELSE 0 END,` +
    ` "attempts" = c.attempts, "is_manual" = d."is_manual" AND c.wait IS NOT NULL,` +
    ` "due_timestamp" = clock_timestamp() + c.wait * interval '1 second',` +
    ` "next_attempt_timestamp" = clock_timestamp() + c.wait * interval '1 second',` +
    ` "completed_timestamp" = CASE WHEN c.wait IS NULL THEN clock_timestamp() END,` +
    ` "version" = d."version" + 1, "updated_timestamp" = clock_timestamp() FROM unnest(` +
    [
      list((c) => c.urn, 'uuid[]'),
      list((c) => c.attempt, 'int[]'),
      list((c) => c.status, 'text[]'),
      list((c) => c.discardReason, 'text[]'),
      list((c) => c.step, 'int[]'),
      list((c) => c.waitSeconds, 'float8[]'),
      list((c) => JSON.stringify(c.attempts), 'json[]'),
    ].join(', ') +
    `) AS c(urn, attempt, status, reason, step, wait, attempts) WHERE d."urn" = c.urn AND d."attempt_count" = c.attempt` +
    ` AND d."status" = 'IN_FLIGHT' RETURNING d."urn"`;
  const rows = await executor.query(prepared(text, p));
  return new Set(rows.map((row) => String(row['urn'])));
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

/** Locks deliveries in flight whose lease ran out. */
export async function lockAbandoned(transaction: Transaction): Promise<Abandoned[]> {
  const text =
    `${mark}SELECT "urn", "attempt_count", "schedule_step", "is_test", "is_manual", "attempts", "updated_timestamp" FROM "webhook_delivery"` +
    ` WHERE "status" = 'IN_FLIGHT' AND "due_timestamp" <= clock_timestamp() LIMIT 200 FOR UPDATE SKIP LOCKED`;
  const rows = await transaction.query(prepared(text, new Parameters()));
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
