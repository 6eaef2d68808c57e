// A kept body says whether it shows drafts, so that it is not sent to a client that may no longer see them.
import type { MigrationInterface, QueryRunner } from 'typeorm';

const statements = [
  // Of the bodies that are kept nothing is known: those of content are made anew for clients that see no drafts.
  `ALTER TABLE "webhook_body" ADD COLUMN "shows_drafts" boolean NOT NULL DEFAULT true`,
  `ALTER TABLE "webhook_body" ALTER COLUMN "shows_drafts" DROP DEFAULT`,
];

/** Adds the column. */
export class DraftBodies1795340000000 implements MigrationInterface {
  readonly name = 'DraftBodies1795340000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only: restore a backup instead.'));
  }
}
