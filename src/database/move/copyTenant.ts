// Copies the rows of one tenant from one database into another, and afterwards what has changed since: a row that was written
// after a snapshot has a transaction in it that the snapshot did not see. Rows travel as PostgreSQL's own COPY writes them.
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import type { MovedTable } from './tenantTables.ts';

/** The two databases, and whose rows are copied. Each connection is within a transaction. */
export interface TenantCopy {
  readonly from: pg.Client;
  readonly to: pg.Client;
  /** A urn that was checked. */
  readonly tenant: string;
  /** Where its events stand in the order of all events of the other database: see `freeRange`. */
  readonly range: number;
}

const eventLog = '"event_log"';

/** What is copied. */
export interface CopyExtent {
  /** The oldest transaction that the copy before may not have seen; null copies everything into a database without any of it. */
  readonly since: string | null;
  /** Whether nothing is written any more: only then rows are copied that are known by a number of the database. */
  readonly isLast: boolean;
}

/**
 * Copies what is not there yet, and removes what is gone. Resolves to the number of rows that were sent. After the last copy
 * both databases have the same number of rows in every table, or it rejects.
 */
export async function copyTenant(copy: TenantCopy, tables: readonly MovedTable[], extent: CopyExtent): Promise<number> {
  const chosen = tables.filter((table) => extent.isLast || !table.isLast);
  const here = await countAll(copy.from, copy, chosen, extent);
  const there = await countAll(copy.to, copy, chosen, { ...extent, since: null });
  let sent = 0;
  for (const [at, table] of chosen.entries())
    if ((here[at]?.written ?? 0) > 0 || here[at]?.rows !== there[at]?.rows)
      sent += await copyTable(copy, table, table.isLast ? { ...extent, since: null } : extent);
  return extent.isLast ? sent + (await finish(copy, chosen)) : sent;
}

interface Counted {
  readonly rows: number;
  /** Of these, how many were written since. */
  readonly written: number;
}

// An event that has no number is left until it has one: the other database would give it one.
const rowsOf = ({ tenant }: TenantCopy, { name }: MovedTable, { isLast }: CopyExtent): string =>
  `${name} x WHERE x."tenant" = '${tenant}'` +
  (name === '"webhook_trigger"' && !isLast ? ' AND x."sequence" IS NOT NULL' : '');

const isWritten = ({ since }: CopyExtent): string => (since === null ? 'true' : `age(x.xmin) <= age('${since}'::xid)`);

// One statement for all tables.
async function countAll(
  client: pg.Client,
  copy: TenantCopy,
  tables: readonly MovedTable[],
  extent: CopyExtent,
): Promise<readonly Counted[]> {
  const each = tables.map(
    (table, at) =>
      `SELECT ${String(at)} AS at, count(*)::float8 AS rows, count(*) FILTER (WHERE ${isWritten(extent)})::float8 AS written` +
      ` FROM ${rowsOf(copy, table, extent)}`,
  );
  const { rows } = await client.query<Counted>(`${each.join(' UNION ALL ')} ORDER BY at`);
  return rows;
}

async function copyTable(copy: TenantCopy, table: MovedTable, extent: CopyExtent): Promise<number> {
  const { to, tenant } = copy;
  const { name, primaryKey } = table;
  const rows = `${rowsOf(copy, table, extent)} AND ${isWritten(extent)}`;
  const selected = table.columns.map((column) => selectedAs(copy, table, column)).join(', ');
  const sent = await stage(copy, { as: 'moved', columns: table.columns, of: name }, `SELECT ${selected} FROM ${rows}`);
  if (extent.since !== null) await removeStale(copy, table, extent);
  else if (name !== eventLog) await to.query(`DELETE FROM ${name} WHERE "tenant" = '${tenant}'`);
  if (table.isRegistered && sent > 0) {
    const registry = { as: 'registered', columns: ['"urn"', '"kind"', '"created_as"'], of: '"resource"' };
    await stage(
      copy,
      registry,
      `SELECT r."urn", r."kind", r."created_as" FROM "resource" r JOIN ${rows.replace(' WHERE ', ' ON x."urn" = r."urn" WHERE ')}`,
    );
    await to.query(`INSERT INTO "resource" SELECT * FROM "registered" ON CONFLICT DO NOTHING`);
    await to.query('DROP TABLE "registered"');
  }
  if (sent > 0) {
    if (name === eventLog)
      await to.query(
        `UPDATE "moved" m SET "last_ordinal" = t."last_ordinal" FROM ${name} t WHERE t."tenant" = m."tenant"`,
      );
    await to.query(`DELETE FROM ${name} t USING "moved" m WHERE ${same('t', 'm', primaryKey)}`);
    const listed = table.columns.filter((column) => !(table.isKnownByNumber && column === table.numbered)).join(', ');
    const order = table.numbered === null ? '' : ` ORDER BY ${table.numbered}`;
    await to.query(`INSERT INTO ${name} (${listed}) OVERRIDING SYSTEM VALUE SELECT ${listed} FROM "moved"${order}`);
    if (name === '"entity"') await restoreLive(to);
  }
  await to.query('DROP TABLE "moved"');
  return sent;
}

