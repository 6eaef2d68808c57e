// Writes rows of any kind through TypeORM's mapping: insert, change, remove, and the lists of links. Callers decide
// what is written and hold the locks; nothing here asks for permission.
import { resourceOf, type Contract, type Field, type Resource } from '../contract/resource.ts';
import { quote } from './columns.ts';
import type { Transaction } from './database.ts';
import { linkField } from './listStatement.ts';
import { Parameters, prepared, type Executor } from './statement.ts';

/** Values by field name, and hidden columns by their own. */
export interface NewRow {
  readonly urn: string;
  readonly owner: string;
  readonly values: Readonly<Record<string, unknown>>;
  readonly hidden: Readonly<Record<string, unknown>>;
  readonly timestamp: string;
}

/** The database's clock now, in milliseconds; read after the locks are held, so that it orders changes of one object. */
export async function databaseNow(executor: Executor): Promise<string> {
  const [row] = await executor.query(
    prepared(`SELECT date_trunc('milliseconds', clock_timestamp()) AS now`, new Parameters()),
  );
  return String(row?.['now']);
}

/** Inserts rows of one kind at version 1. Fails with ALREADY_EXISTS when a urn or a unique key is taken. */
export async function insertRows(transaction: Transaction, resource: Resource, rows: readonly NewRow[]): Promise<void> {
  if (rows.length === 0) return;
  await transaction.manager.insert(
    'resource',
    rows.map((row) => ({ urn: row.urn, kind: resource.name })),
  );
  await transaction.manager.insert(
    resource.table,
    rows.map((row) => columnsOf(resource, row)),
  );
}

function columnsOf(resource: Resource, row: NewRow): Record<string, unknown> {
  const columns: Record<string, unknown> = {
    ...storedValues(resource, row.values),
    ...row.hidden,
    urn: row.urn,
    version: '1',
    created_timestamp: row.timestamp,
    updated_timestamp: row.timestamp,
  };
  columns['owner'] ??= row.owner;
  if (resource.isItem) columns['kind'] = resource.name;
  return columns;
}

function storedValues(resource: Resource, values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const columns: Record<string, unknown> = {};
  for (const field of resource.fields) {
    if (field.storage !== 'COLUMN' || field.isWriteOnly || values[field.name] === undefined) continue;
    columns[field.column] = values[field.name];
  }
  return columns;
}

/** Changes a row that the caller has locked, to the given version. */
export async function changeRow(
  transaction: Transaction,
  resource: Resource,
  urn: string,
  change: {
    readonly values: Readonly<Record<string, unknown>>;
    readonly hidden?: Readonly<Record<string, unknown>>;
    readonly version: string;
    readonly timestamp: string;
  },
): Promise<void> {
  await transaction.manager.update(
    resource.table,
    { urn },
    {
      ...storedValues(resource, change.values),
      ...change.hidden,
      version: change.version,
      updated_timestamp: change.timestamp,
    },
  );
}

/** Marks rows as deleted (or, with null, as living again); they are kept for 30 days. */
export async function markDeleted(
  transaction: Transaction,
  resource: Resource,
  urns: readonly string[],
  timestamp: string | null,
): Promise<void> {
  const p = new Parameters();
  const at = p.add(timestamp, 'timestamptz');
  const text =
    `UPDATE ${quote(resource.table)} SET "deleted_timestamp" = ${at}, "version" = "version" + 1` +
    ` WHERE "urn" = ANY(${p.add(urns, 'uuid[]')})`;
  await transaction.query(prepared(text, p));
}

// Where a list of links stands in the link table. The reverse side of a list is the same rows seen from their other end.
function linkEnds(
  contract: Contract,
  resource: Resource,
  field: Field,
): { name: string; near: string; far: string } | null {
  if (field.storage === 'LINKS') return { name: linkField(resource, field), near: 'from_urn', far: 'to_urn' };
  const holder = resourceOf(contract, field.typeName);
  const stated = holder.fieldByName.get(field.inverseOf ?? '');
  return stated ? { name: linkField(holder, stated), near: 'to_urn', far: 'from_urn' } : null;
}

/** Replaces a list of links as a whole; for the reverse side of a list, the links that point here. */
export async function replaceLinks(
  transaction: Transaction,
  contract: Contract,
  resource: Resource,
  field: Field,
  urn: string,
  targets: readonly string[],
): Promise<void> {
  const ends = linkEnds(contract, resource, field);
  if (!ends) return;
  const { name, near, far } = ends;
  const remove = new Parameters();
  await transaction.query(
    prepared(
      `DELETE FROM "link" WHERE "${near}" = ${remove.add(urn, 'uuid')} AND "field" = ${remove.add(name, 'text')}` +
        ` AND NOT ("${far}" = ANY(${remove.add(targets, 'uuid[]')}))`,
      remove,
    ),
  );
  if (targets.length === 0) return;
  const p = new Parameters();
  const text =
    `INSERT INTO "link" ("${near}", "field", "${far}", "position") SELECT ${p.add(urn, 'uuid')}, ${p.add(name, 'text')}, t.urn, t.n` +
    ` FROM unnest(${p.add(targets, 'uuid[]')}) WITH ORDINALITY AS t(urn, n)` +
    ` ON CONFLICT ("from_urn", "field", "to_urn") DO UPDATE SET "position" = EXCLUDED."position"`;
  await transaction.query(prepared(text, p));
}

