// The open database: a pool for transactions, and two of prepared statements for reads: one plans each statement once, the
// other those whose best plan depends on their values. TypeORM's DataSource serves the mapping and migrations alone.
// Everything that leaves here as an error is an error of the service.
import pg from 'pg';
import { DataSource } from 'typeorm';
import type { Contract } from '../../contract/resource.ts';
import { connectionLost, fromDatabase, isConnectionLost, ReadOnlyDatabaseError } from './databaseErrors.ts';
import { entitySchemas } from '../mapping/entities.ts';
import { migrations } from '../migrations/index.ts';
import type { Executor, Statement } from './statement.ts';
import { connectMillis, connectionOptions, isCrowded, plannedByValue, plannedOnce, send } from './connections.ts';
import { checkOut, openPool } from './pools.ts';
import { countBytes, createDatabaseTime, unlimitedTime, type DatabaseTime } from './databaseTime.ts';
import {
  createBoundedQueue,
  createTurns,
  type BoundedQueue,
  type LineLimits,
  type Turn,
} from '../../domain/boundedQueue.ts';
import { shareConnections, sharedDepth, type SharedPool } from './sharedPool.ts';
import { createLargeReads, type RequestEnd, type RequestReadSizes } from './largeReads.ts';
import type { Positions } from './positions.ts';
import {
  openReplicatedReads,
  type ReplicaOptions,
  type ReadCounts,
  type ReplicatedReads,
  type RequestReads,
} from './replicatedReads.ts';
import { inOneStatement, inTransaction, type Transaction, type TransactionParts } from './transaction.ts';
import { followWriter, type Writer } from './writer.ts';

export type { ReadCounts, RequestReads } from './replicatedReads.ts';
export type { Transaction } from './transaction.ts';

/** The open database. */
export interface Database extends Executor {
  /** The server itself that takes writes now, for what lives as long as a session: leadership, notifications, long transactions. */
  directUrl(): string;
  /** Says that a connection to the server itself was lost, or refused a write: it may be another one. */
  lost(): void;
  /**
   * Runs the work in one transaction; retries it whole after a deadlock or a serialization failure, up to 3 times. Waits
   * for a connection in a queue. Work that begins by locking a row has the turn of its urn: then all writers of one row together
   * hold one connection of this process, and the others wait for their turn without any.
   */
  transaction<T>(work: (transaction: Transaction) => Promise<T>, turn?: Turn): Promise<T>;
  /**
   * Runs one statement that is a transaction of its own, with the waits and the retries of `transaction`; rows say that it
   * wrote triggers. Null where writes are to be parts of a transaction that is about more.
   */
  readonly writeAtOnce: ((statement: Statement, turn: Turn) => Promise<Record<string, unknown>[]>) | null;
  /** Calls the listener after each commit of this process that wrote triggers; the answer ends that. */
  onAnnounced(listener: () => void): () => void;
  /**
   * The same database for one request, which may wait for it so long in all; then TIMEOUT. Where connections are scarce, callers
   * get them in turn.
   */
  within(milliseconds: number, requester?: Requester): Database;
  /** The same database for work that a request begins and that goes on after it, such as recording that a token was used. */
  afterRequest(): Database;
  /** How far the server that takes writes has come; null where there are no replicas. */
  readonly positions: Positions | null;
  /** The connections as they are now. */
  pools(): readonly PoolState[];
  /** Who answered the statements that replicas may answer; null where there are no replicas. */
  readonly readCounts: () => ReadCounts | null;
  close(): Promise<void>;
}

/** Whose request the database is used for. */
export interface Requester {
  readonly caller: string;
  /** Where there are replicas: how new what they answer has to be. */
  readonly reads?: RequestReads | null;
  /** What the request ends with; absent where its work does not end with a response. */
  readonly response?: RequestEnd | undefined;
  /** Whether the request changes nothing and its caller has left: nothing more is read for it then. */
  readonly isVain?: () => boolean;
}

/** How many connections a pool has, and how much of the service waits for one. */
export interface PoolState {
  /** `read` serves single statements, `write` transactions, `replica` reads on replicas. */
  readonly name: 'read' | 'write' | 'replica';
  readonly open: number;
  readonly inUse: number;
  readonly waiting: number;
}

