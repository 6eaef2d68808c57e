// Which items of an entity are not what they were at a moment, and which pictures of that time are gone.
import { imagePath } from '../../domain/imagePath.ts';
import { quote, valueColumns } from '../mapping/columns.ts';
import { isLiveFile } from '../engine/liveRows.ts';
import { Parameters, prepared, rowsOf, urnsOf, type Executor } from '../connection/statement.ts';

/** An item that is not what it was. */
export interface ItemThen {
  readonly urn: string;
  readonly kind: string;
  readonly isDeleted: boolean;
  /** The entry that was its newest then; null when it was not there, or that is not known. */
  readonly entry: string | null;
  /** Whether what it was then is still known: old values may have been purged. */
  readonly isKnown: boolean;
}

/** The items of an entity that are not what they were, up to `limit` of them, and with `lock` their rows locked. */
export async function itemsSince(
  executor: Executor,
  { entity, moment }: { readonly entity: string; readonly moment: string },
  { limit, lock = false }: { readonly limit: number; readonly lock?: boolean },
): Promise<ItemThen[]> {
  const p = new Parameters();
  const then = p.add(moment, 'timestamptz');
  const values = (alias: string): string =>
    `ROW(${valueColumns(executor.contract)
      .map((column) => `${alias}.${quote(column)}`)
      .join(', ')})::text`;
  // The first value of an item is of its version 1.
  const isKnown =
    `(w."urn" IS NOT NULL OR t."created_timestamp" > ${then} OR EXISTS` +
    ` (SELECT 1 FROM "item_value" f WHERE f."item_urn" = t."urn" AND f."version" = 1))`;
  const was = `w."urn" IS NOT NULL AND NOT w."is_tombstone"`;
  const text =
    `SELECT t."urn", t."kind", t."deleted_timestamp" IS NOT NULL AS "isDeleted", CASE WHEN ${was} THEN w."urn" END AS "entry",` +
    ` ${isKnown} AS "isKnown" FROM "item" t LEFT JOIN LATERAL (SELECT v.* FROM "item_value" v WHERE v."item_urn" = t."urn"` +
    ` AND v."created_timestamp" <= ${then} ORDER BY v."version" DESC LIMIT 1) w ON true` +
    ` WHERE t."entity" = ${p.add(entity, 'uuid')} AND CASE WHEN NOT ${isKnown} THEN true WHEN t."deleted_timestamp" IS NOT NULL THEN ${was}` +
    ` WHEN ${was} THEN w."urn" <> t."entry" AND ${values('w')} <> ${values('t')} ELSE true END` +
    ` ORDER BY t."urn" LIMIT ${p.add(limit, 'int')}${lock ? ' FOR NO KEY UPDATE OF t' : ''}`;
  return rowsOf<ItemThen>(executor, prepared(text, p));
}

/** The image items among those with these entries that name a file of ours which is gone, and does not come back with its item. */
export async function withoutPictures(executor: Executor, entries: readonly string[]): Promise<string[]> {
  const p = new Parameters();
  const file = `substr(a.address, ${String(imagePath.length + 1)})`;
  const isThere = `f."deleted_timestamp" IS NULL OR f."deleted_timestamp" = i."deleted_timestamp" OR ${isLiveFile('f')}`;
  const text =
    `SELECT DISTINCT v."item_urn" AS urn FROM "item_value" v JOIN "item" i ON i."urn" = v."item_urn"` +
    ` CROSS JOIN LATERAL unnest(ARRAY[v."src", v."medium_src", v."large_src"]) AS a(address)` +
    ` WHERE v."urn" = ANY(${p.add(entries, 'uuid[]')}) AND v."kind" = 'ImageItem' AND starts_with(a.address, '${imagePath}')` +
    ` AND NOT EXISTS (SELECT 1 FROM "image_item_file" f WHERE (${isThere})` +
    ` AND f."urn" = CASE WHEN ${file} ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' THEN ${file}::uuid END)`;
  return urnsOf(executor, prepared(text, p));
}
