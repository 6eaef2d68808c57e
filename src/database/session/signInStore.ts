// What sign-in keeps and looks up: the company people sign in to, who has an address or an account, sign-ins under way,
// and links. What is used once is taken by deleting it, so that of two who come with the same thing one gets it.
import { isEnabled } from '../engine/tenant.ts';
import { firstOf, Parameters, prepared, rowsOf, type Executor, type Statement } from '../connection/statement.ts';

/** The company people sign in to, and its tenant. */
export interface SignInCompany {
  readonly companyUrn: string;
  readonly tenantUrn: string;
}

/** The company with that urn, or for null the first that was made; null when there is none, or its tenant is disabled. */
export async function signInCompany(executor: Executor, companyUrn: string | null): Promise<SignInCompany | null> {
  const p = new Parameters();
  const urn = p.add(companyUrn, 'uuid');
  const text =
    `SELECT * FROM (SELECT "urn", "owner" FROM "company" WHERE "deleted_timestamp" IS NULL` +
    ` AND ("urn" = ${urn} OR (${urn} IS NULL AND "owner" = "urn")) ORDER BY "created_timestamp", "urn" LIMIT 1) c` +
    ` WHERE ${isEnabled('c."owner"')}`;
  const row = await firstOf<{ urn: string; owner: string }>(executor, prepared(text, p));
  return row ? { companyUrn: row.urn, tenantUrn: row.owner } : null;
}

/** An identity with an address, and the urn of that e-mail. */
export interface AddressHolder {
  readonly identityUrn: string;
  readonly emailUrn: string;
}

/** The living people of a tenant with that address, whatever the case of its ASCII letters; at most two. */
export async function holdersOfEmail(executor: Executor, tenantUrn: string, email: string): Promise<AddressHolder[]> {
  const p = new Parameters();
  const address = `lower(${p.add(email, 'text')} COLLATE "C")`;
  const stored = `lower(e."email" COLLATE "C")`;
  const text =
    `SELECT DISTINCT ON (i."urn") i."urn" AS identity, e."urn" AS email FROM "email" e JOIN "identity" i ON i."urn" = e."identity"` +
    ` JOIN "company" w ON w."urn" = i."owner" WHERE md5(${stored}) = md5(${address}) AND ${stored} = ${address}` +
    ` AND e."deleted_timestamp" IS NULL AND i."deleted_timestamp" IS NULL AND w."deleted_timestamp" IS NULL` +
    ` AND i."type" = 'PERSON' AND w."owner" = ${p.add(tenantUrn, 'uuid')} ORDER BY i."urn", e."is_primary" DESC, e."urn" LIMIT 2`;
  const rows = await rowsOf<{ identity: string; email: string }>(executor, prepared(text, p));
  return rows.map((row) => ({ identityUrn: row.identity, emailUrn: row.email }));
}

/** The name of a living person of a tenant that is not disabled; null when there is none. */
export async function personName(executor: Executor, identityUrn: string): Promise<string | null> {
  const p = new Parameters();
  const text =
    `SELECT i."name" FROM "identity" i WHERE i."urn" = ${p.add(identityUrn, 'uuid')} AND i."deleted_timestamp" IS NULL` +
    ` AND ${isEnabled('i."tenant"')}`;
  const row = await firstOf<{ name: string | null }>(executor, prepared(text, p));
  return row ? (row.name ?? '') : null;
}

/** A person at a provider: what `iss` and `sub` say. */
export interface Account {
  readonly issuer: string;
  readonly subject: string;
}

/** The living person that signs in to the tenant with the account; null when it is not known. */
export async function personOfAccount(executor: Executor, tenantUrn: string, account: Account): Promise<string | null> {
  const p = new Parameters();
  const text =
    `SELECT a."identity" FROM "sign_in_account" a JOIN "identity" i ON i."urn" = a."identity"` +
    ` WHERE a."tenant" = ${p.add(tenantUrn, 'uuid')} AND a."issuer" = ${p.add(account.issuer, 'text')}` +
    ` AND a."subject" = ${p.add(account.subject, 'text')} AND i."deleted_timestamp" IS NULL`;
  return (await firstOf<{ identity: string }>(executor, prepared(text, p)))?.identity ?? null;
}

