// What the migrations share: statements that run in order, and no way back.
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A migration that is nothing but statements. TypeORM knows it by its name, which ends with the time it was written at. */
export abstract class Statements implements MigrationInterface {
  abstract readonly name: string;
  protected abstract readonly statements: readonly string[];

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of this.statements) await runner.query(statement);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only: restore a backup instead.'));
  }
}
