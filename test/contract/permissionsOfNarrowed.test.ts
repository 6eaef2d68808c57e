// A token that is narrowed to labels or roles does what these leave and nothing else of its client: it repeats no request of
// a wider token, makes and rotates no token, neither reads nor directs webhooks beyond them, and sees no draft. One table of
// attempts, each made by every narrowed token and, so that it can succeed at all, by the whole client. Resource reference
// 7.4, 15.5.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../support/client.ts';
import { startReceiver, type Receiver } from '../support/receiver.ts';
import { sharedService, type SharedService, type Tenant } from '../support/service.ts';
import { membership } from '../support/community.ts';
import { make } from './make.ts';
import { apiClient, deliveries, settled, subscribe } from '../support/webhooks.ts';

const canary = `Canary ${crypto.randomUUID()}`;
const expirationTimestamp = new Date(Date.now() + 3_600_000).toISOString();

let service: SharedService;
let tenant: Tenant;
let hook: Receiver;
let client: string;
let whole: Client;
let world: Readonly<
  Record<
    | 'page'
    | 'item'
    | 'draft'
    | 'task'
    | 'list'
    | 'subscription'
    | 'delivery'
    | 'token'
    | 'own'
    | 'other'
    | 'open'
    | 'post',
    string
  >
>;
const narrowed = new Map<string, Client>();

/** The narrowings, as the body of a token says them. */
const narrowings = ['READ', 'COMMENT', 'x-approve', 'role'] as const;

beforeAll(async () => {
  service = await sharedService();
  tenant = await service.tenant();
  hook = await startReceiver();
  hook.answer(() => ({ status: 200 }));
  const made = await apiClient(tenant);
  client = made.urn;
  whole = service.client(made.token);
  const role = (await make(tenant, 'Role', { apiClients: [client] })).urn;
  const edge = { subjectUrn: role, subjectScope: 'ROLE', objectUrn: tenant.company, objectScope: 'COMPANY' };
  await make(tenant, 'Permission', { ...edge, label: 'READ' });
  const tokenOf = async (more: object): Promise<{ urn: string; bearerToken: string }> =>
    (
      await tenant.rest('POST', '/n/v1/apiclientbearertoken', {
        body: { apiClient: client, expirationTimestamp, ...more },
      })
    ).body as { urn: string; bearerToken: string };
  for (const narrowing of narrowings) {
    const token = await tokenOf(narrowing === 'role' ? { roles: [role] } : { labels: [narrowing] });
    narrowed.set(narrowing, service.client(token.bearerToken));
  }
  const page = (await make(tenant, 'Entity', { status: 'PUBLISH' })).urn;
  const item = (await make(tenant, 'TextItem', { entity: page, value: 'Live' })).urn;
  await tenant.rest('PATCH', `/n/v1/textitem/${item}`, { body: { value: canary } });
  const draft = (await make(tenant, 'Entity', { name: canary, status: 'DRAFT_UNPUBLISHED' })).urn;
  const task = (await make(tenant, 'Task', { associatedEntities: [draft] })).urn;
  const list = (await make(tenant, 'EntityList')).urn;
  await make(tenant, 'EntityListItem', { entityList: list, entity: draft });
  const subscription = await subscribe(tenant, client, hook.url, { targetUrn: page, payload: 'FULL' });
  await tenant.rest('PATCH', `/n/v1/entity/${page}`, { body: { name: 'Renamed' } });
  await hook.until(1);
  const delivery = String((await deliveries(tenant, subscription))[0]?.urn);
  await settled(tenant, delivery);
  const identity = String((await tenant.rest('GET', `/n/v1/apiclient/${client}`)).body.identity.urn);
  const group = (await make(tenant, 'Group', { visibility: 'PUBLIC' })).urn;
  const open = (await make(tenant, 'Group', { visibility: 'PUBLIC', joinPolicy: 'OPEN' })).urn;
  const own = (await make(tenant, 'GroupMembership', { group, identity, role: 'MODERATOR' })).urn;
  const other = (await make(tenant, 'GroupMembership', { group })).urn;
  const thread = (await make(tenant, 'MessageThread', { group })).urn;
  const post = (await make(tenant, 'ThreadPost', { messageThread: thread, authorIdentity: identity })).urn;
  world = {
    own,
    other,
    open,
    post,
    page,
    item,
    draft,
    task,
    list,
    subscription,
    delivery,
    token: (await tokenOf({})).urn,
  };
});
afterAll(async () => {
  await hook.close();
});

