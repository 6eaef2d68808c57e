// The unread posts that a notification counts toward its level have the name that the code has for them.
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Renames the column. */
export class NotifiedCount1795336000000 implements MigrationInterface {
  readonly name = 'NotifiedCount1795336000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "message_thread_notification" RENAME COLUMN "told_count" TO "notified_count"`);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only: restore a backup instead.'));
  }
}
