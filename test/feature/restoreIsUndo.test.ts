// A restore is undo: what ended with a deletion comes back with it, where both ends live and the caller may give it. Resource reference 16.6.
import { beforeAll, describe, expect, test } from 'vitest';
import { community, edge, type Community } from '../support/community.ts';
import type { Client } from '../support/client.ts';
import { eventsOf } from '../support/content.ts';
import { sharedService, type SharedService } from '../support/service.ts';
import { bareTask, helper } from '../support/work.ts';

let service: SharedService;
let town: Community;

beforeAll(async () => {
  service = await sharedService();
  town = await community(service);
});

const read = async (path: string, as: Client = town.admin): Promise<unknown> => {
  const { status, body } = await as.rest('GET', `/n/v1/${path}`);
  return status === 200 ? settled(body) : status;
};

// What every return changes.
const moving = ['version', 'updatedTimestamp', 'lastEditedTimestamp', 'lastEditedBy', 'lastUsedTimestamp'];

function settled(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(settled);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(([name]) => !moving.includes(name));
  return Object.fromEntries(members.map(([name, member]) => [name, settled(member)]));
}

const remove = async (path: string): Promise<void> => {
  const { status, text } = await town.admin.rest('DELETE', `/n/v1/${path}`);
  expect(status, text).toBe(204);
};
const restore = async (path: string, as: Client = town.admin): Promise<string | null> => {
  const { status, text, headers } = await as.rest('POST', `/n/v1/${path}/restore`);
  expect(status, text).toBe(200);
  return headers.get('warning');
};

/** Deletes and restores, and compares what the paths answer. */
async function comesBack(path: string, paths: readonly string[]): Promise<void> {
  const before = await Promise.all(paths.map((one) => read(one)));
  await remove(path);
  expect(await Promise.all(paths.map((one) => read(one)))).not.toEqual(before);
  expect(await restore(path)).toBeNull();
  expect(await Promise.all(paths.map((one) => read(one)))).toEqual(before);
}

const task = (title: string, more: Record<string, unknown> = {}): Promise<string> =>
  town.make('task', { ...bareTask, title, ...more });

