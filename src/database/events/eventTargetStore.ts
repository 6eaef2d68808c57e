// What an event is about, living or deleted: its row for a full description, and the link to what it lives in.
// Resource reference 9.4 (data).
import type { Resource } from '../../contract/resource.ts';
import { quote } from '../mapping/columns.ts';
import { itemRow } from '../engine/resourceStore.ts';
import { selectList, type Row } from '../engine/row.ts';
import { Parameters, prepared, type Executor } from '../connection/statement.ts';

// Of a deleted item: whether its last value, the one before the deletion, was live until then.
const isLive =
  `CASE WHEN t."deleted_timestamp" IS NULL THEN t."is_published" ELSE EXISTS (SELECT 1 FROM "item_live" l JOIN "item_value" v` +
  ` ON l."entry" IN (v."urn", v."repeats") AND v."item_urn" = t."urn" WHERE l."item_urn" = t."urn" AND v."version" = t."version" - 1` +
  ` AND (l."until_timestamp" IS NULL OR l."until_timestamp" >= t."deleted_timestamp") OFFSET 0) END AS "is_published"`;

/** Rows of the kind by urn, deleted ones included. The caller knows who may be notified of them. */
export async function eventTargets(
  executor: Executor,
  resource: Resource,
  urns: readonly string[],
): Promise<Map<string, Row & { readonly $isDeleted: boolean }>> {
  const p = new Parameters();
  const select = resource.isItem
    ? `t.*, ${isLive}, t."kind" AS "$kind", t."owner" AS "$owner"`
    : selectList(resource, 't');
  const text =
    `SELECT ${select}, t."deleted_timestamp" IS NOT NULL AS "$isDeleted", false AS "$seesDrafts"` +
    ` FROM ${quote(resource.table)} t WHERE t."urn" = ANY(${p.add(urns, 'uuid[]')})`;
  const rows = await executor.query(prepared(text, p));
  return new Map(
    rows.map((columns) => {
      // The statement selects what Row names; itemRow maps the columns of an item to its fields.
      const row = (resource.isItem ? itemRow(resource.contract, columns) : columns) as Row & {
        readonly $isDeleted: boolean;
      };
      return [row.urn, row];
    }),
  );
}
