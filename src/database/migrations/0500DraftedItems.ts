// Items that readers of live values are shown by older ones, few of all, are listed from an index of their own.
import { Statements } from './statements.ts';

/** Makes the index. */
export class DraftedItems1795374000000 extends Statements {
  readonly name = 'DraftedItems1795374000000';
  protected readonly statements = [
    `CREATE INDEX "ix_item_drafted" ON "item" ("tenant", "kind", "owner")` +
      ` WHERE "deleted_timestamp" IS NULL AND NOT ("is_published" AND NOT "is_repeated")`,
  ];
}
