// What is known of a urn before anything is created under it: the kind it was given to, and the request that made it.
import { resourceOf, type Resource } from '../../contract/resource.ts';
import { firstOf, Parameters, prepared, type Executor } from '../connection/statement.ts';
import { quote } from '../mapping/columns.ts';
import { unregistered } from '../mapping/kindDetails.ts';

/** What a urn was given to, living or not. */
export interface Creation {
  readonly kind: Resource;
  /** How its create was noted; null where none was noted. */
  readonly createdAs: string | null;
}

/** What the urn was given to; null for one that is free. */
export async function creationOf(executor: Executor, urn: string): Promise<Creation | null> {
  const p = new Parameters();
  const wanted = p.add(urn, 'uuid');
  // What the registry does not hold stands in tables of its own.
  const others = [...unregistered].map(
    ([kind, table]) => `SELECT '${kind}' AS "kind", NULL AS "created_as" FROM ${quote(table)} WHERE "urn" = ${wanted}`,
  );
  const text = [
    ...others,
    `SELECT "kind", NULL FROM "item_value" WHERE "urn" = ${wanted}`,
    `SELECT "kind", "created_as" FROM "resource" WHERE "urn" = ${wanted}`,
  ].join(' UNION ALL ');
  const row = await firstOf<{ created_as: string | null; kind: string }>(executor, prepared(text, p));
  if (!row) return null;
  return { kind: resourceOf(executor.contract, row.kind), createdAs: row.created_as };
}
