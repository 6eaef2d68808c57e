// The SQL of a list: filters, keyset position, order and page. Everything a caller may choose arrives checked as a
// ListQuery; identifiers come from the contract and values are parameters.
import {
  longValue,
  type Condition,
  type Filter,
  type ListedFilter,
  type OrderTerm,
  type Position,
} from '../../contract/listQuery.ts';
import { valueOfItem } from '../../contract/listedItems.ts';
import { fieldOf, inverseOf, targetOf, type Field, type Resource } from '../../contract/resource.ts';
import { accessScope } from '../../domain/accessScope.ts';
import { seesEveryDraft } from '../../domain/heldLabels.ts';
import { columnType, inOrder, quote } from '../mapping/columns.ts';
import { isLookedUpBy } from '../mapping/kindDetails.ts';
import { isParentSql, parentKey } from '../mapping/pathTree.ts';
import { computedSql } from './computedSql.ts';
import { isByItems, isByPath, keyOfSql } from './listedBy.ts';
import { lastLive } from './liveRows.ts';
import { holds, knowsSql, ownSql, shown } from './scope.ts';
import { seenRows, type Filtered } from './seenRows.ts';
import { usesSql } from './usedAssets.ts';
import type { Parameters } from '../connection/statement.ts';
import { followsContainer } from './visibility.ts';

export type { Filtered } from './seenRows.ts';

/** The conditions of a list; `true` when there are none. */
export function filterSql(rows: Filtered, conditions: readonly Filter[], p: Parameters): string {
  return conditions.length > 0 ? conditions.map((filter) => oneSql(rows, filter, p)).join(' AND ') : 'true';
}

function oneSql(rows: Filtered, filter: Filter, p: Parameters): string {
  if ('operator' in filter) return conditionSql(rows, filter, p);
  if ('every' in filter) return `(${filterSql(rows, filter.every, p)})`;
  if ('some' in filter) {
    return filter.some.length > 0 ? `(${filter.some.map((one) => oneSql(rows, one, p)).join(' OR ')})` : 'false';
  }
  if ('list' in filter) return itemsSql(rows, filter, p);
  // Compared with nothing, a condition is neither true nor false.
  return 'not' in filter ? `(${oneSql(rows, filter.not, p)}) IS NOT TRUE` : throughSql(rows, filter, p);
}

function conditionSql(rows: Filtered, condition: Condition, p: Parameters): string {
  const { field } = condition;
  if (field.storage === 'LINKS') return linkSql(rows, condition, p);
  const { resource, alias } = rows;
  if (isByPath(field)) return pathLinkSql(rows, condition, p);
  if (isByItems(field)) return itemsLinkSql(rows, condition, p);
  const isComputed = field.storage === 'COMPUTED';
  const stored = isComputed ? computedSql(`${resource.name}.${field.name}`, alias) : `${alias}.${quote(field.column)}`;
  if (
    field.target?.isSecret &&
    rows.viewer.kind !== 'SYSTEM' &&
    !(followsContainer(resource) && field === resource.container)
  )
    return secretLinkSql(rows, condition, stored, p);
  return comparisonSql(resource, condition, stored, p);
}

// What stands above a page counts as the caller sees it, as above. What is below a page is found by its key, which is one value: so
// that an index gives the first of them in their order.
function pathLinkSql(rows: Filtered, condition: Condition, p: Parameters): string {
  const { resource, alias, viewer, isOfLive } = rows;
  const far = `${alias}up`;
  const scope = accessScope(viewer, resource.labels.read);
  const live = isOfLive ? ` AND ${far}."live_timestamp" IS NOT NULL` : '';
  const seen = (which: string): string =>
    `(SELECT ${far}."urn" FROM ${quote(resource.table)} ${far} WHERE ${which} AND ${shown(resource, far, scope, p)}${live})`;
  if (condition.operator !== 'eq') return comparisonSql(resource, condition, seen(isParentSql(far, alias)), p);
  const sent = p.add(condition.value, 'uuid');
  const below = `${alias}."path" IS NOT NULL AND ${parentKey(`${alias}.`)} = ${keyOfSql(resource, sent)}`;
  return `(${below} AND ${seen(`${far}."urn" = ${sent} AND ${far}."deleted_timestamp" IS NULL`)} IS NOT NULL)`;
}