/** Whether a person signs in with some account of the issuer already. */
export async function hasAccount(executor: Executor, identityUrn: string, issuer: string): Promise<boolean> {
  const p = new Parameters();
  const text =
    `SELECT EXISTS (SELECT 1 FROM "sign_in_account" WHERE "identity" = ${p.add(identityUrn, 'uuid')}` +
    ` AND "issuer" = ${p.add(issuer, 'text')}) AS known`;
  const row = await firstOf<{ known: boolean }>(executor, prepared(text, p));
  return row?.known === true;
}

/** Lets the account sign in as the person from now on; one that belonged to a person who is gone is taken over. */
export async function keepAccount(
  executor: Executor,
  tenantUrn: string,
  account: Account,
  identityUrn: string,
): Promise<void> {
  const p = new Parameters();
  const text =
    `INSERT INTO "sign_in_account" ("issuer", "subject", "tenant", "identity", "created_timestamp")` +
    ` VALUES (${p.add(account.issuer, 'text')}, ${p.add(account.subject, 'text')}, ${p.add(tenantUrn, 'uuid')},` +
    ` ${p.add(identityUrn, 'uuid')}, now()) ON CONFLICT ("tenant", "issuer", "subject") DO UPDATE` +
    ` SET "identity" = excluded."identity", "created_timestamp" = excluded."created_timestamp"`;
  await executor.query(prepared(text, p));
}

/** A sign-in that a browser has begun. */
export interface Attempt {
  readonly stateHash: string;
  readonly browserHash: string;
  readonly nonce: string;
  readonly codeVerifier: string;
  readonly returnTo: string;
}

/** Keeps a sign-in under way for some seconds, and forgets others whose time is over. */
export async function insertAttempt(executor: Executor, attempt: Attempt, seconds: number): Promise<void> {
  const p = new Parameters();
  const text =
    `${purging('sign_in_attempt', 'state_hash')} INSERT INTO "sign_in_attempt" ("state_hash", "browser_hash", "nonce",` +
    ` "code_verifier", "return_to", "expiration_timestamp") VALUES (${p.add(attempt.stateHash, 'text')},` +
    ` ${p.add(attempt.browserHash, 'text')}, ${p.add(attempt.nonce, 'text')}, ${p.add(attempt.codeVerifier, 'text')},` +
    ` ${p.add(attempt.returnTo, 'text')}, now() + make_interval(secs => ${p.add(seconds, 'int')}))`;
  await executor.query(prepared(text, p));
}

/** Takes a sign-in that this browser has begun; null for any other, and for one that was taken or is too old. */
export async function takeAttempt(
  executor: Executor,
  stateHash: string,
  browserHash: string,
): Promise<Pick<Attempt, 'nonce' | 'codeVerifier' | 'returnTo'> | null> {
  const p = new Parameters();
  const text =
    `DELETE FROM "sign_in_attempt" WHERE "state_hash" = ${p.add(stateHash, 'text')}` +
    ` AND "browser_hash" = ${p.add(browserHash, 'text')} RETURNING "nonce", "code_verifier", "return_to",` +
    ` "expiration_timestamp" > now() AS living`;
  const row = await firstOf<{ living: boolean; nonce: string; code_verifier: string; return_to: string }>(
    executor,
    prepared(text, p),
  );
  if (row?.living !== true) return null;
  return {
    nonce: row.nonce,
    codeVerifier: row.code_verifier,
    returnTo: row.return_to,
  };
}

/** A link that signs a person in. */
export interface SignInLink {
  readonly identityUrn: string;
  readonly returnTo: string;
}

