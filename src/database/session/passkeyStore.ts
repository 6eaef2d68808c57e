// Invitations, challenges and passkeys as they are kept. Of an invitation and a challenge only the hash is (SHA-256, hex), and either is
// used by deleting it, so that of two who come with the same one, one gets it. Resource reference 16.24.
import { firstOf, Parameters, prepared, rowsOf, type Executor } from '../connection/statement.ts';

/** Keeps an invitation for so many seconds in place of others of the person; answers when it ends. */
export async function insertInvitation(
  executor: Executor,
  secretHash: string,
  identity: string,
  seconds: number,
): Promise<string> {
  await forgetInvitations(executor, identity);
  const p = new Parameters();
  const person = p.add(identity, 'uuid');
  const text =
    `INSERT INTO "invitation" ("secret_hash", "tenant", "identity", "expiration_timestamp") VALUES (${p.add(secretHash, 'text')},` +
    ` (SELECT i."tenant" FROM "identity" i WHERE i."urn" = ${person}), ${person},` +
    ` now() + make_interval(secs => ${p.add(seconds, 'int')})) RETURNING "expiration_timestamp" AS "end"`;
  return (await firstOf<{ end: string }>(executor, prepared(text, p)))?.end ?? '';
}

/** Forgets the invitations of a person, and those of others whose time is over. */
export async function forgetInvitations(executor: Executor, identity: string): Promise<void> {
  const p = new Parameters();
  const text = `DELETE FROM "invitation" WHERE "identity" = ${p.add(identity, 'uuid')} OR "expiration_timestamp" < now()`;
  await executor.query(prepared(text, p));
}

/** The person that an invitation is of; null for one that was used, replaced or has expired. */
export async function invitedIdentity(executor: Executor, secretHash: string): Promise<string | null> {
  const p = new Parameters();
  const text =
    `SELECT "identity" FROM "invitation" WHERE "secret_hash" = ${p.add(secretHash, 'text')}` +
    ` AND "expiration_timestamp" > now()`;
  return (await firstOf<{ identity: string }>(executor, prepared(text, p)))?.identity ?? null;
}

/** Uses an invitation of a person; false for one that is not there any more. */
export async function takeInvitation(executor: Executor, secretHash: string, identity: string): Promise<boolean> {
  const p = new Parameters();
  const text =
    `DELETE FROM "invitation" WHERE "secret_hash" = ${p.add(secretHash, 'text')} AND "identity" = ${p.add(identity, 'uuid')}` +
    ` AND "expiration_timestamp" > now() RETURNING 1`;
  return (await executor.query(prepared(text, p))).length > 0;
}

/** What a challenge was given for: to sign in, or for a passkey of that person. */
export interface Challenge {
  readonly identity: string | null;
}

/** Keeps a challenge for so many seconds, and forgets some whose time is over. */
export async function insertChallenge(
  executor: Executor,
  hash: string,
  { identity }: Challenge,
  seconds: number,
): Promise<void> {
  const p = new Parameters();
  const old = `SELECT "challenge_hash" FROM "passkey_challenge" WHERE "expiration_timestamp" < now() ORDER BY "expiration_timestamp" LIMIT 100`;
  const text =
    `WITH gone AS (DELETE FROM "passkey_challenge" WHERE "challenge_hash" IN (${old})) INSERT INTO "passkey_challenge"` +
    ` ("challenge_hash", "identity", "expiration_timestamp") VALUES (${p.add(hash, 'text')}, ${p.add(identity, 'uuid')},` +
    ` now() + make_interval(secs => ${p.add(seconds, 'int')}))`;
  await executor.query(prepared(text, p));
}

/** Uses a challenge; null for one that is unknown, was used, or is too old. */
export async function takeChallenge(executor: Executor, hash: string): Promise<Challenge | null> {
  const p = new Parameters();
  const text =
    `DELETE FROM "passkey_challenge" WHERE "challenge_hash" = ${p.add(hash, 'text')}` +
    ` RETURNING "identity", "expiration_timestamp" > now() AS living`;
  const row = await firstOf<{ identity: string | null; living: boolean }>(executor, prepared(text, p));
  return row?.living === true ? { identity: row.identity } : null;
}

