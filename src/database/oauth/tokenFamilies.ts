// Families of tokens: who changes one goes first, and what ended long ago is forgotten, codes included. Time is the database's.
// Resource reference 7.5.
import { tokenEnd } from '../mapping/kindDetails.ts';
import { Parameters, prepared, type Executor } from '../connection/statement.ts';

// Has those who change tokens of one family (SQL of its urn, or NULL) go one after the other. Not by its rows: others are added
// meanwhile, and an application that refreshes all day has thousands of them.
const lockSql = (family: string): string =>
  `SELECT pg_advisory_xact_lock(hashtextextended('token family ' || (${family})::text, 0))`;

/** Locks the family of the token with that refresh token. */
export async function lockFamilyOfRefresh(transaction: Executor, refreshHash: string): Promise<void> {
  const p = new Parameters();
  const family = `SELECT f.family_urn FROM o_auth_token f WHERE f.refresh_hash = ${p.add(refreshHash, 'text')}`;
  await transaction.query(prepared(lockSql(family), p));
}

/** Locks the family that a token belongs to, as a refresh does. */
export async function lockFamilyOf(transaction: Executor, urn: string): Promise<void> {
  const p = new Parameters();
  const family = `SELECT f.family_urn FROM o_auth_token f WHERE f.urn = ${p.add(urn, 'uuid')}`;
  await transaction.query(prepared(lockSql(family), p));
}

/** Locks a family. */
export async function lockFamily(transaction: Executor, familyUrn: string): Promise<void> {
  const p = new Parameters();
  await transaction.query(prepared(lockSql(p.add(familyUrn, 'uuid')), p));
}

/** Forgets up to `limit` codes a day after they expired: until then one that comes back is known. */
export async function purgeExpiredCodes(executor: Executor, limit: number): Promise<number> {
  const p = new Parameters();
  const text =
    `DELETE FROM o_auth_code WHERE code_hash IN (SELECT code_hash FROM o_auth_code` +
    ` WHERE expiration_timestamp < now() - interval '1 day' ORDER BY expiration_timestamp LIMIT ${p.add(limit, 'int')}` +
    ` FOR UPDATE SKIP LOCKED) RETURNING 1`;
  return (await executor.query(prepared(text, p))).length;
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