/** How it is opened. */
export interface DatabaseOptions extends ReplicaOptions {
  /** Several hosts with commas: the one that takes writes is found. */
  readonly url: string;
  /** The server itself, where `url` is a connection pool; also of several hosts. */
  readonly directUrl?: string;
  /** Whether `url` is a connection pool: it is sent no settings, and has them by itself. */
  readonly isPool?: boolean;
  readonly contract: Contract;
  readonly poolSize?: number;
  /** Called for idle connections that broke; they are replaced by themselves. */
  readonly onConnectionLost?: (error: Error) => void;
}

// Long enough for a crowd at one row, shorter than callers wait.
const writers = { mostWaiting: 1_000, waitMillis: 10_000 } as const;
/** Single statements; a request has many at a time. */
const statements = { mostWaiting: 10_000, waitMillis: 10_000 } as const;

/** A queue before so many connections, of which one caller never has all, unless they are too few to be kept free. */
const queueFor = (places: number, limits: LineLimits): BoundedQueue =>
  createBoundedQueue(places, { ...limits, mostOfOne: places < 4 ? places : Math.floor(places * 0.9) });

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

const nobody: Requester = { caller: '' };

type Timed = Pick<Database, 'query' | 'transaction' | 'writeAtOnce' | 'within'>;
type Connect = () => Promise<pg.PoolClient>;

