// Digests of the words that search documents were made from: what has the same words keeps its vector.
import type { MigrationInterface, QueryRunner } from 'typeorm';

const statements = [
  `ALTER TABLE "search_document" ADD COLUMN "live_digest" uuid`,
  `ALTER TABLE "search_document" ADD COLUMN "draft_digest" uuid`,
];

/** Adds the columns. Documents without a digest are made anew at their next change. */
export class SearchDigests1795315000000 implements MigrationInterface {
  readonly name = 'SearchDigests1795315000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only: restore a backup instead.'));
  }
}
