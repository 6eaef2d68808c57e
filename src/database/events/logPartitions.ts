// The partitions of the event log, by ranges of positions: which there are, making them ahead of the writers, and dropping them
// when all of their events are too old. One process at a time does this: the one that leads in numbering. A position that
// no other partition has falls into the one that takes the rest, so that a write never waits for a partition, nor fails.
import type { Database, Transaction } from '../connection/database.ts';
import { inLongTransaction } from '../connection/longConnection.ts';
import { isTrue, Parameters, prepared, rowsOf, unprepared, type Executor } from '../connection/statement.ts';
import { quote } from '../mapping/columns.ts';
import { restOf } from '../mapping/table.ts';

const log = 'webhook_trigger';
const rest = restOf(log);

/** A partition of the log: the positions from `from`, or from the lowest where that is null, and below `upto`. */
interface Partition {
  readonly name: string;
  readonly from: number | null;
  readonly upto: number;
}

/** The partitions but for the rest, oldest first, and the last position that was given. */
export interface LogPartitions {
  readonly last: number;
  readonly ranges: readonly Partition[];
}

/** The partitions as they are now. */
export async function logPartitions(executor: Executor): Promise<LogPartitions> {
  const text =
    `SELECT COALESCE(pg_sequence_last_value(pg_get_serial_sequence('${log}', 'position')::regclass), 0) AS last, p.* FROM (VALUES (1)) one` +
    ` LEFT JOIN (SELECT c.relname AS name, ${boundSql('FROM')} AS "from", ${boundSql('TO')} AS upto` +
    ` FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = '${log}'::regclass) p ON p.upto IS NOT NULL ORDER BY p.upto`;
  const rows = await rowsOf<PartitionRow>(executor, { ...prepared(text, new Parameters()), isOfPrimary: true });
  return {
    last: Number(rows[0]?.last ?? 0),
    ranges: rows.flatMap(({ name, from, upto }) =>
      name === null ? [] : [{ name, from: from === null ? null : Number(from), upto: Number(upto) }],
    ),
  };
}

// As PostgreSQL prints it; null where there is none.
const boundSql = (side: 'FROM' | 'TO'): string =>
  `substring(pg_get_expr(c.relpartbound, c.oid) FROM '${side} \\(''(-?[0-9]+)''\\)')::bigint`;

interface PartitionRow {
  readonly last: string | number;
  readonly name: string | null;
  readonly from: string | number | null;
  readonly upto: string | number;
}

/** The partitions whose positions were all given: their events grow old together. */
const complete = ({ last, ranges }: LogPartitions): readonly Partition[] => ranges.filter(({ upto }) => upto <= last);

/** The partitions that are written to, or take the rest: their events are removed one by one. */
export function partitionsInUse(partitions: LogPartitions): string[] {
  const current = partitions.ranges.find(({ upto }) => upto > partitions.last);
  return [rest, ...(current ? [current.name] : [])];
}

/** Positions that a partition has room for at least. */
const leastSize = 2_000_000;
/** Positions that may be given while a partition is made: those of a late one are with the rest until it begins, and no more. */
const margin = 100_000;
/** What is kept is in about so many partitions: each is looked into by whoever reads the log. */
const wanted = 8;

/** Makes a partition ahead when the last one has little room left, half a partition. Rejects with TIMEOUT while the log is locked. */
export async function makePartitions(database: Pick<Database, 'query' | 'transaction' | 'contract'>): Promise<void> {
  for (;;) {
    const partitions = await logPartitions(database);
    const { last, ranges } = partitions;
    const end = ranges.at(-1)?.upto ?? 0;
    const size = Math.max(leastSize, Math.ceil((last - (ranges[0]?.upto ?? last)) / wanted));
    if (end > last + size / 2) return;
    // What was written past the end is with the rest, and so is what comes until the next partition begins.
    const from = end > last ? end : last + margin;
    await database.transaction((transaction) => attach(transaction, from, from + size));
  }
}

async function attach(transaction: Transaction, from: number, upto: number): Promise<void> {
  const name = `${log}_${String(from)}`;
  await transaction.query(unprepared(shortWait, new Parameters()));
  for (const text of [
    `CREATE TABLE ${quote(name)} (LIKE ${quote(rest)} INCLUDING INDEXES)`,
    `ALTER TABLE ${quote(log)} ATTACH PARTITION ${quote(name)} FOR VALUES FROM (${String(from)}) TO (${String(upto)})`,
  ])
    await transaction.query(unprepared(text, new Parameters()));
}

