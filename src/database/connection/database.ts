// The open database: a pool for transactions, and two of prepared statements for reads: one plans each statement once, the
// other those whose best plan depends on their values. TypeORM's DataSource serves the mapping and migrations alone.
// Everything that leaves here as an error is an error of the service.
import pg from 'pg';
import { DataSource } from 'typeorm';
import type { Contract } from '../../contract/resource.ts';
import { fromDatabase, isConnectionLost, ReadOnlyDatabaseError } from './databaseErrors.ts';
import { entitySchemas } from '../mapping/entities.ts';
import { migrations } from '../migrations/index.ts';
import type { Executor, Statement } from './statement.ts';
import { connectMillis, connectionOptions, isCrowded, plannedByValue, plannedOnce, send } from './connections.ts';
import { checkOut, openPool } from './pools.ts';
import { createDatabaseTime, unlimitedTime, type DatabaseTime } from './databaseTime.ts';
import { createTurns, createBoundedQueue } from './boundedQueue.ts';
import { shareConnections } from './sharedPool.ts';
import { inTransaction, type Transaction } from './transaction.ts';
import { followWriter, type Writer } from './writer.ts';

export type { Transaction } from './transaction.ts';

/** The open database. */
export interface Database extends Executor {
  /** The server itself that takes writes now, for what lives as long as a session: leadership, notifications, long transactions. */
  directUrl(): string;
  /** Says that a connection to the server itself was lost, or refused a write: it may be another one. */
  lost(): void;
  /**
   * Runs the work in one transaction; retries it whole after a deadlock or a serialization failure, up to 3 times. Waits
   * for a connection in a queue. Work that begins by locking a row names it: then all writers of one row together hold one
   * connection of this process, and the others wait for their turn without any.
   */
  transaction<T>(work: (transaction: Transaction) => Promise<T>, row?: string): Promise<T>;
  /** Calls the listener after each commit of this process that wrote triggers; the answer ends that. */
  onAnnounced(listener: () => void): () => void;
  /** The same database for one request, which may wait for it so long in all; then TIMEOUT. */
  within(milliseconds: number): Database;
  /** The connections as they are now. */
  pools(): readonly PoolState[];
  close(): Promise<void>;
}

/** How many connections a pool has, and how much of the service waits for one. */
export interface PoolState {
  /** `read` serves single statements, `write` transactions. */
  readonly name: 'read' | 'write';
  readonly open: number;
  readonly inUse: number;
  readonly waiting: number;
}

/** How it is opened. */
export interface DatabaseOptions {
  /** Several hosts with commas: the one that takes writes is found. */
  readonly url: string;
  /** The server itself, where `url` is a connection pool; also of several hosts. */
  readonly directUrl?: string;
  /** Whether `url` is a connection pool: it is sent no settings, and has them by itself. */
  readonly isPool?: boolean;
  readonly contract: Contract;
  readonly poolSize?: number;
  /** Hears every statement before it is sent; tests count them. */
  readonly onStatement?: (statement: { readonly text: string }) => void;
  /** Hears of idle connections that broke; they are replaced by themselves. */
  readonly onConnectionLost?: (error: Error) => void;
}

// Long enough for a crowd at one row, shorter than callers wait.
const writers = { mostWaiting: 1_000, waitMillis: 10_000 } as const;

const usualPool = 10;

/** What every DataSource of the service has in common; connections and entities come on top. */
export const sourceOptions = {
  type: 'postgres',
  driver: pg,
  migrations,
  migrationsTableName: 'migration',
  installExtensions: false,
  connectTimeoutMS: connectMillis,
} as const;

/** The options of the DataSource, also for TypeORM's own commands. */
export function dataSourceFor(options: DatabaseOptions): DataSource {
  return new DataSource({
    ...sourceOptions,
    url: options.url,
    entities: entitySchemas(options.contract),
    poolSize: options.poolSize ?? usualPool,
    poolErrorHandler: (error: unknown) =>
      options.onConnectionLost?.(error instanceof Error ? error : new Error(String(error))),
    extra: { ...connectionOptions, options: plannedOnce },
  });
}

