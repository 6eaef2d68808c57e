// Derived data is visible only to callers who may read its source: counts, and names in search. Behind each answer is one
// object that a viewer must not see. A computed field of the schema that is in no list here fails. Resource reference
// 1.2, 5.1, 6.5, 7.2, 8.
import { beforeAll, describe, expect, test } from 'vitest';
import { loadContract } from '../../src/contract/load.ts';
import type { Client } from '../support/client.ts';
import { community, membership, type Community } from '../support/community.ts';
import { sharedService, type SharedService } from '../support/service.ts';
import { bareTask } from '../support/work.ts';
import { derived, ownForm } from './computedFields.ts';

const contract = loadContract();

test('Every computed field is a form of its own row, or is listed as derived', () => {
  const computed = contract.resources.flatMap((kind) =>
    kind.fields.filter((f) => f.isComputed).map((field) => ({ name: `${kind.name}.${field.name}`, field })),
  );
  const found = computed
    .filter(({ name, field }) => name in derived || !ownForm.has(field.name))
    .map(({ name }) => name);
  expect(found.sort()).toEqual(Object.keys(derived));
});

let service: SharedService;
let town: Community;

beforeAll(async () => {
  service = await sharedService();
  town = await community(service);
});

const task = (more: Record<string, unknown> = {}): Promise<string> =>
  town.make('task', { ...bareTask, title: 'Task', ...more });

describe('Counts', () => {
  test('of a project include the tasks that the viewer may read', async () => {
    const project = await town.make('project', { name: 'Project' });
    const seen = await task({ project });
    await task({ project });
    const ask = async (viewer: Client): Promise<unknown[]> => [
      (await viewer.rest('GET', `/n/v1/project/${project}`)).body.taskCounts,
      (await viewer.data(`query ($urn: ID!) { project(urn: $urn) { taskCounts } }`, { urn: project })).project
        .taskCounts,
    ];
    expect(await ask(await town.holder(['PROJECT', project, 'READ']))).toEqual([{}, {}]);
    expect(await ask(await town.holder(['PROJECT', project, 'READ'], ['TASK', seen, 'READ']))).toEqual([
      { PENDING: 1 },
      { PENDING: 1 },
    ]);
    expect(await ask(town.admin)).toEqual([{ PENDING: 2 }, { PENDING: 2 }]);
  });

  test('of unread posts in a thread disappear with the right to read it, and return with it', async () => {
    const reader = await town.holder();
    const thread = await town.make('messagethread', { group: await town.group(), name: 'Thread' });
    const edge = await town.grant('IDENTITY', reader.identity, 'MESSAGE_THREAD', thread, 'READ');
    const post = (mentions: readonly string[]): Promise<string> =>
      town.make('threadpost', { messageThread: thread, content: 'Hello', mentions });
    await post([reader.identity]);
    const own = (await reader.rest('GET', '/n/v1/messagethreadnotifications')).body.messagethreadnotifications as {
      urn: string;
    }[];
    const inbox = async (): Promise<unknown[]> => {
      const { body } = await reader.rest('GET', '/n/v1/identitynotificationinbox');
      const graph = await reader.data('{ messageThreadNotifications { totalCount } }');
      const one = await reader.rest('GET', `/n/v1/messagethreadnotification/${String(own[0]?.urn)}`);
      return [body.unreadThreadCount, graph.messageThreadNotifications.totalCount, one.status];
    };
    expect(own).toHaveLength(1);
    expect(await inbox()).toEqual([1, 1, 200]);
    expect((await town.admin.rest('DELETE', `/n/v1/permission/${edge}`)).status).toBe(204);
    await post([]);
    expect(await inbox()).toEqual([0, 0, 404]);
    await town.grant('IDENTITY', reader.identity, 'MESSAGE_THREAD', thread, 'READ');
    expect(await inbox()).toEqual([1, 1, 200]);
  });
});

describe('Search', () => {
  const find = async (viewer: Client, query: string): Promise<unknown[]> => {
    const made = await viewer.rest('POST', '/n/v1/search', {
      body: { owner: town.admin.company, query, includeScopes: ['GROUP_MEMBERSHIP'] },
    });
    expect(made.status, made.text).toBe(201);
    return [made.body.totalCount, made.body.items.length];
  };

  test('finds a membership by words of its person and its group for readers of both', async () => {
    const name = `Zanzibar${crypto.randomUUID().slice(0, 8)}`;
    const group = await town.group({ name, visibility: 'MEMBERS' });
    const member = await town.holder();
    const urn = await town.make('groupmembership', membership(group, member.identity));
    expect(await find(member, name)).toEqual([1, 1]);
    expect(
      (await town.admin.rest('PATCH', `/n/v1/groupmembership/${urn}`, { body: { status: 'BANNED_BY_OWNER' } })).status,
    ).toBe(200);
    expect((await member.rest('GET', `/n/v1/group/${group}`)).status).toBe(404);
    expect(await find(member, name)).toEqual([0, 0]);
    const keeper = await town.holder(['GROUP', group, 'MANAGE']);
    expect(await find(keeper, 'Viewer')).toEqual([0, 0]);
    expect(await find(town.admin, name)).toEqual([1, 1]);
  });
});
