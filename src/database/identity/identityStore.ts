// Rows around identities: the name of their first person, outside names that have run out, and identities that were merged or
// erased, which cannot be restored, nor what belonged to them.
import type { Transaction } from '../connection/database.ts';
import { firstOf, Parameters, prepared, rowsOf, type Executor } from '../connection/statement.ts';
import { resourceOf } from '../../contract/resource.ts';
import { quote } from '../mapping/columns.ts';

/** The first name of the first person of an identity; null when it has none. */
export async function firstPersonName(
  executor: Executor,
  identity: string,
): Promise<{ readonly givenName: string | null; readonly familyName: string | null } | null> {
  const p = new Parameters();
  const text =
    `SELECT n."given_name" AS "givenName", n."family_name" AS "familyName" FROM "person" h JOIN "person_name" n ON n."person" = h."urn"` +
    ` WHERE h."identity" = ${p.add(identity, 'uuid')} AND h."deleted_timestamp" IS NULL AND n."deleted_timestamp" IS NULL` +
    ` ORDER BY h."created_timestamp", h."urn", n."created_timestamp", n."urn" LIMIT 1`;
  return firstOf<{ givenName: string | null; familyName: string | null }>(executor, prepared(text, p));
}

/** Names an identity that has no name yet; returns its new version and owner, or null when it has a name. */
export async function nameUnnamed(
  transaction: Transaction,
  identity: string,
  name: string,
  timestamp: string,
): Promise<{ readonly version: string; readonly owner: string } | null> {
  const p = new Parameters();
  const text =
    `UPDATE "identity" SET "name" = ${p.add(name, 'text')}, "version" = "version" + 1,` +
    ` "updated_timestamp" = ${p.add(timestamp, 'timestamptz')} WHERE "urn" = ${p.add(identity, 'uuid')}` +
    ` AND "name" IS NULL AND "deleted_timestamp" IS NULL RETURNING "version", "owner"`;
  return firstOf<{ version: string; owner: string }>(transaction, prepared(text, p));
}

/** Lets go of the names with this key that have expired by `now`: they no longer keep others from using it. */
export async function releaseExpired(
  transaction: Transaction,
  key: { readonly owner: string; readonly domain: string; readonly token: string },
  now: string,
): Promise<void> {
  const p = new Parameters();
  const token = p.add(key.token, 'text');
  const text =
    `UPDATE "client_identifier" SET "is_released" = true WHERE "owner" = ${p.add(key.owner, 'uuid')}` +
    ` AND "domain" = ${p.add(key.domain, 'text')} AND md5("token") = md5(${token}) AND "token" = ${token}` +
    ` AND NOT "is_released" AND "deleted_timestamp" IS NULL AND "expires_timestamp" <= ${p.add(now, 'timestamptz')}`;
  await transaction.query(prepared(text, p));
}

/** The identities that hold an unexpired client identifier with this key, oldest first. */
export async function holdersOf(executor: Executor, domain: string, token: string): Promise<string[]> {
  const p = new Parameters();
  const text =
    `SELECT "identity" FROM "client_identifier" WHERE "domain" = ${p.add(domain, 'text')} AND md5("token") = md5(${p.add(token, 'text')})` +
    ` AND "token" = $2 AND ("expires_timestamp" IS NULL OR "expires_timestamp" > now())` +
    ` AND "deleted_timestamp" IS NULL ORDER BY "created_timestamp", "urn" LIMIT 200`;
  const rows = await rowsOf<{ identity: string }>(executor, prepared(text, p));
  return [...new Set(rows.map((row) => row.identity))];
}

/** Records that an identity ended for good: merged into another one, or (with null) erased. */
export async function recordEnd(
  transaction: Transaction,
  urn: string,
  end: { readonly mergedInto: string | null; readonly timestamp: string; readonly actor: unknown },
): Promise<void> {
  const p = new Parameters();
  const values = [
    p.add(urn, 'uuid'),
    p.add(end.mergedInto, 'uuid'),
    p.add(end.timestamp, 'timestamptz'),
    p.add(JSON.stringify(end.actor), 'json'),
  ];
  const text =
    `INSERT INTO "identity_end" ("urn", "merged_into", "ended_timestamp", "actor", "tenant") VALUES (${values.join(', ')},` +
    ` (SELECT i."tenant" FROM "identity" i WHERE i."urn" = $1))` +
    ` ON CONFLICT ("urn") DO NOTHING`;
  await transaction.query(prepared(text, p));
}

/** Whether the identity ended for good. */
export async function hasEnded(executor: Executor, urn: string): Promise<boolean> {
  const p = new Parameters();
  const text = `SELECT 1 FROM "identity_end" WHERE "urn" = ${p.add(urn, 'uuid')}`;
  return (await executor.query(prepared(text, p))).length > 0;
}

// The kinds that live in an identity, directly or in a part of it.
const partsOfIdentity = ['Person', 'PersonName', 'Email', 'Telephone', 'Address', 'ClientIdentifier'] as const;

/** Whether a part, living or deleted, is of an identity that ended for good. */
export async function isOfEnded(executor: Executor, urn: string): Promise<boolean> {
  const p = new Parameters();
  const part = p.add(urn, 'uuid');
  const homes = partsOfIdentity.map((kind) => {
    const table = quote(resourceOf(executor.contract, kind).table);
    return kind === 'PersonName'
      ? `SELECT h."identity" FROM ${table} t JOIN "person" h ON h."urn" = t."person" WHERE t."urn" = ${part}`
      : `SELECT t."identity" FROM ${table} t WHERE t."urn" = ${part}`;
  });
  const text = `SELECT 1 FROM "identity_end" e JOIN (${homes.join(' UNION ALL ')}) home ON home."identity" = e."urn"`;
  return (await executor.query(prepared(text, p))).length > 0;
}
