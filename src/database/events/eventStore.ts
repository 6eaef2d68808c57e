// Reads the event log and what its events are about, and decides which of them a viewer may know of. Resource reference 9.4
// (data), 9.7; section 7.2.
import type { Resource } from '../../contract/resource.ts';
import { accessScope, type AccessScope } from '../../domain/accessScope.ts';
import type { Actor } from '../../domain/actor.ts';
import { quote } from '../mapping/columns.ts';
import { concernsOnlyDrafts } from '../engine/liveRows.ts';
import { holds, knowsSql } from '../engine/scope.ts';
import { firstOf, Parameters, prepared, rowsOf, urnsOf, type Executor } from '../connection/statement.ts';
import { epochSql } from './epochStore.ts';
import { hasWorkSql } from './queueState.ts';
import { itemRow } from '../engine/resourceStore.ts';
import { selectList, type Row } from '../engine/row.ts';

/** One event of the log. Numbers are far below what a number can hold exactly. */
export interface LogEvent {
  readonly urn: string;
  /** The past of the log that it was read from. */
  readonly epoch: number;
  /** Its place among the events of all tenants, which only processes follow; unique, rising, without gaps. */
  readonly ordinal: number;
  /** Its number in the log of its tenant: unique, rising, without gaps. */
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
  `SELECT t."urn", ${epochSql} AS epoch, t."ordinal", t."sequence", t."owner", t."tenant", t."subject", t."event",` +
  ` t."target_urn", t."target_version", t."changed_fields", t."actor", t."created_timestamp" FROM ${triggers} t`;

const eventSelect = eventFrom('"webhook_trigger"');

/**
 * Gives the next numbers to up to `limit` committed triggers without one, and answers what is in the log now, in order.
 * Triggers are written after the lock on their object is held, so of one object the smaller position was committed first;
 * a trigger that commits late gets the next number once it is visible. Each tenant has a head of its own: one that is
 * locked is passed by, which is said, and holds up no other tenant. Numbers have no gaps: the heads move in the statement that
 * uses them. Says also whether the workers of webhooks have something to do: deliveries are planned with their triggers. Only the holder
 * of the sequencer's lock may call it.
 */
export async function assignSequence(
  executor: Executor,
  limit: number,
): Promise<{ readonly events: readonly LogEvent[]; readonly isHeldUp: boolean; readonly hasWork: boolean }> {
  const p = new Parameters();
  const text =
    `WITH due AS MATERIALIZED (SELECT "urn", "tenant", "position" FROM "webhook_trigger" WHERE "sequence" IS NULL` +
    ` ORDER BY "position" LIMIT ${p.add(limit, 'int')}),` +
    ` heads AS MATERIALIZED (SELECT l."tenant", l."last_sequence" AS base FROM "event_log" l` +
    ` WHERE l."tenant" IN (SELECT "tenant" FROM due) FOR UPDATE SKIP LOCKED),` +
    ` bases AS MATERIALIZED (SELECT "tenant", base FROM heads UNION ALL SELECT DISTINCT d."tenant", 0::bigint FROM due d` +
    ` WHERE NOT EXISTS (SELECT 1 FROM "event_log" l WHERE l."tenant" = d."tenant")),` +
    ` top AS MATERIALIZED (SELECT COALESCE(max("last_ordinal"), 0) AS base FROM "event_log"),` +
    ` numbered AS MATERIALIZED (SELECT d."urn", d."tenant", d."position", b.base + row_number() OVER (PARTITION BY d."tenant" ORDER BY d."position") AS sequence,` +
    ` top.base + row_number() OVER (ORDER BY d."position") AS ordinal FROM due d JOIN bases b ON b."tenant" = d."tenant", top),` +
    ` ends AS MATERIALIZED (SELECT DISTINCT ON ("tenant") "tenant", sequence, ordinal, "urn" FROM numbered ORDER BY "tenant", sequence DESC),` +
    ` moved AS (UPDATE "event_log" l SET "last_sequence" = e.sequence, "last_ordinal" = e.ordinal, "last_urn" = e."urn" FROM ends e` +
    ` WHERE l."tenant" = e."tenant"), made AS (INSERT INTO "event_log" ("tenant", "last_sequence", "expired_sequence", "last_ordinal", "last_urn")` +
    ` SELECT e."tenant", e.sequence, 0, e.ordinal, e."urn" FROM ends e WHERE NOT EXISTS` +
    ` (SELECT 1 FROM "event_log" l WHERE l."tenant" = e."tenant")),` +
    ` given AS (UPDATE "webhook_trigger" t SET "sequence" = n.sequence, "ordinal" = n.ordinal FROM numbered n WHERE t."urn" = n."urn" AND t."position" = n."position"` +
    // In the index of what has no number: by its statistics the planner may take the whole log for that, and read it.
    ` AND t."sequence" IS NULL AND t."position" BETWEEN (SELECT min("position") FROM numbered) AND (SELECT max("position") FROM numbered)` +
    ` RETURNING t.*) SELECT e.*, h.held, h.work FROM (SELECT (SELECT count(*) FROM due) > (SELECT count(*) FROM numbered) AS held, ${hasWorkSql} AS work) h` +
    ` LEFT JOIN (${eventFrom('given')}) e ON true ORDER BY e."ordinal"`;
  const rows = await rowsOf<MaybeEventRow & { held: boolean; work: boolean }>(executor, prepared(text, p));
  return {
    events: rows.filter(holdsEvent).map(eventOf),
    isHeldUp: rows[0]?.held === true,
    hasWork: rows[0]?.work === true,
  };
}

/** The event with that ordinal; null when there is none. */
export async function eventAt(executor: Executor, ordinal: number): Promise<LogEvent | null> {
  const p = new Parameters();
  const text = `${eventSelect} WHERE t."ordinal" = ${p.add(ordinal, 'bigint')}`;
  const row = await firstOf<EventRow>(executor, prepared(text, p));
  return row && eventOf(row);
}

/** Events of all tenants after the ordinal, at most `limit`. */
export async function eventsAfter(executor: Executor, after: number, limit: number): Promise<LogEvent[]> {
  const p = new Parameters();
  const text = `${eventSelect} WHERE t."ordinal" > ${p.add(after, 'bigint')} ORDER BY t."ordinal" LIMIT ${p.add(limit, 'int')}`;
  return (await rowsOf<EventRow>(executor, prepared(text, p))).map(eventOf);
}

/** An event by which a past is known again. */
export type KnownEvent = Pick<LogEvent, 'urn' | 'ordinal' | 'tenant' | 'sequence'>;

/** What is new in the log, and whether it is still the same. */
export interface LogPage {
  readonly epoch: number;
  /** Whether the log still holds the known event at its place, or can no longer tell. */
  readonly isSamePast: boolean;
  readonly events: readonly LogEvent[];
}

/** Events of all tenants after the ordinal, at most `limit`; looks at `known` in the same moment. */
export async function readLog(
  executor: Executor,
  after: number,
  known: KnownEvent | null,
  limit: number,
): Promise<LogPage> {
  const p = new Parameters();
  const from = p.add(after, 'bigint');
  const urn = p.add(known?.urn ?? null, 'uuid');
  const text =
    `SELECT e.*, ${epochSql} AS log_epoch, ${urn} IS NULL OR COALESCE(${holdsSql(p, known, urn)}, false) AS is_same` +
    ` FROM (VALUES (1)) one LEFT JOIN LATERAL (${eventSelect} WHERE t."ordinal" > ${from} ORDER BY t."ordinal"` +
    ` LIMIT ${p.add(limit, 'int')}) e ON true ORDER BY e."ordinal"`;
  const rows = await rowsOf<MaybeEventRow & { log_epoch: string | number; is_same: boolean }>(
    executor,
    prepared(text, p),
  );
  return {
    epoch: Number(rows[0]?.log_epoch ?? 1),
    isSamePast: rows[0]?.is_same === true,
    events: rows.filter(holdsEvent).map(eventOf),
  };
}

// The row of the event, else the head of its tenant, which outlives a row that a caller deleted; what is older than the
// retention can no longer be compared.
function holdsSql(p: Parameters, known: KnownEvent | null, urn: string): string {
  const ordinal = p.add(known?.ordinal ?? null, 'bigint');
  const tenant = p.add(known?.tenant ?? null, 'uuid');
  const sequence = p.add(known?.sequence ?? null, 'bigint');
  return (
    `COALESCE((SELECT k."urn" FROM "webhook_trigger" k WHERE k."ordinal" = ${ordinal}), (SELECT CASE WHEN l."expired_sequence" >= ${sequence}` +
    ` THEN ${urn} WHEN l."last_sequence" = ${sequence} THEN l."last_urn" END FROM "event_log" l WHERE l."tenant" = ${tenant})) = ${urn}`
  );
}

/** The highest ordinal of the events, given in order, that the log holds at their place; null when it holds none of them. */
export async function lastHeld(executor: Executor, events: readonly KnownEvent[]): Promise<number | null> {
  const p = new Parameters();
  const ordinals = p.add(
    events.map((event) => event.ordinal),
    'bigint[]',
  );
  const urns = p.add(
    events.map((event) => event.urn),
    'uuid[]',
  );
  const text =
    `SELECT max(t."ordinal") AS held FROM unnest(${ordinals}, ${urns}) AS k(ordinal, urn)` +
    ` JOIN "webhook_trigger" t ON t."ordinal" = k.ordinal AND t."urn" = k.urn`;
  const row = await firstOf<{ held: string | number | null }>(executor, prepared(text, p));
  return row === null || row.held === null ? null : Number(row.held);
}

/** Events of one tenant after the sequence, at most `limit`, of those that pass the filter. */
export async function tenantEventsAfter(
  executor: Executor,
  tenant: string,
  filter: EventFilter,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<LogEvent[]> {
  const p = new Parameters();
  const among = (column: string, values: readonly string[] | null, cast: string): string => {
    const list = p.add(values, cast);
    return ` AND (${list} IS NULL OR ${column} = ANY(${list}))`;
  };
  const text =
    `${eventSelect} WHERE t."sequence" > ${p.add(after, 'bigint')} AND t."tenant" = ${p.add(tenant, 'uuid')}` +
    among('t."subject"', filter.subjects, 'text[]') +
    among('t."event"', filter.events, 'text[]') +
    among('t."target_urn"', filter.targetUrns, 'uuid[]') +
    ` ORDER BY t."sequence" LIMIT ${p.add(limit, 'int')}`;
  return (await rowsOf<EventRow>(executor, prepared(text, p))).map(eventOf);
}

/** What `eventFrom` selects. triggerStore wrote the fields and the actor in these shapes. */
interface EventRow {
  readonly urn: string;
  readonly epoch: string | number;
  readonly ordinal: string | number;
  readonly sequence: string | number;
  readonly owner: string;
  readonly tenant: string;
  readonly subject: string;
  readonly event: string;
  readonly target_urn: string | null;
  readonly target_version: string | number | null;
  readonly changed_fields: readonly string[];
  readonly actor: Actor;
  readonly created_timestamp: string;
}

/** The same of an outer join. */
type MaybeEventRow = EventRow | { readonly urn: null };

const holdsEvent = <Found extends MaybeEventRow>(row: Found): row is Extract<Found, EventRow> => row.urn !== null;

function eventOf(row: EventRow): LogEvent {
  return {
    urn: row.urn,
    epoch: Number(row.epoch),
    ordinal: Number(row.ordinal),
    sequence: Number(row.sequence),
    owner: row.owner,
    tenant: row.tenant,
    subject: row.subject,
    event: row.event,
    targetUrn: row.target_urn,
    targetVersion: row.target_version === null ? null : String(row.target_version),
    changedFields: row.changed_fields,
    actor: row.actor,
    timestamp: row.created_timestamp,
  };
}

/** What is decided about an event. */
export type AnnouncedEvent = Pick<LogEvent, 'targetUrn' | 'targetVersion' | 'event' | 'changedFields'>;

/**
 * Of the events, all about the kind, those that the scope's viewer may know of: it may follow the target, or could
 * until it was deleted, for grants that fell together with the object count for announcing its end. What was never live
 * needs READ_DRAFT as in any read, and so do changes of drafts and plans. A target without a row is not announced: fails
 * closed.
 */
export async function knowableEvents<Event extends AnnouncedEvent>(
  executor: Executor,
  { viewer }: AccessScope,
  resource: Resource,
  events: readonly Event[],
): Promise<Set<Event>> {
  if (events.length === 0) return new Set();
  const p = new Parameters();
  const column = (values: readonly unknown[], type: string): string => p.add(values, type);
  const wanted = `unnest(${column(
    events.map((event) => event.targetUrn),
    'uuid[]',
  )}, ${column(
    events.map((event) => event.targetVersion),
    'bigint[]',
  )}, ${column(
    events.map(({ event }) => event),
    'text[]',
  )}, ${column(
    events.map((event) => JSON.stringify(event.changedFields)),
    'json[]',
  )}) WITH ORDINALITY AS a("target_urn", "target_version", "event", "fields", "n")`;
  const rows = `(SELECT a.*, ARRAY(SELECT json_array_elements_text(a."fields")) AS "changed_fields" FROM ${wanted}) e`;
  const ofDrafts = concernsOnlyDrafts(resource, 'e', 't');
  const drafts = ofDrafts
    ? ` AND (NOT ${ofDrafts} OR ${holds({ resource, alias: 't' }, { viewer, label: 'READ_DRAFT' }, p, { untilDeleted: true })})`
    : '';
  const text =
    `SELECT e."n" FROM ${rows} JOIN ${quote(resource.table)} t ON t."urn" = e."target_urn"` +
    ` WHERE ${knowsSql(resource, 't', accessScope(viewer, resource.labels.follow), p)}${drafts}`;
  const known = await rowsOf<{ n: string | number }>(executor, prepared(text, p));
  const at = new Set(known.map(({ n }) => Number(n) - 1));
  return new Set(events.filter((_, index) => at.has(index)));
}

/** Of the urns, those of posts in the thread, living or deleted. */
export async function postsIn(executor: Executor, thread: string, urns: readonly string[]): Promise<Set<string>> {
  const p = new Parameters();
  const text =
    `SELECT "urn" FROM "thread_post" WHERE "message_thread" = ${p.add(thread, 'uuid')}` +
    ` AND "urn" = ANY(${p.add(urns, 'uuid[]')})`;
  return new Set(await urnsOf(executor, prepared(text, p)));
}

/** Rows of the kind by urn, deleted ones included. The caller knows who may be notified of them. */
export async function eventTargets(
  executor: Executor,
  resource: Resource,
  urns: readonly string[],
): Promise<Map<string, Row>> {
  const p = new Parameters();
  const select = resource.isItem ? `t.*, t."kind" AS "$kind", t."owner" AS "$owner"` : selectList(resource, 't');
  const text =
    `SELECT ${select}, false AS "$seesDrafts"` +
    ` FROM ${quote(resource.table)} t WHERE t."urn" = ANY(${p.add(urns, 'uuid[]')})`;
  const rows = await executor.query(prepared(text, p));
  return new Map(
    rows.map((columns) => {
      // The statement selects what Row names; itemRow maps the columns of an item to its fields.
      const row = (resource.isItem ? itemRow(resource.contract, columns) : columns) as Row;
      return [row.urn, row];
    }),
  );
}
