// What comes back to tasks with something that is restored: edges between tasks as far as they close no circle and crowd none, and the
// assignee, the project and the members of lists. Resource reference 16.6, 5.4, 5.5.
import { crowdedTasks, edgesBeyond, removeReturned, type TaskEdge } from '../../database/work/taskStore.ts';
import { refillLists, fieldOfEnded, type EndedLink } from '../../database/engine/endedLinkStore.ts';
import { cycleThrough } from '../../domain/dependencyGraph.ts';
import { groupBy } from '../../domain/groupBy.ts';
import { activitiesOf, listActivity } from '../../domain/taskActivity.ts';
import type { Change } from '../../engine/announcements.ts';
import { readableAmong } from '../../engine/authorize.ts';
import { returnLinks } from '../../engine/endedLinks.ts';
import type { Restoring, Returned } from '../../engine/kind.ts';
import { mostEdges, raiseOtherEnds } from './taskLists.ts';
import { writeLines } from './taskLog.ts';

/** Brings back links of one field of tasks, and notes in their logs what did. */
export async function returnedToTasks(restoring: Restoring, ended: readonly EndedLink[]): Promise<Returned> {
  const [first] = ended;
  if (!first) return { changes: [], refused: [] };
  if (first.field === 'Task.blockedBy' || first.field === 'Task.associatedTasks')
    return returnedEdges(restoring, ended);
  const returned = await returnLinks(restoring, ended);
  const { of } = fieldOfEnded(first, restoring.transaction);
  const targets = new Map(ended.map(({ urn, target }) => [urn, target]));
  const lines = returned.changes.map(({ urn, owner }) => ({
    task: { urn, owner },
    lines: activitiesOf({ [of.name]: null }, { [of.name]: targets.get(urn) }),
  }));
  await writeLines(restoring, restoring.context.viewer.identityUrn, lines);
  return returned;
}

// The tasks at the other ends hear of it, as they heard of the end.
async function returnedEdges(restoring: Restoring, ended: readonly EndedLink[]): Promise<Returned> {
  const { context, transaction } = restoring;
  const { resource, of } = fieldOfEnded(ended[0] as EndedLink, transaction); // one at least: the caller has looked
  const others = [...new Set(ended.map(otherOf))];
  const known = new Set(await readableAmong(transaction, context.viewer, resource, others));
  const may = ended.filter((edge) => known.has(otherOf(edge)));
  await refillLists(transaction, { resource, of }, may);
  const refused: EndedLink[] = [];
  for (const [task, edges] of groupBy(may, ({ cause }) => cause)) {
    const isCircle = of.name === 'blockedBy' && cycleThrough(task, await edgesBeyond(transaction, [task])) !== null;
    const isCrowded = (await crowdedTasks(transaction, [task, ...edges.map(otherOf)], mostEdges)).length > 0;
    if (!isCircle && !isCrowded) continue;
    await removeReturned(transaction, edges);
    refused.push(...edges);
  }
  const back = may.filter((edge) => !refused.includes(edge));
  return { changes: await tellOthers(restoring, back), refused: refused.map(otherOf) };
}

const otherOf = ({ cause, urn, target }: EndedLink): string => (urn === cause ? target : urn);

async function tellOthers(restoring: Restoring, edges: readonly EndedLink[]): Promise<Change[]> {
  const all: Change[] = [];
  for (const [task, some] of groupBy(edges, ({ cause }) => cause)) {
    const seen: TaskEdge[] = some.map((edge) => ({ other: otherOf(edge), listOfOther: listOfOther(edge) }));
    const { raised, changes } = await raiseOtherEnds(restoring, seen);
    all.push(...changes);
    const lines = raised.map((other) => ({
      task: other,
      lines: seen.filter((e) => e.other === other.urn).map((e) => listActivity(e.listOfOther, true, task)),
    }));
    await writeLines(restoring, restoring.context.viewer.identityUrn, lines);
  }
  return all;
}

function listOfOther({ cause, urn, field }: EndedLink): TaskEdge['listOfOther'] {
  if (field === 'Task.associatedTasks') return 'associatedTasks';
  return urn === cause ? 'blocking' : 'blockedBy';
}
