// Tasks: defaults, statuses and their guards, stages, and permissions.
import { beforeAll, describe, expect, test } from 'vitest';
import { sharedService, type SharedService, type Tenant } from '../support/service.ts';
import { bareTask, helper, made, task } from '../support/work.ts';

let service: SharedService;
let lead: Tenant;

beforeAll(async () => {
  service = await sharedService();
  lead = await service.tenant();
});

const patch = (urn: string, body: unknown, query = ''): ReturnType<Tenant['rest']> =>
  lead.rest('PATCH', `/n/v1/task/${urn}${query}`, { body });

describe('a new task', () => {
  test('belongs to the caller, is pending and unranked, and its log names its creator', async () => {
    const answer = await lead.rest('POST', '/n/v1/task', { body: { ...bareTask, title: 'A' } });
    expect(answer.status, answer.text).toBe(201);
    const { body } = answer;
    expect([body.owner.urn, body.status, body.priority, body.completedTimestamp]).toEqual([
      lead.company,
      'PENDING',
      'NONE',
      null,
    ]);
    const { taskLogs } = await lead.data(
      `query ($task: ID!) { taskLogs(where: { task: { eq: $task } }) { nodes { activity identity { urn } subject { urn } sortOrder } } }`,
      { task: body.urn },
    );
    expect(taskLogs.nodes).toEqual([
      { activity: 'CREATED', identity: { urn: body.identityForLogs.urn }, subject: null, sortOrder: 0 },
    ]);
  });

  test('must state what it is associated with, even if that is nothing', async () => {
    const answer = await lead.rest('POST', '/n/v1/task', { body: { title: 'A' } });
    expect(answer.body.errors.map((e: { path: string; code: string }) => `${e.path} ${e.code}`).sort()).toEqual(
      [
        '/associatedCompanies REQUIRED',
        '/associatedEntities REQUIRED',
        '/associatedIdentities REQUIRED',
        '/associatedTasks REQUIRED',
        '/blockedBy REQUIRED',
        '/blocking REQUIRED',
        '/description REQUIRED',
        '/dueTimestamp REQUIRED',
      ].sort(),
    );
  });

  test('in the graph has the empty lists that are left out', async () => {
    const { createTask } = await lead.data(
      `mutation ($owner: ID!) { createTask(input: { owner: $owner, title: "Short", description: "", dueTimestamp: "2030-01-01T00:00:00Z" })
        { task { associatedIdentities { urn } blockedBy { urn } blocking { urn } } userErrors { path code } } }`,
      { owner: lead.company },
    );
    expect(createTask).toEqual({
      task: { associatedIdentities: [], blockedBy: [], blocking: [] },
      userErrors: [],
    });
  });

  test('is refused by an archived project, while existing tasks stay in it', async () => {
    const project = await made(lead, 'project', { owner: lead.company, name: 'P' });
    const inside = await task(lead, 'A', { project: project.urn });
    await lead.rest('PATCH', `/n/v1/project/${project.urn}`, { body: { status: 'ARCHIVED' } });
    const refused = await lead.rest('POST', '/n/v1/task', {
      body: { ...bareTask, title: 'B', project: { urn: project.urn } },
    });
    expect([refused.status, refused.body.errors[0].path, refused.body.errors[0].code]).toEqual([
      422,
      '/project',
      'INVALID_REFERENCE',
    ]);
    const outside = await task(lead, 'C');
    expect((await patch(outside, { project: project.urn })).status).toBe(422);
    expect((await patch(inside, { project: project.urn, title: 'A2' })).status).toBe(200);
  });
});

describe('the status of a task', () => {
  test('follows the table, and a refusal lists what is allowed', async () => {
    const urn = await task(lead, 'A');
    for (const status of ['IN_PROGRESS', 'BLOCKED', 'CLOSED', 'PENDING', 'COMPLETED', 'IN_PROGRESS']) {
      expect([(await patch(urn, { status })).status, status]).toEqual([200, status]);
    }
    await patch(urn, { status: 'BLOCKED' });
    const refused = await patch(urn, { status: 'COMPLETED' });
    expect([refused.status, refused.body.code, refused.body.errors[0].path, refused.body.errors[0].limit]).toEqual([
      409,
      'INVALID_TRANSITION',
      '/status',
      'PENDING, IN_PROGRESS, CLOSED',
    ]);
    const { updateTask } = await lead.data(
      `mutation ($urn: ID!) { updateTask(urn: $urn, input: { status: COMPLETED }) { task { urn } userErrors { code path limit } } }`,
      { urn },
    );
    expect(updateTask).toEqual({
      task: null,
      userErrors: [{ code: 'INVALID_TRANSITION', path: '/status', limit: 'PENDING, IN_PROGRESS, CLOSED' }],
    });
    expect((await patch(urn, { status: 'UNDEFINED' })).body.code).toBe('INVALID_TRANSITION');
  });

  test('keeps the time of completion until the task is reopened', async () => {
    const urn = await task(lead, 'A');
    const completed = await patch(urn, { status: 'COMPLETED' });
    expect(completed.body.completedTimestamp).toBe(completed.body.updatedTimestamp);
    const closed = await patch(urn, { status: 'CLOSED' });
    expect(closed.body.completedTimestamp).toBe(completed.body.completedTimestamp);
    expect((await patch(urn, { status: 'PENDING' })).body.completedTimestamp).toBeNull();
  });

  test('is unchanged by setting it again: no new version, no log line', async () => {
    const urn = await task(lead, 'A');
    const same = await patch(urn, { status: 'PENDING' });
    expect([same.status, same.body.version]).toEqual([200, 1]);
    const logs = await lead.rest('GET', `/n/v1/task/${urn}/logs`);
    expect(logs.body.logs).toHaveLength(1);
  });
});

