// The statuses of a project and the changes between them (resource reference 10.5). Pure.

/** The statuses of a project. */
export const projectStatuses = ['ACTIVE', 'ON_HOLD', 'COMPLETED', 'ARCHIVED'] as const;

/** The status of a project. */
export type ProjectStatus = (typeof projectStatuses)[number];

const next: Readonly<Record<ProjectStatus, readonly ProjectStatus[]>> = {
  ACTIVE: ['ON_HOLD', 'COMPLETED', 'ARCHIVED'],
  ON_HOLD: ['ACTIVE', 'COMPLETED', 'ARCHIVED'],
  COMPLETED: ['ARCHIVED'],
  ARCHIVED: ['ACTIVE'],
};

/** The statuses a project may be set to from `status`. The status it has is not listed: setting it changes nothing. */
export function allowedNext(status: ProjectStatus): readonly ProjectStatus[] {
  return next[status];
}

/** Whether a project still takes new tasks. */
export function takesTasks(status: ProjectStatus): boolean {
  return status !== 'ARCHIVED';
}
