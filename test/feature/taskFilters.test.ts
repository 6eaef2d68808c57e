// Filters of tasks by their blockers and by their content: the same answer on both faces, which never reveals what the
// caller may not see.
import { beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../support/client.ts';
import { page } from '../support/content.ts';
import { sharedService, type SharedService, type Tenant } from '../support/service.ts';
import { helper, made, task } from '../support/work.ts';

let service: SharedService;
beforeAll(async () => {
  service = await sharedService();
});

// A test knows the shape of its request; what it reads is asserted.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Body = any;

/** The titles of the tasks that match a filter, from both faces, which answer alike. */
async function titles(client: Client, parameters: string, where: unknown): Promise<string[]> {
  const rest = await client.rest('GET', `/n/v1/tasks?sort=title&count=true&${parameters}`);
  expect(rest.status, rest.text).toBe(200);
  const found = rest.body.tasks.map((one: Body) => one.title);
  const { tasks } = await client.data(
    `query ($where: TaskWhere) { tasks(where: $where, orderBy: [{ field: TITLE }]) { totalCount nodes { title isBlocked } } }`,
    { where },
  );
  expect(tasks.nodes.map((one: Body) => one.title)).toEqual(found);
  expect([tasks.totalCount, rest.body.pagination.totalCount]).toEqual([found.length, found.length]);
  return found;
}

const blocked = (client: Client, is: boolean): Promise<string[]> =>
  titles(client, `filter[isBlocked]=${String(is)}`, { isBlocked: { eq: is } });
const about = (client: Client, entity: string): Promise<string[]> =>
  titles(client, `filter[entity]=${entity}`, { entity: { eq: entity } });

describe('isBlocked', () => {
  test('matches tasks with an open blocker, as the tasks show it, and follows the blockers', async () => {
    const lead = await service.tenant();
    const roof = await task(lead, 'Roof');
    const walls = await task(lead, 'Walls', { blocking: [roof] });
    await task(lead, 'Fence');
    expect(await blocked(lead, true)).toEqual(['Roof']);
    expect(await blocked(lead, false)).toEqual(['Fence', 'Walls']);
    expect(await titles(lead, 'filter[isBlocked][ne]=true', { isBlocked: { ne: true } })).toEqual(['Fence', 'Walls']);

    await lead.rest('PATCH', `/n/v1/task/${walls}`, { body: { status: 'CLOSED' } });
    expect(await blocked(lead, true)).toEqual([]);
    await lead.rest('PATCH', `/n/v1/task/${walls}`, { body: { status: 'PENDING' } });
    expect(await blocked(lead, true)).toEqual(['Roof']);
    expect((await lead.rest('DELETE', `/n/v1/task/${walls}`)).status).toBe(204);
    expect(await blocked(lead, true)).toEqual([]);
    expect((await lead.rest('GET', `/n/v1/task/${roof}`)).body.isBlocked).toBe(false);
  });

  test('counts a blocker that the caller may not see, as the task itself does', async () => {
    const lead = await service.tenant();
    const seen = await task(lead, 'Seen');
    await task(lead, 'Unseen', { blocking: [seen] });
    const reader = await helper(service, lead, [{ label: 'READ', objectUrn: seen, objectScope: 'TASK' }]);
    expect(await blocked(reader, true)).toEqual(['Seen']);
    expect(await blocked(reader, false)).toEqual([]);
  });

  test('accepts true and false only, and cannot be sorted by', async () => {
    const lead = await service.tenant();
    const refused = await lead.rest('GET', '/n/v1/tasks?filter[isBlocked]=perhaps');
    expect([refused.status, refused.body.code]).toEqual([400, 'INVALID_PARAMETER']);
    expect((await lead.rest('GET', '/n/v1/tasks?sort=isBlocked')).body.code).toBe('INVALID_PARAMETER');
    // Other computed fields have no value in the database.
    expect((await lead.rest('GET', '/n/v1/tasks?filter[openBlockerCount]=1')).body.code).toBe('INVALID_PARAMETER');
  });
});

describe('entity', () => {
  test('matches the tasks about a page, alone and with other conditions', async () => {
    const lead = await service.tenant();
    const [home, news] = [await page(lead, '/home'), await page(lead, '/news')];
    await task(lead, 'Both', { associatedEntities: [home.urn, news.urn] });
    await task(lead, 'Home', { associatedEntities: [home.urn], status: 'IN_PROGRESS' });
    await task(lead, 'Neither');
    expect(await about(lead, home.urn)).toEqual(['Both', 'Home']);
    expect(await about(lead, news.urn)).toEqual(['Both']);
    expect(await about(lead, crypto.randomUUID())).toEqual([]);
    expect(await titles(lead, `filter[entity][ne]=${home.urn}`, { entity: { ne: home.urn } })).toEqual(['Neither']);
    expect(
      await titles(lead, `filter[entity]=${home.urn}&filter[status]=IN_PROGRESS`, {
        entity: { eq: home.urn },
        status: { eq: 'IN_PROGRESS' },
      }),
    ).toEqual(['Home']);
    // The list behind it can be filtered under its own name, too.
    const own = await lead.rest('GET', `/n/v1/tasks?filter[associatedEntities]=${news.urn}`);
    expect(own.body.tasks.map((one: Body) => one.title)).toEqual(['Both']);
  });

  test('does not reveal what a task is about to callers who may not read it', async () => {
    const lead = await service.tenant();
    const secret = await page(lead, '/secret');
    const urn = await task(lead, 'Hush', { associatedEntities: [secret.urn] });
    const grant = { label: 'READ', objectUrn: urn, objectScope: 'TASK' };
    const reader = await helper(service, lead, [grant]);
    expect((await reader.rest('GET', `/n/v1/task/${urn}`)).body.associatedEntities).toEqual([]);
    expect(await about(reader, secret.urn)).toEqual([]);
    expect(await titles(reader, `filter[entity][ne]=${secret.urn}`, { entity: { ne: secret.urn } })).toEqual(['Hush']);
    // A draft does not match for a reader of live content; for a reader of drafts it does.
    const onPage = { objectUrn: secret.urn, objectScope: 'ENTITY' };
    expect(await about(await helper(service, lead, [grant, { ...onPage, label: 'READ' }]), secret.urn)).toEqual([]);
    const editor = await helper(service, lead, [grant, { ...onPage, label: 'READ_DRAFT' }]);
    expect(await about(editor, secret.urn)).toEqual(['Hush']);
  });

  test('takes one statement, however many tasks there are', async () => {
    const lead: Tenant = await service.tenant();
    const home = await page(lead, '/counted');
    const count = async (): Promise<number> => {
      const before = service.statements.length;
      await lead.data(`query ($where: TaskWhere) { tasks(where: $where) { nodes { urn } } }`, {
        where: { entity: { eq: home.urn }, isBlocked: { eq: false } },
      });
      return service.statements.slice(before).filter((text) => text.includes('"task" t')).length;
    };
    await task(lead, 'One', { associatedEntities: [home.urn] });
    expect(await count()).toBe(1);
    for (const title of ['Two', 'Three', 'Four']) await task(lead, title, { associatedEntities: [home.urn] });
    expect(await count()).toBe(1);
  });

  test('can be used in a search for tasks', async () => {
    const lead = await service.tenant();
    const home = await page(lead, '/searched');
    await task(lead, 'Paint the door', { associatedEntities: [home.urn] });
    await task(lead, 'Paint the floor');
    const search = await made(lead, 'search', {
      owner: lead.company,
      query: 'paint',
      includeScopes: ['TASK'],
      filter: { TASK: { entity: home.urn, isBlocked: false } },
    });
    expect(search.items.map((hit: Body) => hit.name)).toEqual(['Paint the door']);
  });
});

describe('The tasks of a project', () => {
  const board = `query ($project: ID!, $where: TaskWhere, $orderBy: [TaskOrderBy!], $first: Int, $after: String) {
    project(urn: $project) { tasks(where: $where, orderBy: $orderBy, first: $first, after: $after) {
      totalCount pageInfo { hasNextPage endCursor } nodes { title }
    } }
  }`;

  test('are filtered, ordered and paged where they stand, as the list of all tasks is', async () => {
    const lead = await service.tenant();
    const project = (await made(lead, 'project', { owner: lead.company, name: 'Boat' })).urn;
    const other = (await made(lead, 'project', { owner: lead.company, name: 'Shed' })).urn;
    for (const [title, priority, status] of [
      ['Hull', 'LOW', 'PENDING'],
      ['Mast', 'CRITICAL', 'IN_PROGRESS'],
      ['Sail', 'HIGH', 'PENDING'],
      ['Keel', 'HIGH', 'COMPLETED'],
    ])
      await task(lead, title ?? '', { project, priority, status });
    await task(lead, 'Door', { project: other, priority: 'HIGH' });
    const where = { or: [{ statusCategory: { eq: 'OPEN' } }, { statusCategory: { eq: 'ACTIVE' } }] };
    const orderBy = [{ field: 'PRIORITY', direction: 'DESC' }];
    const ask = async (more: object): Promise<Body> =>
      (await lead.data(board, { project, where, orderBy, ...more })).project.tasks;
    const first = await ask({ first: 2 });
    expect(first.nodes.map((one: Body) => one.title)).toEqual(['Mast', 'Sail']);
    expect([first.totalCount, first.pageInfo.hasNextPage]).toEqual([3, true]);
    const second = await ask({ first: 2, after: first.pageInfo.endCursor });
    expect(second.nodes.map((one: Body) => one.title)).toEqual(['Hull']);
    expect(second.pageInfo.hasNextPage).toBe(false);
    const strayed = await lead.graph(board, { project, first: 2, after: first.pageInfo.endCursor });
    expect(strayed.errors?.[0]?.extensions).toMatchObject({ code: 'INVALID_CURSOR' });
  });

  test('with different conditions side by side are kept apart, and hold only what the caller may read', async () => {
    const lead = await service.tenant();
    const project = (await made(lead, 'project', { owner: lead.company, name: 'Boat' })).urn;
    const seen = await task(lead, 'Seen', { project });
    await task(lead, 'Unseen', { project });
    const reader = await helper(service, lead, [
      { label: 'READ', objectUrn: seen, objectScope: 'TASK' },
      { label: 'READ', objectUrn: project, objectScope: 'PROJECT' },
    ]);
    const query = `query ($project: ID!) { project(urn: $project) {
      one: tasks(where: { title: { startsWith: "Se" } }) { totalCount nodes { title } }
      two: tasks(where: { title: { startsWith: "Un" } }) { totalCount nodes { title } }
    } }`;
    const both = (await lead.data(query, { project })).project;
    expect([both.one.nodes, both.two.nodes]).toEqual([[{ title: 'Seen' }], [{ title: 'Unseen' }]]);
    const some = (await reader.data(query, { project })).project;
    expect([some.one.nodes, some.two.nodes]).toEqual([[{ title: 'Seen' }], []]);
    expect([some.one.totalCount, some.two.totalCount]).toEqual([1, 0]);
  });

  test('are filtered by their category as the status says it, on both faces', async () => {
    const lead = await service.tenant();
    for (const status of ['PENDING', 'IN_PROGRESS', 'BLOCKED', 'COMPLETED', 'CLOSED'])
      await task(lead, status, { status });
    const by = (category: string): Promise<string[]> =>
      titles(lead, `filter[statusCategory]=${category}`, { statusCategory: { eq: category } });
    expect([await by('OPEN'), await by('ACTIVE'), await by('DONE')]).toEqual([
      ['PENDING'],
      ['BLOCKED', 'IN_PROGRESS'],
      ['CLOSED', 'COMPLETED'],
    ]);
    expect(await titles(lead, 'filter[statusCategory][lt]=DONE', { statusCategory: { nin: ['DONE'] } })).toHaveLength(
      3,
    );
  });
});

describe('statusCategory', () => {
  test('matches the statuses that belong to it, and compares by rank', async () => {
    const lead = await service.tenant();
    for (const status of ['PENDING', 'IN_PROGRESS', 'BLOCKED', 'COMPLETED', 'CLOSED'])
      await task(lead, status, { status });
    const of = (parameters: string, where: unknown): Promise<string[]> =>
      titles(lead, parameters, { statusCategory: where });
    expect(await of('filter[statusCategory]=OPEN', { eq: 'OPEN' })).toEqual(['PENDING']);
    expect(await of('filter[statusCategory]=ACTIVE', { eq: 'ACTIVE' })).toEqual(['BLOCKED', 'IN_PROGRESS']);
    expect(await of('filter[statusCategory][ne]=DONE', { ne: 'DONE' })).toEqual(['BLOCKED', 'IN_PROGRESS', 'PENDING']);
    const done = await lead.rest('GET', '/n/v1/tasks?sort=title&filter[statusCategory][gte]=DONE');
    expect(done.body.tasks.map((one: Body) => [one.title, one.statusCategory])).toEqual([
      ['CLOSED', 'DONE'],
      ['COMPLETED', 'DONE'],
    ]);
  });

  test('is proposed, like every filter, where somebody forgets the brackets or mistypes it', async () => {
    const lead = await service.tenant();
    const refused = await lead.rest('GET', '/n/v1/tasks?status=PENDING&statusCategry=OPEN');
    expect([refused.status, refused.body.code]).toEqual([400, 'INVALID_PARAMETER']);
    expect(refused.body.errors).toEqual([
      {
        path: '?status',
        code: 'INVALID_PARAMETER',
        message: 'The parameter does not exist on this path. Did you mean filter[status]?',
      },
      {
        path: '?statusCategry',
        code: 'INVALID_PARAMETER',
        message: 'The parameter does not exist on this path. Did you mean filter[statusCategory]?',
      },
    ]);
    const mistyped = await lead.rest('GET', '/n/v1/tasks?filter[statuss]=PENDING');
    expect(mistyped.body.detail).toContain('Did you mean status?');
    expect((await lead.rest('GET', '/n/v1/tasks?_=1700000000')).status).toBe(200);
  });
});

test('containsFold finds a part of a text whatever the case of its letters; contains does not', async () => {
  const lead = await service.tenant();
  for (const title of ['Über den Zaun', 'über', 'ΟΔΟΣ', 'Straße']) await task(lead, title);
  const fold = (part: string): Promise<string[]> =>
    titles(lead, `filter[title][containsFold]=${encodeURIComponent(part)}`, { title: { containsFold: part } });
  expect(await fold('ÜBER')).toEqual(['über', 'Über den Zaun']);
  expect(await fold('οδος')).toEqual(['ΟΔΟΣ']);
  expect(await fold('STRAßE')).toEqual(['Straße']);
  expect(await fold('%')).toEqual([]);
  expect(await titles(lead, 'filter[title][contains]=%C3%BCber', { title: { contains: 'über' } })).toEqual(['über']);
  const refused = await lead.rest('GET', '/n/v1/tasks?filter[priority][containsFold]=h');
  expect([refused.status, refused.body.code]).toEqual([400, 'INVALID_PARAMETER']);
});

describe('where', () => {
  const found = async (client: Client, where: unknown): Promise<string[]> => {
    const { tasks } = await client.data(
      `query ($where: TaskWhere) { tasks(where: $where, orderBy: [{ field: TITLE }]) { totalCount nodes { title } } }`,
      { where },
    );
    expect(tasks.totalCount).toBe(tasks.nodes.length);
    return tasks.nodes.map((one: Body) => one.title);
  };
  const title = (eq: string): unknown => ({ title: { eq } });

  test('puts conditions together by and, or and not', async () => {
    const lead = await service.tenant();
    await task(lead, 'High', { priority: 'HIGH' });
    await task(lead, 'Low', { priority: 'LOW', size: 3 });
    await task(lead, 'None', { size: 5 });
    expect(await found(lead, { or: [title('High'), title('Low')], not: title('High') })).toEqual(['Low']);
    expect(
      await found(lead, {
        and: [{ or: [title('High'), title('Low')] }, { or: [title('Low'), title('None')] }],
      }),
    ).toEqual(['Low']);
    expect(await found(lead, { not: { or: [title('High'), title('Low')] } })).toEqual(['None']);
    expect(await found(lead, { not: { not: title('Low') } })).toEqual(['Low']);
    expect(await found(lead, { and: [], or: null, not: null })).toEqual(['High', 'Low', 'None']);
    expect(await found(lead, { and: [], or: [] })).toEqual([]);
    expect(await found(lead, { not: {} })).toEqual([]);
  });

  test('not holds for what has no value, too', async () => {
    const lead = await service.tenant();
    const project = (await made(lead, 'project', { owner: lead.company, name: 'P' })).urn;
    await task(lead, 'In', { project });
    await task(lead, 'Out');
    expect(await found(lead, { not: { project: { eq: project } } })).toEqual(['Out']);
    expect(await found(lead, { not: { project: { where: { name: { eq: 'P' } } } } })).toEqual(['Out']);
  });

  test('reaches through one link, to what the caller may read', async () => {
    const lead = await service.tenant();
    const [open, shut] = await Promise.all(
      ['Open', 'Shut'].map(async (name) => (await made(lead, 'project', { owner: lead.company, name })).urn),
    );
    const first = await task(lead, 'First', { project: open });
    const second = await task(lead, 'Second', { project: shut, blockedBy: [first] });
    const inProject = (name: string): unknown => ({ project: { where: { name: { eq: name } } } });
    const behind = { blockedBy: { where: { project: { eq: open }, title: { startsWith: 'F' } } } };
    expect(await found(lead, inProject('Open'))).toEqual(['First']);
    expect(await found(lead, { or: [inProject('Open'), inProject('Shut')] })).toEqual(['First', 'Second']);
    expect(await found(lead, behind)).toEqual(['Second']);

    const reader = await helper(service, lead, [
      ...[first, second].map((objectUrn) => ({ label: 'READ', objectUrn, objectScope: 'TASK' })),
      { label: 'READ', objectUrn: open, objectScope: 'PROJECT' },
    ]);
    expect(await found(reader, inProject('Open'))).toEqual(['First']);
    // Neither what the project is called nor what it is not called is answered.
    expect(await found(reader, inProject('Shut'))).toEqual([]);
    expect(await found(reader, { project: { where: { not: { name: { eq: 'Open' } } } } })).toEqual([]);
    const other = await helper(service, lead, [{ label: 'READ', objectUrn: second, objectScope: 'TASK' }]);
    expect(await found(other, behind)).toEqual([]);
  });

  test('is bounded in conditions, levels and links, and names the place', async () => {
    const lead = await service.tenant();
    const refusal = async (where: unknown): Promise<unknown> => {
      const answer = await lead.graph(`query ($where: TaskWhere) { tasks(where: $where) { nodes { urn } } }`, {
        where,
      });
      const { code, errors } = (answer.errors?.[0]?.extensions ?? {}) as Body;
      return [code, errors?.[0].path, errors?.[0].limit];
    };
    const deep = (levels: number): unknown => (levels === 1 ? title('x') : { not: deep(levels - 1) });
    const many = (count: number): unknown => ({ or: Array.from({ length: count }, () => title('x')) });
    expect(await refusal(deep(5))).toEqual([undefined, undefined, undefined]);
    expect(await refusal(deep(6))).toEqual(['INVALID_PARAMETER', '?where/not/not/not/not/not', 5]);
    expect(await refusal(many(50))).toEqual([undefined, undefined, undefined]);
    expect(await refusal(many(51))).toEqual(['INVALID_PARAMETER', '?where', 50]);
    const twice = { project: { where: { owner: { where: { name: { eq: 'x' } } } } } };
    expect(await refusal(twice)).toEqual(['INVALID_PARAMETER', '?where/project/where/owner/where', 1]);
    const links = { or: Array.from({ length: 6 }, () => ({ project: { where: { name: { eq: 'x' } } } })) };
    expect(await refusal(links)).toEqual(['INVALID_PARAMETER', '?where', 5]);
  });
});