/** Connects. The schema must be there already: see migrate.ts. Throws what the driver says when no server answers. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const now = { isClosing: false };
  // A server that stops with us may be quicker.
  const onConnectionLost = (error: Error): void =>
    now.isClosing ? undefined : options.onConnectionLost?.(withoutClient(error));
  const size = options.poolSize ?? usualPool;
  const server = await openServer(options, size, onConnectionLost);
  const listeners = new Set<() => void>();
  const line = queueFor(size, writers);
  const turns = createTurns(writers);
  const onStatement = (statement: Statement): void => options.onStatement?.(statement, false);
  const replicated = openReplicatedReads(options, { size, executor: () => database, onLost: onConnectionLost });
  const largeReads = createLargeReads();
  const withTime = (time: DatabaseTime, { caller, reads = null, response }: Requester = nobody): Timed => {
    const sizes = response ? largeReads.of(caller, response, time) : null;
    const transact = async <T>(run: (connect: Connect, parts: TransactionParts) => Promise<T>): Promise<T> => {
      const leave = await line.enter(time.left(), caller);
      const onCommitted = reads && replicated ? replicated.committedIn(reads) : null;
      const announced = (): void => listeners.forEach((listener) => listener());
      const parts = { contract: options.contract, onStatement, announced, time, onCommitted };
      return server.transact((connect) => run(connect, parts)).finally(leave);
    };
    const inTurn = <T>(turn: Turn | undefined, work: () => Promise<T>): Promise<T> =>
      time.spend(() => (turn === undefined ? work() : turns.take(turn, work, time.left())));
    return {
      query: (statement) =>
        time.spend(async () => {
          await sizes?.before(statement);
          const rows = replicated && reads ? await replicated.answer(reads, statement, time) : null;
          return rows ?? server.run(statement, { onStatement, time, caller, sizes });
        }),
      transaction: (work, turn) =>
        inTurn(turn, () => transact((connect, parts) => inTransaction(connect, work, parts))),
      writeAtOnce: (statement, turn) =>
        inTurn(turn, () => transact((connect, parts) => inOneStatement(connect, statement, parts))),
      within: (milliseconds, requester) => ({
        ...database,
        ...withTime(createDatabaseTime(milliseconds, requester?.isVain), requester),
      }),
    };
  };
  const database: Database = {
    contract: options.contract,
    directUrl: () => server.direct.url(),
    lost: () => server.direct.lost(),
    ...withTime(unlimitedTime),
    afterRequest: () => database,
    positions: replicated?.positions ?? null,
    onAnnounced: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    readCounts: () => replicated?.counts() ?? null,
    pools: () => poolStates(server, line.waiting(), replicated),
    async close() {
      now.isClosing = true;
      await Promise.all([server.close(), replicated?.close()]);
    },
  };
  return database;
}

/** The connections to the server that takes writes. */
interface Server {
  readonly direct: Writer;
  readonly writes: pg.Pool;
  readonly byValue: pg.Pool;
  readonly once: pg.Pool;
  run(statement: Statement, parts: RunParts): Promise<Record<string, unknown>[]>;
  /** How many statements wait. */
  readonly waiting: () => number;
  transact<T>(work: (connect: Connect) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

async function openServer(
  { url, directUrl = url, isPool = false }: DatabaseOptions,
  size: number,
  onLost: (error: Error) => void,
): Promise<Server> {
  const [plansOnce, plansByValue] = isPool ? [null, null] : [plannedOnce, plannedByValue];
  const writer = followWriter(url);
  const direct = directUrl === url ? writer : followWriter(directUrl);
  const writes = openPool(writer, size, plansOnce, { onLost, more: { pipeline: true } });
  await reached(writes, writer);
  const byValueSize = Math.max(1, Math.floor(size / 2));
  const byValue = openPool(writer, byValueSize, plansByValue, { onLost });
  const onceSize = Math.ceil(size / 2);
  const once = openPool(writer, onceSize, plansOnce, { onLost, more: { pipeline: true } });
  const shared = shareConnections(() => checkOut(once, writer), onceSize);
  const queues = {
    byValue: queueFor(byValueSize, statements),
    once: queueFor(onceSize * sharedDepth, statements),
  };
  // A refused write says that the server is not the one that takes them, or no longer.
  const looking = <T>(work: Promise<T>): Promise<T> =>
    work.catch((error: unknown) => {
      if (error instanceof ReadOnlyDatabaseError) writer.lost();
      throw error;
    });
  return {
    direct,
    writes,
    byValue,
    once,
    waiting: () => shared.waiting() + queues.once.waiting() + queues.byValue.waiting(),
    run: (statement, parts) =>
      statement.isPlannedByValue === true
        ? runInQueue(queues.byValue, statement, parts, (time) =>
            looking(runAlone(() => checkOut(byValue, writer), statement, time)),
          )
        : runInQueue(queues.once, statement, parts, (time) => looking(runShared(shared, statement, time))),
    transact: (work) => looking(work(() => checkOut(writes, writer))),
    async close() {
      writer.stop();
      direct.stop();
      await Promise.all([once.end(), byValue.end(), writes.end()]);
    },
  };
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

// pg hangs its whole client on the error, with statements and buffers: nothing for a log.
const withoutClient = (error: Error): Error => Object.defineProperty(error, 'client', { enumerable: false });

function poolStates(
  { once, byValue, writes, waiting }: Server,
  inLine: number,
  replicated: Pick<ReplicatedReads, 'pools'> | null,
): PoolState[] {
  const states = [poolState('read', [once, byValue], waiting()), poolState('write', [writes], inLine)];
  return replicated ? [...states, poolState('replica', replicated.pools(), 0)] : states;
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

interface RunParts {
  readonly onStatement: (statement: Statement) => void;
  readonly time: DatabaseTime;
  /** Whose statement it is. */
  readonly caller: string;
  readonly sizes: RequestReadSizes | null;
}

// Its place in the queue is kept until the request is one of the large ones, if it is large: what was read and waits is in memory.
async function runInQueue(
  queue: BoundedQueue,
  statement: Statement,
  { onStatement, time, caller, sizes }: RunParts,
  run: (time: DatabaseTime) => Promise<Record<string, unknown>[]>,
): Promise<Record<string, unknown>[]> {
  // Those that hold the places may wait for this request to end.
  const leave = sizes?.isLarge() ? null : await queue.enter(time.left(), caller);
  try {
    // Nothing has been sent: it may be tried again.
    if (time.left() === 0) throw connectionLost();
    onStatement(statement);
    const counted = countBytes(time);
    const rows = await run(counted);
    await sizes?.after(statement, counted.bytes());
    return rows;
  } finally {
    leave?.();
  }
}

function runShared(shared: SharedPool, statement: Statement, time: DatabaseTime): Promise<Record<string, unknown>[]> {
  return shared.run(statement, time).catch((error: unknown) => {
    throw fromDatabase(error);
  });
}

async function runAlone(
  connect: () => Promise<pg.PoolClient>,
  statement: Statement,
  time: DatabaseTime,
): Promise<Record<string, unknown>[]> {
  // Not the pool's own `query`: it may send from another request's turn, where this one's time is not known.
  const client = await connect().catch((error: unknown) => {
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
