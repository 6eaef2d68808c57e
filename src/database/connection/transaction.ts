// One transaction on one connection: the work, its commit, and its end when something fails. Statements are sent without
// waiting for the answers of those before them, so that the work decides what it waits for. A connection that is lost or
// in doubt is closed at once, without a rollback that would go unanswered.
import type { Contract } from '../../contract/resource.ts';
import type pg from 'pg';
import type { EntityManager } from 'typeorm';
import { connectionLost, fromDatabase, isConnectionLost, isRetryable } from './databaseErrors.ts';
import type { DatabaseTime } from './databaseTime.ts';
import { closeNow, command, gatherWrites, send } from './connections.ts';
import { positionStatement } from './positions.ts';
import { Parameters, unprepared, type RowExecutor, type Statement } from './statement.ts';
import { mayPass, ServiceError } from '../../domain/errors.ts';

/** A running transaction. */
export interface Transaction extends RowExecutor {
  /**
   * Sends a statement whose answer the work does not wait for; what comes after it is carried out after it. If it fails,
   * the transaction does, with its error.
   */
  send(statement: Statement): void;
  /**
   * Does a part of the transaction that may fail by itself: null when it succeeded, else why not, and all it did is undone.
   * What may succeed on another try (a deadlock, a lost connection) is thrown, and ends the transaction.
   */
  attempt(work: () => Promise<unknown>): Promise<{ readonly error: unknown } | null>;
  /** Runs at the end of the work, still within the transaction: what it writes is committed with the rest. */
  beforeCommit(task: () => Promise<void>): void;
  /** Runs after the commit, never after a rollback. */
  afterCommit(task: () => void): void;
  /** Says that triggers were written: after the commit the listeners of `onAnnounced` are called. */
  announced(): void;
}

/** What a transaction works with. */
export interface TransactionParts {
  readonly contract: Contract;
  readonly manager: EntityManager;
  readonly onStatement: (statement: Statement) => void;
  /** Called after the commit when triggers were written. */
  readonly announced: () => void;
  /** When it ends, so does the transaction, whatever it is doing. */
  readonly time: DatabaseTime;
  /** Called with where the commit stands, as `positionSql` says it, and when that was read; null where it is not needed. */
  readonly onCommitted: ((position: unknown, sentAt: number) => void) | null;
}

const mostAttempts = 3;

/** Runs the work in a transaction of a connection, up to 3 times while it may succeed. Throws errors of the service. */
export async function inTransaction<T>(
  connect: () => Promise<pg.PoolClient>,
  work: (transaction: Transaction) => Promise<T>,
  parts: TransactionParts,
): Promise<T> {
  return trying(async (isRepeated) => once(await connect(), work, { ...parts, isRepeated }));
}

/**
 * Runs one statement that is a transaction of its own, up to 3 times while it may succeed. Rows say that triggers were
 * written. Throws errors of the service.
 */
export async function inOneStatement(
  connect: () => Promise<pg.PoolClient>,
  statement: Statement,
  parts: Omit<TransactionParts, 'contract' | 'manager'>,
): Promise<Record<string, unknown>[]> {
  return trying(async () => {
    const client = await connect();
    let isLost = false;
    try {
      gatherWrites(client)();
      parts.onStatement(statement);
      const { time, onCommitted } = parts;
      const [rows] = await Promise.all([
        send(client, statement, time),
        onCommitted && readPosition(client, time, onCommitted),
      ]);
      if (rows.length > 0) parts.announced();
      return rows;
    } catch (error) {
      isLost = isConnectionLost(error);
      throw error;
    } finally {
      // One that was given up may still run.
      client.release(isLost);
    }
  });
}

async function trying<T>(work: (isRepeated: boolean) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work(attempt > 1);
    } catch (error) {
      if (!isRetryable(error) || attempt === mostAttempts) throw fromDatabase(error);
    }
  }
}

async function once<T>(
  client: pg.PoolClient,
  work: (transaction: Transaction) => Promise<T>,
  {
    contract,
    manager,
    onStatement,
    announced,
    time,
    onCommitted,
    isRepeated,
  }: TransactionParts & { readonly isRepeated: boolean },
): Promise<T> {
  const tasks: (() => void)[] = [];
  const last: (() => Promise<void>)[] = [];
  const guard = guardOf(client, time);
  const conversation = begin(client, time, onStatement);
  try {
    const transaction: Transaction = {
      contract,
      manager,
      isRepeated,
      query: conversation.query,
      send: (statement) => void conversation.query(statement),
      attempt: conversation.attempt,
      beforeCommit: (task) => last.push(task),
      afterCommit: (task) => tasks.push(task),
      announced() {
        if (!tasks.includes(announced)) tasks.push(announced);
      },
    };
    const answer = await work(transaction);
    for (const task of last) await task();
    await conversation.commit(onCommitted);
    for (const task of tasks) task();
    return answer;
  } catch (error) {
    // The first statement that failed is the cause of whatever failed after it.
    const cause = error instanceof ServiceError ? error : (conversation.failure() ?? error);
    if (guard.refusal() === null && !isConnectionLost(cause)) await conversation.rollback().catch(() => guard.close());
    else guard.close();
    // Whatever error the work raised from a lost connection, the loss is the cause to report.
    throw cause instanceof ServiceError ? cause : (guard.refusal() ?? cause);
  } finally {
    guard.stop();
    // The pool replaces a connection that is closed.
    client.release(guard.isClosed());
  }
}