interface Attempt {
  readonly ask: (as: Client) => Promise<{ readonly status: number; readonly text: string }>;
  /** What the whole client is answered; nobody else is. */
  readonly status: number;
}

const rest = (method: string, path: () => string, body?: () => object): Attempt['ask'] => {
  return (as) => as.rest(method, `/n/v1/${path()}`, body ? { body: body() } : {});
};

const attempts: Readonly<Record<string, Attempt>> = {
  'read a history with drafts': { ask: rest('GET', () => `textitemhistory/${world.item}`), status: 200 },
  'read a page that was never live': { ask: rest('GET', () => `entity/${world.draft}`), status: 200 },
  'view the newest of a page': {
    ask: (as) => as.rest('GET', `/v/v1/entityview/${world.page}?version=LATEST`),
    status: 200,
  },
  'read a delivery': { ask: rest('GET', () => `webhookdelivery/${world.delivery}`), status: 200 },
  'send a delivery again': { ask: rest('POST', () => `webhookdelivery/${world.delivery}/redeliver`), status: 202 },
  'replay events': {
    ask: rest(
      'POST',
      () => `webhooksubscription/${world.subscription}/replay`,
      () => ({ fromSequence: 1 }),
    ),
    status: 202,
  },
  'direct a webhook elsewhere': {
    ask: rest(
      'PATCH',
      () => `webhooksubscription/${world.subscription}`,
      () => ({ destinationUrl: `${hook.url}/else` }),
    ),
    status: 200,
  },
  'take the secret of a webhook': {
    ask: rest(
      'POST',
      () => `webhooksubscription/${world.subscription}/rotatesecret`,
      () => ({
        secret: 'another secret of more than sixteen',
      }),
    ),
    status: 200,
  },
  subscribe: {
    ask: rest(
      'POST',
      () => 'webhooksubscription',
      () => ({
        ...{ apiClient: client, subject: 'TASK', event: 'ALL', destinationUrl: hook.url, eventsPerMinute: 60 },
        secret: 'a secret of more than sixteen characters',
      }),
    ),
    status: 201,
  },
  'make a token': {
    ask: rest(
      'POST',
      () => 'apiclientbearertoken',
      () => ({ apiClient: client, expirationTimestamp }),
    ),
    status: 201,
  },
  'rotate a token': {
    ask: rest(
      'POST',
      () => `apiclientbearertoken/${world.token}/rotate`,
      () => ({}),
    ),
    status: 201,
  },
  'rotate the secret of the client': { ask: rest('POST', () => `apiclient/${client}/rotatesecret`), status: 200 },
  'change the client': {
    ask: rest(
      'PATCH',
      () => `apiclient/${client}`,
      () => ({ name: 'Renamed' }),
    ),
    status: 200,
  },
  'ban a member of a group': {
    ask: rest(
      'PATCH',
      () => `groupmembership/${world.other}`,
      () => ({ status: 'BANNED_BY_OWNER' }),
    ),
    status: 200,
  },
  'join a group': {
    ask: async (as) =>
      as.rest('POST', '/n/v1/groupmembership', {
        body: membership(world.open, (await whole.rest('GET', '/n/v1/clientcontext')).body.identity.urn, {
          enrollment: 'BY_MEMBER_WITH_CONSENT',
        }),
      }),
    status: 201,
  },
  'change a post': {
    ask: rest(
      'PATCH',
      () => `threadpost/${world.post}`,
      () => ({ content: 'Changed' }),
    ),
    status: 200,
  },
  'leave a group': { ask: rest('DELETE', () => `groupmembership/${world.own}`), status: 204 },
  'read the record of access': { ask: rest('GET', () => 'accessaudit'), status: 200 },
  'read what was deleted': { ask: rest('GET', () => 'deletedresources'), status: 200 },
  'read the record of permissions': { ask: rest('GET', () => 'permissionaudit'), status: 200 },
};

