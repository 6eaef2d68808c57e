// Entries of lists lead to pages, to addresses outside, and to lists below them (docs/behavior.md). Those that exist lead to a page.
import { Statements } from './statements.ts';

/** Adds the columns, an index for pages of entries, and that a list stands in another one once. */
export class ListEntries1795988000000 extends Statements {
  readonly name = 'ListEntries1795988000000';
  protected readonly statements = [
    `ALTER TABLE "entity_list_item" ADD COLUMN "title" text`,
    `ALTER TABLE "entity_list_item" ADD COLUMN "list" uuid`,
    `ALTER TABLE "entity_list_item" ADD COLUMN "href" text`,
    `ALTER TABLE "entity_list_item" ALTER COLUMN "entity" DROP NOT NULL`,
    `CREATE INDEX "ix_entity_list_item_list" ON "entity_list_item" ("list")`,
    `CREATE INDEX "ix_entity_list_item_entity_list_listed" ON "entity_list_item" ("entity_list", "sort_order", "urn")`,
    `ALTER TABLE "entity_list_item" ADD CONSTRAINT "uq_entity_list_item__entity_list__list" EXCLUDE USING btree ("tenant" WITH =, "entity_list" WITH =, "list" WITH =) WHERE ("deleted_timestamp" IS NULL) DEFERRABLE INITIALLY IMMEDIATE`,
  ];
}
