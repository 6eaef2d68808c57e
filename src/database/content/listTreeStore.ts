// Lists that stand below one another. Read with the lock on the lists of a tenant, so that none comes in between.
import { mostLevels, mostLists, type PlacedList } from '../../domain/listTree.ts';
import { Parameters, prepared, rowsOf, type Executor } from '../connection/statement.ts';

/** The lists that some lists lead to, themselves at level 1; of too many or too deep ones, one more than there may be. */
export function listsBelow(executor: Executor, tenant: string, lists: readonly string[]): Promise<PlacedList[]> {
  return walk(executor, { tenant, lists, from: 'entity_list', to: 'list' });
}

/** The lists that lead to a list, itself at level 1; of too many or too deep ones, one more than there may be. */
export function listsAbove(executor: Executor, tenant: string, list: string): Promise<PlacedList[]> {
  return walk(executor, { tenant, lists: [list], from: 'list', to: 'entity_list' });
}

interface Walk {
  readonly tenant: string;
  readonly lists: readonly string[];
  readonly from: 'entity_list' | 'list';
  readonly to: 'entity_list' | 'list';
}

function walk(executor: Executor, { tenant, lists, from, to }: Walk): Promise<PlacedList[]> {
  const p = new Parameters();
  const text =
    `WITH RECURSIVE "tree"("urn", "level") AS (SELECT unnest(${p.add(lists, 'uuid[]')}), 1` +
    ` UNION SELECT i."${to}", t."level" + 1 FROM "tree" t JOIN "entity_list_item" i ON i."tenant" = ${p.add(tenant, 'uuid')}` +
    ` AND i."${from}" = t."urn" AND i."${to}" IS NOT NULL AND i."deleted_timestamp" IS NULL` +
    ` WHERE t."level" <= ${p.add(mostLevels, 'int')})` +
    ` SELECT "urn", "level" FROM "tree" LIMIT ${p.add(mostLists + 1, 'int')}`;
  return rowsOf<PlacedList>(executor, prepared(text, p));
}
