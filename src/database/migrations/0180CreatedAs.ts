// By whom and by which request something was made whose urn its caller chose: a create that is sent again is recognized.
import type { MigrationInterface, QueryRunner } from 'typeorm';

const statements = [`ALTER TABLE "resource" ADD COLUMN "created_as" text`];

/** Notes creates with their urns; of what is there already nothing is known. */
export class CreatedAs1795302036232 implements MigrationInterface {
  readonly name = 'CreatedAs1795302036232';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only: restore a backup instead.'));
  }
}
