// What OAuth keeps beside the tokens' resource: hashes of access and refresh tokens, when a refresh token was used, and
// the authorization codes. Secrets are kept as SHA-256 alone.
import type { MigrationInterface, QueryRunner } from 'typeorm';

const instant = 'TIMESTAMP(3) WITH TIME ZONE';

const statements = [
  `ALTER TABLE "o_auth_token" ADD COLUMN "access_hash" text, ADD COLUMN "refresh_hash" text, ADD COLUMN "granted_scope" text, ADD COLUMN "refresh_used_timestamp" ${instant}, ADD COLUMN "family_expiration_timestamp" ${instant}`,
  `CREATE UNIQUE INDEX "ix_o_auth_token_access" ON "o_auth_token" ("access_hash")`,
  `CREATE UNIQUE INDEX "ix_o_auth_token_refresh" ON "o_auth_token" ("refresh_hash")`,
  `CREATE INDEX "ix_o_auth_token_family" ON "o_auth_token" ("family_urn")`,
  `CREATE INDEX "ix_o_auth_token_expiration" ON "o_auth_token" ("expiration_timestamp")`,
  `CREATE UNIQUE INDEX "ix_api_client_client_id" ON "api_client" ("client_id")`,
  `CREATE TABLE "o_auth_code" ("code_hash" text PRIMARY KEY, "api_client" uuid NOT NULL REFERENCES "resource"("urn") ON DELETE CASCADE, "identity" uuid NOT NULL REFERENCES "resource"("urn") ON DELETE CASCADE, "redirect_uri" text, "code_challenge" text NOT NULL, "scope" text NOT NULL, "family_urn" uuid NOT NULL, "expiration_timestamp" ${instant} NOT NULL, "used_timestamp" ${instant})`,
  `CREATE INDEX "ix_o_auth_code_expiration" ON "o_auth_code" ("expiration_timestamp")`,
];

/** Makes what OAuth keeps. */
export class OAuth1763700060000 implements MigrationInterface {
  readonly name = 'OAuth1763700060000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "o_auth_code"`);
    await runner.query(`DROP INDEX "ix_api_client_client_id"`);
    await runner.query(
      `ALTER TABLE "o_auth_token" DROP COLUMN "access_hash", DROP COLUMN "refresh_hash", DROP COLUMN "granted_scope", DROP COLUMN "refresh_used_timestamp", DROP COLUMN "family_expiration_timestamp"`,
    );
  }
}
