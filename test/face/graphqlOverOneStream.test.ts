// GraphQL over SSE on a single connection: what the protocol demands of a server, by hand.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withClient } from '../support/database.ts';
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
  type Message,
} from '../support/sse.ts';
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

const ask = (method: string, asked?: Asked): Promise<Response> =>
  askAt({ url: service.url, token: tenant.token }, method, asked);

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
    // The longest id.
    const early = 'e'.repeat(128);
    const accepted = await ask('POST', { stream, body: operation('{ __typename }', early) });
    expect([accepted.status, await accepted.text()]).toEqual([202, '']);
    const opened = await ask('GET', { stream, token: null, headers: events });
    expect([opened.status, opened.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8']);
    const heard = messages(opened);
    const next = async (): Promise<Message | undefined> => (await heard.next()).value ?? undefined;
    expect(await next()).toEqual({ event: 'next', data: { id: early, payload: { data: { __typename: 'Query' } } } });
    expect(await next()).toEqual({ event: 'complete', data: { id: early } });
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
    await createProject(tenant, 'Unheard');
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
    // The header names the stream, whatever the address says.
    expect((await ask('POST', { path: '/graphql?token=x', stream, body })).status).toBe(202);
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

  test('sends nothing of a subscription that was stopped while it began', async () => {
    const stream = await reserve();
    const opened = await ask('GET', { stream, headers: events });
    const stop = (id: string): Promise<Response> => ask('DELETE', { path: `/graphql?operationId=${id}`, stream });
    for (let at = 0; at < 20; at += 1) {
      const begun = ask('POST', { stream, body: operation(subscription, `gone${String(at)}`) });
      await stop(`gone${String(at)}`);
      await begun;
      // Where it was not there yet.
      await stop(`gone${String(at)}`);
    }
    await ask('POST', { stream, body: operation(subscription, 'stays') });
    await createProject(tenant, 'Heard');
    const heard: unknown[] = [];
    for await (const { event, data } of messages(opened)) {
      if (event === 'next') heard.push(data.id);
      if (data?.id === 'stays') break;
    }
    expect(heard).toEqual(['stays']);
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

  test('that nobody opens in time is forgotten, and one that is open stays', async () => {
    const kept = await reserve();
    const opened = await ask('GET', { stream: kept, headers: events });
    const stream = await reserve();
    await expect
      .poll(async () => (await ask('DELETE', { stream, path: '/graphql?operationId=1' })).status, { timeout: 20_000 })
      .toBe(404);
    // It was reserved before the one whose time is over.
    expect((await ask('POST', { stream: kept, body: operation('{ __typename }', 'kept') })).status).toBe(202);
    await opened.body?.cancel();
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
