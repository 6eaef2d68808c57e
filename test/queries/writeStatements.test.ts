// The statements of each kind of write, and of a bulk: those of its transaction, BEGIN and COMMIT apart, and those around it. What
// comes after the commit (numbering, search index, webhooks) is not counted.
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { bulksOf, statuses, type Operation } from '../support/bulk.ts';
import { community, type Community } from '../support/community.ts';
import { startService, type Tenant, type TestService } from '../support/service.ts';
import { bareTask } from '../support/work.ts';

let service: TestService;
let people: Community;
let tenant: Tenant;

beforeAll(async () => {
  service = await startService({});
  people = await community(service);
  tenant = people.admin;
});
afterAll(() => service.close());

const { send } = bulksOf(() => tenant);

/** What processes do on a schedule and after commits. */
const beside =
  /^\/\*|SKIP LOCKED LIMIT|min\(due\)|"?event_log"?|last_sequence|"setting"|last_used_timestamp|727279|live_part AS|(?:FROM|DELETE FROM|INSERT INTO|UPDATE) "search_(?:document|draft)|FROM "search_(?:row_)?queue"/;

/** The statements of the write, the second time that such a one is sent. */
async function sentBy(write: () => Promise<unknown>): Promise<string[]> {
  await write();
  const from = service.statements.length;
  await write();
  return service.statements.slice(from).filter((text) => !beside.test(text));
}

async function expectAtMost(most: number, write: () => Promise<unknown>): Promise<void> {
  const sent = await sentBy(write);
  expect(sent.length, sent.map((text) => text.slice(0, 200)).join('\n')).toBeLessThanOrEqual(most);
}

async function made(path: string, body: Readonly<Record<string, unknown>>): Promise<string> {
  const answer = await tenant.rest('POST', `/n/v1/${path}?fields=urn`, { body });
  expect(answer.status, answer.text).toBe(201);
  return answer.body.urn;
}

const page = (status = 'DRAFT_UNPUBLISHED'): Promise<string> => {
  const urn = crypto.randomUUID();
  return made('entity', { urn, owner: tenant.company, name: 'Page', path: `/${urn}`, language: 'en', status });
};

let place = 0;
const text = (entity: string, more: Operation = {}): Operation => ({
  entity,
  name: 'text',
  sortOrder: (place += 1),
  value: 'One',
  ...more,
});

test('of an item that is created, changed or deleted: at most six', async () => {
  const entity = await page();
  await expectAtMost(6, () => made('textitem', text(entity)));
  const item = await made('textitem', text(entity));
  let at = 0;
  await expectAtMost(2, async () => {
    const body = { value: String((at += 1)) };
    expect((await tenant.rest('PATCH', `/n/v1/textitem/${item}?fields=value`, { body })).body).toMatchObject(body);
  });
  const items = [await made('textitem', text(entity)), await made('textitem', text(entity))];
  await expectAtMost(6, async () => {
    expect((await tenant.rest('DELETE', `/n/v1/textitem/${String(items.pop())}`)).status).toBe(204);
  });
});

test('of a group or a thread that is changed: at most two', async () => {
  const group = await people.make('group', { name: 'Group' });
  const thread = await people.make('messagethread', { group, name: 'Thread' });
  const texts = { [`group/${group}`]: 'description', [`messagethread/${thread}`]: 'name' };
  for (const [path, field] of Object.entries(texts)) {
    const write = async (): Promise<void> => {
      const body = { [field]: crypto.randomUUID() };
      expect((await tenant.rest('PATCH', `/n/v1/${path}?fields=${field}`, { body })).body).toMatchObject(body);
    };
    // One that is being indexed meanwhile is changed step by step.
    await vi.waitFor(() => expectAtMost(2, write));
  }
});

test('of a task that is created or changed: at most six', async () => {
  const task = (): Promise<string> => made('task', { ...bareTask, title: 'Task' });
  await expectAtMost(6, task);
  const urn = await task();
  let at = 0;
  await expectAtMost(6, async () => {
    const body = { title: `Task ${String((at += 1))}` };
    expect((await tenant.rest('PATCH', `/n/v1/task/${urn}?fields=title`, { body })).body).toMatchObject(body);
  });
});

test('of a task that is deleted, with its log: at most six', async () => {
  const task = (): Promise<string> => made('task', { ...bareTask, title: 'Task' });
  const tasks = [await task(), await task()];
  await expectAtMost(6, async () => {
    expect((await tenant.rest('DELETE', `/n/v1/task/${String(tasks.pop())}`)).status).toBe(204);
  });
});

test('of a page that is created: at most six; that is changed: at most seven', async () => {
  await expectAtMost(6, page);
  const urn = await page();
  await expectAtMost(7, async () => {
    const body = { name: crypto.randomUUID() };
    expect((await tenant.rest('PATCH', `/n/v1/entity/${urn}?fields=name`, { body })).body).toMatchObject(body);
  });
});

/** A thread of a group with members. */
async function threadOf(members: number): Promise<string> {
  const group = await people.make('group', { name: 'Group' });
  await people.join(
    group,
    ...(await Promise.all(Array.from({ length: members }, (_, at) => people.person(String(at))))),
  );
  return people.make('messagethread', { group, name: 'Thread' });
}