// What the items of a page name counts where the caller may read it, as in lists of links.
function itemsLinkSql(rows: Filtered, { field, operator, value, sql }: Condition, p: Parameters): string {
  const isAbsent = operator === 'isNull' ? value === true : operator === 'ne' || operator === 'nin';
  const isOfMany = operator === 'in' || operator === 'nin';
  const named = (): string => (isOfMany ? `ANY(${p.add(value, 'uuid[]')})` : (sql ?? p.add(value, 'uuid')));
  const which = (alias: string): string => (operator === 'isNull' ? 'true' : `${alias}."urn" = ${named()}`);
  return `${isAbsent ? 'NOT ' : ''}${usesSql(rows, targetOf(field), which, p)}`;
}

// A link that the caller is not shown is compared as if it were absent. Equality also compares the column itself, for its index; what it
// is equal to is one row, about which is decided once.
function secretLinkSql({ viewer }: Filtered, condition: Condition, stored: string, p: Parameters): string {
  const target = targetOf(condition.field);
  const far = 'secret';
  const { operator, value, sql } = condition;
  const seen = (what: string, urn: string): string =>
    `SELECT ${what} FROM ${quote(target.table)} ${far} WHERE ${far}."urn" = ${urn}` +
    ` AND ${shown(target, far, accessScope(viewer, target.labels.read), p)}`;
  if (operator === 'eq') {
    const sent = sql ?? p.add(value, 'uuid');
    return `(${stored} = ${sent} AND EXISTS (${seen('1', sent)} OFFSET 0))`;
  }
  const indexed = operator === 'in' ? `${comparisonSql(target, condition, stored, p)} AND ` : '';
  return `(${indexed}${comparisonSql(target, condition, `(${seen(`${far}."urn"`, stored)})`, p)})`;
}

function comparisonSql(
  resource: Resource,
  { field, operator, value, sql }: Condition,
  column: string,
  p: Parameters,
): string {
  const type = columnType(field);
  switch (operator) {
    case 'eq': {
      if (typeof value === 'boolean') return `${column} = ${String(value)}`;
      const sent = sql ?? p.add(value, type);
      return isLookedUpBy(resource, field)
        ? `(md5(${column}) = md5(${sent}) AND ${column} = ${sent})`
        : `${column} = ${sent}`;
    }
    case 'ne':
      return `${column} IS DISTINCT FROM ${typeof value === 'boolean' ? String(value) : p.add(value, type)}`;
    case 'in':
      return `${column} = ANY(${p.add(value, `${type}[]`)})`;
    case 'nin':
      return `(${column} IS NULL OR ${column} <> ALL(${p.add(value, `${type}[]`)}))`;
    case 'lt':
      return `${ranked(field, column)} < ${ranked(field, p.add(value, type))}`;
    case 'lte':
      return `${ranked(field, column)} <= ${ranked(field, p.add(value, type))}`;
    case 'gt':
      return `${ranked(field, column)} > ${ranked(field, p.add(value, type))}`;
    case 'gte':
      return `${ranked(field, column)} >= ${ranked(field, p.add(value, type))}`;
    case 'contains':
      return `strpos(${column}, ${p.add(value, 'text')}) > 0`;
    case 'containsFold':
      return `strpos(folded(${column}), ${p.add(value, 'text')}) > 0`;
    case 'startsWith':
      return `starts_with(${column}, ${p.add(value, 'text')})`;
    case 'isNull':
      return value === true ? `${column} IS NULL` : `${column} IS NOT NULL`;
  }
}