/** Statements that read or lock, and write nothing. */
const changesNothing = /^(?:\/\*[^*]*\*\/ )?(?:SELECT|WITH locked AS MATERIALIZED \(SELECT)/;

/** The statements of a transaction, in the order in which they are sent. */
interface Conversation {
  readonly query: (statement: Statement) => Promise<Record<string, unknown>[]>;
  readonly attempt: Transaction['attempt'];
  /** The error of the first statement that failed; null while none has. */
  failure(): Error | null;
  /** Commits; throws the error of any statement that failed, after which nothing is committed. */
  commit(onCommitted: TransactionParts['onCommitted']): Promise<void>;
  rollback(): Promise<void>;
}

function begin(client: pg.PoolClient, time: DatabaseTime, onStatement: (statement: Statement) => void): Conversation {
  let failure: Error | null = null;
  const open = new Set<Promise<unknown>>();
  const watched = <R>(answer: Promise<R>): Promise<R> => {
    open.add(answer);
    const done = (): void => void open.delete(answer);
    // Nobody may be waiting for it.
    answer.then(done, (error: unknown) => {
      failure ??= error instanceof Error ? error : new Error(String(error));
      done();
    });
    return answer;
  };
  const gather = gatherWrites(client);
  let isBegun = false;
  gather();
  // The raw errors are kept here: whether to try again is decided by their codes.
  const begun = watched(command(client, 'START TRANSACTION', time.left())).then(() => void (isBegun = true));
  begun.catch(() => undefined);
  let isWaiting = false;
  const query = (statement: Statement): Promise<Record<string, unknown>[]> => {
    const sent = (): Promise<Record<string, unknown>[]> => {
      onStatement(statement);
      gather();
      return send(client, statement, time);
    };
    // What is sent along with the beginning would stand alone if that failed: only what changes nothing may.
    if (isBegun || (!isWaiting && changesNothing.test(statement.text))) return watched(sent());
    isWaiting = true;
    return watched(begun.then(sent));
  };
  return {
    query,
    async attempt(work) {
      // The work goes along with it; what the savepoint failed with, the work does, too.
      void query(unprepared('SAVEPOINT attempt', new Parameters()));
      try {
        await work();
        await query(unprepared('RELEASE SAVEPOINT attempt', new Parameters()));
        return null;
      } catch (error) {
        const cause = error instanceof ServiceError ? error : (failure ?? error);
        if (mayPass(fromDatabase(cause))) throw cause;
        await query(unprepared('ROLLBACK TO SAVEPOINT attempt', new Parameters()));
        failure = null;
        return { error: cause };
      }
    },
    failure: () => failure,
    async commit(onCommitted) {
      await begun;
      gather();
      // A transaction in which a statement failed is rolled back by its commit.
      const ended = command(client, 'COMMIT', time.left());
      await Promise.all([...open, ended, onCommitted && readPosition(client, time, onCommitted)]);
      if (failure !== null) throw failure;
      if ((await ended) !== 'COMMIT')
        throw new Error('A transaction in which a statement had failed was to be committed');
    },
    async rollback() {
      await command(client, 'ROLLBACK', time.left());
    },
  };
}

// Leaves with the commit. What is committed is so without it.
async function readPosition(
  client: pg.PoolClient,
  time: DatabaseTime,
  onCommitted: NonNullable<TransactionParts['onCommitted']>,
): Promise<void> {
  const sentAt = performance.now();
  const [row] = await send(client, positionStatement, time).catch(() => []);
  onCommitted(row?.['position'], sentAt);
}

interface Guard {
  /** Why the connection can no longer be used; null while it can. */
  refusal(): ServiceError | null;
  /** Closes the connection, at once. */
  close(): void;
  isClosed(): boolean;
  stop(): void;
}

// Watches a connection in use: it may end by itself, and it is closed when the time is up.
function guardOf(client: pg.PoolClient, time: DatabaseTime): Guard {
  let refusal: ServiceError | null = null;
  let isClosed = false;
  const onError = (): void => void (refusal ??= connectionLost());
  const close = (): void => {
    isClosed = true;
    closeNow(client);
  };
  client.on('error', onError);
  const left = time.left();
  const timer = Number.isFinite(left)
    ? setTimeout(() => {
        refusal ??= new ServiceError('TIMEOUT');
        close();
      }, left)
    : undefined;
  return {
    refusal: () => refusal,
    close,
    isClosed: () => isClosed,
    stop() {
      clearTimeout(timer);
      client.off('error', onError);
    },
  };
}
