// Lanes of webhook deliveries: what of a subscription may be sent next stands in an index, so that taking it costs the same
// however much waits.
import type { MigrationInterface, QueryRunner } from 'typeorm';

const statements = [
  `DROP INDEX "ix_webhook_delivery_owner"`,
  `DROP INDEX "ix_webhook_delivery_subscription"`,
  `DROP INDEX "ix_webhook_delivery_due"`,
  `DROP INDEX "ix_webhook_delivery_order"`,
  `DROP INDEX "ix_webhook_delivery_sequence"`,
  `DROP INDEX "ix_webhook_delivery_unsequenced"`,
  `DROP INDEX "ix_webhook_delivery_leased"`,
  `DROP INDEX "ix_webhook_delivery_created"`,
  `ALTER TABLE "webhook_pace" ADD COLUMN "wake_timestamp" timestamptz(3)`,
  `ALTER TABLE "webhook_pace" ADD COLUMN "discard_until" timestamptz(3)`,
  `ALTER TABLE "webhook_pace" ADD COLUMN "noticed_timestamp" timestamptz(3)`,
  `ALTER TABLE "webhook_pace" ADD COLUMN "discard_reason" text`,
  `ALTER TABLE "webhook_delivery" ADD COLUMN "queue_state" integer`,
  `UPDATE "webhook_delivery" SET "queue_state" = CASE WHEN "status" = 'IN_FLIGHT' THEN 2 ELSE 3 END WHERE "due_timestamp" IS NOT NULL`,
  `UPDATE "webhook_pace" SET "wake_timestamp" = now()`,
  `CREATE INDEX "ix_webhook_delivery_lane" ON "webhook_delivery" ("subscription", "target_urn", "position") WHERE "due_timestamp" IS NOT NULL`,
  `CREATE INDEX "ix_webhook_delivery_queue" ON "webhook_delivery" ("queue_state", "subscription", "sequence" NULLS FIRST) WHERE "queue_state" > 0`,
  `CREATE INDEX "ix_webhook_delivery_timed" ON "webhook_delivery" ("due_timestamp") WHERE "queue_state" IN (2, 4)`,
  `CREATE INDEX "ix_webhook_delivery_subscription_listed" ON "webhook_delivery" ("subscription", "created_timestamp", "urn")`,
  `CREATE INDEX "ix_webhook_pace_wake" ON "webhook_pace" ("wake_timestamp") WHERE "wake_timestamp" IS NOT NULL`,
  `CREATE INDEX "ix_webhook_pace_discard" ON "webhook_pace" ("subscription") WHERE "discard_reason" IS NOT NULL`,
  `ALTER TABLE "webhook_delivery" ADD CONSTRAINT "ck_webhook_delivery_queue" CHECK (("queue_state" IS NULL) = ("due_timestamp" IS NULL))`,
];

/** Gives deliveries their place in the queue, and subscriptions the time at which they are looked at next. */
export class DeliveryLanes1795292237038 implements MigrationInterface {
  readonly name = 'DeliveryLanes1795292237038';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only: restore a backup instead.'));
  }
}
