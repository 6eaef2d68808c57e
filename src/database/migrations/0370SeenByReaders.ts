// What readers without READ_DRAFT are shown of content costs and orders as what is live: pages that were found are ordered by when
// that changed last, and removed items are listed from an index of those that are still live.
import { Statements } from './statements.ts';

/** Carries it out. */
export class SeenByReaders1795352400000 extends Statements {
  readonly name = 'SeenByReaders1795352400000';
  protected readonly statements = [
    `ALTER TABLE "search_document" ADD COLUMN "draft_updated_timestamp" timestamptz(3)`,
    `UPDATE "search_document" d SET "draft_updated_timestamp" = e."updated_timestamp", "updated_timestamp" = CASE` +
      ` WHEN e."live_timestamp" IS NULL THEN e."updated_timestamp" ELSE e."live_updated_timestamp" END` +
      ` FROM "entity" e WHERE e."urn" = d."urn"`,
    `CREATE INDEX "ix_search_document_draft_updated" ON "search_document" ("draft_updated_timestamp" DESC, "urn") WHERE "kind" = 'Entity'`,
    `DROP INDEX "ix_item_removed"`,
    `UPDATE "item" i SET "is_published" = EXISTS (SELECT 1 FROM "item_live" l JOIN "entity" e ON e."urn" = l."entity"` +
      ` AND e."deleted_timestamp" IS NULL WHERE l."item_urn" = i."urn" AND l."until_timestamp" IS NULL)` +
      ` WHERE i."deleted_timestamp" IS NOT NULL`,
    `CREATE INDEX "ix_item_removed" ON "item" ("tenant", "kind", "sort_order", "urn") WHERE "deleted_timestamp" IS NOT NULL AND "is_published"`,
  ];
}
