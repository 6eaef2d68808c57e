// The unique sets of living rows, which a transaction may leave unchecked until its end.
import type { Contract } from '../../contract/resource.ts';
import type { Transaction } from '../connection/database.ts';
import { brokenConstraint } from '../connection/databaseErrors.ts';
import { Parameters, prepared, rowsOf } from '../connection/statement.ts';
import { quote } from '../mapping/columns.ts';
import { uniqueSetsOf, type UniqueSet } from '../mapping/uniqueSets.ts';

/** Leaves all of them unchecked until `checkSets`, or the commit. */
export function putOffSets(transaction: Transaction): void {
  transaction.send(setting(transaction.contract, 'DEFERRED'));
}

/** Checks what was left unchecked; rejects with the first that is broken. */
export async function checkSets(transaction: Transaction): Promise<void> {
  await transaction.query(setting(transaction.contract, 'IMMEDIATE'));
}

// Named one by one: what else is deferred in a transaction stays so.
function setting(contract: Contract, when: 'DEFERRED' | 'IMMEDIATE'): ReturnType<typeof prepared> {
  const names = uniqueSetsOf(contract).map(({ name }) => quote(name));
  return prepared(`SET CONSTRAINTS ${names.join(', ')} ${when}`, new Parameters());
}

/** The set that the database says is broken; null for any other error. */
export function brokenSet(contract: Contract, error: unknown): UniqueSet | null {
  const name = brokenConstraint(error);
  return uniqueSetsOf(contract).find((set) => set.name === name) ?? null;
}

/** The rows among these, and in these, that share the values of a set with another one. */
export async function rowsSharing(
  transaction: Transaction,
  { table, keys, where, kinds }: UniqueSet,
  urns: readonly string[],
): Promise<{ readonly urn: string; readonly container: string | null }[]> {
  const p = new Parameters();
  const home = kinds[0]?.container;
  const container = home ? quote(home.column) : 'NULL::uuid';
  const some = p.add(urns, 'uuid[]');
  const living = `SELECT "urn", ${container} AS container, ${keys.map((key, at) => `${key} AS k${String(at)}`).join(', ')} FROM ${quote(table)} WHERE ${where}`;
  const isSame = keys.map((_, at) => `a.k${String(at)} = b.k${String(at)}`).join(' AND ');
  const text =
    `SELECT a."urn", a.container FROM (${living}) a WHERE (a."urn" = ANY(${some}) OR a.container = ANY(${some}))` +
    ` AND EXISTS (SELECT 1 FROM (${living}) b WHERE ${isSame} AND b."urn" <> a."urn")`;
  return rowsOf(transaction, prepared(text, p));
}
