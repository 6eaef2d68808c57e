// Raises the version of a container whose part changed.
import type { Resource } from '../../contract/resource.ts';
import { quote } from '../mapping/columns.ts';
import type { Transaction } from '../connection/database.ts';
import { firstOf, Parameters, prepared } from '../connection/statement.ts';

/** Counts the container one version up and returns the new one: a part of it changed, so its ETag must too. */
export async function raiseVersion(
  transaction: Transaction,
  container: Resource,
  urn: string,
  timestamp: string,
): Promise<string> {
  const p = new Parameters();
  const text =
    `UPDATE ${quote(container.table)} SET "version" = "version" + 1, "updated_timestamp" = ${p.add(timestamp, 'timestamptz')}` +
    ` WHERE "urn" = ${p.add(urn, 'uuid')} RETURNING "version"`;
  return (await firstOf<{ version: string }>(transaction, prepared(text, p)))?.version ?? '1';
}
