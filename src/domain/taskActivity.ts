// What a change of a task reads as in its log: one line for each thing that changed. Resource reference 2.2 and 5.5. Pure.

/** What a line points at. */
export interface LogSubject {
  readonly urn: string;
  readonly type:
    'WORKFLOW_STAGE' | 'ASSOCIATION' | 'DEPENDENCY' | 'ENTITY' | 'IDENTITY' | 'COMPANY' | 'PROJECT' | 'ASSIGNEE';
}

/** One line of a log. */
export interface LogLine {
  readonly activity: string;
  readonly subject: LogSubject | null;
  readonly fromValue: string | null;
  readonly toValue: string | null;
}

/** The fields of a task by name, links as urns. */
type TaskFields = Readonly<Record<string, unknown>>;

/** The kind of resource that each type of a subject stands for. */
export const subjectKinds = {
  WORKFLOW_STAGE: 'WorkflowStage',
  ASSOCIATION: 'Task',
  DEPENDENCY: 'Task',
  ENTITY: 'Entity',
  IDENTITY: 'Identity',
  COMPANY: 'Company',
  PROJECT: 'Project',
  ASSIGNEE: 'Identity',
} as const satisfies Readonly<Record<LogSubject['type'], string>>;

const longestValue = 1024;

const links = [
  { field: 'workflowStage', type: 'WORKFLOW_STAGE', set: 'WORKFLOW_STAGE_SET', unset: 'WORKFLOW_STAGE_UNSET' },
  { field: 'project', type: 'PROJECT', set: 'WORK_PROJECT_SET', unset: 'WORK_PROJECT_UNSET' },
  { field: 'assignee', type: 'ASSIGNEE', set: 'ASSIGNED', unset: 'UNASSIGNED' },
] as const;

/** The lines for what differs between two states of a task, in a fixed order. */
export function activitiesOf(before: TaskFields, after: TaskFields): LogLine[] {
  const isChanged = (field: string): boolean => (before[field] ?? null) !== (after[field] ?? null);
  const line = (activity: string, field: string, subject: LogSubject | null = null): LogLine => ({
    activity,
    subject,
    fromValue: asText(before[field]),
    toValue: asText(after[field]),
  });
  const lines: LogLine[] = [];
  if (isChanged('title')) lines.push(line('TITLE_UPDATED', 'title'));
  if (isChanged('description')) lines.push(line('DESCRIPTION_UPDATED', 'description'));
  if (isChanged('dueTimestamp')) {
    lines.push(line(asText(after['dueTimestamp']) ? 'DUE_DATE_UPDATED' : 'DUE_DATE_UNSET', 'dueTimestamp'));
  }
  for (const { field, type, set, unset } of links.filter((l) => isChanged(l.field))) {
    const now = asText(after[field]);
    const urn = now ?? asText(before[field]) ?? '';
    lines.push(line(now ? set : unset, field, { urn, type }));
  }
  if (isChanged('status')) lines.push(line(`STATUS_${String(after['status'])}`, 'status'));
  if (isChanged('priority')) lines.push(line(`PRIORITY_${String(after['priority'])}`, 'priority'));
  return lines;
}

const lists = {
  blockedBy: { word: 'BLOCKER', type: 'DEPENDENCY' },
  blocking: { word: 'BLOCKING', type: 'DEPENDENCY' },
  associatedTasks: { word: 'ASSOCIATION', type: 'ASSOCIATION' },
  associatedEntities: { word: 'ENTITY', type: 'ENTITY' },
  associatedIdentities: { word: 'IDENTITY', type: 'IDENTITY' },
  associatedCompanies: { word: 'COMPANY', type: 'COMPANY' },
} as const;

/** The lists of a task that its log reports. */
export type TaskList = keyof typeof lists;

/** Their names. */
export const taskLists = [
  'blockedBy',
  'blocking',
  'associatedTasks',
  'associatedEntities',
  'associatedIdentities',
  'associatedCompanies',
] as const satisfies readonly TaskList[];

/** The types of subjects that stand in a list of the task: a list shows a reader no more than it may read. */
export const listedTypes: readonly LogSubject['type'][] = [...new Set(Object.values(lists).map(({ type }) => type))];

/** The line for something that was put into a list or taken out of it. */
export function listActivity(list: TaskList, isAdded: boolean, urn: string): LogLine {
  const { word, type } = lists[list];
  return {
    activity: `WORK_TASK_${word}_${isAdded ? 'ADDED' : 'REMOVED'}`,
    subject: { urn, type },
    fromValue: isAdded ? null : urn,
    toValue: isAdded ? urn : null,
  };
}

/** A line that states nothing but what happened. */
export function plainActivity(activity: string): LogLine {
  return { activity, subject: null, fromValue: null, toValue: null };
}

// Counted in code points, as all lengths are.
function asText(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  return value.length <= longestValue ? value : Array.from(value).slice(0, longestValue).join('');
}
