// Every way in which access ends, in one table: before it every door is open to the caller, afterwards every one is shut.
import { beforeAll, expect, test, vi } from 'vitest';
import type { Client } from '../support/client.ts';
import { community, membership, type Community, type Person } from '../support/community.ts';
import { withClient } from '../support/database.ts';
import { sharedService, type SharedService } from '../support/service.ts';

let service: SharedService;
let town: Community;

beforeAll(async () => {
  service = await sharedService();
  town = await community(service);
});

/** What a caller finds of a project at each door; a token that has ended is refused at all of them. */
async function doors(client: Client, urn: string): Promise<Record<string, unknown>> {
  const one = await client.rest('GET', `/n/v1/project/${urn}`);
  const list = await client.rest('GET', `/n/v1/projects?filter[urn]=${urn}&count=true`);
  const graph = await client.graph(
    'query ($urn: ID!) { one: project(urn: $urn) { urn } node(urn: $urn) { urn } nodes(urns: [$urn]) { urn } list: projects(where: { urn: { eq: $urn } }) { totalCount nodes { urn } } search(includeScopes: [PROJECT], order: NAME, first: 200) { nodes { urn } } }',
    { urn },
  );
  const { data } = graph;
  return {
    read: one.status,
    list: list.body.projects?.length ?? list.status,
    total: list.body.pagination?.totalCount ?? list.status,
    one: data ? data.one !== null : graph.status,
    node: data ? data.node !== null : graph.status,
    nodes: data ? data.nodes[0] !== null : graph.status,
    graphList: data ? [data.list.nodes.length, data.list.totalCount] : graph.status,
    search: data ? data.search.nodes.some((hit: { urn: string }) => hit.urn === urn) : graph.status,
  };
}

const open = { read: 200, list: 1, total: 1, one: true, node: true, nodes: true, graphList: [1, 1], search: true };
const shut = { read: 404, list: 0, total: 0, one: false, node: false, nodes: false, graphList: [0, 0], search: false };
const ended = { read: 401, list: 401, total: 401, one: 401, node: 401, nodes: 401, graphList: 401, search: 401 };

/** Somebody who may read the project, and how that ends. */
interface Way {
  readonly viewer: Client;
  readonly leave: () => Promise<unknown>;
}

const project = (): Promise<string> => town.make('project', { name: 'Walled' });
const remove = async (path: string, urn: string, as: Client = town.admin): Promise<void> => {
  const answer = await as.rest('DELETE', `/n/v1/${path}/${urn}`);
  expect(answer.status, answer.text).toBe(204);
};
const patch = async (path: string, urn: string, body: object, as: Client = town.admin): Promise<void> => {
  const answer = await as.rest('PATCH', `/n/v1/${path}/${urn}`, { body });
  expect(answer.status, answer.text).toBe(200);
};
const nobody = (): Promise<Person> => town.person('Guest', []);

async function member(urn: string): Promise<{ viewer: Person; group: string; seat: string }> {
  const [viewer, group] = [await nobody(), await town.group()];
  await town.grant('GROUP', group, 'PROJECT', urn, 'READ');
  return { viewer, group, seat: await town.make('groupmembership', membership(group, viewer.identity)) };
}

async function holder(urn: string): Promise<{ viewer: Person; role: string; held: string; grant: string }> {
  const [viewer, role] = [await nobody(), await town.make('role', { name: `Role ${crypto.randomUUID()}` })];
  const grant = await town.grant('ROLE', role, 'PROJECT', urn, 'READ');
  return { viewer, role, grant, held: await town.grant('API_CLIENT', viewer.client, 'ROLE', role, 'MEMBER') };
}

async function reader(urn: string, scope = 'API_CLIENT'): Promise<{ viewer: Person; grant: string }> {
  const viewer = await nobody();
  const subject = scope === 'IDENTITY' ? viewer.identity : viewer.client;
  return { viewer, grant: await town.grant(scope, subject, 'PROJECT', urn, 'READ') };
}

