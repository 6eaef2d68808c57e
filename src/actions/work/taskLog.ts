// The log of a task: what the service notes in the transaction of a change, and comments, which their author may edit for a
// while; nothing else in it ever changes. Resource reference 5.5.
import { isCommentOn, nextPlace, tasksNaming } from '../../database/work/taskStore.ts';
import { forbidden, ServiceError } from '../../domain/errors.ts';
import type { Kind, WriteContext } from '../../engine/kind.ts';
import { insertRows } from '../../database/engine/changeStore.ts';
import type { Transaction } from '../../database/connection/database.ts';
import { activitiesOf, type LogLine, subjectKinds } from '../../domain/taskActivity.ts';
import { newUrn } from '../../domain/urn.ts';
import type { Context } from '../../engine/context.ts';
import { urlOf, resourceOf } from '../../contract/resource.ts';

const editTime = 15 * 60 * 1000;

/** Lines that people write: comments alone. */
export const taskLogKind: Kind<'TaskLog'> = {
  attributions: ['identity'],

  async prepare(step) {
    if (step.operation === 'UPDATE') {
      checkText(step);
      return;
    }
    const { activity, replyTo, task } = step.values;
    if (typeof activity === 'string' && activity !== 'COMMENT_ADDED') {
      const message = 'Everything but COMMENT_ADDED is noted by the service.';
      step.violations.push({ path: '/activity', code: 'INVALID_ENUM', message, limit: 'COMMENT_ADDED' });
    }
    checkText(step);
    if (typeof task !== 'string') return;
    if (typeof replyTo === 'string' && !(await isCommentOn(step.transaction, replyTo, task))) {
      const message = 'There is no such comment on this task.';
      step.violations.push({ path: '/replyTo', code: 'INVALID_REFERENCE', message, related: [replyTo] });
    }
    step.values.identity = step.context.viewer.identityUrn;
    step.values.sortOrder = await nextPlace(step.transaction, task, step.now);
  },

  decide({ operation, before, context, now }) {
    if (operation !== 'UPDATE' || before === null) return;
    if (before.activity !== 'COMMENT_ADDED') {
      throw new ServiceError('CONFLICT', 'Entries that the service wrote cannot be changed.');
    }
    const { identityUrn } = context.viewer;
    if (identityUrn === null || before.identity !== identityUrn) throw forbidden('Only its author edits a comment.');
    if (Date.parse(now) - Date.parse(before.createdTimestamp) > editTime) {
      throw new ServiceError('CONFLICT', 'A comment can be edited for 15 minutes.');
    }
  },
};

function checkText(step: WriteContext<'TaskLog'>): void {
  const { comment } = step.values;
  const isMissing = comment === undefined && step.operation === 'CREATE';
  if (!isMissing && comment !== null && comment !== '') return;
  const code = isMissing ? 'REQUIRED' : comment === null ? 'NULL_NOT_ALLOWED' : 'TOO_SHORT';
  step.violations.push({ path: '/comment', code, message: 'A comment cannot be empty.' });
}

/** Whose log is written, and who is named in it. */
export interface LoggedTask {
  readonly urn: string;
  readonly owner: string;
}

/** Lines of the log of a task. */
export interface LoggedLines {
  readonly task: LoggedTask;
  readonly lines: readonly LogLine[];
}

/** Adds lines to the logs of tasks; the lines of one task keep their order within the instant. */
export async function writeLines(
  parts: { readonly context: Context; readonly transaction: Transaction; readonly now: string },
  identity: string | null,
  logged: readonly LoggedLines[],
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

/** The absolute address of a subject `{ urn, type }`; null for anything else. */
export function subjectUrl(
  parts: Pick<Context, 'baseUrl' | 'contract'>,
  { urn, type }: { readonly urn?: unknown; readonly type?: unknown },
): string | null {
  const kind = (subjectKinds as Readonly<Record<string, string | undefined>>)[String(type)];
  return kind === undefined || typeof urn !== 'string' ? null : urlOf(parts, resourceOf(parts.contract, kind), urn);
}
