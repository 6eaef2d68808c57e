// The value of one field as SQL that PostgreSQL writes into JSON exactly as the faces would: instants in UTC, 64 bit integers as text, addresses with the host in front.
import { isPlainObject } from '../../contract/fieldGroups.ts';
import {
  fieldOf,
  resourceOf,
  targetOf,
  urlOf,
  type Contract,
  type Field,
  type Resource,
} from '../../contract/resource.ts';
import { ownPaths } from '../../domain/imagePath.ts';
import { subjectKinds } from '../../domain/taskActivity.ts';
import { aggregateSql, isAggregate } from '../engine/aggregateStore.ts';
import { computedSql, hasComputedSql } from '../engine/computedSql.ts';
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
export function columnSql({ alias }: Place, column: string): string {
  return `${alias}.${quote(column)}`;
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
  if (isPlainObject(field)) return objectSql(w, field, column, { place, areNumbers: false });
  // The urn of a link, and any other value object as it is kept.
  if (field.typeClass !== 'SCALAR' && field.typeClass !== 'ENUM') return column;
  // Lists are of texts and of members of enumerations.
  return field.isList || field.typeClass === 'ENUM' ? column : scalarSql(w, field, column);
}

/** What value objects are written with. */
interface Objects {
  readonly place: Place;
  readonly areNumbers: boolean;
}

// A value object that a column holds, or each of a list of them, with all members, and with spaces around its colons: it is no row, and not
// counted as one (engine/answeredObjects.ts). NULL where there is none.
function objectSql(w: Writing, field: Field, column: string, { place, areNumbers }: Objects): string {
  const { contract } = place.resource;
  const write = (kept: string): string => {
    const members = field.object?.fields.map(
      (member) =>
        `'${member.name}', ${member.typeClass === 'LINK' ? linkMemberSql(w, kept, member) : memberSql(w, kept, { contract, member, isNumber: areNumbers })}`,
    );
    return `json_build_object(${members?.join(', ') ?? ''})`;
  };
  if (!field.isList && field.storage === 'COLUMN') return `CASE WHEN ${column} IS NOT NULL THEN ${write(column)} END`;
  // What is made is made once for all members.
  if (!field.isList)
    return `(SELECT ${write('e$."value"')} FROM (SELECT ${column} AS "value" OFFSET 0) e$ WHERE e$."value" IS NOT NULL)`;
  const list = `coalesce(json_agg(${write('e$."value"')} ORDER BY e$."at"), '[]'::json)`;
  return `(SELECT ${list} FROM ${keptElementsSql(field, column)} e$("value", "at"))`;
}

/** The elements of a list of value objects that a column holds, with their places, for a FROM clause. */
export function keptElementsSql({ object }: Field, column: string): string {
  // Its members are found sooner as jsonb, which does not keep JSON of callers as it was sent.
  const isAsSent = object?.fields.some(({ typeName }) => typeName === 'JSON') ?? false;
  const elements = isAsSent ? `json_array_elements(${column})` : `jsonb_array_elements(${column}::jsonb)`;
  return `${elements} WITH ORDINALITY`;
}

/** A member of a value object that is kept as `kept`; a 64 bit integer as its digits, or as a number. */
export function memberSql(
  w: Writing,
  kept: string,
  { contract, member, isNumber }: { readonly contract: Contract; readonly member: Field; readonly isNumber: boolean },
): string {
  const { name, isList, isComputed, typeName } = member;
  if (isComputed) {
    const kinds = Object.entries(subjectKinds).map(([type, kind]) => [type, resourceOf(contract, kind)] as const);
    return addressSql(w, `${kept}->>'type'`, kinds, `(${kept}->>'urn')`);
  }
  const value = `${kept}->'${name}'`;
  if (isList) return `coalesce(nullif((${value})::text, 'null'), '[]')::json`;
  if (typeName !== 'Long') return value;
  return isNumber ? `(${kept}->>'${name}')::bigint` : `${kept}->>'${name}'`;
}

