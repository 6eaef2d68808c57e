// What comes back from a deletion: not below what is deleted itself, nor without what it cannot be without, nor naming what is gone. Resource reference 1.2, 1.5.
import { beforeAll, describe, expect, test } from 'vitest';
import { eventsOf, page, text } from '../support/content.ts';
import { sharedService, type SharedService, type Tenant } from '../support/service.ts';
import { bareTask, made } from '../support/work.ts';

let service: SharedService;
let admin: Tenant;

beforeAll(async () => {
  service = await sharedService();
  admin = await service.tenant();
});

const status = async (method: string, path: string): Promise<unknown> => {
  const { status: code, body } = await admin.rest(method, `/n/v1/${path}`);
  return code < 300 ? code : [code, body.code, body.errors?.[0]?.path];
};

/** Makes a resource; answers its path. */
const make = async (kind: string, body: Record<string, unknown>): Promise<string> =>
  `${kind}/${String((await made(admin, kind, body)).urn)}`;
const urnIn = (path: string): string => path.split('/')[1] ?? '';

const draft = (): Record<string, unknown> => ({
  urn: crypto.randomUUID(),
  owner: admin.company,
  language: 'en',
  status: 'DRAFT_UNPUBLISHED',
});

type Pair = readonly [outer: string, inner: string];

const pairs: Readonly<Record<string, () => Promise<Pair>>> = {
  identity: async () => {
    const identity = await make('identity', { owner: admin.company, name: 'Ada' });
    return [identity, await make('email', { identity: urnIn(identity), email: 'ada@one.example' })];
  },
  person: async () => {
    const identity = await make('identity', { owner: admin.company, name: 'Ada' });
    const person = await make('person', { identity: urnIn(identity) });
    return [person, await make('personname', { person: urnIn(person), givenName: 'Ada' })];
  },
  workflow: async () => {
    const stages = ['One', 'Two'].map((name, order) => ({ name, order }));
    const workflow = await made(admin, 'workflow', { owner: admin.company, name: 'Flow', stages });
    return [`workflow/${String(workflow.urn)}`, `workflowstage/${String(workflow.stages[1].urn)}`];
  },
  entity: async () => {
    const entity = await page(admin, null, { texts: [text('One')] });
    return [`entity/${String(entity.urn)}`, `textitem/${String(entity.texts[0].urn)}`];
  },
  entityReference: async () => {
    const target = await make('entity', { ...draft(), name: 'Target' });
    const item = { entity: (await page(admin, null)).urn, name: 'to', sortOrder: 0, entityReference: urnIn(target) };
    return [target, await make('referenceitem', item)];
  },
  group: async () => {
    const group = await make('group', { owner: admin.company, name: 'Group' });
    return [group, await make('messagethread', { group: urnIn(group), purpose: 'GENERAL' })];
  },
  parentCompany: async () => {
    const company = await make('company', { owner: admin.company, name: 'Outer' });
    return [company, await make('company', { owner: urnIn(company), name: 'Inner' })];
  },
};

const named = (kind: string, more: Record<string, unknown> = {}): Promise<string> =>
  make(kind, { owner: admin.company, name: 'Named', ...more });
const workflow = (): Promise<string> => named('workflow', { stages: [{ name: 'One', order: 0 }] });
const ofTask = { ...bareTask, title: 'Task' };
const ofOwner = (): Record<string, unknown> => ({ owner: admin.company, name: 'Named' });
const thread = async (): Promise<Record<string, unknown>> => {
  const group = await make('group', ofOwner());
  return {
    messageThread: urnIn(await make('messagethread', { group: urnIn(group), purpose: 'GENERAL' })),
    content: 'Post',
  };
};

interface Optional {
  readonly body: () => Record<string, unknown> | Promise<Record<string, unknown>>;
  readonly target: (body: Record<string, unknown>) => Promise<string>;
}

const optional: Readonly<Record<string, Optional>> = {
  'task.assignee': { body: () => ofTask, target: () => named('identity') },
  'task.project': { body: () => ofTask, target: () => named('project') },
  'task.workflowStage': {
    body: () => ofTask,
    target: async () => make('workflowstage', { workflow: urnIn(await workflow()), name: 'Two', order: 1 }),
  },
  'project.lead': { body: ofOwner, target: () => named('identity') },
  'project.workflow': { body: ofOwner, target: workflow },
  'group.entity': { body: ofOwner, target: () => make('entity', { ...draft(), name: 'Content' }) },
  'company.entity': { body: ofOwner, target: () => make('entity', { ...draft(), name: 'Content' }) },
  'threadpost.replyTo': { body: thread, target: (body) => make('threadpost', body) },
};

