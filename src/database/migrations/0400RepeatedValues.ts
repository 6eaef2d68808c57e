// An entry that discarding drafts has written repeats the live one, which stays live: readers without READ_DRAFT go on seeing
// its version and time.
import type { MigrationInterface, QueryRunner } from 'typeorm';

const statements = [
  `ALTER TABLE "item_value" ADD COLUMN "repeats" uuid`,
  `ALTER TABLE "item" ADD COLUMN "is_repeated" boolean NOT NULL DEFAULT false`,
];

/** Adds the columns. */
export class RepeatedValues1795357200000 implements MigrationInterface {
  readonly name = 'RepeatedValues1795357200000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only: restore a backup instead.'));
  }
}