// The resource a link leads to counts as the caller sees it: what he may not read meets no condition, and content is
// compared by its live values where he may not see drafts.
function throughSql(
  rows: Filtered,
  { link, where }: { readonly link: Field; readonly where: Filter },
  p: Parameters,
): string {
  const { resource, alias } = rows;
  const target = targetOf(link);
  const far = `${alias}x`;
  if (isByItems(link))
    return usesSql(rows, target, (one) => oneSql({ ...rows, resource: target, alias: one }, where, p), p);
  const there = { ...rows, resource: target, alias: far };
  const arms = seenRows(there, p).map((seen) => `SELECT ${far}."urn" FROM ${seen} AND ${oneSql(there, where, p)}`);
  const urns = arms.map((arm) => `(${arm})`).join(' UNION ALL ');
  if (link.storage !== 'LINKS') {
    const near = isByPath(link)
      ? computedSql(`${resource.name}.${link.name}`, alias)
      : `${alias}.${quote(link.column)}`;
    return `EXISTS (SELECT 1 FROM (${urns}) ${alias}y WHERE ${alias}y."urn" = ${near})`;
  }
  return (
    `EXISTS (SELECT 1 FROM "link" ${alias}l JOIN (${urns}) ${alias}y ON ${alias}y."urn" = ${alias}l."to_urn"` +
    ` WHERE ${alias}l."from_urn" = ${alias}."urn" AND ${alias}l."field" = ${p.add(linkField(resource, link), 'text')})`
  );
}

// An item of the list counts as the caller is shown it: by its live value where he may not see drafts.
function itemsSql(rows: Filtered, { list, where, isNone }: ListedFilter, p: Parameters): string {
  const { alias } = rows;
  const kind = targetOf(list);
  const far = `${alias}item`;
  const page = `${far}.${quote(inverseOf(list).column)}`;
  const there = { ...rows, resource: kind, alias: far };
  const arms = seenRows(there, p).map((seen) => {
    // OFFSET 0 keeps it a look-up of the items of a page, however few items of the tenant the planner takes to meet the condition.
    const items = rows.isOneByOne
      ? `(SELECT ${far}.* FROM ${seen} AND ${page} = ${alias}."urn" OFFSET 0) ${far} WHERE true`
      : seen;
    return `(SELECT ${page} AS "page" FROM ${items} AND ${oneSql(there, where, p)})`;
  });
  const some = `EXISTS (SELECT 1 FROM (${arms.join(' UNION ALL ')}) ${far}y WHERE ${far}y."page" = ${alias}."urn")`;
  return isNone ? `NOT ${some}` : some;
}

/** The value that a page (a row with that alias) is put in order by: of the first item of that name, as the viewer is shown it. */
function itemValueSql(
  rows: Omit<Filtered, 'resource'>,
  { list, name }: NonNullable<OrderTerm['item']>,
  p: Parameters,
): string {
  const { alias } = rows;
  const kind = targetOf(list);
  const far = `${alias}item`;
  // Only items with a value put pages in order (contract/listedItems.ts).
  const value = quote((valueOfItem(kind) as Field).column);
  const named: Condition = { field: fieldOf(kind, 'name'), operator: 'eq', value: name };
  const there = { ...rows, resource: kind, alias: far };
  const arms = seenRows(there, p).map(
    (seen) =>
      `(SELECT ${far}.${value} AS "value", ${far}."sort_order", ${far}."urn" FROM ${seen}` +
      ` AND ${far}.${quote(inverseOf(list).column)} = ${alias}."urn" AND ${conditionSql(there, named, p)})`,
  );
  return `(SELECT ${far}v."value" FROM (${arms.join(' UNION ALL ')}) ${far}v ORDER BY ${far}v."sort_order", ${far}v."urn" LIMIT 1)`;
}

/** The columns, beside its own, that rows `alias` are put in order by: empty, or a list that begins with a comma. */
export function itemColumnsSql(rows: Omit<Filtered, 'resource'>, order: readonly OrderTerm[], p: Parameters): string {
  return order
    .map(({ field, item }) => (item ? `, ${itemValueSql(rows, item, p)} AS ${quote(field.column)}` : ''))
    .join('');
}

