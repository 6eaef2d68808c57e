// The order by the last change, as readers without READ_DRAFT are shown it, is read from an index of its own.
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Makes the index. */
export class LiveOrder1795330000000 implements MigrationInterface {
  readonly name = 'LiveOrder1795330000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE INDEX "ix_entity_by_live_updated_timestamp" ON "entity" ("tenant", "live_updated_timestamp", "urn")` +
        ` WHERE "live_timestamp" IS NOT NULL AND "deleted_timestamp" IS NULL`,
    );
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only: restore a backup instead.'));
  }
}
