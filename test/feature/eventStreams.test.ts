// The transports of subscriptions: their protocol, limits, and how they close.
import { request, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { announce } from '../../src/database/engine/triggerStore.ts';
import { withClient } from '../support/database.ts';
import { logEnd, sequenceOf } from '../support/eventLog.ts';
import { connectPeer, type Peer, type PeerOptions } from '../support/peer.ts';
import { startService, type Tenant, type TestService } from '../support/service.ts';
import { createProject } from '../support/sse.ts';
import { openStream } from '../support/streams.ts';
import { task } from '../support/work.ts';

let service: TestService;
let tenant: Tenant;
let entity: string;
const sockets: Peer[] = [];

beforeAll(async () => {
  service = await startService();
  tenant = await service.tenant();
  const made = await tenant.data(
    `mutation ($input: CreateEntityInput!) { createEntity(input: $input) { entity { urn } } }`,
    { input: { owner: tenant.company, name: 'Page', language: 'en', status: 'DRAFT_UNPUBLISHED' } },
  );
  entity = made.createEntity.entity.urn;
});
afterEach(() => sockets.splice(0).forEach((peer) => peer.socket.terminate()));
afterAll(() => service.close());

type Of = PeerOptions & { readonly of?: { readonly url: string } };

function peer({ of = service, ...options }: Of = {}): Peer {
  const made = connectPeer(of.url, options);
  sockets.push(made);
  return made;
}

async function opened(token: string | null = tenant.token, of: TestService = service): Promise<Peer> {
  const made = peer({ of });
  await once(made.socket, 'open');
  made.send({ type: 'connection_init', payload: token === null ? {} : { AUTHORIZATION: `Bearer ${token}` } });
  expect(await made.next()).toEqual({ type: 'connection_ack' });
  return made;
}

const cursors = 'subscription { events { cursor } }';
const subscribe = (id: string, query: string, variables = {}): unknown => ({
  id,
  type: 'subscribe',
  payload: { query, variables },
});

type Announced = Parameters<typeof announce>[2][number];

// Writes events straight into the log, each with the given amount of text.
async function write(count: number, text = '', to = service, more: Partial<Announced> = {}): Promise<void> {
  for (let left = count; left > 0; left -= 500) {
    await to.services.database.transaction((transaction) =>
      announce(
        transaction,
        { urn: null, type: 'SYSTEM' },
        Array.from({ length: Math.min(500, left) }, () => ({
          owner: tenant.company,
          subject: 'ENTITY',
          event: 'UPDATE' as const,
          targetUrn: entity,
          targetVersion: '1',
          changedFields: [text],
          timestamp: new Date().toISOString(),
          ...more,
        })),
      ),
    );
  }
}

// What requests and streams wait for; the background marks its statements.
async function locksAwaited(database: { query(text: string): Promise<{ rows: unknown[] }> }): Promise<number> {
  return (
    await database.query(
      `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query !~ '^/[*]'`,
    )
  ).rows.length;
}

describe('a socket', () => {
  test('is refused without the subprotocol, on another path, and from a page of an unknown origin', async () => {
    const refusedWith = async (made: Peer): Promise<number> => {
      const [, response] = (await once(made.socket, 'unexpected-response')) as [unknown, { statusCode: number }];
      return response.statusCode;
    };
    expect(await refusedWith(peer({ protocol: 'graphql-ws' }))).toBe(400);
    expect(await refusedWith(peer({ protocol: [] }))).toBe(400);
    expect(await refusedWith(peer({ path: '/other' }))).toBe(404);
    expect(await refusedWith(peer({ headers: { origin: 'https://elsewhere.example' } }))).toBe(403);
    const own = peer({ headers: { origin: service.url }, path: '/graphql?of=a+query+string' });
    await once(own.socket, 'open');
  });

  test('is closed when it does not initialize in time, initializes twice, or subscribes first', async () => {
    const silent = peer();
    const early = peer();
    await once(early.socket, 'open');
    early.send(subscribe('1', cursors));
    expect((await early.closed).code).toBe(4401);
    const twice = await opened();
    twice.send({ type: 'connection_init' });
    expect((await twice.closed).code).toBe(4429);
    expect((await silent.closed).code).toBe(4408);
  });

  test('is closed for a wrong token, a malformed message, and one larger than 1 MiB', async () => {
    const wrong = peer();
    await once(wrong.socket, 'open');
    wrong.send({ type: 'connection_init', payload: { Authorization: `Bearer ${'x'.repeat(40)}` } });
    expect(await wrong.closed).toEqual({ code: 4403, reason: 'UNAUTHENTICATED' });
    const garbled = await opened();
    garbled.send('{"type":');
    expect((await garbled.closed).code).toBe(4400);
    const large = await opened();
    const longest = JSON.stringify({ type: 'ping', payload: { text: '' } });
    const text = 'x'.repeat(1_048_576 - longest.length);
    large.send({ type: 'ping', payload: { text } });
    expect(await large.next()).toEqual({ type: 'pong', payload: { text } });
    large.send({ type: 'ping', payload: { text: `${text}x` } });
    expect((await large.closed).code).toBe(1009);
  });

  test('keeps its other subscriptions when one is invalid', async () => {
    const made = await opened();
    made.send(subscribe('good', cursors));
    made.send(subscribe('syntax', 'subscription {'));
    expect(await made.next()).toMatchObject({
      id: 'syntax',
      type: 'error',
      payload: [{ extensions: { code: 'BAD_REQUEST' } }],
    });
    made.send(subscribe('unknown', 'subscription { event { cursor } }'));
    const unknown = await made.next();
    expect(unknown).toMatchObject({ id: 'unknown', type: 'error' });
    // What the schema has is nobody's to guess.
    expect(unknown.payload[0].message).toBe('Cannot query field "event" on type "Subscription".');
    made.send(subscribe('cursor', 'subscription { events(after: "x") { cursor } }'));
    expect(await made.next()).toMatchObject({
      id: 'cursor',
      type: 'error',
      payload: [{ extensions: { code: 'INVALID_CURSOR' } }],
    });
    made.send(subscribe('ahead', 'subscription { events(after: "99999999") { cursor } }'));
    expect(await made.next()).toMatchObject({
      id: 'ahead',
      type: 'error',
      payload: [{ extensions: { code: 'CURSOR_LOST' } }],
    });
    await write(1);
    expect(await made.next()).toMatchObject({ id: 'good', type: 'next' });
    made.send(subscribe('good', cursors));
    expect((await made.closed).code).toBe(4409);
  });

  test('sends nothing of a subscription that was completed while it began', async () => {
    const client = await opened();
    for (let at = 0; at < 20; at += 1) {
      client.send(subscribe(`gone${String(at)}`, cursors));
      client.send({ id: `gone${String(at)}`, type: 'complete' });
    }
    client.send(subscribe('stays', cursors));
    const ids: unknown[] = [];
    for (let message = client.next(); ids.length < 3; message = client.next()) {
      const heard = message.then(({ id }) => ids.push(id));
      while ((await Promise.race([heard, write(1)])) === undefined);
    }
    expect(new Set(ids)).toEqual(new Set(['stays']));
  });

  test('runs queries and mutations, each answered once, beside its subscriptions', async () => {
    const client = await opened();
    client.send(subscribe('s', 'subscription { events(subjects: [PROJECT]) { targetUrn } }'));
    client.send(subscribe('q', 'query ($urn: ID!) { entity(urn: $urn) { name } }', { urn: entity }));
    expect(await client.next()).toEqual({ id: 'q', type: 'next', payload: { data: { entity: { name: 'Page' } } } });
    expect(await client.next()).toEqual({ id: 'q', type: 'complete' });
    const create = `mutation ($owner: ID!) { createProject(input: { owner: $owner, name: "Sent" }) { project { urn } userErrors { code } } }`;
    client.send(subscribe('m', create, { owner: tenant.company }));
    const answers = [await client.next(), await client.next(), await client.next()];
    const [made] = answers.filter(({ id, type }) => id === 'm' && type === 'next');
    const targetUrn = made?.payload.data.createProject.project.urn;
    expect(answers).toContainEqual({ id: 'm', type: 'complete' });
    expect(answers).toContainEqual({ id: 's', type: 'next', payload: { data: { events: { targetUrn } } } });
    // An id that was answered is free again.
    client.send(subscribe('q', '{ __typename }'));
    expect(await client.next()).toEqual({ id: 'q', type: 'next', payload: { data: { __typename: 'Query' } } });
  });

  test('answers nothing that was completed meanwhile, and does not begin what still waited', async () => {
    const client = await opened();
    const held = await task(tenant, 'Held');
    await withClient(service.databaseUrl, async (database) => {
      await database.query('BEGIN');
      await database.query('SELECT 1 FROM task WHERE urn = $1 FOR UPDATE', [held]);
      client.send(subscribe('held', `mutation { updateTask(urn: "${held}", input: { title: "Done" }) { requestId } }`));
      const create = `mutation { createProject(input: { owner: "${tenant.company}", name: "Waited" }) { requestId } }`;
      client.send(subscribe('waits', create));
      await expect.poll(() => locksAwaited(database), { timeout: 10_000 }).toBeGreaterThan(0);
      for (const id of ['held', 'waits']) client.send({ id, type: 'complete' });
      client.send({ type: 'ping', payload: {} });
      expect(await client.next()).toMatchObject({ type: 'pong' });
      await database.query('COMMIT');
    });
    client.send(
      subscribe(
        'after',
        `{ task(urn: "${held}") { title } projects(where: { name: { eq: "Waited" } }) { totalCount } }`,
      ),
    );
    expect(await client.next()).toEqual({
      id: 'after',
      type: 'next',
      payload: { data: { task: { title: 'Done' }, projects: { totalCount: 0 } } },
    });
  });

  test('refuses a query as HTTP does, with the same codes, and stays open', async () => {
    const client = await opened();
    const refused = async (query: string): Promise<unknown> => {
      client.send(subscribe('q', query));
      const { type, payload } = await client.next();
      expect(type).toBe('error');
      return payload[0].extensions.code;
    };
    const many = 'tasks(first: 200) { nodes { threads(first: 200) { nodes { name } } } }';
    expect([await refused('{ unknown }'), await refused('{'), await refused(`{ ${many} }`)]).toEqual([
      'BAD_REQUEST',
      'BAD_REQUEST',
      'QUERY_TOO_COMPLEX',
    ]);
    client.send(subscribe('q', '{ node(urn: "x") { urn } }'));
    expect((await client.next()).payload).toMatchObject({
      data: { node: null },
      errors: [{ path: ['node'], extensions: { code: 'INVALID_PARAMETER' } }],
    });
    expect(await client.next()).toEqual({ id: 'q', type: 'complete' });
  });

  test('answers queries for the caller that it was initialized with, and no longer once its token ended', async () => {
    const nobody = await opened(null);
    nobody.send(subscribe('q', '{ companies { nodes { urn } } }'));
    expect((await nobody.next()).payload).toMatchObject({ errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] });
    const leaving = await service.tenant();
    const client = await opened(leaving.token);
    client.send(subscribe('q', '{ companies { nodes { urn } } }'));
    expect((await client.next()).payload.data.companies.nodes).toEqual([{ urn: leaving.company }]);
    expect(await client.next()).toEqual({ id: 'q', type: 'complete' });
    const { apiClientBearerTokens } = await leaving.data('{ apiClientBearerTokens { nodes { urn } } }');
    await leaving.rest('DELETE', `/n/v1/apiclientbearertoken/${String(apiClientBearerTokens.nodes[0].urn)}`);
    client.send(subscribe('q', '{ companies { nodes { urn } } }'));
    expect((await client.closed).code).toBe(4403);
  });

  test('answers pings, and serves only public fields without a token', async () => {
    const made = await opened(null);
    made.send({ type: 'ping', payload: { n: 1 } });
    expect(await made.next()).toEqual({ type: 'pong', payload: { n: 1 } });
    made.send(subscribe('1', cursors));
    expect(await made.next()).toMatchObject({
      id: '1',
      type: 'error',
      payload: [{ extensions: { code: 'UNAUTHENTICATED' } }],
    });
    expect(made.socket.readyState).toBe(WebSocket.OPEN);
  });

  test('carries 100 subscriptions and refuses the next, until one of them completes', async () => {
    const made = await opened();
    for (let at = 0; at < 101; at += 1) made.send(subscribe(String(at), cursors));
    expect(await made.next()).toMatchObject({
      id: '100',
      type: 'error',
      payload: [{ extensions: { code: 'RATE_LIMITED' } }],
    });
    made.send({ id: '0', type: 'complete' });
    made.send(subscribe('101', 'subscription { events(after: "0") { cursor } }'));
    expect(await made.next()).toMatchObject({ id: '101', type: 'next' });
  });

  test('begins twice that many at once, those included that were completed meanwhile', async () => {
    const made = await opened();
    for (let at = 0; at < 201; at += 1) {
      made.send(subscribe(String(at), cursors));
      made.send({ id: String(at), type: 'complete' });
    }
    made.send({ type: 'ping', payload: {} });
    expect(await made.next()).toMatchObject({ id: '200', payload: [{ extensions: { code: 'RATE_LIMITED' } }] });
    expect(await made.next()).toMatchObject({ type: 'pong' });
  });

  test('that falls behind is closed with the cursor to resume from, and nothing is lost', async () => {
    const made = await opened();
    const many = 4_500;
    const wide = 'subscription ($after: String) { events(after: $after) { cursor sequence changedFields } }';
    // From a cursor: a socket is not told when its subscription has begun.
    made.send(subscribe('slow', wide, { after: await logEnd(service.services) }));
    await write(1);
    const first = Number((await made.next()).payload.data.events.sequence);
    const other = await opened();
    other.send(subscribe('quick', wide, { after: String(first - 1) }));
    expect((await other.next()).payload.data.events.sequence).toBe(String(first));
    made.socket.pause();
    // More events than are remembered, and more bytes than any buffer takes.
    await write(many, 'x'.repeat(3_600));
    // Other subscribers are not delayed by it.
    for (let at = first + 1; at <= first + many; at += 1)
      expect((await other.next()).payload.data.events.sequence).toBe(String(at));
    made.socket.resume();
    let last = first;
    for (;;) {
      const message = await made.next();
      if (message.type === 'error') {
        expect(message.payload[0].extensions).toMatchObject({ code: 'SLOW_CONSUMER', cursor: `1.${String(last)}` });
        break;
      }
      expect(Number(message.payload.data.events.sequence)).toBe(last + 1);
      last += 1;
    }
    expect(last).toBeLessThan(first + many);
    made.send(subscribe('again', wide, { after: String(last) }));
    for (; last < first + many; last += 1)
      expect(Number((await made.next()).payload.data.events.sequence)).toBe(last + 1);
  }, 120_000);
});