describe('With what is restored comes back', () => {
  test('who may see a page, and where it is named', async () => {
    const { urn, path } = await town.page();
    const person = await town.person('Reader');
    const group = await town.group({ entity: urn });
    const open = await town.grant('EVERYONE', town.admin.company, 'ENTITY', urn, 'VIEW');
    const given = await town.grant('API_CLIENT', person.client, 'ENTITY', urn, 'READ');
    const named = await task('Named', { associatedEntities: [urn] });
    const thread = await town.make('messagethread', { group, purpose: 'GENERAL', entities: [urn] });
    const anonymous = service.client(null);
    const statusOf = async (): Promise<number> => (await anonymous.rest('GET', `/v/v1/entityview${path}`)).status;
    expect(await statusOf()).toBe(200);
    // Its values are new entries of their histories, and so drafts; what is live is what was.
    await comesBack(`entity/${urn}`, [
      `entity/${urn}?fields=urn,name,path,owner,audience,publishTimestamp`,
      ...[open, given].map((one) => `permission/${one}`),
      `group/${group}`,
      `task/${named}`,
      `messagethread/${thread}`,
    ]);
    expect(await statusOf()).toBe(200);
    expect((await person.rest('GET', `/n/v1/entity/${urn}`)).status).toBe(200);
    expect(await eventsOf(service, given)).toEqual(['CREATE', 'DELETE', 'CREATE']);
  });

  test('what a person held, belonged to and was to do', async () => {
    const { urn } = await town.page();
    const identity = await town.make('identity', { name: 'Ada' });
    const role = await town.make('role', { name: 'Editors', identities: [identity] });
    const given = await town.grant('IDENTITY', identity, 'ENTITY', urn, 'UPDATE');
    const work = await task('Hers', { assignee: identity, associatedIdentities: [identity] });
    const project = await town.make('project', { name: 'Hers', lead: identity });
    await comesBack(`identity/${identity}`, [
      `identity/${identity}`,
      `role/${role}`,
      `permission/${given}`,
      `project/${project}`,
      `task/${work}?fields=urn,assignee,associatedIdentities`,
    ]);
    const { body } = await town.admin.rest('GET', `/n/v1/task/${work}/logs`);
    const lines = body.logs.map((line: { activity: string }) => line.activity).sort();
    expect(lines.filter((line: string) => line.includes('ASSIGNED'))).toEqual(['ASSIGNED', 'UNASSIGNED']);
  });

  test('who holds a role, and what the role gives', async () => {
    const { urn } = await town.page();
    const person = await town.person('Holder');
    const role = await town.make('role', { name: 'Readers', apiClients: [person.client] });
    const given = await town.grant('ROLE', role, 'ENTITY', urn, 'READ');
    expect((await person.rest('GET', `/n/v1/entity/${urn}`)).status).toBe(200);
    await comesBack(`role/${role}`, [`role/${role}`, `permission/${given}`]);
    expect((await person.rest('GET', `/n/v1/entity/${urn}`)).status).toBe(200);
  });

  test('the rights and the threads of a group', async () => {
    const { urn } = await town.page();
    const person = await town.person('Member');
    const group = await town.group();
    const [membership] = await town.join(group, person);
    const given = await town.grant('GROUP', group, 'ENTITY', urn, 'READ');
    const thread = await town.make('messagethread', { group, purpose: 'GENERAL', entities: [urn] });
    await comesBack(`group/${group}`, [
      `group/${group}`,
      `groupmembership/${String(membership)}`,
      `permission/${given}`,
      `messagethread/${thread}`,
    ]);
    expect((await person.rest('GET', `/n/v1/entity/${urn}`)).status).toBe(200);
  });

  test('what a task waits for, what waits for it and what goes with it', async () => {
    const [first, last, friend] = [await task('First'), await task('Last'), await task('Friend')];
    const middle = await task('Middle', { blockedBy: [first], blocking: [last], associatedTasks: [friend] });
    const edges = [middle, first, last, friend].map(
      (urn) => `task/${urn}?fields=urn,blockedBy,blocking,associatedTasks,isBlocked`,
    );
    await comesBack(`task/${middle}`, edges);
  });

  test('whatever was deleted first: each link with the last of its ends', async () => {
    const { urn } = await town.page();
    const identity = await town.make('identity', { name: 'Grace' });
    const given = await town.grant('IDENTITY', identity, 'ENTITY', urn, 'READ');
    const work = await task('Hers', { assignee: identity, associatedEntities: [urn] });
    const paths = [`permission/${given}`, `task/${work}?fields=urn,assignee,associatedEntities`];
    const before = await Promise.all(paths.map((one) => read(one)));
    const all = [`entity/${urn}`, `identity/${identity}`, `task/${work}`];
    for (const path of all) await remove(path);
    for (const path of all) expect(await restore(path)).toBeNull();
    expect(await Promise.all(paths.map((one) => read(one)))).toEqual(before);
  });
});

