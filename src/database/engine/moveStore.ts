// Moves what lives in rows to another owner along with them: children at any depth, deleted ones included so that they
// can be restored, and the edges on all of them.
import { groupBy } from '../../domain/groupBy.ts';
import type { Resource } from '../../contract/resource.ts';
import type { Transaction } from '../connection/database.ts';
import { Parameters, prepared, rowsOf } from '../connection/statement.ts';
import { quote } from '../mapping/columns.ts';
import { moveDeletions } from './deletionStore.ts';
import { aboveSql } from './edges.ts';

/** An edge that has another owner now. */
export interface MovedEdge {
  readonly urn: string;
  readonly version: string;
}

/** Gives everything that lives in the rows, and the edges on them and on it, to another company; returns those edges. */
export async function moveBelow(
  transaction: Transaction,
  resource: Resource,
  urns: readonly string[],
  to: { readonly owner: string; readonly timestamp: string },
): Promise<MovedEdge[]> {
  if (urns.length === 0) return [];
  const edges = [await moveEdges(transaction, urns, to)];
  // Kinds that share a table are moved together.
  const seen = new Set<string>();
  for (const child of resource.contract.resources.filter((r) => r.container?.target === resource)) {
    if (seen.has(child.table)) continue;
    seen.add(child.table);
    const p = new Parameters();
    const link = quote(child.container?.column ?? '');
    const text =
      `UPDATE ${quote(child.table)} SET "owner" = ${p.add(to.owner, 'uuid')}` +
      ` WHERE ${link} = ANY(${p.add(urns, 'uuid[]')}) RETURNING "urn"${child.isItem ? ', "kind"' : ''}`;
    const rows = await rowsOf<{ kind: string; urn: string }>(transaction, prepared(text, p));
    for (const [kind, moved] of groupBy(rows, (row) => (child.isItem ? row.kind : child.name))) {
      const below = resource.contract.byName.get(kind);
      const urnsBelow = moved.map(({ urn }) => urn);
      moveDeletions(transaction, urnsBelow, to.owner);
      if (below) edges.push(await moveBelow(transaction, below, urnsBelow, to));
    }
  }
  return edges.flat();
}

// Administrators of an edge's owner can end it, so its owner stays at or above that of its object.
async function moveEdges(
  transaction: Transaction,
  objects: readonly string[],
  to: { readonly owner: string; readonly timestamp: string },
): Promise<MovedEdge[]> {
  const p = new Parameters();
  const owner = p.add(to.owner, 'uuid');
  const text =
    `UPDATE "permission" g SET "owner" = ${owner}, "version" = g."version" + 1,` +
    ` "updated_timestamp" = ${p.add(to.timestamp, 'timestamptz')}` +
    ` WHERE g."object_urn" = ANY(${p.add(objects, 'uuid[]')}) AND g."deleted_timestamp" IS NULL` +
    ` AND g."owner" NOT IN (${aboveSql(owner)}) RETURNING g."urn", g."version"::text AS version`;
  return rowsOf<{ urn: string; version: string }>(transaction, prepared(text, p));
}
