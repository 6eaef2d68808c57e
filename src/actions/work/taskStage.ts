// The status and the stage of a task: what may follow what, who stands in the way, and what entering a stage does.
// Resource reference 5.3, 10.3.
import { fieldOf } from '../../contract/resource.ts';
import { linkedUrns } from '../../database/engine/changeStore.ts';
import { openTasks, stageToEnter, type EnteredStage } from '../../database/work/taskStore.ts';
import { tasksIn, workflowOf } from '../../database/work/workflowStore.ts';
import { invalid, invalidTransition, refusedAt } from '../../domain/errors.ts';
import { allowedNext, needsBlockersDone, type TaskStatus } from '../../domain/taskStatus.ts';
import { requireLabel, namedTo } from '../../engine/authorize.ts';
import type { WriteContext } from '../../engine/kind.ts';
import { storedList } from './taskLists.ts';

const atFirst: TaskStatus = 'PENDING';

/** Checks the stage a task is to enter, and takes the status that the stage gives. */
export async function enterStage(step: WriteContext<'Task'>): Promise<void> {
  const { transaction, before, values } = step;
  const target = values.workflowStage;
  const from = before?.workflowStage ?? null;
  if (typeof target !== 'string' || target === from) return;
  const stage = await stageToEnter(transaction, target);
  if (!stage) {
    const message = 'There is no such WorkflowStage.';
    throw invalid([{ path: '/workflowStage', code: 'INVALID_REFERENCE', message, related: [target] }]);
  }
  if (typeof from === 'string') await requireAllowed(step, from, target, stage);
  if (stage.taskLimit !== null && (await tasksIn(transaction, [target])) >= stage.taskLimit) {
    const message = `The stage holds ${String(stage.taskLimit)} tasks already.`;
    throw refusedAt('CONFLICT', { path: '/workflowStage', message, limit: stage.taskLimit });
  }
  if (stage.taskStatus !== null) takeStatus(step, stage.taskStatus);
}

async function requireAllowed(
  step: WriteContext<'Task'>,
  from: string,
  target: string,
  stage: EnteredStage,
): Promise<void> {
  const { transaction, context } = step;
  // The stages a stage allows are of its own workflow; moving to another workflow starts over there.
  if ((await workflowOf(transaction, from)) !== stage.workflow) return;
  const kind = context.contract.kinds.WorkflowStage;
  const allowed = await linkedUrns(transaction, kind, fieldOf(kind, 'allowedNext'), from);
  if (allowed.length === 0 || allowed.includes(target)) return;
  const message = 'The task cannot move from its stage to that one.';
  const limit = allowed.join(', ');
  throw refusedAt('INVALID_TRANSITION', { path: '/workflowStage', message, limit, related: allowed });
}

// A status sent along with the stage must agree with it, unless it only repeats what the task has.
function takeStatus(step: WriteContext<'Task'>, given: TaskStatus): void {
  const { before, values } = step;
  const sent = values.status;
  const had = before ? before.status : atFirst;
  if (sent !== undefined && sent !== given && sent !== had) {
    const message = `Entering the stage sets the status to ${given}.`;
    throw invalid([{ path: '/status', code: 'NOT_ALLOWED_TOGETHER', message, limit: given }]);
  }
  values.status = given;
}

/** Checks the change of status and keeps `completedTimestamp`. Whether open blockers were passed over by force. */
export async function changeStatus(step: WriteContext<'Task'>): Promise<boolean> {
  const { before, values, now } = step;
  const to = values.status;
  const from = before?.status ?? null;
  if (to === undefined || to === from) return false;
  if (from !== null && !allowedNext(from).includes(to)) throw invalidTransition('/status', from, to, allowedNext(from));
  const isForced = needsBlockersDone(to) && (await passBlockers(step));
  if (to === 'COMPLETED') values.completedTimestamp = now;
  // A task that is put away after completion stays completed; one that is taken up again does not.
  else if (to !== 'CLOSED') values.completedTimestamp = null;
  return isForced;
}

async function passBlockers(step: WriteContext<'Task'>): Promise<boolean> {
  const { transaction, context, resource, values, urn } = step;
  const sent = values.blockedBy;
  const blockers = Array.isArray(sent) ? sent.map(String) : step.before ? await storedList(step, 'blockedBy') : [];
  const open = await openTasks(transaction, blockers);
  if (open.length === 0) return false;
  if (step.options.isForced) {
    await requireLabel(transaction, context.viewer, { resource, urn }, 'MANAGE');
    return true;
  }
  const message = `${String(open.length)} tasks that block this one are not done.`;
  const related = await namedTo(step, resource, open);
  throw refusedAt('OPEN_BLOCKERS', { path: '/status', message, limit: open.length, related });
}
