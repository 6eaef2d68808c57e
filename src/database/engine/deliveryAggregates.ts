// What the delivery log and the health of subscriptions show beyond columns, as SQL for many objects at once.
import { deliverySequence, deliverySubject } from './computedSql.ts';
import { bodySql } from './keptBody.ts';

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
  `SELECT "delivery" AS urn, left(${bodySql('b')}, ${String(shownBody)}) AS value FROM "webhook_body" b WHERE "delivery" = ANY(${urns})`;

/** The numbers of their events. */
export const sequencesSql = (urns: string): string =>
  `SELECT d."urn", ${deliverySequence('d')} AS value FROM "webhook_delivery" d WHERE d."urn" = ANY(${urns})`;

/** The attempts of deliveries, oldest first. */
export const attemptsSql = (urns: string): string =>
  `SELECT a."delivery" AS urn, json_agg(json_build_object('number', a."number", 'startedTimestamp', ${instant('a."started_timestamp"')},` +
  ` 'durationMillis', a."duration_millis", 'responseStatus', a."response_status", 'errorCode', a."error_code", 'responseExcerpt', a."response_excerpt",` +
  ` 'isManual', a."is_manual", 'requestHeaders', ${headersSql}) ORDER BY a."number") AS value FROM "webhook_attempt" a` +
  ` JOIN "webhook_delivery" d ON d."urn" = a."delivery" WHERE a."delivery" = ANY(${urns}) GROUP BY 1`;

/**
 * Since when the oldest unfinished delivery of a subscription (SQL) waits, as SQL: it is the first of one of the states that claims
 * read. Reads four entries of an index, however many wait.
 */
export const waitingSince = (subscription: string): string =>
  `(SELECT min(h."created_timestamp") FROM unnest(ARRAY[1, 2, 3, 4]) AS one(state) CROSS JOIN LATERAL (SELECT q."created_timestamp" FROM "webhook_queue" q` +
  ` WHERE q."state" = one.state AND q."state" > 0 AND q."subscription" = ${subscription} ORDER BY q."sequence" NULLS FIRST LIMIT 1) h)`;

// The newest, and those before the oldest that waits: behind a backlog the newest were never attempted.
const newest = (condition: string): string =>
  `(SELECT d."urn", d."attempt_count", d."created_timestamp" FROM "webhook_delivery" d WHERE d."subscription" = s.urn${condition}` +
  ` ORDER BY d."created_timestamp" DESC, d."urn" DESC LIMIT ${String(2 * sample)})`;

/** How the deliveries of subscriptions fare; a backlog is counted up to a limit. */
export const healthSql = (urns: string, limit = mostCounted): string =>
  `SELECT s.urn, json_build_object('backlog', backlog.n, 'oldestPendingTimestamp', ${instant('waiting.since')}, 'successRate', rate.ok,` +
  ` 'exhaustedCount', rate.failed, 'p95Millis', tries.p95, 'lastErrorTimestamp', ${instant('last."started_timestamp"')},` +
  ` 'lastErrorCode', last."error_code", 'lastErrorStatus', last."response_status") AS value FROM unnest(${urns}) AS s(urn)` +
  ` CROSS JOIN LATERAL (SELECT count(*)::int AS n FROM (SELECT 1 FROM "webhook_queue" q WHERE q."subscription" = s.urn` +
  // In the order of a key: by statistics of another's backlog the whole queue would be read for the few of one.
  ` ORDER BY q."target_urn", q."position" LIMIT ${String(limit)}) b) backlog` +
  ` CROSS JOIN LATERAL (SELECT ${waitingSince('s.urn')} AS since) waiting` +
  ` CROSS JOIN LATERAL (SELECT array_agg(r."urn") AS urns FROM (SELECT DISTINCT u."urn", u."created_timestamp" FROM (${newest('')} UNION ALL ${newest(' AND d."created_timestamp" <= waiting.since')}) u` +
  ` WHERE u."attempt_count" > 0 ORDER BY u."created_timestamp" DESC, u."urn" DESC LIMIT ${String(sample)}) r) picked` +
  ` CROSS JOIN LATERAL (SELECT count(*) FILTER (WHERE d."status" = 'FAILED')::int AS failed, (count(*) FILTER (WHERE d."status" = 'SUCCEEDED'))::float8` +
  ` / nullif(count(*) FILTER (WHERE d."status" IN ('SUCCEEDED', 'FAILED')), 0) AS ok FROM "webhook_delivery" d WHERE d."urn" = ANY(picked.urns)) rate` +
  ` CROSS JOIN LATERAL (SELECT percentile_disc(0.95) WITHIN GROUP (ORDER BY a."duration_millis") AS p95 FROM "webhook_attempt" a` +
  ` WHERE a."delivery" = ANY(picked.urns)) tries` +
  ` LEFT JOIN LATERAL (SELECT a.* FROM "webhook_attempt" a WHERE a."delivery" = ANY(picked.urns) AND a."error_code" IS NOT NULL` +
  ` ORDER BY a."started_timestamp" DESC LIMIT 1) last ON true`;

