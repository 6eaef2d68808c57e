// Records that something changed, in the transaction of the change: the webhook trigger row is the outbox. Its place in
// the log, `sequence`, is given after the commit; which subscriptions it is delivered to is decided when it is written.
// Spec: Webhook Trigger; resource reference 9.2, 9.5, 9.8.
import { newUrn } from '../../domain/urn.ts';
import type { Actor } from '../../domain/actor.ts';
import type { Transaction } from '../connection/database.ts';
import { actorSql } from './actorSql.ts';
import { changedSql } from './changedRows.ts';
import { mayWantStates } from './stateStore.ts';
import { tenantOf } from './tenant.ts';
import { onlyRow, Parameters, prepared, rowsOf } from '../connection/statement.ts';
import type { Resource } from '../../contract/resource.ts';

/** One change to announce. */
export interface Announcement {
  readonly owner: string;
  readonly subject: string;
  readonly event: 'CREATE' | 'UPDATE' | 'DELETE' | 'ALL';
  readonly targetUrn: string;
  readonly targetVersion: string;
  /** Names of the fields that changed; only for UPDATE. */
  readonly changedFields: readonly string[];
  readonly timestamp: string;
}

/**
 * Writes trigger rows of what the actor changed, in the given order, and their deliveries. Must come after the changed rows are locked. Resolves to
 * those deliveries of which more is to be settled.
 */
export async function announce(
  transaction: Transaction,
  actor: Actor,
  changes: readonly Announcement[],
): Promise<Planned[]> {
  if (changes.length === 0) return [];
  const p = new Parameters();
  const column = (pick: (change: Announcement) => unknown, type: string): string => p.add(changes.map(pick), type);
  const columns = [
    column(() => newUrn(), 'uuid[]'),
    column(({ owner }) => owner, 'uuid[]'),
    column(({ subject }) => subject, 'text[]'),
    column(({ event }) => event, 'text[]'),
    column(({ targetUrn }) => targetUrn, 'uuid[]'),
    column(({ targetVersion }) => targetVersion, 'bigint[]'),
    column(({ event, changedFields }) => JSON.stringify(event === 'UPDATE' ? changedFields : []), 'json[]'),
    column(({ timestamp }) => timestamp, 'timestamptz[]'),
  ];
  const rows =
    `SELECT t.urn, 1, t.owner, ${tenantOf('t.owner')}, t.subject, t.event, t.target, t.version,` +
    ` ARRAY(SELECT json_array_elements_text(t.fields)), ${actorSql(actor, p)}, t.at, t.at FROM unnest(${columns.join(', ')})` +
    ` WITH ORDINALITY AS t(urn, owner, subject, event, target, version, fields, at, n) ORDER BY t.n`;
  transaction.announced();
  return rowsOf<Planned>(transaction, prepared(`WITH ${triggersSql(rows, keepsStates(transaction, p))} ${planSql}`, p));
}

/** Plans the deliveries of a trigger that was written like any other resource. */
export async function announceAgain(transaction: Transaction, triggerUrn: string): Promise<Planned[]> {
  const p = new Parameters();
  const text =
    `WITH fresh AS (SELECT ${known} FROM "webhook_trigger" WHERE "urn" = ${p.add(triggerUrn, 'uuid')}),` +
    ` ${deliveriesSql(keepsStates(transaction, p))} ${planSql}`;
  transaction.announced();
  return rowsOf<Planned>(transaction, prepared(text, p));
}

/** Counts the container one version up and returns the new one: a part of it changed, so its ETag must too. */
export async function raiseVersion(
  transaction: Transaction,
  container: Resource,
  urn: string,
  timestamp: string,
): Promise<string> {
  const p = new Parameters();
  const [of, at] = [`WHERE t."urn" = ${p.add(urn, 'uuid')}`, p.add(timestamp, 'timestamptz')];
  const text = `WITH ${changedSql(container, { set: [], of, at }, p)} SELECT "version" FROM changed`;
  return (await onlyRow<{ version: string }>(transaction, prepared(text, p))).version;
}

