// What the migrations share: statements that run in order, no way back, and waiting for a table that is in use.
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A database that this version cannot bring to its schema; the message says why, and what to do. */
export class OtherVersionError extends Error {}

/** A migration. TypeORM knows it by its name, which ends with the time it was written at. */
export abstract class ForwardOnly implements MigrationInterface {
  abstract readonly name: string;
  abstract up(runner: QueryRunner): Promise<void>;

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only: restore a backup instead.'));
  }
}

/** A migration that is nothing but statements. */
export abstract class Statements extends ForwardOnly {
  protected abstract readonly statements: readonly string[];

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of this.statements) await runner.query(statement);
  }
}

/**
 * A statement that gathers the statistics of a table, if it has rows. One without any would be known as empty: it is then read from
 * end to end by every plan that is made until PostgreSQL looks at it again, however much is written meanwhile.
 */
export function analyzeFilled(table: string): string {
  return `DO $$ BEGIN IF EXISTS (SELECT FROM "${table}") THEN ANALYZE "${table}"; END IF; END $$`;
}

/** How long writers may be held up by each try, and how many there are. */
const heldUp = `SET LOCAL lock_timeout = 500`;
const mostTries = 120;

/**
 * Does something in a transaction that needs a table to itself. Whoever waits for a table holds up all who come after: not for long,
 * and again.
 */
export async function soon(runner: QueryRunner, what: string, work: () => Promise<unknown>): Promise<void> {
  for (let tries = 1; ; tries += 1)
    try {
      await runner.startTransaction();
      await runner.query(heldUp);
      await work();
      await runner.commitTransaction();
      return;
    } catch (error) {
      await runner.rollbackTransaction();
      if ((error as { code?: string }).code !== '55P03' || tries === mostTries) throw error;
      runner.dataSource.logger.log('info', `${what} is in use: trying again`, runner);
      await runner.query('SELECT pg_sleep(0.5)');
    }
}
