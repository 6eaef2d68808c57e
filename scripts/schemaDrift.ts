// What is missing between a migrated database and the contract: the statements of the next migration. The wanted tables
// are made in a schema of their own, within a transaction that is rolled back, and PostgreSQL's catalogs of both are
// compared: columns, keys, indexes, checks, references, statistics, and what keeps the tenant of a row.
import pg from 'pg';
import type { Contract } from '../src/contract/resource.ts';
import { quote } from '../src/database/mapping/columns.ts';
import { exclusionOf, restOf, type Table, type TableColumn, type TableIndex } from '../src/database/mapping/table.ts';
import { tablesOf } from '../src/database/mapping/tables.ts';

const scratch = 'commonplace_wanted';

/** The statements; empty when the migrations match the contract. */
export async function schemaDrift(url: string, contract: Contract): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const tables = tablesOf(contract);
    await client.query('BEGIN');
    const wanted = known.get(contract) ?? (await wantedOf(client, tables));
    known.set(contract, wanted);
    const actual = await catalogOf(client, 'public');
    return difference(tables, wanted, actual);
  } finally {
    await client.query('ROLLBACK').catch(() => undefined);
    await client.end();
  }
}

// The same in every database.
const known = new WeakMap<Contract, ReadonlyMap<string, Entry>>();

async function wantedOf(client: pg.Client, tables: readonly Table[]): Promise<ReadonlyMap<string, Entry>> {
  await client.query(`CREATE SCHEMA ${scratch}`);
  await client.query(`SET LOCAL search_path TO ${scratch}, public`);
  await client.query(creationOf(tables).join('; '));
  return catalogOf(client, scratch);
}

/** The statements that make the tables, in an order in which they can run. */
function creationOf(tables: readonly Table[]): string[] {
  return [
    ...tables.map(createTable),
    ...tables.flatMap((table) =>
      table.indexes.filter((i) => !i.isDeferrable).map((index) => createIndex(table, index)),
    ),
    ...tables.flatMap((table) => [...constraintsOf(table).values()]),
    ...tables.flatMap((table) => (table.statistics ?? []).map(createStatistics)),
    ...tables.filter(hasTenant).map(({ name }) => keepTenant(name)),
  ];
}

function createTable(table: Table): string {
  const columns = table.columns.map((column) => `${quote(column.name)} ${columnText(column)}`);
  const key = `CONSTRAINT ${quote(`pk_${table.name}`)} PRIMARY KEY (${table.primaryKey.map(quote).join(', ')})`;
  const fill = table.fillFactor === undefined ? '' : ` WITH (fillfactor = ${String(table.fillFactor)})`;
  if (table.partitionedBy !== undefined)
    return (
      `CREATE TABLE ${quote(table.name)} (${columns.join(', ')}) PARTITION BY RANGE (${quote(table.partitionedBy)});` +
      ` CREATE TABLE ${quote(restOf(table.name))} PARTITION OF ${quote(table.name)} (${key}) DEFAULT${fill}`
    );
  return `CREATE ${table.isUnlogged ? 'UNLOGGED ' : ''}TABLE ${quote(table.name)} (${[...columns, key].join(', ')})${fill}`;
}

// Where its keys and indexes are.
const indexedTable = ({ name, partitionedBy }: Table): string =>
  quote(partitionedBy === undefined ? name : restOf(name));

function columnText(column: TableColumn): string {
  const always = column.isNullable ? '' : ' NOT NULL';
  const value = column.default === undefined ? '' : ` DEFAULT ${column.default}`;
  return `${column.type}${always}${value}${column.isIdentity ? ' GENERATED ALWAYS AS IDENTITY' : ''}`;
}

function createIndex(table: Table, index: TableIndex): string {
  const method = index.method ? ` USING ${index.method}` : '';
  const include = index.include ? ` INCLUDE (${index.include.join(', ')})` : '';
  const where = index.where === undefined ? '' : ` WHERE ${index.where}`;
  const unique = index.isUnique ? 'UNIQUE ' : '';
  const pending = index.pendingKilobytes ? ` WITH (gin_pending_list_limit=${String(index.pendingKilobytes)})` : '';
  return `CREATE ${unique}INDEX ${quote(index.name)} ON ${indexedTable(table)}${method} (${index.keys.join(', ')})${include}${pending}${where}`;
}