describe('a heartbeat', () => {
  let quick: TestService;
  let owner: Tenant;
  beforeAll(async () => {
    quick = await startService({}, { streamLimits: { heartbeatMillis: 50, streamsPerToken: 2, pingMillis: 100 } });
    owner = await quick.tenant();
  });
  afterAll(() => quick.close());

  test('carries the newest cursor, on a socket and in an event stream', async () => {
    const end = await logEnd(quick.services);
    const socket = new WebSocket(`${quick.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
    await once(socket, 'open');
    socket.send(JSON.stringify({ type: 'connection_init', payload: { authorization: `Bearer ${owner.token}` } }));
    const [acknowledged] = (await once(socket, 'message')) as [Buffer];
    expect(JSON.parse(String(acknowledged))).toEqual({ type: 'connection_ack' });
    const [beat] = (await once(socket, 'message')) as [Buffer];
    expect(JSON.parse(String(beat))).toEqual({ type: 'ping', payload: { cursor: end } });

    const stream = await openStream(quick.url, owner.token, cursors);
    expect(await stream.nextText()).toBe(': ok');
    expect(await stream.nextText()).toBe(`: heartbeat\nid: ${end}`);
    // The socket and the stream use up the limit of this token.
    const refused = await openStream(quick.url, owner.token, cursors);
    expect(refused.status).toBe(429);
    refused.close();
    stream.close();

    socket.terminate();
  });

  test('carries the cursor of the subscription that is furthest behind', async () => {
    const made = await opened(owner.token, quick);
    const of = (subject: string): string => `subscription { events(subjects: [${subject}], after: "0") { cursor } }`;
    const ahead = { owner: owner.company, subject: 'COMPANY', targetUrn: owner.company };
    await write(1, '', quick, ahead);
    await createProject(owner, 'One');
    for (const subject of ['COMPANY', 'PROJECT']) {
      made.send(subscribe(subject, of(subject)));
      expect(await made.next()).toMatchObject({ id: subject, type: 'next' });
    }
    await withClient(quick.databaseUrl, async (database) => {
      const behind = await logEnd(quick.services);
      await database.query('BEGIN');
      await database.query('LOCK TABLE project IN ACCESS EXCLUSIVE MODE');
      await write(1, '', quick, { owner: owner.company, subject: 'PROJECT' });
      await expect.poll(() => locksAwaited(database), { timeout: 10_000 }).toBeGreaterThan(0);
      await write(1, '', quick, ahead);
      expect(await made.next()).toMatchObject({ id: 'COMPANY', type: 'next' });
      expect(await made.beat()).toEqual({ cursor: behind });
      await database.query('COMMIT');
    });
  });
});

describe('a token that has ended', () => {
  // Nothing looks at tokens by itself here.
  let quiet: TestService;
  beforeAll(async () => {
    quiet = await startService({}, { streamLimits: { checkMillis: 3_600_000 } });
  });
  afterAll(() => quiet.close());

  const ways: Readonly<Record<string, (made: Peer, end: () => Promise<unknown>) => Promise<unknown>>> = {
    'an event that is to be delivered': async (made, end) => {
      made.send(subscribe('s', 'subscription { events(after: "0") { cursor } }'));
      await made.next();
      await end();
    },
    'a subscription that begins': async (made, end) => {
      await end();
      made.send(subscribe('s', cursors));
    },
  };

  test.each(Object.entries(ways))('ends all of its sockets with %s', async (_, way) => {
    const leaving = await quiet.tenant();
    const [active, idle] = [await opened(leaving.token, quiet), await opened(leaving.token, quiet)];
    const { apiClientBearerTokens } = await leaving.data('{ apiClientBearerTokens { nodes { urn } } }');
    const token = String(apiClientBearerTokens.nodes[0].urn);
    // The past that the first of them is told of.
    await write(1, '', quiet, { owner: leaving.company, subject: 'COMPANY', targetUrn: leaving.company });
    await way(active, () => leaving.rest('DELETE', `/n/v1/apiclientbearertoken/${token}`));
    for (const one of [active, idle]) expect(await one.closed).toEqual({ code: 4403, reason: 'UNAUTHENTICATED' });
  });
});

describe('a peer', () => {
  test('that answers no pings is disconnected after two and a half intervals; one that does stays connected', async () => {
    const pinging = await startService({}, { streamLimits: { pingMillis: 80 } });
    const address = `${pinging.url.replace('http', 'ws')}/graphql`;
    const alive = new WebSocket(address, 'graphql-transport-ws');
    const dead = new WebSocket(address, 'graphql-transport-ws', { autoPong: false });
    await Promise.all([once(alive, 'open'), once(dead, 'open')]);
    const pings = { alive: 0, dead: 0 };
    alive.on('ping', () => (pings.alive += 1));
    dead.on('ping', () => (pings.dead += 1));
    // Ended without a close frame, which a lost peer would not receive.
    expect((await once(dead, 'close'))[0]).toBe(1006);
    expect(pings.dead).toBe(2);
    while (pings.alive < 4) await once(alive, 'ping');
    expect(alive.readyState).toBe(WebSocket.OPEN);
    alive.terminate();
    await pinging.close();
  });
});

describe('an event stream', () => {
  test('resumes after Last-Event-ID, by POST and by GET', async () => {
    await write(3);
    const query = 'subscription ($after: String) { events(after: $after) { cursor } }';
    const stream = await openStream(service.url, tenant.token, query, { after: '0' });
    const first = await stream.next();
    stream.close();
    const second = await openStream(
      service.url,
      tenant.token,
      query,
      { after: '0' },
      { 'last-event-id': first?.id ?? '' },
    );
    expect((await second.next())?.id).toBe(`1.${String(sequenceOf(first?.id ?? '') + 1)}`);
    second.close();
    const address = new URL(`${service.url}/graphql/stream`);
    address.searchParams.set('query', query);
    address.searchParams.set('variables', JSON.stringify({ after: first?.id }));
    const response = await fetch(address, {
      headers: { authorization: `Bearer ${tenant.token}`, accept: 'text/event-stream' },
    });
    expect(response.status).toBe(200);
    const chunk = await response.body?.getReader().read();
    expect(new TextDecoder().decode(chunk?.value as Uint8Array)).toContain(': ok');
  });

  test('that begins while others with the same text are behind delivers nothing from before it began', async () => {
    const first = await openStream(service.url, tenant.token, cursors);
    const late = await withClient(service.databaseUrl, async (database) => {
      await database.query('BEGIN');
      await database.query('LOCK TABLE entity IN ACCESS EXCLUSIVE MODE');
      await write(1);
      await expect.poll(() => locksAwaited(database), { timeout: 10_000 }).toBeGreaterThan(0);
      const opened = await openStream(service.url, tenant.token, cursors);
      await database.query('COMMIT');
      return opened;
    });
    const before = await first.next();
    await write(1);
    expect([before?.id === (await late.next())?.id, (await first.next())?.event]).toEqual([false, 'next']);
    for (const stream of [first, late]) stream.close();
  });

  test('is refused with the same status and code as any other request', async () => {
    const open = (token: string | null, query: string, headers: Record<string, string> = {}) =>
      openStream(service.url, token, query, {}, headers).then((stream) => stream.status);
    expect(await open(null, cursors)).toBe(401);
    expect(await open('x'.repeat(40), cursors)).toBe(401);
    expect(await open(tenant.token, cursors, { accept: 'application/json' })).toBe(406);
    expect(await open(tenant.token, `subscription { taskChanged(urn: "${crypto.randomUUID()}") { cursor } }`)).toBe(
      404,
    );
    const plain = await tenant.graph(cursors);
    expect([plain.status, plain.errors?.[0]?.extensions['code']]).toEqual([400, 'BAD_REQUEST']);
  });

  test('ends without `complete` when the service stops, so that clients reconnect', async () => {
    const other = await service.another();
    const stream = await openStream(other.url, tenant.token, cursors);
    // A socket that is not read answers no goodbye: it keeps the service from stopping for a while.
    const unread = peer({ of: other });
    await once(unread.socket, 'open');
    unread.socket.pause();
    const closing = other.close();
    expect(await stream.next()).toBeNull();
    const late = peer({ of: other });
    const [, response] = (await once(late.socket, 'unexpected-response')) as [unknown, IncomingMessage];
    expect([response.statusCode, response.headers['retry-after']]).toEqual([503, '1']);
    unread.socket.terminate();
    await closing;
    const refused = request(`${other.url}/graphql`);
    refused.end();
    await expect(once(refused, 'response')).rejects.toThrow('ECONNREFUSED');
  });
});
