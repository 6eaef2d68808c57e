// What names an identity, transferred to another one: columns and lists of every kind, grants, opt-outs, and what is read of
// threads. The caller holds both identities' locks, has checked permissions and announces what is returned.
import type { Field, Resource } from '../../contract/resource.ts';
import type { Body } from '../access/memberStore.ts';
import { quote } from '../mapping/columns.ts';
import type { Transaction } from '../connection/database.ts';
import type { AnnouncedRow } from '../engine/deletedStore.ts';
import { Parameters, prepared, rowsOf, urnsOf, type Executor } from '../connection/statement.ts';

/** From which identity to which, and when. */
export interface Move {
  readonly from: string;
  readonly into: string;
  readonly timestamp: string;
}

/** How a written row is given back: what is announced of it, under the alias. */
function announced(resource: Resource, alias: string): string {
  const field = resource.container;
  const container = field ? `${alias}.${quote(field.column)}` : 'NULL::uuid';
  return `${alias}."urn", ${alias}."owner", ${alias}."version", ${container} AS container, ${alias}."deleted_timestamp" IS NULL AS living`;
}

async function written(transaction: Transaction, text: string, p: Parameters): Promise<AnnouncedRow[]> {
  return rowsOf<AnnouncedRow>(
    transaction,
    prepared(`WITH w AS (${text}) SELECT * FROM w WHERE living ORDER BY "urn"`, p),
  );
}

/**
 * Lets every row of the kind whose column names the one identity name the other; deleted rows too, in silence.
 * @param scope a second column and the value it must have, for columns that may name other things
 */
export function moveColumn(
  transaction: Transaction,
  { resource, field }: { readonly resource: Resource; readonly field: Field },
  { from, into, timestamp }: Move,
  scope: { readonly column: string; readonly value: string } | null = null,
): Promise<AnnouncedRow[]> {
  const p = new Parameters();
  const column = quote(field.column);
  const text =
    `UPDATE ${quote(resource.table)} t SET ${column} = ${p.add(into, 'uuid')},` +
    ` "version" = t."version" + (t."deleted_timestamp" IS NULL)::int, "updated_timestamp" = CASE WHEN t."deleted_timestamp"` +
    ` IS NULL THEN ${p.add(timestamp, 'timestamptz')} ELSE t."updated_timestamp" END WHERE t.${column} = ${p.add(from, 'uuid')}` +
    `${scope ? ` AND t.${quote(scope.column)} = ${p.add(scope.value, 'text')}` : ''} RETURNING ${announced(resource, 't')}`;
  return written(transaction, text, p);
}

/** Lets lists of links that name the one identity name the other, once; returns whose lists and which, as `Kind.field`. */
export async function moveLinks(
  transaction: Transaction,
  { from, into }: Move,
  end: 'to_urn' | 'from_urn',
): Promise<{ readonly holder: string; readonly field: string }[]> {
  const other = end === 'to_urn' ? 'from_urn' : 'to_urn';
  const p = new Parameters();
  const [one, two] = [p.add(from, 'uuid'), p.add(into, 'uuid')];
  const text =
    `WITH gone AS (DELETE FROM "link" WHERE "${end}" = ${one} RETURNING "from_urn", "field", "to_urn", "position", "tenant"),` +
    ` kept AS (INSERT INTO "link" ("${end}", "field", "${other}", "position", "tenant") SELECT ${two}, g."field", g."${other}", g."position", g."tenant"` +
    ` FROM gone g ON CONFLICT ("from_urn", "field", "to_urn") DO NOTHING) SELECT "${other}" AS holder, "field" FROM gone ORDER BY 1, 2`;
  return rowsOf<{ holder: string; field: string }>(transaction, prepared(text, p));
}

/** Counts living rows one version up: a list of theirs changed. */
export function raiseRows(
  transaction: Transaction,
  resource: Resource,
  urns: readonly string[],
  timestamp: string,
): Promise<AnnouncedRow[]> {
  const p = new Parameters();
  const text =
    `UPDATE ${quote(resource.table)} t SET "version" = t."version" + 1, "updated_timestamp" = ${p.add(timestamp, 'timestamptz')}` +
    ` WHERE t."urn" = ANY(${p.add(urns, 'uuid[]')}) AND t."deleted_timestamp" IS NULL RETURNING ${announced(resource, 't')}`;
  return written(transaction, text, p);
}

