// When the workers of webhooks look for deliveries: when there are some, at once, and not for writes that nobody subscribed to.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { statuses, bulksOf } from '../support/bulk.ts';
import { limits } from '../support/claims.ts';
import { logEnd } from '../support/eventLog.ts';
import { importedBy, outcomes, page } from '../support/importing.ts';
import { startReceiver, type Receiver } from '../support/receiver.ts';
import { receiverHere, startService, type Tenant, type TestService } from '../support/service.ts';
import { apiClient, entity, rename, settled, subscribe } from '../support/webhooks.ts';

let service: TestService;
let hook: Receiver;
const asked: string[] = [];

// Nothing is found by chance: a look by the clock comes after an hour.
const hour = 3_600;
const webhookOptions = {
  pollMillis: hour * 1_000,
  stopMillis: 200,
  claims: { ...limits, leaseSeconds: hour },
};

const hear = ({ text }: { readonly text: string }): void => {
  if (text.startsWith('/* webhooks */')) asked.push(text);
};

beforeAll(async () => {
  service = await startService(receiverHere, { webhookOptions, onStatement: hear });
  hook = await startReceiver();
});
afterEach(() => hook.forget());
afterAll(async () => {
  await service.close();
  await hook.close();
});

/** The looks of the workers until now. */
const looks = (): number => asked.filter((text) => text.includes('"hasNew"')).length;

const waysToWrite: Readonly<Record<string, (tenant: Tenant) => Promise<void>>> = {
  'creates, changes and deletes': async (tenant) => {
    const urn = await entity(tenant);
    await rename(tenant, urn, 'Renamed');
    expect((await tenant.rest('DELETE', `/n/v1/entity/${urn}`)).status).toBe(204);
  },
  'a bulk': async (tenant) => {
    const { send, page: pageOf } = bulksOf(() => tenant);
    expect(statuses(await send('ATOMIC', [pageOf(crypto.randomUUID())]))).toEqual([201]);
  },
  'an import': async (tenant) => {
    expect(outcomes(await importedBy(tenant, [page(`/${crypto.randomUUID()}`)]))).toEqual(['CREATED']);
  },
  'an event that is announced again': async (tenant) => {
    const body = { owner: tenant.company, subject: 'ENTITY', event: 'ALL', targetUrn: await entity(tenant) };
    expect((await tenant.rest('POST', '/n/v1/webhooktrigger', { body })).status).toBe(201);
  },
};

test.each(Object.entries(waysToWrite))('%s: without a subscription no worker looks', async (_, write) => {
  const tenant = await service.tenant();
  await write(tenant);
  await logEnd(service.services);
  const before = looks();
  for (let count = 0; count < 10; count += 1) {
    await write(tenant);
    await logEnd(service.services);
  }
  // One may have been under way.
  expect(looks() - before).toBeLessThanOrEqual(1);
});

test.each([
  ['creates, changes and deletes', ['entity.create', 'entity.update', 'entity.delete']],
  ['a bulk', ['entity.create']],
  ['an import', ['entity.create']],
  ['an event that is announced again', ['entity.create', 'entity.all']],
])('%s: with a subscription each event is delivered at once', async (name, types) => {
  const tenant = await service.tenant();
  await subscribe(tenant, (await apiClient(tenant)).urn, hook.url);
  await waysToWrite[name]?.(tenant);
  const received = await hook.until(types.length);
  expect(received.map(({ json }) => json.type)).toEqual(types);
});

test('a worker that does not give the numbers is told, and what another process wants sent is sent at once', async () => {
  // The first process answers and delivers nothing; of two workers one numbers.
  const web = await startService({ ...receiverHere, ROLE: 'web' }, { webhookOptions });
  const workers = [
    await web.another({ environment: { ROLE: 'worker' } }),
    await web.another({ environment: { ROLE: 'worker' } }),
  ];
  const tenant = await web.tenant();
  const urn = await subscribe(tenant, (await apiClient(tenant)).urn, hook.url);
  const tested = await tenant.rest('POST', `/n/v1/webhooksubscription/${urn}/test`);
  expect(tested.status, tested.text).toBeLessThan(300);
  expect(await settled(tenant, tested.body.urn)).toMatchObject({ status: 'SUCCEEDED' });
  for (const worker of workers) await worker.close();
  await web.close();
});
