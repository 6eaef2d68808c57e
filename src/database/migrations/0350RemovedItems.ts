// Items that were removed are listed, until their removal is published, for readers without READ_DRAFT.
import { Statements } from './statements.ts';

/** Makes the index. */
export class RemovedItems1795344000000 extends Statements {
  readonly name = 'RemovedItems1795344000000';
  protected readonly statements = [
    `CREATE INDEX "ix_item_removed" ON "item" ("tenant", "kind", "sort_order", "urn") WHERE "deleted_timestamp" IS NOT NULL`,
  ];
}
