// One transaction on one connection: the work, its commit, and its end when something fails. A connection that is lost or in
// doubt is closed at once, without a rollback that would go unanswered.
import type { Contract } from '../../contract/resource.ts';
import type pg from 'pg';
import type { DataSource, EntityManager, QueryRunner } from 'typeorm';
import { connectionLost, fromDatabase, isConnectionLost, isRetryable } from './databaseErrors.ts';
import type { DatabaseTime } from './databaseTime.ts';
import { send } from './connections.ts';
import type { Executor, Statement } from './statement.ts';
import { ServiceError } from '../../domain/errors.ts';

/** A running transaction: statements, and TypeORM's manager for ordinary writes. */
export interface Transaction extends Executor {
  readonly manager: EntityManager;
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
  readonly onStatement: (statement: Statement) => void;
  /** Called after the commit when triggers were written. */
  readonly announced: () => void;
  /** When it ends, so does the transaction, whatever it is doing. */
  readonly time: DatabaseTime;
}

const mostAttempts = 3;

/** Runs the work in a transaction, up to 3 times while it may succeed. Throws errors of the service. */
export async function inTransaction<T>(
  dataSource: DataSource,
  work: (transaction: Transaction) => Promise<T>,
  parts: TransactionParts,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    const runner = dataSource.createQueryRunner();
    try {
      return await once(runner, work, parts);
    } catch (error) {
      if (!isRetryable(error) || attempt === mostAttempts) throw fromDatabase(error);
    } finally {
      // The pool replaces a connection that is closed.
      await runner.release().catch(() => undefined);
    }
  }
}

async function once<T>(
  runner: QueryRunner,
  work: (transaction: Transaction) => Promise<T>,
  { contract, onStatement, announced, time }: TransactionParts,
): Promise<T> {
  const tasks: (() => void)[] = [];
  const last: (() => Promise<void>)[] = [];
  // TypeORM types the driver's connection as any; for PostgreSQL it is a pg client.
  const client = (await runner.connect()) as pg.ClientBase & { end(): Promise<void> };
  const guard = guardOf(client, time);
  try {
    await runner.startTransaction();
    const transaction: Transaction = {
      contract,
      manager: runner.manager,
      query: (statement) => {
        onStatement(statement);
        // The raw error is kept here: whether to try again is decided by its code.
        return send(client, statement, time.left());
      },
      beforeCommit: (task) => last.push(task),
      afterCommit: (task) => tasks.push(task),
      announced() {
        if (!tasks.includes(announced)) tasks.push(announced);
      },
    };
    const answer = await work(transaction);
    for (const task of last) await task();
    await runner.commitTransaction();
    for (const task of tasks) task();
    return answer;
  } catch (error) {
    if (guard.refusal() === null && runner.isTransactionActive && !isConnectionLost(error))
      await runner.rollbackTransaction().catch(() => guard.close());
    else guard.close();
    // Whatever error the work raised from a lost connection, the loss is the cause to report.
    throw error instanceof ServiceError ? error : (guard.refusal() ?? error);
  } finally {
    guard.stop();
  }
}

interface Guard {
  /** Why the connection can no longer be used; null while it can. */
  refusal(): ServiceError | null;
  /** Closes the connection, at once. */
  close(): void;
  stop(): void;
}

// Watches a connection in use: it may end by itself, and it is closed when the time is up.
function guardOf(client: pg.ClientBase & { end(): Promise<void> }, time: DatabaseTime): Guard {
  let refusal: ServiceError | null = null;
  const onError = (): void => void (refusal ??= connectionLost());
  const close = (): void => void client.end().catch(() => undefined);
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
    stop() {
      clearTimeout(timer);
      client.off('error', onError);
    },
  };
}
