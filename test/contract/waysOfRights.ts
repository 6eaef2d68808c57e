// The ways in which a right comes and goes: edges and their windows, roles, groups, companies, and where things are.
// Resource reference 7.1 to 7.3.
import { expect } from 'vitest';
import type { Community, Person } from '../support/community.ts';
import { eventually } from '../support/webhooks.ts';

/** What the case is about: a page, a task and a thread of one company, and a page that the reader may read throughout. */
export interface World {
  readonly reader: Person;
  readonly company: string;
  readonly page: string;
  readonly path: string;
  readonly task: string;
  readonly thread: string;
  readonly group: string;
  readonly alive: string;
}

/** What is changed, and told behind a door. */
export type Part = 'page' | 'task' | 'thread';
/** All of them. */
export const everyPart: readonly Part[] = ['page', 'task', 'thread'];

/** A way in which a right comes and goes. */
export interface Way {
  /** Gives the right; resolves to what takes it away again. */
  readonly give: (world: World) => Promise<() => Promise<unknown>>;
  /** What is granted before, and does not suffice. */
  readonly prepare?: (world: World) => Promise<unknown>;
  /** What it is a right on; on everything when absent. */
  readonly parts?: readonly Part[];
  /** Views are shown to it as well: it comes through a role, or is everyone's. */
  readonly isInViews?: true;
  /** It is the membership without which posts are not read. */
  readonly isOfMembers?: true;
  /** How the page begins, where that is not PUBLISH. */
  readonly status?: string;
}

