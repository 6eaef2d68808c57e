// How many streams a token may have at once: none of them is lost to a stream that has ended, in whichever way, and none is gained.
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { registerDocuments } from '../../src/actions/access/registeredDocuments.ts';
import { startService, type Tenant, type TestService } from '../support/service.ts';
import { ask as askAt, all, events, type Asked } from '../support/sse.ts';
import { follow, openStream, socketClient } from '../support/streams.ts';

/** As many streams as a token may have here, and as many operations as a stream may carry. */
const mostStreams = 12;
const mostOperations = 3;

let service: TestService;
let tenant: Tenant;

beforeAll(async () => {
  service = await startService(
    {},
    {
      streamLimits: { reservationMillis: 1_000, streamsPerToken: mostStreams, subscriptionsPerSocket: mostOperations },
    },
  );
  tenant = await service.tenant();
});
afterAll(() => service.close());

const ask = (method: string, asked?: Asked): Promise<Response> =>
  askAt({ url: service.url, token: tenant.token }, method, asked);

describe('Of the streams that a token may have none is lost, and none is gained', () => {
  let own: Tenant;
  const registered = 'query Registered { __typename }';
  const documentId = createHash('sha1').update(registered).digest('hex');
  beforeAll(async () => {
    own = await service.tenant();
    const { body } = await own.rest('GET', '/n/v1/apiclients');
    await registerDocuments(service.services.database, body.apiclients[0].urn, { [documentId]: registered });
  });
  const query = 'subscription { events { cursor } }';
  const stream = (document = query): ReturnType<typeof openStream> => openStream(service.url, own.token, document);
  const asked = (method: string, more: Asked = {}): Promise<Response> => ask(method, { token: own.token, ...more });
  const aSocket = async (document: string): Promise<void> => {
    const client = socketClient(service.url, own.token);
    const heard = follow(client, document);
    if (document !== query) await heard.end();
    await client.dispose();
  };

  /** Each leaves no stream open. */
  const ways: Readonly<Record<string, () => Promise<unknown>>> = {
    'to readers that leave': async () => (await stream()).close(),
    'to documents that are refused': async () => (await stream('subscription { nothing }')).close(),
    'to subscriptions that are refused': async () =>
      (await stream('subscription { taskChanged(urn: "0190f3a0-0000-7000-8000-000000000000") { event } }')).close(),
    'to cursors that are none': async () => (await stream('subscription { events(after: "x") { cursor } }')).close(),
    'to queries that are answered as events': async () =>
      all(await asked('POST', { headers: events, body: { query: '{ __typename }' } })),
    'to registered queries that are answered as events': async () => {
      const [next] = await all(await asked('POST', { headers: events, body: { documentId } }));
      expect(next?.data).toEqual({ data: { __typename: 'Query' } });
    },
    'to reservations that nobody opens': async () => asked('PUT'),
    'to reservations whose reader leaves': async () => {
      const token = await (await asked('PUT')).text();
      const opened = await asked('GET', { stream: token, headers: events });
      await opened.body?.cancel();
    },
    'to operations of a reservation': async () => {
      const token = await (await asked('PUT')).text();
      const opened = await asked('GET', { stream: token, headers: events });
      await asked('POST', { stream: token, body: { query, extensions: { operationId: 'a' } } });
      await asked('DELETE', { stream: token, path: '/graphql?operationId=a' });
      await opened.body?.cancel();
    },
    'to sockets that are closed': () => aSocket(query),
    'to sockets that run what is refused': () => aSocket('subscription { nothing }'),
    'to sockets that run a query': () => aSocket('{ __typename }'),
    'to sockets that leave before they are acknowledged': async () => {
      const socket = new WebSocket(`${service.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
      await new Promise((resolve) => socket.addEventListener('open', resolve));
      socket.send(JSON.stringify({ type: 'connection_init', payload: { authorization: `Bearer ${own.token}` } }));
      socket.close();
    },
  };

  test.each(Object.entries(ways))('%s', async (_, way) => {
    // One is open all the time: what ends is never taken for it.
    const open = [await stream()];
    for (let at = 1; at < mostStreams; at += 1) await way();
    // All of them can be had again, and no more.
    await expect
      .poll(
        async () => {
          const more = await stream();
          if (more.status === 200) open.push(more);
          return open.length;
        },
        { timeout: 20_000, interval: 20 },
      )
      .toBe(mostStreams);
    const over = await stream();
    expect([over.status, over.headers.get('retry-after')]).toEqual([429, '1']);
    for (const one of open) one.close();
    await expect
      .poll(
        async () => {
          const one = await stream();
          one.close();
          return one.status;
        },
        { timeout: 20_000 },
      )
      .toBe(200);
  });
});
