// Assets: files as they are (resource reference 16.25), and which items lead to one. No row exists before.
import { Statements } from './statements.ts';

/** Adds their table, and the indexes of links to them. */
export class Assets1795971000000 extends Statements {
  readonly name = 'Assets1795971000000';
  protected readonly statements = [
    `CREATE TABLE "asset" ("urn" uuid NOT NULL, "version" bigint NOT NULL, "created_timestamp" timestamptz(3) NOT NULL, "updated_timestamp" timestamptz(3) NOT NULL, "owner" uuid NOT NULL, "name" text NOT NULL, "alt_texts" json NOT NULL, "content_type" text, "byte_length" bigint, "digest" text, "tenant" uuid NOT NULL, "sha256" text, "deleted_timestamp" timestamptz(3), CONSTRAINT "pk_asset" PRIMARY KEY ("urn"))`,
    `CREATE INDEX "ix_item_asset" ON "item" (md5("href")) WHERE starts_with("href", '/v/v1/asset/')`,
    `CREATE INDEX "ix_item_value_asset" ON "item_value" (md5("href")) WHERE starts_with("href", '/v/v1/asset/')`,
    `CREATE INDEX "ix_asset_owner" ON "asset" ("owner")`,
    `CREATE INDEX "ix_asset_listed" ON "asset" ("tenant", "name" COLLATE "names", "urn") WHERE "deleted_timestamp" IS NULL`,
    `CREATE INDEX "ix_asset_deleted" ON "asset" ("deleted_timestamp") WHERE "deleted_timestamp" IS NOT NULL`,
    `CREATE INDEX "ix_asset_sha256" ON "asset" ("sha256") WHERE "sha256" IS NOT NULL`,
    `CREATE STATISTICS "st_asset_owner" (dependencies) ON "tenant", "owner" FROM "asset"`,
    `CREATE TRIGGER "keep_tenant" AFTER UPDATE OF "tenant" ON "asset" FOR EACH ROW WHEN (OLD."tenant" IS DISTINCT FROM NEW."tenant") EXECUTE FUNCTION "keep_tenant"()`,
    `ALTER TABLE "asset" ADD CONSTRAINT "fk_asset_urn" FOREIGN KEY ("urn") REFERENCES "resource" ("urn") ON DELETE CASCADE`,
  ];
}
