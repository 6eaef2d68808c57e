// The order by the last change, as readers without READ_DRAFT are shown it, is read from an index of its own.
import { Statements } from './statements.ts';

/** Makes the index. */
export class LiveOrder1795330000000 extends Statements {
  readonly name = 'LiveOrder1795330000000';
  protected readonly statements = [
    `CREATE INDEX "ix_entity_by_live_updated_timestamp" ON "entity" ("tenant", "live_updated_timestamp", "urn")` +
      ` WHERE "live_timestamp" IS NOT NULL AND "deleted_timestamp" IS NULL`,
  ];
}
