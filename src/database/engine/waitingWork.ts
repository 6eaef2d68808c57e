// What writes have left to the background, as the operator sees it.
import { onlyRow, Parameters, prepared, type Executor } from '../connection/statement.ts';
import { quote } from '../mapping/columns.ts';

/** Where what is left to do waits, by its kind. */
const queues = { pages: 'search_queue', rows: 'search_row_queue', unread: 'unread_change' } as const;

/** How much waits: changes of pages, and other rows, to be indexed for searches; changes of posts to be counted for members. */
export type WaitingWork = Readonly<Record<keyof typeof queues, number>>;

/** What waits of a kind is counted up to this. */
const mostCounted = 10_000;

/** How much waits now, up to 10,000 of a kind. */
export function waitingWork(executor: Executor): Promise<WaitingWork> {
  const p = new Parameters();
  const most = p.add(mostCounted, 'int');
  const counts = Object.entries(queues).map(
    ([name, table]) => `(SELECT count(*)::int FROM (SELECT 1 FROM ${quote(table)} LIMIT ${most}) x) AS ${quote(name)}`,
  );
  return onlyRow<WaitingWork>(executor, prepared(`SELECT ${counts.join(', ')}`, p));
}
