// GraphQL over SSE in both of its modes: what the protocol demands of a server, by hand with distinct connections, and by the
// reference client.
import { createClient as createSse } from 'graphql-sse';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startService, type Tenant, type TestService } from '../support/service.ts';
import {
  ask as askAt,
  all,
  created,
  createProject,
  events,
  messages,
  subscription,
  type Asked,
} from '../support/sse.ts';

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

describe.each(['/graphql', '/graphql/stream'])('Distinct connections at %s', (path) => {
  test('answer a query and a mutation with one event and the end', async () => {
    const answer = await ask('POST', { path, headers: events, body: { query: '{ __typename }' } });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8']);
    const complete = { event: 'complete', data: null };
    expect(await all(answer)).toEqual([{ event: 'next', data: { data: { __typename: 'Query' } } }, complete]);
    const query = `mutation { createProject(input: { owner: "${tenant.company}", name: "By events" }) { project { name } } }`;
    const changed = await all(await ask('POST', { path, headers: events, body: { query } }));
    expect(changed).toEqual([
      { event: 'next', data: { data: { createProject: { project: { name: 'By events' } } } } },
      complete,
    ]);
    const byGet = await ask('GET', { path: `${path}?query=%7B__typename%7D`, headers: events });
    expect(await all(byGet)).toHaveLength(2);
  });

  test('answer in events what would be compressed by itself', async () => {
    const headers = { ...events, 'accept-encoding': 'gzip' };
    const query = '{ __schema { types { name description } } }';
    const answer = await ask('POST', { path, headers, body: { query } });
    const [next] = await all(answer);
    expect([answer.headers.get('content-encoding'), next?.data.data.__schema.types.length]).toEqual([
      null,
      expect.toSatisfy((count: number) => count > 100),
    ]);
  });

  test.each(['{ nothing }', 'subscription { nothing }', 'subscription {', '{', 'subscription { events(after: 1) }'])(
    'tell in an event what is wrong with %s',
    async (query) => {
      const answer = await ask('POST', { path, headers: events, body: { query } });
      expect(answer.status).toBe(200);
      const [next, complete, ...more] = await all(answer);
      expect(next?.data.errors[0].extensions.code).toBe('BAD_REQUEST');
      expect([next?.event, complete?.event, more]).toEqual(['next', 'complete', []]);
    },
  );

  test.each([
    [
      'variables that are no JSON, by GET',
      'GET',
      `?query=${encodeURIComponent(subscription)}&variables=%7B`,
      undefined,
    ],
    [
      'extensions that are no JSON, by GET',
      'GET',
      `?query=${encodeURIComponent(subscription)}&extensions=x`,
      undefined,
    ],
    ['a body that is no object', 'POST', '', 7],
    ['a body of nothing', 'POST', '', null],
  ])('tell in an event what is wrong with %s', async (_, method, query, body) => {
    const answer = await ask(method, { path: path + query, headers: events, ...(body === undefined ? {} : { body }) });
    expect(answer.status).toBe(200);
    const [next, complete] = await all(answer);
    expect([next?.data.errors[0].extensions.code, complete?.event]).toEqual(['BAD_REQUEST', 'complete']);
  });

  test('begin now for a reader that has received nothing: its Last-Event-ID is empty', async () => {
    const headers = { ...events, 'last-event-id': '' };
    const answer = await ask('POST', { path, headers, body: { query: subscription } });
    const heard = messages(answer);
    await createProject(tenant, 'After it began');
    expect((await heard.next()).value).toMatchObject({ event: 'next', data: created });
    await heard.return();
  });

  test('follow by GET what has no variables and no extensions, also where they are named', async () => {
    const query = `?query=${encodeURIComponent(subscription)}&variables=&extensions=`;
    const heard = messages(await ask('GET', { path: path + query, headers: events }));
    await createProject(tenant, 'Followed by GET');
    expect((await heard.next()).value).toMatchObject({ event: 'next', data: created });
    await heard.return();
  });

  test('are for subscriptions alone where another answer is preferred, and kept by no proxy', async () => {
    const headers = { accept: 'application/json, text/event-stream' };
    const answer = await ask('POST', { path: '/graphql', headers, body: { query: '{ __typename }' } });
    expect(await answer.json()).toEqual({ data: { __typename: 'Query' } });
    // What cannot be read is no subscription.
    const wrong = await ask('POST', { path: '/graphql', headers, body: { query: 'subscription {' } });
    expect(wrong.headers.get('content-type')).toContain('json');
    expect(await wrong.json()).toMatchObject({ errors: [{ extensions: { code: 'BAD_REQUEST' } }] });
    const opened = await ask('POST', { path, headers, body: { query: subscription } });
    expect([opened.headers.get('content-type'), opened.headers.get('x-accel-buffering')]).toEqual([
      'text/event-stream; charset=utf-8',
      'no',
    ]);
    await opened.body?.cancel();
  });

  test('refuse an unknown caller with a status, not with events', async () => {
    for (const query of ['{ companies { nodes { urn } } }', subscription]) {
      const answer = await ask('POST', { path, token: 'x'.repeat(40), headers: events, body: { query } });
      expect([answer.status, answer.headers.get('content-type')]).toEqual([401, expect.stringContaining('json')]);
      const extensions = { code: 'UNAUTHENTICATED', requestId: answer.headers.get('x-request-id') };
      expect(await answer.json()).toMatchObject({ errors: [{ extensions }] });
    }
  });
});

describe.each([
  ['distinct connections', {}],
  ['a single connection', { singleConnection: true as const }],
  ['a single connection that is always open', { singleConnection: true as const, lazy: false }],
])('graphql-sse with %s', (_, mode) => {
  test('runs a query, follows a subscription, and stops it', async () => {
    const problems: unknown[] = [];
    const client = createSse({
      url: `${service.url}/graphql`,
      headers: () => ({ authorization: `Bearer ${tenant.token}` }),
      retryAttempts: 0,
      onNonLazyError: (error: unknown) => problems.push(error),
      ...mode,
    });
    const heard: unknown[] = [];
    const stop = client.subscribe(
      { query: subscription },
      {
        next: (result) => heard.push(result),
        error: (error) => problems.push(error),
        complete: () => heard.push('end'),
      },
    );
    await expect
      .poll(async () => {
        await createProject(tenant, 'Heard');
        return heard[0];
      })
      .toEqual(created);
    expect((await client.iterate({ query: '{ __typename }' }).next()).value).toEqual({ data: { __typename: 'Query' } });
    const wrong = client.iterate({ query: '{ nothing }' }).next();
    if ('singleConnection' in mode) await expect(wrong).rejects.toThrow('400');
    else expect((await wrong).value).toMatchObject({ errors: [{ extensions: { code: 'BAD_REQUEST' } }] });
    stop();
    await expect.poll(() => heard.at(-1)).toBe('end');
    client.dispose();
    expect(problems).toEqual([]);
  });
});
