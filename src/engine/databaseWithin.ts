// The database as the parts of one transaction see it: what they read includes what it has written, and their writes are parts of it.
import type { Database, Transaction } from '../database/connection/database.ts';

/**
 * The database inside of a transaction.
 * @param done called after each write that is a part of it
 */
export function databaseWithin(
  outside: Database,
  transaction: Transaction,
  done: () => Promise<void> = () => Promise.resolve(),
): Database {
  const database: Database = {
    ...outside,
    query: (statement) => transaction.query(statement),
    async transaction(work) {
      const answer = await work(transaction);
      await done();
      return answer;
    },
    writeAtOnce: null,
    within: () => database,
  };
  return database;
}
