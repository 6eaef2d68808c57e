// Deliveries and their attempts in partitions by the months in which they were made: making those of the next month ahead, and
// dropping those in which everything is old and finished. Months are of UTC.
import { Parameters, isTrue, prepared, type Executor } from '../connection/statement.ts';
import type { Database } from '../connection/database.ts';
import { quote } from '../mapping/columns.ts';
import { kindDetails } from '../mapping/kindDetails.ts';
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
import { mark } from './queueState.ts';

const fillFactor = kindDetails['WebhookDelivery']?.fillFactor;
const deliveries = { table: 'webhook_delivery', by: 'TIME' } satisfies Partitioned;
const attempts = { table: 'webhook_attempt', by: 'TIME' } satisfies Partitioned;

/** Days for which finished deliveries are kept at least. */
const keptDays = 30;
/** What is older than that, as SQL. */
export const tooOld = (created: string): string => `${created} < now() - interval '${String(keptDays)} days'`;

/** Makes the partitions of the next month, where they are not there. Rejects with TIMEOUT while a table is locked. */
export async function makeMonths(database: PartitionParts, now: number): Promise<void> {
  for (const partitioned of [deliveries, attempts]) {
    const end = (await partitionsOf(database, partitioned)).at(-1)?.upto ?? 0;
    // What was written since the last one ended is with the rest, and so is what comes until the next month begins.
    for (let from = Math.max(end, monthAfter(now, 1)); from < monthAfter(now, 2); from = monthAfter(from, 1)) {
      const name = `${partitioned.table}_${new Date(from).toISOString().slice(0, 7).replace('-', '_')}`;
      const fill = partitioned === deliveries && fillFactor !== undefined ? { fillFactor } : {};
      await attachPartition(database, partitioned, { name, from, upto: monthAfter(from, 1), ...fill });
    }
  }
}

/** When the month begins that is so many after the one of the given time. */
function monthAfter(time: number, months: number): number {
  const at = new Date(time);
  return Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + months);
}

/**
 * Drops the months in which everything is too old and finished. Resolves to the names of what is gone. Rejects with TIMEOUT while
 * a table is locked.
 */
export async function dropOldMonths(database: PartitionParts, now: number): Promise<string[]> {
  const gone: string[] = [];
  const border = now - keptDays * 86_400_000;
  // Attempts are not older than their deliveries: those of a month are dropped after these.
  for (const partitioned of [deliveries, attempts])
    for (const { name, upto } of await partitionsOf(database, partitioned)) {
      if (upto > border) break;
      if (await dropPartition(database, partitioned, name, (executor) => isUnfinished(executor, upto))) gone.push(name);
    }
  return gone;
}

// What was requested again after weeks is as old as ever.
function isUnfinished(executor: Executor, upto: number): Promise<boolean> {
  const p = new Parameters();
  const at = p.add(new Date(upto).toISOString(), 'timestamptz');
  return isTrue(
    executor,
    prepared(`${mark}SELECT EXISTS (SELECT 1 FROM "webhook_queue" WHERE "created_timestamp" < ${at}) AS is`, p),
  );
}

/** The partitions of deliveries that are of no month, quoted: what is old there goes one by one. */
export async function deliveriesOfNoMonth(executor: Executor): Promise<string[]> {
  const first = (await partitionsOf(executor, deliveries)).filter(({ from }: Partition) => from === null);
  return [...first.map(({ name }) => name), restOf(deliveries.table)].map(quote);
}

/** Has the planner know both tables as wholes: see `analyzeWhole`. */
export async function analyzeMonths(database: Pick<Database, 'query' | 'directUrl' | 'contract'>): Promise<void> {
  await analyzeWhole(database, deliveries);
  await analyzeWhole(database, attempts);
}
