// Projects and workflows: statuses, stages as a list, how tasks move through them and how many a stage holds.
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { sharedService, type SharedService, type Tenant } from '../support/service.ts';
import { bareTask, helper, made, task } from '../support/work.ts';

let service: SharedService;
let lead: Tenant;

beforeAll(async () => {
  service = await sharedService();
  lead = await service.tenant();
});

interface Stage {
  readonly urn: string;
  readonly name: string;
}

async function workflow(
  stages: readonly Record<string, unknown>[],
): Promise<{ urn: string; version: number; stages: Stage[] }> {
  return made(lead, 'workflow', { owner: lead.company, name: 'W', stages });
}

const change = (kind: string, urn: string, body: unknown): ReturnType<Tenant['rest']> =>
  lead.rest('PATCH', `/n/v1/${kind}/${urn}`, { body });

describe('a project', () => {
  test('follows the table of its statuses', async () => {
    const { urn } = await made(lead, 'project', { owner: lead.company, name: 'P' });
    for (const status of ['ON_HOLD', 'ACTIVE', 'COMPLETED', 'ARCHIVED', 'ACTIVE', 'ARCHIVED']) {
      expect([(await change('project', urn, { status })).status, status]).toEqual([200, status]);
    }
    const refused = await change('project', urn, { status: 'COMPLETED' });
    expect([refused.status, refused.body.code, refused.body.errors[0].limit]).toEqual([
      409,
      'INVALID_TRANSITION',
      'ACTIVE',
    ]);
  });

  test('is not due before its start', async () => {
    const { urn } = await made(lead, 'project', {
      owner: lead.company,
      name: 'P',
      startTimestamp: '2026-02-01T00:00:00Z',
      dueTimestamp: '2026-02-01T00:00:00Z',
    });
    const early = await change('project', urn, { dueTimestamp: '2026-01-31T00:00:00Z' });
    expect([early.body.errors[0].path, early.body.errors[0].code]).toEqual(['/dueTimestamp', 'OUT_OF_RANGE']);
    const late = await change('project', urn, { startTimestamp: '2026-03-01T00:00:00Z' });
    expect(late.body.errors[0].path).toBe('/startTimestamp');
  });

  test('counts its tasks by status', async () => {
    const { urn } = await made(lead, 'project', { owner: lead.company, name: 'P' });
    await task(lead, 'A', { project: urn });
    await task(lead, 'B', { project: urn });
    await task(lead, 'C', { project: urn, status: 'CLOSED' });
    expect((await lead.rest('GET', `/n/v1/project/${urn}`)).body.taskCounts).toEqual({ PENDING: 2, CLOSED: 1 });
  });
});

