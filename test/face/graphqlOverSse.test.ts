// GraphQL over SSE in both of its modes: what the protocol demands of a server, by hand and by the reference client.
import { createClient as createSse } from 'graphql-sse';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { withClient } from '../support/database.ts';
import { startService, type Tenant, type TestService } from '../support/service.ts';
import { follow, openStream, socketClient } from '../support/streams.ts';
import { task } from '../support/work.ts';

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

const subscription = 'subscription { events(subjects: [PROJECT]) { subject event } }';
const created = { data: { events: { subject: 'PROJECT', event: 'CREATE' } } };
const createProject = (name: string): Promise<unknown> =>
  tenant.data(
    'mutation ($owner: ID!, $name: String!) { createProject(input: { owner: $owner, name: $name }) { requestId } }',
    { owner: tenant.company, name },
  );

interface Asked {
  readonly path?: string;
  readonly token?: string | null;
  readonly stream?: string;
  readonly headers?: Record<string, string>;
  readonly body?: unknown;
}

const ask = (method: string, asked: Asked = {}): Promise<Response> =>
  fetch(service.url + (asked.path ?? '/graphql'), {
    method,
    headers: {
      ...(asked.token === null ? {} : { authorization: `Bearer ${asked.token ?? tenant.token}` }),
      ...(asked.stream === undefined ? {} : { 'x-graphql-event-stream-token': asked.stream }),
      ...(asked.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...asked.headers,
    },
    ...(asked.body === undefined ? {} : { body: JSON.stringify(asked.body) }),
  });

const events = { accept: 'text/event-stream' };

interface Message {
  readonly event: string;
  // What was sent, read by the test that asked for it.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  readonly data: any;
}

/** The messages of a stream, without comments. */
async function* messages(response: Response): AsyncGenerator<Message, void> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true });
    for (let at = text.indexOf('\n\n'); at >= 0; at = text.indexOf('\n\n')) {
      const lines = text.slice(0, at).split('\n');
      text = text.slice(at + 2);
      const value = (name: string): string | undefined =>
        lines
          .find((line) => line.startsWith(`${name}:`))
          ?.slice(name.length + 1)
          .trim();
      const event = value('event');
      if (event) yield { event, data: value('data') ? (JSON.parse(value('data') ?? '') as unknown) : null };
    }
  }
}

const all = async (response: Response): Promise<Message[]> => {
  const heard: Message[] = [];
  for await (const message of messages(response)) heard.push(message);
  return heard;
};

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
    await createProject('After it began');
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
    const query = '{ companies { nodes { urn } } }';
    const answer = await ask('POST', { path, token: 'x'.repeat(40), headers: events, body: { query } });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([401, expect.stringContaining('json')]);
  });
});

