// Which bearer and access tokens are still valid, queried for many at once: streams end when theirs is not.
// Resource reference 7.4.
import { livingAccessTokensSql } from '../oauth/oauthTokenStore.ts';
import { isFollowed } from '../engine/tenant.ts';
import { Parameters, prepared, rowsOf, type Executor } from '../connection/statement.ts';

/** Of the hashes (SHA-256, hex), those of tokens that a request would be accepted with now. */
export async function livingTokens(executor: Executor, hashes: readonly string[]): Promise<Set<string>> {
  const p = new Parameters();
  const wanted = p.add(hashes, 'text[]');
  const text =
    `SELECT k."token_hash" FROM "api_client_bearer_token" k JOIN "api_client" c ON c."urn" = k."api_client"` +
    ` JOIN "company" w ON w."urn" = c."owner" WHERE k."token_hash" = ANY(${wanted})` +
    ` AND k."deleted_timestamp" IS NULL AND k."revoked_timestamp" IS NULL AND k."expiration_timestamp" > now()` +
    ` AND c."deleted_timestamp" IS NULL AND c."status" = 'ACTIVE' AND w."deleted_timestamp" IS NULL AND ${isFollowed('k."tenant"')}` +
    ` UNION ALL ${livingAccessTokensSql(wanted)}`;
  const rows = await rowsOf<{ token_hash: string }>(executor, prepared(text, p));
  return new Set(rows.map((row) => row.token_hash));
}
