// Preview links: pages that are shown to outsiders for a while. No row exists before.
import { Statements } from './statements.ts';

/** Adds their table. */
export class PreviewLinks1795986000000 extends Statements {
  readonly name = 'PreviewLinks1795986000000';
  protected readonly statements = [
    `CREATE TABLE "preview_link" ("urn" uuid NOT NULL, "version" bigint NOT NULL, "created_timestamp" timestamptz(3) NOT NULL, "updated_timestamp" timestamptz(3) NOT NULL, "entity" uuid NOT NULL, "name" text, "content_version" text NOT NULL, "language" text, "variant" text, "at_timestamp" timestamptz, "expiration_timestamp" timestamptz NOT NULL, "owner" uuid NOT NULL, "tenant" uuid NOT NULL, "token_hash" text, "shown" uuid[] NOT NULL, "deleted_timestamp" timestamptz(3), CONSTRAINT "pk_preview_link" PRIMARY KEY ("urn"))`,
    `CREATE INDEX "ix_preview_link_owner" ON "preview_link" ("owner")`,
    `CREATE INDEX "ix_preview_link_entity" ON "preview_link" ("entity")`,
    `CREATE INDEX "ix_preview_link_listed" ON "preview_link" ("tenant", "created_timestamp", "urn") WHERE "deleted_timestamp" IS NULL`,
    `CREATE INDEX "ix_preview_link_deleted" ON "preview_link" ("deleted_timestamp") WHERE "deleted_timestamp" IS NOT NULL`,
    `CREATE UNIQUE INDEX "uq_preview_link__token_hash" ON "preview_link" ("token_hash")`,
    `CREATE STATISTICS "st_preview_link_owner" (dependencies) ON "tenant", "owner" FROM "preview_link"`,
    `CREATE TRIGGER "keep_tenant" AFTER UPDATE OF "tenant" ON "preview_link" FOR EACH ROW WHEN (OLD."tenant" IS DISTINCT FROM NEW."tenant") EXECUTE FUNCTION "keep_tenant"()`,
    `ALTER TABLE "preview_link" ADD CONSTRAINT "fk_preview_link_urn" FOREIGN KEY ("urn") REFERENCES "resource" ("urn") ON DELETE CASCADE`,
  ];
}