/** The ways, by name, in a community that is there once they are used; `isPast` says whether an instant is, by the database. */
export function waysOfRights(
  town: () => Community,
  isPast: (instant: string) => Promise<boolean>,
): Readonly<Record<string, Way>> {
  const write = async (method: string, path: string, body?: object): Promise<void> => {
    const answer = await town().admin.rest(method, `/n/v1/${path}`, body ? { body } : {});
    expect([method, path, answer.status < 300, answer.text]).toEqual([method, path, true, answer.text]);
  };
  const remove = (path: string) => (): Promise<void> => write('DELETE', path);
  const edge = async (...[scope, urn, objectScope, object, label = 'READ']: string[]): Promise<string> =>
    town().grant(String(scope), String(urn), String(objectScope), String(object), label);
  const edgesOnObjects = async ({ reader, page, task, thread }: World): Promise<string[]> => [
    await edge('API_CLIENT', reader.client, 'ENTITY', page),
    await edge('API_CLIENT', reader.client, 'TASK', task),
    await edge('API_CLIENT', reader.client, 'MESSAGE_THREAD', thread),
  ];
  const ago = (seconds: number): string => new Date(Date.now() - seconds * 1_000).toISOString();
  const roleOf = async (world: World, more: object = {}): Promise<string> => {
    const role = await town().make('role', { name: `Readers ${crypto.randomUUID()}`, ...more });
    await edge('ROLE', role, 'COMPANY', world.company);
    return role;
  };
  const groupOf = async (world: World): Promise<string> => {
    const group = await town().group();
    await edge('GROUP', group, 'COMPANY', world.company);
    return group;
  };
  return {
    'an edge of the client on the company': {
      give: async ({ reader, company }) =>
        remove(`permission/${await edge('API_CLIENT', reader.client, 'COMPANY', company)}`),
    },
    'an edge of the person on the company': {
      give: async ({ reader, company }) =>
        remove(`permission/${await edge('IDENTITY', reader.identity, 'COMPANY', company)}`),
    },
    'edges on the objects alone': {
      async give(world) {
        const some = await edgesOnObjects(world);
        return () => Promise.all(some.map((urn) => remove(`permission/${urn}`)()));
      },
    },
    'an edge with a window that is ended': {
      async give({ reader, company }) {
        const urn = await edge('API_CLIENT', reader.client, 'COMPANY', company);
        return () => write('PATCH', `permission/${urn}`, { toTimestamp: ago(1) });
      },
    },
    'an edge with a window that is put off': {
      async give({ reader, company }) {
        const urn = await edge('API_CLIENT', reader.client, 'COMPANY', company);
        return () => write('PATCH', `permission/${urn}`, { fromTimestamp: ago(-3_600) });
      },
    },
    'an edge with a window that closes with time': {
      async give({ reader, company }) {
        const urn = await edge('API_CLIENT', reader.client, 'COMPANY', company);
        return async () => {
          const toTimestamp = ago(-1);
          await write('PATCH', `permission/${urn}`, { toTimestamp });
          await eventually(() => isPast(toTimestamp), Boolean);
        };
      },
    },
    'edges on the objects alone with windows that close with time': {
      async give(world) {
        const some = await edgesOnObjects(world);
        return async () => {
          const toTimestamp = ago(-1);
          for (const urn of some) await write('PATCH', `permission/${urn}`, { toTimestamp });
          await eventually(() => isPast(toTimestamp), Boolean);
        };
      },
    },
    'a role, deleted': {
      isInViews: true,
      give: async (world) => remove(`role/${await roleOf(world, { apiClients: [world.reader.client] })}`),
    },
    'a role, taken from its holder': {
      isInViews: true,
      async give(world) {
        const role = await roleOf(world, { apiClients: [world.reader.client] });
        return () => write('PATCH', `role/${role}`, { apiClients: [] });
      },
    },
    'a role, given to a person': {
      isInViews: true,
      async give(world) {
        const role = await roleOf(world, { identities: [world.reader.identity] });
        return () => write('PATCH', `role/${role}`, { identities: [] });
      },
    },
    'one label of a role': {
      isInViews: true,
      async give({ reader, company }) {
        const role = await town().make('role', { name: `Readers ${crypto.randomUUID()}`, apiClients: [reader.client] });
        await edge('ROLE', role, 'COMPANY', company, 'x-watch');
        return remove(`permission/${await edge('ROLE', role, 'COMPANY', company)}`);
      },
    },
    'a role of a group': {
      isInViews: true,
      async give(world) {
        const group = await town().group();
        await town().join(group, world.reader);
        const role = await roleOf(world, { groups: [group] });
        return () => write('PATCH', `role/${role}`, { groups: [] });
      },
    },
    'a membership, deleted': {
      async give(world) {
        const [urn] = await town().join(await groupOf(world), world.reader);
        return remove(`groupmembership/${String(urn)}`);
      },
    },
    'a membership, banned': {
      async give(world) {
        const [urn] = await town().join(await groupOf(world), world.reader);
        return () => write('PATCH', `groupmembership/${String(urn)}`, { status: 'BANNED_BY_OWNER' });
      },
    },
    'a membership, left by the member': {
      async give(world) {
        const [urn] = await town().join(await groupOf(world), world.reader);
        return async () => {
          const { status } = await world.reader.rest('PATCH', `/n/v1/groupmembership/${String(urn)}`, {
            body: { status: 'BLOCKED_BY_MEMBER' },
          });
          expect(status).toBe(200);
        };
      },
    },
    'a membership of the group of the thread': {
      parts: ['thread'],
      isOfMembers: true,
      prepare: ({ reader, company }) => edge('API_CLIENT', reader.client, 'COMPANY', company),
      async give({ group, reader }) {
        const [urn] = await town().join(group, reader);
        return remove(`groupmembership/${String(urn)}`);
      },
    },
    'a group, deleted': {
      async give(world) {
        const group = await groupOf(world);
        await town().join(group, world.reader);
        return remove(`group/${group}`);
      },
    },
    'a group, joined by an edge': {
      give: async (world) =>
        remove(`permission/${await edge('API_CLIENT', world.reader.client, 'GROUP', await groupOf(world), 'MEMBER')}`),
    },
    'a company that the person is of': {
      async give({ reader, company }) {
        const guests = await town().make('company', { name: 'Guests', parentCompany: town().admin.company });
        await edge('COMPANY', guests, 'COMPANY', company);
        await write('PATCH', `identity/${reader.identity}`, { companies: [guests] });
        return () => write('PATCH', `identity/${reader.identity}`, { companies: [] });
      },
    },
    'a company that the person is of, deleted': {
      async give({ reader, company }) {
        const guests = await town().make('company', { name: 'Guests', parentCompany: town().admin.company });
        await edge('COMPANY', guests, 'COMPANY', company);
        await write('PATCH', `identity/${reader.identity}`, { companies: [guests] });
        return remove(`company/${guests}`);
      },
    },
    'a company above that of the objects': {
      async give({ reader, company }) {
        const region = await town().make('company', { name: 'Region', parentCompany: town().admin.company });
        await edge('API_CLIENT', reader.client, 'COMPANY', region);
        await write('PATCH', `company/${company}`, { parentCompany: region });
        return () => write('PATCH', `company/${company}`, { parentCompany: town().admin.company });
      },
    },
    'what everyone has': {
      isInViews: true,
      give: async ({ company }) =>
        remove(`permission/${await edge('EVERYONE', town().admin.company, 'COMPANY', company)}`),
    },
    'the company of the page': {
      parts: ['page'],
      async give({ reader, page, company }) {
        const open = await town().make('company', { name: 'Open', parentCompany: town().admin.company });
        await edge('API_CLIENT', reader.client, 'COMPANY', open);
        await write('PATCH', `entity/${page}`, { owner: open });
        return () => write('PATCH', `entity/${page}`, { owner: company });
      },
    },
    'the right to see drafts': {
      parts: ['page'],
      status: 'DRAFT_UNPUBLISHED',
      prepare: ({ reader, page }) => edge('API_CLIENT', reader.client, 'ENTITY', page),
      give: async ({ reader, page }) =>
        remove(`permission/${await edge('API_CLIENT', reader.client, 'ENTITY', page, 'READ_DRAFT')}`),
    },
    'an edge of a person who is deleted': {
      // Who is a member of a group is not deleted.
      parts: ['page', 'task'],
      async give({ reader, company }) {
        await edge('IDENTITY', reader.identity, 'COMPANY', company);
        return remove(`identity/${reader.identity}`);
      },
    },
  };
}