describe.each(Object.entries(pairs))('What needs its %s', (field, pair) => {
  test('comes back after it, and not before', async () => {
    const [outer, inner] = await pair();
    expect(await status('DELETE', inner)).toBe(204);
    expect(await status('DELETE', outer)).toBe(204);
    expect(await status('POST', `${inner}/restore`)).toEqual([409, 'CONFLICT', `/${field}`]);
    expect(await status('GET', inner)).toEqual([404, 'NOT_FOUND', undefined]);
    expect(await status('POST', `${outer}/restore`)).toBe(200);
    expect(await status('POST', `${inner}/restore`)).toBe(200);
    expect(await status('GET', inner)).toBe(200);
  });
});

// A stage is not deleted while a task is in it, and an answer goes on naming a post that is gone.
const kept = ['task.workflowStage', 'threadpost.replyTo'];
const emptied = Object.entries(optional).filter(([name]) => !kept.includes(name));

describe.each(emptied)('%s', (name, { body, target }) => {
  const [kind = '', field = ''] = name.split('.');
  test('is emptied when what it names is deleted, as an update of that field', async () => {
    const bare = await body();
    const gone = await target(bare);
    const naming = await make(kind, { ...bare, [field]: urnIn(gone) });
    const { version } = (await admin.rest('GET', `/n/v1/${naming}`)).body;
    const before = (await eventsOf(service, urnIn(naming))).length;
    expect(await status('DELETE', gone)).toBe(204);
    expect((await admin.rest('GET', `/n/v1/${naming}`)).body).toMatchObject({
      [field]: null,
      version: Number(version) + 1,
    });
    expect((await eventsOf(service, urnIn(naming))).slice(before)).toEqual([`UPDATE ${field},updatedTimestamp`]);
    // And filled again when that comes back.
    expect(await status('POST', `${gone}/restore`)).toBe(200);
    const { body: filled } = await admin.rest('GET', `/n/v1/${naming}`);
    expect([filled[field].urn, filled.version]).toEqual([urnIn(gone), Number(version) + 2]);
    expect((await eventsOf(service, urnIn(naming))).slice(before)).toEqual(
      Array(2).fill(`UPDATE ${field},updatedTimestamp`),
    );
  });
});

describe.each(Object.entries(optional))('A restored %s', (name, { body, target }) => {
  const [kind = '', field = ''] = name.split('.');
  test('is null where what it named was deleted meanwhile, and is kept where that lives', async () => {
    const bare = await body();
    const [gone, alive] = [await target(bare), await target(bare)];
    const [first, second] = [gone, alive].map((to) => make(kind, { ...bare, [field]: urnIn(to) }));
    const [naming, keeping] = [await first, await second] as [string, string];
    for (const path of [naming, keeping, gone]) expect(await status('DELETE', path)).toBe(204);
    const restored = async (path: string): Promise<unknown> =>
      (await admin.rest('POST', `/n/v1/${path}/restore`)).body[field]?.urn ?? null;
    expect(await restored(naming)).toBeNull();
    expect(await restored(keeping)).toBe(urnIn(alive));
    expect((await admin.rest('GET', `/n/v1/${naming}`)).body).toMatchObject({ [field]: null });
    // Whichever of the two comes back last brings the link back.
    expect(await status('POST', `${gone}/restore`)).toBe(200);
    const last = (await admin.rest('GET', `/n/v1/${naming}`)).body[field]?.urn ?? null;
    expect(last).toBe(urnIn(gone));
  });
});

const parts: Readonly<Record<string, () => Promise<Pair>>> = {
  'an entity of a list': async () => {
    const target = await make('entity', { ...draft(), name: 'Target' });
    return [target, await named('entitylist', { entities: [{ entity: urnIn(target) }] })];
  },
  'what an item of an entity refers to': async () => {
    const target = await make('entity', { ...draft(), name: 'Target' });
    const entity = await page(admin, null);
    await make('referenceitem', { entity: entity.urn, name: 'to', sortOrder: 0, entityReference: urnIn(target) });
    return [target, `entity/${String(entity.urn)}`];
  },
};

test.each(Object.entries(parts))('What has %s in it comes back after that, and not before', async (_, pair) => {
  const [needed, whole] = await pair();
  expect(await status('DELETE', needed)).toEqual([409, 'IN_USE', '']);
  expect(await status('DELETE', whole)).toBe(204);
  expect(await status('DELETE', needed)).toBe(204);
  expect(await status('POST', `${whole}/restore`)).toEqual([409, 'CONFLICT', '']);
  expect(await status('GET', whole)).toEqual([404, 'NOT_FOUND', undefined]);
  expect(await status('POST', `${needed}/restore`)).toBe(200);
  expect(await status('POST', `${whole}/restore`)).toBe(200);
  expect(await status('GET', whole)).toBe(200);
});
