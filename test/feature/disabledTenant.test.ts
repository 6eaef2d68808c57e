// A tenant that the operator has disabled: nobody of it gets in, by any credential; its streams end, nothing of it is shown,
// and its webhooks and schedules wait. Enabled again, everything goes on where it was. Other tenants notice nothing.
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { revokeToken, setTenantEnabled } from '../../src/actions/access/operatorTokens.ts';
import { loadContract } from '../../src/contract/load.ts';
import { askForLink, createBrowser, makePerson, signedIn } from '../support/browser.ts';
import { letPass, openToEveryone, page, sql, view } from '../support/content.ts';
import { basic, createOAuthClient, postForm } from '../support/oauth.ts';
import { startReceiver } from '../support/receiver.ts';
import { startService, type Tenant, type TestService } from '../support/service.ts';
import { follow, openStream, socketClient } from '../support/streams.ts';
import { apiClient, entity, subscribe } from '../support/webhooks.ts';

let service: TestService;
let tenant: Tenant;
let other: Tenant;
const said: string[] = [];

beforeAll(async () => {
  service = await startService(
    { DEVELOPMENT_SIGN_IN: '1', WEBHOOK_ALLOWED_RANGES: '127.0.0.0/8' },
    { say: (line) => said.push(line), webhookOptions: { stopMillis: 200 } },
  );
  [tenant, other] = [await service.tenant(), await service.tenant()];
});
afterAll(() => service.close());

const setEnabled = (isEnabled: boolean, urn = tenant.company): Promise<string> =>
  setTenantEnabled({ database: service.services.database, contract: loadContract() }, urn, isEnabled);

async function whileDisabled(work: () => Promise<void>): Promise<void> {
  expect(await setEnabled(false)).toBe('Tenant');
  try {
    await work();
  } finally {
    await setEnabled(true);
  }
}

const statusOf = async (of: Tenant): Promise<number> => (await of.rest('GET', `/n/v1/company/${of.company}`)).status;

describe('Nobody of a disabled tenant', () => {
  test('uses a token, in any process, from the commit on', async () => {
    const second = await service.another();
    const there = service.client(tenant.token);
    const elsewhere = (): Promise<number> =>
      there.rest('GET', `${second.url}/n/v1/company/${tenant.company}`).then(({ status }) => status);
    expect([await statusOf(tenant), await elsewhere()]).toEqual([200, 200]);
    await whileDisabled(async () => {
      expect([await statusOf(tenant), await elsewhere(), await statusOf(other)]).toEqual([401, 401, 200]);
      const graph = await tenant.graph('{ companies { nodes { urn } } }');
      expect(graph.status).toBe(401);
      // Once more changes nothing.
      await setEnabled(false);
    });
    expect([await statusOf(tenant), await elsewhere()]).toEqual([200, 200]);
    await second.close();
  });

  test('uses or gets an OAuth token', async () => {
    const client = await createOAuthClient(tenant, { accessLevel: 'COMPANY' });
    const at = `${service.url}/oauth2/token`;
    const { body } = await postForm(at, { grant_type: 'client_credentials' }, basic(client));
    const caller = service.client(String(body.access_token));
    const read = async (): Promise<number> => (await caller.rest('GET', `/n/v1/company/${tenant.company}`)).status;
    expect(await read()).toBe(200);
    await whileDisabled(async () => {
      expect(await read()).toBe(401);
      const refused = await postForm(at, { grant_type: 'client_credentials' }, basic(client));
      expect([refused.status, refused.body.error]).toEqual([401, 'invalid_client']);
    });
    expect(await read()).toBe(200);
  });

  test('uses a web session, or a link to sign in', async () => {
    await makePerson(tenant, 'one@reader.example', ['READ']);
    const place = { url: service.url, said };
    const browser = await signedIn(place, 'one@reader.example');
    const kind = async (): Promise<unknown> => (await browser.send('GET', '/n/v1/clientcontext')).body.sessionKind;
    expect(await kind()).toBe('WEB_SESSION');
    const late = createBrowser(service.url);
    const token = await askForLink(place, late, 'one@reader.example');
    await whileDisabled(async () => {
      expect(await kind()).toBe('ANONYMOUS');
      expect((await late.submit('/signin/link/open', { token })).status).not.toBe(200);
      await expect(askForLink(place, late, 'one@reader.example')).rejects.toThrow('No link was printed');
    });
    expect(await kind()).toBe('WEB_SESSION');
  });

  test('goes on following: sockets and event streams end', async () => {
    const query = 'subscription { events { sequence } }';
    const socket = socketClient(service.url, tenant.token);
    const followed = follow(socket, query);
    const stream = await openStream(service.url, tenant.token, query);
    const stranger = follow(socketClient(service.url, other.token), query);
    await whileDisabled(async () => {
      expect(await followed.end()).toMatchObject([{ extensions: { code: 'UNAUTHENTICATED' } }]);
      for (let text = await stream.nextText(); text !== null; text = await stream.nextText());
      expect((await openStream(service.url, tenant.token, query)).status).toBe(401);
      await entity(other);
      await stranger.until(1);
    });
    stranger.stop();
  });
});

