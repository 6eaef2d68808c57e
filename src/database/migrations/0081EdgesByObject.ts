// Whether a caller holds an edge on a row is asked for every row that a list walks over. The index begins with the object
// and the subject and carries the rest of the question, so that one descent without the table answers it; with the label
// between them it took one for each label that would do. And what the planner must know to begin at the right end.
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Makes the index of edges by object. */
export class EdgesByObject1763700081000 implements MigrationInterface {
  readonly name = 'EdgesByObject1763700081000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE INDEX "ix_permission_edge" ON "permission" ("object_urn", "subject_urn")` +
        ` INCLUDE ("label", "object_scope", "subject_scope", "from_timestamp", "to_timestamp") WHERE "deleted_timestamp" IS NULL`,
    );
    await runner.query(`DROP INDEX "ix_permission_object"`);
    // Who holds many edges of one kind need not hold any of another: lists are read from the edges or from the order of
    // the rows by what is known of this caller and this kind.
    await runner.query(
      `CREATE STATISTICS "st_permission_subject" (mcv) ON "subject_urn", "object_scope" FROM "permission"`,
    );
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only: restore a backup instead.'));
  }
}
