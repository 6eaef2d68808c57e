// Tasks: who may change what, the order in which the checks are made, and the log; their status and stage: what may follow what,
// who stands in the way, and what entering a stage does. Spec: Task; resource reference 5.3, 5.4, 10.3.
import { fieldOf } from '../../contract/resource.ts';
import { linkedUrns } from '../../database/engine/changeStore.ts';
import type { Row } from '../../database/engine/row.ts';
import {
  edgesLockedSql,
  lockEdges,
  ownerOfTask,
  statusesOfProjects,
  tasksWithEdges,
  waitingTasks,
  type TaskEdge,
  openTasks,
  stageToEnter,
  type EnteredStage,
} from '../../database/work/taskStore.ts';
import { takesTasks, type ProjectStatus } from '../../domain/projectStatus.ts';
import { categoryOf, allowedNext, needsBlockersDone, type TaskStatus } from '../../domain/taskStatus.ts';
import { activitiesOf, listActivity, plainActivity } from '../../domain/taskActivity.ts';
import { accessChecks } from '../../database/engine/accessCheckStore.ts';
import { groupBy } from '../../domain/groupBy.ts';
import { endedWith } from '../../engine/removeRows.ts';
import { refusedOf } from '../../engine/setParts.ts';
import { readableAmong, requireLabel, holds, namedTo } from '../../engine/authorize.ts';
import type { Kind, PendingWrite, WriteContext } from '../../engine/kind.ts';
import { labelOfPart } from '../../engine/labelOfPart.ts';
import { returnedToTasks } from './returnedLinks.ts';
import { rankAtEnd } from './taskRank.ts';
import { writeLines, type LoggedLines } from './taskLog.ts';
import {
  checkLists,
  completeEdges,
  edgesOf,
  listChanges,
  listLines,
  notifyOtherEnds,
  touchesEdges,
  type ListChange,
  storedList,
} from './taskLists.ts';
import { tasksIn, workflowOf } from '../../database/work/workflowStore.ts';
import { invalid, invalidTransition, refusedAt } from '../../domain/errors.ts';

/** What `decide` found, for `after`. */
interface Plan {
  readonly lists: readonly ListChange[];
  readonly isForced: boolean;
}

// From `decide` to `after` of one write; forgotten with the step.
const plans = new WeakMap<WriteContext<'Task'>, Plan>();

/** Tasks: edges, stage, status and log, in one transaction. */
export const taskKind: Kind<'Task'> = {
  computed: {
    isBlocked: async (row, context) => Number(await context.loaders.aggregate('Task.openBlockerCount', row.urn)) > 0,
    statusCategory: (row) => categoryOf(row.status),
  },

  // Edges of one tenant are changed one after the other, and before any of its tasks is locked.
  async lock(pending) {
    const { transaction, urn } = pending;
    if (!changesEdges(pending)) return undefined;
    const owner = await ownerOfTask(transaction, urn);
    if (owner) await lockEdges(transaction, owner);
    return undefined;
  },

  lockedSql: edgesLockedSql,

  locksFirst: changesEdges,

  label: (pending, executor) => labelOfPart(pending, executor, assigning),

  isAnsweredAsMade: true,

  // An edge is one of both its ends; `blocking` is `blockedBy` of the others.
  mutualLists: ['blockedBy', 'associatedTasks'],

  attributions: ['identityForLogs'],

  returned: returnedToTasks,

  async prepare(step) {
    if (step.operation === 'CREATE' && step.owner !== '' && touchesEdges(step.values, 'CREATE')) {
      await lockEdges(step.transaction, step.owner);
    }
    checkLists(step);
    await checkProjects([step]);
  },

  async decide(step) {
    if (step.operation !== 'DELETE') await plan(step, changeStatus);
    return undefined;
  },

  async after(step, written) {
    if (step.operation === 'DELETE') return leaveEdges(step, written);
    if (step.operation === 'RESTORE') return noteReturn(step);
    const found = plans.get(step);
    if (!found) return;
    await completeEdges(step, found.lists);
    const edges = edgesOf(found.lists);
    const others = await notifyOtherEnds(step, edges);
    await writeLines(step, asUrn(written.identityForLogs), [
      ownLines(step, written, found),
      ...others.map((task) => ({
        task,
        lines: edges.filter((e) => e.other === task.urn).map((e) => listActivity(e.listOfOther, e.isAdded, step.urn)),
      })),
    ]);
  },

  sets: {
    // Tasks wait for one another, and stages count theirs.
    takes: (operation, input) =>
      operation === 'DELETE' ||
      (input['workflowStage'] === undefined && !touchesEdges(input, operation === 'CREATE' ? 'CREATE' : 'UPDATE')),

    async lockRows({ context, transaction }, { resource, urns, operation }, label) {
      if (operation !== 'DELETE') return;
      const found = await accessChecks(transaction, context.viewer, { resource, urns }, label);
      const owners = new Set([...found.values()].flatMap((one) => (one.isAllowed ? [one.ownerUrn] : [])));
      for (const owner of [...owners].sort()) await lockEdges(transaction, owner);
    },

    prepare: checkProjects,

    async decide(steps) {
      const [{ operation, transaction }] = steps;
      const urns = steps.map(({ urn }) => urn);
      const tied =
        operation === 'DELETE'
          ? await tasksWithEdges(transaction, urns)
          : await waitingTasks(transaction, completed(steps), urns);
      const alone = new Set<WriteContext>(steps.filter(({ urn }) => tied.has(urn)));
      if (alone.size > 0 || operation === 'DELETE') return alone;
      return refusedOf(steps, (step) => plan(step, takeStatusOf));
    },

    async after(steps, written) {
      const lines = steps.flatMap((step, at) => {
        const [row, found] = [written[at], plans.get(step)];
        return row && found ? [{ identity: asUrn(row.identityForLogs), logged: ownLines(step, row, found) }] : [];
      });
      for (const [identity, own] of groupBy(lines, (one) => one.identity))
        await writeLines(
          steps[0],
          identity,
          own.map(({ logged }) => logged),
        );
    },
  },
};

