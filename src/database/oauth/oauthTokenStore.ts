// OAuth tokens as they are stored: the identity behind an access token, the families of tokens of one sign-in, and the
// revocation of both. Secrets are looked up by their SHA-256. Time is the database's. Resource reference 7.5.
import { viewingScopes } from '../../domain/oauthScope.ts';
import { isEnabled } from '../engine/tenant.ts';
import { tokenEnd } from '../mapping/kindDetails.ts';
import { firstOf, Parameters, prepared, type Executor } from '../connection/statement.ts';

const viewing = viewingScopes.map((scope) => `'${scope}'`).join(', ');

// A token of client credentials stands for its client, every other one for a person of the same tenant.
const standsFor = `FROM o_auth_token k JOIN api_client c ON c.urn = k.api_client JOIN company h ON h.urn = c.owner
  CROSS JOIN LATERAL (SELECT k.grant_type = 'client_credentials' AS own) o
  LEFT JOIN identity i ON i.urn = k.identity AND i.deleted_timestamp IS NULL
  JOIN company w ON w.urn = CASE WHEN o.own THEN c.owner ELSE i.owner END`;

const isLiving = `k.deleted_timestamp IS NULL AND k.revoked_timestamp IS NULL
  AND k.expiration_timestamp > statement_timestamp() AND c.deleted_timestamp IS NULL AND c.status = 'ACTIVE'
  AND h.deleted_timestamp IS NULL AND w.deleted_timestamp IS NULL AND w.owner = h.owner AND ${isEnabled('k.tenant')}`;

/** The pages a client's tokens may be used from; null for any. */
export const originsSql = `CASE WHEN c.type = 'BROWSER' OR cardinality(c.allowed_origins) > 0 THEN c.allowed_origins END`;

/** The caller of living access tokens under that condition on `k`, as tokenStore's statement takes it. */
export function callerOfAccessTokens(condition: string): string {
  return `SELECT CASE WHEN o.own THEN c.urn END, CASE WHEN o.own THEN c.identity ELSE i.urn END, w.urn, w.owner,
    CASE WHEN o.own THEN c.access_level ELSE 'PERSON' END, c.require_if_match, c.trusted_documents_only, c.requests_per_minute, k.urn,
    '{}'::text[], k.expiration_timestamp, false, ${originsSql}, NULL::text, NULL::uuid, k.scope, c.urn, c.type,
    NOT string_to_array(k.scope, ' ') && ARRAY[${viewing}]
  ${standsFor} WHERE ${condition} AND ${isLiving}`;
}

/** The hashes of living access tokens among those of the parameter. */
export function livingAccessTokensSql(hashes: string): string {
  return `SELECT k.access_hash ${standsFor} WHERE k.access_hash = ANY(${hashes}) AND ${isLiving}`;
}

/** A token with what its endpoints need to know of it. */
export interface OAuthTokenRow {
  readonly urn: string;
  readonly owner: string;
  readonly version: string;
  readonly apiClient: string;
  readonly identity: string | null;
  readonly grantType: string;
  readonly scope: string;
  readonly grantedScope: string;
  readonly familyUrn: string;
  readonly issuedTimestamp: string;
  readonly expirationTimestamp: string;
  readonly refreshExpirationTimestamp: string | null;
  readonly refreshUsedTimestamp: string | null;
  readonly revokedTimestamp: string | null;
  /** No token of the family lives longer. */
  readonly familyExpirationTimestamp: string | null;
}

const columns = `k.urn, k.owner, k.version, k.api_client AS "apiClient", k.identity, k.grant_type AS "grantType", k.scope,
  k.granted_scope AS "grantedScope", k.family_urn AS "familyUrn", k.issued_timestamp AS "issuedTimestamp",
  k.expiration_timestamp AS "expirationTimestamp", k.refresh_expiration_timestamp AS "refreshExpirationTimestamp",
  k.refresh_used_timestamp AS "refreshUsedTimestamp", k.revoked_timestamp AS "revokedTimestamp",
  k.family_expiration_timestamp AS "familyExpirationTimestamp"`;

// Has those who change tokens of one family (SQL of its urn, or NULL) go one after the other. Not by its rows: others are added
// meanwhile, and an application that refreshes all day has thousands of them.
const lockSql = (family: string): string =>
  `SELECT pg_advisory_xact_lock(hashtextextended('token family ' || (${family})::text, 0))`;

/**
 * The token that a refresh token belongs to, with its family locked, so that two uses of one refresh token go one
 * after the other; null for one that is unknown or was deleted.
 */
export async function lockByRefreshHash(transaction: Executor, refreshHash: string): Promise<OAuthTokenRow | null> {
  const p = new Parameters();
  const family = `SELECT f.family_urn FROM o_auth_token f WHERE f.refresh_hash = ${p.add(refreshHash, 'text')}`;
  await transaction.query(prepared(lockSql(family), p));
  const q = new Parameters();
  const condition = `k.refresh_hash = ${q.add(refreshHash, 'text')} AND k.deleted_timestamp IS NULL`;
  // Read once the lock is held: the one before may have used it.
  const [row] = await transaction.query(prepared(`SELECT ${columns} FROM o_auth_token k WHERE ${condition}`, q));
  return row ? asToken(row) : null;
}

/** Locks the family that a token belongs to, as a refresh does. */
export async function lockFamilyOf(transaction: Executor, urn: string): Promise<void> {
  const p = new Parameters();
  const family = `SELECT f.family_urn FROM o_auth_token f WHERE f.urn = ${p.add(urn, 'uuid')}`;
  await transaction.query(prepared(lockSql(family), p));
}

