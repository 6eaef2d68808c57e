// Pages that are not live have an index of their own: totals of callers who hold edges on many pages count these, and look nothing
// else up. It is written when such a page is made, published for the first time or deleted, and never for a page that is live.
import { Statements } from './statements.ts';

/** Makes the index. */
export class EntityDrafts1795384000000 extends Statements {
  readonly name = 'EntityDrafts1795384000000';
  protected readonly statements = [
    `CREATE INDEX "ix_entity_draft" ON "entity" ("urn") WHERE "live_timestamp" IS NULL AND "deleted_timestamp" IS NULL`,
  ];
}