describe('A single connection', () => {
  const reserve = async (): Promise<string> => {
    const answer = await ask('PUT');
    expect([answer.status, answer.headers.get('content-type')]).toEqual([201, 'text/plain; charset=utf-8']);
    return answer.text();
  };
  const operation = (query: string, operationId?: unknown, more = {}): unknown => ({
    query,
    ...more,
    ...(operationId === undefined ? {} : { extensions: { operationId } }),
  });
  const code = async (answer: Response): Promise<unknown[]> => {
    const { errors } = (await answer.json()) as { errors: { extensions: { code: string } }[] };
    return [answer.status, errors[0]?.extensions.code];
  };

  test('carries queries, mutations and subscriptions by their ids, also those that began before it was open', async () => {
    const stream = await reserve();
    const early = await ask('POST', { stream, body: operation('{ __typename }', 'early') });
    expect([early.status, await early.text()]).toEqual([202, '']);
    const opened = await ask('GET', { stream, token: null, headers: events });
    expect([opened.status, opened.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8']);
    const heard = messages(opened);
    const next = async (): Promise<Message | undefined> => (await heard.next()).value ?? undefined;
    expect(await next()).toEqual({ event: 'next', data: { id: 'early', payload: { data: { __typename: 'Query' } } } });
    expect(await next()).toEqual({ event: 'complete', data: { id: 'early' } });
    expect((await ask('POST', { stream, body: operation(subscription, 's') })).status).toBe(202);
    const query =
      'mutation ($owner: ID!) { createProject(input: { owner: $owner, name: "One" }) { project { name } } }';
    const variables = { owner: tenant.company };
    expect((await ask('POST', { stream, body: operation(query, 'm', { variables }) })).status).toBe(202);
    const three = [await next(), await next(), await next()];
    const payload = { data: { createProject: { project: { name: 'One' } } } };
    expect(three).toContainEqual({ event: 'next', data: { id: 'm', payload } });
    expect(three).toContainEqual({ event: 'complete', data: { id: 'm' } });
    expect(three).toContainEqual({ event: 'next', data: { id: 's', payload: created } });
    expect((await ask('DELETE', { path: '/graphql?operationId=s', stream })).status).toBe(200);
    expect(await next()).toEqual({ event: 'complete', data: { id: 's' } });
    await createProject('Unheard');
    // The id is free again, and nothing came of the change.
    await ask('POST', { path: `/graphql?token=${stream}`, body: operation('{ __typename }', 's') });
    expect(await next()).toMatchObject({
      event: 'next',
      data: { id: 's', payload: { data: { __typename: 'Query' } } },
    });
    await heard.return();
  });

  test('refuses unknown streams, a second opening, operations without an id or with one that is taken', async () => {
    const body = operation('{ __typename }', '1');
    expect(await code(await ask('POST', { stream: 'x', body }))).toEqual([404, 'NOT_FOUND']);
    expect(await code(await ask('GET', { stream: 'x', headers: events }))).toEqual([404, 'NOT_FOUND']);
    expect(await code(await ask('DELETE', { path: '/graphql?operationId=1' }))).toEqual([404, 'NOT_FOUND']);
    const stream = await reserve();
    const opened = await ask('GET', { path: `/graphql/stream?token=${stream}`, token: null, headers: events });
    expect(opened.status).toBe(200);
    expect(await code(await ask('GET', { stream, headers: events }))).toEqual([409, 'CONFLICT']);
    for (const id of [undefined, '', 7, 'x'.repeat(129)])
      expect(await code(await ask('POST', { stream, body: operation('{ __typename }', id) }))).toEqual([
        400,
        'BAD_REQUEST',
      ]);
    expect(await code(await ask('DELETE', { stream }))).toEqual([400, 'BAD_REQUEST']);
    expect((await ask('POST', { stream, body: operation(subscription, 'taken') })).status).toBe(202);
    expect(await code(await ask('POST', { stream, body: operation(subscription, 'taken') }))).toEqual([
      409,
      'CONFLICT',
    ]);
    await opened.body?.cancel();
  });

  test('carries as many operations as it may, and the next when one of them was stopped', async () => {
    const stream = await reserve();
    const opened = await ask('GET', { stream, headers: events });
    const begin = (id: string): Promise<Response> => ask('POST', { stream, body: operation(subscription, id) });
    for (let at = 0; at < mostOperations; at += 1) expect((await begin(String(at))).status).toBe(202);
    expect(await code(await begin('more'))).toEqual([429, 'RATE_LIMITED']);
    expect((await ask('DELETE', { path: '/graphql?operationId=0', stream })).status).toBe(200);
    expect((await begin('more')).status).toBe(202);
    await opened.body?.cancel();
  });

  test('does not begin what was stopped while it waited for its turn', async () => {
    const stream = await reserve();
    const opened = await ask('GET', { stream, headers: events });
    const held = await task(tenant, 'Held');
    const create = `mutation { createProject(input: { owner: "${tenant.company}", name: "Stopped" }) { requestId } }`;
    const change = `mutation { updateTask(urn: "${held}", input: { title: "Done" }) { requestId } }`;
    const stopped = await withClient(service.databaseUrl, async (database) => {
      await database.query('BEGIN');
      await database.query('SELECT 1 FROM task WHERE urn = $1 FOR UPDATE', [held]);
      const first = ask('POST', { stream, body: operation(change, 'first') });
      const waits = async (): Promise<number> =>
        (
          await database.query(
            `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
          )
        ).rows.length;
      await expect.poll(waits, { timeout: 10_000 }).toBeGreaterThan(0);
      const twice = [0, 1].map(async () => code(await ask('POST', { stream, body: operation(create, 'stopped') })));
      // One of the two waits, to the other its id is taken.
      expect(await Promise.race(twice)).toEqual([409, 'CONFLICT']);
      expect((await ask('DELETE', { path: '/graphql?operationId=stopped', stream })).status).toBe(200);
      await database.query('COMMIT');
      expect((await first).status).toBe(202);
      return Promise.all(twice);
    });
    expect(stopped).toContainEqual([404, 'NOT_FOUND']);
    const { projects } = await tenant.data('{ projects(where: { name: { eq: "Stopped" } }) { totalCount } }');
    expect(projects.totalCount).toBe(0);
    await opened.body?.cancel();
  });

  test('tells what is wrong with an operation to the request that sent it, and goes on', async () => {
    const stream = await reserve();
    const opened = await ask('GET', { stream, headers: events });
    for (const query of ['{ nothing }', '{', 'subscription { nothing }', 'subscription {'])
      expect(await code(await ask('POST', { stream, body: operation(query, 'wrong') }))).toEqual([400, 'BAD_REQUEST']);
    expect((await ask('POST', { stream, body: operation('{ __typename }', 'wrong') })).status).toBe(202);
    expect((await messages(opened).next()).value).toMatchObject({ data: { id: 'wrong' } });
  });

  test('is nobody else’s: another token is refused, and the stream hears nothing of it', async () => {
    const stream = await reserve();
    const opened = await ask('GET', { stream, headers: events });
    const other = await service.tenant();
    const body = operation('{ __typename }', '1');
    for (const token of [other.token, null])
      expect(await code(await ask('POST', { stream, token, body }))).toEqual([403, 'FORBIDDEN']);
    expect(await code(await ask('DELETE', { stream, token: other.token, path: '/graphql?operationId=1' }))).toEqual([
      403,
      'FORBIDDEN',
    ]);
    await opened.body?.cancel();
  });

  test('that nobody opens in time is forgotten', async () => {
    const stream = await reserve();
    await expect
      .poll(async () => (await ask('DELETE', { stream, path: '/graphql?operationId=1' })).status, { timeout: 20_000 })
      .toBe(404);
  });

  test('ends with the cursor of each operation when its token ends', async () => {
    const leaving = await service.tenant();
    const stream = await (await ask('PUT', { token: leaving.token })).text();
    const opened = await ask('GET', { stream, token: null, headers: events });
    const query = 'subscription { events { cursor } }';
    await ask('POST', { stream, token: leaving.token, body: operation(query, 's') });
    const { apiClientBearerTokens } = await leaving.data('{ apiClientBearerTokens { nodes { urn } } }');
    await leaving.rest('DELETE', `/n/v1/apiclientbearertoken/${String(apiClientBearerTokens.nodes[0].urn)}`);
    const told = (await all(opened)).filter(({ data }) => !data.payload?.data);
    expect(told).toMatchObject([
      { event: 'next', data: { id: 's', payload: { errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] } } },
      { event: 'complete', data: { id: 's' } },
    ]);
    expect(told[0]?.data.payload.errors[0].extensions.cursor).toMatch(/^1\.\d+$/);
  });

  test('answers a mutation that is sent again under its key on the stream, and carries it out once', async () => {
    const stream = await reserve();
    const opened = await ask('GET', { stream, headers: events });
    const heard = messages(opened);
    const query = `mutation { createProject(input: { owner: "${tenant.company}", name: "Keyed" }) { project { urn } } }`;
    const answers: unknown[] = [];
    const headers = { 'idempotency-key': 'once' };
    while (answers.length < 2) {
      expect((await ask('POST', { stream, headers, body: operation(query, 'k') })).status).toBe(202);
      answers.push((await heard.next()).value);
      await heard.next();
    }
    expect(answers[0]).toMatchObject({
      data: { payload: { data: { createProject: { project: { urn: expect.any(String) } } } } },
    });
    expect(answers[1]).toEqual(answers[0]);
    await heard.return();
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
        await createProject('Heard');
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

describe('Of the streams that a token may have none is lost', () => {
  let own: Tenant;
  beforeAll(async () => {
    own = await service.tenant();
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
    const open: Awaited<ReturnType<typeof stream>>[] = [];
    for (let at = 0; at < mostStreams; at += 1) await way();
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
    expect((await stream()).status).toBe(429);
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
