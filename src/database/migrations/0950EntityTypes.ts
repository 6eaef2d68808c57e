// Types of pages: what each says, what it said before, and which pages are of it. Pages that there are have none.
import { Statements } from './statements.ts';

/** Adds the tables, and the column of entities. */
export class EntityTypes1795950000000 extends Statements {
  readonly name = 'EntityTypes1795950000000';
  protected readonly statements = [
    `CREATE TABLE "entity_type" ("urn" uuid NOT NULL, "version" bigint NOT NULL, "created_timestamp" timestamptz(3) NOT NULL, "updated_timestamp" timestamptz(3) NOT NULL, "owner" uuid NOT NULL, "name" text NOT NULL, "description" text, "fields" json NOT NULL, "tenant" uuid NOT NULL, "deleted_timestamp" timestamptz(3), CONSTRAINT "pk_entity_type" PRIMARY KEY ("urn"))`,
    `ALTER TABLE "entity" ADD COLUMN "entity_type" uuid`,
    `CREATE INDEX "ix_entity_entity_type" ON "entity" ("entity_type")`,
    `CREATE INDEX "ix_entity_type_owner" ON "entity_type" ("owner")`,
    `CREATE INDEX "ix_entity_type_listed" ON "entity_type" ("tenant", "name" COLLATE "names", "urn") WHERE "deleted_timestamp" IS NULL`,
    `CREATE INDEX "ix_entity_type_deleted" ON "entity_type" ("deleted_timestamp") WHERE "deleted_timestamp" IS NOT NULL`,
    `ALTER TABLE "entity_type" ADD CONSTRAINT "uq_entity_type__owner__name" EXCLUDE USING btree ("tenant" WITH =, "owner" WITH =, "name" WITH =) WHERE ("deleted_timestamp" IS NULL) DEFERRABLE INITIALLY IMMEDIATE`,
    `CREATE STATISTICS "st_entity_type_owner" (dependencies) ON "tenant", "owner" FROM "entity_type"`,
    `CREATE TRIGGER "keep_tenant" AFTER UPDATE OF "tenant" ON "entity_type" FOR EACH ROW WHEN (OLD."tenant" IS DISTINCT FROM NEW."tenant") EXECUTE FUNCTION "keep_tenant"()`,
    `ALTER TABLE "entity_type" ADD CONSTRAINT "fk_entity_type_urn" FOREIGN KEY ("urn") REFERENCES "resource" ("urn") ON DELETE CASCADE`,
    `CREATE TABLE "entity_type_version" ("tenant" uuid NOT NULL, "entity_type" uuid NOT NULL, "version" bigint NOT NULL, "timestamp" timestamptz(3) NOT NULL, "actor" json NOT NULL, "content" json NOT NULL, CONSTRAINT "pk_entity_type_version" PRIMARY KEY ("entity_type", "version"))`,
    `ALTER TABLE "entity_type_version" ADD CONSTRAINT "fk_entity_type_version_entity_type" FOREIGN KEY ("entity_type") REFERENCES "resource" ("urn") ON DELETE CASCADE`,
    `CREATE TRIGGER "keep_tenant" AFTER UPDATE OF "tenant" ON "entity_type_version" FOR EACH ROW WHEN (OLD."tenant" IS DISTINCT FROM NEW."tenant") EXECUTE FUNCTION "keep_tenant"()`,
  ];
}
