// Identity and work: a client identifier that has expired no longer blocks its name, and payments of invoices are kept.
import type { MigrationInterface, QueryRunner } from 'typeorm';

const statements = [
  `ALTER TABLE "client_identifier" ADD COLUMN "is_released" boolean NOT NULL DEFAULT false`,
  `ALTER TABLE "client_identifier" ALTER COLUMN "is_released" DROP DEFAULT`,
  `DROP INDEX "uq_client_identifier__owner__domain__token"`,
  `CREATE UNIQUE INDEX "uq_client_identifier__owner__domain__token" ON "client_identifier" ("owner", "domain", md5("token")) WHERE "deleted_timestamp" IS NULL AND NOT "is_released"`,
  `ALTER TABLE "payment_invoice" ADD COLUMN "payments" json`,
];

/** Adds what tells an expired client identifier, and where payments of an invoice stand. */
export class IdentityAndWork1763700000010 implements MigrationInterface {
  readonly name = 'IdentityAndWork1763700000010';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX "uq_client_identifier__owner__domain__token"`);
    await runner.query(`ALTER TABLE "payment_invoice" DROP COLUMN "payments"`);
    await runner.query(`ALTER TABLE "client_identifier" DROP COLUMN "is_released"`);
    await runner.query(
      `CREATE UNIQUE INDEX "uq_client_identifier__owner__domain__token" ON "client_identifier" ("owner", "domain", md5("token")) WHERE "deleted_timestamp" IS NULL`,
    );
  }
}
