// Webhook delivery: what a delivery needs besides what callers see, the pace of each subscription, and the indexes that
// matching at commit and claiming by workers stand on.
import type { MigrationInterface, QueryRunner } from 'typeorm';

const statements = [
  `ALTER TABLE "webhook_subscription" ADD COLUMN "previous_secret_sealed" json, ADD COLUMN "test_passed" boolean`,
  `CREATE INDEX "ix_webhook_subscription_match" ON "webhook_subscription" ("owner", "subject") WHERE "status" = 'ACTIVE' AND "deleted_timestamp" IS NULL`,
  `CREATE INDEX "ix_webhook_subscription_expiration" ON "webhook_subscription" ("expiration_timestamp") WHERE "expiration_timestamp" IS NOT NULL AND "status" <> 'EXPIRED' AND "deleted_timestamp" IS NULL`,
  `ALTER TABLE "webhook_delivery" ADD COLUMN "body" text, ADD COLUMN "target_urn" uuid, ADD COLUMN "position" bigint,` +
    ` ADD COLUMN "due_timestamp" TIMESTAMP(3) WITH TIME ZONE, ADD COLUMN "schedule_step" integer NOT NULL DEFAULT 0,` +
    ` ADD COLUMN "is_test" boolean NOT NULL DEFAULT false, ADD COLUMN "is_manual" boolean NOT NULL DEFAULT false,` +
    ` ADD COLUMN "may_read" boolean`,
  `ALTER TABLE "webhook_delivery" ALTER COLUMN "schedule_step" DROP DEFAULT, ALTER COLUMN "is_test" DROP DEFAULT, ALTER COLUMN "is_manual" DROP DEFAULT`,
  // A delivery is unfinished exactly as long as it has a due time.
  `CREATE INDEX "ix_webhook_delivery_due" ON "webhook_delivery" ("subscription", "due_timestamp") WHERE "due_timestamp" IS NOT NULL`,
  `CREATE INDEX "ix_webhook_delivery_order" ON "webhook_delivery" ("subscription", "target_urn", "position") WHERE "due_timestamp" IS NOT NULL`,
  `CREATE INDEX "ix_webhook_delivery_sequence" ON "webhook_delivery" ("subscription", "sequence") WHERE "due_timestamp" IS NOT NULL`,
  `CREATE INDEX "ix_webhook_delivery_unsequenced" ON "webhook_delivery" ("trigger") WHERE "due_timestamp" IS NOT NULL AND "sequence" IS NULL`,
  `CREATE INDEX "ix_webhook_delivery_leased" ON "webhook_delivery" ("due_timestamp") WHERE "status" = 'IN_FLIGHT'`,
  `CREATE INDEX "ix_webhook_delivery_created" ON "webhook_delivery" ("created_timestamp")`,
  `CREATE TABLE "webhook_pace" ("subscription" uuid NOT NULL, "tat" double precision NOT NULL, "claimed" double precision NOT NULL, "slow_until" double precision NOT NULL, "failed_attempts" integer NOT NULL, CONSTRAINT "pk_webhook_pace" PRIMARY KEY ("subscription"))`,
  `ALTER TABLE "webhook_pace" ADD CONSTRAINT "fk_webhook_pace_subscription" FOREIGN KEY ("subscription") REFERENCES "resource"("urn") ON DELETE CASCADE ON UPDATE NO ACTION`,
  `INSERT INTO "webhook_pace" ("subscription", "tat", "claimed", "slow_until", "failed_attempts") SELECT "urn", 0, 0, 0, 0 FROM "webhook_subscription"`,
];

/** Adds the outbox of webhook deliveries. */
export class Webhooks1763700040000 implements MigrationInterface {
  readonly name = 'Webhooks1763700040000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Deliveries would be lost: go back by restoring a backup.'));
  }
}
