// Items of one name are listed from an index, those changed last first: each item of the kind was read and sorted for it.
import { Statements } from './statements.ts';

/** Adds the index. Names are of any length, so that it holds digests. */
export class ItemsByName1795880000000 extends Statements {
  readonly name = 'ItemsByName1795880000000';
  protected readonly statements = [
    `CREATE INDEX "ix_item_named" ON "item" ("tenant", "kind", md5("name"), "updated_timestamp", "urn") WHERE "deleted_timestamp" IS NULL`,
  ];
}