describe('a task with open blockers', () => {
  test('is not completed unless a manager forces it, which the log records', async () => {
    const blockers = [await task(lead, 'B1'), await task(lead, 'B2'), await task(lead, 'B3')];
    await patch(blockers[2] ?? '', { status: 'CLOSED' });
    const urn = await task(lead, 'A', { blockedBy: blockers });
    const read = await lead.data(`query ($urn: ID!) { task(urn: $urn) { isBlocked openBlockerCount } }`, { urn });
    expect(read.task).toEqual({ isBlocked: true, openBlockerCount: 2 });
    const refused = await patch(urn, { status: 'COMPLETED' });
    expect([refused.status, refused.body.code]).toEqual([409, 'OPEN_BLOCKERS']);
    expect(refused.body.errors[0].related.sort()).toEqual(blockers.slice(0, 2).sort());
    const { completeTask } = await lead.data(
      `mutation ($urn: ID!) { completeTask(urn: $urn) { userErrors { code related } } }`,
      { urn },
    );
    expect(completeTask.userErrors[0].code).toBe('OPEN_BLOCKERS');

    const updater = await helper(service, lead, [{ label: 'UPDATE', objectUrn: urn, objectScope: 'TASK' }]);
    const unseen = await updater.rest('PATCH', `/n/v1/task/${urn}`, { body: { status: 'COMPLETED' } });
    expect([unseen.body.code, unseen.body.errors[0].limit, unseen.body.errors[0].related]).toEqual([
      'OPEN_BLOCKERS',
      2,
      [],
    ]);
    const force = await updater.rest('PATCH', `/n/v1/task/${urn}?force=true`, { body: { status: 'COMPLETED' } });
    expect([force.status, force.body.code]).toEqual([403, 'FORBIDDEN']);
    // There is nothing to override where a task begins.
    const begun = await lead.rest('POST', '/n/v1/task?force=true', { body: { ...bareTask, title: 'Forced' } });
    expect([begun.status, begun.body.code]).toEqual([400, 'INVALID_PARAMETER']);

    const forced = await lead.data(
      `mutation ($urn: ID!) { completeTask(urn: $urn, force: true) { task { status } userErrors { code } } }`,
      { urn },
    );
    expect(forced.completeTask).toEqual({ task: { status: 'COMPLETED' }, userErrors: [] });
    const logs = await lead.rest('GET', `/n/v1/task/${urn}/logs`);
    expect(logs.body.logs.map((l: { activity: string }) => l.activity)).toEqual([
      'CREATED',
      'STATUS_COMPLETED',
      'COMPLETED_WITH_OPEN_BLOCKERS',
    ]);
  });

  test('is completed if the same write removes the blockers', async () => {
    const urn = await task(lead, 'A', { blockedBy: [await task(lead, 'B')] });
    expect((await patch(urn, { status: 'COMPLETED', blockedBy: [] })).body.status).toBe('COMPLETED');
  });
});

