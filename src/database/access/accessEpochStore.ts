// The access epoch of each tenant: a number that triggers raise whenever something changes that decides what a caller may
// do, in the transaction of the change. Equal epochs mean an equal decision, until the clock passes a border. And what
// ends with time and is announced by nothing, so that streams end with it: tokens, queried for many at once, and the windows of
// permissions. Resource reference 7.2, 7.4.
import { positionSql } from '../connection/positions.ts';
import { Parameters, prepared, rowsOf, type Executor } from '../connection/statement.ts';
import { epochSql, millisSql } from '../engine/accessEpoch.ts';
import { livingAccessTokensSql } from '../oauth/accessTokenCallers.ts';
import { isEnabled } from '../engine/tenant.ts';

/** The epochs of some tenants, and the clock that time windows are judged by, at one moment. */
export interface Epochs {
  readonly nowMillis: number;
  readonly byTenant: ReadonlyMap<string, string>;
  /** By tenant its edge epoch: raised when an edge on a single resource ends or changes, which statements look up themselves. */
  readonly edges: ReadonlyMap<string, string>;
  /** Where the server that takes writes was at that moment, as `positionSql` says it; null unless requested. */
  readonly position: unknown;
  /** When that was requested, by `performance.now()`. */
  readonly sentAt: number;
}

interface EpochRow {
  readonly urn: string;
  readonly now: string | number;
  readonly epoch: string;
  readonly edges?: string | null;
  readonly position?: unknown;
}

/** The epochs as they stand, and how far the server has come if that is wanted. */
export async function readEpochs(
  executor: Executor,
  tenants: readonly string[],
  withPosition: boolean,
): Promise<Epochs> {
  const p = new Parameters();
  const position = withPosition
    ? `, ${positionSql} AS position, (SELECT max(e."edge_epoch") FROM "access_epoch" e WHERE e."tenant" = t.urn)::text AS edges`
    : '';
  const text =
    `SELECT t.urn, ${millisSql('statement_timestamp()')} AS now, ${epochSql('t.urn')} AS epoch${position}` +
    ` FROM unnest(${p.add(tenants, 'uuid[]')}) AS t(urn)`;
  const sentAt = performance.now();
  const rows = await rowsOf<EpochRow>(executor, prepared(text, p));
  return {
    sentAt,
    nowMillis: Number(rows[0]?.now),
    byTenant: new Map(rows.map((row) => [row.urn, row.epoch])),
    edges: new Map(rows.map((row) => [row.urn, String(row.edges)])),
    position: rows[0]?.position ?? null,
  };
}

/** Of the hashes (SHA-256, hex), those of tokens that a request would be accepted with now. */
export async function livingTokens(executor: Executor, hashes: readonly string[]): Promise<Set<string>> {
  const p = new Parameters();
  const wanted = p.add(hashes, 'text[]');
  const text =
    `SELECT k."token_hash" FROM "api_client_bearer_token" k JOIN "api_client" c ON c."urn" = k."api_client"` +
    ` JOIN "company" w ON w."urn" = c."owner" WHERE k."token_hash" = ANY(${wanted})` +
    ` AND k."deleted_timestamp" IS NULL AND k."revoked_timestamp" IS NULL AND k."expiration_timestamp" > now()` +
    ` AND c."deleted_timestamp" IS NULL AND c."status" = 'ACTIVE' AND w."deleted_timestamp" IS NULL AND ${isEnabled('k."tenant"')}` +
    ` UNION ALL ${livingAccessTokensSql(wanted)}`;
  const rows = await rowsOf<{ token_hash: string }>(executor, prepared(text, p));
  return new Set(rows.map((row) => row.token_hash));
}

/** Where windows of permissions have ended: the tenants, and the instant up to which the next look may leave them out. */
export interface EndedWindows {
  readonly upTo: string;
  readonly tenants: ReadonlySet<string>;
}

/** The windows that have ended after the instant; without one, within the last minute. */
export async function windowsEnded(executor: Executor, after: string | null): Promise<EndedWindows> {
  const p = new Parameters();
  const from = `coalesce(${p.add(after, 'timestamptz')}, statement_timestamp() - interval '1 minute')`;
  const text =
    `SELECT statement_timestamp()::text AS up_to, ARRAY(SELECT DISTINCT g."tenant"::text FROM "permission" g` +
    ` WHERE g."to_timestamp" > ${from} AND g."to_timestamp" <= statement_timestamp()) AS tenants`;
  const [row] = await rowsOf<{ up_to: string; tenants: string[] }>(executor, prepared(text, p));
  return { upTo: String(row?.up_to), tenants: new Set(row?.tenants) };
}