/**
 * The conditions on rows `alias` of the kind's own table as the caller sees them: those of content hold for its live values where
 * the caller may not see drafts. `true` when there are none.
 */
export function seenFilterSql(rows: Filtered, conditions: readonly Filter[], p: Parameters): string {
  const { resource, alias, viewer } = rows;
  const isContent = resource.isItem || resource.name === 'Entity';
  if (conditions.length === 0 || !isContent || seesEveryDraft(viewer)) return filterSql(rows, conditions, p);
  const far = `${alias}s`;
  const there = { ...rows, alias: far };
  const arms = seenRows(there, p).map(
    (seen) => `EXISTS (SELECT 1 FROM ${seen} AND ${far}."urn" = ${alias}."urn" AND ${filterSql(there, conditions, p)})`,
  );
  return `(${arms.join(' OR ')})`;
}

// A link to what the caller may not read is hidden, so filters must not reveal it either.
function linkSql(rows: Filtered, { field, operator, value }: Condition, p: Parameters): string {
  const { resource, alias, viewer } = rows;
  const target = targetOf(field);
  const far = `${alias}x`;
  const isOfMany = operator === 'in' || operator === 'nin';
  const urns = (): string => (isOfMany ? `ANY(${p.add(value, 'uuid[]')})` : p.add(value, 'uuid'));
  const named = operator === 'isNull' ? '' : ` AND ${alias}l."to_urn" = ${urns()}`;
  const link =
    `EXISTS (SELECT 1 FROM "link" ${alias}l JOIN ${quote(target.table)} ${far} ON ${far}."urn" = ${alias}l."to_urn"` +
    ` WHERE ${alias}l."from_urn" = ${alias}."urn" AND ${alias}l."field" = ${p.add(linkField(resource, field), 'text')}` +
    named +
    ` AND ${shown(target, far, accessScope(viewer, target.labels.read), p)})`;
  const isAbsent = operator === 'isNull' ? value === true : operator === 'ne' || operator === 'nin';
  return isAbsent ? `NOT ${link}` : link;
}

/** How the link table names a list of links: `Kind.field` of the side that states it. */
export function linkField(resource: Resource, field: Field): string {
  return `${resource.name}.${field.name}`;
}

interface Key {
  readonly sql: string;
  readonly isDescending: boolean;
  readonly type: string;
  readonly value: (position: Position) => string | number | boolean | null;
  /** The field that is compared; absent for keys that are none. */
  readonly field?: Field;
  /** The item whose value the field is. */
  readonly item?: NonNullable<OrderTerm['item']>;
}

// Words of an enumeration come in the order in which the schema names them, not in that of the alphabet; names in that of people.
function ranked(field: Field, sql: string): string {
  if (field.typeClass !== 'ENUM' || field.isList) return inOrder(field, sql);
  return `array_position(ARRAY[${field.members.map((word) => `'${word}'`).join(', ')}]::text[], ${sql})`;
}

// Rows without a value come last; the urn makes the order total, in the direction of the last term, so that one index
// serves both directions.
function keysOf(order: readonly OrderTerm[], alias: string, isBackward: boolean): Key[] {
  const keys = order.flatMap(({ field, isDescending, isPresent = false, item }, at): Key[] => {
    const stored = `${alias}.${quote(field.column)}`;
    const sql = ranked(field, stored);
    const value = (position: Position): string | number | boolean | null => position[at] ?? null;
    const isAlwaysThere = isPresent || (field.isNonNull && field.storage === 'COLUMN');
    const main: Key = { sql, isDescending, type: columnType(field), value, field, ...(item && { item }) };
    if (isAlwaysThere) return [main];
    return [
      { sql: `(${stored} IS NULL)`, isDescending: false, type: 'boolean', value: (q) => value(q) === null },
      main,
    ];
  });
  const isDescending = order.at(-1)?.isDescending ?? false;
  const last: Key = { sql: `${alias}."urn"`, isDescending, type: 'uuid', value: (q) => q.at(-1) ?? null };
  const all = [...keys, last];
  return isBackward ? all.map((k) => ({ ...k, isDescending: !k.isDescending })) : all;
}

