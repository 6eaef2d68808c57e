// The database of a change on the fast path: it runs one statement, which requires that the decision about the caller still holds, and
// leaves everything else to the regular path.
import type { Context } from '../engine/context.ts';
import { NeedsRegularPath } from './fastPath.ts';

/** How far the statement of a request has come. */
export type Progress = {
  now: 'NOT_SENT' | 'SENT' | 'NOTHING_DONE' | 'DONE';
  /** What the statement failed with; the code that ran it may have made an answer of that. */
  failure: Error | null;
};

/**
 * The database, which notes in `progress` what became of the statement. Nothing is read or written on the word of a kept decision but
 * by the one statement that requires it to hold; throws NeedsRegularPath for all else. Once it has made its change, reads are answered.
 */
export function onlyAtOnce(database: Context['database'], progress: Progress): Context['database'] {
  const { writeAtOnce: write } = database;
  const leave = (): Promise<never> => Promise.reject(new NeedsRegularPath());
  return {
    ...database,
    query: (statement) => (progress.now === 'DONE' ? database.query(statement) : leave()),
    transaction: leave,
    writeAtOnce:
      write &&
      (async (statement, turn) => {
        if (statement.requiresEpoch !== true || progress.now !== 'NOT_SENT') throw new NeedsRegularPath();
        progress.now = 'SENT';
        try {
          const rows = await write(statement, turn);
          progress.now = rows.length > 0 ? 'DONE' : 'NOTHING_DONE';
          return rows;
        } catch (error) {
          progress.failure = asError(error);
          // A caller that would wait for a turn is decided anew, and has sent nothing.
          if (error instanceof NeedsRegularPath) progress.now = 'NOT_SENT';
          throw error;
        }
      }),
  };
}

/** What was thrown, as an error. */
export const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));
