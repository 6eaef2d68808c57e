// Identities that ended for good, merged into another one or erased: they and what belonged to them cannot be restored.
import { resourceOf } from '../../contract/resource.ts';
import { quote } from '../mapping/columns.ts';
import type { Transaction } from '../connection/database.ts';
import { Parameters, prepared, type Executor } from '../connection/statement.ts';

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
