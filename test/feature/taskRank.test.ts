// The order of tasks within a stage: a task comes last when it enters, and is placed before or after another one. Resource reference 5.4.
import { beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../support/client.ts';
import { eventsOf, sql, type Body } from '../support/content.ts';
import { sharedService, type SharedService, type Tenant } from '../support/service.ts';
import { helper, made, task } from '../support/work.ts';

let service: SharedService;
let lead: Tenant;

beforeAll(async () => {
  service = await sharedService();
  lead = await service.tenant();
});

interface Board {
  readonly first: string;
  readonly second: string;
}

async function board(second: Record<string, unknown> = {}): Promise<Board> {
  const stages = [
    { name: 'Open', order: 1 },
    { name: 'Doing', order: 2, ...second },
  ];
  const { stages: made_ } = await made(lead, 'workflow', { owner: lead.company, name: 'W', stages });
  const [one, other] = made_.map((stage: Body) => stage.urn);
  return { first: one, second: other };
}

const inStage = (title: string, stage: string): Promise<string> => task(lead, title, { workflowStage: stage });

/** The titles of a stage in its order, on both faces. */
async function order(stage: string): Promise<string> {
  const query = `query ($stage: ID!, $order: [TaskOrderBy!]) {
    tasks(where: { workflowStage: { eq: $stage } }, orderBy: $order) { nodes { title rank } } }`;
  const titles = async (direction: string): Promise<string[]> => {
    const { tasks } = await lead.data(query, { stage, order: [{ field: 'RANK', direction }] });
    return tasks.nodes.map(({ title }: Body) => title);
  };
  const up = await titles('ASC');
  expect((await titles('DESC')).toReversed()).toEqual(up);
  const { body } = await lead.rest('GET', `/n/v1/tasks?filter[workflowStage]=${stage}&sort=rank`);
  expect(body.tasks.map(({ title }: Body) => title)).toEqual(up);
  return up.join(' ');
}

type Place = Readonly<Record<string, string>>;
type Faces = Readonly<
  Record<string, (client: Client, urn: string, place: Place, version?: string) => Promise<[string | null, Body[]]>>
>;

/** The stage afterwards, and the refusals. */
const faces: Faces = {
  async graph(client, urn, place, expectedVersion) {
    const mutation = `mutation ($urn: ID!, $before: ID, $after: ID, $expectedVersion: Long) {
      placeTask(urn: $urn, before: $before, after: $after, expectedVersion: $expectedVersion) {
        task { workflowStage { urn } } userErrors { code path } } }`;
    const { placeTask } = await client.data(mutation, { urn, ...place, expectedVersion });
    const errors = placeTask.userErrors.map(({ code, path }: Body) => ({ code, path: path ?? '' }));
    return [placeTask.task?.workflowStage?.urn ?? null, errors];
  },
  async rest(client, urn, place, version) {
    const headers: Record<string, string> = version === undefined ? {} : { 'if-match': `"${version}"` };
    const { status, body } = await client.rest('POST', `/n/v1/task/${urn}/place`, { body: place, headers });
    if (status === 200) return [body.workflowStage?.urn ?? null, []];
    const named = body.errors?.length > 0 ? body.errors : [{ code: body.code, path: '' }];
    return [null, named.map(({ code, path }: Body) => ({ code, path }))];
  },
};

describe.each(Object.keys(faces))('a task, by %s', (face) => {
  const place: Faces[string] = (...args) => {
    const act = faces[face];
    if (!act) throw new Error(face);
    return act(...args);
  };

  test('comes last when it enters a stage, and is placed before and after others', async () => {
    const { first, second } = await board();
    const [a, b, c] = [await inStage('a', first), await inStage('b', first), await inStage('c', first)];
    expect(await order(first)).toBe('a b c');
    expect(await place(lead, c, { before: a })).toEqual([first, []]);
    expect(await order(first)).toBe('c a b');
    expect(await place(lead, c, { after: a })).toEqual([first, []]);
    expect(await order(first)).toBe('a c b');
    expect(await place(lead, a, { after: b })).toEqual([first, []]);
    expect(await order(first)).toBe('c b a');
    const d = await inStage('d', second);
    expect(await place(lead, b, { before: d })).toEqual([second, []]);
    expect([await order(first), await order(second)]).toEqual(['c a', 'b d']);
    await lead.rest('PATCH', `/n/v1/task/${c}`, { body: { workflowStage: second } });
    expect(await order(second)).toBe('b d c');
    await lead.rest('PATCH', `/n/v1/task/${c}`, { body: { workflowStage: null } });
    expect((await lead.rest('GET', `/n/v1/task/${c}`)).body.rank).toBe('');
  });

  test('that stands there already is not written, and one that moves writes no other', async () => {
    const { first } = await board();
    const [a, b, c] = [await inStage('a', first), await inStage('b', first), await inStage('c', first)];
    const state = (): Promise<unknown> => Promise.all([a, b, c].map((urn) => eventsOf(service, urn)));
    const before = await state();
    expect(await place(lead, b, { after: a })).toEqual([first, []]);
    expect(await place(lead, b, { before: c })).toEqual([first, []]);
    expect(await state()).toEqual(before);
    await place(lead, c, { before: a });
    expect(await eventsOf(service, c)).toEqual(['CREATE', 'UPDATE rank,updatedTimestamp']);
    expect([await eventsOf(service, a), await eventsOf(service, b)]).toEqual([['CREATE'], ['CREATE']]);
  });

  test('is refused beside itself, what is in no stage, what is not to be read, and where its stage does not lead', async () => {
    const { first, second } = await board({ taskLimit: 1 });
    const [a, b] = [await inStage('a', first), await inStage('b', second)];
    const loose = await task(lead, 'loose');
    const stranger = await service.tenant();
    const stages = [{ name: 'Open', order: 1 }];
    const flow = await made(stranger, 'workflow', { owner: stranger.company, name: 'W', stages });
    const foreign = await task(stranger, 'foreign', { workflowStage: flow.stages[0].urn });
    const missing = crypto.randomUUID();
    const version = String((await lead.rest('GET', `/n/v1/task/${a}`)).body.version);
    const refusals = [
      await place(lead, a, { after: a }),
      await place(lead, a, { before: loose }),
      await place(lead, a, { after: foreign }),
      await place(lead, a, { after: missing }),
      await place(lead, a, {}),
      await place(lead, a, { before: b, after: b }),
      await place(lead, a, { after: b }),
      await place(lead, loose, { after: a }, '9'),
      await place(stranger, a, { after: foreign }),
    ];
    expect(
      refusals.map(([, errors]) => errors.map(({ code, path }) => `${String(code)} ${String(path)}`).join()),
    ).toEqual([
      'INVALID_REFERENCE /after',
      'INVALID_REFERENCE /before',
      'INVALID_REFERENCE /after',
      'INVALID_REFERENCE /after',
      'REQUIRED /after',
      'NOT_ALLOWED_TOGETHER /before',
      'CONFLICT /workflowStage',
      'PRECONDITION_FAILED ',
      'NOT_FOUND ',
    ]);
    expect([await order(first), await order(second)]).toEqual(['a', 'b']);
    expect(String((await lead.rest('GET', `/n/v1/task/${a}`)).body.version)).toBe(version);
  });

  test('is placed by who may assign it, and by nobody who may only read it', async () => {
    const { first } = await board();
    const [a, b] = [await inStage('a', first), await inStage('b', first)];
    const on = (label: string, objectUrn: string) => ({ label, objectUrn, objectScope: 'TASK' });
    const reads = [on('READ', a), on('READ', b)];
    const [reader, assigner] = [
      await helper(service, lead, reads),
      await helper(service, lead, [...reads, on('ASSIGN', b)]),
    ];
    expect(await place(reader, b, { before: a })).toEqual([null, [{ code: 'FORBIDDEN', path: '' }]]);
    expect(await order(first)).toBe('a b');
    await place(assigner, b, { before: a });
    expect(await order(first)).toBe('b a');
  });
});

test('many are placed at one and the same place, each alone there', async () => {
  const { first } = await board();
  const [a] = [await inStage('a', first), await inStage('z', first)];
  const some = await Promise.all(['b', 'c', 'd', 'e', 'f'].map((title) => inStage(title, first)));
  for (let round = 0; round < 6; round += 1)
    await Promise.all(some.map(async (urn) => lead.rest('POST', `/n/v1/task/${urn}/place`, { body: { after: a } })));
  const ranks = await sql(service, `SELECT "rank" FROM "task" WHERE "workflow_stage" = $1`, [first]);
  expect(new Set(ranks.map((row) => row['rank'])).size).toBe(7);
  expect(await order(first)).toMatch(/^a [b-f] [b-f] [b-f] [b-f] [b-f] z$/);
});

test('a task that comes back stands where it was, and no other has its rank', async () => {
  const { first } = await board();
  const [, b] = [await inStage('a', first), await inStage('b', first)];
  await lead.rest('DELETE', `/n/v1/task/${b}`);
  await inStage('c', first);
  await lead.rest('POST', `/n/v1/task/${b}/restore`);
  expect(await order(first)).toBe('a b c');
});

test('tasks that came without a rank stand before the others, and one placed beside them gets one', async () => {
  const { first } = await board();
  const [a, b] = [await inStage('a', first), await inStage('b', first)];
  await sql(service, `UPDATE "task" SET "rank" = '' WHERE "urn" = $1`, [b]);
  expect(await order(first)).toBe('b a');
  expect(await faces['rest']?.(lead, a, { before: b })).toEqual([first, []]);
  expect(await faces['rest']?.(lead, b, { after: a })).toEqual([first, []]);
  expect(await order(first)).toBe('a b');
});
