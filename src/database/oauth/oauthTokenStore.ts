// OAuth tokens as they are stored: the families of tokens of one sign-in, and the revocation of both. Secrets are looked up by their
// SHA-256. Time is the database's. Resource reference 7.5.
import type { EntityManager, SelectQueryBuilder } from 'typeorm';
import { firstOf, rowsOf, type RowExecutor } from '../connection/statement.ts';
import { selectFrom, updateOf, written } from '../connection/written.ts';
import { lockFamily, lockFamilyOfRefresh } from './tokenFamilies.ts';

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

const members = {
  urn: 'urn',
  owner: 'owner',
  version: 'version',
  apiClient: 'api_client',
  identity: 'identity',
  grantType: 'grant_type',
  scope: 'scope',
  grantedScope: 'granted_scope',
  familyUrn: 'family_urn',
  issuedTimestamp: 'issued_timestamp',
  expirationTimestamp: 'expiration_timestamp',
  refreshExpirationTimestamp: 'refresh_expiration_timestamp',
  refreshUsedTimestamp: 'refresh_used_timestamp',
  revokedTimestamp: 'revoked_timestamp',
  familyExpirationTimestamp: 'family_expiration_timestamp',
} as const satisfies Readonly<Record<keyof OAuthTokenRow, string>>;

// Tokens that were not deleted.
function tokens(manager: EntityManager): SelectQueryBuilder<Record<string, unknown>> {
  const query = selectFrom(manager, 'o_auth_token', 'k').select([]).where('k.deleted_timestamp IS NULL');
  for (const [name, column] of Object.entries(members)) query.addSelect(`k.${column}`, name);
  return query;
}

const byRefresh = written<{ refreshHash: string }>((manager) =>
  tokens(manager).andWhere('k.refresh_hash = :refreshHash'),
);

/**
 * The token that a refresh token belongs to, with its family locked, so that two uses of one refresh token go one
 * after the other; null for one that is unknown or was deleted.
 */
export async function lockByRefreshHash(transaction: RowExecutor, refreshHash: string): Promise<OAuthTokenRow | null> {
  await lockFamilyOfRefresh(transaction, refreshHash);
  // Read once the lock is held: the one before may have used it.
  return firstOf<OAuthTokenRow>(transaction, byRefresh(transaction, { refreshHash }));
}

const byHash = written<{ hash: string }>((manager) =>
  tokens(manager)
    .addSelect('k.refresh_hash IS NOT DISTINCT FROM :hash', 'isRefresh')
    .andWhere('(k.access_hash = :hash OR k.refresh_hash = :hash)'),
);

/** A token by either of its secrets' hashes, with which one it was; null for one that is unknown or was deleted. */
export async function tokenByHash(
  executor: RowExecutor,
  hash: string,
): Promise<{ readonly token: OAuthTokenRow; readonly isRefresh: boolean } | null> {
  const row = await firstOf<OAuthTokenRow & { readonly isRefresh: boolean }>(executor, byHash(executor, { hash }));
  return row && { token: row, isRefresh: row.isRefresh };
}

const refreshed = written<{ urn: string; at: string }>((manager) =>
  updateOf(manager, 'o_auth_token', {
    refresh_used_timestamp: ':at',
    refresh_expiration_timestamp: ':at',
    updated_timestamp: ':at',
    version: '"version" + 1',
  })
    .where('urn = :urn')
    .returning(['version']),
);

/** Notes that a refresh token was exchanged: it has ended, and its token has one version more. */
export async function markRefreshUsed(transaction: RowExecutor, urn: string, timestamp: string): Promise<string> {
  const row = await firstOf<{ version: string }>(transaction, refreshed(transaction, { urn, at: timestamp }));
  return String(row?.version);
}

/** A token that was revoked just now. */
export interface RevokedToken {
  readonly urn: string;
  readonly owner: string;
  readonly version: string;
  readonly apiClient: string;
}

const revoked = written<{ family: string; at: string; except: string | null }>((manager) =>
  updateOf(manager, 'o_auth_token', {
    revoked_timestamp: ':at',
    updated_timestamp: ':at',
    version: '"version" + 1',
  })
    .where('family_urn = :family')
    .andWhere('revoked_timestamp IS NULL')
    .andWhere('deleted_timestamp IS NULL')
    .andWhere('urn IS DISTINCT FROM :except::uuid')
    .andWhere('(expiration_timestamp > :at OR (refresh_used_timestamp IS NULL AND refresh_expiration_timestamp > :at))')
    .returning('"urn", "owner", "version", "api_client" AS "apiClient"'),
);

/** Revokes whatever of a family still gives something, but for `except`; returns what was revoked. */
export async function revokeFamily(
  transaction: RowExecutor,
  familyUrn: string,
  timestamp: string,
  except: string | null = null,
): Promise<RevokedToken[]> {
  await lockFamily(transaction, familyUrn);
  // A statement of its own: it sees what a refresh has added that held the lock until now.
  return rowsOf<RevokedToken>(transaction, revoked(transaction, { family: familyUrn, at: timestamp, except }));
}
