// When a webhook subscription last gave a delivery up.
import type { MigrationInterface, QueryRunner } from 'typeorm';

const statements = [`ALTER TABLE "webhook_subscription" ADD COLUMN "last_exhausted_timestamp" timestamptz(3)`];

/** Adds the column. */
export class WebhookExhausted1795294491544 implements MigrationInterface {
  readonly name = 'WebhookExhausted1795294491544';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only: restore a backup instead.'));
  }
}
