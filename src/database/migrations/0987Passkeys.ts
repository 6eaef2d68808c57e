// Invitations, and the passkeys that people register by them (resource reference 16.24). No row exists before.
import { Statements } from './statements.ts';

/** Adds their tables, and that of challenges. */
export class Passkeys1795987000000 extends Statements {
  readonly name = 'Passkeys1795987000000';
  protected readonly statements = [
    `CREATE TABLE "invitation" ("secret_hash" text NOT NULL, "tenant" uuid NOT NULL, "identity" uuid NOT NULL, "expiration_timestamp" timestamptz(3) NOT NULL, CONSTRAINT "pk_invitation" PRIMARY KEY ("secret_hash"))`,
    `CREATE TABLE "passkey" ("urn" uuid NOT NULL, "tenant" uuid NOT NULL, "identity" uuid NOT NULL, "credential_id" text NOT NULL, "public_key" text NOT NULL, "counter" bigint NOT NULL, "created_timestamp" timestamptz(3) NOT NULL, "last_used_timestamp" timestamptz(3), CONSTRAINT "pk_passkey" PRIMARY KEY ("urn"))`,
    `CREATE TABLE "passkey_challenge" ("challenge_hash" text NOT NULL, "identity" uuid, "expiration_timestamp" timestamptz(3) NOT NULL, CONSTRAINT "pk_passkey_challenge" PRIMARY KEY ("challenge_hash"))`,
    `CREATE INDEX "ix_invitation_identity" ON "invitation" ("identity")`,
    `CREATE INDEX "ix_invitation_expiration" ON "invitation" ("expiration_timestamp")`,
    `CREATE UNIQUE INDEX "uq_passkey__credential_id" ON "passkey" ("credential_id")`,
    `CREATE INDEX "ix_passkey_identity" ON "passkey" ("identity")`,
    `CREATE INDEX "ix_passkey_challenge_expiration" ON "passkey_challenge" ("expiration_timestamp")`,
    `ALTER TABLE "invitation" ADD CONSTRAINT "fk_invitation_identity" FOREIGN KEY ("identity") REFERENCES "resource" ("urn") ON DELETE CASCADE`,
    `ALTER TABLE "passkey" ADD CONSTRAINT "fk_passkey_identity" FOREIGN KEY ("identity") REFERENCES "resource" ("urn") ON DELETE CASCADE`,
    `CREATE TRIGGER "keep_tenant" AFTER UPDATE OF "tenant" ON "invitation" FOR EACH ROW WHEN (OLD."tenant" IS DISTINCT FROM NEW."tenant") EXECUTE FUNCTION "keep_tenant"()`,
    `CREATE TRIGGER "keep_tenant" AFTER UPDATE OF "tenant" ON "passkey" FOR EACH ROW WHEN (OLD."tenant" IS DISTINCT FROM NEW."tenant") EXECUTE FUNCTION "keep_tenant"()`,
  ];
}
