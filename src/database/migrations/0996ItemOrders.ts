// Pages are listed in the order of a date or a number of theirs: the value of each was read and sorted for it.
import { Statements } from './statements.ts';

const orders = [
  ['DateTimeItem', 'value_date_time'],
  ['DoubleItem', 'value_float'],
  ['LongItem', 'value_long'],
  ['MoneyItem', 'unit_value'],
] as const;

/** Adds the indexes. Names are of any length, so that they hold digests. */
export class ItemOrders1795996000000 extends Statements {
  readonly name = 'ItemOrders1795996000000';
  protected readonly statements = orders.map(
    ([kind, value]) =>
      `CREATE INDEX "ix_item_by_${value}" ON "item" ("tenant", md5("name"), "${value}", "entity") WHERE "kind" = '${kind}' AND "deleted_timestamp" IS NULL`,
  );
}
