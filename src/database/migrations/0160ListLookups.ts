// Lists of large kinds: orders besides the kind's own, and lookups by texts that are too long for an index.
import type { MigrationInterface, QueryRunner } from 'typeorm';

const statements = [
  `CREATE INDEX "ix_entity_by_updated_timestamp" ON "entity" ("tenant", "updated_timestamp", "urn") WHERE "deleted_timestamp" IS NULL`,
  `CREATE INDEX "ix_entity_with_name" ON "entity" ("tenant", md5("name")) WHERE "deleted_timestamp" IS NULL`,
  `CREATE INDEX "ix_identity_with_name" ON "identity" ("tenant", md5("name")) WHERE "deleted_timestamp" IS NULL`,
  `CREATE INDEX "ix_task_by_due_timestamp" ON "task" ("tenant", "due_timestamp", "urn") WHERE "deleted_timestamp" IS NULL`,
  `CREATE INDEX "ix_task_by_updated_timestamp" ON "task" ("tenant", "updated_timestamp", "urn") WHERE "deleted_timestamp" IS NULL`,
];

/** Makes the indexes. */
export class ListLookups1795305333864 implements MigrationInterface {
  readonly name = 'ListLookups1795305333864';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only: restore a backup instead.'));
  }
}