describe('Left as it is', () => {
  test('a link that was set anew, and a task that would wait for itself', async () => {
    const [gone, other] = [await town.make('identity', { name: 'Old' }), await town.make('identity', { name: 'New' })];
    const work = await task('Handed on', { assignee: gone });
    await remove(`identity/${gone}`);
    await town.admin.rest('PATCH', `/n/v1/task/${work}`, { body: { assignee: other } });
    await restore(`identity/${gone}`);
    expect(await read(`task/${work}?fields=assignee`)).toMatchObject({ assignee: { urn: other } });

    const [first, last] = [await task('One'), await task('Three')];
    const middle = await task('Two', { blockedBy: [first], blocking: [last] });
    await remove(`task/${middle}`);
    await town.admin.rest('PATCH', `/n/v1/task/${first}`, { body: { blockedBy: [last] } });
    expect(await restore(`task/${middle}`)).toMatch(/NOT_RESTORED: Task\.blockedBy/);
    expect(await read(`task/${middle}?fields=blockedBy,blocking`)).toMatchObject({ blockedBy: [], blocking: [] });
    expect(await read(`task/${first}?fields=blockedBy`)).toMatchObject({ blockedBy: [{ urn: last }] });
  });

  test('what lives: a restore that is sent again answers it, and announces nothing', async () => {
    const { urn } = await town.page();
    const given = await town.grant('EVERYONE', town.admin.company, 'ENTITY', urn, 'VIEW');
    await remove(`entity/${urn}`);
    await restore(`entity/${urn}`);
    const [before, events] = [await town.admin.rest('GET', `/n/v1/entity/${urn}`), await eventsOf(service, urn)];
    expect(await restore(`entity/${urn}`)).toBeNull();
    expect(await restore(`permission/${given}`)).toBeNull();
    expect((await town.admin.rest('GET', `/n/v1/entity/${urn}`)).body).toEqual(before.body);
    expect(await eventsOf(service, urn)).toEqual(events);
    const reader = await town.person('Looks on', ['READ', 'READ_DRAFT']);
    expect((await reader.rest('POST', `/n/v1/entity/${urn}/restore`)).status).toBe(403);
    const stranger = await town.person('Sees nothing');
    expect((await stranger.rest('POST', `/n/v1/entity/${urn}/restore`)).status).toBe(404);
  });

  test('what a person had who has been erased', async () => {
    const { urn } = await town.page();
    const identity = await town.make('identity', { name: 'Forgotten' });
    const given = await town.grant('IDENTITY', identity, 'ENTITY', urn, 'READ');
    await remove(`entity/${urn}`);
    const erased = await town.admin.rest('POST', `/n/v1/identity/${identity}/erase`);
    expect(erased.status, erased.text).toBeLessThan(300);
    expect(await restore(`entity/${urn}`)).toBeNull();
    expect(await read(`permission/${given}`)).toBe(404);
  });
});

describe('What the caller may not give', () => {
  test('does not come back, and is named to who runs its owner, on both faces', async () => {
    const { urn } = await town.page();
    const branch = await town.make('company', { name: 'Branch' });
    const identity = await town.make('identity', { owner: branch, name: 'Clerk' });
    const ownedBy = (owner: string): Promise<string> =>
      town.make('permission', { ...edge('IDENTITY', identity, 'ENTITY', urn, 'READ'), owner });
    const above = await ownedBy(town.admin.company);
    const work = await task('Above', { assignee: identity });
    const head = await helper(service, town.admin, [{ label: 'ADMIN', objectUrn: branch, objectScope: 'COMPANY' }]);
    await remove(`identity/${identity}`);
    // Neither the edge nor the task is the branch's to know.
    expect(await restore(`identity/${identity}`, head)).toBeNull();
    expect(await read(`permission/${above}`)).toBe(404);
    expect(await read(`task/${work}?fields=assignee`)).toMatchObject({ assignee: null });
  });

  test('is said in the graph, too', async () => {
    const [first, last] = [await task('One'), await task('Three')];
    const middle = await task('Two', { blockedBy: [first], blocking: [last] });
    await remove(`task/${middle}`);
    await town.admin.rest('PATCH', `/n/v1/task/${first}`, { body: { blockedBy: [last] } });
    const { data, extensions } = await town.admin.graph(
      'mutation ($urn: ID!) { restoreDeleted(urn: $urn) { node { ... on Task { blockedBy { urn } } } } }',
      { urn: middle },
    );
    expect(data).toEqual({ restoreDeleted: { node: { blockedBy: [] } } });
    expect(extensions?.['warnings']).toMatchObject([{ code: 'NOT_RESTORED' }]);
  });
});
