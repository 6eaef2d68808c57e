// The queue of the search index says of a change whether it is of drafts alone: then nothing that is live is read for it.
import type { MigrationInterface, QueryRunner } from 'typeorm';

const statements = [`ALTER TABLE "search_queue" ADD COLUMN "is_of_drafts" boolean NOT NULL DEFAULT false`];

/** Adds the column. */
export class QueuedDrafts1795359000000 implements MigrationInterface {
  readonly name = 'QueuedDrafts1795359000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only: restore a backup instead.'));
  }
}
