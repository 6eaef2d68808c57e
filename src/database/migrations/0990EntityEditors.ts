// Who edits which entity, for a short time each. No row exists before.
import { Statements } from './statements.ts';

/** Adds their table. */
export class EntityEditors1795990000000 extends Statements {
  readonly name = 'EntityEditors1795990000000';
  protected readonly statements = [
    `CREATE TABLE "entity_editor" ("entity" uuid NOT NULL, "actor_urn" uuid NOT NULL, "tenant" uuid NOT NULL, "actor" json NOT NULL, "since_timestamp" timestamptz(3) NOT NULL, "until_timestamp" timestamptz(3) NOT NULL, CONSTRAINT "pk_entity_editor" PRIMARY KEY ("entity", "actor_urn"))`,
    `CREATE INDEX "ix_entity_editor_tenant" ON "entity_editor" ("tenant", "until_timestamp")`,
    `CREATE INDEX "ix_entity_editor_until" ON "entity_editor" ("until_timestamp")`,
    `ALTER TABLE "entity_editor" ADD CONSTRAINT "fk_entity_editor_entity" FOREIGN KEY ("entity") REFERENCES "resource" ("urn") ON DELETE CASCADE`,
    `CREATE TRIGGER "keep_tenant" AFTER UPDATE OF "tenant" ON "entity_editor" FOR EACH ROW WHEN (OLD."tenant" IS DISTINCT FROM NEW."tenant") EXECUTE FUNCTION "keep_tenant"()`,
  ];
}