const ways: readonly [string, (urn: string) => Promise<Way>, object][] = [
  [
    'the edge is deleted',
    async (urn) => {
      const { viewer, grant } = await reader(urn);
      return { viewer, leave: () => remove('permission', grant) };
    },
    shut,
  ],
  [
    'the edge to the person is deleted',
    async (urn) => {
      const { viewer, grant } = await reader(urn, 'IDENTITY');
      return { viewer, leave: () => remove('permission', grant) };
    },
    shut,
  ],
  [
    'the edge ends by its time',
    async (urn) => {
      const { viewer, grant } = await reader(urn);
      const gone = async (): Promise<void> =>
        expect((await viewer.rest('GET', `/n/v1/project/${urn}`)).status).toBe(404);
      const leave = async (): Promise<void> => {
        // Its end comes now, whatever it was.
        await withClient(service.databaseUrl, (client) =>
          client.query(`UPDATE permission SET to_timestamp = clock_timestamp() WHERE urn = $1`, [grant]),
        );
        await vi.waitFor(gone, { timeout: 25_000 });
      };
      return { viewer, leave };
    },
    shut,
  ],
  [
    'the member leaves the group',
    async (urn) => {
      const { viewer, seat } = await member(urn);
      return { viewer, leave: () => remove('groupmembership', seat, viewer) };
    },
    shut,
  ],
  [
    'the member blocks the group',
    async (urn) => {
      const { viewer, seat } = await member(urn);
      return { viewer, leave: () => patch('groupmembership', seat, { status: 'BLOCKED_BY_MEMBER' }, viewer) };
    },
    shut,
  ],
  [
    'the owner bans the member',
    async (urn) => {
      const { viewer, seat } = await member(urn);
      return { viewer, leave: () => patch('groupmembership', seat, { status: 'BANNED_BY_OWNER' }) };
    },
    shut,
  ],
  [
    'the membership is deleted',
    async (urn) => {
      const { viewer, seat } = await member(urn);
      return { viewer, leave: () => remove('groupmembership', seat) };
    },
    shut,
  ],
  [
    'the group is deleted',
    async (urn) => {
      const { viewer, group } = await member(urn);
      return { viewer, leave: () => remove('group', group) };
    },
    shut,
  ],
  [
    'the role is taken from its holder',
    async (urn) => {
      const { viewer, held } = await holder(urn);
      return { viewer, leave: () => remove('permission', held) };
    },
    shut,
  ],
  [
    'the role loses its edge',
    async (urn) => {
      const { viewer, grant } = await holder(urn);
      return { viewer, leave: () => remove('permission', grant) };
    },
    shut,
  ],
  [
    'the role is deleted',
    async (urn) => {
      const { viewer, role } = await holder(urn);
      return { viewer, leave: () => remove('role', role) };
    },
    shut,
  ],
  [
    'the object is deleted',
    async (urn) => {
      const { viewer } = await reader(urn);
      return { viewer, leave: () => remove('project', urn) };
    },
    shut,
  ],
  [
    'the client is disabled',
    async (urn) => {
      const { viewer } = await reader(urn);
      return { viewer, leave: () => patch('apiclient', viewer.client, { status: 'DISABLED' }) };
    },
    ended,
  ],
  [
    'the client is deleted',
    async (urn) => {
      const { viewer } = await reader(urn);
      return { viewer, leave: () => remove('apiclient', viewer.client) };
    },
    ended,
  ],
  [
    'the token is deleted',
    async (urn) => {
      const { viewer } = await reader(urn);
      const tokens = await town.admin.rest('GET', `/n/v1/apiclientbearertokens?filter[apiClient]=${viewer.client}`);
      return { viewer, leave: () => remove('apiclientbearertoken', tokens.body.apiclientbearertokens[0].urn) };
    },
    ended,
  ],
];

test.each(ways)('once %s, every door is shut', async (_, arrange, expected) => {
  const urn = await project();
  const stranger = await nobody();
  const { viewer, leave } = await arrange(urn);
  expect(await doors(viewer, urn)).toEqual(open);
  expect(await doors(stranger, urn)).toEqual(shut);
  await leave();
  expect(await doors(viewer, urn)).toEqual(expected);
});
