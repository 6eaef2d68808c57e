// A refusal names nothing that its caller may not read: the urns in it are those that were sent, or of what can be read. Each
// refusal that names others is brought about by a caller who sees them and by one who does not. Resource reference 1.2, 7.2.
import { beforeAll, describe, expect, test } from 'vitest';
import type { RestAnswer } from '../support/client.ts';
import { community, membership, type Community, type Person } from '../support/community.ts';
import { sharedService, type SharedService } from '../support/service.ts';
import { bareTask } from '../support/work.ts';

let service: SharedService;
let town: Community;

beforeAll(async () => {
  service = await sharedService();
  town = await community(service);
});

type Grant = readonly [scope: string, urn: string, label: string];

/** A refusal to bring about: what the caller needs for it, what it names, and what lets the caller see that. */
interface Attempt {
  readonly ask: (caller: Person, headers?: Readonly<Record<string, string>>) => Promise<RestAnswer>;
  readonly code: string;
  readonly needs: (caller: Person) => readonly Grant[];
  readonly named: string;
  readonly shows: Grant;
}

const task = (more: object): Promise<string> => town.make('task', { ...bareTask, title: 'Task', ...more });

async function stageWithTask(): Promise<{ workflow: string; first: string; stage: string; held: string }> {
  const stages = [
    { name: 'One', order: 1 },
    { name: 'Two', order: 2 },
  ];
  const workflow = await town.make('workflow', { name: 'Workflow', stages });
  const { body } = await town.admin.rest('GET', `/n/v1/workflow/${workflow}?expand=stages`);
  const [first, second] = (body.stages as { urn: string }[]).map(({ urn }) => urn);
  const held = await task({ workflowStage: second });
  return { workflow, first: String(first), stage: String(second), held };
}

async function ofStage(
  way: (at: { workflow: string; first: string; stage: string }) => [string, string, object?],
): Promise<Attempt> {
  const at = await stageWithTask();
  const [method, path, body] = way(at);
  return {
    ask: (caller, headers = {}) => caller.rest(method, `/n/v1/${path}`, { headers, ...(body && { body }) }),
    code: 'IN_USE',
    needs: () => [['WORKFLOW', at.workflow, 'ADMIN']],
    named: at.held,
    shows: ['TASK', at.held, 'READ'],
  };
}

const attempts: Readonly<Record<string, () => Promise<Attempt>>> = {
  'the removal of a stage that holds tasks': () => ofStage(({ stage }) => ['DELETE', `workflowstage/${stage}`]),
  'the removal of a workflow that holds tasks': () => ofStage(({ workflow }) => ['DELETE', `workflow/${workflow}`]),
  'a list of stages without one that holds tasks': () =>
    ofStage(({ workflow, first }) => [
      'PATCH',
      `workflow/${workflow}`,
      { stages: [{ urn: first, name: 'One', order: 1 }] },
    ]),
  'the erasure of a person whom a client acts as': async () => {
    const person = await town.person('Kept', []);
    return {
      ask: (caller, headers = {}) => caller.rest('POST', `/n/v1/identity/${person.identity}/erase`, { headers }),
      code: 'IN_USE',
      needs: () => [['IDENTITY', person.identity, 'ADMIN']],
      named: person.client,
      shows: ['API_CLIENT', person.client, 'ADMIN'],
    };
  },
  'a second membership': async () => {
    const group = await town.group();
    const { identity } = await town.person('Member', []);
    const named = await town.make('groupmembership', membership(group, identity));
    return {
      ask: (caller, headers = {}) =>
        caller.rest('POST', '/n/v1/groupmembership', { headers, body: membership(group, identity) }),
      code: 'ALREADY_EXISTS',
      needs: () => [
        ['GROUP', group, 'MANAGE'],
        ['IDENTITY', identity, 'READ'],
      ],
      named,
      shows: ['GROUP', group, 'ADMIN'],
    };
  },
  'the completion of a task that waits for others': async () => {
    const [named, other] = [await task({}), await task({})];
    const waiting = await task({ blockedBy: [named, other] });
    return {
      ask: (caller, headers = {}) =>
        caller.rest('PATCH', `/n/v1/task/${waiting}`, { headers, body: { status: 'COMPLETED' } }),
      code: 'OPEN_BLOCKERS',
      needs: () => [['TASK', waiting, 'UPDATE']],
      named,
      shows: ['TASK', named, 'READ'],
    };
  },
  'tasks that would wait for one another': async () => {
    const first = await task({});
    const named = await task({ blockedBy: [first] });
    const last = await task({ blockedBy: [named] });
    return {
      ask: (caller, headers = {}) =>
        caller.rest('PATCH', `/n/v1/task/${first}`, { headers, body: { blockedBy: [last] } }),
      code: 'DEPENDENCY_CYCLE',
      needs: () => [
        ['TASK', first, 'ADMIN'],
        ['TASK', last, 'ADMIN'],
      ],
      named,
      shows: ['TASK', named, 'READ'],
    };
  },
  'the removal of a page that another refers to': async () => {
    const pageOf = (name: string): Promise<string> =>
      town.make('entity', { urn: crypto.randomUUID(), name, language: 'en', status: 'PUBLISH' });
    const [page, other] = [await pageOf('Page'), await pageOf('Other')];
    const body = { entity: other, name: 'reference', sortOrder: 0, entityReference: page };
    const named = await town.make('referenceitem', body);
    return {
      ask: (caller, headers = {}) => caller.rest('DELETE', `/n/v1/entity/${page}`, { headers }),
      code: 'IN_USE',
      needs: () => [['ENTITY', page, 'ADMIN']],
      named,
      shows: ['ENTITY', other, 'READ_DRAFT'],
    };
  },
};

/** A caller with these grants; `revoke` takes the last one. */
async function holder(grants: (caller: Person) => readonly Grant[]): Promise<Person & { revoke(): Promise<void> }> {
  const person = await town.person('Caller', []);
  let last = '';
  for (const [scope, urn, label] of grants(person))
    last = await town.grant('API_CLIENT', person.client, scope, urn, label);
  const revoke = async (): Promise<void> =>
    expect((await town.admin.rest('DELETE', `/n/v1/permission/${last}`)).status).toBe(204);
  return { ...person, revoke };
}

const seesIt = async (caller: Person, named: string): Promise<boolean> =>
  (await caller.data('query ($urn: ID!) { node(urn: $urn) { urn } }', { urn: named })).node !== null;

describe('What a refusal names can be read by its caller', () => {
  test.each(Object.entries(attempts))('%s', async (_, prepare) => {
    const { ask, code, needs, named, shows } = await prepare();
    const blind = await holder(needs);
    const refused = await ask(blind);
    expect([refused.status, refused.body.code], refused.text).toEqual([409, code]);
    expect(refused.text.includes(named)).toBe(await seesIt(blind, named));
    const seeing = await holder((caller) => [...needs(caller), shows]);
    const told = await ask(seeing);
    expect([told.status, told.body.code, await seesIt(seeing, named)], told.text).toEqual([409, code, true]);
    expect(told.text).toContain(named);
  });

  test.each(Object.entries(attempts))('also when it is repeated under its key: %s', async (_, prepare) => {
    const { ask, needs, named, shows } = await prepare();
    const caller = await holder((one) => [...needs(one), shows]);
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const told = await ask(caller, headers);
    expect([told.status, told.text.includes(named)]).toEqual([409, true]);
    await caller.revoke();
    const again = await ask(caller, headers);
    expect([again.status, again.text.includes(named)], again.text).toEqual([409, await seesIt(caller, named)]);
  });
});
