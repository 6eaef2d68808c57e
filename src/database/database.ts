// The open database: TypeORM's DataSource for migrations, mapping and transactions, and a pool of prepared statements
// for reads. Everything that leaves here as an error is an error of the service.
import pg from 'pg';
import { DataSource, type EntityManager, type QueryRunner } from 'typeorm';
import type { Contract } from '../contract/resource.ts';
import { fromDatabase, isRetryable } from './databaseErrors.ts';
import { entitySchemas } from './entities.ts';
import { migrations } from './migrations/index.ts';
import type { Executor, Statement } from './statement.ts';
import { columnParsers } from './types.ts';
import { createTurns, createWaitingLine } from './waitingLine.ts';

/** A running transaction: statements, and TypeORM's manager for ordinary writes. */
export interface Transaction extends Executor {
  readonly manager: EntityManager;
  /** Runs at the end of the work, still within the transaction: what it writes is committed with the rest. */
  beforeCommit(task: () => Promise<void>): void;
  /** Runs after the commit, never after a rollback. */
  afterCommit(task: () => void): void;
  /** Says that triggers were written: once the transaction is committed, listeners of `onAnnounced` hear of it. */
  announced(): void;
}

/** The open database. */
export interface Database extends Executor {
  readonly contract: Contract;
  readonly dataSource: DataSource;
  readonly url: string;
  /**
   * Runs the work in one transaction; retries it whole after a deadlock or a serialisation failure, up to 3 times. Waits
   * for a connection in line. Work that begins by locking a row names it: then all writers of one row together hold one
   * connection of this process, and the others wait for their turn without any.
   */
  transaction<T>(work: (transaction: Transaction) => Promise<T>, row?: string): Promise<T>;
  /** Calls the listener after each commit of this process that wrote triggers; the answer ends that. */
  onAnnounced(listener: () => void): () => void;
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
  readonly url: string;
  readonly contract: Contract;
  readonly poolSize?: number;
  /** Hears every statement before it is sent; tests count them. */
  readonly onStatement?: (statement: { readonly text: string }) => void;
  /** Hears of idle connections that broke; they are replaced by themselves. */
  readonly onConnectionLost?: (error: Error) => void;
}

// Long enough for a crowd at one row, shorter than callers wait.
const writers = { mostWaiting: 1_000, waitMillis: 10_000 } as const;

const session =
  '-c timezone=UTC -c statement_timeout=5000 -c lock_timeout=2000 -c idle_in_transaction_session_timeout=10000';

const usualPool = 10;

/** What every DataSource of the service has in common; connections and entities come on top. */
export const sourceOptions = {
  type: 'postgres',
  driver: pg,
  migrations,
  migrationsTableName: 'migration',
  installExtensions: false,
  connectTimeoutMS: 2_000,
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
    extra: { options: session, query_timeout: 7_000, types: columnParsers, keepAlive: true },
  });
}

/** Connects. The schema must be there already: see migrate.ts. Fails with a ServiceError when no server answers. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  let isClosing = false;
  const onConnectionLost = (error: Error): void => {
    // pg hangs its whole client on the error, with statements and buffers: nothing for a log.
    Object.defineProperty(error, 'client', { enumerable: false });
    // A server that stops with us may be quicker.
    if (!isClosing) options.onConnectionLost?.(error);
  };
  const dataSource = await dataSourceFor({ ...options, onConnectionLost }).initialize();
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.poolSize ?? usualPool,
    connectionTimeoutMillis: 2_000,
    query_timeout: 7_000,
    keepAlive: true,
    options: session,
    types: columnParsers,
  });
  pool.on('error', onConnectionLost);
  const listeners = new Set<() => void>();
  const announced = (): void => listeners.forEach((listener) => listener());
  const line = createWaitingLine(options.poolSize ?? usualPool, writers);
  const turns = createTurns(writers);
  const transact = async <T>(work: (transaction: Transaction) => Promise<T>): Promise<T> => {
    const leave = await line.enter();
    return inTransaction(dataSource, work, { ...options, announced }).finally(leave);
  };
  return {
    contract: options.contract,
    dataSource,
    url: options.url,
    query: (statement) => run(pool, statement, options),
    transaction: (work, row) => (row === undefined ? transact(work) : turns.take(row, () => transact(work))),
    onAnnounced(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    pools: () => [poolState('read', pool, 0), poolState('write', poolOf(dataSource), line.waiting())],
    async close() {
      isClosing = true;
      await pool.end();
      await dataSource.destroy();
    },
  };
}

// TypeORM types its drivers without their parts; the one for PostgreSQL keeps its pool as `master`.
function poolOf(dataSource: DataSource): pg.Pool {
  return (dataSource.driver as unknown as { readonly master: pg.Pool }).master;
}

function poolState(name: PoolState['name'], pool: pg.Pool, inLine: number): PoolState {
  const { totalCount: open, idleCount, waitingCount } = pool;
  return { name, open, inUse: open - idleCount, waiting: waitingCount + inLine };
}

interface Runner {
  query(config: { text: string; values: unknown[]; name?: string }): Promise<{ rows: Record<string, unknown>[] }>;
}

async function run(runner: Runner, statement: Statement, options: DatabaseOptions): Promise<Record<string, unknown>[]> {
  options.onStatement?.(statement);
  try {
    const result = await runner.query({ ...statement, values: [...statement.values] });
    return result.rows;
  } catch (error) {
    throw fromDatabase(error);
  }
}

const mostAttempts = 3;

interface TransactionOptions extends DatabaseOptions {
  readonly announced: () => void;
}

async function inTransaction<T>(
  dataSource: DataSource,
  work: (transaction: Transaction) => Promise<T>,
  options: TransactionOptions,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    const runner = dataSource.createQueryRunner();
    try {
      return await once(runner, work, options);
    } catch (error) {
      if (!isRetryable(error) || attempt === mostAttempts) throw fromDatabase(error);
    } finally {
      // A connection that broke during the transaction cannot be released cleanly; the pool replaces it.
      await runner.release().catch(() => undefined);
    }
  }
}

async function once<T>(
  runner: QueryRunner,
  work: (transaction: Transaction) => Promise<T>,
  options: TransactionOptions,
): Promise<T> {
  const tasks: (() => void)[] = [];
  const last: (() => Promise<void>)[] = [];
  try {
    // TypeORM types the driver's connection as any; for PostgreSQL it is a pg client.
    const client = (await runner.connect()) as Runner;
    await runner.startTransaction();
    const transaction: Transaction = {
      manager: runner.manager,
      query: async (statement) => {
        options.onStatement?.(statement);
        // The raw error is kept here: whether to try again is decided by its code.
        const result = await client.query({ ...statement, values: [...statement.values] });
        return result.rows;
      },
      beforeCommit: (task) => last.push(task),
      afterCommit: (task) => tasks.push(task),
      announced() {
        if (!tasks.includes(options.announced)) tasks.push(options.announced);
      },
    };
    const answer = await work(transaction);
    for (const task of last) await task();
    await runner.commitTransaction();
    for (const task of tasks) task();
    return answer;
  } catch (error) {
    if (runner.isTransactionActive) await runner.rollbackTransaction().catch(() => undefined);
    throw error;
  }
}