/** ORDER BY of a list; turned round for a backward page. `link` (SQL) comes before all else: see listedBy.ts. */
export function orderSql(
  order: readonly OrderTerm[],
  alias: string,
  isBackward: boolean,
  link: string | null = null,
): string {
  const keys = keysOf(order, alias, isBackward);
  const isDescending = keys.at(-1)?.isDescending ?? false;
  return [...(link === null ? [] : [{ sql: link, isDescending }]), ...keys]
    .map((k) => `${k.sql}${k.isDescending ? ' DESC' : ''}`)
    .join(', ');
}

/** Rows strictly beyond a position in the direction of the order: the keyset condition. */
export function beyondSql(
  rows: Filtered,
  {
    order,
    position,
    isBackward,
  }: { readonly order: readonly OrderTerm[]; readonly position: Position; readonly isBackward: boolean },
  p: Parameters,
): string {
  const keys = keysOf(order, rows.alias, isBackward);
  const bound = (key: Key): string => boundSql(key, rows, position, p);
  const [first] = keys;
  // One comparison of rows is a range of an index; it needs values, and one direction. Between rows with and without a value the
  // key that says which has decided already.
  if (first && keys.every((k) => k.value(position) !== null && k.isDescending === first.isDescending))
    return `(${keys.map((k) => k.sql).join(', ')}) ${first.isDescending ? '<' : '>'} (${keys.map(bound).join(', ')})`;
  const steps = keys.flatMap((key, at) => {
    // Nothing lies beyond "no value": the IS NULL key before it has decided already.
    if (key.value(position) === null) return [];
    const equal = keys
      .slice(0, at)
      .map((k) => (k.value(position) === null ? `${k.sql} IS NULL` : `${k.sql} = ${bound(k)}`));
    return [`(${[...equal, `${key.sql} ${key.isDescending ? '<' : '>'} ${bound(key)}`].join(' AND ')})`];
  });
  return `(${steps.join(' OR ')})`;
}

// The value itself, or, for one too long to travel in a cursor, the value of the row the cursor stands on, as the caller saw it. What
// the row has become since is not told to who may not know of it any more: nothing lies beyond it then.
function boundSql(key: Key, rows: Filtered, position: Position, p: Parameters): string {
  const { resource, alias, viewer } = rows;
  const value = key.value(position);
  if (value !== longValue) {
    const bound = p.add(value, key.type);
    return key.field ? ranked(key.field, bound) : bound;
  }
  // What is too long for a cursor is a text of a field.
  const column = key.field ? `.${quote(key.field.column)}` : key.sql.slice(alias.length);
  const isLive = resource.isItem && viewer.kind !== 'SYSTEM' && !seesEveryDraft(viewer);
  const stored = isLive
    ? `CASE WHEN ${holds({ resource, alias: 'x' }, { viewer, label: 'READ_DRAFT' }, p)} THEN x${column} ELSE ${lastLive('x', column)} END`
    : `x${column}`;
  const seen = key.item ? itemValueSql({ ...rows, alias: 'x' }, key.item, p) : stored;
  const row = `(SELECT ${seen} FROM ${quote(resource.table)} x WHERE x."urn" = ${p.add(position.at(-1), 'uuid')}`;
  if (viewer.kind === 'SYSTEM') return `${row})`;
  const own = viewer.kind === 'CLIENT' ? ownSql(resource, 'x', viewer, p) : null;
  return `${row} AND (${knowsSql(resource, 'x', accessScope(viewer, resource.labels.read), p)}${own === null ? '' : ` OR ${own}`}))`;
}
