// What ends with time and is announced by nothing, so that streams end with it: bearer and access tokens, queried for many at
// once, and the windows of permissions. Resource reference 7.2, 7.4.
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
