// FULL bodies say what was: the resource at the version that the event is about, with its children, however late it is delivered;
// of a deletion the last state before it. Resource reference 16.16.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { withClient } from '../support/database.ts';
import { startReceiver, type Receiver } from '../support/receiver.ts';
import { sharedService, type SharedService, type Tenant } from '../support/service.ts';
import {
  apiClient,
  deliveries,
  entity,
  eventually,
  rename,
  settled,
  subscribe,
  type Wire,
} from '../support/webhooks.ts';

let service: SharedService;
let tenant: Tenant;
let client: { urn: string; token: string };
let hook: Receiver;
const subscriptions: string[] = [];

beforeAll(async () => {
  service = await sharedService();
  tenant = await service.tenant();
  client = await apiClient(tenant);
  hook = await startReceiver();
});
afterEach(async () => {
  for (const urn of subscriptions.splice(0)) await tenant.rest('DELETE', `/n/v1/webhooksubscription/${urn}`);
  hook.forget();
  hook.answer(() => ({ status: 204 }));
});
afterAll(() => hook.close());

async function follow(more: Readonly<Record<string, unknown>>, receiver = client.urn): Promise<string> {
  const urn = await subscribe(tenant, receiver, hook.url, { payload: 'FULL', ...more });
  subscriptions.push(urn);
  return urn;
}

async function make(path: string, body: Readonly<Record<string, unknown>>): Promise<Wire> {
  const answer = await tenant.rest('POST', `/n/v1/${path}`, {
    body: { owner: tenant.company, ...(path === 'entity' && { urn: crypto.randomUUID() }), ...body },
  });
  expect({ path, status: answer.status, errors: answer.body.errors }).toEqual({ path, status: 201, errors: undefined });
  return answer.body;
}

const draft = { name: 'Page', language: 'en', status: 'DRAFT_UNPUBLISHED' };
const texts = [1, 2].map((at) => ({ name: `text${String(at)}`, sortOrder: at, value: `Value ${String(at)}` }));

