// Pages are put in order by the value of an item, such as a date: for items with dates and numbers an index has them in that order, by their
// name, so that the first pages of a list are found without the values of all. Resource reference 16.21.
import { valueOfItem } from '../../contract/listedItems.ts';
import type { Contract, Field, Resource } from '../../contract/resource.ts';
import { quote } from './columns.ts';
import type { TableIndex } from './table.ts';

const ordered: readonly string[] = ['DateTimeItem', 'DoubleItem', 'LongItem', 'MoneyItem'];

/** The field of the kind that an index has in order; null for kinds without such an index. */
export function indexedValue(kind: Resource): Field | null {
  return ordered.includes(kind.name) ? valueOfItem(kind) : null;
}

/** The indexes of the table of items. */
export function itemOrderIndexes({ resources }: Contract): TableIndex[] {
  return resources.flatMap((kind) => {
    const value = indexedValue(kind);
    if (!value) return [];
    return [
      {
        name: `ix_item_by_${value.column}`,
        keys: ['"tenant"', 'md5("name")', quote(value.column), '"entity"'],
        where: `"kind" = '${kind.name}' AND "deleted_timestamp" IS NULL`,
      },
    ];
  });
}