/** What is kept to check a signature. */
export interface PasskeyKey {
  /** As the browser names it, base64url. */
  readonly credentialId: string;
  /** COSE, base64url. */
  readonly publicKey: string;
  readonly counter: number;
}

/** A passkey that is to be kept. */
export interface NewPasskey extends PasskeyKey {
  readonly urn: string;
  readonly identity: string;
}

/** Keeps a passkey; false where one with that name is there already. */
export async function insertPasskey(executor: Executor, passkey: NewPasskey): Promise<boolean> {
  const p = new Parameters();
  const identity = p.add(passkey.identity, 'uuid');
  const text =
    `INSERT INTO "passkey" ("urn", "tenant", "identity", "credential_id", "public_key", "counter", "created_timestamp")` +
    ` VALUES (${p.add(passkey.urn, 'uuid')}, (SELECT i."tenant" FROM "identity" i WHERE i."urn" = ${identity}), ${identity},` +
    ` ${p.add(passkey.credentialId, 'text')}, ${p.add(passkey.publicKey, 'text')}, ${p.add(passkey.counter, 'bigint')}, now())` +
    ` ON CONFLICT ("credential_id") DO NOTHING RETURNING 1`;
  return (await executor.query(prepared(text, p))).length > 0;
}

/** The key of a passkey, by the name that the browser gives it; null for one that is not known. */
export async function passkeyNamed(executor: Executor, credentialId: string): Promise<PasskeyKey | null> {
  const p = new Parameters();
  const text =
    `SELECT "credential_id" AS "credentialId", "public_key" AS "publicKey", "counter" FROM "passkey"` +
    ` WHERE "credential_id" = ${p.add(credentialId, 'text')}`;
  const row = await firstOf<Omit<PasskeyKey, 'counter'> & { readonly counter: string }>(executor, prepared(text, p));
  return row && { ...row, counter: Number(row.counter) };
}

/** Notes that a passkey signed; answers the person. Null for one that was deleted, or whose counter went back: it was copied. */
export async function notePasskeyUse(
  executor: Executor,
  credentialId: string,
  counter: number,
): Promise<string | null> {
  const p = new Parameters();
  const now = p.add(counter, 'bigint');
  const text =
    `UPDATE "passkey" SET "counter" = ${now}, "last_used_timestamp" = now() WHERE "credential_id" = ${p.add(credentialId, 'text')}` +
    ` AND (${now} > "counter" OR (${now} = 0 AND "counter" = 0)) RETURNING "identity"`;
  return (await firstOf<{ identity: string }>(executor, prepared(text, p)))?.identity ?? null;
}

/** A passkey of a person as it is listed. */
export interface IdentityPasskey {
  readonly urn: string;
  readonly createdTimestamp: string;
  readonly lastUsedTimestamp: string | null;
}

/** The passkeys of a person, newest first, with the names that browsers give them. */
export async function passkeysOf(
  executor: Executor,
  identity: string,
): Promise<(IdentityPasskey & { readonly credentialId: string })[]> {
  const p = new Parameters();
  const text =
    `SELECT "urn", "credential_id" AS "credentialId", "created_timestamp" AS "createdTimestamp",` +
    ` "last_used_timestamp" AS "lastUsedTimestamp" FROM "passkey" WHERE "identity" = ${p.add(identity, 'uuid')}` +
    ` ORDER BY "created_timestamp" DESC, "urn"`;
  return rowsOf(executor, prepared(text, p));
}

/** Deletes a passkey of a person, or with null all of them; answers how many there were. */
export async function deletePasskeys(executor: Executor, identity: string, urn: string | null): Promise<number> {
  const p = new Parameters();
  const one = p.add(urn, 'uuid');
  const text =
    `DELETE FROM "passkey" WHERE "identity" = ${p.add(identity, 'uuid')} AND (${one} IS NULL OR "urn" = ${one})` +
    ` RETURNING 1`;
  return (await executor.query(prepared(text, p))).length;
}
