// One connection for work that takes as long as it takes, such as copying a company: without the limits on time that requests
// have.
import pg from 'pg';
import type { Contract } from '../../contract/resource.ts';
import { fromDatabase } from './databaseErrors.ts';
import type { Executor } from './statement.ts';

// Said and not left out: the role or the database may have limits of its own.
const session = '-c timezone=UTC -c statement_timeout=0 -c lock_timeout=0 -c idle_in_transaction_session_timeout=0';

/** How the transaction of the work ends: `KEEP` commits it, `DROP` and an error roll it back. */
export type Outcome<T> = readonly ['KEEP' | 'DROP', T];

/**
 * Runs the work in one transaction, which sees the database as it is at its beginning unless `level` says otherwise. Throws errors of the service, and what the
 * work throws.
 */
export async function inLongTransaction<T>(
  parts: { directUrl(): string; readonly contract: Contract },
  work: (executor: Executor) => Promise<Outcome<T>>,
  level: 'REPEATABLE READ' | 'READ COMMITTED' = 'REPEATABLE READ',
): Promise<T> {
  const client = new pg.Client({ connectionString: parts.directUrl(), options: session });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query(`BEGIN ISOLATION LEVEL ${level}`);
    const executor: Executor = {
      contract: parts.contract,
      query: async ({ text, values }) => (await client.query<Record<string, unknown>>(text, [...values])).rows,
    };
    const [end, answer] = await work(executor);
    await client.query(end === 'KEEP' ? 'COMMIT' : 'ROLLBACK');
    return answer;
  } catch (error) {
    throw error instanceof pg.DatabaseError ? fromDatabase(error) : error;
  } finally {
    await client.end().catch(() => undefined);
  }
}