test('of a post in a thread of 20 members: at most ten', async () => {
  const thread = await threadOf(20);
  await expectAtMost(10, () => made('threadpost', { messageThread: thread, content: 'Hello', mentions: [] }));
});

const hundred = <T>(make: (at: number) => T): T[] => Array.from({ length: 100 }, (_, at) => make(at));

/** What is made in a bulk, in places that are made for it, and what is changed of it, each of it once. */
interface Bulk {
  readonly make: () => Promise<() => Operation>;
  readonly changes: readonly (() => Operation)[];
  /** The most statements of a bulk of 100. */
  readonly most: number;
  /** Whether each is deleted by itself. */
  readonly isDeletedAlone?: true;
}

const pages = (status: string): Promise<() => Operation> =>
  Promise.resolve(() => {
    const urn = crypto.randomUUID();
    const texts = [{ name: 'text', sortOrder: 0, value: 'One' }];
    return { urn, owner: tenant.company, name: 'Page', path: `/${urn}`, language: 'en', status, texts };
  });
const renamed = (): Operation => ({ name: crypto.randomUUID() });

const bulks: Readonly<Record<string, Bulk>> = {
  textitem: {
    async make() {
      const entity = await page();
      return () => text(entity);
    },
    changes: [() => ({ value: crypto.randomUUID() })],
    most: 40,
  },
  task: {
    async make() {
      const project = await people.make('project', { name: 'Project' });
      const entity = await page();
      return () => ({ ...bareTask, owner: tenant.company, title: 'Task', project, associatedEntities: [entity] });
    },
    changes: [() => ({ title: crypto.randomUUID(), status: 'COMPLETED' })],
    most: 40,
  },
  'task in a stage': {
    async make() {
      const stages = ['First', 'Next', 'Last'].map((name) => ({ urn: crypto.randomUUID(), name }));
      stagesOfTasks = stages.map(({ urn }) => urn);
      const allowed = stages.map((stage, at) => ({
        order: at,
        ...stage,
        allowedNext: stagesOfTasks.slice(at + 1),
        taskLimit: 900,
      }));
      await made('workflow', { owner: tenant.company, name: 'Workflow', stages: allowed });
      return () => ({ ...bareTask, owner: tenant.company, title: 'Task', workflowStage: stagesOfTasks[0] });
    },
    changes: [() => ({ workflowStage: stagesOfTasks[1], assignee: null }), () => ({ workflowStage: stagesOfTasks[2] })],
    most: 40,
  },
  'task with edges': {
    async make() {
      const [one, two] = [await bare(), await bare()];
      return () => ({ ...bareTask, owner: tenant.company, title: 'Task', blockedBy: [one], associatedTasks: [two] });
    },
    changes: [],
    most: 40,
    isDeletedAlone: true,
  },
  threadpost: {
    async make() {
      const messageThread = await threadOf(20);
      // The first post makes the notifications of the members.
      await made('threadpost', { messageThread, content: 'Hello' });
      return () => ({ messageThread, content: 'Hello' });
    },
    changes: [() => ({ content: crypto.randomUUID() })],
    most: 40,
  },
  entity: { make: () => pages('DRAFT_UNPUBLISHED'), changes: [renamed], most: 40 },
  'entity that is live': {
    make: () => pages('PUBLISH'),
    changes: [renamed, () => ({ status: 'DRAFT_UNPUBLISHED' }), () => ({ status: 'PUBLISH' })],
    most: 40,
  },
};

let stagesOfTasks: readonly string[] = [];
const bare = (): Promise<string> => made('task', { ...bareTask, title: 'Task' });

describe.each(Object.keys(bulks))('of a bulk of 100 of the kind %s: at most 40 for each way', (name) => {
  // What is held to be indexed is written one by one.
  let indexer: pg.Client;
  beforeAll(async () => {
    indexer = new pg.Client({ connectionString: service.databaseUrl });
    await indexer.connect();
    await indexer.query('SELECT pg_advisory_lock(727279)');
  });
  afterAll(() => indexer.end());

  test.each(['ATOMIC', 'INDEPENDENT'] as const)('%s', async (mode) => {
    const { make, changes, most, isDeletedAlone = false } = bulks[name] as Bulk;
    const [kind = ''] = name.split(' ');
    const body = await make();
    const bulk = async (status: number, operations: readonly Operation[]): Promise<string[]> => {
      const answer = await send(mode, operations);
      expect([answer.status, new Set(statuses(answer))]).toEqual([200, new Set([status])]);
      return answer.body.results.map(({ urn }: { urn: string }) => urn);
    };
    const urns: string[] = [];
    await expectAtMost(most, async () => {
      const operations = hundred(() => ({ method: 'POST', path: `/n/v1/${kind}`, body: body() }));
      urns.push(...(await bulk(201, operations)));
    });
    for (const change of changes) {
      const halves = [urns.slice(0, 100), urns.slice(100)];
      await expectAtMost(most, () =>
        bulk(
          200,
          (halves.pop() ?? []).map((urn) => ({ method: 'PATCH', path: `/n/v1/${kind}/${urn}`, body: change() })),
        ),
      );
    }
    if (isDeletedAlone) return;
    await expectAtMost(most, () =>
      bulk(
        204,
        urns.splice(0, 100).map((urn) => ({ method: 'DELETE', path: `/n/v1/${kind}/${urn}` })),
      ),
    );
  });
});