/** Columns beside the kinds that name an identity, and are given over as they are. */
const ownedKinds = [
  ['search', 'caller'],
  ['web_session', 'identity'],
  ['sign_in_account', 'identity'],
  ['sign_in_link', 'identity'],
  ['invitation', 'identity'],
  ['passkey', 'identity'],
  ['o_auth_code', 'identity'],
] as const;

/** Gives over what names the identity outside the fields of kinds: task logs, searches, and sign-in. */
export async function moveUnannounced(transaction: Transaction, { from, into }: Move): Promise<void> {
  for (const [table, column] of ownedKinds) {
    const p = new Parameters();
    const text = `UPDATE ${quote(table)} SET ${quote(column)} = ${p.add(into, 'uuid')} WHERE ${quote(column)} = ${p.add(from, 'uuid')}`;
    await transaction.query(prepared(text, p));
  }
  const p = new Parameters();
  const [one, two] = [p.add(from, 'text'), p.add(into, 'text')];
  const values = ['from_value', 'to_value'].map(
    (name) => `"${name}" = CASE "${name}" WHEN ${one} THEN ${two} ELSE "${name}" END`,
  );
  const text =
    `UPDATE "task_log" SET "subject" = CASE "subject"->>'urn' WHEN ${one} THEN jsonb_set("subject"::jsonb, '{urn}', to_jsonb(${two}))::json` +
    ` ELSE "subject" END, ${values.join(', ')} WHERE "subject" IS NOT NULL AND ${one} IN ("subject"->>'urn', "from_value", "to_value")`;
  await transaction.query(prepared(text, p));
}

/** Companies whose administrators alone may let two identities become one: what either holds, the other holds then. */
export async function companiesConcerned(executor: Executor, identities: readonly string[]): Promise<string[]> {
  const p = new Parameters();
  const some = p.add(identities, 'uuid[]');
  const text =
    `SELECT "owner" AS urn FROM "identity" WHERE "urn" = ANY(${some})` +
    ` UNION SELECT "owner" FROM "permission" WHERE "subject_urn" = ANY(${some}) AND "subject_scope" = 'IDENTITY' AND "deleted_timestamp" IS NULL` +
    ` UNION SELECT v."owner" FROM "group_membership" m JOIN "group" v ON v."urn" = m."group" WHERE m."identity" = ANY(${some})` +
    ` AND m."deleted_timestamp" IS NULL UNION SELECT "to_urn" FROM "link" WHERE "from_urn" = ANY(${some}) AND "field" = 'Identity.companies'` +
    ` UNION SELECT "owner" FROM "api_client" WHERE "identity" = ANY(${some}) AND "deleted_timestamp" IS NULL`;
  return urnsOf(executor, prepared(text, p));
}

/** What the identities are members of, or are about to be: groups by membership, and companies. */
export async function memberOf(executor: Executor, identities: readonly string[]): Promise<Body[]> {
  const p = new Parameters();
  const some = p.add(identities, 'uuid[]');
  const text =
    `SELECT 'GROUP' AS scope, "group" AS urn FROM "group_membership" WHERE "identity" = ANY(${some})` +
    ` AND "status" IN ('ACTIVE', 'PENDING_ACCEPTANCE') AND "deleted_timestamp" IS NULL` +
    ` UNION SELECT 'COMPANY', "to_urn" FROM "link" WHERE "from_urn" = ANY(${some}) AND "field" = 'Identity.companies'`;
  // The statement selects what Body names.
  return (await executor.query(prepared(text, p))) as unknown as Body[];
}

/** Takes the name, language and time zone the identity lacks from the other one, and counts it one version up. */
export function completeIdentity(
  transaction: Transaction,
  identity: Resource,
  { from, into, timestamp }: Move,
): Promise<AnnouncedRow[]> {
  const p = new Parameters();
  const text =
    `UPDATE "identity" t SET "name" = COALESCE(t."name", f."name"), "language" = COALESCE(t."language", f."language"),` +
    ` "time_zone" = COALESCE(t."time_zone", f."time_zone"), "version" = t."version" + 1,` +
    ` "updated_timestamp" = ${p.add(timestamp, 'timestamptz')} FROM "identity" f WHERE t."urn" = ${p.add(into, 'uuid')}` +
    ` AND f."urn" = ${p.add(from, 'uuid')} RETURNING ${announced(identity, 't')}`;
  return written(transaction, text, p);
}
