// Authorization codes and the clients they are for, as the OAuth endpoints look them up. Codes are kept as SHA-256 alone.
// Time is the database's. RFC 6749 section 4.1.
import { isEnabled } from '../engine/tenant.ts';
import { firstOf, isTrue, Parameters, prepared, type Executor } from '../connection/statement.ts';
import { isStorable } from '../../domain/text.ts';

/** A client that may call. */
export interface OAuthClient {
  readonly urn: string;
  readonly owner: string;
  /** The root of the owner's tree. */
  readonly tenant: string;
  readonly clientId: string;
  readonly name: string;
  readonly ownerName: string;
  readonly type: string;
  readonly identity: string | null;
  /** SHA-256 of its secret, hex; null for a client that has none. */
  readonly secretHash: string | null;
  readonly redirectUris: readonly string[];
  readonly grantTypes: readonly string[];
}

/**
 * The client with that `client_id`; null for one that does not exist, was deleted, or is
 * disabled by itself or with its tenant.
 */
export async function clientByClientId(executor: Executor, clientId: string): Promise<OAuthClient | null> {
  // As it came, from anybody.
  if (!isStorable(clientId)) return null;
  const p = new Parameters();
  const text =
    `SELECT c.urn, c.owner, w.owner AS tenant, c.client_id AS "clientId", c.name, w.name AS "ownerName", c.type, c.identity,` +
    ` c.client_secret_hash AS "secretHash", c.redirect_uris AS "redirectUris", c.grant_types AS "grantTypes"` +
    ` FROM api_client c JOIN company w ON w.urn = c.owner WHERE c.client_id = ${p.add(clientId, 'text')}` +
    ` AND c.deleted_timestamp IS NULL AND c.status = 'ACTIVE' AND w.deleted_timestamp IS NULL AND ${isEnabled('c.tenant')}`;
  const [row] = await executor.query(prepared(text, p));
  // The statement selects what OAuthClient names.
  return row ? (row as unknown as OAuthClient) : null;
}

/** Whether a person exists in the tenant. */
export async function isPersonOf(executor: Executor, identity: string, tenant: string): Promise<boolean> {
  const p = new Parameters();
  const text =
    `SELECT EXISTS (SELECT 1 FROM identity i JOIN company w ON w.urn = i.owner WHERE i.urn = ${p.add(identity, 'uuid')}` +
    ` AND w.owner = ${p.add(tenant, 'uuid')} AND i.deleted_timestamp IS NULL AND w.deleted_timestamp IS NULL) AS "is"`;
  return isTrue(executor, prepared(text, p));
}

/** A living client's owner company and `client_id`; null for a client that was deleted. */
export async function namesOfClient(
  executor: Executor,
  client: string,
): Promise<{ readonly owner: string; readonly clientId: string } | null> {
  const p = new Parameters();
  const text =
    `SELECT owner, client_id FROM api_client WHERE urn = ${p.add(client, 'uuid')} AND deleted_timestamp IS NULL` +
    ` AND status = 'ACTIVE'`;
  const row = await firstOf<{ owner: string; client_id: string }>(executor, prepared(text, p));
  return row ? { owner: row.owner, clientId: row.client_id } : null;
}

/** A code to be issued. */
export interface NewCode {
  readonly codeHash: string;
  readonly apiClient: string;
  readonly identity: string;
  /** As it was sent; null when the client has one and did not send it. */
  readonly redirectUri: string | null;
  readonly codeChallenge: string;
  readonly scope: string;
  /** The family of what the code will give. */
  readonly familyUrn: string;
}

/** Keeps a code for `seconds`. */
export async function insertCode(executor: Executor, code: NewCode, seconds: number): Promise<void> {
  const p = new Parameters();
  const client = p.add(code.apiClient, 'uuid');
  const values = [
    p.add(code.codeHash, 'text'),
    client,
    p.add(code.identity, 'uuid'),
    p.add(code.redirectUri, 'text'),
    p.add(code.codeChallenge, 'text'),
    p.add(code.scope, 'text'),
    p.add(code.familyUrn, 'uuid'),
    `clock_timestamp() + make_interval(secs => ${p.add(seconds, 'int')})`,
    `(SELECT c.tenant FROM api_client c WHERE c.urn = ${client})`,
  ];
  const text =
    `INSERT INTO o_auth_code (code_hash, api_client, identity, redirect_uri, code_challenge, scope, family_urn,` +
    ` expiration_timestamp, tenant) VALUES (${values.join(', ')})`;
  await executor.query(prepared(text, p));
}

/** An issued code. */
export interface StoredCode extends NewCode {
  readonly expirationTimestamp: string;
  readonly usedTimestamp: string | null;
}

/** The code, locked, so that two uses of it go one after the other; null for one that is unknown. */
export async function lockCode(transaction: Executor, codeHash: string): Promise<StoredCode | null> {
  const p = new Parameters();
  const text =
    `SELECT code_hash AS "codeHash", api_client AS "apiClient", identity, redirect_uri AS "redirectUri",` +
    ` code_challenge AS "codeChallenge", scope, family_urn AS "familyUrn", expiration_timestamp AS "expirationTimestamp",` +
    ` used_timestamp AS "usedTimestamp" FROM o_auth_code WHERE code_hash = ${p.add(codeHash, 'text')} FOR UPDATE`;
  const [row] = await transaction.query(prepared(text, p));
  // The statement selects what StoredCode names.
  return row ? (row as unknown as StoredCode) : null;
}

/** Notes that a code was exchanged. */
export async function markCodeUsed(transaction: Executor, codeHash: string, timestamp: string): Promise<void> {
  const p = new Parameters();
  const text =
    `UPDATE o_auth_code SET used_timestamp = ${p.add(timestamp, 'timestamptz')}` +
    ` WHERE code_hash = ${p.add(codeHash, 'text')}`;
  await transaction.query(prepared(text, p));
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

/** Keeps a client from being deleted or disabled until the transaction ends; false when it was already. */
export async function holdClient(transaction: Executor, client: string): Promise<boolean> {
  const p = new Parameters();
  const text =
    `SELECT urn FROM api_client WHERE urn = ${p.add(client, 'uuid')} AND deleted_timestamp IS NULL` +
    ` AND status = 'ACTIVE' FOR SHARE`;
  return (await transaction.query(prepared(text, p))).length > 0;
}