describe('the body of a change', () => {
  test('is that of its version, also when it is delivered after twenty more', async () => {
    const urn = await entity(tenant, 'Name 0');
    await follow({ targetUrn: urn });
    let release = (): void => undefined;
    const held = new Promise<{ status: number }>((resolve) => {
      release = () => resolve({ status: 204 });
    });
    // One is delivered after the other.
    hook.answer((_, index) => (index === 0 ? held : { status: 204 }));
    for (let at = 1; at <= 20; at += 1) await rename(tenant, urn, `Name ${String(at)}`);
    release();
    // On a slow machine the one that was held is sent again.
    const sent = (): Map<string, Wire> =>
      new Map(hook.received.map((one) => [String(one.headers['webhook-id']), one.json]));
    await eventually(
      async () => sent().size,
      (size) => size === 20,
    );
    const bodies = [...sent().values()];
    expect(bodies.map(({ data }) => data.name)).toEqual(bodies.map((_, at) => `Name ${String(at + 1)}`));
    expect(bodies.map(({ data }) => data.version)).toEqual(bodies.map(({ targetVersion }) => targetVersion));
  });

  test('is that of each step of an ATOMIC bulk', async () => {
    const urn = await entity(tenant);
    await follow({ targetUrn: urn });
    const operations = [1, 2, 3].map((at) => ({
      method: 'PATCH',
      path: `/n/v1/entity/${urn}`,
      body: { name: `Step ${String(at)}` },
    }));
    const answer = await tenant.rest('POST', '/n/v1/bulk', { body: { mode: 'ATOMIC', operations } });
    expect(answer.status).toBe(200);
    const sent = (await hook.until(3)).map(({ json }) => [json.data.name, json.data.version - json.targetVersion]);
    expect(sent).toEqual([1, 2, 3].map((at) => [`Step ${String(at)}`, 0]));
  });

  test('of one item is that of the item, by whichever way it is written', async () => {
    const page = await make('entity', { ...draft, texts: [texts[0]] });
    const { urn } = page.texts[0];
    await follow({ subject: 'TEXT_ITEM', event: 'UPDATE', targetUrn: urn });
    for (const value of ['First', 'Second', 'Third'])
      await tenant.rest('PATCH', `/n/v1/textitem/${String(urn)}`, { body: { value } });
    const sent = (await hook.until(3)).map(({ json }) => [json.data.value, json.data.version]);
    expect(sent).toEqual([
      ['First', 2],
      ['Second', 3],
      ['Third', 4],
    ]);
  });

  test('is there for a replay, and is the one of then', async () => {
    const urn = await entity(tenant, 'Before');
    const subscription = await follow({ targetUrn: urn });
    await rename(tenant, urn, 'After');
    const [first] = await hook.until(1);
    const [delivery] = await deliveries(tenant, subscription);
    await settled(tenant, delivery.urn);
    await tenant.rest('PATCH', `/n/v1/webhooksubscription/${subscription}`, { body: { payload: 'THIN' } });
    await rename(tenant, urn, 'Now');
    expect(Object.keys((await hook.until(2))[1]!.json.data)).toEqual(['urn', 'url']);
    expect((await tenant.rest('POST', `/n/v1/webhookdelivery/${String(delivery.urn)}/redeliver`)).status).toBe(202);
    expect((await hook.until(3))[2]!.body).toEqual(first!.body);
  });

  test.each([
    ['changed', 'PATCH', { name: 'After' }],
    ['deleted', 'DELETE', undefined],
  ] as const)(
    'of what is %s is there, too, where it was subscribed to while that was written',
    async (_, method, body) => {
      const urn = await entity(tenant, 'Before');
      const subscription = await follow({ targetUrn: urn, payload: 'THIN' });
      await withClient(service.databaseUrl, async (pg) => {
        await pg.query('BEGIN');
        // What is announced waits, when everything before it is done.
        await pg.query('LOCK TABLE "webhook_trigger" IN SHARE MODE');
        const written = tenant.rest(method, `/n/v1/entity/${urn}`, body && { body });
        const waiting = `SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%INSERT INTO "webhook_trigger"%'`;
        await eventually(
          () => service.services.database.query({ text: waiting, values: [] }),
          (rows) => rows.length > 0,
        );
        await pg.query(`UPDATE "webhook_subscription" SET "payload" = 'FULL' WHERE "urn" = $1`, [subscription]);
        await pg.query('COMMIT');
        expect((await written).status).toBeLessThan(300);
      });
      const [sent] = await hook.until(1);
      expect(sent!.json.data).toMatchObject({ urn, name: body?.name ?? 'Before' });
      expect(await deliveries(tenant, subscription)).toHaveLength(1);
    },
  );

  test('names the resource alone once its client may not read all of it any more', async () => {
    const restricted = await apiClient(tenant, 'RESTRICTED');
    const page = await make('entity', draft);
    const task = await make('task', taskOf({ associatedEntities: [{ urn: page.urn }] }));
    const grant = (object: Wire, objectScope: string): Promise<Wire> =>
      make('permission', {
        ...{
          subjectUrn: restricted.urn,
          subjectScope: 'API_CLIENT',
          objectUrn: object.urn,
          objectScope,
          label: 'READ_DRAFT',
        },
      });
    await grant(task, 'TASK');
    const edge = await grant(page, 'ENTITY');
    const subscription = await follow({ subject: 'TASK', targetUrn: task.urn }, restricted.urn);
    await tenant.rest('PATCH', `/n/v1/task/${String(task.urn)}`, { body: { title: 'Changed' } });
    const [first] = await hook.until(1);
    expect(first!.json.data).toMatchObject({ title: 'Changed', associatedEntities: [{ urn: page.urn }] });
    const [delivery] = await deliveries(tenant, subscription);
    await settled(tenant, delivery.urn);
    await tenant.rest('DELETE', `/n/v1/permission/${String(edge.urn)}`);
    await tenant.rest('POST', `/n/v1/webhookdelivery/${String(delivery.urn)}/redeliver`);
    const [, again] = await hook.until(2);
    expect(Object.keys(again!.json.data)).toEqual(['urn', 'url']);
    expect(again!.json.targetVersion).toBe(first!.json.targetVersion);
  });
});