// Whoever waits for a table holds up all who come after.
const shortWait = `SELECT set_config('lock_timeout', '200', true)`;

/**
 * Moves the beginnings of the logs past the partitions that hold nothing younger than `days`, and drops those of them that no
 * delivery needs. Resolves to the names of the dropped ones. Rejects with TIMEOUT while the log is locked.
 */
export async function dropOldPartitions(
  database: Pick<Database, 'query' | 'transaction' | 'contract'>,
  days: number,
): Promise<string[]> {
  const dropped: string[] = [];
  for (const partition of complete(await logPartitions(database))) {
    if (!(await passPartition(database, partition, days))) return dropped;
    if (await isNeeded(database, partition)) continue;
    const isGone = await database.transaction(async (transaction) => {
      await transaction.query(unprepared(shortWait, new Parameters()));
      await transaction.query(unprepared(`LOCK TABLE ONLY ${quote(log)} IN ACCESS EXCLUSIVE MODE`, new Parameters()));
      // With nobody left who could ask for a delivery.
      if (await isNeeded(transaction, partition)) return false;
      await transaction.query(unprepared(`DROP TABLE ${quote(partition.name)}`, new Parameters()));
      return true;
    });
    if (isGone) dropped.push(partition.name);
  }
  return dropped;
}

// True when everything in it is old. The events of a tenant are as old as their numbers are low, but for the seconds that
// transactions take: its newest is enough, which is found without reading the others.
async function passPartition(executor: Executor, { name }: Partition, days: number): Promise<boolean> {
  const p = new Parameters();
  const newest = (where: string): string =>
    `SELECT t."tenant", t."sequence", t."created_timestamp" FROM ${quote(name)} t WHERE t."sequence" IS NOT NULL${where}` +
    ` ORDER BY t."tenant" DESC, t."sequence" DESC LIMIT 1`;
  const text =
    `WITH RECURSIVE ends AS ((${newest('')}) UNION ALL SELECT n.* FROM ends e CROSS JOIN LATERAL` +
    ` (${newest(' AND t."tenant" < e."tenant"')}) n), young AS MATERIALIZED (SELECT EXISTS (SELECT 1 FROM ends` +
    ` WHERE "created_timestamp" >= now() - make_interval(days => ${p.add(days, 'int')})) AS some),` +
    ` moved AS (UPDATE "event_log" l SET "expired_sequence" = e."sequence" FROM ends e, young` +
    ` WHERE NOT young.some AND l."tenant" = e."tenant" AND l."expired_sequence" < e."sequence")` +
    ` SELECT NOT young.some AS is FROM young`;
  return isTrue(executor, unprepared(text, p));
}

/**
 * Gathers what the planner knows of the log as a whole, where it has doubled since; PostgreSQL itself does that for each partition
 * alone. 30,000 rows are read of every partition, and as many of all together, while others read and write. False where it
 * knows enough.
 */
export async function analyzeLog(database: Pick<Database, 'query' | 'directUrl' | 'contract'>): Promise<boolean> {
  const text =
    `SELECT sum(greatest(c.reltuples, 0)) > 2 * greatest(p.reltuples, 0) AS is FROM pg_class p JOIN pg_inherits i ON i.inhparent = p.oid` +
    ` JOIN pg_class c ON c.oid = i.inhrelid WHERE p.oid = '${log}'::regclass GROUP BY p.reltuples`;
  if (!(await isTrue(database, { ...prepared(text, new Parameters()), isOfPrimary: true }))) return false;
  return inLongTransaction(database, async (executor) => {
    await executor.query(unprepared(`ANALYZE ${quote(log)}`, new Parameters()));
    return ['KEEP', true];
  });
}

// By a delivery that was not removed yet, or by an event that has no number yet.
async function isNeeded(executor: Executor, { name, from, upto }: Partition): Promise<boolean> {
  const p = new Parameters();
  const text =
    `SELECT EXISTS (SELECT 1 FROM ${quote(name)} WHERE "sequence" IS NULL) OR EXISTS (SELECT 1 FROM "webhook_delivery" d` +
    ` WHERE d."position" >= ${p.add(from ?? Number.MIN_SAFE_INTEGER, 'bigint')} AND d."position" < ${p.add(upto, 'bigint')}) AS is`;
  return isTrue(executor, unprepared(text, p));
}
