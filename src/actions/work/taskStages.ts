// The stages that tasks enter, one task or many at once: whether they may, their place in the stage, and the status that it gives.
// Resource reference 5.3, 5.4.
import { lockEntered, stageStates, type StageState } from '../../database/work/workflowStore.ts';
import { invalid, refusedAt, type ServiceError } from '../../domain/errors.ts';
import type { TaskStatus } from '../../domain/taskStatus.ts';
import type { WriteContext } from '../../engine/kind.ts';
import { rankBehind } from './taskRank.ts';

type Step = WriteContext<'Task'>;

const stageBefore = ({ before }: Step): string | null => before?.workflowStage ?? null;

// The stage that the task was not in before.
function entered(step: Step): string | null {
  const { workflowStage: target } = step.values;
  return typeof target === 'string' && target !== stageBefore(step) ? target : null;
}

/** Those that leave a stage which others of them enter: what these find there depends on who goes first. */
export function crossing(steps: readonly Step[]): Step[] {
  const targets = new Set(steps.map(entered));
  return steps.filter((step) => {
    const from = stageBefore(step);
    const { workflowStage: target } = step.values;
    return from !== null && target !== undefined && target !== from && targets.has(from);
  });
}

/** Checks the stages that tasks are to enter, in their order, and takes the place and the status that the stage gives. */
export async function enterStages(
  steps: readonly Step[],
  refuse: (step: Step, why: ServiceError) => void,
): Promise<void> {
  for (const { values } of steps) if (values.workflowStage === null) values.rank = '';
  const entering = steps.flatMap((step): [Step, string][] => {
    const target = entered(step);
    return target === null ? [] : [[step, target]];
  });
  const [first] = entering;
  if (!first) return;
  const [{ transaction }] = first;
  const targets = [...new Set(entering.map(([, target]) => target))];
  const left = entering.flatMap(([step]) => stageBefore(step) ?? []);
  await lockEntered(transaction, targets);
  const states = await stageStates(transaction, [...new Set([...targets, ...left])]);
  const inside = new Map([...states].map(([urn, { tasks, lastRank }]) => [urn, { tasks, lastRank }]));
  for (const [step, target] of entering) {
    const [stage, own] = [states.get(target), inside.get(target)];
    const why = refusalOf(step, target, stage, {
      from: states.get(stageBefore(step) ?? ''),
      tasks: own?.tasks ?? null,
    });
    if (why) refuse(step, why);
    if (why || !stage || !own) continue;
    const { values } = step;
    if (own.tasks !== null) own.tasks += 1;
    if (values.rank === undefined || values.rank === '') values.rank = rankBehind(own.lastRank);
    own.lastRank = values.rank > own.lastRank ? values.rank : own.lastRank;
    if (stage.taskStatus !== null) values.status = stage.taskStatus;
  }
}

function refusalOf(
  step: Step,
  target: string,
  stage: StageState | undefined,
  { from, tasks }: { readonly from: StageState | undefined; readonly tasks: number | null },
): ServiceError | null {
  if (!stage?.lives) {
    const message = 'The WorkflowStage does not exist.';
    return invalid([{ path: '/workflowStage', code: 'INVALID_REFERENCE', message, related: [target] }]);
  }
  // The stages a stage allows are of its own workflow; moving to another workflow starts over there.
  const allowed = from?.workflow === stage.workflow ? from.allowedNext : [];
  if (allowed.length > 0 && !allowed.includes(target)) {
    const message = 'The task cannot move from its stage to that one.';
    const limit = allowed.join(', ');
    return refusedAt('INVALID_TRANSITION', { path: '/workflowStage', message, limit, related: allowed });
  }
  if (stage.taskLimit !== null && tasks !== null && tasks >= stage.taskLimit) {
    const message = `The stage holds ${String(stage.taskLimit)} tasks already.`;
    return refusedAt('CONFLICT', { path: '/workflowStage', message, limit: stage.taskLimit });
  }
  return stage.taskStatus === null ? null : disagreement(step, stage.taskStatus);
}

const atFirst: TaskStatus = 'PENDING';

// A status sent along with the stage must agree with it, unless it only repeats what the task has.
function disagreement({ before, values }: Step, given: TaskStatus): ServiceError | null {
  const sent = values.status;
  const had = before ? before.status : atFirst;
  if (sent === undefined || sent === given || sent === had) return null;
  const message = `Entering the stage sets the status to ${given}.`;
  return invalid([{ path: '/status', code: 'NOT_ALLOWED_TOGETHER', message, limit: given }]);
}
