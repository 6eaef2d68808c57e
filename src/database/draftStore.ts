// Which items of an entity differ from what is live.
import { Parameters, prepared, type Executor } from './statement.ts';

/** An item with something newer than its live value, or without one. */
export interface DraftItem {
  readonly urn: string;
  readonly kind: string;
  readonly isDeleted: boolean;
  /** Whether some value of it is live. */
  readonly isLive: boolean;
}

/** Items whose newest value is not live, and deleted ones that still are; living ones without a live value included. */
export async function draftItems(executor: Executor, entityUrn: string): Promise<DraftItem[]> {
  const p = new Parameters();
  const text =
    `SELECT * FROM (SELECT t."urn", t."kind", t."deleted_timestamp" IS NOT NULL AS deleted, t."is_published", EXISTS (` +
    `SELECT 1 FROM "item_live" l WHERE l."item_urn" = t."urn" AND l."until_timestamp" IS NULL) AS live` +
    ` FROM "item" t WHERE t."entity" = ${p.add(entityUrn, 'uuid')}) x` +
    ` WHERE CASE WHEN deleted THEN live ELSE NOT "is_published" END ORDER BY "urn"`;
  const rows = await executor.query(prepared(text, p));
  return rows.map((row) => ({
    urn: String(row['urn']),
    kind: String(row['kind']),
    isDeleted: row['deleted'] === true,
    isLive: row['live'] === true,
  }));
}
