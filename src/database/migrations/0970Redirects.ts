// Redirects: old addresses of a site, and where they lead (resource reference 16.26). No row exists before.
import { Statements } from './statements.ts';

/** Adds their table. */
export class Redirects1795970000000 extends Statements {
  readonly name = 'Redirects1795970000000';
  protected readonly statements = [
    `CREATE TABLE "redirect" ("urn" uuid NOT NULL, "version" bigint NOT NULL, "created_timestamp" timestamptz(3) NOT NULL, "updated_timestamp" timestamptz(3) NOT NULL, "owner" uuid NOT NULL, "from_path" text NOT NULL, "to_path" text, "to_address" text, "is_permanent" boolean NOT NULL, "tenant" uuid NOT NULL, "deleted_timestamp" timestamptz(3), CONSTRAINT "pk_redirect" PRIMARY KEY ("urn"))`,
    `CREATE INDEX "ix_redirect_owner" ON "redirect" ("owner")`,
    `CREATE INDEX "ix_redirect_listed" ON "redirect" ("tenant", "from_path", "urn") WHERE "deleted_timestamp" IS NULL AND octet_length("from_path") <= 2000`,
    `CREATE INDEX "ix_redirect_listed_long" ON "redirect" ("tenant") WHERE "deleted_timestamp" IS NULL AND octet_length("from_path") > 2000`,
    `CREATE INDEX "ix_redirect_deleted" ON "redirect" ("deleted_timestamp") WHERE "deleted_timestamp" IS NOT NULL`,
    `ALTER TABLE "redirect" ADD CONSTRAINT "uq_redirect__owner__from_path" EXCLUDE USING btree ("tenant" WITH =, "owner" WITH =, md5("from_path") WITH =) WHERE ("deleted_timestamp" IS NULL) DEFERRABLE INITIALLY IMMEDIATE`,
    `CREATE STATISTICS "st_redirect_owner" (dependencies) ON "tenant", "owner" FROM "redirect"`,
    `CREATE STATISTICS "st_redirect_from_path_size" ON octet_length("from_path") FROM "redirect"`,
    `CREATE INDEX "ix_redirect_path" ON "redirect" (md5("from_path")) WHERE "deleted_timestamp" IS NULL`,
    `CREATE TRIGGER "keep_tenant" AFTER UPDATE OF "tenant" ON "redirect" FOR EACH ROW WHEN (OLD."tenant" IS DISTINCT FROM NEW."tenant") EXECUTE FUNCTION "keep_tenant"()`,
    `ALTER TABLE "redirect" ADD CONSTRAINT "fk_redirect_urn" FOREIGN KEY ("urn") REFERENCES "resource" ("urn") ON DELETE CASCADE`,
  ];
}
