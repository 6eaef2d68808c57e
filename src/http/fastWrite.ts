// What the fast paths of changes share: a change that is one statement, which also requires that the decision about its caller
// still holds. Whatever that statement does not do, refusals included, is left to the regular path.
import type { Context } from '../engine/context.ts';
import { fastContext } from './fastContext.ts';
import { answerFast, NeedsRegularPath, type FastAnswer, type FastPathParts, type FastRequest } from './fastPath.ts';
import { asError, onlyAtOnce, type Progress } from './onlyAtOnce.ts';

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
