// What the fast paths of changes share: a change that is one statement, which also requires that the decision about its caller
// still holds. Whatever that statement does not do, refusals included, is left to the regular path.
import type { Context } from '../engine/context.ts';
import { fastContext } from './fastContext.ts';
import { answerFast, NeedsRegularPath, type FastAnswer, type FastPathParts, type FastRequest } from './fastPath.ts';

/** How far the statement of a request has come. */
type Progress = {
  now: 'NOT_SENT' | 'SENT' | 'NOTHING_DONE' | 'DONE';
  /** What the statement failed with; the code that ran it may have made an answer of that. */
  failure: Error | null;
};

/**
 * Makes the change of a request and answers it. False where the regular path is to answer; what may have changed something by
 * then is not tried again there. `make` runs the change; null, and everything it throws, leaves the request.
 */
export async function changeFast(
  parts: FastPathParts,
  call: FastRequest,
  make: (context: Context) => Promise<FastAnswer | null>,
): Promise<boolean> {
  const progress: Progress = { now: 'NOT_SENT', failure: null };
  try {
    return await answerFast(parts, call, async (admission) => {
      const limited = (database: Context['database']): Context['database'] => onlyAtOnce(database, progress);
      const made = await make(fastContext(parts, call, { admission, held: { decidedUnder: call.under }, limited }));
      if (progress.now !== 'DONE' || made === null) throw progress.failure ?? new NeedsRegularPath();
      call.noteUse();
      return made;
    });
  } catch (error) {
    if (progress.now !== 'NOT_SENT')
      parts.left.note(call.request, progress.now === 'NOTHING_DONE' ? 'NOTHING_DONE' : asError(error));
    return false;
  }
}

// Nothing is read or written on the word of a kept decision but by the statement that requires it to hold.
function onlyAtOnce(database: Context['database'], progress: Progress): Context['database'] {
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

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));
