// Web sessions as they are kept: opened at sign-in, looked up by the hash of their secret in tokenStore, ended by
// sign-out or by time. Time is the database's. Resource reference 7.6.
import { isFollowed } from '../engine/tenant.ts';
import { firstOf, Parameters, prepared, rowsOf, type Executor } from '../connection/statement.ts';

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
    ` WHERE "expiration_timestamp" < now() - interval '1 day' LIMIT 100))` +
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
    ` AND ${isLiving('s')} AND i."deleted_timestamp" IS NULL AND w."deleted_timestamp" IS NULL AND ${isFollowed('s."tenant"')}`;
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
