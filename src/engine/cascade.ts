// How much one write may change along with its own row. Resource reference 1.2 (what a delete takes along).
import { refusedAt } from '../domain/errors.ts';

/** Rows that one write may change along with its own: what lives in a row that is deleted, links to it, permissions on it. */
export const mostCascaded = 50_000;

/** Rows of one statement: what is done with its answer leaves the event loop to others before the next. */
export const rowsAtOnce = 1_000;

/** The rows that one write has changed along with its own so far. */
export interface Cascade {
  /** Adds some. CONFLICT (TOO_MANY) once there are too many. */
  add(count: number): void;
}

/** A write that has changed nothing else yet. */
export function createCascade(): Cascade {
  let rows = 0;
  return {
    add(count) {
      rows += count;
      if (rows <= mostCascaded) return;
      const message = `More than ${mostCascaded.toLocaleString('en')} resources would change with it: delete some of them first.`;
      throw refusedAt('CONFLICT', { path: '', code: 'TOO_MANY', message, limit: mostCascaded });
    },
  };
}