describe.each(narrowings)('A token narrowed to %s', (narrowing) => {
  const token = (): Client => narrowed.get(narrowing) as Client;

  test.each(Object.entries(attempts))('does not %s', async (_, { ask }) => {
    const { status, text } = await ask(token());
    expect(status, text).toBeGreaterThanOrEqual(400);
    expect(status, text).toBeLessThan(500);
    expect(text).not.toContain(canary);
  });

  test('sees no draft and no delivery in lists, search and the graph', async () => {
    const lists = ['textitems', 'entities?expand=texts', 'webhookdeliveries', 'webhooktriggers'];
    const answers = await Promise.all(lists.map((list) => token().rest('GET', `/n/v1/${list}`)));
    const query = `query ($page: ID!, $delivery: ID!, $text: String!) { entity(urn: $page) { texts { value } }
      webhookDelivery(urn: $delivery) { urn } webhookDeliveries { totalCount } search(query: $text) { totalCount nodes { name } } }`;
    const graph = await token().graph(query, { page: world.page, delivery: world.delivery, text: canary });
    for (const { status, text } of answers) {
      expect(status, text).toBe(200);
      expect(text).not.toContain(canary);
    }
    expect(graph.data).toMatchObject({ webhookDelivery: null, webhookDeliveries: { totalCount: 0 } });
    expect(graph.data.search.totalCount).toBe(0);
    expect(JSON.stringify(graph)).not.toContain(canary);
  });

  test('is shown no page that was never live, whatever leads to it, on either face', async () => {
    // Each by itself is one statement; of all of them some are answered field by field.
    const fields = [
      `entity(urn: "${world.draft}") { name }`,
      `node(urn: "${world.draft}") { ... on Entity { name } }`,
      'entities { totalCount nodes { name } }',
      `task(urn: "${world.task}") { associatedEntities { name } }`,
      `entityList(urn: "${world.list}") { entities { entity { name } } }`,
    ];
    const queries = [...fields, fields.join(' ')].map((text) => `{ ${text} }`);
    const rows = [
      `entity/${world.draft}`,
      `task/${world.task}?expand=associatedEntities`,
      'entities',
      'entitylistitems',
    ];
    // The second time by what was learned.
    for (const time of ['first', 'second']) {
      const graph = await Promise.all(queries.map((query) => token().graph(query)));
      expect(graph.map(({ errors }) => errors ?? null)).toEqual(queries.map(() => null));
      const answers = await Promise.all(rows.map((row) => token().rest('GET', `/n/v1/${row}`)));
      expect(JSON.stringify([graph, answers]), time).not.toContain(canary);
    }
  });

  test('gets no answer that a wider token was given under an Idempotency-Key', async () => {
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const request = { body: { apiClient: client, expirationTimestamp }, headers };
    const made = await whole.rest('POST', '/n/v1/apiclientbearertoken', request);
    expect(made.status).toBe(201);
    const again = await token().rest('POST', '/n/v1/apiclientbearertoken', request);
    expect(again.status, again.text).toBeGreaterThanOrEqual(400);
    expect(again.text).not.toContain(made.body.bearerToken);
    expect((await whole.rest('POST', '/n/v1/apiclientbearertoken', request)).text).toBe(made.text);
  });
});

test.each(Object.entries(attempts))('The whole client may %s', async (_, { ask, status }) => {
  const answer = await ask(whole);
  expect(answer.status, answer.text).toBe(status);
});
