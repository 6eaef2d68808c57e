// Requests that a fast path has left to the regular path, after it had tried them.
import type { IncomingMessage } from 'node:http';
import type { Context } from '../engine/context.ts';

type RequestDatabase = Context['database'];

/** What fast paths have found out about requests that the regular path is to answer. */
export interface LeftRequests {
  /** Notes what the statement of a request failed with, or that it found that the change needs more than it and did nothing. */
  note(request: IncomingMessage, found: Error | 'NOTHING_DONE'): void;
  /**
   * The database of a request on the regular path: nothing is tried there again. What the statement of the request failed with,
   * reads of a whole answer and changes fail with; a change that one statement did not make is made step by step.
   */
  databaseOf(request: IncomingMessage, database: RequestDatabase): RequestDatabase;
}

/** Nothing has been left yet. */
export function createLeftRequests(): LeftRequests {
  const known = new WeakMap<IncomingMessage, Error | 'NOTHING_DONE'>();
  return {
    note: (request, found) => void known.set(request, found),
    databaseOf(request, database) {
      const found = known.get(request);
      if (found === undefined) return database;
      if (found === 'NOTHING_DONE') return { ...database, writeAtOnce: null };
      const fail = (): Promise<never> => Promise.reject(found);
      const query: RequestDatabase['query'] = (one) => (one.saysEpoch === true ? fail() : database.query(one));
      return { ...database, query, transaction: fail, writeAtOnce: fail };
    },
  };
}