/** The urns that a list of links names, in order, whatever the caller may read. */
export async function linkedUrns(
  executor: Executor,
  contract: Contract,
  resource: Resource,
  field: Field,
  urn: string,
): Promise<string[]> {
  const ends = linkEnds(contract, resource, field);
  if (!ends) return [];
  const p = new Parameters();
  const text =
    `SELECT "${ends.far}" AS urn FROM "link" WHERE "${ends.near}" = ${p.add(urn, 'uuid')}` +
    ` AND "field" = ${p.add(ends.name, 'text')} ORDER BY "position", "${ends.far}"`;
  const rows = await executor.query(prepared(text, p));
  return rows.map((row) => String(row['urn']));
}

/** Something that points at an object which is to be deleted. */
export interface Referrer {
  readonly resource: Resource;
  readonly field: Field;
  readonly urns: readonly string[];
}

/** Every living row whose single link points at one of the urns, by kind and field, in one statement. */
export async function referrersOf(
  executor: Executor,
  contract: Contract,
  kind: string,
  urns: readonly string[],
): Promise<Referrer[]> {
  const p = new Parameters();
  const wanted = p.add(urns, 'uuid[]');
  const pairs = contract.resources.flatMap((resource) =>
    resource.fields
      .filter((f) => f.typeName === kind && f.typeClass === 'LINK' && f.storage === 'COLUMN' && f.name !== 'owner')
      .map((field) => ({ resource, field })),
  );
  if (pairs.length === 0) return [];
  const selects = pairs.map(({ resource, field }, at) => {
    const ofKind = resource.isItem ? ` AND "kind" = '${resource.name}'` : '';
    const order = resource.isItem ? '"sort_order"' : '"created_timestamp"';
    return `SELECT ${String(at)} AS pair, array_agg("urn" ORDER BY ${order}, "urn") AS urns FROM ${quote(resource.table)} WHERE ${quote(field.column)} = ANY(${wanted})${ofKind} AND "deleted_timestamp" IS NULL HAVING count(*) > 0`;
  });
  const rows = await executor.query(prepared(selects.join(' UNION ALL '), p));
  return rows.flatMap((row) => {
    const pair = pairs[Number(row['pair'])];
    return pair ? [{ ...pair, urns: asUrns(row['urns']) }] : [];
  });
}

/** Whether a company owns anything that lives, besides itself. */
export async function ownsAnything(executor: Executor, contract: Contract, company: string): Promise<boolean> {
  const p = new Parameters();
  const owner = p.add(company, 'uuid');
  const tables = new Set(
    contract.resources.filter((r) => r.subject || !r.name.startsWith('Webhook')).map((r) => r.table),
  );
  const each = [...tables].map(
    (table) =>
      `EXISTS (SELECT 1 FROM ${quote(table)} WHERE "owner" = ${owner} AND "urn" <> ${owner} AND "deleted_timestamp" IS NULL)`,
  );
  const [row] = await executor.query(prepared(`SELECT ${each.join(' OR ')} AS owns`, p));
  return row?.['owns'] === true;
}

/** Empties an optional link of the rows, which then have one version more. */
export async function clearLink(
  transaction: Transaction,
  { resource, field, urns }: Referrer,
  timestamp: string,
): Promise<void> {
  const p = new Parameters();
  const text =
    `UPDATE ${quote(resource.table)} SET ${quote(field.column)} = NULL, "version" = "version" + 1,` +
    ` "updated_timestamp" = ${p.add(timestamp, 'timestamptz')} WHERE "urn" = ANY(${p.add(urns, 'uuid[]')})`;
  await transaction.query(prepared(text, p));
}

/** Removes what hangs on deleted objects without being a part of them: links in lists, and permission edges. */
export async function dropEdges(
  transaction: Transaction,
  urns: readonly string[],
  timestamp: string,
): Promise<string[]> {
  const links = new Parameters();
  const gone = links.add(urns, 'uuid[]');
  await transaction.query(prepared(`DELETE FROM "link" WHERE "to_urn" = ANY(${gone})`, links));
  const p = new Parameters();
  const at = p.add(timestamp, 'timestamptz');
  const objects = p.add(urns, 'uuid[]');
  const text =
    `UPDATE "permission" SET "deleted_timestamp" = ${at}, "version" = "version" + 1 WHERE "deleted_timestamp" IS NULL` +
    ` AND ("object_urn" = ANY(${objects}) OR "subject_urn" = ANY(${objects})) RETURNING "urn"`;
  const rows = await transaction.query(prepared(text, p));
  return rows.map((row) => String(row['urn']));
}

function asUrns(value: unknown): string[] {
  // uuid[] comes from pg as an array of text, or as its text form where the array type has no parser.
  if (Array.isArray(value)) return value.map(String);
  return String(value)
    .replace(/[{}]/g, '')
    .split(',')
    .filter((urn) => urn !== '');
}
