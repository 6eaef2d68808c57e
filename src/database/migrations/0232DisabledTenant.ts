// Tenants that the operator has disabled. A row moves the access epoch of its tenant, so that what every process has decided
// about its callers is decided again.
import type { MigrationInterface, QueryRunner } from 'typeorm';

const statements = [
  `CREATE TABLE "disabled_tenant" ("tenant" uuid NOT NULL, "since_timestamp" timestamptz(3) NOT NULL, CONSTRAINT "pk_disabled_tenant" PRIMARY KEY ("tenant"))`,
  `CREATE TRIGGER "keep_tenant" BEFORE UPDATE OF "tenant" ON "disabled_tenant" FOR EACH ROW
    WHEN (OLD."tenant" IS DISTINCT FROM NEW."tenant") EXECUTE FUNCTION "keep_tenant"()`,
  ...['INSERT', 'DELETE'].map(
    (event) =>
      `CREATE CONSTRAINT TRIGGER "access_epoch_${event.toLowerCase()}" AFTER ${event} ON "disabled_tenant"
        DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "move_access_epoch"()`,
  ),
];

/** Makes the table and its triggers. */
export class DisabledTenant1795316000000 implements MigrationInterface {
  readonly name = 'DisabledTenant1795316000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only: restore a backup instead.'));
  }
}
