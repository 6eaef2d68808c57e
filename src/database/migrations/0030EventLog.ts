// The event log: the head of the sequence and where what is kept begins, in one row, and the index by which the
// sequencer finds triggers that have no place in the log yet.
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the event log's own row and index. */
export class EventLog1763700030000 implements MigrationInterface {
  readonly name = 'EventLog1763700030000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE "event_log" ("is_only" boolean NOT NULL DEFAULT true CONSTRAINT "pk_event_log" PRIMARY KEY` +
        ` CONSTRAINT "ck_event_log_only" CHECK ("is_only"), "last_sequence" bigint NOT NULL, "expired_sequence" bigint NOT NULL)`,
    );
    await runner.query(
      `INSERT INTO "event_log" ("last_sequence", "expired_sequence")` +
        ` SELECT COALESCE(max("sequence"), 0), COALESCE(min("sequence") - 1, 0) FROM "webhook_trigger"`,
    );
    await runner.query(
      `CREATE INDEX "ix_webhook_trigger_unsequenced" ON "webhook_trigger" ("position") WHERE "sequence" IS NULL`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX "ix_webhook_trigger_unsequenced"`);
    await runner.query(`DROP TABLE "event_log"`);
  }
}