describe('a workflow', () => {
  test('replaces its stages as a list: known ones are changed, new ones created, missing ones removed', async () => {
    const { urn, stages } = await workflow([
      { name: 'Todo', order: 1 },
      { name: 'Done', order: 2 },
    ]);
    const [todo] = stages;
    const changed = await change('workflow', urn, {
      stages: [
        { name: 'Review', order: 2 },
        { urn: todo?.urn, name: 'To do', order: 1 },
      ],
    });
    expect(changed.status, changed.text).toBe(200);
    expect(changed.body.stages.map((s: Stage) => s.name)).toEqual(['To do', 'Review']);
    expect(changed.body.stages[0].urn).toBe(todo?.urn);
    expect(changed.body.version).toBe(2);
  });

  test('keeps omitted members of a known stage, and validates a new one that brings its own urn', async () => {
    const [a, b, c] = [randomUUID(), randomUUID(), randomUUID()];
    const { urn } = await workflow([
      { urn: a, name: 'A', order: 1, allowedNext: [b], color: '#00ff00' },
      { urn: b, name: 'B', order: 2 },
    ]);
    const same = await change('workflow', urn, { stages: [{ urn: a }, { urn: b }] });
    expect([same.status, same.body.version]).toEqual([200, 1]);
    const read = await lead.data(`query ($a: ID!) { workflowStage(urn: $a) { color allowedNext { urn } } }`, { a });
    expect(read.workflowStage).toEqual({ color: '#00ff00', allowedNext: [{ urn: b }] });
    const bare = await change('workflow', urn, { stages: [{ urn: a }, { urn: b }, { urn: c, order: 3 }] });
    expect(bare.body.errors).toMatchObject([{ path: '/stages/2/name', code: 'REQUIRED' }]);
    const wrong = await change('workflow', urn, {
      stages: [
        { urn: a, color: 'red' },
        { urn: b, taskLimit: 0 },
      ],
    });
    expect(wrong.body.errors).toMatchObject([
      { path: '/stages/0/color', code: 'INVALID_FORMAT' },
      { path: '/stages/1/taskLimit', code: 'OUT_OF_RANGE' },
    ]);
    const stages = [{ urn: a, allowedNext: [c] }, { urn: b }, { urn: c, name: 'C', order: 3 }];
    const added = await change('workflow', urn, { stages });
    expect([added.status, added.body.version]).toEqual([200, 2]);
    const after = await lead.data(
      `query ($urns: [ID!]!) { nodes(urns: $urns) { ... on WorkflowStage { version allowedNext { name } } } }`,
      { urns: [a, b, c] },
    );
    expect(after.nodes).toEqual([
      { version: '2', allowedNext: [{ name: 'C' }] },
      { version: '1', allowedNext: [] },
      { version: '1', allowedNext: [] },
    ]);
  });

  test('replaces where tasks may go from a stage, and leaves it as it is when that is sent as it was', async () => {
    const { urn, stages } = await workflow([
      { name: 'A', order: 1 },
      { name: 'B', order: 2 },
      { name: 'C', order: 3 },
    ]);
    const [a, b, c] = stages.map((stage) => stage.urn);
    const send = async (allowedNext: readonly unknown[]): Promise<[string[], number]> => {
      const sent = stages.map((stage, at) => ({ urn: stage.urn, ...(at === 0 ? { allowedNext } : {}) }));
      const answer = await change('workflow', urn, { stages: sent });
      expect(answer.status, answer.text).toBe(200);
      const { body } = await lead.rest('GET', `/n/v1/workflowstage/${String(a)}`);
      return [body.allowedNext.map((one: Stage) => one.urn), Number(body.version)];
    };
    expect(await send([b])).toEqual([[b], 2]);
    expect(await send([b])).toEqual([[b], 2]);
    expect(await send([c, b])).toEqual([expect.arrayContaining([b, c]), 3]);
    expect(await send([])).toEqual([[], 4]);
  });

  test('keeps a stage that holds tasks', async () => {
    const { urn, stages } = await workflow([
      { name: 'Todo', order: 1 },
      { name: 'Done', order: 2 },
    ]);
    const [todo, done] = stages;
    const held = await task(lead, 'A', { workflowStage: done?.urn });
    const refused = await change('workflow', urn, { stages: [{ urn: todo?.urn, name: 'Todo', order: 1 }] });
    expect([refused.status, refused.body.code, refused.body.errors[0].related]).toEqual([409, 'IN_USE', [held]]);
    expect((await lead.rest('DELETE', `/n/v1/workflowstage/${String(done?.urn)}`)).body.code).toBe('IN_USE');
    expect((await lead.rest('DELETE', `/n/v1/workflow/${urn}`)).body.code).toBe('IN_USE');
    await change('task', held, { workflowStage: null });
    expect((await lead.rest('DELETE', `/n/v1/workflowstage/${String(done?.urn)}`)).status).toBe(204);
    expect((await lead.rest('DELETE', `/n/v1/workflowstage/${String(todo?.urn)}`)).body.code).toBe('CONFLICT');
    expect((await lead.rest('DELETE', `/n/v1/workflow/${urn}`)).status).toBe(204);
  });

  test('is the only default of its owner', async () => {
    const first = await made(lead, 'workflow', {
      owner: lead.company,
      name: 'First',
      isDefault: true,
      stages: [{ name: 'A', order: 1 }],
    });
    await made(lead, 'workflow', {
      owner: lead.company,
      name: 'Second',
      isDefault: true,
      stages: [{ name: 'A', order: 1 }],
    });
    const { workflows } = await lead.data(`{ workflows(where: { isDefault: { eq: true } }) { nodes { name } } }`);
    expect(workflows.nodes).toEqual([{ name: 'Second' }]);
    expect((await lead.rest('GET', `/n/v1/workflow/${String(first.urn)}`)).body.version).toBe(2);
  });

  test('becomes the default by those who may change every workflow of its owner', async () => {
    const stages = [{ name: 'A', order: 1 }];
    const standard = await made(lead, 'workflow', { owner: lead.company, name: 'Standard', isDefault: true, stages });
    const own = await made(lead, 'workflow', { owner: lead.company, name: 'Own', stages });
    const manager = await helper(service, lead, [
      { label: 'MANAGE', objectUrn: own.urn, objectScope: 'WORKFLOW' },
      { label: 'CREATE', objectUrn: lead.company, objectScope: 'COMPANY' },
    ]);
    const body = { owner: lead.company, name: 'New', isDefault: true, stages };
    const refused = [
      await manager.rest('PATCH', `/n/v1/workflow/${own.urn}`, { body: { isDefault: true } }),
      await manager.rest('POST', '/n/v1/workflow', { body }),
    ];
    expect(refused.map((answer) => answer.body.code)).toEqual(['FORBIDDEN', 'FORBIDDEN']);
    expect((await lead.rest('GET', `/n/v1/workflow/${standard.urn}`)).body).toMatchObject({
      isDefault: true,
      version: 1,
    });
    // What is the default already may be changed by whoever may change it.
    await change('workflow', own.urn, { isDefault: true });
    const read = await manager.rest('GET', `/n/v1/workflow/${own.urn}`);
    const renamed = await manager.rest('PUT', `/n/v1/workflow/${own.urn}`, { body: { ...read.body, name: 'Renamed' } });
    expect([renamed.status, renamed.body.name, renamed.body.isDefault], renamed.text).toEqual([200, 'Renamed', true]);
  });

  test('validates names, colors, limits and the transitions between stages', async () => {
    const refused = await lead.rest('POST', '/n/v1/workflow', {
      body: {
        owner: lead.company,
        name: 'W',
        stages: [
          { name: 'A', order: 1, color: 'red', taskLimit: 0 },
          { name: 'A', order: 2, allowedNext: [lead.company] },
        ],
      },
    });
    expect(refused.body.errors.map((e: { path: string; code: string }) => `${e.path} ${e.code}`).sort()).toEqual([
      '/stages/0/color INVALID_FORMAT',
      '/stages/0/taskLimit OUT_OF_RANGE',
      '/stages/1/allowedNext/0 INVALID_REFERENCE',
      '/stages/1/name DUPLICATE',
    ]);
    const [one, other] = [await workflow([{ name: 'A', order: 1 }]), await workflow([{ name: 'A', order: 1 }])];
    const foreign = await change('workflowstage', one.stages[0]?.urn ?? '', { allowedNext: [other.stages[0]?.urn] });
    expect([foreign.status, foreign.body.errors[0].path]).toEqual([422, '/allowedNext/0']);
  });
});

