// What the access model keeps beside the edges: whether a token was narrowed to roles, and the record of every change of
// an edge.
import type { MigrationInterface, QueryRunner } from 'typeorm';

const statements = [
  `ALTER TABLE "api_client_bearer_token" ADD COLUMN "narrows_roles" boolean`,
  `UPDATE "api_client_bearer_token" k SET "narrows_roles" = true WHERE EXISTS (SELECT 1 FROM "link" l WHERE l."from_urn" = k."urn" AND l."field" = 'ApiClientBearerToken.roles')`,
  `CREATE TABLE "permission_audit" ("position" bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, "permission" uuid NOT NULL, "owner" uuid NOT NULL, "event" text NOT NULL, "subject_urn" uuid NOT NULL, "subject_scope" text NOT NULL, "object_urn" uuid NOT NULL, "object_scope" text NOT NULL, "label" text NOT NULL, "from_timestamp" TIMESTAMP(3) WITH TIME ZONE, "to_timestamp" TIMESTAMP(3) WITH TIME ZONE, "reason" text, "actor" json NOT NULL, "timestamp" TIMESTAMP(3) WITH TIME ZONE NOT NULL)`,
  `CREATE INDEX "ix_permission_audit_owner" ON "permission_audit" ("owner", "position")`,
];

/** Makes the record of changed edges. */
export class Access1763700050000 implements MigrationInterface {
  readonly name = 'Access1763700050000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "permission_audit"`);
    await runner.query(`ALTER TABLE "api_client_bearer_token" DROP COLUMN "narrows_roles"`);
  }
}
