// The connections to the server that takes writes: a pool for transactions, and two of prepared statements for reads, of which
// one plans each statement once, and the other those whose best plan depends on their values. Everything that leaves here as an
// error of a statement is an error of the service.
import type pg from 'pg';
import type { DataSource, EntityManager } from 'typeorm';
import type { Contract } from '../../contract/resource.ts';
import type { BoundedQueue } from '../../domain/boundedQueue.ts';
import { connectionQueue, runInPlace, statementLimits, type StatementRequest } from './connectionQueue.ts';
import { plannedByValue, plannedOnce, send } from './connections.ts';
import { dataSourceFor, openSource } from './dataSource.ts';
import { fromDatabase, isConnectionLost, ReadOnlyDatabaseError } from './databaseErrors.ts';
import type { DatabaseTime } from './databaseTime.ts';
import { checkOut, connectionsTo, openPool, poolState, type PoolState } from './pools.ts';
import { shareConnections, sharedDepth, type SharedPool } from './sharedPool.ts';
import type { Statement } from './statement.ts';
import { followWriter, type Writer } from './writer.ts';

/** Where the server is. */
export interface PrimaryOptions {
  /** Several hosts with commas: the one that takes writes is found. */
  readonly url: string;
  /** The server itself, where `url` is a connection pool; also of several hosts. */
  readonly directUrl?: string;
  /** Whether `url` is a connection pool: it is sent no settings, and has them by itself. */
  readonly isPool?: boolean;
}

/** How large its pools are, and what is called for idle connections that broke; they are replaced by themselves. */
export interface PrimaryParts {
  readonly contract: Contract;
  readonly size: number;
  readonly onLost: (error: Error) => void;
}

/** The connections. */
export interface Primary {
  /** The server itself, also where requests reach it through a connection pool. */
  readonly direct: Writer;
  /** Of the DataSource whose pool is that of transactions. */
  readonly manager: EntityManager;
  /** The rows of a statement that is no part of a transaction. */
  run(statement: Statement, request: StatementRequest): Promise<Rows>;
  /** Does the work of a transaction, which connects once or, when it is tried again, several times. */
  transact<T>(work: (connect: Connect) => Promise<T>, of: TransactionRequest): Promise<T>;
  pools(): PoolState[];
  close(): Promise<void>;
}

/** Checks out a connection. */
export type Connect = () => Promise<pg.PoolClient>;

type Rows = Record<string, unknown>[];
type TransactionRequest = Pick<StatementRequest, 'time' | 'caller'>;

/** Transactions wait long enough for a crowd at one row, shorter than callers wait. */
export const transactionLimits = { mostWaiting: 1_000, waitMillis: 10_000 } as const;

/** Connects. Throws what the driver says when no server answers. */
export async function openPrimary(
  { url, directUrl = url, isPool = false }: PrimaryOptions,
  { contract, size, onLost }: PrimaryParts,
): Promise<Primary> {
  const [plansOnce, plansByValue] = isPool ? [null, null] : [plannedOnce, plannedByValue];
  const writer = followWriter(url);
  const direct = directUrl === url ? writer : followWriter(directUrl);
  const { source, writes } = await openWrites(writer, { contract, size, onLost }, plansOnce).catch((error: unknown) => {
    writer.stop();
    direct.stop();
    throw error;
  });
  const byValueSize = Math.max(1, Math.floor(size / 2));
  const byValue = openPool(writer, byValueSize, plansByValue, { onLost });
  const onceSize = Math.ceil(size / 2);
  const once = openPool(writer, onceSize, plansOnce, { onLost, more: { pipeline: true } });
  const shared = shareConnections(() => checkOut(once, writer), onceSize);
  const queues = {
    writes: connectionQueue(size, transactionLimits),
    byValue: connectionQueue(byValueSize, statementLimits),
    once: connectionQueue(onceSize * sharedDepth, statementLimits),
  };
  const transact: Primary['transact'] = async (work, { time, caller }) => {
    const leave = await queues.writes.enter(time.left(), caller);
    return work(() => checkOut(writes, writer)).finally(leave);
  };
  // A refused write says that the server is not the one that takes them, or no longer.
  const looking = <T>(work: Promise<T>): Promise<T> =>
    work.catch((error: unknown) => {
      if (error instanceof ReadOnlyDatabaseError) writer.lost();
      throw error;
    });
  return {
    direct,
    manager: source.manager,
    run: (statement, request) =>
      looking(
        statement.isPlannedByValue === true
          ? runInQueue(queues.byValue, statement, request, (time) =>
              runAlone(() => checkOut(byValue, writer), statement, time),
            )
          : runInQueue(queues.once, statement, request, (time) => runShared(shared, statement, time)),
      ),
    transact: (work, of) => looking(transact(work, of)),
    pools: () => [
      poolState('read', [once, byValue], shared.waiting() + queues.once.waiting() + queues.byValue.waiting()),
      poolState('write', [writes], queues.writes.waiting()),
    ],
    async close() {
      writer.stop();
      direct.stop();
      await Promise.all([once.end(), byValue.end(), source.destroy()]);
    },
  };
}

// The pool of transactions is that of the DataSource.
async function openWrites(
  writer: Writer,
  { contract, size, onLost }: PrimaryParts,
  settings: string | null,
): Promise<{ readonly source: DataSource; readonly writes: pg.Pool }> {
  const { options, watch } = connectionsTo(writer, size, settings, { onLost, more: { pipeline: true } });
  if (writer.isOneOfMany) await writer.found();
  const source = dataSourceFor(writer.url(), contract, { size, options });
  const writes = watch(await openSource(source));
  try {
    // The first connection may be one to a standby.
    (await checkOut(writes, writer)).release();
  } catch (error) {
    await source.destroy();
    throw error;
  }
  return { source, writes };
}

async function runInQueue(
  queue: BoundedQueue,
  statement: Statement,
  request: StatementRequest,
  run: (time: DatabaseTime) => Promise<Rows>,
): Promise<Rows> {
  const { time, caller, sizes } = request;
  // Those that hold the places may wait for a large request to end.
  const leave = sizes?.isLarge() ? (): void => undefined : await queue.enter(time.left(), caller);
  return runInPlace(leave, statement, request, run);
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
    client.release();
    return rows;
  } catch (error) {
    // A statement that was given up may still run: then its connection is closed.
    client.release(isConnectionLost(error));
    throw fromDatabase(error);
  }
}
