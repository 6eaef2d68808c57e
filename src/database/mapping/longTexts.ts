// Texts that may be longer than an entry of an index, which holds 2,700 bytes. They are looked up by their digests, and put in
// order by two indexes: of those that are short enough, nearly all, and of the others, which are sorted when they are read.
import { fieldOf, type Field, type Resource } from '../../contract/resource.ts';
import { columnType, quote } from './columns.ts';
import { kindDetails } from './kindDetails.ts';

const longestIndexed = 255;
const mostBytes = 2_000;

/** Whether a field holds texts that may be too long for an entry of an index. */
export function isLong(field: Field | undefined): boolean {
  if (!field || columnType(field) !== 'text' || field.typeClass === 'ENUM') return false;
  const most = field.length?.max ?? (field.typeName === 'String' ? Infinity : 0);
  return most > longestIndexed;
}

/** Which values of the column, seen under the alias, an index holds, and which are too long for it, as conditions. */
export function sizesOf(field: Field, alias = ''): readonly [short: string, long: string] {
  const column = alias + quote(field.column);
  const bytes = `octet_length(${column})`;
  const short = `${bytes} <= ${String(mostBytes)}`;
  return [field.isNonNull ? short : `(${column} IS NULL OR ${short})`, `${bytes} > ${String(mostBytes)}`];
}

/** The conditions on rows `alias`, one of which holds for each, under which an index serves a list that begins in the order of that field. */
export function sizesInOrder(resource: Resource, field: Field | undefined, alias: string): readonly string[] {
  const isServed = field && isLong(field) && longOrders(resource).includes(field);
  return isServed ? sizesOf(field, `${alias}.`) : [];
}

/** The long texts that lists of the kind are often ordered by. */
export function longOrders(resource: Resource): Field[] {
  const names = [...resource.sort.map((term) => term.replace(/^-/, '')), ...(kindDetails[resource.name]?.orders ?? [])];
  return names.map((name) => fieldOf(resource, name)).filter(isLong);
}
