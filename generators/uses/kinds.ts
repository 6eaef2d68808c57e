// What every generated client is put through: five kinds are created, read, changed, listed and deleted.

/** What is written, of a company and, of items, in a page. */
export const bodies = (owner: string, entity: string) => ({
  entity: {
    urn: entity,
    owner,
    name: 'Page',
    language: 'en',
    status: 'DRAFT_UNPUBLISHED' as const,
    path: `/${entity}`,
  },
  textItem: { entity, name: 'title', sortOrder: 0, value: 'Title' },
  project: { owner, name: 'Project' },
  role: { owner, name: `Role ${entity}` },
  task: {
    owner,
    title: 'Task',
    description: '',
    dueTimestamp: '2030-01-01T00:00:00.000Z',
    associatedIdentities: [],
    associatedCompanies: [],
    associatedEntities: [],
    associatedTasks: [],
    blockedBy: [],
    blocking: [],
  },
});

/** A resource, as far as it is looked at here. */
export interface Seen {
  readonly urn: string;
  readonly version: number;
}

/** The five calls for one kind of a client that was generated. */
export interface Calls {
  readonly create: () => Promise<Seen>;
  readonly read: (urn: string) => Promise<Seen>;
  readonly change: (urn: string) => Promise<Seen>;
  readonly list: () => Promise<readonly { readonly urn: string }[]>;
  readonly remove: (urn: string) => Promise<number>;
}

/** Makes all calls; throws where an answer is not what it should be. Items are deleted before their page. */
export async function useAll(kinds: Readonly<Record<string, Calls>>): Promise<string> {
  const made = new Map<string, string>();
  for (const [kind, calls] of Object.entries(kinds)) {
    const { urn } = await calls.create();
    made.set(kind, urn);
    const before = await calls.read(urn);
    const after = await calls.change(urn);
    const isListed = (await calls.list()).some((one) => one.urn === urn);
    if (before.urn !== urn || after.version !== before.version + 1 || !isListed)
      throw new Error(`${kind}: not as it should be`);
  }
  for (const [kind, urn] of [...made].reverse()) {
    const status = await kinds[kind]?.remove(urn);
    if (status !== 204) throw new Error(`${kind}: DELETE was answered with ${String(status)}`);
  }
  return [...made.keys()].join(', ');
}

/** The value that has to be there. */
export function present<T>(value: T, what: string): Exclude<NonNullable<T>, void> {
  if (value === null || value === undefined) throw new Error(`${what} is not there`);
  // What is neither null nor undefined is no void either.
  return value as Exclude<NonNullable<T>, void>;
}
