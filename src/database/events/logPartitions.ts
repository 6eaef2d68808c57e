// The partitions of the event log, by ranges of positions: making them ahead of the writers, and dropping them when all of
// their events are too old.
import type { Database } from '../connection/database.ts';
import { firstOf, isTrue, Parameters, prepared, unprepared, type Executor } from '../connection/statement.ts';
import { quote } from '../mapping/columns.ts';
import { restOf } from '../mapping/table.ts';
import {
  analyzeWhole,
  attachPartition,
  dropPartition,
  partitionsOf,
  type Partition,
  type Partitioned,
  type PartitionParts,
} from './partitions.ts';

const log = { table: 'webhook_trigger', by: 'NUMBER' } satisfies Partitioned;

/** The partitions but for the rest, oldest first, and the last position that was given. */
export interface LogPartitions {
  readonly last: number;
  readonly ranges: readonly Partition[];
}

/** The partitions as they are now. */
export async function logPartitions(executor: Executor): Promise<LogPartitions> {
  const text = `SELECT COALESCE(pg_sequence_last_value(pg_get_serial_sequence('${log.table}', 'position')::regclass), 0)::float8 AS last`;
  // A partition that is made meanwhile begins behind it.
  const given = await firstOf<{ last: number }>(executor, {
    ...prepared(text, new Parameters()),
    isOfPrimary: true,
  });
  return { last: given?.last ?? 0, ranges: await partitionsOf(executor, log) };
}

/** The partitions whose positions were all given: their events grow old together. */
const complete = ({ last, ranges }: LogPartitions): readonly Partition[] => ranges.filter(({ upto }) => upto <= last);

/** The partitions that are written to, or take the rest: their events are removed one by one. */
export function partitionsInUse(partitions: LogPartitions): string[] {
  const current = partitions.ranges.find(({ upto }) => upto > partitions.last);
  return [restOf(log.table), ...(current ? [current.name] : [])];
}

/** Positions that a partition has room for at least. */
const leastSize = 2_000_000;
/** Positions that may be given while a partition is made: those of a late one are with the rest until it begins, and no more. */
const margin = 100_000;
/** What is kept is in about so many partitions: each is looked into by whoever reads the log. */
const wanted = 8;

/** Makes a partition ahead when the last one has little room left, half a partition. Rejects with TIMEOUT while the log is locked. */
export async function makePartitions(database: PartitionParts): Promise<void> {
  for (;;) {
    const { last, ranges } = await logPartitions(database);
    const end = ranges.at(-1)?.upto ?? 0;
    const size = Math.max(leastSize, Math.ceil((last - (ranges[0]?.upto ?? last)) / wanted));
    if (end > last + size / 2) return;
    // What was written past the end is with the rest, and so is what comes until the next partition begins.
    const from = end > last ? end : last + margin;
    await attachPartition(database, log, { name: `${log.table}_${String(from)}`, from, upto: from + size });
  }
}

/**
 * Moves the beginnings of the logs past the partitions that hold nothing younger than `days`, and drops those of them that no
 * delivery needs. Resolves to the names of the dropped ones. Rejects with TIMEOUT while the log is locked.
 */
export async function dropOldPartitions(database: PartitionParts, days: number): Promise<string[]> {
  const dropped: string[] = [];
  for (const partition of complete(await logPartitions(database))) {
    if (!(await passPartition(database, partition, days))) return dropped;
    const isGone = await dropPartition(database, log, partition.name, (executor) => isNeeded(executor, partition));
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

/** Has the planner know the log as a whole: see `analyzeWhole`. */
export const analyzeLog = (database: Pick<Database, 'query' | 'directUrl' | 'contract'>): Promise<boolean> =>
  analyzeWhole(database, log);

// By a delivery that was not removed yet, or by an event that has no number yet.
async function isNeeded(executor: Executor, { name, from, upto }: Partition): Promise<boolean> {
  const p = new Parameters();
  const text =
    `SELECT EXISTS (SELECT 1 FROM ${quote(name)} WHERE "sequence" IS NULL) OR EXISTS (SELECT 1 FROM "webhook_delivery" d` +
    ` WHERE d."position" >= ${p.add(from ?? Number.MIN_SAFE_INTEGER, 'bigint')} AND d."position" < ${p.add(upto, 'bigint')}) AS is`;
  return isTrue(executor, unprepared(text, p));
}
