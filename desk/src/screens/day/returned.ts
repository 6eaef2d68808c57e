// What came back to somebody, as the logs of their tasks say. Pure.
import type { MineQuery } from '../../../made/graphql.ts';

/** A line of the log of a task, with the task. */
export type Line = MineQuery['taskLogs']['nodes'][number];

/**
 * The lines by which somebody else gave a task back: it went to an earlier stage, is open again, or is theirs again after somebody else
 * had it. `lines` are the newest first; the newest of a task decides, so that a task that went on since is not named.
 */
export function returnedTo(me: string, lines: readonly Line[]): readonly Line[] {
  const seen = new Set<string>();
  return lines.filter((line) => {
    const task = line.task?.urn;
    if (!task || seen.has(task)) return false;
    seen.add(task);
    return line.identity?.urn !== me && isReturn(me, line, lines);
  });
}

function isReturn(me: string, line: Line, lines: readonly Line[]): boolean {
  const { activity, task, fromValue, toValue } = line;
  if (activity === 'WORKFLOW_STAGE_SET') {
    const placeOf = (stage: string | null): number =>
      task?.workflowStage?.workflow?.stages.find(({ urn }) => urn === stage)?.order ?? NaN;
    return placeOf(toValue) < placeOf(fromValue);
  }
  if (activity === 'ASSIGNED')
    return toValue === me && lines.some((one) => one.task?.urn === task?.urn && one.fromValue === me);
  // Only statuses that follow on an end are asked for beside.
  return activity !== 'UNASSIGNED';
}
