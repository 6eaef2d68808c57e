// Flags that at most one row below a parent may carry: which row is the parent, the lock that makes writers of the flag
// wait for one another, and taking the flag from the others.
import type { Field, Resource } from '../../contract/resource.ts';
import { quote } from '../mapping/columns.ts';
import type { Transaction } from '../connection/database.ts';
import { firstOf, Parameters, prepared, rowsOf, type Executor } from '../connection/statement.ts';

/** Locks one row against other writers until the transaction ends. */
export async function lockRow(transaction: Transaction, resource: Resource, urn: string): Promise<void> {
  const p = new Parameters();
  const text = `SELECT 1 FROM ${quote(resource.table)} WHERE "urn" = ${p.add(urn, 'uuid')} FOR NO KEY UPDATE`;
  await transaction.query(prepared(text, p));
}

/** The urn that a single link of a living row names; null when there is none. */
export async function linkOf(
  executor: Executor,
  resource: Resource,
  field: Field,
  urn: string,
): Promise<string | null> {
  const p = new Parameters();
  const text =
    `SELECT ${quote(field.column)} AS target FROM ${quote(resource.table)}` +
    ` WHERE "urn" = ${p.add(urn, 'uuid')} AND "deleted_timestamp" IS NULL`;
  return (await firstOf<{ target: string | null }>(executor, prepared(text, p)))?.target ?? null;
}

/** A row that lost the flag, at its new version. */
export interface ClearedFlag {
  readonly urn: string;
  readonly owner: string;
  readonly version: string;
}

/** Takes the flag from every living row below the parent but one, and returns those that had it. */
export async function clearFlags(
  transaction: Transaction,
  resource: Resource,
  fields: { readonly mark: Field; readonly parent: Field },
  place: { readonly parent: string; readonly except: string; readonly timestamp: string },
): Promise<ClearedFlag[]> {
  const p = new Parameters();
  const mark = quote(fields.mark.column);
  const text =
    `UPDATE ${quote(resource.table)} SET ${mark} = false, "version" = "version" + 1,` +
    ` "updated_timestamp" = ${p.add(place.timestamp, 'timestamptz')}` +
    ` WHERE ${quote(fields.parent.column)} = ${p.add(place.parent, 'uuid')} AND ${mark}` +
    ` AND "urn" <> ${p.add(place.except, 'uuid')} AND "deleted_timestamp" IS NULL RETURNING "urn", "owner", "version"`;
  return rowsOf<ClearedFlag>(transaction, prepared(text, p));
}

/** Takes the flag from a row that was just deleted, so that it does not come back with it. */
export async function clearFlagOfDeleted(
  transaction: Transaction,
  resource: Resource,
  mark: Field,
  urn: string,
): Promise<void> {
  const p = new Parameters();
  const text = `UPDATE ${quote(resource.table)} SET ${quote(mark.column)} = false WHERE "urn" = ${p.add(urn, 'uuid')}`;
  await transaction.query(prepared(text, p));
}
