// The value of one field as SQL that PostgreSQL writes into JSON exactly as the faces would: instants in UTC, 64 bit integers as text, addresses with the host in front.
import { isPlainObject } from '../../contract/fieldGroups.ts';
import { fieldOf, targetOf, urlOf, type Field } from '../../contract/resource.ts';
import { ownPaths } from '../../domain/imagePath.ts';
import { aggregateSql } from '../engine/aggregateStore.ts';
import { computedSql, hasComputedSql } from '../engine/computedSql.ts';
import { entityColumn } from '../engine/liveRows.ts';
import { columnType, quote } from '../mapping/columns.ts';
import type { Place, Writing } from './writing.ts';
import { NotCovered } from './notCovered.ts';
import { sourceOf } from './rows.ts';

const plainScalars: ReadonlySet<string> = new Set([
  'Boolean',
  'CountryCode',
  'CurrencyCode',
  'Date',
  'Decimal',
  'EmailAddress',
  'ID',
  'Int',
  'JSON',
  'LanguageTag',
  'String',
]);

/** A stored column of the row, as the viewer is shown it. */
export function columnSql({ resource, alias, sees }: Place, column: string): string {
  return resource.name === 'Entity' ? entityColumn(alias, column, sees) : `${alias}.${quote(column)}`;
}

/** The urn of the item that the row is, or is an entry of. */
export function itemUrnSql({ alias, isEntry }: Place): string {
  return `${alias}."${isEntry ? 'item_urn' : 'urn'}"`;
}

/** Whether the field is who wrote the row, which is kept with the values of a history alone. */
export function isWriter({ isEntry }: Place, { name, isTransient }: Field): boolean {
  return isEntry === true && isTransient && name === 'actor';
}

/** A name of the answer. PostgreSQL cuts longer ones: these are not covered. */
export function keySql(key: string): string {
  if (key.length > 63) throw new NotCovered();
  return quote(key);
}

/** The value of a field that leads to no other row. Throws NotCovered. */
export function valueSql(w: Writing, place: Place, field: Field): string {
  if (field.isWriteOnly) return 'NULL::text';
  if (field.storage === 'COMPUTED') return computedValueSql(w, place, field);
  const column = columnSql(place, field.column);
  if (isPlainObject(field)) return objectSql(field, column);
  // The urn of a link, and any other value object as it is kept.
  if (field.typeClass !== 'SCALAR' && field.typeClass !== 'ENUM') return column;
  // Lists are of texts and of members of enumerations.
  return field.isList || field.typeClass === 'ENUM' ? column : scalarSql(w, field, column);
}

// With all members, and with spaces around its colons: it is no row, and not counted as one (engine/answeredObjects.ts).
function objectSql({ object, isList }: Field, column: string): string {
  return keptObjectSql(isList, column, (kept) => {
    const members = object?.fields.map((member) => `'${member.name}', ${memberSql(kept, member)}`) ?? [];
    return `json_build_object(${members.join(', ')})`;
  });
}

/** A value object that a column holds, or each of a list of them: `write` says one as SQL. NULL where there is none. */
export function keptObjectSql(isList: boolean, column: string, write: (kept: string) => string): string {
  if (!isList) return `CASE WHEN ${column} IS NOT NULL THEN ${write(column)} END`;
  return (
    `(SELECT coalesce(json_agg(${write('e$."value"')} ORDER BY e$."at"), '[]'::json)` +
    ` FROM jsonb_array_elements(${column}::jsonb) WITH ORDINALITY e$("value", "at"))`
  );
}

/** A member of a value object that is kept as `kept`. */
export function memberSql(kept: string, { name, isList }: Pick<Field, 'name' | 'isList'>): string {
  const value = `${kept}->'${name}'`;
  return isList ? `coalesce(nullif(${value}, 'null'), '[]')` : value;
}

/** The value of a field of 64 bit integers as a number. Throws NotCovered. */
export function numberSql(place: Place, field: Field): string {
  if (field.storage !== 'COLUMN' || field.isList) throw new NotCovered();
  return columnSql(place, field.column);
}