/** Keeps a link for some seconds, and forgets others whose time is over. */
export async function insertLink(
  executor: Executor,
  secretHash: string,
  link: SignInLink,
  seconds: number,
): Promise<void> {
  const p = new Parameters();
  const identity = p.add(link.identityUrn, 'uuid');
  const text =
    `${purging('sign_in_link', 'secret_hash')} INSERT INTO "sign_in_link" ("secret_hash", "identity", "tenant", "return_to",` +
    ` "expiration_timestamp") VALUES (${p.add(secretHash, 'text')}, ${identity},` +
    ` (SELECT i."tenant" FROM "identity" i WHERE i."urn" = ${identity}), ${p.add(link.returnTo, 'text')}, now() + make_interval(secs => ${p.add(seconds, 'int')}))`;
  await executor.query(prepared(text, p));
}

const linkColumns = `"identity", "return_to", "expiration_timestamp" > now() AS living`;

/** The link with that hash, which stays; null for one that is unknown, used or too old. */
export async function findLink(executor: Executor, secretHash: string): Promise<SignInLink | null> {
  const p = new Parameters();
  const text = `SELECT ${linkColumns} FROM "sign_in_link" WHERE "secret_hash" = ${p.add(secretHash, 'text')}`;
  return linkOf(executor, prepared(text, p));
}

/** Consumes the link with that hash: it cannot be used again. Null for one that is unknown, used or expired. */
export async function takeLink(executor: Executor, secretHash: string): Promise<SignInLink | null> {
  const p = new Parameters();
  const text = `DELETE FROM "sign_in_link" WHERE "secret_hash" = ${p.add(secretHash, 'text')} RETURNING ${linkColumns}`;
  return linkOf(executor, prepared(text, p));
}

async function linkOf(executor: Executor, statement: Statement): Promise<SignInLink | null> {
  const row = await firstOf<{ living: boolean; identity: string; return_to: string }>(executor, statement);
  return row?.living === true ? { identityUrn: row.identity, returnTo: row.return_to } : null;
}

function purging(table: string, key: string): string {
  const old = `SELECT "${key}" FROM "${table}" WHERE "expiration_timestamp" < now() ORDER BY "expiration_timestamp" LIMIT 100`;
  return `WITH gone AS (DELETE FROM "${table}" WHERE "${key}" IN (${old}))`;
}

/** Makes the first sign-ins to a tenant wait for one another until the transaction ends. */
export async function lockFirstSignIns(transaction: Executor, tenantUrn: string): Promise<void> {
  const p = new Parameters();
  const key = p.add(`sign-in ${tenantUrn}`, 'text');
  await transaction.query(prepared(`SELECT pg_advisory_xact_lock(hashtextextended(${key}, 0))`, p));
}

/** Notes that an address was confirmed; returns what changed, or null when it had been. */
export async function confirmEmail(
  transaction: Executor,
  emailUrn: string,
  timestamp: string,
): Promise<{ readonly version: string; readonly owner: string } | null> {
  const p = new Parameters();
  const now = p.add(timestamp, 'timestamptz');
  const text =
    `UPDATE "email" SET "is_verified" = true, "verified_timestamp" = ${now}, "version" = "version" + 1,` +
    ` "updated_timestamp" = ${now} WHERE "urn" = ${p.add(emailUrn, 'uuid')} AND NOT "is_verified"` +
    ` AND "deleted_timestamp" IS NULL RETURNING "version", "owner"`;
  return firstOf<{ version: string; owner: string }>(transaction, prepared(text, p));
}

/** The web origins that active API clients of a tenant name, at most a hundred. */
export async function originsOfTenant(executor: Executor, tenantUrn: string): Promise<string[]> {
  const p = new Parameters();
  const text =
    `SELECT DISTINCT o.origin FROM "api_client" c JOIN "company" w ON w."urn" = c."owner" CROSS JOIN unnest(c."allowed_origins") o(origin)` +
    ` WHERE w."owner" = ${p.add(tenantUrn, 'uuid')} AND c."status" = 'ACTIVE' AND c."deleted_timestamp" IS NULL` +
    ` AND w."deleted_timestamp" IS NULL ORDER BY 1 LIMIT 100`;
  const rows = await rowsOf<{ origin: string }>(executor, prepared(text, p));
  return rows.map((row) => row.origin);
}
