// The record of access: who signed in, which tokens were used, which writes were refused. Uses and refusals of one day and one
// kind are one row, so that it grows with callers and not with requests.
import type { MigrationInterface, QueryRunner } from 'typeorm';

const statements = [
  `CREATE TABLE "access_record" ("tenant" uuid NOT NULL, "position" bigint NOT NULL GENERATED ALWAYS AS IDENTITY, "key" text NOT NULL,
    "owner" uuid NOT NULL, "event" text NOT NULL, "api_client" uuid, "identity" uuid, "token" uuid, "operation" text, "target" uuid,
    "first_timestamp" timestamptz(3) NOT NULL, "last_timestamp" timestamptz(3) NOT NULL, "count" bigint NOT NULL,
    CONSTRAINT "pk_access_record" PRIMARY KEY ("position"))`,
  `CREATE UNIQUE INDEX "uq_access_record__tenant__key" ON "access_record" ("tenant", "key")`,
  `CREATE INDEX "ix_access_record_listed" ON "access_record" ("tenant", "position")`,
  `CREATE INDEX "ix_access_record_last" ON "access_record" ("last_timestamp")`,
  `CREATE TRIGGER "keep_tenant" BEFORE UPDATE OF "tenant" ON "access_record" FOR EACH ROW
    WHEN (OLD."tenant" IS DISTINCT FROM NEW."tenant") EXECUTE FUNCTION "keep_tenant"()`,
];

/** Makes the table. */
export class AccessRecord1795317100000 implements MigrationInterface {
  readonly name = 'AccessRecord1795317100000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only: restore a backup instead.'));
  }
}