/** Checks, references and what no two rows share, by name. */
function constraintsOf(table: Table): Map<string, string> {
  const add = (name: string): string => `ALTER TABLE ${quote(table.name)} ADD CONSTRAINT ${quote(name)}`;
  return new Map([
    ...table.checks.map(({ name, expression }) => [name, `${add(name)} CHECK (${expression})`] as const),
    ...table.indexes
      .filter((index) => index.isDeferrable)
      .map((i) => [i.name, `${add(i.name)} EXCLUDE ${exclusionOf(i)} DEFERRABLE INITIALLY IMMEDIATE`] as const),
    ...table.references.map(({ name, column, onDelete }) => {
      const rule = onDelete === 'NO ACTION' ? '' : ` ON DELETE ${onDelete}`;
      return [name, `${add(name)} FOREIGN KEY (${quote(column)}) REFERENCES "resource" ("urn")${rule}`] as const;
    }),
  ]);
}

const createStatistics = (statistics: { readonly name: string; readonly definition: string }): string =>
  `CREATE STATISTICS ${quote(statistics.name)} ${statistics.definition}`;

const hasTenant = ({ columns }: Table): boolean => columns.some(({ name }) => name === 'tenant');

// The function stands in a migration.
const keepTenant = (table: string): string =>
  `CREATE TRIGGER "keep_tenant" AFTER UPDATE OF "tenant" ON ${quote(table)} FOR EACH ROW` +
  ` WHEN (OLD."tenant" IS DISTINCT FROM NEW."tenant") EXECUTE FUNCTION "keep_tenant"()`;

/** One object of a schema as PostgreSQL prints it. */
interface Entry {
  readonly kind: 'table' | 'column' | 'index' | 'constraint' | 'statistics' | 'trigger';
  readonly table: string;
  readonly name: string;
  readonly text: string;
}

const catalog = `
  WITH t AS (SELECT oid, relname, relpersistence, pg_get_partkeydef(oid) AS key, COALESCE(reloptions,
      (SELECT rest.reloptions FROM pg_partitioned_table JOIN pg_class rest ON rest.oid = partdefid WHERE partrelid = c.oid)) AS reloptions FROM pg_class c
    WHERE relnamespace = $1::regnamespace AND relkind IN ('r', 'p') AND relname <> 'migration' AND NOT relispartition
  ), i AS (SELECT oid, oid AS indexed, relname FROM t WHERE key IS NULL
    UNION ALL SELECT t.oid, p.partdefid, relname FROM t JOIN pg_partitioned_table p ON partrelid = t.oid)
  SELECT 'table' AS kind, relname AS "table", relname AS name,
    relpersistence::text || coalesce(array_to_string(reloptions, ','), '') || coalesce(key, '') AS text FROM t
  UNION ALL SELECT 'column', relname, attname, format_type(atttypid, atttypmod) ||
    CASE WHEN attnotnull THEN ' NOT NULL' ELSE '' END || coalesce(' DEFAULT ' || pg_get_expr(adbin, adrelid), '') || attidentity::text
    FROM t JOIN pg_attribute ON attrelid = t.oid AND attnum > 0 AND NOT attisdropped
    LEFT JOIN pg_attrdef ON adrelid = t.oid AND adnum = attnum
  UNION ALL SELECT 'index', i.relname, x.relname, pg_get_indexdef(x.oid)
    FROM i JOIN pg_index ON indrelid = indexed JOIN pg_class x ON x.oid = indexrelid
    WHERE NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conindid = x.oid AND conrelid = indexed)
  UNION ALL SELECT 'constraint', relname, conname, pg_get_constraintdef(c.oid)
    FROM i JOIN pg_constraint c ON conrelid = indexed WHERE contype NOT IN ('n', 't')
  UNION ALL SELECT 'statistics', relname, stxname, pg_get_statisticsobjdef(s.oid)
    FROM i JOIN pg_statistic_ext s ON stxrelid = indexed
  UNION ALL SELECT 'trigger', relname, tgname, pg_get_triggerdef(g.oid)
    FROM t JOIN pg_trigger g ON tgrelid = t.oid WHERE tgname = 'keep_tenant' AND tgparentid = 0`;

async function catalogOf(client: pg.Client, schema: string): Promise<Map<string, Entry>> {
  const { rows } = await client.query<Entry>(catalog, [schema]);
  return new Map(
    rows.map((row) => {
      const text = row.text.replaceAll(`${scratch}.`, '').replaceAll('public.', '');
      return [`${row.kind} ${row.table}.${row.name}`, { ...row, text }];
    }),
  );
}

