// The lists of a task: which edges a write adds and removes, what the other ends hear of it, and that no task waits for
// itself. Resource reference 5.4, 9.8.
import { fieldOf } from '../../contract/resource.ts';
import { linkedUrns } from '../../database/engine/changeStore.ts';
import {
  crowdedTasks,
  edgesBeyond,
  mirrorAssociations,
  raiseTasks,
  type Association,
  type RaisedTask,
  type TaskEdge,
} from '../../database/work/taskStore.ts';
import { cycleThrough } from '../../domain/dependencyGraph.ts';
import { refusedAt, type Violation } from '../../domain/errors.ts';
import { listActivity, taskLists, type LogLine, type TaskList } from '../../domain/taskActivity.ts';
import { namedTo } from '../../engine/authorize.ts';
import { announceChanges, updated, type Change } from '../../engine/announcements.ts';
import type { Restoring, WriteContext } from '../../engine/kind.ts';

/** What a write does to one list. */
export interface ListChange {
  readonly list: TaskList;
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/** Most edges of one sort that a task may have. Resource reference 1.10. */
/** Most edges of one task. */
export const mostEdges = { blockers: 200, associations: 500 } as const;

/** The name, in another task, of the list that holds the same edge. */
const otherSide = { blockedBy: 'blocking', blocking: 'blockedBy', associatedTasks: 'associatedTasks' } as const;

/** Whether values touch an edge between tasks: an empty list those that there are, of which a new task has none. */
export function touchesEdges(values: Readonly<Record<string, unknown>>, operation: 'CREATE' | 'UPDATE'): boolean {
  return (Object.keys(otherSide) as (keyof typeof otherSide)[]).some((list) => {
    const sent = values[list];
    return Array.isArray(sent) && (operation === 'UPDATE' || sent.length > 0);
  });
}

/** Refuses edges to the task itself, and tasks that are to come both before and after it. */
export function checkLists(step: WriteContext<'Task'>): void {
  const { blockedBy, blocking } = step.values;
  for (const list of taskLists) {
    const sent = step.values[list];
    const at = Array.isArray(sent) ? sent.indexOf(step.urn) : -1;
    if (at < 0) continue;
    step.violations.push(edgeToItself(step.urn, list, at));
  }
  if (!Array.isArray(blockedBy) || !Array.isArray(blocking)) return;
  for (const [at, urn] of blocking.map(String).entries()) {
    if (!blockedBy.includes(urn) || urn === step.urn) continue;
    const message = 'The task cannot wait for this one and hold it up as well.';
    step.violations.push({ path: `/blocking/${String(at)}`, code: 'NOT_ALLOWED_TOGETHER', message, related: [urn] });
  }
}

/** That a task would stand in its own list, as the element with that number of those that were sent. */
export function edgeToItself(urn: string, list: TaskList, at: number): Violation {
  const message = 'A task has no edge to itself.';
  return { path: `/${list}/${String(at)}`, code: 'CYCLE', message, related: [urn, urn] };
}

/** What the sent lists change. */
export async function listChanges(step: WriteContext<'Task'>): Promise<ListChange[]> {
  const changes: ListChange[] = [];
  for (const list of taskLists) {
    const value = step.values[list];
    if (!Array.isArray(value)) continue;
    const sent = value.map(String);
    const stored = step.before ? await storedList(step, list) : [];
    const added = sent.filter((urn) => !stored.includes(urn));
    const removed = stored.filter((urn) => !sent.includes(urn));
    if (added.length > 0 || removed.length > 0) changes.push({ list, added, removed });
    // The order of edges means nothing.
    else if (list in otherSide) Reflect.deleteProperty(step.values, list);
  }
  return changes;
}

/** The urns a list of the task holds now. */
export function storedList(step: WriteContext<'Task'>, list: TaskList): Promise<string[]> {
  const { transaction, resource, urn } = step;
  return linkedUrns(transaction, resource, fieldOf(resource, list), urn);
}

/** The edges between tasks among the changes, each from its other end, with whether it is new. */
export function edgesOf(changes: readonly ListChange[]): (TaskEdge & { readonly isAdded: boolean })[] {
  return changes.flatMap(({ list, added, removed }) => {
    const listOfOther = list in otherSide ? otherSide[list as keyof typeof otherSide] : null; // `in` has just said so.
    if (listOfOther === null) return [];
    const edge = (isAdded: boolean) => (other: string) => ({ other, listOfOther, isAdded });
    return [...added.map(edge(true)), ...removed.map(edge(false))];
  });
}

/** A task that was just written, and what that did to its lists. */
export interface ListedTask {
  readonly step: WriteContext<'Task'>;
  readonly lists: readonly ListChange[];
}

/** Completes the edges of tasks that were just written, and refuses what they may not be: a cycle, or too many. */
export async function completeEdges(tasks: readonly ListedTask[]): Promise<void> {
  const changed = tasks.flatMap(({ step, lists }) => lists.map((change) => ({ step, ...change })));
  const [first] = changed;
  if (!first) return;
  const { transaction } = first.step;
  const associations = changed.filter(({ list }) => list === 'associatedTasks');
  const pairs = (which: 'added' | 'removed'): Association[] =>
    associations.flatMap((change) => change[which].map((other) => ({ task: change.step.urn, other })));
  await mirrorAssociations(transaction, { added: pairs('added'), removed: pairs('removed') });
  await refuseCycles(
    changed.filter(({ list, added }) => (list === 'blockedBy' || list === 'blocking') && added.length > 0),
  );
  const crowding = tasks.flatMap(({ step, lists }) => {
    const added = edgesOf(lists).filter((edge) => edge.isAdded);
    return added.length === 0 ? [] : [step.urn, ...added.map((edge) => edge.other)];
  });
  const crowded = await crowdedTasks(transaction, [...new Set(crowding)], mostEdges);
  if (crowded.length === 0) return;
  const message = `At most ${String(mostEdges.blockers)} tasks block a task or wait for it, and ${String(mostEdges.associations)} go with it.`;
  throw refusedAt('CONFLICT', { path: '', code: 'TOO_MANY', message, related: crowded });
}

async function refuseCycles(waits: readonly (ListChange & { readonly step: WriteContext<'Task'> })[]): Promise<void> {
  const [first] = waits;
  if (!first) return;
  const edges = await edgesBeyond(
    first.step.transaction,
    waits.map(({ step }) => step.urn),
  );
  for (const { step, list } of waits) {
    const cycle = cycleThrough(step.urn, edges);
    if (!cycle) continue;
    const message = 'The tasks would wait for one another.';
    const related = await namedTo(step, step.resource, cycle);
    throw refusedAt('DEPENDENCY_CYCLE', { path: `/${list}`, code: 'CYCLE', message, related });
  }
}

/** Counts the tasks at the other ends one version up and announces them; returns them. */
export async function notifyOtherEnds(step: Restoring, edges: readonly TaskEdge[]): Promise<RaisedTask[]> {
  const { raised, changes } = await raiseOtherEnds(step, edges);
  if (changes.length > 0) await announceChanges(step, changes);
  return raised;
}

/** Counts the tasks at the other ends one version up; returns them, and the changes of their lists to announce. */
export async function raiseOtherEnds(
  { context, transaction, now }: Restoring,
  edges: readonly TaskEdge[],
): Promise<{ readonly raised: RaisedTask[]; readonly changes: Change[] }> {
  const raised = await raiseTasks(transaction, [...new Set(edges.map((edge) => edge.other))], now);
  const changes = raised.map((task) => {
    const lists = new Set(edges.filter((e) => e.other === task.urn).map((e) => e.listOfOther));
    return updated(context.contract.kinds.Task, task, [...lists]);
  });
  return { raised, changes };
}

/** The lines of the task's own log. */
export function listLines(changes: readonly ListChange[]): LogLine[] {
  return changes.flatMap(({ list, added, removed }) => [
    ...added.map((urn) => listActivity(list, true, urn)),
    ...removed.map((urn) => listActivity(list, false, urn)),
  ]);
}
