// The SQL of a list: filters, keyset position, order and page. Everything a caller may choose arrives checked as a
// ListQuery; identifiers come from the contract and values are parameters.
import { longValue, type Condition, type ListQuery, type OrderTerm, type Position } from '../../contract/listQuery.ts';
import { targetOf, type Field, type Resource } from '../../contract/resource.ts';
import { accessScope } from '../../domain/accessScope.ts';
import type { Viewer } from '../../domain/viewer.ts';
import { columnType, quote } from '../mapping/columns.ts';
import { computedSql } from './computedFilters.ts';
import { shown } from './scope.ts';
import type { Parameters } from '../connection/statement.ts';

/** The rows that are filtered, and the caller: what a list of links names counts only where the caller may read it. */
export interface Filtered {
  readonly resource: Resource;
  readonly alias: string;
  readonly viewer: Viewer;
}

/** The conditions of a list; `true` when there are none. */
export function filterSql(
  rows: Filtered,
  query: Pick<ListQuery, 'conditions' | 'alternatives'>,
  p: Parameters,
): string {
  const all = query.conditions.map((c) => conditionSql(rows, c, p));
  const groups = query.alternatives.map((group) => group.map((c) => conditionSql(rows, c, p)).join(' AND '));
  if (groups.length > 0) all.push(`(${groups.map((g) => `(${g})`).join(' OR ')})`);
  return all.length > 0 ? all.join(' AND ') : 'true';
}

function conditionSql(rows: Filtered, condition: Condition, p: Parameters): string {
  const { field, operator, value } = condition;
  if (field.storage === 'LINKS') return linkSql(rows, condition, p);
  const { resource, alias } = rows;
  const isComputed = field.storage === 'COMPUTED';
  const column = isComputed ? computedSql(`${resource.name}.${field.name}`, alias) : `${alias}.${quote(field.column)}`;
  const type = columnType(field);
  switch (operator) {
    case 'eq':
      return `${column} = ${p.add(value, type)}`;
    case 'ne':
      return `${column} IS DISTINCT FROM ${p.add(value, type)}`;
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
    case 'startsWith':
      return `starts_with(${column}, ${p.add(value, 'text')})`;
    case 'isNull':
      return value === true ? `${column} IS NULL` : `${column} IS NOT NULL`;
  }
}

// A link to what the caller may not read is hidden, so filters must not reveal it either.
function linkSql(rows: Filtered, { field, operator, value }: Condition, p: Parameters): string {
  const { resource, alias, viewer } = rows;
  const urns = Array.isArray(value) ? value : [value];
  const target = targetOf(field);
  const link =
    `EXISTS (SELECT 1 FROM "link" l JOIN ${quote(target.table)} x ON x."urn" = l."to_urn"` +
    ` WHERE l."from_urn" = ${alias}."urn" AND l."field" = ${p.add(linkField(resource, field), 'text')}` +
    ` AND l."to_urn" = ANY(${p.add(urns, 'uuid[]')})` +
    ` AND ${shown(target, 'x', accessScope(viewer, target.labels.read), p)})`;
  return operator === 'ne' || operator === 'nin' ? `NOT ${link}` : link;
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
}

// Words of an enumeration come in the order in which the schema names them, not in that of the alphabet.
function ranked(field: Field, sql: string): string {
  if (field.typeClass !== 'ENUM' || field.isList) return sql;
  return `array_position(ARRAY[${field.members.map((word) => `'${word}'`).join(', ')}]::text[], ${sql})`;
}

// Rows without a value come last; the urn makes the order total, in the direction of the last term, so that one index
// serves both directions.
function keysOf(order: readonly OrderTerm[], alias: string, isBackward: boolean): Key[] {
  const keys = order.flatMap(({ field, isDescending }, at): Key[] => {
    const sql = ranked(field, `${alias}.${quote(field.column)}`);
    const value = (position: Position): string | number | boolean | null => position[at] ?? null;
    const main: Key = { sql, isDescending, type: columnType(field), value, field };
    const isAlwaysThere = field.isNonNull && field.storage === 'COLUMN';
    if (isAlwaysThere) return [main];
    return [{ sql: `(${sql} IS NULL)`, isDescending: false, type: 'boolean', value: (q) => value(q) === null }, main];
  });
  const isDescending = order.at(-1)?.isDescending ?? false;
  const last: Key = { sql: `${alias}."urn"`, isDescending, type: 'uuid', value: (q) => q.at(-1) ?? null };
  const all = [...keys, last];
  return isBackward ? all.map((k) => ({ ...k, isDescending: !k.isDescending })) : all;
}

/** ORDER BY of a list; turned round for a backward page. */
export function orderSql(order: readonly OrderTerm[], alias: string, isBackward: boolean): string {
  return keysOf(order, alias, isBackward)
    .map((k) => `${k.sql}${k.isDescending ? ' DESC' : ''}`)
    .join(', ');
}

/** Rows (seen as `t`) strictly beyond a position in the direction of the order: the keyset condition. */
export function beyondSql(
  order: readonly OrderTerm[],
  resource: Resource,
  position: Position,
  isBackward: boolean,
  p: Parameters,
): string {
  const keys = keysOf(order, 't', isBackward);
  const steps = keys.flatMap((key, at) => {
    const value = key.value(position);
    // Nothing lies beyond "no value": the IS NULL key before it has decided already.
    if (value === null) return [];
    const equal = keys.slice(0, at).map((k) => sameSql(k, resource, position, p));
    const bound = boundSql(key, resource, position, p);
    return [`(${[...equal, `${key.sql} ${key.isDescending ? '<' : '>'} ${bound}`].join(' AND ')})`];
  });
  return `(${steps.join(' OR ')})`;
}

function sameSql(key: Key, resource: Resource, position: Position, p: Parameters): string {
  return key.value(position) === null ? `${key.sql} IS NULL` : `${key.sql} = ${boundSql(key, resource, position, p)}`;
}

// The value itself, or, for one too long to travel in a cursor, the stored value of the row the cursor stands on.
function boundSql(key: Key, resource: Resource, position: Position, p: Parameters): string {
  const value = key.value(position);
  if (value !== longValue) {
    const bound = p.add(value, key.type);
    return key.field ? ranked(key.field, bound) : bound;
  }
  return `(SELECT ${key.sql.replace(/^t\./, 'x.')} FROM ${quote(resource.table)} x WHERE x."urn" = ${p.add(position.at(-1), 'uuid')})`;
}
