// How much one write may change along with what it is about.
import { refusedAt } from '../domain/errors.ts';

/** Rows that one write may change along with its own: what lives in a row that is deleted, links to it, permissions on it. */
export const mostAlong = 50_000;

/** The rows that a write has taken along so far. */
export interface Along {
  /** Adds some. CONFLICT (TOO_MANY) once there are too many. */
  add(count: number): void;
}

/** Nothing was taken along yet. */
export function createAlong(): Along {
  let taken = 0;
  return {
    add(count) {
      taken += count;
      if (taken <= mostAlong) return;
      const message = `More than ${mostAlong.toLocaleString('en')} resources would change with it: delete some of them first.`;
      throw refusedAt('CONFLICT', { path: '', code: 'TOO_MANY', message, limit: mostAlong });
    },
  };
}