describe('a stage', () => {
  test('has a color of six digits, room for a task at least, and once it is there may be followed by itself', async () => {
    const { urn: inside } = await workflow([{ name: 'First', order: 1 }]);
    const made = async (more: object): Promise<unknown> => {
      const body = { workflow: inside, name: randomUUID(), order: 2, ...more };
      const answer = await lead.rest('POST', '/n/v1/workflowstage', { body });
      return answer.status === 201 ? 201 : [answer.body.errors[0].path, answer.body.errors[0].code];
    };
    for (const color of ['#1A2b3C', '#000000']) expect(await made({ color })).toBe(201);
    for (const color of ['#12345', '#1234567', '#12345g', '123456', '#1234 5'])
      expect(await made({ color }), color).toEqual(['/color', 'INVALID_FORMAT']);
    expect(await made({ taskLimit: 1 })).toBe(201);
    expect(await made({ taskLimit: 0 })).toEqual(['/taskLimit', 'OUT_OF_RANGE']);
    const urn = randomUUID();
    expect(await made({ urn, allowedNext: [urn] })).toEqual(['/allowedNext/0', 'INVALID_REFERENCE']);
    expect(await made({ urn })).toBe(201);
    const after = await change('workflowstage', urn, { allowedNext: [urn] });
    expect([after.status, after.body.allowedNext.map((one: Stage) => one.urn)]).toEqual([200, [urn]]);
  });

  test('is one of 50 at most, however it was added', async () => {
    const stages = Array.from({ length: 49 }, (_, at) => ({ name: `S${String(at)}`, order: at }));
    const { urn } = await workflow(stages);
    const add = (name: string): ReturnType<Tenant['rest']> =>
      lead.rest('POST', '/n/v1/workflowstage', { body: { workflow: urn, name, order: 100 } });
    expect((await add('Last')).status).toBe(201);
    const refused = await add('Superfluous');
    expect([refused.status, refused.body.errors[0]]).toMatchObject([
      422,
      { path: '/workflow', code: 'TOO_MANY', limit: 50 },
    ]);
  });

  test('lets tasks move where it allows, also between stages created together', async () => {
    const [a, b, c] = [randomUUID(), randomUUID(), randomUUID()];
    const { urn } = await workflow([
      { urn: a, name: 'A', order: 1, allowedNext: [b] },
      { urn: b, name: 'B', order: 2, allowedNext: [{ urn: c }, a] },
      { urn: c, name: 'C', order: 3 },
    ]);
    const read = await lead.data(
      `query ($urn: ID!) { workflow(urn: $urn) { stages { version allowedNext { name } } } }`,
      { urn },
    );
    const next = (...names: string[]): object => ({ version: '1', allowedNext: names.map((name) => ({ name })) });
    expect(read.workflow.stages).toEqual([next('B'), next('C', 'A'), next()]);
    const moved = await task(lead, 'T', { workflowStage: a });
    const refused = await change('task', moved, { workflowStage: c });
    expect([refused.status, refused.body.code, refused.body.errors[0].related]).toEqual([
      409,
      'INVALID_TRANSITION',
      [b],
    ]);
    for (const stage of [b, c, a]) expect((await change('task', moved, { workflowStage: stage })).status).toBe(200);
    // What a stage allows is of its own workflow: in another one a task starts over.
    const other = await workflow([{ name: 'Elsewhere', order: 1, allowedNext: [] }]);
    expect((await change('task', moved, { workflowStage: other.stages[0]?.urn })).status).toBe(200);
    expect((await change('task', moved, { workflowStage: c })).status).toBe(200);
  });

  test('never holds more tasks than its limit, under concurrent writes', async () => {
    const { stages } = await workflow([{ name: 'Doing', order: 1, taskLimit: 2 }]);
    const stage = stages[0]?.urn ?? '';
    const tasks = await Promise.all([1, 2, 3, 4].map((n) => task(lead, String(n))));
    const answers = await Promise.all(tasks.map((urn) => change('task', urn, { workflowStage: stage })));
    expect(answers.map((a) => a.status).sort()).toEqual([200, 200, 409, 409]);
    const refused = answers.find((a) => a.status === 409);
    expect([refused?.body.code, refused?.body.errors[0].path, refused?.body.errors[0].limit]).toEqual([
      'CONFLICT',
      '/workflowStage',
      2,
    ]);
    const inside = tasks[answers.findIndex((a) => a.status === 200)] ?? '';
    expect((await change('task', inside, { workflowStage: stage, title: 'Still here' })).status).toBe(200);
  });

  test('gives its status to a task that enters it, with the same guards', async () => {
    const { stages } = await workflow([
      { name: 'Doing', order: 1, taskStatus: 'IN_PROGRESS' },
      { name: 'Done', order: 2, taskStatus: 'COMPLETED' },
    ]);
    const [doing, done] = stages.map((s) => s.urn);
    const urn = await task(lead, 'A', { workflowStage: doing, blockedBy: [await task(lead, 'B')] });
    const read = await lead.rest('GET', `/n/v1/task/${urn}`);
    expect(read.body.status).toBe('IN_PROGRESS');
    // The status that a task has anyway may be sent along.
    const created = (status: string) =>
      lead.rest('POST', '/n/v1/task', { body: { ...bareTask, title: 'N', workflowStage: doing, status } });
    expect((await created('PENDING')).body.status).toBe('IN_PROGRESS');
    expect((await created('IN_PROGRESS')).body.status).toBe('IN_PROGRESS');
    expect((await created('BLOCKED')).body.errors[0].code).toBe('NOT_ALLOWED_TOGETHER');
    expect((await change('task', urn, { workflowStage: done })).body.code).toBe('OPEN_BLOCKERS');
    const both = await change('task', urn, { workflowStage: done, status: 'BLOCKED' });
    expect(both.body.errors[0]).toMatchObject({ path: '/status', code: 'NOT_ALLOWED_TOGETHER', limit: 'COMPLETED' });
    const moved = await change('task', urn, { workflowStage: done, status: 'IN_PROGRESS', blockedBy: [] });
    expect([moved.body.status, typeof moved.body.completedTimestamp]).toEqual(['COMPLETED', 'string']);
    expect((await change('task', urn, { status: 'IN_PROGRESS' })).body.workflowStage.urn).toBe(done);
    const blocked = await task(lead, 'C', { status: 'BLOCKED' });
    expect((await change('task', blocked, { workflowStage: done })).body.code).toBe('INVALID_TRANSITION');
  });

  test('that was deleted cannot be entered', async () => {
    const { stages } = await workflow([
      { name: 'A', order: 1 },
      { name: 'B', order: 2 },
    ]);
    const gone = stages[1]?.urn ?? '';
    await lead.rest('DELETE', `/n/v1/workflowstage/${gone}`);
    const refused = await lead.rest('POST', '/n/v1/task', { body: { ...bareTask, title: 'T', workflowStage: gone } });
    expect(refused.body.errors[0]).toMatchObject({ path: '/workflowStage', code: 'INVALID_REFERENCE' });
  });
});