/** Connects. The schema must be there already: see migrate.ts. Throws what the driver says when no server answers. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  let isClosing = false;
  const onConnectionLost = (error: Error): void => {
    // pg hangs its whole client on the error, with statements and buffers: nothing for a log.
    Object.defineProperty(error, 'client', { enumerable: false });
    // A server that stops with us may be quicker.
    if (!isClosing) options.onConnectionLost?.(error);
  };
  const size = options.poolSize ?? usualPool;
  const [plansOnce, plansByValue] = options.isPool ? [null, null] : [plannedOnce, plannedByValue];
  const writer = followWriter(options.url);
  const { directUrl = options.url } = options;
  const direct = directUrl === options.url ? writer : followWriter(directUrl);
  const writes = openPool(writer, size, plansOnce, onConnectionLost, 'PIPELINED');
  await reached(writes, writer);
  const byValue = openPool(writer, Math.max(1, Math.floor(size / 2)), plansByValue, onConnectionLost);
  const onceSize = Math.ceil(size / 2);
  const once = openPool(writer, onceSize, plansOnce, onConnectionLost, 'PIPELINED');
  const shared = shareConnections(() => checkOut(once, writer), onceSize);
  const listeners = new Set<() => void>();
  const announced = (): void => listeners.forEach((listener) => listener());
  const line = createBoundedQueue(size, writers);
  const turns = createTurns(writers);
  const onStatement = (statement: Statement): void => options.onStatement?.(statement);
  const transact = async <T>(work: (transaction: Transaction) => Promise<T>, time: DatabaseTime): Promise<T> => {
    const leave = await line.enter(time.left());
    const connect = (): Promise<pg.PoolClient> => checkOut(writes, writer);
    return inTransaction(connect, work, { contract: options.contract, onStatement, announced, time })
      .catch((error: unknown) => {
        if (error instanceof ReadOnlyDatabaseError) writer.lost();
        throw error;
      })
      .finally(leave);
  };
  const withTime = (time: DatabaseTime): Pick<Database, 'query' | 'transaction' | 'within'> => ({
    query: (statement) =>
      time.spend(() => {
        onStatement(statement);
        return statement.isPlannedByValue
          ? runAlone(byValue, statement, { time, writer })
          : shared.run(statement, time).catch((error: unknown) => {
              throw fromDatabase(error);
            });
      }),
    transaction: (work, row) =>
      time.spend(() =>
        row === undefined ? transact(work, time) : turns.take(row, () => transact(work, time), time.left()),
      ),
    within(milliseconds) {
      return { ...database, ...withTime(createDatabaseTime(milliseconds)) };
    },
  });
  const database: Database = {
    contract: options.contract,
    directUrl: () => direct.url(),
    lost: () => direct.lost(),
    ...withTime(unlimitedTime),
    onAnnounced(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    pools: () => [poolState('read', [once, byValue], shared.waiting()), poolState('write', [writes], line.waiting())],
    async close() {
      isClosing = true;
      writer.stop();
      direct.stop();
      await Promise.all([once.end(), byValue.end(), writes.end()]);
    },
  };
  return database;
}

// A pool connects when it is first used; whether a server answers is to be known at once.
async function reached(pool: pg.Pool, writer: Writer): Promise<void> {
  try {
    (await checkOut(pool, writer)).release();
  } catch (error) {
    writer.stop();
    await pool.end();
    throw error;
  }
}

function poolState(name: PoolState['name'], pools: readonly pg.Pool[], inLine: number): PoolState {
  const sum = (count: (pool: pg.Pool) => number): number => pools.reduce((all, pool) => all + count(pool), 0);
  const open = sum((pool) => pool.totalCount);
  return {
    name,
    open,
    inUse: open - sum((pool) => pool.idleCount),
    waiting: inLine + sum((pool) => pool.waitingCount),
  };
}

async function runAlone(
  pool: pg.Pool,
  statement: Statement,
  { time, writer }: { readonly time: DatabaseTime; readonly writer: Writer },
): Promise<Record<string, unknown>[]> {
  // Not the pool's own `query`: it may send from another request's turn, where this one's time is not known.
  const client = await checkOut(pool, writer).catch((error: unknown) => {
    throw fromDatabase(error);
  });
  try {
    const rows = await send(client, statement, time);
    client.release(isCrowded(client, statement));
    return rows;
  } catch (error) {
    // A statement that was given up may still run: then its connection is closed.
    client.release(isConnectionLost(error));
    throw fromDatabase(error);
  }
}