test('Nothing of a disabled tenant is shown to anyone', async () => {
  const pages = await Promise.all(
    [tenant, other].map((of, at) => page(of, `/public/${String(at)}`, { status: 'PUBLISH', name: 'Public' })),
  );
  await openToEveryone(tenant, pages[0].urn);
  await openToEveryone(other, pages[1].urn);
  const anonymous = service.client(null);
  const shown = async (): Promise<unknown[]> => [
    (await view(anonymous, '/public/0')).status,
    (await anonymous.data('{ entityView(path: "/public/0") { urn } }')).entityView?.urn ?? null,
    (await view(anonymous, '/public/1')).status,
  ];
  expect(await shown()).toEqual([200, pages[0].urn, 200]);
  await whileDisabled(async () => expect(await shown()).toEqual([404, null, 200]));
  expect(await shown()).toEqual([200, pages[0].urn, 200]);
});

test('Its webhook deliveries wait, and are sent once it is enabled again', async () => {
  const receiver = await startReceiver();
  try {
    receiver.answer((_, index) => ({ status: index === 0 ? 500 : 204 }));
    await subscribe(tenant, (await apiClient(tenant)).urn, receiver.url);
    const about = await entity(tenant);
    await receiver.until(1);
    await vi.waitFor(
      async () =>
        expect(await sql(service, `SELECT status FROM webhook_delivery WHERE tenant = $1`, [tenant.company])).toEqual([
          { status: 'RETRYING' },
        ]),
      { timeout: 20_000 },
    );
    await whileDisabled(async () => {
      await sql(service, `UPDATE webhook_queue SET due_timestamp = now() WHERE tenant = $1`, [tenant.company]);
      // Its turn came: it is ready, and its subscription was put to sleep.
      await vi.waitFor(
        async () =>
          expect(
            await sql(
              service,
              `SELECT d.state, w.wake_timestamp FROM webhook_queue d JOIN webhook_pace w USING (subscription) WHERE d.tenant = $1`,
              [tenant.company],
            ),
          ).toEqual([{ state: 1, wake_timestamp: null }]),
        { timeout: 20_000 },
      );
      expect(receiver.received).toHaveLength(1);
    });
    const [, again] = await receiver.until(2);
    expect(again?.json.data?.urn ?? again?.json.targetUrn).toBe(about);
  } finally {
    await receiver.close();
  }
}, 60_000);

test('Its pages are published once it is enabled again', async () => {
  const future = new Date(Date.now() + 3_600_000).toISOString();
  const scheduled = { status: 'PUBLISH', publishTimestamp: future };
  const [mine, theirs] = [await page(tenant, null, scheduled), await page(other, null, scheduled)];
  const state = async (of: { urn: string }): Promise<unknown> =>
    (await sql(service, 'SELECT status FROM entity WHERE urn = $1', [of.urn]))[0]?.['status'];
  await whileDisabled(async () => {
    await letPass(service, mine.urn, 7_300);
    await letPass(service, theirs.urn, 7_200);
    // The publisher takes the earliest first.
    await vi.waitFor(async () => expect(await state(theirs)).toBe('PUBLISHED'), { timeout: 20_000 });
    expect(await state(mine)).toBe('PUBLISH_PENDING');
  });
  await vi.waitFor(async () => expect(await state(mine)).toBe('PUBLISHED'), { timeout: 20_000 });
}, 60_000);

test('A token is revoked by a beginning of its urn that no other token has', async () => {
  const parts = { database: service.services.database, contract: loadContract() };
  const beginning = crypto.randomUUID().slice(0, 8);
  const apiClient = (await other.rest('GET', '/n/v1/clientcontext')).body.client.urn as string;
  const make = async (): Promise<{ urn: string; works: () => Promise<boolean> }> => {
    const urn = beginning + crypto.randomUUID().slice(8);
    const body = { urn, apiClient, expirationTimestamp: new Date(Date.now() + 3_600_000).toISOString() };
    const made = await other.rest('POST', '/n/v1/apiclientbearertoken', { body });
    const client = service.client(String(made.body.bearerToken));
    return { urn, works: async () => (await client.rest('GET', '/n/v1/tasks')).status === 200 };
  };
  const [one, another] = [await make(), await make()];
  await expect(revokeToken(parts, beginning)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect([await one.works(), await another.works()]).toEqual([true, true]);
  expect(await revokeToken(parts, one.urn)).toBe(one.urn);
  expect([await one.works(), await another.works()]).toEqual([false, true]);
  expect(await revokeToken(parts, beginning)).toBe(another.urn);
  expect(await another.works()).toBe(false);
  await expect(revokeToken(parts, beginning)).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('Only a tenant can be disabled', async () => {
  const below = await tenant.rest('POST', '/n/v1/company', { body: { owner: tenant.company, name: 'Below' } });
  for (const urn of [String(below.body.urn), crypto.randomUUID(), 'Tenant'])
    await expect(setEnabled(false, urn)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(await statusOf(tenant)).toBe(200);
});
