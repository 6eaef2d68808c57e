// A page of the long list of a row costs what it shows: not what the same list of another row has, nor the whole list. Rows that
// statements read are counted, never time.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Statement } from '../../src/database/connection/statement.ts';
import { copy } from '../support/copies.ts';
import { withClient } from '../support/database.ts';
import { carriedOut, mostReadDuring, stepsOf } from '../support/plans.ts';
import { startService, type Tenant, type TestService } from '../support/service.ts';
import { membership } from '../support/community.ts';
import { subscribe } from '../support/webhooks.ts';
import { bareTask, made } from '../support/work.ts';

const [many, few] = [1_500, 3];
/** Rows that a page of five reads at most. */
const most = 100;

let service: TestService;
let tenant: Tenant;
const sent: Statement[] = [];

beforeAll(async () => {
  service = await startService({}, { onStatement: (statement) => sent.push(statement as Statement) });
  tenant = await service.tenant();
});
afterAll(() => service.close());

interface List {
  /** The kind of the parent, as the graph names it, and its list. */
  readonly of: string;
  readonly list: string;
  readonly table: string;
  /** The columns of the elements that differ, as SQL of `i`, but for the urn and the time. */
  readonly columns: Readonly<Record<string, string>>;
  /** Makes a parent with one element. */
  readonly make: (name: string) => Promise<{ readonly parent: string; readonly element: string }>;
}

const owned = (): { readonly owner: string } => ({ owner: tenant.company });
const tomorrow = (): string => new Date(Date.now() + 86_400_000).toISOString();
const child = async (kind: string, body: object): Promise<string> =>
  String((await made(tenant, kind, { ...owned(), ...body })).urn);
const lists: readonly List[] = [
  {
    ...{ of: 'project', list: 'tasks', table: 'task', columns: {} },
    async make(name) {
      const parent = await child('project', { name });
      return { parent, element: await child('task', { ...bareTask, title: name, project: parent }) };
    },
  },
  {
    ...{ of: 'workflowStage', list: 'tasks', table: 'task', columns: {} },
    async make(name) {
      const workflow = await made(tenant, 'workflow', { ...owned(), name, stages: [{ name, order: 0 }] });
      const parent = String(workflow.stages[0].urn);
      return { parent, element: await child('task', { ...bareTask, title: name, workflowStage: parent }) };
    },
  },
  {
    ...{ of: 'group', list: 'threads', table: 'message_thread', columns: {} },
    async make(name) {
      const parent = await child('group', { name });
      return { parent, element: await child('messagethread', { group: parent, name }) };
    },
  },
  {
    ...{ of: 'messageThread', list: 'posts', table: 'thread_post', columns: { position: 'n.i + 1' } },
    async make(name) {
      const parent = await child('messagethread', { group: await child('group', { name }), name });
      return { parent, element: await child('threadpost', { messageThread: parent, content: name }) };
    },
  },
  {
    ...{ of: 'task', list: 'logs', table: 'task_log', columns: {} },
    async make(name) {
      const parent = await child('task', { ...bareTask, title: name });
      return { parent, element: await child('tasklog', { task: parent, activity: 'COMMENT_ADDED', comment: name }) };
    },
  },
  {
    ...{ of: 'group', list: 'memberships', table: 'group_membership', columns: { identity: 'n.urn' } },
    async make(name) {
      const parent = await child('group', { name });
      const [identity, later] = [await child('identity', {}), tomorrow()];
      return { parent, element: await child('groupmembership', membership(parent, identity, { endTimestamp: later })) };
    },
  },
  {
    ...{ of: 'apiClient', list: 'bearerTokens', table: 'api_client_bearer_token', columns: { token_hash: 'n.urn' } },
    async make(name) {
      const parent = await child('apiclient', { name });
      return {
        parent,
        element: await child('apiclientbearertoken', { apiClient: parent, expirationTimestamp: tomorrow() }),
      };
    },
  },
  {
    ...{ of: 'apiClient', list: 'webhookSubscriptions', table: 'webhook_subscription', columns: {} },
    async make(name) {
      const parent = await child('apiclient', { name });
      return {
        parent,
        element: await subscribe(tenant, parent, 'https://receiver.example.com/', { status: 'PAUSED' }),
      };
    },
  },
];