// What a write does to lists and status; `statusOf` takes the status, and says whether it passed over open blockers.
async function plan(
  step: WriteContext<'Task'>,
  statusOf: (step: WriteContext<'Task'>) => Promise<boolean> | boolean,
): Promise<void> {
  const lists = await listChanges(step);
  await enterStage(step);
  const isForced = await statusOf(step);
  plans.set(step, { lists, isForced });
  await chooseIdentity(step, lists.length > 0);
}

// The tasks that were there before, and are done now.
function completed(steps: readonly WriteContext<'Task'>[]): string[] {
  const done = steps.filter(
    ({ before, values: { status } }) =>
      before !== null && status !== undefined && status !== before.status && needsBlockersDone(status),
  );
  return done.map(({ urn }) => urn);
}

// What a write says in the log of its own task.
function ownLines(step: WriteContext<'Task'>, written: Row<'Task'>, { lists, isForced }: Plan): LoggedLines {
  const own = step.before
    ? [...activitiesOf(step.before, written), ...(isForced ? [plainActivity('COMPLETED_WITH_OPEN_BLOCKERS')] : [])]
    : [plainActivity('CREATED')];
  return {
    task: { urn: step.urn, owner: written.$owner },
    lines: [...own, ...(step.before ? listLines(lists) : [])],
  };
}

function changesEdges({ operation, values }: PendingWrite<'Task'>): boolean {
  if (operation === 'UPDATE') return touchesEdges(values, operation);
  return operation !== 'CREATE';
}

async function noteReturn(step: WriteContext<'Task'>): Promise<void> {
  const { context, urn, owner } = step;
  await writeLines(step, context.viewer.identityUrn, [{ task: { urn, owner }, lines: [plainActivity('RESTORED')] }]);
}

// Assigning a task to a person, and moving it to another stage.
const assigning = { label: 'ASSIGN', fields: ['assignee', 'workflowStage', 'identityForLogs'] };

async function checkProjects(steps: readonly WriteContext<'Task'>[]): Promise<void> {
  const named = steps.flatMap((step): { step: WriteContext<'Task'>; project: string }[] => {
    const { project } = step.values;
    return typeof project !== 'string' || project === step.before?.project ? [] : [{ step, project }];
  });
  const [first] = named;
  if (!first) return;
  const { context, transaction } = first.step;
  const kind = context.contract.kinds.Project;
  const urns = [...new Set(named.map(({ project }) => project))];
  // A project that is not there, or not for this caller to read, is refused with the other links.
  const known = await readableAmong(transaction, context.viewer, kind, urns);
  if (known.length === 0) return;
  const statuses = await statusesOfProjects(transaction, known);
  for (const { step, project } of named) {
    const status = statuses.get(project);
    // The column holds nothing but statuses.
    if (status === undefined || takesTasks(status as ProjectStatus)) continue;
    const message = 'An archived project takes no tasks.';
    step.violations.push({ path: '/project', code: 'INVALID_REFERENCE', message, related: [project] });
  }
}