// The order of all events is each database's own: what moved stands before the first event of any tenant there.
function selectedAs({ range }: TenantCopy, { name }: MovedTable, column: string): string {
  if (name === '"webhook_trigger"' && column === '"ordinal"') return `x."sequence" - ${String(range)} AS ${column}`;
  if (name === eventLog && column === '"last_ordinal"') return `0 AS ${column}`;
  return `x.${column}`;
}

/** How many events a tenant's range has room for. */
const rangeSize = 1_000_000_000_000;

/** A number that makes sequences of a tenant places in the log of the database that no other event has. */
export async function freeRange(to: pg.Client): Promise<number> {
  const { rows } = await to.query<{ lowest: string }>(
    'SELECT least(0, min("ordinal"))::text AS lowest FROM "webhook_trigger" WHERE "ordinal" < 0',
  );
  return (Math.ceil(-Number(rows[0]?.lowest ?? 0) / rangeSize) + 1) * rangeSize;
}

// Rows that a query of the one database answers, as a temporary table of the other.
async function stage(
  { from, to }: TenantCopy,
  { as, columns, of }: { readonly as: string; readonly columns: readonly string[]; readonly of: string },
  query: string,
): Promise<number> {
  const listed = columns.join(', ');
  await to.query(`CREATE TEMP TABLE "${as}" ON COMMIT DROP AS SELECT ${listed} FROM ${of} WITH NO DATA`);
  const rows = to.query(copyFrom(`COPY "${as}" (${listed}) FROM STDIN`));
  await pipeline(from.query(copyTo(`COPY (${query}) TO STDOUT`)), rows);
  return rows.rowCount;
}

const same = (one: string, other: string, columns: readonly string[]): string =>
  columns.map((column) => `${one}.${column} = ${other}.${column}`).join(' AND ');

const countOf = async (client: pg.Client, from: string): Promise<number> => {
  const { rows } = await client.query<{ count: string }>(`SELECT count(*) AS count FROM ${from}`);
  return Number(rows[0]?.count);
};

// All keys are sent only where counting shows that rows are gone. They go first: what came since may have taken their names.
async function removeStale(copy: TenantCopy, table: MovedTable, extent: CopyExtent): Promise<void> {
  const { from, to } = copy;
  const { name, primaryKey, isRegistered } = table;
  const ofTenant = rowsOf(copy, table, extent);
  const isNew = `NOT EXISTS (SELECT 1 FROM ${name} t WHERE ${same('t', 'm', primaryKey)})`;
  const expected = (await countOf(to, ofTenant)) + (await countOf(to, `"moved" m WHERE ${isNew}`));
  if ((await countOf(from, ofTenant)) === expected) return;
  const keys = primaryKey.map((column) => `x.${column}`).join(', ');
  await stage(copy, { as: 'kept', columns: primaryKey, of: name }, `SELECT ${keys} FROM ${ofTenant}`);
  await to.query('ANALYZE "kept"');
  const isGone = `NOT EXISTS (SELECT 1 FROM "kept" k WHERE ${same('k', 'x', primaryKey)})`;
  await to.query(
    isRegistered
      ? `DELETE FROM "resource" WHERE "urn" IN (SELECT x."urn" FROM ${ofTenant} AND ${isGone})`
      : `DELETE FROM ${ofTenant} AND ${isGone}`,
  );
  await to.query('DROP TABLE "kept"');
}

// A trigger sets these when an entity is written.
async function restoreLive(to: pg.Client): Promise<void> {
  await to.query(
    `UPDATE "entity" e SET "live_version" = m."live_version", "live_updated_timestamp" = m."live_updated_timestamp"` +
      ` FROM "moved" m WHERE e."urn" = m."urn"`,
  );
}

// What the other database has removed by age meanwhile is sent again. Numbers that came along are not given again.
async function finish(copy: TenantCopy, tables: readonly MovedTable[]): Promise<number> {
  const { from, to, tenant } = copy;
  const all: CopyExtent = { since: null, isLast: true };
  let sent = 0;
  const differing = async (): Promise<MovedTable[]> => {
    const [here, there] = [await countAll(from, copy, tables, all), await countAll(to, copy, tables, all)];
    return tables.filter((_, at) => here[at]?.rows !== there[at]?.rows);
  };
  for (const table of await differing()) sent += await copyTable(copy, table, all);
  const wrong = await differing();
  if (wrong.length > 0) throw new Error(`Not all rows have arrived in ${wrong.map(({ name }) => name).join(', ')}`);
  for (const { name, numbered, isKnownByNumber } of tables)
    if (numbered !== null && !isKnownByNumber)
      await to.query(
        `SELECT setval(s.name, given.highest + 100000) FROM (SELECT pg_get_serial_sequence('${name}', '${numbered.slice(1, -1)}') AS name) s,` +
          ` (SELECT max(x.${numbered}) AS highest FROM ${name} x WHERE x."tenant" = '${tenant}') given WHERE given.highest > nextval(s.name)`,
      );
  return sent;
}

/** Removes every row of the tenant, but not its place in the order of events: what was given there is not given again. */
export async function clearTenant(to: pg.Client, tables: readonly MovedTable[], tenant: string): Promise<void> {
  for (const { name, isRegistered } of tables.filter((table) => table.name !== eventLog))
    await to.query(
      isRegistered
        ? `DELETE FROM "resource" WHERE "urn" IN (SELECT "urn" FROM ${name} WHERE "tenant" = '${tenant}')`
        : `DELETE FROM ${name} WHERE "tenant" = '${tenant}'`,
    );
}
