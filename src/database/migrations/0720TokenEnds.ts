// Families of tokens that have ended are found by the one token that was not exchanged, or by the end that none of them outlives: all
// that was exchanged in families that live was looked through for them.
import { Statements } from './statements.ts';

/** Replaces the index. */
export class TokenEnds1795803000000 extends Statements {
  readonly name = 'TokenEnds1795803000000';
  protected readonly statements = [
    `DROP INDEX "ix_o_auth_token_expiration"`,
    `CREATE INDEX "ix_o_auth_token_end" ON "o_auth_token" (LEAST("revoked_timestamp", GREATEST("expiration_timestamp", "refresh_expiration_timestamp")))` +
      ` WHERE "refresh_used_timestamp" IS NULL AND "deleted_timestamp" IS NULL`,
    `CREATE INDEX "ix_o_auth_token_family_end" ON "o_auth_token" ("family_expiration_timestamp") WHERE "deleted_timestamp" IS NULL`,
  ];
}
