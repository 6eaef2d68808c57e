// Whether the database answers, and whether it is new.
import type { Transaction } from './database.ts';
import { Parameters, prepared, type Executor } from './statement.ts';

/** Whether no company was ever made. Holds a lock until the transaction ends: of many first starts, one goes first. */
export async function isEmpty(transaction: Transaction): Promise<boolean> {
  await transaction.query(prepared(`SELECT pg_advisory_xact_lock(727275)`, new Parameters()));
  const [row] = await transaction.query(
    prepared(`SELECT NOT EXISTS (SELECT 1 FROM "company") AS empty`, new Parameters()),
  );
  return row?.['empty'] === true;
}

/** Whether the database answers, twice under one name: a connection pool that keeps no named statements is of no use. */
export async function isReachable(executor: Executor): Promise<boolean> {
  try {
    for (let time = 0; time < 2; time += 1) await executor.query(prepared('SELECT 1', new Parameters()));
    return true;
  } catch {
    return false;
  }
}
