// A task as it is sent, for tests and for what runs without them.

/** The required members of a task, besides its title. */
export const bareTask = {
  description: '',
  dueTimestamp: '2030-01-01T00:00:00.000Z',
  associatedIdentities: [],
  associatedEntities: [],
  associatedCompanies: [],
  associatedTasks: [],
  blockedBy: [],
  blocking: [],
} as const;