// A link in a value object as `{ urn, url }`; NULL where the viewer may not read what it leads to.
function linkMemberSql(w: Writing, kept: string, member: Field): string {
  if (member.isList) throw new NotCovered();
  const which = (alias: string): string => `${alias}."urn" = (${kept}->>'${member.name}')::uuid`;
  const { from, where, place } = sourceOf(w, { resource: targetOf(member), which, within: null });
  return `(SELECT ${shallowLinkSql(w, place.resource, `${place.alias}."urn"`)} FROM ${from} WHERE ${where})`;
}

/** A row as `{ urn, url }`, by its urn. It begins with a space: it is no row, and not counted as one (engine/answeredObjects.ts). */
export function shallowLinkSql(w: Writing, resource: Resource, urn: string): string {
  return `('{ "urn":"' || ${urn} || '","url":' || ${pathJsonSql(w, urlOf(w, resource, ''), urn)} || '}')::json`;
}

/** An address that ends in a urn as a JSON string. */
export function pathJsonSql({ p }: Writing, path: string, urn: string): string {
  return `${p.add(JSON.stringify(path).slice(0, -1), 'text')} || ${urn} || '"'`;
}

// The address of a row by what it is called, as SQL: NULL for a name that no kind has.
function addressSql(
  { baseUrl, p }: Writing,
  name: string,
  kinds: readonly (readonly [string, Resource])[],
  urn: string,
): string {
  const cases = [...kinds].map(([one, kind]) => `WHEN '${one}' THEN '${urlOf({ baseUrl: '' }, kind, '')}'`);
  return `(${p.add(baseUrl, 'text')} || CASE ${name} ${cases.join(' ')} END || ${urn})`;
}

/** The value of a field of 64 bit integers as a number, or of value objects as they stand in a body. Throws NotCovered. */
export function numberSql(w: Writing, place: Place, field: Field): string {
  const isStored = field.storage === 'COLUMN';
  const name = `${place.resource.name}.${field.name}`;
  // What is found anew by each read, such as the hits of a search, is no value of its row.
  if (!isStored && !hasComputedSql(name) && !isAggregate(name)) return field.isList ? `'[]'::json` : 'NULL::text';
  if (field.typeClass === 'OBJECT') {
    const column = isStored ? columnSql(place, field.column) : aggregatedSql(w, place, field);
    return objectSql(w, field, column, { place, areNumbers: true });
  }
  if (field.isList) throw new NotCovered();
  return isStored ? columnSql(place, field.column) : computedSql(name, place.alias);
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
  if (isWriter(place, field)) return objectSql(w, field, columnSql(place, field.name), { place, areNumbers: false });
  if (field.isTransient) return field.isList ? `'[]'::json` : 'NULL::text';
  if (field.madeFrom.length > 0) return madeSql(w, place, field);
  if (field.sameAs !== null) return valueSql(w, place, fieldOf(resource, field.sameAs));
  if (field.name === 'url') return `(${w.p.add(urlOf(w, resource, ''), 'text')} || ${alias}."urn"::text)`;
  const name = `${resource.name}.${field.name}`;
  if (name === 'WebhookTrigger.targetUrl') {
    const kinds = resource.contract.resources.flatMap((kind) => (kind.subject ? [[kind.subject, kind] as const] : []));
    return addressSql(w, `${alias}."subject"`, kinds, `${alias}."target_urn"`);
  }
  if (!hasComputedSql(name)) {
    const value = aggregatedSql(w, place, field);
    return field.typeName === 'DateTime' ? instantSql(value) : value;
  }
  return field.typeClass === 'SCALAR' ? scalarSql(w, field, computedSql(name, alias)) : computedSql(name, alias);
}

// The place of what the service makes of columns (engine/markedPlaces.ts): which field it is, and the columns.
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

/** What is said over the parts of the row, as the field gives it where there are none. Throws NotCovered. */
export function aggregatedSql({ viewer, p }: Writing, { resource, alias }: Place, { name }: Field): string {
  const { contract } = resource;
  const value = aggregateSql({ contract, viewer }, `${resource.name}.${name}`, `${alias}."urn"`, p);
  if (value === null) throw new NotCovered();
  return value;
}
