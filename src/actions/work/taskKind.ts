// Tasks: who may change what, the order in which the checks are made, and the log. Spec: Task; resource reference 5.4,
// 10.3.
import { fieldOf } from '../../contract/resource.ts';
import { linkedUrns } from '../../database/engine/changeStore.ts';
import type { Executor } from '../../database/connection/statement.ts';
import type { Row } from '../../database/engine/row.ts';
import {
  edgesOfTask,
  lockEdges,
  ownerOfTask,
  removeEdges,
  statusOfProject,
  type TaskEdge,
} from '../../database/work/taskStore.ts';
import { takesTasks, type ProjectStatus } from '../../domain/projectStatus.ts';
import { categoryOf } from '../../domain/taskStatus.ts';
import { activitiesOf, listActivity, plainActivity, taskLists } from '../../domain/taskActivity.ts';
import { readableAmong, requireLabel, holds } from '../../engine/authorize.ts';
import type { PendingWrite, Kind, WriteContext } from '../../engine/kind.ts';
import { writeLines } from './taskLog.ts';
import {
  checkLists,
  completeEdges,
  edgesOf,
  listChanges,
  listLines,
  notifyOtherEnds,
  touchesEdges,
  type ListChange,
} from './taskLists.ts';
import { changeStatus, enterStage } from './taskStage.ts';
import { storedRow } from '../../engine/readResource.ts';

/** What `decide` found, for `after`. */
interface Plan {
  readonly lists: readonly ListChange[];
  readonly isForced: boolean;
}

// From `decide` to `after` of one write; forgotten with the step.
const plans = new WeakMap<WriteContext<'Task'>, Plan>();
const leaving = new WeakMap<WriteContext<'Task'>, readonly TaskEdge[]>();

/** Tasks: edges, stage, status and log, in one transaction. */
export const taskKind: Kind<'Task'> = {
  computed: {
    isBlocked: async (row, context) => Number(await context.loaders.aggregate('Task.openBlockerCount', row.urn)) > 0,
    statusCategory: (row) => categoryOf(row.status),
  },

  // Edges of one tenant are changed one after the other, and before any of its tasks is locked.
  async lock(pending) {
    const { transaction, urn, operation, values } = pending;
    if (operation === 'DELETE' || (operation === 'UPDATE' && touchesEdges(values, operation))) {
      const owner = await ownerOfTask(transaction, urn);
      if (owner) await lockEdges(transaction, owner);
    }
    return undefined;
  },

  label: (pending, executor) =>
    pending.operation === 'UPDATE' ? labelForChange(pending, executor) : pending.resource.labels.delete,

  async prepare(step) {
    if (step.operation === 'CREATE' && step.owner !== '' && touchesEdges(step.values, 'CREATE')) {
      await lockEdges(step.transaction, step.owner);
    }
    checkLists(step);
    await checkProject(step);
  },

  async decide(step) {
    if (step.operation === 'DELETE') {
      leaving.set(step, await edgesOfTask(step.transaction, step.urn));
      return undefined;
    }
    const lists = await listChanges(step);
    await enterStage(step);
    const isForced = await changeStatus(step);
    plans.set(step, { lists, isForced });
    await chooseIdentity(step, lists.length > 0);
    return undefined;
  },

  async after(step, written) {
    if (step.operation === 'DELETE') return leaveEdges(step, written);
    if (step.operation === 'RESTORE') return noteReturn(step);
    const plan = plans.get(step);
    if (!plan) return;
    await completeEdges(step, plan.lists);
    const edges = edgesOf(plan.lists);
    const others = await notifyOtherEnds(step, edges);
    const own = step.before
      ? [
          ...activitiesOf(step.before, written),
          ...(plan.isForced ? [plainActivity('COMPLETED_WITH_OPEN_BLOCKERS')] : []),
        ]
      : [plainActivity('CREATED')];
    await writeLines(step, asUrn(written.identityForLogs), [
      {
        task: { urn: step.urn, owner: written.$owner },
        lines: [...own, ...(step.before ? listLines(plan.lists) : [])],
      },
      ...others.map((task) => ({
        task,
        lines: edges.filter((e) => e.other === task.urn).map((e) => listActivity(e.listOfOther, e.isAdded, step.urn)),
      })),
    ]);
  },
};

async function noteReturn(step: WriteContext<'Task'>): Promise<void> {
  const { context, urn, owner } = step;
  await writeLines(step, context.viewer.identityUrn, [{ task: { urn, owner }, lines: [plainActivity('RESTORED')] }]);
}

const assignable = ['assignee', 'workflowStage', 'identityForLogs'];

// ASSIGN is enough to assign a task to a person or to move it to another stage, and for nothing else.
async function labelForChange(
  { context, resource, urn, values }: Omit<PendingWrite<'Task'>, 'transaction'>,
  executor: Executor,
): Promise<string> {
  const usual = resource.labels.update;
  if (values.assignee === undefined && values.workflowStage === undefined) return usual;
  const may = (label: string): Promise<boolean> => holds(executor, context.viewer, { resource, urn }, label);
  if ((await may(usual)) || !(await may('ASSIGN'))) return usual;
  const row: Row | null = await storedRow(executor, resource, urn);
  for (const [name, value] of Object.entries(values)) {
    const field = fieldOf(resource, name);
    if (assignable.includes(name) || field.storage !== 'COLUMN') continue;
    if (JSON.stringify(row?.[name]) !== JSON.stringify(value)) return usual;
  }
  for (const list of taskLists.filter((l) => Array.isArray(values[l]))) {
    const stored = await linkedUrns(executor, resource, fieldOf(resource, list), urn);
    if (JSON.stringify(stored) !== JSON.stringify(values[list])) return usual;
  }
  return 'ASSIGN';
}

async function checkProject(step: WriteContext<'Task'>): Promise<void> {
  const { project } = step.values;
  if (typeof project !== 'string' || project === step.before?.project) return;
  const { context, transaction } = step;
  const kind = context.contract.kinds.Project;
  // A project that is not there, or not for this caller to read, is refused with the other links.
  if ((await readableAmong(transaction, context.viewer, kind, [project])).length === 0) return;
  const status = await statusOfProject(transaction, project);
  // The column holds nothing but statuses.
  if (status === null || takesTasks(status as ProjectStatus)) return;
  const message = 'An archived project takes no tasks.';
  step.violations.push({ path: '/project', code: 'INVALID_REFERENCE', message, related: [project] });
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

// The edges of a deleted task go at both ends, and the tasks at the other ends hear of it.
async function leaveEdges(step: WriteContext<'Task'>, gone: Row<'Task'>): Promise<void> {
  const edges = leaving.get(step) ?? [];
  await removeEdges(step.transaction, step.urn);
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

function asUrn(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