const isOwnSql = (column: string): string => ownPaths.map((path) => `starts_with(${column}, '${path}')`).join(' OR ');

function scalarSql({ baseUrl, p }: Writing, field: Field, column: string): string {
  switch (field.typeName) {
    case 'DateTime':
      return columnType(field) === 'timestamptz' ? fineInstantSql(column) : instantSql(column);
    case 'Long':
      return `${column}::text`;
    case 'Float':
      // Which makes 0 of -0, as JSON.stringify does.
      return `(${column} + 0::float8)`;
    case 'URL':
      return `CASE WHEN ${isOwnSql(column)} THEN ${p.add(baseUrl, 'text')} || ${column} ELSE ${column} END`;
    default:
      if (plainScalars.has(field.typeName)) return column;
      throw new NotCovered();
  }
}

// The session's time zone is UTC. Half of what `to_char` takes: with a microsecond more, each instant is written with all of its
// digits, of which those up to the millisecond are kept.
const instantSql = (sql: string): string => `substr(to_json(${sql} + interval '1 microsecond')::text, 2, 23) || 'Z'`;

// Few of the instants that callers send are finer than a millisecond.
const fineInstantSql = (sql: string): string =>
  `CASE WHEN ${sql}::timestamptz(3) = ${sql} THEN ${instantSql(sql)}` +
  ` ELSE rtrim(to_char(${sql}, 'YYYY-MM-DD"T"HH24:MI:SS.US'), '0') || 'Z' END`;

function computedValueSql(w: Writing, place: Place, field: Field): string {
  const { resource, alias } = place;
  if (field.sameAs === 'urn') return itemUrnSql(place);
  if (isWriter(place, field)) return objectSql(field, columnSql(place, field.name));
  if (field.isTransient) return field.isList ? `'[]'::json` : 'NULL::text';
  if (field.madeFrom.length > 0) return madeSql(w, place, field);
  if (field.sameAs !== null) return valueSql(w, place, fieldOf(resource, field.sameAs));
  if (field.name === 'url') return `(${w.p.add(urlOf(w, resource, ''), 'text')} || ${alias}."urn"::text)`;
  const name = `${resource.name}.${field.name}`;
  if (!hasComputedSql(name)) return countedSql(w, place, field);
  return field.typeClass === 'SCALAR' ? scalarSql(w, field, computedSql(name, alias)) : computedSql(name, alias);
}

// The place of what the service makes of columns (engine/answerQuestion.ts): which field it is, and the columns.
function madeSql(w: Writing, place: Place, { name, madeFrom }: Field): string {
  const values = madeFrom.map(({ field, link }) => {
    if (!link) return valueSql(w, place, field);
    if (place.above?.link === link) return valueSql(w, place.above.place, field);
    const urn = columnSql(place, link.column);
    const which = (alias: string): string => `${alias}."urn" = ${urn}`;
    const { from, where, place: there } = sourceOf(w, { resource: targetOf(link), which, within: null });
    return `(SELECT ${valueSql(w, there, field)} FROM ${from} WHERE ${where})`;
  });
  const position = [`'${place.resource.name}'`, `'${name}'`, ...values].join(', ');
  return `(${w.p.add(w.mark, 'text')} || json_build_array(${position})::text)`;
}

// Counts over the parts of the row, as the field gives them where there are none.
function countedSql({ viewer, p }: Writing, { resource, alias }: Place, field: Field): string {
  const { contract } = resource;
  const counts = aggregateSql({ contract, viewer }, `${resource.name}.${field.name}`, `${alias}."urn"`, p);
  if (counts === null) throw new NotCovered();
  const value = `(SELECT c.value FROM (${counts}) c)`;
  if (field.typeName === 'DateTime') return instantSql(value);
  return field.typeName === 'JSON' ? `coalesce(${value}, '{}'::json)` : `coalesce(${value}, 0)`;
}
