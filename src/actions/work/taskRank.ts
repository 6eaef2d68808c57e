// The rank of a task within its workflow stage: a text between those of its neighbors, so that placing one writes no other. Whoever ranks
// holds the lock of the stage. Resource reference 5.4.
import { generateKeyBetween } from 'fractional-indexing';
import { databaseNow } from '../../database/engine/changeStore.ts';
import type { Row } from '../../database/engine/row.ts';
import { rankBeyond } from '../../database/work/taskStore.ts';
import { lockEntered, stageStates } from '../../database/work/workflowStore.ts';
import { invalid, refusedAt } from '../../domain/errors.ts';
import { requireCaller } from '../../engine/authorize.ts';
import type { Context, WriteOptions } from '../../engine/context.ts';
import type { WriteContext } from '../../engine/kind.ts';
import { beginUpdate, lockForWrite, turnAt } from '../../engine/lockForWrite.ts';
import { readBack } from '../../engine/readResource.ts';
import { applyUpdate } from '../../engine/updateResource.ts';

/** A rank behind that one; the first of all behind an empty one. */
export function rankBehind(rank: string): string {
  return between(rank, '');
}

// Each character holds five placings at one and the same place, and more.
const longestRank = 1_024;

// Empty stands for no neighbor.
function between(one: string, other: string): string {
  const rank = generateKeyBetween(one || null, other || null);
  if (rank.length <= longestRank) return rank;
  const message = 'Too many tasks were placed between these two: place it elsewhere in the stage.';
  throw refusedAt('CONFLICT', { path: '', message, limit: longestRank });
}

/** Which task a task is placed beside, and on which side. */
export interface Placing {
  readonly before: string | null;
  readonly after: string | null;
}

/**
 * The task, right before or right after another one, in that one's stage: as if its workflowStage was changed, and by the same rights.
 * INVALID_REFERENCE where the other cannot be read or is in no stage.
 */
export async function placeTask(context: Context, urn: string, placing: Placing, options: WriteOptions): Promise<Row> {
  requireCaller(context.viewer);
  const { path, beside } = besideOf(placing);
  const resource = context.contract.kinds.Task;
  const found = beside === urn ? null : await context.loaders.byUrn('Task', beside);
  if (!found?.workflowStage) throw notBeside(path, beside);
  const values = { workflowStage: found.workflowStage };
  const change = { context, resource, operation: 'UPDATE', urn, values } as const;
  await context.database.transaction(
    async (transaction) => {
      const before = await lockForWrite({ ...change, transaction }, options);
      await lockEntered(transaction, [values.workflowStage]);
      const parts = { options, values: { ...values } };
      const step = beginUpdate({ context, transaction, now: await databaseNow(transaction) }, 'UPDATE', before, parts);
      await placeIn(step, before, { beside, isAfter: path === '/after', stage: values.workflowStage, path });
      const kind = context.kindOf(resource);
      await kind.prepare?.(step);
      if (step.violations.length > 0) throw invalid(step.violations);
      await kind.decide?.(step);
      await applyUpdate(step, before);
    },
    turnAt(change, options),
  );
  context.loaders.clear();
  return readBack(context, resource, urn);
}

function besideOf({ before, after }: Placing): { readonly path: '/before' | '/after'; readonly beside: string } {
  if (before !== null && after !== null) {
    const message = 'Either before or after is expected.';
    throw invalid([{ path: '/before', code: 'NOT_ALLOWED_TOGETHER', message }]);
  }
  if (before !== null) return { path: '/before', beside: before };
  if (after !== null) return { path: '/after', beside: after };
  throw invalid([{ path: '/after', code: 'REQUIRED', message: 'before or after is required.' }]);
}

const notBeside = (path: string, urn: string): Error =>
  invalid([{ path, code: 'INVALID_REFERENCE', message: 'This is no other task in a stage.', related: [urn] }]);

interface Place {
  readonly beside: string;
  readonly isAfter: boolean;
  readonly stage: string;
  readonly path: string;
}

// Gives the step the rank; none where the task stands there already.
async function placeIn(step: WriteContext, task: Row, { beside, isAfter, stage, path }: Place): Promise<void> {
  const { transaction, values, urn } = step;
  const found = await rankBeyond(transaction, { stage, beside, but: urn }, isAfter);
  // It has left the stage since it was read.
  if (!found) throw notBeside(path, beside);
  const { rank, next } = found;
  // Tasks that came without a rank stand before those that have one.
  if (rank === '') {
    values['rank'] = rankBehind((await stageStates(transaction, [stage])).get(stage)?.lastRank ?? '');
    return;
  }
  const [from, to] = isAfter ? [rank, next] : [next, rank];
  const own = task['workflowStage'] === stage ? String(task['rank']) : '';
  const isThere = own > from && (to === '' || own < to);
  if (!isThere) values['rank'] = between(from, to);
}
