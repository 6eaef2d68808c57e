// The event log of each tenant has numbers of its own, and an epoch says of which past they are. Events that exist keep the
// numbers they have, so that cursors that callers keep stay what they are.
import type { MigrationInterface, QueryRunner } from 'typeorm';

const statements = [
  `ALTER TABLE "webhook_trigger" ADD COLUMN "ordinal" bigint`,
  `UPDATE "webhook_trigger" SET "ordinal" = "sequence" WHERE "sequence" IS NOT NULL`,
  `DROP INDEX "uq_webhook_trigger__sequence"`,
  `CREATE UNIQUE INDEX "uq_webhook_trigger__tenant__sequence" ON "webhook_trigger" ("tenant", "sequence")`,
  `CREATE UNIQUE INDEX "uq_webhook_trigger__ordinal" ON "webhook_trigger" ("ordinal")`,
  `ALTER TABLE "event_log" DROP CONSTRAINT "pk_event_log", DROP CONSTRAINT "ck_event_log_only"`,
  `ALTER TABLE "event_log" ADD COLUMN "tenant" uuid, ADD COLUMN "last_ordinal" bigint, ADD COLUMN "last_urn" uuid, ADD COLUMN "common_sequence" bigint`,
  `INSERT INTO "event_log" ("tenant", "last_sequence", "expired_sequence", "last_ordinal")
    SELECT t.tenant, l."last_sequence", l."expired_sequence", l."last_sequence" FROM "event_log" l,
      (SELECT "urn" AS tenant FROM "company" WHERE "owner" = "urn" UNION SELECT "tenant" FROM "webhook_trigger") t`,
  `DELETE FROM "event_log" WHERE "tenant" IS NULL`,
  `ALTER TABLE "event_log" DROP COLUMN "is_only"`,
  `ALTER TABLE "event_log" ALTER COLUMN "tenant" SET NOT NULL, ALTER COLUMN "last_ordinal" SET NOT NULL`,
  `ALTER TABLE "event_log" ADD CONSTRAINT "pk_event_log" PRIMARY KEY ("tenant")`,
  `CREATE INDEX "ix_event_log_last_ordinal" ON "event_log" ("last_ordinal")`,
  `ALTER TABLE "webhook_delivery" ADD COLUMN "log_epoch" integer`,
  `INSERT INTO "setting" ("name", "value") VALUES ('event log', '{"epoch":1}')`,
];

/** Numbers the log by tenant. */
export class LogPerTenant1795302100000 implements MigrationInterface {
  readonly name = 'LogPerTenant1795302100000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only: restore a backup instead.'));
  }
}
