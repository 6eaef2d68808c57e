// Writes rows of any kind by the contract's mapping: insert, change, remove, and the lists of links. Callers decide
// what is written and hold the locks; nothing here checks permissions.
import { lastEditOf } from '../../contract/fieldGroups.ts';
import { inverseOf, targetOf, type Field, type Resource } from '../../contract/resource.ts';
import { groupBy } from '../../domain/groupBy.ts';
import type { AccessScope } from '../../domain/accessScope.ts';
import type { Actor } from '../../domain/actor.ts';
import { newUrn } from '../../domain/urn.ts';
import { columnType, hiddenColumnsOf, quote, storedFields, type ColumnType } from '../mapping/columns.ts';
import { unregistered } from '../mapping/kindDetails.ts';
import { actorSql } from './actorSql.ts';
import { changedSql, writtenSql, type ChangedRows, type StoredRow } from './changedRows.ts';
import { entryOf, type NewEntry } from './itemEntry.ts';
import type { Transaction } from '../connection/database.ts';
import { linkField } from './listStatement.ts';
import { staysLive } from './liveRows.ts';
import { tenantOf } from './tenant.ts';
import {
  onlyRow,
  Parameters,
  prepared,
  rowsOf,
  urnsOf,
  type Executor,
  type Statement,
} from '../connection/statement.ts';

/** Values by field name, and hidden columns by their own. */
export interface NewRow {
  readonly urn: string;
  readonly owner: string;
  /** The root of the owner's tree, where the owner itself is yet to be written; else it is looked up. */
  readonly tenant?: string;
  readonly values: Readonly<Record<string, unknown>>;
  readonly hidden: Readonly<Record<string, unknown>>;
  readonly timestamp: string;
  /** The request that makes it, by which it is known when it is sent again. */
  readonly createdAs?: string | null;
}

/** The database's clock now, in milliseconds; read after the locks are held, so that it orders changes of one object. */
export async function databaseNow(executor: Executor): Promise<string> {
  const text = `SELECT date_trunc('milliseconds', clock_timestamp()) AS now`;
  return (await onlyRow<{ now: string }>(executor, prepared(text, new Parameters()))).now;
}

/** Who makes new rows, and who wants to see them. */
interface Creation {
  /** Who makes them, for kinds that say so. Items have their first history entry from it. */
  readonly actor?: Actor;
  /** Who is shown the rows as they were stored; null for the service itself. Absent: they are not given. */
  readonly reader?: AccessScope | null;
}

/**
 * Inserts rows of one kind at version 1, items with their first history entries; gives them, in no order, where somebody is to see
 * them. Fails with ALREADY_EXISTS when a urn or a unique key is taken.
 */
export async function insertRows(
  transaction: Transaction,
  resource: Resource,
  rows: readonly NewRow[],
  { actor, reader }: Creation = {},
): Promise<StoredRow[]> {
  // Rows that state the same columns are one statement; a column that is not stated gets its default.
  const groups = groupBy(
    rows.map((row) => ({ columns: columnsOf(resource, row), created_as: row.createdAs ?? null })),
    ({ columns }) => Object.keys(columns).sort().join(' '),
  );
  const statements = [...groups].map(([names, group]) => {
    const p = new Parameters();
    const columns = names.split(' ');
    const typed = columns.map((name) => `${quote(name)} ${columnTypeOf(resource, name)}`);
    const by = actor && storedFields(resource).find(({ typeName }) => typeName === 'Actor');
    const listed = [...columns, ...(by ? [by.column] : [])].map(quote).join(', ');
    const found = columns.map((name) =>
      name === 'tenant' ? `coalesce(i."tenant", ${tenantOf('i."owner"')})` : `i.${quote(name)}`,
    );
    // The request that makes a row, by which it is known when it is sent again.
    const isNoted = group.some(({ created_as: note }) => note !== null);
    const input = group.map(({ columns: values, created_as: note }) =>
      isNoted ? { ...values, created_as: note } : values,
    );
    const members = [...typed, ...(isNoted ? ['"created_as" text'] : [])].join(', ');
    const sent = `input AS MATERIALIZED (SELECT * FROM json_to_recordset(${p.add(JSON.stringify(input), 'json')}) AS r(${members}))`;
    if (by) found.push(actorSql(actor, p));
    const isRegistered = !unregistered.has(resource.name);
    const note = isNoted ? ', "created_as"' : '';
    const registered = `, registered AS (INSERT INTO "resource" ("urn", "kind"${note}) SELECT "urn", '${resource.name}'${note} FROM input RETURNING 1)`;
    // A urn that is taken is found before any other key.
    const first = isRegistered ? ' WHERE (SELECT count(*) FROM registered) > 0' : '';
    const made = `INSERT INTO ${quote(resource.table)} (${listed}) SELECT ${found.join(', ')} FROM input i${first} RETURNING *`;
    const entry = actor && resource.isItem ? `, ${entryOf(resource.contract, 'made', firstEntry(actor), p)}` : '';
    const answer = reader === undefined ? 'SELECT WHERE false' : writtenSql(resource, 'made', reader, p);
    return prepared(`WITH ${sent}${isRegistered ? registered : ''}, made AS (${made})${entry} ${answer}`, p);
  });
  const inserted = await Promise.all(statements.map((statement) => rowsOf<StoredRow>(transaction, statement)));
  return inserted.flat();
}

