// Locks on names instead of rows, held until the transaction ends.
import { Parameters, prepared, type Executor } from './statement.ts';

/** Has the transactions that lock the same name go one after the other. */
export async function lockName(transaction: Executor, name: string): Promise<void> {
  const p = new Parameters();
  const key = p.add(name, 'text');
  await transaction.query(prepared(`SELECT pg_advisory_xact_lock(hashtextextended(${key}, 0))`, p));
}
