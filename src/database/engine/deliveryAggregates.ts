// What the delivery log and the health of subscriptions show beyond columns, as SQL for many objects at once.
import { deliverySubject } from './computedFilters.ts';

const instant = (value: string): string => `to_char((${value}) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** Longest part of a body that the log shows, in characters. */
const shownBody = 16_384;
/** Most that a backlog is counted to. */
const mostCounted = 10_000;
/** Deliveries that rates and times are taken from. */
const sample = 100;

/** The subjects of deliveries. */
export const subjectsSql = (urns: string): string =>
  `SELECT d."urn", ${deliverySubject('d')} AS value FROM "webhook_delivery" d WHERE d."urn" = ANY(${urns})`;

/** The bodies of deliveries, as far as they are shown. */
export const bodiesSql = (urns: string): string =>
  `SELECT "urn", left("body", ${String(shownBody)}) AS value FROM "webhook_delivery" WHERE "urn" = ANY(${urns}) AND "body" IS NOT NULL`;

// The oldest that is unfinished is the first of one of the states that claims read.
const oldest =
  `(SELECT min(h."created_timestamp") FROM unnest(ARRAY[1, 2, 3, 4]) state CROSS JOIN LATERAL (SELECT d."created_timestamp" FROM "webhook_delivery" d` +
  ` WHERE d."queue_state" = state AND d."queue_state" > 0 AND d."subscription" = s.urn ORDER BY d."sequence" NULLS FIRST LIMIT 1) h)`;

// The newest, and those before the oldest that waits: behind a backlog the newest were never attempted.
const newest = (condition: string): string =>
  `(SELECT d."urn", d."status", d."attempts", d."attempt_count", d."created_timestamp" FROM "webhook_delivery" d WHERE d."subscription" = s.urn${condition}` +
  ` ORDER BY d."created_timestamp" DESC, d."urn" DESC LIMIT ${String(2 * sample)})`;

/** How the deliveries of subscriptions fare. */
export const healthSql = (urns: string): string =>
  `SELECT s.urn, json_build_object('backlog', backlog.n, 'oldestPendingTimestamp', ${instant('waiting.since')}, 'successRate', rate.ok,` +
  ` 'exhaustedCount', rate.failed, 'p95Millis', tries.p95, 'lastErrorTimestamp', last."startedTimestamp", 'lastErrorCode', last."errorCode",` +
  ` 'lastErrorStatus', last."responseStatus") AS value FROM unnest(${urns}) AS s(urn)` +
  ` CROSS JOIN LATERAL (SELECT count(*)::int AS n FROM (SELECT 1 FROM "webhook_delivery" d WHERE d."subscription" = s.urn` +
  ` AND d."due_timestamp" IS NOT NULL LIMIT ${String(mostCounted)}) b) backlog` +
  ` CROSS JOIN LATERAL (SELECT ${oldest} AS since) waiting` +
  ` CROSS JOIN LATERAL (SELECT array_agg(r."urn") AS urns FROM (SELECT DISTINCT u."urn", u."created_timestamp" FROM (${newest('')} UNION ALL ${newest(' AND d."created_timestamp" <= waiting.since')}) u` +
  ` WHERE u."attempt_count" > 0 ORDER BY u."created_timestamp" DESC, u."urn" DESC LIMIT ${String(sample)}) r) picked` +
  ` CROSS JOIN LATERAL (SELECT count(*) FILTER (WHERE d."status" = 'FAILED')::int AS failed, (count(*) FILTER (WHERE d."status" = 'SUCCEEDED'))::float8` +
  ` / nullif(count(*) FILTER (WHERE d."status" IN ('SUCCEEDED', 'FAILED')), 0) AS ok FROM "webhook_delivery" d WHERE d."urn" = ANY(picked.urns)) rate` +
  ` CROSS JOIN LATERAL (SELECT percentile_disc(0.95) WITHIN GROUP (ORDER BY a."durationMillis") AS p95 FROM "webhook_delivery" d,` +
  ` json_to_recordset(d."attempts") AS a("durationMillis" int) WHERE d."urn" = ANY(picked.urns)) tries` +
  ` LEFT JOIN LATERAL (SELECT a.* FROM "webhook_delivery" d, json_to_recordset(d."attempts") AS a("startedTimestamp" text, "errorCode" text, "responseStatus" int)` +
  ` WHERE d."urn" = ANY(picked.urns) AND a."errorCode" IS NOT NULL ORDER BY a."startedTimestamp" DESC LIMIT 1) last ON true`;
