// Which events a subscription receives: those of its company and of the companies below it, each only if its API client
// may read the target; a resource created along with a client is announced; and a subscription that can receive nothing
// has a warning.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startReceiver, type Receiver } from '../support/receiver.ts';
import { sharedService, type SharedService, type Tenant } from '../support/service.ts';
import { apiClient, entity, eventually, hookSecret, rename, subscribe, type Wire } from '../support/webhooks.ts';
import { made } from '../support/work.ts';

let service: SharedService;
let tenant: Tenant;
let client: string;
let hook: Receiver;

beforeAll(async () => {
  service = await sharedService();
  tenant = await service.tenant();
  client = (await apiClient(tenant)).urn;
  hook = await startReceiver();
});
afterAll(async () => {
  await hook.close();
});

async function companyBelow(parentCompany: string, name: string): Promise<string> {
  return (await made(tenant, 'company', { owner: tenant.company, parentCompany, name })).urn;
}

async function pageOf(owner: string): Promise<string> {
  const urn = crypto.randomUUID();
  await made(tenant, 'entity', { urn, owner, name: 'Page', language: 'en', status: 'DRAFT_UNPUBLISHED' });
  return urn;
}

test('Changes of companies below are delivered with their own owner, live and in a replay; those above are not', async () => {
  const child = await companyBelow(tenant.company, 'Child');
  const grandchild = await companyBelow(child, 'Grandchild');
  const [own, below, deep] = [await entity(tenant), await pageOf(child), await pageOf(grandchild)];
  const subscription = await subscribe(tenant, client, hook.url, { event: 'UPDATE' });
  // A client of the child receives events of the child and of the companies below it.
  const lower = await made(tenant, 'apiclient', { owner: child, name: 'Lower', accessLevel: 'COMPANY' });
  const { body: lowerHook } = await tenant.rest('POST', '/n/v1/webhooksubscription', {
    body: {
      apiClient: lower.urn,
      subject: 'ENTITY',
      event: 'UPDATE',
      destinationUrl: `${hook.url}/lower`,
      secret: hookSecret,
      eventsPerMinute: 6_000,
    },
  });
  for (const page of [own, below, deep]) await rename(tenant, page, 'Changed');
  await hook.until(5);
  const delivered = hook.received.map(({ path, json }) => [path, json.targetUrn, json.owner.urn] as const);
  const upper = delivered.filter(([path]) => path === new URL(hook.url).pathname || path === '/');
  expect(upper.map(([, target, owner]) => [target, owner]).sort()).toEqual(
    [
      [own, tenant.company],
      [below, child],
      [deep, grandchild],
    ].sort(),
  );
  const other = delivered.filter((one) => !upper.includes(one));
  expect(other.map(([, target]) => target).sort()).toEqual([below, deep].sort());
  const again = async (urn: string): Promise<number> =>
    (await tenant.rest('POST', `/n/v1/webhooksubscription/${urn}/replay`, { body: { fromSequence: 1 } })).body.count;
  await eventually(
    async () => [await again(subscription), await again(lowerHook.urn)],
    ([all, some]) => Number(all) >= 3 && Number(some) >= 2,
  );
});

test('A client that may read only one company below receives no events of the others', async () => {
  hook.forget();
  const [seen, hidden] = [await companyBelow(tenant.company, 'Seen'), await companyBelow(tenant.company, 'Hidden')];
  const narrow = await apiClient(tenant, 'RESTRICTED');
  await made(tenant, 'permission', {
    owner: tenant.company,
    subjectUrn: narrow.urn,
    subjectScope: 'API_CLIENT',
    objectUrn: seen,
    objectScope: 'COMPANY',
    label: 'READ',
  });
  await made(tenant, 'permission', {
    owner: tenant.company,
    subjectUrn: narrow.urn,
    subjectScope: 'API_CLIENT',
    objectUrn: seen,
    objectScope: 'COMPANY',
    label: 'READ_DRAFT',
  });
  await subscribe(tenant, narrow.urn, `${hook.url}/narrow`, { event: 'CREATE' });
  await pageOf(hidden);
  const page = await pageOf(seen);
  await eventually(
    async () =>
      hook.received.filter(({ path }) => path.endsWith('/narrow')).map(({ json }) => json.targetUrn as string),
    (targets) => targets.length > 0,
  );
  const targets = hook.received.filter(({ path }) => path.endsWith('/narrow')).map(({ json }) => json.targetUrn);
  expect(targets).toEqual([page]);
});

test('A subscription of a client without rights is created with a warning, on both faces', async () => {
  const idle = await apiClient(tenant, 'RESTRICTED');
  const input = {
    apiClient: idle.urn,
    subject: 'ENTITY',
    event: 'ALL',
    destinationUrl: 'https://receiver.example.com/',
    secret: hookSecret,
    eventsPerMinute: 60,
  };
  const rest = await tenant.rest('POST', '/n/v1/webhooksubscription', { body: input });
  expect([rest.status, rest.headers.get('warning')]).toEqual([
    201,
    '299 - "Nothing will be delivered: the API client of this subscription may read nothing yet."',
  ]);
  const graph = await tenant.graph(
    `mutation ($input: CreateWebhookSubscriptionInput!) { createWebhookSubscription(input: $input) { webhookSubscription { urn } userErrors { code } } }`,
    { input },
  );
  expect(graph.data.createWebhookSubscription.userErrors).toEqual([]);
  expect(JSON.stringify(graph.extensions)).toContain('NOTHING_TO_DELIVER');
  await tenant.rest('PATCH', `/n/v1/apiclient/${idle.urn}`, { body: { status: 'DISABLED' } });
  const disabled = await tenant.rest('POST', '/n/v1/webhooksubscription', { body: input });
  expect([disabled.status, disabled.headers.get('warning')]).toEqual([
    201,
    '299 - "Nothing will be delivered: the API client of this subscription is disabled."',
  ]);
  const able = await tenant.rest('POST', '/n/v1/webhooksubscription', { body: { ...input, apiClient: client } });
  expect([able.status, able.headers.get('warning')]).toEqual([201, null]);
});

test('The identity created with an API client is announced as such', async () => {
  const maker = await made(tenant, 'apiclient', { owner: tenant.company, name: 'Robot', accessLevel: 'RESTRICTED' });
  const events: Wire[] = await eventually(
    async () =>
      (
        await tenant.data(
          `{ events(first: 200, subjects: [IDENTITY, API_CLIENT]) { nodes { subject event targetUrn } } }`,
        )
      ).events.nodes,
    (nodes: Wire[]) => nodes.some((node) => node.targetUrn === maker.urn),
  );
  const about = events.filter(({ targetUrn }) => [maker.urn, maker.identity.urn].includes(targetUrn));
  expect(about.map(({ subject, event }) => [subject, event])).toEqual([
    ['IDENTITY', 'CREATE'],
    ['API_CLIENT', 'CREATE'],
  ]);
});
