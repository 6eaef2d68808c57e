// What a caller reads of a resource and sends back changes nothing that it may not read: in each list that an update
// replaces, what the caller is not shown stays where it is, and the version says nothing of it.
// Resource reference 1.5 ("a list is replaced as a whole"), 7.2.
import { beforeAll, describe, expect, test } from 'vitest';
import { loadContract } from '../../src/contract/load.ts';
import { isChildList, linkLists } from '../../src/contract/fieldGroups.ts';
import { community, type Community, type Person } from '../support/community.ts';
import { page, type Body } from '../support/content.ts';
import { sharedService, type SharedService } from '../support/service.ts';
import { bareTask, made } from '../support/work.ts';

let service: SharedService;
let world: Community;
beforeAll(async () => {
  service = await sharedService();
  world = await community(service);
});

/** A resource with what a list of it holds, and who may change it and read but the visible ones. */
interface Held {
  readonly path: string;
  readonly caller: Person;
  readonly visible: string;
  readonly hidden: string;
  /** How an element is sent; a link is its urn. */
  readonly sent?: (urn: string) => unknown;
}

const people = async (): Promise<[string, string]> => [
  await world.make('identity', { name: 'Seen' }),
  await world.make('identity', { name: 'Hidden' }),
];
const pages = async (): Promise<[string, string]> => [
  (await page(world.admin, null, { status: 'PUBLISH' })).urn,
  (await page(world.admin, null, { status: 'PUBLISH' })).urn,
];
const companies = async (): Promise<[string, string]> => [
  await world.make('company', { name: 'Seen' }),
  await world.make('company', { name: 'Hidden' }),
];
const tasks = async (): Promise<[string, string]> => [
  await world.make('task', { ...bareTask, title: 'Seen' }),
  await world.make('task', { ...bareTask, title: 'Hidden' }),
];

// The hidden one comes first: where it stands shows when it has been taken out and put back.
const ofTask = (list: string, scope: string, make: () => Promise<[string, string]>) => async (): Promise<Held> => {
  const [visible, hidden] = await make();
  const urn = await world.make('task', { ...bareTask, title: 'It', [list]: [hidden, visible] });
  const caller = await world.holder(['TASK', urn, 'UPDATE'], [scope, visible, 'READ']);
  return { path: `task/${urn}`, caller, visible, hidden };
};

const lists: Readonly<Record<string, (() => Promise<Held>) | 'READ_WITH_ITS_WORKFLOW'>> = {
  'Task.associatedIdentities': ofTask('associatedIdentities', 'IDENTITY', people),
  'Task.associatedEntities': ofTask('associatedEntities', 'ENTITY', pages),
  'Task.associatedCompanies': ofTask('associatedCompanies', 'COMPANY', companies),
  'Task.associatedTasks': ofTask('associatedTasks', 'TASK', tasks),
  'Task.blockedBy': ofTask('blockedBy', 'TASK', tasks),
  'Task.blocking': ofTask('blocking', 'TASK', tasks),
  async 'Identity.companies'() {
    const [visible, hidden] = await companies();
    const urn = await world.make('identity', { name: 'It', companies: [hidden, visible] });
    const caller = await world.holder(['IDENTITY', urn, 'UPDATE'], ['COMPANY', visible, 'READ']);
    return { path: `identity/${urn}`, caller, visible, hidden };
  },
  async 'EntityList.entities'() {
    const [visible, hidden] = await pages();
    const urn = await world.make('entitylist', { name: 'It', entities: [{ entity: hidden }, { entity: visible }] });
    const caller = await world.holder(['ENTITY_LIST', urn, 'UPDATE'], ['ENTITY', visible, 'READ']);
    return { path: `entitylist/${urn}`, caller, visible, hidden, sent: (entity) => ({ entity }) };
  },
  async 'ThreadPost.mentions'() {
    const group = await world.group();
    const author = await world.person('Author', ['READ', 'COMMENT']);
    const [one, other] = [await world.person('Seen'), await world.person('Hidden')];
    await world.join(group, author, one, other);
    const thread = await world.make('messagethread', { group, name: 'T' });
    const post = await made(author, 'threadpost', {
      messageThread: thread,
      content: 'Hi',
      mentions: [other.identity, one.identity],
    });
    // From now on the author reads one of them alone, and the thread by itself.
    const edges: Body = await world.admin.rest('GET', `/n/v1/permissions?filter[subjectUrn]=${author.client}`);
    for (const { urn } of edges.body.permissions) await world.admin.rest('DELETE', `/n/v1/permission/${urn}`);
    await world.grant('API_CLIENT', author.client, 'IDENTITY', one.identity, 'READ');
    await world.grant('API_CLIENT', author.client, 'MESSAGE_THREAD', thread, 'COMMENT');
    return { path: `threadpost/${post.urn}`, caller: author, visible: one.identity, hidden: other.identity };
  },
  'Workflow.stages': 'READ_WITH_ITS_WORKFLOW',
  'WorkflowStage.allowedNext': 'READ_WITH_ITS_WORKFLOW',
};