describe('who may change a task', () => {
  test('ASSIGN is enough for the assignee and the stage, and for nothing else', async () => {
    const [urn, other] = [await task(lead, 'A'), await task(lead, 'Other')];
    const person = await made(lead, 'identity', { owner: lead.company, name: 'P' });
    const workflow = await made(lead, 'workflow', {
      owner: lead.company,
      name: 'W',
      stages: [{ name: 'Doing', order: 1, taskStatus: 'IN_PROGRESS' }],
    });
    const on = (label: string, objectUrn: string, objectScope: string) => ({ label, objectUrn, objectScope });
    const assigner = await helper(service, lead, [
      on('ASSIGN', urn, 'TASK'),
      on('READ', person.urn, 'IDENTITY'),
      on('READ', workflow.urn, 'WORKFLOW'),
      on('UPDATE', other, 'TASK'),
    ]);
    const change = (body: unknown) => assigner.rest('PATCH', `/n/v1/task/${urn}`, { body });
    expect((await change({ title: 'B' })).status).toBe(403);
    expect((await change({ assignee: person.urn, title: 'B' })).status).toBe(403);
    expect((await change({ assignee: person.urn, status: 'CANCELED' })).status).toBe(403);
    expect((await change({ assignee: person.urn, associatedIdentities: [person.urn] })).status).toBe(403);
    for (const list of ['blockedBy', 'blocking', 'associatedTasks'])
      expect([list, (await change({ assignee: person.urn, [list]: [other] })).status]).toEqual([list, 403]);
    const assigned = await change({
      assignee: person.urn,
      workflowStage: workflow.stages[0].urn,
      identityForLogs: person.urn,
      title: 'A',
      blockedBy: [],
      blocking: [],
    });
    expect([assigned.status, assigned.body]).toMatchObject([
      200,
      { assignee: { urn: person.urn }, status: 'IN_PROGRESS', identityForLogs: { urn: person.urn } },
    ]);
    const reader = await helper(service, lead, [on('READ', urn, 'TASK'), on('READ', person.urn, 'IDENTITY')]);
    expect((await reader.rest('PATCH', `/n/v1/task/${urn}`, { body: { assignee: null } })).status).toBe(403);
  });

  test('only callers with ASSIGN may name someone else in the log; the default is the caller', async () => {
    const urn = await task(lead, 'A');
    const other = await made(lead, 'identity', { owner: lead.company, name: 'P' });
    const updater = await helper(service, lead, [
      { label: 'UPDATE', objectUrn: urn, objectScope: 'TASK' },
      { label: 'READ', objectUrn: other.urn, objectScope: 'IDENTITY' },
    ]);
    const change = (body: unknown) => updater.rest('PATCH', `/n/v1/task/${urn}`, { body });
    expect((await change({ title: 'B', identityForLogs: other.urn })).status).toBe(403);
    expect((await change({ title: 'B' })).status).toBe(200);
    const named = await patch(urn, { title: 'C', identityForLogs: other.urn });
    expect(named.body.identityForLogs.urn).toBe(other.urn);
    // A caller who sends back what it read has not named anyone.
    expect((await change({ title: 'D', identityForLogs: { urn: other.urn } })).status).toBe(200);
    // From a caller who may assign, it is.
    expect((await patch(urn, { title: 'E', identityForLogs: { urn: updater.identity } })).status).toBe(200);
    const logs = await lead.rest('GET', `/n/v1/task/${urn}/logs`);
    expect(
      logs.body.logs.map((l: { toValue: string; identity: { urn: string } }) => [l.toValue, l.identity.urn]).slice(1),
    ).toEqual([
      ['B', updater.identity],
      ['C', other.urn],
      ['D', updater.identity],
      ['E', updater.identity],
    ]);
  });

  test('naming someone else in the log of a new task takes ASSIGN on the company', async () => {
    const other = await made(lead, 'identity', { owner: lead.company, name: 'P' });
    const statuses: number[] = [];
    for (const labels of [['CREATE'], ['CREATE', 'ASSIGN']]) {
      const on = { objectUrn: lead.company, objectScope: 'COMPANY' };
      const creator = await helper(
        service,
        lead,
        labels.map((label) => ({ label, ...on })),
      );
      const body = { ...bareTask, title: 'N', owner: lead.company, identityForLogs: other.urn };
      statuses.push((await creator.rest('POST', '/n/v1/task', { body })).status);
    }
    expect(statuses).toEqual([403, 201]);
  });

  test('a write that changes nothing names nobody in the log', async () => {
    const urn = await task(lead, 'A');
    const updater = await helper(service, lead, [{ label: 'UPDATE', objectUrn: urn, objectScope: 'TASK' }]);
    const { body: before } = await lead.rest('GET', `/n/v1/task/${urn}`);
    const sent = { title: 'A', identityForLogs: updater.identity };
    const { status, body } = await updater.rest('PATCH', `/n/v1/task/${urn}`, { body: sent });
    expect([status, body.version]).toEqual([200, 1]);
    const { body: after } = await lead.rest('GET', `/n/v1/task/${urn}`);
    expect(after.identityForLogs).toEqual(before.identityForLogs);
  });

  test('a project that the caller may not read is refused as one that does not exist, archived or not', async () => {
    const urn = await task(lead, 'A');
    const updater = await helper(service, lead, [{ label: 'UPDATE', objectUrn: urn, objectScope: 'TASK' }]);
    const archived = await made(lead, 'project', { owner: lead.company, name: 'P', status: 'ARCHIVED' });
    const refusal = async (project: string): Promise<unknown> => {
      const { body } = await updater.rest('PATCH', `/n/v1/task/${urn}`, { body: { project } });
      return body.errors.map(({ related: _, ...rest }: { related: unknown }) => rest);
    };
    expect(await refusal(archived.urn)).toEqual(await refusal(crypto.randomUUID()));
  });
});
