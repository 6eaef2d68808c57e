// Web sessions as they are kept: opened at sign-in, looked up by the hash of their secret in tokenStore, ended by
// sign-out or by time; and where a person is signed in, by web sessions and by the families of OAuth tokens that came of one
// consent. Time is the database's. Resource reference 7.5, 7.6.
import { isEnabled } from '../engine/tenant.ts';
import { firstOf, Parameters, prepared, rowsOf, type Executor, urnsOf } from '../connection/statement.ts';

/** A session to be opened. */
export interface NewWebSession {
  readonly urn: string;
  /** SHA-256 of the secret, hex. */
  readonly secretHash: string;
  readonly identityUrn: string;
  readonly idleSeconds: number;
  readonly longestSeconds: number;
}

/** Opens a session, and forgets some that ended long ago. */
export async function insertWebSession(executor: Executor, session: NewWebSession): Promise<void> {
  const p = new Parameters();
  const idle = p.add(session.idleSeconds, 'int');
  const longest = p.add(session.longestSeconds, 'int');
  const identity = p.add(session.identityUrn, 'uuid');
  const text =
    `WITH gone AS (DELETE FROM "web_session" WHERE "urn" IN (SELECT "urn" FROM "web_session"` +
    ` WHERE "expiration_timestamp" < now() - interval '1 day' ORDER BY "expiration_timestamp" LIMIT 100))` +
    ` INSERT INTO "web_session" ("urn", "secret_hash", "identity", "tenant", "created_timestamp", "idle_timestamp", "expiration_timestamp")` +
    ` VALUES (${p.add(session.urn, 'uuid')}, ${p.add(session.secretHash, 'text')}, ${identity},` +
    ` (SELECT i."tenant" FROM "identity" i WHERE i."urn" = ${identity}), now(), now() + make_interval(secs => least(${idle}, ${longest})), now() + make_interval(secs => ${longest}))`;
  await executor.query(prepared(text, p));
}

/** Ends a session; false for one that is unknown or had ended. */
export async function markWebSessionEnded(executor: Executor, urn: string): Promise<boolean> {
  const p = new Parameters();
  const text =
    `UPDATE "web_session" SET "ended_timestamp" = now() WHERE "urn" = ${p.add(urn, 'uuid')}` +
    ` AND ${isLiving('"web_session"')} RETURNING 1`;
  return (await executor.query(prepared(text, p))).length > 0;
}

/** Ends the session with that secret, if it lives: a browser that signs in again does not keep the old one. */
export async function markSecretEnded(executor: Executor, secretHash: string): Promise<void> {
  const p = new Parameters();
  const text =
    `UPDATE "web_session" SET "ended_timestamp" = now() WHERE "secret_hash" = ${p.add(secretHash, 'text')}` +
    ` AND "ended_timestamp" IS NULL`;
  await executor.query(prepared(text, p));
}

/** Notes that a session was used, which puts off its idle end; at most once a minute, so that reads stay reads. */
export async function noteSessionUse(executor: Executor, urn: string, idleSeconds: number): Promise<void> {
  const p = new Parameters();
  const idle = p.add(idleSeconds, 'int');
  const text =
    `UPDATE "web_session" SET "idle_timestamp" = least("expiration_timestamp", now() + make_interval(secs => ${idle}))` +
    ` WHERE "urn" = ${p.add(urn, 'uuid')} AND ${isLiving('"web_session"')} AND "idle_timestamp" < "expiration_timestamp"` +
    ` AND "idle_timestamp" < now() + make_interval(secs => greatest(${idle} - 60, ${idle} * 0.9))`;
  await executor.query(prepared(text, p));
}

/** Of the hashes (SHA-256, hex), those of sessions that a request would be accepted with now. */
export async function livingSessions(executor: Executor, hashes: readonly string[]): Promise<Set<string>> {
  const p = new Parameters();
  const text =
    `SELECT s."secret_hash" FROM "web_session" s JOIN "identity" i ON i."urn" = s."identity"` +
    ` JOIN "company" w ON w."urn" = i."owner" WHERE s."secret_hash" = ANY(${p.add(hashes, 'text[]')})` +
    ` AND ${isLiving('s')} AND i."deleted_timestamp" IS NULL AND w."deleted_timestamp" IS NULL AND ${isEnabled('s."tenant"')}`;
  const rows = await rowsOf<{ secret_hash: string }>(executor, prepared(text, p));
  return new Set(rows.map((row) => row.secret_hash));
}

/** Whether a person is known to have an e-mail address that was confirmed. */
export async function hasVerifiedEmail(executor: Executor, identityUrn: string): Promise<boolean> {
  const p = new Parameters();
  const text =
    `SELECT EXISTS (SELECT 1 FROM "email" WHERE "identity" = ${p.add(identityUrn, 'uuid')} AND "is_verified"` +
    ` AND "deleted_timestamp" IS NULL) AS verified`;
  const row = await firstOf<{ verified: boolean }>(executor, prepared(text, p));
  return row?.verified === true;
}

/** The predicate of sessions that have not ended. */
export function isLiving(alias: string): string {
  return (
    `(${alias}."ended_timestamp" IS NULL AND ${alias}."expiration_timestamp" > statement_timestamp()` +
    ` AND ${alias}."idle_timestamp" > statement_timestamp())`
  );
}

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

/** Ends a living web session of a person, or with null all of them; returns how many. */
export async function endWebSessionsOf(
  transaction: Executor,
  identity: string,
  session: string | null,
): Promise<number> {
  const p = new Parameters();
  const which = p.add(session, 'uuid');
  const text =
    `UPDATE "web_session" SET "ended_timestamp" = now() WHERE "identity" = ${p.add(identity, 'uuid')}` +
    ` AND (${which} IS NULL OR "urn" = ${which}) AND ${isLiving('"web_session"')} RETURNING 1`;
  return (await transaction.query(prepared(text, p))).length;
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
