// Sign-in of people: their web sessions, the accounts at an identity provider they sign in with, sign-ins that are under
// way, and the links that let a developer in. Secrets are kept as SHA-256 alone.
import type { MigrationInterface, QueryRunner } from 'typeorm';

const instant = 'TIMESTAMP(3) WITH TIME ZONE';

const statements = [
  `CREATE TABLE "web_session" ("urn" uuid PRIMARY KEY, "secret_hash" text NOT NULL UNIQUE, "identity" uuid NOT NULL REFERENCES "resource"("urn") ON DELETE CASCADE, "created_timestamp" ${instant} NOT NULL, "idle_timestamp" ${instant} NOT NULL, "expiration_timestamp" ${instant} NOT NULL, "ended_timestamp" ${instant})`,
  `CREATE INDEX "ix_web_session_identity" ON "web_session" ("identity")`,
  `CREATE INDEX "ix_web_session_expiration" ON "web_session" ("expiration_timestamp")`,
  `CREATE TABLE "sign_in_account" ("issuer" text NOT NULL, "subject" text NOT NULL, "tenant" uuid NOT NULL REFERENCES "resource"("urn") ON DELETE CASCADE, "identity" uuid NOT NULL REFERENCES "resource"("urn") ON DELETE CASCADE, "created_timestamp" ${instant} NOT NULL, PRIMARY KEY ("tenant", "issuer", "subject"))`,
  `CREATE INDEX "ix_sign_in_account_identity" ON "sign_in_account" ("identity")`,
  `CREATE TABLE "sign_in_attempt" ("state_hash" text PRIMARY KEY, "browser_hash" text NOT NULL, "nonce" text NOT NULL, "code_verifier" text NOT NULL, "return_to" text NOT NULL, "expiration_timestamp" ${instant} NOT NULL)`,
  `CREATE INDEX "ix_sign_in_attempt_expiration" ON "sign_in_attempt" ("expiration_timestamp")`,
  `CREATE TABLE "sign_in_link" ("secret_hash" text PRIMARY KEY, "identity" uuid NOT NULL REFERENCES "resource"("urn") ON DELETE CASCADE, "return_to" text NOT NULL, "expiration_timestamp" ${instant} NOT NULL)`,
  `CREATE INDEX "ix_sign_in_link_expiration" ON "sign_in_link" ("expiration_timestamp")`,
  // Addresses are compared without regard to the case of ASCII letters, and of no others.
  `CREATE INDEX "ix_email_sign_in" ON "email" (md5(lower("email" COLLATE "C"))) WHERE "deleted_timestamp" IS NULL`,
];

/** Makes what sign-in keeps. */
export class Sessions1763700070000 implements MigrationInterface {
  readonly name = 'Sessions1763700070000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX "ix_email_sign_in"`);
    for (const table of ['sign_in_link', 'sign_in_attempt', 'sign_in_account', 'web_session'])
      await runner.query(`DROP TABLE "${table}"`);
  }
}