const firstEntry = (actor: Actor): NewEntry => ({ isTombstone: false, actor, timestamp: null });

function columnsOf(resource: Resource, row: NewRow): Record<string, unknown> {
  const columns: Record<string, unknown> = {
    ...storedValues(resource, row.values),
    ...row.hidden,
    urn: row.urn,
    version: '1',
    created_timestamp: row.values['createdTimestamp'] ?? row.timestamp,
    updated_timestamp: row.timestamp,
  };
  const edit = lastEditOf(resource);
  if (edit) columns[edit.time.column] = row.timestamp;
  columns['owner'] ??= row.owner;
  columns['tenant'] = row.tenant ?? (resource.name === 'Company' ? row.values['owner'] : null);
  if (resource.isItem) columns['kind'] = resource.name;
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
}

const usualTypes: Readonly<Record<string, ColumnType>> = {
  owner: 'uuid',
  tenant: 'uuid',
  kind: 'text',
  entry: 'uuid',
  deleted_timestamp: 'timestamptz(3)',
};

function columnTypeOf(resource: Resource, name: string): ColumnType {
  const field = storedFields(resource).find(({ column }) => column === name);
  const type = field ? columnType(field) : hiddenColumnsOf(resource).find((column) => column.name === name)?.type;
  // A column that is no field's is one that every table has.
  return type ?? (usualTypes[name] as ColumnType);
}

function storedValues(resource: Resource, values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const columns: Record<string, unknown> = {};
  for (const field of resource.fields) {
    if (field.storage !== 'COLUMN' || field.isWriteOnly || values[field.name] === undefined) continue;
    columns[field.column] = values[field.name];
  }
  return columns;
}

/** New values of a row, by field, and of hidden columns, by their own names. */
export interface RowValues {
  readonly urn: string;
  readonly values: Readonly<Record<string, unknown>>;
  readonly hidden?: Readonly<Record<string, unknown>>;
}

/** How rows are changed. */
export interface ChangeOptions {
  readonly timestamp: string;
  /** Whose edit it is; absent where the service changes what follows from something else. */
  readonly actor?: Actor;
  /** Who is shown the rows as they are then; absent for the service itself. */
  readonly reader?: AccessScope | null;
}

/**
 * Changes a row that the caller has locked, to its next version; returns the row as it is then. An item has the values that it has
 * then appended to its history.
 */
export async function changeRow(
  transaction: Transaction,
  resource: Resource,
  change: RowValues,
  how: ChangeOptions,
): Promise<StoredRow> {
  const p = new Parameters();
  const set = Object.entries(newColumns(resource, change, how)).map(([name, value]) => {
    const type = columnTypeOf(resource, name);
    const isJson = type === 'json' && value !== null;
    return `${quote(name)} = ${p.add(isJson ? JSON.stringify(value) : value, type)}`;
  });
  return onlyRow(transaction, changing(resource, { set, of: `WHERE t."urn" = ${p.add(change.urn, 'uuid')}` }, how, p));
}

/** Changes rows of one kind in the same way; gives them by urn. */
export async function changeRows(
  transaction: Transaction,
  resource: Resource,
  changes: readonly RowValues[],
  how: ChangeOptions,
): Promise<Map<string, StoredRow>> {
  const rows = changes.map((change) => ({ ...newColumns(resource, change, how), urn: change.urn }));
  // Those whose same columns change are one statement.
  const statements = [...groupBy(rows, (row) => Object.keys(row).sort().join(' '))].map(([names, group]) => {
    const p = new Parameters();
    const columns = names.split(' ');
    const typed = columns.map((name) => `${quote(name)} ${columnTypeOf(resource, name)}`).join(', ');
    const set = columns.filter((name) => name !== 'urn').map((name) => `${quote(name)} = r.${quote(name)}`);
    const sent = `json_to_recordset(${p.add(JSON.stringify(group), 'json')}) AS r(${typed})`;
    return changing(resource, { set, of: `FROM ${sent} WHERE t."urn" = r."urn"` }, how, p);
  });
  const found = await Promise.all(statements.map((statement) => rowsOf<StoredRow>(transaction, statement)));
  return new Map(found.flat().map((row) => [row.urn, row]));
}

function newColumns(
  resource: Resource,
  { values, hidden }: RowValues,
  { actor }: ChangeOptions,
): Record<string, unknown> {
  const columns: Record<string, unknown> = { ...storedValues(resource, values), ...hidden };
  if (resource.isItem && actor) columns['entry'] = newUrn();
  // Every change sets the time; it is stated where nothing else of the row changes.
  return Object.fromEntries(
    Object.entries(columns).filter(([name, value]) => value !== undefined && name !== 'updated_timestamp'),
  );
}