/** A token by either of its secrets' hashes, with which one it was; null for one that is unknown or was deleted. */
export async function tokenByHash(
  executor: Executor,
  hash: string,
): Promise<{ readonly token: OAuthTokenRow; readonly isRefresh: boolean } | null> {
  const p = new Parameters();
  const wanted = p.add(hash, 'text');
  const text =
    `SELECT ${columns}, k.refresh_hash IS NOT DISTINCT FROM ${wanted} AS "isRefresh" FROM o_auth_token k` +
    ` WHERE (k.access_hash = ${wanted} OR k.refresh_hash = ${wanted}) AND k.deleted_timestamp IS NULL`;
  const [row] = await executor.query(prepared(text, p));
  return row ? { token: asToken(row), isRefresh: row['isRefresh'] === true } : null;
}

// The statements above select what OAuthTokenRow names.
const asToken = (row: Record<string, unknown>): OAuthTokenRow => row as unknown as OAuthTokenRow;

/** Notes that a refresh token was exchanged: it has ended, and its token has one version more. */
export async function markRefreshUsed(transaction: Executor, urn: string, timestamp: string): Promise<string> {
  const p = new Parameters();
  const at = p.add(timestamp, 'timestamptz');
  const text =
    `UPDATE o_auth_token SET refresh_used_timestamp = ${at}, refresh_expiration_timestamp = ${at}, updated_timestamp = ${at},` +
    ` version = version + 1 WHERE urn = ${p.add(urn, 'uuid')} RETURNING version`;
  const row = await firstOf<{ version: string }>(transaction, prepared(text, p));
  return String(row?.version);
}

/** A token that was revoked just now. */
export interface RevokedToken {
  readonly urn: string;
  readonly owner: string;
  readonly version: string;
  readonly apiClient: string;
}

/** Revokes whatever of a family still gives something, but for `except`; returns what was revoked. */
export async function revokeFamily(
  transaction: Executor,
  familyUrn: string,
  timestamp: string,
  except: string | null = null,
): Promise<RevokedToken[]> {
  const q = new Parameters();
  await transaction.query(prepared(lockSql(q.add(familyUrn, 'uuid')), q));
  // A statement of its own: it sees what a refresh has added that held the lock until now.
  const p = new Parameters();
  const family = p.add(familyUrn, 'uuid');
  const at = p.add(timestamp, 'timestamptz');
  const gives = `(k.expiration_timestamp > ${at} OR (k.refresh_used_timestamp IS NULL AND k.refresh_expiration_timestamp > ${at}))`;
  const text =
    `UPDATE o_auth_token k SET revoked_timestamp = ${at}, updated_timestamp = ${at}, version = k.version + 1` +
    ` WHERE k.family_urn = ${family} AND k.revoked_timestamp IS NULL AND k.deleted_timestamp IS NULL` +
    ` AND k.urn IS DISTINCT FROM ${p.add(except, 'uuid')} AND ${gives}` +
    ` RETURNING k.urn, k.owner, k.version, k.api_client AS "apiClient"`;
  // The statement selects what RevokedToken names.
  return (await transaction.query(prepared(text, p))) as unknown as RevokedToken[];
}

/** Families that are looked at in one step. */
const mostFamilies = 50;

/**
 * Forgets up to `limit` tokens a day after they ended; 0 once there are none. Those of a family stay until the last of it has
 * ended: a refresh token that comes back must be known. A family is found by that one, or where somebody deleted it by the end that
 * no token of it outlives; what was exchanged in a family that lives is not looked at.
 */
export async function purgeExpiredTokens(executor: Executor, limit: number): Promise<number> {
  const p = new Parameters();
  const longAgo = `now() - interval '1 day'`;
  const ended =
    `SELECT k.family_urn FROM o_auth_token k WHERE ${tokenEnd('k.')} <= ${longAgo} AND k.refresh_used_timestamp IS NULL` +
    ` AND k.deleted_timestamp IS NULL AND NOT EXISTS (SELECT 1 FROM o_auth_token f WHERE f.family_urn = k.family_urn` +
    ` AND f.deleted_timestamp IS NULL AND ${tokenEnd('f.')} > ${longAgo}) ORDER BY ${tokenEnd('k.')} LIMIT ${String(mostFamilies)}`;
  const outlived =
    `SELECT k.family_urn FROM o_auth_token k WHERE k.family_expiration_timestamp < ${longAgo} AND k.deleted_timestamp IS NULL` +
    ` ORDER BY k.family_expiration_timestamp LIMIT ${String(mostFamilies)}`;
  const most = p.add(limit, 'int');
  const text =
    `DELETE FROM resource WHERE urn IN (SELECT k.urn FROM unnest(ARRAY((${ended}) UNION (${outlived}))) AS family(urn)` +
    // The one by which the family is found goes last.
    ` CROSS JOIN LATERAL (SELECT k.urn FROM o_auth_token k WHERE k.family_urn = family.urn` +
    ` AND k.expiration_timestamp < ${longAgo} AND k.deleted_timestamp IS NULL ORDER BY k.refresh_used_timestamp IS NULL LIMIT ${most} FOR UPDATE SKIP LOCKED) k` +
    ` LIMIT ${most}) RETURNING 1`;
  return (await executor.query(prepared(text, p))).length;
}
