// The heads of the event log, one for each tenant: where it ends, and where what is kept of it begins. Resource reference 0
// (decision 2), 9.2; the connection they run on decides who may move them.
import { firstOf, Parameters, prepared, rowsOf, type Executor } from '../connection/statement.ts';
import { quote } from '../mapping/columns.ts';
import { epochSql } from './epochStore.ts';
import type { KnownEvent } from './eventStore.ts';

/** Where the log of a tenant begins and ends: everything above `expired` up to `last` is kept. */
export interface LogBounds {
  readonly epoch: number;
  readonly last: number;
  readonly expired: number;
  /** Up to here the present past and the one before it are the same; 0 of a log that had no event where they part. */
  readonly common: number;
}

const boundsColumns =
  `${epochSql} AS epoch, COALESCE(l."last_sequence", 0) AS last, COALESCE(l."expired_sequence", 0) AS expired,` +
  ` l."common_sequence" AS common`;

const boundsFrom = (tenant: string): string =>
  ` FROM (VALUES (1)) one LEFT JOIN "event_log" l ON l."tenant" = ${tenant}`;

/** The bounds of a tenant's log. */
export async function logBounds(executor: Executor, tenant: string): Promise<LogBounds> {
  const p = new Parameters();
  const text = `SELECT ${boundsColumns}${boundsFrom(p.add(tenant, 'uuid'))}`;
  return boundsOf(await firstOf<BoundsRow>(executor, { ...prepared(text, p), isOfPrimary: true }));
}

/**
 * The bounds of a tenant's log, and the ordinal behind which everything is after the sequence: null when nothing kept is
 * at, before or after it.
 */
export async function placeInLog(
  executor: Executor,
  tenant: string,
  sequence: number,
): Promise<LogBounds & { readonly ordinal: number | null }> {
  const p = new Parameters();
  const [owner, number] = [p.add(tenant, 'uuid'), p.add(sequence, 'bigint')];
  const near = (comparison: string, order: string): string =>
    `(SELECT t."ordinal" FROM "webhook_trigger" t WHERE t."tenant" = ${owner} AND t."sequence" ${comparison} ${number}` +
    ` ORDER BY t."sequence" ${order} LIMIT 1)`;
  const text = `SELECT ${boundsColumns}, COALESCE(${near('<=', 'DESC')}, ${near('>', 'ASC')} - 1) AS ordinal${boundsFrom(owner)}`;
  const statement = { ...prepared(text, p), isOfPrimary: true };
  const row = await firstOf<BoundsRow & { ordinal: BigInteger | null }>(executor, statement);
  return { ...boundsOf(row), ordinal: numberOrNull(row?.ordinal) };
}

/** A bigint, as the driver gives it. */
type BigInteger = string | number;

/** What `boundsColumns` select. */
interface BoundsRow {
  readonly epoch: BigInteger;
  readonly last: BigInteger;
  readonly expired: BigInteger;
  readonly common: BigInteger | null;
}

function boundsOf(row: BoundsRow | null): LogBounds {
  return {
    epoch: Number(row?.epoch ?? 1),
    last: Number(row?.last ?? 0),
    expired: Number(row?.expired ?? 0),
    common: Number(row?.common ?? 0),
  };
}

const numberOrNull = (value: BigInteger | null | undefined): number | null =>
  value === null || value === undefined ? null : Number(value);

/** The ends of all tenants' logs in one moment. */
export interface LogHeads {
  readonly epoch: number;
  /** The newest event; null in an empty log, and until one is written after an update from a version without heads. */
  readonly newest: KnownEvent | null;
  /** The newest ordinal; 0 in an empty log. */
  readonly ordinal: number;
  /** By tenant its newest sequence. */
  readonly sequences: ReadonlyMap<string, number>;
}

/** The heads as they are now. */
export async function logHeads(executor: Executor): Promise<LogHeads> {
  const text =
    `SELECT ${epochSql} AS epoch, l."tenant", l."last_sequence", l."last_ordinal", l."last_urn" FROM (VALUES (1)) one` +
    ` LEFT JOIN "event_log" l ON true ORDER BY l."last_ordinal"`;
  const rows = await rowsOf<HeadRow | NoHeadRow>(executor, prepared(text, new Parameters()));
  const heads = rows.filter((row) => row.tenant !== null);
  const last = heads.at(-1);
  const ordinal = Number(last?.last_ordinal ?? 0);
  // A log that came from another database has no place of its own here until its first event.
  const newest =
    ordinal > 0 && last?.last_urn
      ? { urn: last.last_urn, ordinal, tenant: last.tenant, sequence: Number(last.last_sequence) }
      : null;
  return {
    epoch: Number(rows[0]?.epoch ?? 1),
    newest,
    ordinal,
    sequences: new Map(heads.map((row) => [row.tenant, Number(row.last_sequence)])),
  };
}

