// Entities whose search documents are written after the commit of a change.
import type { MigrationInterface, QueryRunner } from 'typeorm';

const statements = [
  `CREATE TABLE "search_queue" ("tenant" uuid NOT NULL, "id" bigint NOT NULL GENERATED ALWAYS AS IDENTITY, "urn" uuid NOT NULL, CONSTRAINT "pk_search_queue" PRIMARY KEY ("id"))`,
  `CREATE INDEX "ix_search_queue_tenant" ON "search_queue" ("tenant", "id")`,
];

/** Adds the queue. */
export class SearchQueue1795295191287 implements MigrationInterface {
  readonly name = 'SearchQueue1795295191287';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only: restore a backup instead.'));
  }
}
