// What ended with a deletion is kept with it, so that it can come back: permission edges, links that were emptied, members of lists. What
// ended before is not known any more.
import { Statements } from './statements.ts';

/** Adds the table. */
export class EndedLinks1795910000000 extends Statements {
  readonly name = 'EndedLinks1795910000000';
  protected readonly statements = [
    `CREATE TABLE "ended_link" ("cause" uuid NOT NULL, "tenant" uuid NOT NULL, "urn" uuid NOT NULL, "field" text NOT NULL, "target" uuid NOT NULL, "position" integer, CONSTRAINT "pk_ended_link" PRIMARY KEY ("cause", "urn", "field", "target"))`,
    `CREATE INDEX "ix_ended_link_urn" ON "ended_link" ("urn")`,
    `CREATE INDEX "ix_ended_link_target" ON "ended_link" ("target")`,
    `ALTER TABLE "ended_link" ADD CONSTRAINT "fk_ended_link_cause" FOREIGN KEY ("cause") REFERENCES "resource" ("urn") ON DELETE CASCADE`,
    `ALTER TABLE "ended_link" ADD CONSTRAINT "fk_ended_link_urn" FOREIGN KEY ("urn") REFERENCES "resource" ("urn") ON DELETE CASCADE`,
    `ALTER TABLE "ended_link" ADD CONSTRAINT "fk_ended_link_target" FOREIGN KEY ("target") REFERENCES "resource" ("urn") ON DELETE CASCADE`,
    `CREATE TRIGGER "keep_tenant" AFTER UPDATE OF "tenant" ON "ended_link" FOR EACH ROW WHEN (OLD."tenant" IS DISTINCT FROM NEW."tenant") EXECUTE FUNCTION "keep_tenant"()`,
  ];
}