function difference(
  tables: readonly Table[],
  wanted: ReadonlyMap<string, Entry>,
  actual: ReadonlyMap<string, Entry>,
): string[] {
  const byName = new Map(tables.map((table) => [table.name, table]));
  const missing = [...wanted].flatMap(([key, entry]) => (actual.has(key) ? [] : [entry]));
  const changed = [...wanted].flatMap(([key, entry]) => (isOther(entry, actual.get(key)) ? [entry] : []));
  const gone = [...actual].flatMap(([key, entry]) => (wanted.has(key) ? [] : [entry]));
  const isWhole = (entry: Entry): boolean => entry.kind === 'table' || entry.kind === 'column';
  const isOfNewTable = (entry: Entry): boolean => !actual.has(`table ${entry.table}.${entry.table}`);
  const isOfGoneTable = (entry: Entry): boolean => !byName.has(entry.table);
  const isNew = new Set(missing.filter(isOfNewTable).map((entry) => entry.table));
  const addition = (entry: Entry): string[] => additionOf(byName, entry);
  return [
    ...[...gone, ...changed].filter((e) => !isWhole(e) && !isOfGoneTable(e)).map(removalOf),
    ...gone.filter((e) => (e.kind === 'table' || !isOfGoneTable(e)) && isWhole(e)).map(removalOf),
    ...tables.filter((table) => isNew.has(table.name)).map(createTable),
    ...missing.filter((e) => e.kind === 'column' && !isNew.has(e.table)).flatMap(addition),
    ...changed.filter((e) => isWhole(e)).flatMap((e) => changeOf(byName, e)),
    ...inOrder([...missing, ...changed].filter((e) => !isWhole(e))).flatMap(addition),
  ];
}

const isOther = (entry: Entry, known: Entry | undefined): boolean => known !== undefined && known.text !== entry.text;

// References last: the tables they name must exist.
function inOrder(entries: readonly Entry[]): Entry[] {
  const rank = (entry: Entry): number => (entry.kind === 'index' ? 0 : entry.text.startsWith('FOREIGN') ? 2 : 1);
  return entries.toSorted((a, b) => rank(a) - rank(b));
}

function removalOf({ kind, table, name }: Entry): string {
  if (kind === 'table') return `DROP TABLE ${quote(name)}`;
  if (kind === 'index') return `DROP INDEX ${quote(name)}`;
  if (kind === 'statistics') return `DROP STATISTICS ${quote(name)}`;
  if (kind === 'trigger') return `DROP TRIGGER ${quote(name)} ON ${quote(table)}`;
  return `ALTER TABLE ${quote(table)} DROP ${kind === 'column' ? 'COLUMN' : 'CONSTRAINT'} ${quote(name)}`;
}

function additionOf(tables: ReadonlyMap<string, Table>, { kind, table: tableName, name }: Entry): string[] {
  const table = tables.get(tableName);
  if (!table) return [];
  if (kind === 'column') {
    return table.columns
      .filter((column) => column.name === name)
      .map((column) => `ALTER TABLE ${quote(tableName)} ADD COLUMN ${quote(name)} ${columnText(column)}`);
  }
  if (kind === 'index') return table.indexes.filter((i) => i.name === name).map((i) => createIndex(table, i));
  if (kind === 'statistics') return (table.statistics ?? []).filter((s) => s.name === name).map(createStatistics);
  if (kind === 'trigger') return [keepTenant(tableName)];
  const constraint = constraintsOf(table).get(name);
  return constraint === undefined ? [] : [constraint];
}

function changeOf(tables: ReadonlyMap<string, Table>, { kind, table: tableName, name }: Entry): string[] {
  const table = tables.get(tableName);
  const start = `ALTER TABLE ${quote(tableName)}`;
  if (kind === 'table') {
    const fill = table?.fillFactor;
    return [
      `${start} SET ${table?.isUnlogged ? 'UNLOGGED' : 'LOGGED'}`,
      fill === undefined ? `${start} RESET (fillfactor)` : `${start} SET (fillfactor = ${String(fill)})`,
    ];
  }
  const column = table?.columns.find((c) => c.name === name);
  if (!column) return [];
  const alter = `${start} ALTER COLUMN ${quote(name)}`;
  return [
    `${alter} TYPE ${column.type}`,
    `${alter} ${column.isNullable ? 'DROP' : 'SET'} NOT NULL`,
    column.default === undefined ? `${alter} DROP DEFAULT` : `${alter} SET DEFAULT ${column.default}`,
  ];
}
