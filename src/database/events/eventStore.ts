// Reads the event log, and decides which of its events a viewer may know of. Resource reference 9.7; section 7.2.
import type { Resource } from '../../contract/resource.ts';
import type { AccessScope } from '../../domain/accessScope.ts';
import type { Actor } from '../../domain/actor.ts';
import { quote } from '../mapping/columns.ts';
import { knowsSql } from '../engine/scope.ts';
import { Parameters, prepared, type Executor } from '../connection/statement.ts';

/** One event of the log. Sequences are far below what a number can hold exactly. */
export interface LogEvent {
  readonly urn: string;
  readonly sequence: number;
  readonly owner: string;
  /** The root of the owner's tree of companies. */
  readonly tenant: string;
  readonly subject: string;
  readonly event: string;
  readonly targetUrn: string | null;
  readonly targetVersion: string | null;
  readonly changedFields: readonly string[];
  readonly actor: Actor;
  readonly timestamp: string;
}

/** Which events of the log are read; a null member sets no condition. */
export interface EventFilter {
  readonly subjects: readonly string[] | null;
  readonly events: readonly string[] | null;
  readonly targetUrns: readonly string[] | null;
}

const eventFrom = (triggers: string): string =>
  `SELECT t."urn", t."sequence", t."owner", COALESCE(c."owner", t."owner") AS tenant, t."subject", t."event",` +
  ` t."target_urn", t."target_version", t."changed_fields", t."actor", t."created_timestamp"` +
  ` FROM ${triggers} t LEFT JOIN "company" c ON c."urn" = t."owner"`;

const eventSelect = eventFrom('"webhook_trigger"');

/**
 * Gives the next numbers to up to `limit` committed triggers without one, and answers what is in the log now, in order.
 * Triggers are written after the lock on their object is held, so of one object the smaller position was committed first;
 * a trigger that commits late gets the next number once it is visible. Numbers have no gaps: the head moves in the
 * statement that uses them. Only the holder of the sequencer's lock may call it.
 */
export async function assignSequence(executor: Executor, limit: number): Promise<LogEvent[]> {
  const p = new Parameters();
  const text =
    `WITH due AS MATERIALIZED (SELECT "urn", row_number() OVER (ORDER BY "position") AS n FROM (` +
    `SELECT "urn", "position" FROM "webhook_trigger" WHERE "sequence" IS NULL ORDER BY "position"` +
    ` LIMIT ${p.add(limit, 'int')}) d), total AS (SELECT count(*) AS n FROM due),` +
    ` head AS (UPDATE "event_log" SET "last_sequence" = "last_sequence" + total.n FROM total WHERE total.n > 0` +
    ` RETURNING "last_sequence" - total.n AS base),` +
    ` given AS (UPDATE "webhook_trigger" t SET "sequence" = head.base + due.n FROM due, head WHERE t."urn" = due."urn"` +
    ` RETURNING t.*) ${eventFrom('given')} ORDER BY t."sequence"`;
  return (await executor.query(prepared(text, p))).map(eventOf);
}

/** Events after the position in the order of the log, at most `limit`. */
export async function eventsAfter(executor: Executor, after: number, limit: number): Promise<LogEvent[]> {
  const p = new Parameters();
  const text = `${eventSelect} WHERE t."sequence" > ${p.add(after, 'bigint')} ORDER BY t."sequence" LIMIT ${p.add(limit, 'int')}`;
  return (await executor.query(prepared(text, p))).map(eventOf);
}

/** As `eventsAfter`, of one tenant and filtered. */
export async function tenantEventsAfter(
  executor: Executor,
  tenant: string,
  filter: EventFilter,
  after: number,
  limit: number,
): Promise<LogEvent[]> {
  const p = new Parameters();
  const among = (column: string, values: readonly string[] | null, cast: string): string => {
    const list = p.add(values, cast);
    return ` AND (${list} IS NULL OR ${column} = ANY(${list}))`;
  };
  const text =
    `${eventSelect} WHERE t."sequence" > ${p.add(after, 'bigint')} AND c."owner" = ${p.add(tenant, 'uuid')}` +
    among('t."subject"', filter.subjects, 'text[]') +
    among('t."event"', filter.events, 'text[]') +
    among('t."target_urn"', filter.targetUrns, 'uuid[]') +
    ` ORDER BY t."sequence" LIMIT ${p.add(limit, 'int')}`;
  return (await executor.query(prepared(text, p))).map(eventOf);
}

function eventOf(row: Record<string, unknown>): LogEvent {
  const text = (value: unknown): string | null => (value === null ? null : String(value));
  return {
    urn: String(row['urn']),
    sequence: Number(row['sequence']),
    owner: String(row['owner']),
    tenant: String(row['tenant']),
    subject: String(row['subject']),
    event: String(row['event']),
    targetUrn: text(row['target_urn']),
    targetVersion: text(row['target_version']),
    // triggerStore wrote both columns in these shapes.
    changedFields: row['changed_fields'] as string[],
    actor: row['actor'] as Actor,
    timestamp: String(row['created_timestamp']),
  };
}

/**
 * Of the urns, those that the scope's viewer may read, or could read until they were deleted: grants that fell together
 * with the object count for announcing its end. What was never live needs READ_DRAFT as in any read. A urn without a row
 * is not announced: fails closed.
 */
export async function knowableTargets(
  executor: Executor,
  scope: AccessScope,
  resource: Resource,
  urns: readonly string[],
): Promise<Set<string>> {
  const p = new Parameters();
  const wanted = p.add(urns, 'uuid[]');
  const text =
    `SELECT t."urn" FROM ${quote(resource.table)} t WHERE t."urn" = ANY(${wanted})` +
    ` AND ${knowsSql(resource, 't', scope.viewer, p)}`;
  const rows = await executor.query(prepared(text, p));
  return new Set(rows.map((row) => String(row['urn'])));
}

/** Of the urns, those of posts in the thread, living or deleted. */
export async function postsIn(executor: Executor, thread: string, urns: readonly string[]): Promise<Set<string>> {
  const p = new Parameters();
  const text =
    `SELECT "urn" FROM "thread_post" WHERE "message_thread" = ${p.add(thread, 'uuid')}` +
    ` AND "urn" = ANY(${p.add(urns, 'uuid[]')})`;
  const rows = await executor.query(prepared(text, p));
  return new Set(rows.map((row) => String(row['urn'])));
}
