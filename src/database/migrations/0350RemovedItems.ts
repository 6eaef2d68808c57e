// Items that were removed are listed, until their removal is published, for readers without READ_DRAFT.
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Makes the index. */
export class RemovedItems1795344000000 implements MigrationInterface {
  readonly name = 'RemovedItems1795344000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE INDEX "ix_item_removed" ON "item" ("tenant", "kind", "sort_order", "urn") WHERE "deleted_timestamp" IS NOT NULL`,
    );
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only: restore a backup instead.'));
  }
}