// Who the log names: the caller's own identity, or another one for a caller who may assign.
async function chooseIdentity(step: WriteContext<'Task'>, hasListChanges: boolean): Promise<void> {
  const { context, transaction, resource, before, values } = step;
  const own = context.viewer.identityUrn;
  const sent = values.identityForLogs;
  if (typeof sent === 'string' && sent !== own) {
    const isEcho = before !== null && sent === before.identityForLogs;
    const place = before ? resource : context.contract.kinds.Company;
    const on = before ? step.urn : step.owner;
    if (!isEcho) {
      await requireLabel(transaction, context.viewer, { resource: place, urn: on }, 'ASSIGN');
      return;
    }
    if (await holds(transaction, context.viewer, { resource, urn: on }, 'ASSIGN')) return;
  }
  // A write that changes nothing is no write of the caller's.
  if (before === null || hasListChanges || changesColumns(step, before)) values.identityForLogs = own;
  else delete values.identityForLogs;
}

function changesColumns({ resource, values }: WriteContext<'Task'>, before: Row): boolean {
  return resource.fields.some(
    (f) =>
      f.storage === 'COLUMN' &&
      f.name !== 'identityForLogs' &&
      values[f.name] !== undefined &&
      JSON.stringify(values[f.name]) !== JSON.stringify(before[f.name]),
  );
}

// The tasks at the other ends of the edges of a deleted task hear that these are gone.
async function leaveEdges(step: WriteContext<'Task'>, gone: Row<'Task'>): Promise<void> {
  const edges = edgesLeft(step);
  if (edges.length === 0) return;
  const others = await notifyOtherEnds(step, edges);
  await writeLines(
    step,
    step.context.viewer.identityUrn,
    others.map((task) => ({
      task,
      lines: edges.filter((e) => e.other === task.urn).map((e) => listActivity(e.listOfOther, false, gone.urn)),
    })),
  );
}

// The edges that ended, each once: an association stands in the lists of both tasks.
function edgesLeft(step: WriteContext<'Task'>): TaskEdge[] {
  const edges = endedWith(step).map(({ from, field, to }): TaskEdge => {
    if (from !== step.urn)
      return { other: from, listOfOther: field === 'Task.blockedBy' ? 'blockedBy' : 'associatedTasks' };
    return { other: to, listOfOther: field === 'Task.blockedBy' ? 'blocking' : 'associatedTasks' };
  });
  return [...new Map(edges.map((edge) => [`${edge.other} ${edge.listOfOther}`, edge])).values()];
}

function asUrn(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

const atFirst: TaskStatus = 'PENDING';

/** Checks the stage a task is to enter, and takes the status that the stage gives. */
async function enterStage(step: WriteContext<'Task'>): Promise<void> {
  const { transaction, before, values } = step;
  const target = values.workflowStage;
  const from = before?.workflowStage ?? null;
  if (target === null) values.rank = '';
  if (typeof target !== 'string' || target === from) return;
  const stage = await stageToEnter(transaction, target);
  if (!stage) {
    const message = 'The WorkflowStage does not exist.';
    throw invalid([{ path: '/workflowStage', code: 'INVALID_REFERENCE', message, related: [target] }]);
  }
  if (typeof from === 'string') await requireAllowed(step, from, target, stage);
  if (stage.taskLimit !== null && (await tasksIn(transaction, [target])) >= stage.taskLimit) {
    const message = `The stage holds ${String(stage.taskLimit)} tasks already.`;
    throw refusedAt('CONFLICT', { path: '/workflowStage', message, limit: stage.taskLimit });
  }
  if (values.rank === undefined || values.rank === '') values.rank = await rankAtEnd(transaction, target);
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
async function changeStatus(step: WriteContext<'Task'>): Promise<boolean> {
  const { before, values } = step;
  const to = values.status;
  takeStatusOf(step);
  return to !== undefined && to !== before?.status && needsBlockersDone(to) && passBlockers(step);
}

// The same where no blocker is open.
function takeStatusOf({ before, values, now }: WriteContext<'Task'>): false {
  const to = values.status;
  const from = before?.status ?? null;
  if (to === undefined || to === from) return false;
  if (from !== null && !allowedNext(from).includes(to)) throw invalidTransition('/status', from, to, allowedNext(from));
  if (to === 'COMPLETED') values.completedTimestamp = now;
  // A task that is put away after completion stays completed; one that is taken up again does not.
  else if (to !== 'CLOSED') values.completedTimestamp = null;
  return false;
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