/** The headers that every request has. They are not kept with attempts: another value needs a migration that keeps this one. */
const fixedHeaders = { 'content-type': 'application/json', 'user-agent': 'Commonplace-Webhooks/1' } as const;

/** A request of a delivery. */
interface DeliveryRequest {
  readonly delivery: string;
  readonly attempt: number;
  /** When it was sent, in milliseconds since 1970. */
  readonly at: number;
  /** The SHA-256 of the body, in base64. */
  readonly bodyDigest: string;
}

/** The headers of a request that follow from its delivery; `headersSql` gives the same for a stored attempt. */
export function headersOf({ delivery, attempt, at, bodyDigest }: DeliveryRequest): Record<string, string> {
  return {
    'webhook-id': delivery,
    'webhook-timestamp': String(Math.floor(at / 1000)),
    'webhook-attempt': String(attempt),
    'content-digest': `sha-256=:${bodyDigest}:`,
    ...fixedHeaders,
  };
}

const signatureHeader = 'webhook-signature';
const signatureForm = /^(?:v1,[\w+/]{43}= )*v1a,[\w+/]{86}==$/;

type Headers = Readonly<Record<string, string>>;

const isKeptAsBytes = (headers: Headers): boolean => signatureForm.test(headers[signatureHeader] ?? '');

/** The bytes of the signatures among the headers of an attempt, as PostgreSQL reads them; null for what is in no such form. */
export function keptSignatures(headers: Headers): string | null {
  if (!isKeptAsBytes(headers)) return null;
  const all = (headers[signatureHeader] ?? '')
    .split(' ')
    .map((one) => Buffer.from(one.slice(one.indexOf(',')), 'base64'));
  return `\\x${Buffer.concat(all).toString('hex')}`;
}

/** The headers of an attempt but for the signatures that `keptSignatures` gives. */
export function otherHeaders(headers: Headers): Headers {
  if (!isKeptAsBytes(headers)) return headers;
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name !== signatureHeader));
}

// The last is of the platform, with 64 bytes; those before it are of secrets, with 32 each.
const signaturesSql =
  `(SELECT string_agg(CASE WHEN octet_length(one) = 64 THEN 'v1a,' ELSE 'v1,' END || translate(encode(one, 'base64'), E'\\n', ''), ' ' ORDER BY at)` +
  ` FROM generate_series(0, (octet_length(a."signatures") - 64) / 32) at,` +
  ` substr(a."signatures", 32 * at + 1, CASE WHEN octet_length(a."signatures") = 32 * at + 64 THEN 64 ELSE 32 END) one)`;

/** All headers of the attempt `a` of the delivery `d`, as SQL; null when nothing was sent. */
const headersSql =
  `CASE WHEN a."request_headers" IS NOT NULL THEN jsonb_build_object(${Object.entries(fixedHeaders)
    .map(([name, value]) => `'${name}', '${value}'`)
    .join(', ')},` +
  ` 'webhook-id', d."urn", 'webhook-timestamp', floor(extract(epoch FROM a."started_timestamp"))::bigint::text,` +
  ` 'webhook-attempt', a."number"::text, 'content-digest', 'sha-256=:' || d."body_digest" || ':')` +
  ` || CASE WHEN a."signatures" IS NULL THEN '{}' ELSE jsonb_build_object('${signatureHeader}', ${signaturesSql}) END || a."request_headers"::jsonb END`;
