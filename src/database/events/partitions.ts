// Tables in partitions by ranges of a number or of a time: which partitions there are, attaching one, dropping one, and having
// the planner know the whole. What no other partition has falls into the one that takes the rest, so that a write never waits
// for a partition, nor fails. The process that leads in numbering is the only one that does this.
import type { Database, Transaction } from '../connection/database.ts';
import { inLongTransaction } from '../connection/longConnection.ts';
import { isTrue, Parameters, prepared, rowsOf, unprepared, type Executor } from '../connection/statement.ts';
import { quote } from '../mapping/columns.ts';
import { restOf } from '../mapping/table.ts';

/** A table in partitions, and what their bounds are: numbers, or times in milliseconds since 1970. */
export interface Partitioned {
  readonly table: string;
  readonly by: 'NUMBER' | 'TIME';
}

/** A partition: what is at or above `from`, or everything where that is null, and below `upto`. */
export interface Partition {
  readonly name: string;
  readonly from: number | null;
  readonly upto: number;
}

/** What partitions are made and dropped with. */
export type PartitionParts = Pick<Database, 'query' | 'transaction' | 'contract'>;

// As PostgreSQL prints it; null where there is none.
function boundSql(side: 'FROM' | 'TO', by: Partitioned['by']): string {
  const printed = `substring(pg_get_expr(c.relpartbound, c.oid) FROM '${side} \\(''([^'']+)''\\)')`;
  return by === 'NUMBER' ? `${printed}::bigint` : `(extract(epoch FROM ${printed}::timestamptz) * 1000)::bigint`;
}

/** The partitions but for the rest, oldest first. */
export async function partitionsOf(executor: Executor, { table, by }: Partitioned): Promise<Partition[]> {
  const text =
    `SELECT * FROM (SELECT c.relname AS name, ${boundSql('FROM', by)} AS "from", ${boundSql('TO', by)} AS upto` +
    ` FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = '${table}'::regclass) p WHERE upto IS NOT NULL ORDER BY upto`;
  type Row = { readonly name: string; readonly from: string | null; readonly upto: string };
  const rows = await rowsOf<Row>(executor, { ...prepared(text, new Parameters()), isOfPrimary: true });
  return rows.map(({ name, from, upto }) => ({ name, from: from === null ? null : Number(from), upto: Number(upto) }));
}

/** Adds a partition, made like the rest, which is read meanwhile. Rejects with TIMEOUT while the table or the rest is locked. */
export async function attachPartition(
  database: PartitionParts,
  { table, by }: Partitioned,
  { name, from, upto, fillFactor }: Omit<Partition, 'from'> & { readonly from: number; readonly fillFactor?: number },
): Promise<void> {
  const bound = (value: number): string => (by === 'NUMBER' ? String(value) : `'${new Date(value).toISOString()}'`);
  const fill = fillFactor === undefined ? '' : ` WITH (fillfactor = ${String(fillFactor)})`;
  await database.transaction(async (transaction) => {
    await run(transaction, shortWait);
    await run(
      transaction,
      `CREATE TABLE ${quote(name)} (LIKE ${quote(restOf(table))} INCLUDING CONSTRAINTS INCLUDING INDEXES INCLUDING STATISTICS)${fill}`,
    );
    await run(
      transaction,
      `ALTER TABLE ${quote(table)} ATTACH PARTITION ${quote(name)} FOR VALUES FROM (${bound(from)}) TO (${bound(upto)})`,
    );
  });
}

/**
 * Drops a partition, unless `isNeeded` says, with nobody left who reads or writes the table, that it stays. Resolves to whether it
 * is gone. Rejects with TIMEOUT while the table is locked.
 */
export async function dropPartition(
  database: PartitionParts,
  { table }: Partitioned,
  name: string,
  isNeeded: (executor: Executor) => Promise<boolean>,
): Promise<boolean> {
  if (await isNeeded(database)) return false;
  return database.transaction(async (transaction) => {
    await run(transaction, shortWait);
    await run(transaction, `LOCK TABLE ONLY ${quote(table)} IN ACCESS EXCLUSIVE MODE`);
    if (await isNeeded(transaction)) return false;
    await run(transaction, `DROP TABLE ${quote(name)}`);
    return true;
  });
}

const run = (transaction: Transaction, text: string): Promise<unknown> =>
  transaction.query(unprepared(text, new Parameters()));

// Whoever waits for a table holds up all who come after.
const shortWait = `SELECT set_config('lock_timeout', '200', true)`;

/**
 * Gathers what the planner knows of a table as a whole, where it has doubled since; PostgreSQL itself does that for each partition
 * alone. 30,000 rows are read of every partition, and as many of all together, while others read and write. False where it
 * knows enough.
 */
export async function analyzeWhole(
  database: Pick<Database, 'query' | 'directUrl' | 'contract'>,
  { table }: Partitioned,
): Promise<boolean> {
  const text =
    `SELECT sum(greatest(c.reltuples, 0)) > 2 * greatest(p.reltuples, 0) AS is FROM pg_class p JOIN pg_inherits i ON i.inhparent = p.oid` +
    ` JOIN pg_class c ON c.oid = i.inhrelid WHERE p.oid = '${table}'::regclass GROUP BY p.reltuples`;
  if (!(await isTrue(database, { ...prepared(text, new Parameters()), isOfPrimary: true }))) return false;
  return inLongTransaction(database, async (executor) => {
    await executor.query(unprepared(`ANALYZE ${quote(table)}`, new Parameters()));
    return ['KEEP', true];
  });
}