interface HeadRow {
  readonly epoch: BigInteger;
  readonly tenant: string;
  readonly last_sequence: BigInteger;
  readonly last_ordinal: BigInteger;
  readonly last_urn: string | null;
}

/** The row of an empty log. */
interface NoHeadRow {
  readonly epoch: BigInteger;
  readonly tenant: null;
}

/** How the log stands, for the operator. */
export interface LogState {
  readonly epoch: number;
  /** How many events were ever numbered, of all tenants. */
  readonly newest: number;
  /** Committed triggers that have no number yet. */
  readonly unsequenced: number;
  /** Age in seconds of the oldest of them; 0 when there is none. */
  readonly lagSeconds: number;
  readonly partitions: number;
}

/** The log as it is now. */
export async function logState(executor: Executor): Promise<LogState> {
  const text =
    `SELECT ${epochSql} AS epoch, (SELECT max("last_ordinal") FROM "event_log") AS newest, count(*)::int AS n,` +
    ` (SELECT count(*) FROM pg_inherits WHERE inhparent = 'webhook_trigger'::regclass)::int AS partitions,` +
    ` COALESCE(extract(epoch FROM clock_timestamp() - min("created_timestamp")), 0)::float8 AS age` +
    ` FROM "webhook_trigger" WHERE "sequence" IS NULL`;
  const row = await firstOf<{
    epoch: string | number;
    newest: string | number;
    n: number;
    partitions: number;
    age: string | number;
  }>(executor, prepared(text, new Parameters()));
  return {
    epoch: Number(row?.epoch ?? 1),
    newest: Number(row?.newest ?? 0),
    unsequenced: row?.n ?? 0,
    lagSeconds: Math.max(0, Number(row?.age ?? 0)),
    partitions: row?.partitions ?? 0,
  };
}

/**
 * Moves the beginnings of the logs past events of the partition older than `days`, at most `limit` of those that come after the
 * ordinal `after`. Answers the ordinal it came to, from which the next call goes on; null when none was old.
 */
export async function expireEvents(
  executor: Executor,
  partition: string,
  days: number,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<number | null> {
  const p = new Parameters();
  const text =
    `WITH page AS (SELECT t."tenant", t."sequence", t."ordinal",` +
    ` t."created_timestamp" < now() - make_interval(days => ${p.add(days, 'int')}) AS is_old` +
    ` FROM ${quote(partition)} t JOIN "event_log" l ON l."tenant" = t."tenant"` +
    ` WHERE t."ordinal" > ${p.add(after, 'bigint')} AND t."sequence" > l."expired_sequence"` +
    ` ORDER BY t."ordinal" LIMIT ${p.add(limit, 'int')}), old AS (SELECT "tenant", max("sequence") AS upto, max("ordinal") AS last` +
    ` FROM page WHERE "ordinal" < COALESCE((SELECT min("ordinal") FROM page WHERE NOT is_old), 9223372036854775807) GROUP BY "tenant")` +
    ` UPDATE "event_log" l SET "expired_sequence" = old.upto FROM old WHERE l."tenant" = old."tenant" RETURNING old.last`;
  const rows = await rowsOf<{ last: string | number }>(executor, prepared(text, p));
  return rows.length === 0 ? null : Math.max(...rows.map(({ last }) => Number(last)));
}

/** Deletes up to `limit` triggers of the partition before the beginnings of the logs; those with deliveries stay as long as these do. */
export async function deleteExpired(executor: Executor, partition: string, limit: number): Promise<number> {
  const p = new Parameters();
  const most = p.add(limit, 'int');
  const text =
    `DELETE FROM ${quote(partition)} WHERE "urn" IN (SELECT o."urn" FROM "event_log" l CROSS JOIN LATERAL (SELECT t."urn" FROM ${quote(partition)} t` +
    ` WHERE t."tenant" = l."tenant" AND t."sequence" <= l."expired_sequence"` +
    ` AND NOT EXISTS (SELECT 1 FROM "webhook_delivery" d WHERE d."trigger" = t."urn")` +
    ` ORDER BY t."sequence" LIMIT ${most}) o LIMIT ${most}) RETURNING 1`;
  const rows = await executor.query(prepared(text, p));
  return rows.length;
}
