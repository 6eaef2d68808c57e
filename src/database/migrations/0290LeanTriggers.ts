// A trigger is written with every change and numbered right after: it has the indexes that a statement reads, and no others.
import { Statements } from './statements.ts';

/** Drops the indexes that no plan uses. */
export class LeanTriggers1795323600000 extends Statements {
  readonly name = 'LeanTriggers1795323600000';
  protected readonly statements = [
    `DROP INDEX "ix_webhook_trigger_owner"`,
    `DROP INDEX "ix_webhook_trigger_listed"`,
    `DROP INDEX "uq_webhook_trigger__position"`,
    `DROP INDEX "uq_webhook_trigger__ordinal"`,
    `CREATE UNIQUE INDEX "uq_webhook_trigger__ordinal" ON "webhook_trigger" ("ordinal") WHERE "ordinal" IS NOT NULL`,
    // The next start looks once more whether the search index lacks anything.
    `UPDATE "setting" SET "value" = '"FILLED"' WHERE "name" = 'search index'`,
  ];
}
