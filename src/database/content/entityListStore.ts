// What entity lists ask of their entries.
import { firstOf, Parameters, prepared, rowsOf, type Executor } from '../connection/statement.ts';

/** The highest sortOrder among the living entries of a list; 0 when it is empty. */
export async function highestSortOrder(executor: Executor, list: string): Promise<number> {
  const p = new Parameters();
  const text =
    `SELECT coalesce(max("sort_order"), 0) AS highest FROM "entity_list_item"` +
    ` WHERE "entity_list" = ${p.add(list, 'uuid')} AND "deleted_timestamp" IS NULL`;
  return (await firstOf<{ highest: number }>(executor, prepared(text, p)))?.highest ?? 0;
}

/** The living entries of a list: entity to the urn of its entry. */
export async function entriesOf(executor: Executor, list: string): Promise<Map<string, string>> {
  const p = new Parameters();
  const text =
    `SELECT "entity", "urn" FROM "entity_list_item"` +
    ` WHERE "entity_list" = ${p.add(list, 'uuid')} AND "deleted_timestamp" IS NULL`;
  const rows = await rowsOf<{ entity: string; urn: string }>(executor, prepared(text, p));
  return new Map(rows.map((row) => [row.entity, row.urn]));
}
