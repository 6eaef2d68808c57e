// The open database, as requests and background work use it: the connections to the server that takes writes and to its replicas,
// the time of each request, and who waits for whom.
import type { Contract } from '../../contract/resource.ts';
import { createTurns, type Turn } from '../../domain/boundedQueue.ts';
import { createListeners } from '../../domain/listeners.ts';
import { createDatabaseTime, unlimitedTime, type DatabaseTime } from './databaseTime.ts';
import { createLargeReads, type RequestEnd } from './largeReads.ts';
import type { PoolState } from './pools.ts';
import type { Positions } from './positions.ts';
import { openPrimary, transactionLimits, type Connect, type PrimaryOptions } from './primary.ts';
import { openReplicatedReads, type ReplicaOptions, type ReadCounts, type RequestReads } from './replicatedReads.ts';
import type { RowExecutor, Statement } from './statement.ts';
import { inOneStatement, inTransaction, type Transaction, type TransactionParts } from './transaction.ts';

export type { PoolState } from './pools.ts';
export type { ReadCounts, RequestReads } from './replicatedReads.ts';
export type { Transaction } from './transaction.ts';

/** The open database. */
export interface Database extends RowExecutor {
  /** The server itself that takes writes now, for what lives as long as a session: leadership, notifications, long transactions. */
  directUrl(): string;
  /** Says that a connection to the server itself was lost, or refused a write: it may be another one. */
  lost(): void;
  /** Says that the server itself does not answer: where it is one of many, another one may have been promoted. */
  suspect(): void;
  /** Calls back when another server takes the writes. */
  onMoved(moved: () => void): void;
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

/** How it is opened. */
export interface DatabaseOptions extends PrimaryOptions, ReplicaOptions {
  readonly contract: Contract;
  readonly poolSize?: number;
  /** Called for idle connections that broke; they are replaced by themselves. */
  readonly onConnectionLost?: (error: Error) => void;
}

const usualPool = 10;
const nobody: Requester = { caller: '' };

type Timed = Pick<Database, 'query' | 'transaction' | 'writeAtOnce' | 'within'>;

/** Connects. The schema must be there already: see migrate.ts. Throws what the driver says when no server answers. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { contract } = options;
  const now = { isClosing: false };
  // A server that stops with us may be quicker.
  const onLost = (error: Error): void => (now.isClosing ? undefined : options.onConnectionLost?.(error));
  const size = options.poolSize ?? usualPool;
  const primary = await openPrimary(options, { contract, size, onLost });
  const { manager } = primary;
  const replicated = openReplicatedReads(options, { size, executor: () => database, onLost });
  const announcements = createListeners();
  const turns = createTurns(transactionLimits);
  const onStatement = (statement: Statement): void => options.onStatement?.(statement, false);
  const largeReads = createLargeReads();
  const withTime = (time: DatabaseTime, { caller, reads = null, response }: Requester = nobody): Timed => {
    const sizes = response ? largeReads.of(caller, response, time) : null;
    const request = { onStatement, time, caller, sizes };
    const transact = <T>(run: (connect: Connect, parts: TransactionParts) => Promise<T>): Promise<T> => {
      const onCommitted = reads && replicated ? replicated.committedIn(reads) : null;
      const parts = { contract, manager, onStatement, announced: announcements.tell, time, onCommitted };
      return primary.transact((connect) => run(connect, parts), request);
    };
    const inTurn = <T>(turn: Turn | undefined, work: () => Promise<T>): Promise<T> =>
      time.spend(() => (turn === undefined ? work() : turns.take(turn, work, time.left())));
    return {
      query: (statement) =>
        time.spend(async () => {
          await sizes?.before(statement);
          const rows = replicated && reads ? await replicated.answer(reads, statement, request) : null;
          return rows ?? primary.run(statement, request);
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
    contract,
    manager,
    directUrl: () => primary.direct.url(),
    lost: () => primary.direct.lost(),
    suspect: () => primary.direct.suspect(),
    onMoved: (moved) => primary.direct.onMoved(moved),
    ...withTime(unlimitedTime),
    afterRequest: () => database,
    positions: replicated?.positions ?? null,
    onAnnounced: announcements.listen,
    readCounts: () => replicated?.counts() ?? null,
    pools: () => [...primary.pools(), ...(replicated?.pools() ?? [])],
    async close() {
      now.isClosing = true;
      await Promise.all([primary.close(), replicated?.close()]);
    },
  };
  return database;
}
