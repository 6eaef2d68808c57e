// The statuses of a task and the changes between them (resource reference 10.3). Pure.

/** The statuses of a task, in rank order. */
export const taskStatuses = ['UNDEFINED', 'PENDING', 'IN_PROGRESS', 'BLOCKED', 'COMPLETED', 'CLOSED'] as const;

/** The status of a task. */
export type TaskStatus = (typeof taskStatuses)[number];

/** The coarse state of a task, for filters. */
export type TaskStatusCategory = 'OPEN' | 'ACTIVE' | 'DONE';

const next: Readonly<Record<TaskStatus, readonly TaskStatus[]>> = {
  UNDEFINED: ['PENDING', 'IN_PROGRESS', 'BLOCKED', 'COMPLETED', 'CLOSED'],
  PENDING: ['IN_PROGRESS', 'BLOCKED', 'COMPLETED', 'CLOSED'],
  IN_PROGRESS: ['PENDING', 'BLOCKED', 'COMPLETED', 'CLOSED'],
  BLOCKED: ['PENDING', 'IN_PROGRESS', 'CLOSED'],
  COMPLETED: ['IN_PROGRESS', 'CLOSED'],
  CLOSED: ['PENDING'],
};

const categories: Readonly<Record<TaskStatus, TaskStatusCategory>> = {
  UNDEFINED: 'OPEN',
  PENDING: 'OPEN',
  IN_PROGRESS: 'ACTIVE',
  BLOCKED: 'ACTIVE',
  COMPLETED: 'DONE',
  CLOSED: 'DONE',
};

/** The statuses a task may be set to from `status`. The status it has is not listed: setting it changes nothing. */
export function allowedNext(status: TaskStatus): readonly TaskStatus[] {
  return next[status];
}

/** The coarse state a status belongs to. */
export function categoryOf(status: TaskStatus): TaskStatusCategory {
  return categories[status];
}

/** Whether open blockers stand in the way of a task taking this status (OPEN_BLOCKERS). */
export function needsBlockersDone(to: TaskStatus): boolean {
  return to === 'COMPLETED';
}
