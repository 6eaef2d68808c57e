// What waits stands in a queue of narrow rows; the log of deliveries is written in place, and bodies and attempts once each.
// Takes as long as copying the log of 30 days does: its bodies and attempts move to tables of their own.
import type { MigrationInterface, QueryRunner } from 'typeorm';

const statements = [
  `CREATE TABLE "webhook_queue" ("tenant" uuid NOT NULL, "subscription" uuid NOT NULL, "target_urn" uuid NOT NULL, "position" bigint NOT NULL, "delivery" uuid NOT NULL, "sequence" bigint, "state" integer NOT NULL, "due_timestamp" timestamptz(3) NOT NULL, "created_timestamp" timestamptz(3) NOT NULL, CONSTRAINT "pk_webhook_queue" PRIMARY KEY ("subscription", "target_urn", "position"))`,
  `CREATE TABLE "webhook_body" ("tenant" uuid NOT NULL, "delivery" uuid NOT NULL, "body" text NOT NULL, "created_timestamp" timestamptz(3) NOT NULL, CONSTRAINT "pk_webhook_body" PRIMARY KEY ("delivery"))`,
  `CREATE TABLE "webhook_attempt" ("tenant" uuid NOT NULL, "delivery" uuid NOT NULL, "number" integer NOT NULL, "started_timestamp" timestamptz(3) NOT NULL, "duration_millis" integer NOT NULL, "response_status" integer, "error_code" text, "response_excerpt" text, "is_manual" boolean NOT NULL, "request_headers" json, CONSTRAINT "pk_webhook_attempt" PRIMARY KEY ("delivery", "number"))`,
  `INSERT INTO "webhook_queue" SELECT "tenant", "subscription", COALESCE("target_urn", "urn"), COALESCE("position", 0), "urn", "sequence", "queue_state", "due_timestamp", "created_timestamp" FROM "webhook_delivery" WHERE "due_timestamp" IS NOT NULL AND "subscription" IS NOT NULL ON CONFLICT DO NOTHING`,
  `INSERT INTO "webhook_body" SELECT "tenant", "urn", "body", "created_timestamp" FROM "webhook_delivery" WHERE "body" IS NOT NULL`,
  `INSERT INTO "webhook_attempt" SELECT d."tenant", d."urn", a."number", a."startedTimestamp", a."durationMillis", a."responseStatus", a."errorCode", a."responseExcerpt", a."isManual", a."requestHeaders" FROM "webhook_delivery" d, json_to_recordset(d."attempts") AS a("number" int, "startedTimestamp" timestamptz, "durationMillis" int, "responseStatus" int, "errorCode" text, "responseExcerpt" text, "isManual" boolean, "requestHeaders" json) ON CONFLICT DO NOTHING`,
  `CREATE INDEX "ix_webhook_queue_state" ON "webhook_queue" ("state", "subscription", "sequence" NULLS FIRST) WHERE "state" > 0`,
  `CREATE INDEX "ix_webhook_queue_timed" ON "webhook_queue" ("due_timestamp") WHERE "state" IN (2, 4)`,
  `CREATE INDEX "ix_webhook_body_created" ON "webhook_body" ("created_timestamp")`,
  `DROP INDEX "ix_webhook_delivery_lane"`,
  `DROP INDEX "ix_webhook_delivery_queue"`,
  `DROP INDEX "ix_webhook_delivery_timed"`,
  `ALTER TABLE "webhook_delivery" DROP COLUMN "queue_state", DROP COLUMN "due_timestamp", DROP COLUMN "body", DROP COLUMN "attempts", DROP COLUMN "sequence"`,
  `ALTER TABLE "webhook_delivery" SET (fillfactor = 50)`,
  ...['webhook_queue', 'webhook_body', 'webhook_attempt'].map(
    (table) =>
      `CREATE TRIGGER "keep_tenant" BEFORE UPDATE OF "tenant" ON "${table}" FOR EACH ROW` +
      ` WHEN (OLD."tenant" IS DISTINCT FROM NEW."tenant") EXECUTE FUNCTION "keep_tenant"()`,
  ),
  `ALTER TABLE "webhook_pace" ADD COLUMN "discard_from_sequence" bigint, ADD COLUMN "discard_to_sequence" bigint`,
];

/** Makes the queue, and the tables of bodies and attempts. */
export class DeliveryQueue1795317000000 implements MigrationInterface {
  readonly name = 'DeliveryQueue1795317000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only: restore a backup instead.'));
  }
}
