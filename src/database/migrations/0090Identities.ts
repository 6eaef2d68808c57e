// Identities that ended for good: merged into another one, or erased; they cannot be restored. And whether the search
// index holds everything: a database without resources has nothing to catch up with.
import type { MigrationInterface, QueryRunner } from 'typeorm';

const statements = [
  `CREATE TABLE "identity_end" ("urn" uuid NOT NULL CONSTRAINT "pk_identity_end" PRIMARY KEY, "merged_into" uuid,` +
    ` "ended_timestamp" timestamptz(3) NOT NULL, "actor" json NOT NULL,` +
    ` CONSTRAINT "fk_identity_end_urn" FOREIGN KEY ("urn") REFERENCES "resource"("urn") ON DELETE CASCADE,` +
    ` CONSTRAINT "fk_identity_end_merged_into" FOREIGN KEY ("merged_into") REFERENCES "resource"("urn") ON DELETE SET NULL)`,
  `CREATE INDEX "ix_identity_end_merged_into" ON "identity_end" ("merged_into")`,
  `INSERT INTO "setting" ("name", "value") SELECT 'search index', '"COMPLETE"' WHERE NOT EXISTS (SELECT 1 FROM "resource")`,
];

/** Makes the record of identities that ended. */
export class Identities1763700090000 implements MigrationInterface {
  readonly name = 'Identities1763700090000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DELETE FROM "setting" WHERE "name" = 'search index'`);
    await runner.query(`DROP TABLE "identity_end"`);
  }
}
