// The log that comments on a task stand in.
import { firstOf, Parameters, prepared, rowsOf, type Executor } from '../connection/statement.ts';

/** The place after every line of the task's log that was written in this very instant; 0 when there is none. */
export async function nextPlace(executor: Executor, task: string, timestamp: string): Promise<number> {
  const p = new Parameters();
  const text =
    `SELECT coalesce(max("sort_order") + 1, 0) AS place FROM "task_log" WHERE "task" = ${p.add(task, 'uuid')}` +
    ` AND "created_timestamp" = ${p.add(timestamp, 'timestamptz')}`;
  return (await firstOf<{ place: number }>(executor, prepared(text, p)))?.place ?? 0;
}

/** Whether a living line is a comment on the task. */
export async function isCommentOn(executor: Executor, line: string, task: string): Promise<boolean> {
  const p = new Parameters();
  const text =
    `SELECT 1 FROM "task_log" WHERE "urn" = ${p.add(line, 'uuid')} AND "task" = ${p.add(task, 'uuid')}` +
    ` AND "activity" = 'COMMENT_ADDED' AND "deleted_timestamp" IS NULL`;
  return (await executor.query(prepared(text, p))).length > 0;
}

/** The living tasks whose single link names the urn. */
export async function tasksNaming(
  executor: Executor,
  link: 'project' | 'assignee',
  urn: string,
): Promise<{ readonly urn: string; readonly owner: string }[]> {
  const p = new Parameters();
  const column = link === 'project' ? '"project"' : '"assignee"';
  const text =
    `SELECT "urn", "owner" FROM "task" WHERE ${column} = ${p.add(urn, 'uuid')}` +
    ` AND "deleted_timestamp" IS NULL ORDER BY "urn"`;
  return rowsOf<{ urn: string; owner: string }>(executor, prepared(text, p));
}
