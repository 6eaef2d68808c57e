// Pages are listed by a text of theirs, such as their category: of a name that every page has, each item was read for it.
import { Statements } from './statements.ts';

/** Adds the index. Texts are of any length, so that it holds digests. */
export class ItemsByText1795960000000 extends Statements {
  readonly name = 'ItemsByText1795960000000';
  protected readonly statements = [
    `CREATE INDEX "ix_item_text" ON "item" ("tenant", md5("name"), md5("value_string")) WHERE "kind" = 'TextItem' AND "deleted_timestamp" IS NULL`,
  ];
}