function changing(
  resource: Resource,
  rows: Pick<ChangedRows, 'set' | 'of'>,
  { timestamp, actor, reader = null }: ChangeOptions,
  p: Parameters,
): Statement {
  const changed = changedSql(resource, { ...rows, at: p.add(timestamp, 'timestamptz'), actor }, p);
  return prepared(`WITH ${changed} ${writtenSql(resource, 'changed', reader, p)}`, p);
}

/**
 * Marks rows as deleted (or, with null, as living again); they are kept until they are purged. Files are shown as they were as
 * long as they are live, version included. Resolves to the versions that the rows have then.
 */
export async function markDeleted(
  transaction: Transaction,
  resource: Resource,
  urns: readonly string[],
  timestamp: string | null,
): Promise<{ readonly urn: string; readonly version: string }[]> {
  const p = new Parameters();
  const at = p.add(timestamp, 'timestamptz');
  const isSame = !resource.isItem && staysLive(resource, 't') !== null;
  const text =
    `UPDATE ${quote(resource.table)} SET "deleted_timestamp" = ${at}${isSame ? '' : ', "version" = "version" + 1'}` +
    ` WHERE "urn" = ANY(${p.add(urns, 'uuid[]')}) RETURNING "urn", "version"`;
  return rowsOf(transaction, prepared(text, p));
}

// Where a list of links stands in the link table. The reverse side of a list is the same rows seen from their other end.
function linkEnds(resource: Resource, field: Field): { name: string; near: string; far: string } {
  if (field.storage === 'LINKS') return { name: linkField(resource, field), near: 'from_urn', far: 'to_urn' };
  return { name: linkField(targetOf(field), inverseOf(field)), near: 'to_urn', far: 'from_urn' };
}

/** Replaces a list of links as a whole; for the reverse side of a list, the links that point here. */
export async function replaceLinks(
  transaction: Transaction,
  { resource, field, urn }: { readonly resource: Resource; readonly field: Field; readonly urn: string },
  targets: readonly string[],
): Promise<void> {
  const { name, near, far } = linkEnds(resource, field);
  const remove = new Parameters();
  transaction.send(
    prepared(
      `DELETE FROM "link" WHERE "${near}" = ${remove.add(urn, 'uuid')} AND "field" = ${remove.add(name, 'text')}` +
        ` AND NOT ("${far}" = ANY(${remove.add(targets, 'uuid[]')}))`,
      remove,
    ),
  );
  if (targets.length === 0) return;
  const p = new Parameters();
  const text =
    `INSERT INTO "link" ("${near}", "field", "${far}", "position", "tenant") SELECT ${p.add(urn, 'uuid')}, ${p.add(name, 'text')},` +
    ` t.urn, t.n, (SELECT r."tenant" FROM ${quote(resource.table)} r WHERE r."urn" = $1)` +
    ` FROM unnest(${p.add(targets, 'uuid[]')}) WITH ORDINALITY AS t(urn, n)` +
    ` ON CONFLICT ("from_urn", "field", "to_urn") DO UPDATE SET "position" = EXCLUDED."position"`;
  await transaction.query(prepared(text, p));
}

/** A list of links of a row that was just made. */
export interface NewList {
  readonly resource: Resource;
  readonly field: Field;
  readonly urn: string;
  readonly targets: readonly string[];
}

/** Inserts lists of links of rows that have none yet: one statement for each field. */
export async function insertLinks(transaction: Transaction, lists: readonly NewList[]): Promise<void> {
  for (const [, [first, ...others]] of groupBy(lists, ({ resource, field }) => `${resource.name}.${field.name}`)) {
    if (!first) continue;
    const { resource, field } = first;
    const { name, near, far } = linkEnds(resource, field);
    const links = [first, ...others].flatMap(({ urn, targets }) =>
      targets.map((to, at) => ({ urn, to, place: at + 1 })),
    );
    const p = new Parameters();
    const columns = [
      p.add(
        links.map(({ urn }) => urn),
        'uuid[]',
      ),
      p.add(
        links.map(({ to }) => to),
        'uuid[]',
      ),
      p.add(
        links.map(({ place }) => place),
        'int[]',
      ),
    ];
    const text =
      `INSERT INTO "link" ("${near}", "field", "${far}", "position", "tenant") SELECT l.urn, ${p.add(name, 'text')}, l.target, l.n, r."tenant"` +
      ` FROM unnest(${columns.join(', ')}) AS l(urn, target, n) JOIN ${quote(resource.table)} r ON r."urn" = l.urn` +
      ` ON CONFLICT ("from_urn", "field", "to_urn") DO UPDATE SET "position" = EXCLUDED."position"`;
    await transaction.query(prepared(text, p));
  }
}

/** The urns that a list of links names, in order, whatever the caller may read. */
export async function linkedUrns(executor: Executor, resource: Resource, field: Field, urn: string): Promise<string[]> {
  const ends = linkEnds(resource, field);
  const p = new Parameters();
  const text =
    `SELECT "${ends.far}" AS urn FROM "link" WHERE "${ends.near}" = ${p.add(urn, 'uuid')}` +
    ` AND "field" = ${p.add(ends.name, 'text')} ORDER BY "position", "${ends.far}"`;
  return urnsOf(executor, prepared(text, p));
}