describe('the body of a deletion', () => {
  test('has what the resource had, children included', async () => {
    const subjects = [
      'ENTITY',
      'ENTITY_LIST',
      'IDENTITY',
      'PERSON',
      'WORKFLOW',
      'MESSAGE_THREAD',
      'TASK',
      'ROLE',
      'GROUP',
    ];
    for (const subject of subjects) await follow({ subject, event: 'DELETE' });
    const reader = service.client(client.token);
    const page = await make('entity', { ...draft, texts });
    const other = await make('entity', draft);
    const published = await make('entity', { ...draft, status: 'PUBLISH', path: '/gone', texts });
    const blocker = await make('task', taskOf({}));
    const group = await make('group', { name: 'Group' });
    const thread = await make('messagethread', { group: { urn: group.urn }, name: 'Thread' });
    await make('threadpost', { messageThread: { urn: thread.urn }, content: 'Post' });
    const identity = await make('identity', {
      name: 'Person',
      persons: [{ names: [{ givenName: 'A' }] }],
      emails: [{ email: 'gone@example.com' }],
    });
    const cases: readonly (readonly [kind: string, urn: string, list: string, count: number])[] = [
      ['entity', page.urn, 'texts', 2],
      ['entity', published.urn, 'texts', 2],
      [
        'entitylist',
        (await make('entitylist', { name: 'List', entities: [{ entity: { urn: other.urn } }] })).urn,
        'entities',
        1,
      ],
      ['person', identity.persons[0].urn, 'names', 1],
      ['identity', identity.urn, 'emails', 1],
      ['workflow', (await make('workflow', { name: 'Flow', stages: [{ name: 'Stage', order: 1 }] })).urn, 'stages', 1],
      ['messagethread', thread.urn, 'posts', 1],
      ['task', (await make('task', taskOf({ blockedBy: [{ urn: blocker.urn }] }))).urn, 'blockedBy', 1],
      ['role', (await make('role', { name: 'Role', apiClients: [{ urn: client.urn }] })).urn, 'apiClients', 1],
    ];
    for (const [at, [kind, urn, list, count]] of cases.entries()) {
      const before = await reader.rest('GET', `/n/v1/${kind}/${urn}`);
      expect([kind, before.status, before.body[list]?.length]).toEqual([kind, 200, count]);
      expect((await tenant.rest('DELETE', `/n/v1/${kind}/${urn}`)).status).toBe(204);
      const sent = (await hook.until(at + 1)).find(({ json }) => json.targetUrn === urn);
      const shown = (before.body[list] as Wire[]).map(({ actor: _, ...one }) => one);
      expect([kind, sent?.json.data[list]]).toEqual([kind, shown]);
    }
  });

  test('of what went along is its own', async () => {
    await follow({ subject: 'TEXT_ITEM', event: 'DELETE' });
    const page = await make('entity', { ...draft, texts });
    await tenant.rest('DELETE', `/n/v1/entity/${String(page.urn)}`);
    const sent = (await hook.until(2)).map(({ json }) => json.data.value);
    expect(sent.sort()).toEqual(['Value 1', 'Value 2']);
  });
});

function taskOf(more: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const lists = [
    'associatedIdentities',
    'associatedEntities',
    'associatedCompanies',
    'associatedTasks',
    'blockedBy',
    'blocking',
  ];
  return {
    ...{ title: 'Task', description: '', dueTimestamp: '2031-01-01T00:00:00Z' },
    ...Object.fromEntries(lists.map((name) => [name, []])),
    ...more,
  };
}
