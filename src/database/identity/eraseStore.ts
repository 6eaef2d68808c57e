// Removes from the database what identifies a person, and leaves the rows that others point at. Resource reference 4.4.
import { resourceOf, type Resource } from '../../contract/resource.ts';
import { namelessSql } from '../engine/actorSql.ts';
import { quote } from '../mapping/columns.ts';
import type { Transaction } from '../connection/database.ts';
import { onlyRow, Parameters, prepared, urnsOf, type Executor } from '../connection/statement.ts';

/** What becomes of the columns of each kind that lives in an identity. */
const blanks: Readonly<Record<string, string>> = {
  Person: `"birth_date" = NULL`,
  PersonName:
    `"given_name" = '', "middle_name" = NULL, "family_name" = NULL, "honorific_prefix" = NULL,` +
    ` "honorific_suffix" = NULL, "nickname" = NULL, "language" = NULL`,
  Email: `"email" = '', "is_verified" = false, "verified_timestamp" = NULL`,
  Telephone: `"number" = '', "e164" = NULL, "extension" = NULL`,
  Address:
    `"street" = '', "postal_code" = '', "locality" = NULL, "region" = NULL, "area" = NULL,` +
    ` "office_box_number" = NULL, "country_code" = NULL`,
  ClientIdentifier: `"domain" = '', "token" = ''`,
};

/** Empties everything about the identity in the kinds that live in it: also what was deleted before and is still kept. */
export async function blankParts(transaction: Transaction, identity: string): Promise<void> {
  for (const [kind, columns] of Object.entries(blanks)) {
    const p = new Parameters();
    const urn = p.add(identity, 'uuid');
    const where =
      kind === 'PersonName'
        ? `"person" IN (SELECT "urn" FROM "person" WHERE "identity" = ${urn})`
        : `"identity" = ${urn}`;
    const text = `UPDATE ${quote(resourceOf(transaction.contract, kind).table)} SET ${columns} WHERE ${where}`;
    await transaction.query(prepared(text, p));
    await forgetParts(transaction, resourceOf(transaction.contract, kind), where, identity);
  }
}

// They cannot be restored any more.
async function forgetParts(transaction: Transaction, kind: Resource, where: string, identity: string): Promise<void> {
  const p = new Parameters();
  p.add(identity, 'uuid');
  const text = `DELETE FROM "deletion" WHERE "urn" IN (SELECT "urn" FROM ${quote(kind.table)} WHERE ${where})`;
  await transaction.query(prepared(text, p));
}

/** Leaves an identity without a name, language and time zone, anonymous; returns its new version. */
export async function blankIdentity(transaction: Transaction, identity: string, timestamp: string): Promise<string> {
  const p = new Parameters();
  const text =
    `UPDATE "identity" SET "name" = NULL, "language" = NULL, "time_zone" = NULL, "type" = 'ANONYMOUS', "version" = "version" + 1,` +
    ` "updated_timestamp" = ${p.add(timestamp, 'timestamptz')} WHERE "urn" = ${p.add(identity, 'uuid')} RETURNING "version"`;
  return (await onlyRow<{ version: string }>(transaction, prepared(text, p))).version;
}

/** The living rows of a kind that are of the identity, or grants it holds. */
export async function livingOf(executor: Executor, resource: Resource, identity: string): Promise<string[]> {
  const p = new Parameters();
  const urn = p.add(identity, 'uuid');
  const where =
    resource.name === 'Permission' ? `"subject_urn" = ${urn} AND "subject_scope" = 'IDENTITY'` : `"identity" = ${urn}`;
  const text = `SELECT "urn" FROM ${quote(resource.table)} WHERE ${where} AND "deleted_timestamp" IS NULL ORDER BY "urn"`;
  return urnsOf(executor, prepared(text, p));
}

/** Takes what the identity had in groups and threads that are deleted from what comes back with these. */
export async function endDeletedParts(transaction: Transaction, identity: string, timestamp: string): Promise<void> {
  for (const table of ['group_membership', 'message_thread_notification']) {
    const p = new Parameters();
    const text =
      `UPDATE ${quote(table)} SET "deleted_timestamp" = ${p.add(timestamp, 'timestamptz')}` +
      ` WHERE "identity" = ${p.add(identity, 'uuid')} AND "deleted_timestamp" IS NOT NULL`;
    await transaction.query(prepared(text, p));
  }
}

/** Columns that keep who made a change, with the name. */
const actors = [
  ['item_value', 'actor'],
  ['entity', 'last_edited_by'],
  ['webhook_trigger', 'actor'],
  ['permission', 'granted_by'],
  ['permission_audit', 'actor'],
  ['deletion', 'deleted_by'],
  ['entity_type_version', 'actor'],
] as const;

/** Takes the name from what is kept of the changes that the identity made, and those that were merged into it. */
export async function forgetNames(transaction: Transaction, identity: string): Promise<void> {
  const merged = new Parameters();
  const all = await urnsOf(
    transaction,
    prepared(
      `WITH RECURSIVE one AS (SELECT ${merged.add(identity, 'uuid')} AS urn UNION` +
        ` SELECT e."urn" FROM "identity_end" e JOIN one ON e."merged_into" = one.urn) SELECT urn FROM one`,
      merged,
    ),
  );
  for (const [table, name] of actors) {
    const p = new Parameters();
    const column = quote(name);
    const text =
      `UPDATE ${quote(table)} SET ${column} = ${namelessSql(column)} WHERE ${column}->>'type' = 'IDENTITY'` +
      ` AND ${column}->>'urn' = ANY(${p.add(all, 'text[]')})` +
      ` AND "tenant" = (SELECT i."tenant" FROM "identity" i WHERE i."urn" = ${p.add(identity, 'uuid')})`;
    await transaction.query(prepared(text, p));
  }
}

/** Columns beside the kinds whose rows go with an identity. */
const ownedKinds = [
  ['membership_mark', 'identity'],
  ['web_session', 'identity'],
  ['sign_in_account', 'identity'],
  ['sign_in_link', 'identity'],
  ['invitation', 'identity'],
  ['passkey', 'identity'],
  ['passkey_challenge', 'identity'],
  ['o_auth_code', 'identity'],
] as const;

/** Forgets what is kept of the identity beside the kinds: its companies, its opt-outs, and how it signs in. */
export async function deletePersonalData(transaction: Transaction, identity: string): Promise<void> {
  const links = new Parameters();
  const text = `DELETE FROM "link" WHERE "from_urn" = ${links.add(identity, 'uuid')}`;
  await transaction.query(prepared(text, links));
  for (const [table, column] of ownedKinds) {
    const p = new Parameters();
    await transaction.query(
      prepared(`DELETE FROM ${quote(table)} WHERE ${quote(column)} = ${p.add(identity, 'uuid')}`, p),
    );
  }
}