describe.each(lists)('$list of a $of', ({ of, list, table, columns, make }) => {
  const parents: Record<'large' | 'small', string> = { large: '', small: '' };

  beforeAll(async () => {
    for (const [size, count] of [
      ['large', many],
      ['small', few],
    ] as const) {
      const { parent, element } = await make(size);
      parents[size] = parent;
      await copy(service.databaseUrl, { table, urn: element }, count - 1, columns);
    }
    await withClient(service.databaseUrl, (pg) => pg.query('VACUUM ANALYZE'));
  });

  test.each(['large', 'small'] as const)('the first page of the %s one, and the next', async (size) => {
    const page = `${list}(first: 2) { nodes { urn } pageInfo { endCursor } }`;
    const { data } = await tenant.graph(`{ ${of}(urn: "${parents[size]}") { ${page} } }`);
    const { nodes, pageInfo } = data[of][list];
    expect(nodes).toHaveLength(2);
    const next = `${list}(first: 2, after: "${String(pageInfo.endCursor)}") { nodes { urn } }`;
    for (const selection of [page, next, `${list}(last: 2) { nodes { urn } }`]) {
      const read = await mostRead(table, async () => {
        const answer = await tenant.graph(`{ ${of}(urn: "${parents[size]}") { ${selection} } }`);
        expect(answer.errors).toBeUndefined();
      });
      expect(read, selection).toBeLessThan(most);
    }
    const path = `/n/v1/${of.toLowerCase()}/${parents[size]}/${list.toLowerCase()}?limit=2`;
    const read = await mostRead(table, async () => {
      const answer = await tenant.rest('GET', path);
      expect(answer.status, answer.text).toBe(200);
    });
    expect(read, path).toBeLessThan(most);
  });
});

/** Most rows of a table that one of the statements of a request reads. */
function mostRead(table: string, request: () => Promise<unknown>): Promise<number> {
  return mostReadDuring(request, { sent, databaseUrl: service.databaseUrl }, table);
}

test('when the last post of a long thread was written is read from its end', async () => {
  const group = await child('group', { name: 'Group' });
  const thread = await child('messagethread', { group, name: 'Thread' });
  const read = async (): Promise<unknown> => {
    const { data } = await tenant.graph(`{ messageThread(urn: "${thread}") { lastPostTimestamp } }`);
    return data.messageThread.lastPostTimestamp;
  };
  expect(await read()).toBeNull();
  const last = await made(tenant, 'threadpost', { ...owned(), messageThread: thread, content: 'Hello' });
  await copy(service.databaseUrl, { table: 'thread_post', urn: String(last.urn) }, many, { position: 'n.i + 1' });
  await withClient(service.databaseUrl, (pg) => pg.query('VACUUM ANALYZE thread_post'));
  const rows = await mostRead('thread_post', async () => expect(await read()).toBe(last.createdTimestamp));
  expect(rows).toBeLessThan(most);
  // A removed one counts no more.
  await withClient(service.databaseUrl, (pg) =>
    pg.query('UPDATE thread_post SET deleted_timestamp = now() WHERE urn = $1', [last.urn]),
  );
  expect(String(await read()) < String(last.createdTimestamp)).toBe(true);
});

test('what is found in order is not sorted again to be shown', async () => {
  const { urn } = await made(tenant, 'project', { ...owned(), name: 'Project' });
  sent.length = 0;
  await tenant.graph(`{ project(urn: "${String(urn)}") { tasks(first: 2) { nodes { urn } } } }`);
  const [statement, ...others] = sent.filter(({ text }) => text.includes('"task"'));
  expect(others).toEqual([]);
  const plan = await withClient(service.databaseUrl, async (client) => {
    await client.query('SET plan_cache_mode = force_generic_plan');
    return carriedOut(client, statement ?? expect.fail());
  });
  expect(stepsOf(plan, 'Sort')).toBe(0);
});
