// Where a person is signed in: by web sessions, and by the families of OAuth tokens that came of one consent. Time is the database's.
// Resource reference 7.5, 7.6.
import { Parameters, prepared, urnsOf, type Executor } from '../connection/statement.ts';
import { isLiving } from './webSessionStore.ts';

/** A session or grant that lives. */
export interface IdentitySession {
  readonly urn: string;
  readonly kind: 'WEB_SESSION' | 'OAUTH_GRANT';
  readonly apiClient: string | null;
  readonly applicationName: string | null;
  readonly scope: string | null;
  readonly createdTimestamp: string;
  readonly lastUsedTimestamp: string;
  readonly expirationTimestamp: string;
}

// A family gives something while its newest token does, or can be exchanged.
const gives =
  `k."revoked_timestamp" IS NULL AND k."deleted_timestamp" IS NULL AND (k."expiration_timestamp" > statement_timestamp()` +
  ` OR (k."refresh_used_timestamp" IS NULL AND k."refresh_expiration_timestamp" > statement_timestamp()))`;

/** The newest `limit` living sessions and grants of a person; `idleSeconds` after its last use a session ends. */
export async function livingSessionsOf(
  executor: Executor,
  identity: string,
  { idleSeconds, limit }: { readonly idleSeconds: number; readonly limit: number },
): Promise<IdentitySession[]> {
  const p = new Parameters();
  const who = p.add(identity, 'uuid');
  const idle = `make_interval(secs => ${p.add(idleSeconds, 'int')})`;
  const text =
    `SELECT s."urn", 'WEB_SESSION' AS kind, NULL::uuid AS "apiClient", NULL AS "applicationName", NULL AS scope,` +
    ` s."created_timestamp" AS "createdTimestamp", greatest(s."created_timestamp", s."idle_timestamp" - ${idle}) AS "lastUsedTimestamp",` +
    ` least(s."idle_timestamp", s."expiration_timestamp") AS "expirationTimestamp"` +
    ` FROM "web_session" s WHERE s."identity" = ${who} AND ${isLiving('s')}` +
    ` UNION ALL SELECT k."family_urn", 'OAUTH_GRANT', k."api_client", c."name",` +
    ` (array_agg(k."granted_scope" ORDER BY k."issued_timestamp" DESC))[1],` +
    ` (SELECT min(f."issued_timestamp") FROM "o_auth_token" f WHERE f."family_urn" = k."family_urn"),` +
    ` max(k."issued_timestamp"), max(greatest(k."expiration_timestamp", k."refresh_expiration_timestamp"))` +
    ` FROM "o_auth_token" k JOIN "api_client" c ON c."urn" = k."api_client" WHERE k."identity" = ${who} AND ${gives}` +
    ` GROUP BY k."family_urn", k."api_client", c."name"` +
    ` ORDER BY "createdTimestamp" DESC, "urn" LIMIT ${p.add(limit, 'int')}`;
  // The statement selects what IdentitySession names.
  return (await executor.query(prepared(text, p))) as unknown as IdentitySession[];
}

/** The families of tokens that a person's living grants are, in the order in which they are locked; of them the one, or all. */
export async function livingFamiliesOf(executor: Executor, identity: string, family: string | null): Promise<string[]> {
  const p = new Parameters();
  const which = p.add(family, 'uuid');
  const text =
    `SELECT DISTINCT k."family_urn" AS urn FROM "o_auth_token" k WHERE k."identity" = ${p.add(identity, 'uuid')}` +
    ` AND (${which} IS NULL OR k."family_urn" = ${which}) AND ${gives} ORDER BY 1`;
  return urnsOf(executor, prepared(text, p));
}
