// The database as one request sees it: every statement is paid for from the budget of the request, and none is sent once
// that is used up.
import type { Database } from '../database/connection/database.ts';
import type { RequestBudget } from './requestBudget.ts';

/** How long a request may wait for the database in all, in milliseconds; with finding a connection it is at most 10 seconds. */
export const databaseMillis = 9_000;

/** The same database for one request. Statements of transactions are not counted: a change is made whole or not at all. */
export function spendingDatabase(database: Database, budget: RequestBudget): Database {
  const { writeAtOnce: write } = database;
  return {
    ...database,
    async query(statement) {
      budget.check();
      const began = performance.now();
      const rows = await database.query(statement);
      budget.noteTurn();
      budget.addRows(rows.length, performance.now() - began);
      return rows;
    },
    transaction(work, row) {
      budget.check();
      return database.transaction(work, row);
    },
    writeAtOnce:
      write &&
      ((statement, row) => {
        budget.check();
        return write(statement, row);
      }),
  };
}
