// Tasks: who may change what, the order in which the checks are made, and the log; their status and stage: what may follow what,
// who stands in the way, and what entering a stage does. Spec: Task; resource reference 5.3, 5.4, 10.3.
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
} from '../../database/work/taskStore.ts';
import { takesTasks, type ProjectStatus } from '../../domain/projectStatus.ts';
import { categoryOf, allowedNext, needsBlockersDone } from '../../domain/taskStatus.ts';
import { activitiesOf, listActivity, plainActivity } from '../../domain/taskActivity.ts';
import { accessChecks } from '../../database/engine/accessCheckStore.ts';
import { groupBy } from '../../domain/groupBy.ts';
import { endedWith } from '../../engine/removeRows.ts';
import { refusedOf, type Several } from '../../engine/setParts.ts';
import { readableAmong, requireLabel, holds, namedTo } from '../../engine/authorize.ts';
import type { Kind, PendingWrite, WriteContext } from '../../engine/kind.ts';
import { labelOfPart } from '../../engine/labelOfPart.ts';
import { returnedToTasks } from './returnedLinks.ts';
import { crossing, enterStages } from './taskStages.ts';
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
import { invalidTransition, refusedAt } from '../../domain/errors.ts';

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

  prepare: (step) => prepareTasks([step]),

  async decide(step) {
    if (step.operation === 'DELETE') return undefined;
    await enterStages([step], (_, why) => {
      throw why;
    });
    await plan(step, changeStatus);
    return undefined;
  },

  async after(step, written) {
    if (step.operation === 'DELETE') return leaveEdges(step, written);
    if (step.operation === 'RESTORE') return noteReturn(step);
    await followTasks([step], [written]);
  },

  sets: {
    async lockRows({ context, transaction }, { resource, urns, operation }, label) {
      if (operation !== 'DELETE') return;
      const found = await accessChecks(transaction, context.viewer, { resource, urns }, label);
      const owners = new Set([...found.values()].flatMap((one) => (one.isAllowed ? [one.ownerUrn] : [])));
      for (const owner of [...owners].sort()) await lockEdges(transaction, owner);
    },

    prepare: prepareTasks,

    async decide(steps) {
      const [{ operation, transaction }] = steps;
      const urns = steps.map(({ urn }) => urn);
      const alone = new Set<WriteContext>();
      const tied = async (found: Promise<ReadonlySet<string>>): Promise<void> => {
        const named = await found;
        for (const step of steps) if (named.has(step.urn)) alone.add(step);
      };
      // Tasks wait for one another.
      if (operation === 'DELETE') await tied(tasksWithEdges(transaction, urns));
      else {
        for (const step of crossing(steps)) alone.add(step);
        await enterStages(steps, (step) => void alone.add(step));
        for (const step of steps) if (isDoneAtFirst(step)) alone.add(step);
        await tied(waitingTasks(transaction, completed(steps), urns));
      }
      if (alone.size > 0 || operation === 'DELETE') return alone;
      return refusedOf(steps, (step) => plan(step, takeStatusOf));
    },

    async after(steps, written) {
      if (steps[0].operation !== 'DELETE') await followTasks(steps, written);
    },
  },
};

async function prepareTasks(steps: readonly WriteContext<'Task'>[]): Promise<void> {
  const tying = steps.filter(
    ({ operation, owner, values }) => operation === 'CREATE' && owner !== '' && touchesEdges(values, 'CREATE'),
  );
  for (const [owner, [first]] of [...groupBy(tying, ({ owner }) => owner)].sort(([a], [b]) => (a < b ? -1 : 1)))
    if (first) await lockEdges(first.transaction, owner);
  for (const step of steps) checkLists(step);
  await checkProjects(steps);
}

// The other ends of edges hear of them once, however many of the tasks have one with them.
async function followTasks(steps: Several<WriteContext<'Task'>>, written: readonly Row<'Task'>[]): Promise<void> {
  const done = steps.flatMap((step, at) => {
    const [row, found] = [written[at], plans.get(step)];
    return row && found ? [{ step, row, lists: found.lists, own: ownLines(step, row, found) }] : [];
  });
  await completeEdges(done);
  const edges = done.flatMap(({ step, row, lists }) =>
    edgesOf(lists).map((edge) => ({ ...edge, task: step.urn, identity: asUrn(row.identityForLogs) })),
  );
  const others = edges.length === 0 ? [] : await notifyOtherEnds(steps[0], edges);
  for (const [identity, own] of groupBy(done, ({ row }) => asUrn(row.identityForLogs)))
    await writeLines(steps[0], identity, [
      ...own.map((one) => one.own),
      ...others.map((task) => ({
        task,
        lines: edges
          .filter((edge) => edge.other === task.urn && edge.identity === identity)
          .map((edge) => listActivity(edge.listOfOther, edge.isAdded, edge.task)),
      })),
    ]);
}

// What a write does to lists and status; `statusOf` takes the status, and says whether it passed over open blockers.
async function plan(
  step: WriteContext<'Task'>,
  statusOf: (step: WriteContext<'Task'>) => Promise<boolean> | boolean,
): Promise<void> {
  const lists = await listChanges(step);
  const isForced = await statusOf(step);
  plans.set(step, { lists, isForced });
  await chooseIdentity(step, lists.length > 0);
}

// What is made done, and waits for others: whether these are is looked at by itself.
const isDoneAtFirst = ({ before, values: { status, blockedBy } }: WriteContext<'Task'>): boolean =>
  before === null &&
  status !== undefined &&
  needsBlockersDone(status) &&
  Array.isArray(blockedBy) &&
  blockedBy.length > 0;

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