const replaced = loadContract()
  .resources.filter(({ operations }) => operations.has('UPDATE'))
  .flatMap((kind) =>
    [...linkLists(kind), ...kind.fields.filter(isChildList)]
      .filter((field) => !field.isReadOnly && !field.isIgnoredOnUpdate)
      .map((field) => `${kind.name}.${field.name}`),
  );

test('each list that an update replaces is looked at', () => {
  expect(Object.keys(lists).sort()).toEqual([...new Set(replaced)].sort());
});

const asAdministrator = async (path: string): Promise<Body> => (await world.admin.rest('GET', `/n/v1/${path}`)).body;

describe.each(Object.entries(lists).filter(([, make]) => typeof make === 'function'))('%s', (name, make) => {
  const list = String(name.split('.')[1]);
  const namesOf = (body: Body): string[] => body[list].map((one: Body) => one.entity?.urn ?? one.urn);

  test('sent back as it was read changes nothing', async () => {
    if (typeof make === 'string') return;
    const { path, caller, visible } = await make();
    const before = await asAdministrator(path);
    const read = await caller.rest('GET', `/n/v1/${path}`);
    expect(namesOf(read.body)).toEqual([visible]);
    const sent = await caller.rest('PUT', `/n/v1/${path}`, { body: read.body });
    expect([sent.status, sent.body.version], sent.text).toEqual([200, read.body.version]);
    expect(await asAdministrator(path)).toEqual(before);
  });

  test('emptied keeps what the caller may not read', async () => {
    if (typeof make === 'string') return;
    const { path, caller, visible, hidden, sent = (urn: string) => urn } = await make();
    const change = (urns: readonly string[]) =>
      caller.rest('PATCH', `/n/v1/${path}`, { body: { [list]: urns.map(sent) } });
    const emptied = await change([]);
    expect([emptied.status, namesOf(emptied.body)], emptied.text).toEqual([200, []]);
    expect(namesOf(await asAdministrator(path))).toEqual([hidden]);
    // And what it may read comes and goes as it says.
    const filled = await change(list === 'companies' ? [] : [visible]);
    expect([filled.status, namesOf(filled.body)], filled.text).toEqual([200, list === 'companies' ? [] : [visible]]);
  });
});

test('an entry of an entity that may not be read is not changed by its urn', async () => {
  const [visible, hidden] = await pages();
  const urn = await world.make('entitylist', { name: 'It', entities: [{ entity: hidden }] });
  const before = await asAdministrator(`entitylist/${urn}`);
  const caller = await world.holder(['ENTITY_LIST', urn, 'UPDATE'], ['ENTITY', visible, 'READ']);
  const entities = [{ urn: before.entities[0].urn, entity: visible }];
  const taken = await caller.rest('PUT', `/n/v1/entitylist/${urn}`, { body: { entities } });
  expect([taken.status, taken.body.code]).toEqual([409, 'ALREADY_EXISTS']);
  expect(await asAdministrator(`entitylist/${urn}`)).toEqual(before);
});

test('a task is assigned by who may do no more, with all of it sent back, whatever else stands in its lists', async () => {
  const [, hidden] = await tasks();
  const [, person] = await people();
  const urn = await world.make('task', {
    ...bareTask,
    title: 'It',
    blockedBy: [hidden],
    associatedIdentities: [person],
  });
  const caller = await world.holder(['TASK', urn, 'ASSIGN']);
  const read = await caller.rest('GET', `/n/v1/task/${urn}`);
  const assigned = await caller.rest('PUT', `/n/v1/task/${urn}`, { body: { ...read.body, assignee: caller.identity } });
  expect([assigned.status, assigned.body.assignee?.urn], assigned.text).toEqual([200, caller.identity]);
  // Neither is it told what else stands there, by naming it.
  for (const guess of [hidden, crypto.randomUUID()]) {
    const body = { blockedBy: [guess], assignee: null };
    const guessed = await caller.rest('PATCH', `/n/v1/task/${urn}`, { body });
    expect([guessed.status, guessed.body.detail]).toEqual([403, 'The label UPDATE is needed on this Task.']);
  }
  const kept = await asAdministrator(`task/${urn}`);
  expect([kept.blockedBy, kept.associatedIdentities].flat().map((one: Body) => one.urn)).toEqual([hidden, person]);
});
