// Writes the log of a task: what the service noted, in the transaction of the change. Resource reference 5.5.
import { insertRows } from '../../database/engine/changeStore.ts';
import type { Transaction } from '../../database/connection/database.ts';
import { tasksNaming } from '../../database/work/taskLogStore.ts';
import { activitiesOf, type LogLine } from '../../domain/taskActivity.ts';
import { newUrn } from '../../domain/urn.ts';
import type { Context } from '../../engine/context.ts';
import type { WriteContext } from '../../engine/kind.ts';

/** Whose log is written, and who is named in it. */
export interface LoggedTask {
  readonly urn: string;
  readonly owner: string;
}

/** Adds lines to the logs of tasks; the lines of one task keep their order within the instant. */
export async function writeLines(
  parts: { readonly context: Context; readonly transaction: Transaction; readonly now: string },
  identity: string | null,
  logged: readonly { readonly task: LoggedTask; readonly lines: readonly LogLine[] }[],
): Promise<void> {
  const resource = parts.context.contract.kinds.TaskLog;
  const rows = logged.flatMap(({ task, lines }) =>
    lines.map((line, at) => ({
      urn: newUrn(),
      owner: task.owner,
      values: { ...line, task: task.urn, identity, sortOrder: at },
      hidden: {},
      timestamp: parts.now,
    })),
  );
  await insertRows(parts.transaction, resource, rows);
}

/** Notes in the logs of the tasks that name it that a project or an assignee is about to go. */
export async function noteLeaving(step: WriteContext, link: 'project' | 'assignee'): Promise<void> {
  const { context, transaction, urn } = step;
  const tasks = await tasksNaming(transaction, link, urn);
  const lines = activitiesOf({ [link]: urn }, { [link]: null });
  await writeLines(
    step,
    context.viewer.identityUrn,
    tasks.map((task) => ({ task, lines })),
  );
}
