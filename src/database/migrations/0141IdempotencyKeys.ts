// Requests that were sent under an idempotency key, and what they were answered.
import type { MigrationInterface, QueryRunner } from 'typeorm';

const statements = [
  `CREATE TABLE "idempotency_key" ("key" text NOT NULL, "digest" text NOT NULL, "state" text NOT NULL, "answer" text, "lease_until" timestamptz(3) NOT NULL, "created_timestamp" timestamptz(3) NOT NULL, CONSTRAINT "pk_idempotency_key" PRIMARY KEY ("key"))`,
  `CREATE INDEX "ix_idempotency_key_created_timestamp" ON "idempotency_key" ("created_timestamp")`,
];

/** Makes the table of idempotency keys. */
export class IdempotencyKeys1795296900000 implements MigrationInterface {
  readonly name = 'IdempotencyKeys1795296900000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only: restore a backup instead.'));
  }
}