// What is asked of triggers to find their deliveries.
const known = '"urn", "owner", "subject", "event", "target_urn", "position", "created_timestamp"';

/**
 * The parts of a WITH clause that write triggers and their deliveries. The statement fails (`lacksState` of databaseErrors.ts) where a
 * subscription wants a FULL body and nobody keeps it.
 * @param rows selects what a trigger says, in the order of its columns below
 * @param keeps whether somebody does, as SQL
 */
export function triggersSql(rows: string, keeps: string): string {
  return (
    `fresh AS (INSERT INTO "webhook_trigger" ("urn", "version", "owner", "tenant", "subject", "event", "target_urn", "target_version",` +
    ` "changed_fields", "actor", "created_timestamp", "updated_timestamp") ${rows} RETURNING ${known}), ${deliveriesSql(keeps)}`
  );
}

// Writes a delivery of each of the triggers `fresh` for each subscription that is active and matches, of the owner and of the companies
// above it.
const deliveriesSql = (keeps: string): string => `line AS (
  WITH RECURSIVE up AS (SELECT f."owner" AS below, f."owner" AS urn FROM fresh f
    UNION SELECT u.below, c."parent_company" FROM up u JOIN "company" c ON c."urn" = u.urn WHERE c."parent_company" IS NOT NULL)
  SELECT below, urn FROM up
), matched AS (
  SELECT gen_random_uuid() AS urn, f."urn" AS trigger, f."subject", f."event", f."target_urn", f."position",
    f."created_timestamp" AS at, s."urn" AS subscription, s."owner", s."tenant", s."api_client", s."payload"
  FROM fresh f JOIN line l ON l.below = f."owner" JOIN "webhook_subscription" s ON s."owner" = l.urn AND s."subject" = f."subject"
    AND (f."event" = 'ALL' OR s."event" = 'ALL' OR s."event" = f."event")
    AND (s."target_urn" IS NULL OR s."target_urn" = f."target_urn")
  WHERE s."status" = 'ACTIVE' AND s."deleted_timestamp" IS NULL
    AND (s."expiration_timestamp" IS NULL OR s."expiration_timestamp" > clock_timestamp())
), planned AS (
  INSERT INTO "webhook_delivery" ("urn", "version", "trigger", "subscription", "status", "attempt_count",
    "next_attempt_timestamp", "created_timestamp", "updated_timestamp", "owner", "tenant", "target_urn", "position",
    "schedule_step", "is_test", "is_manual")
  SELECT m.urn, 1, m.trigger, m.subscription, 'PENDING', 0, m.at, m.at, m.at, m."owner", m."tenant", m."target_urn",
    m."position", 0, false, false FROM matched m
), queued AS (
  INSERT INTO "webhook_queue" ("tenant", "subscription", "target_urn", "position", "delivery", "state", "due_timestamp", "created_timestamp")
  SELECT m."tenant", m.subscription, m."target_urn", m."position", m.urn, CASE WHEN m."payload" <> 'FULL' OR ${keeps} THEN 3 END, m.at, m.at FROM matched m
)`;

// Whether the transaction waits to hear which states are wanted, and keeps them.
const keepsStates = (transaction: Transaction, p: Parameters): string => p.add(mayWantStates(transaction), 'boolean');

// The end of such a statement: it gives the deliveries of DELETE events, of which the right to read is settled at once, and those
// that are to carry the resource.
const planSql = `SELECT m.urn AS "delivery", m.trigger, m."api_client" AS "apiClient", m."payload", m."subject", m."event", m."target_urn" AS "target"
FROM matched m WHERE m."event" = 'DELETE' OR m."payload" = 'FULL'`;

/** A delivery of a DELETE event, whose receiver has yet to be checked, or a FULL one: a row of `planSql`. */
export interface Planned {
  readonly delivery: string;
  readonly trigger: string;
  readonly apiClient: string;
  readonly payload: 'THIN' | 'FULL';
  readonly subject: string;
  readonly event: string;
  readonly target: string;
}
