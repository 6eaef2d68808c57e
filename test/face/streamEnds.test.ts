// How a stream ends, in each way it can and over each transport: all that it says from then on, its close, and that nobody is counted as
// a subscriber any more. Resource reference 9.7; GraphQL over WebSocket and over SSE.
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { setTenantEnabled } from '../../src/actions/access/operatorTokens.ts';
import { loadContract } from '../../src/contract/load.ts';
import { community, type Community, type Person } from '../support/community.ts';
import { sql } from '../support/content.ts';
import { scrape } from '../support/metrics.ts';
import { connectPeer } from '../support/peer.ts';
import { startService, type TestService } from '../support/service.ts';
import { ask, events, messages } from '../support/sse.ts';
import { openStream } from '../support/streams.ts';
import { bareTask } from '../support/work.ts';

let service: TestService;

beforeAll(async () => {
  service = await startService({ METRICS_PORT: '0' }, { streamLimits: { checkMillis: 20 } });
});
afterAll(() => service.close());

/** A stream that follows; `end` resolves with everything that it said, once it says no more. */
interface Open {
  readonly end: () => Promise<readonly unknown[]>;
}

type Opener = (url: string, token: string, query: string) => Promise<Open>;

async function aSocket(url: string, token: string, query: string): Promise<Open> {
  const peer = connectPeer(url);
  await once(peer.socket, 'open');
  peer.send({ type: 'connection_init', payload: { authorization: `Bearer ${token}` } });
  expect(await peer.next()).toEqual({ type: 'connection_ack' });
  peer.send({ id: 's', type: 'subscribe', payload: { query } });
  const said: unknown[] = [];
  const hear = async (): Promise<void> => {
    for (;;) said.push(await peer.next());
  };
  void hear();
  return { end: async () => [...(said.push(await peer.closed), said)] };
}

async function anEventStream(url: string, token: string, query: string): Promise<Open> {
  const stream = await openStream(url, token, query);
  expect(stream.status).toBe(200);
  const hear = async (): Promise<unknown[]> => {
    const said: unknown[] = [];
    for (let frame = await stream.next(); frame !== null; frame = await stream.next())
      said.push({ event: frame.event, data: frame.data });
    return said;
  };
  const heard = hear();
  return { end: () => heard };
}

async function aReservation(url: string, token: string, query: string): Promise<Open> {
  const asked = (method: string, more: Parameters<typeof ask>[2] = {}): Promise<Response> =>
    ask({ url, token }, method, more);
  const stream = await (await asked('PUT')).text();
  const opened = await asked('GET', { stream, headers: events });
  const body = { query, extensions: { operationId: 's' } };
  expect((await asked('POST', { stream, body })).status).toBe(202);
  const hear = async (): Promise<unknown[]> => {
    const said: unknown[] = [];
    for await (const message of messages(opened)) said.push(message);
    return said;
  };
  const heard = hear();
  return { end: () => heard };
}

const transports: Readonly<Record<string, Opener>> = {
  'a socket': aSocket,
  'an event stream': anEventStream,
  'a reserved stream': aReservation,
};

interface World {
  readonly town: Community;
  readonly reader: Person;
  readonly task: string;
}

const setTenant = (urn: string, isEnabled: boolean): Promise<string> =>
  setTenantEnabled({ database: service.services.database, contract: loadContract() }, urn, isEnabled);
const tokenOf = async ({ town, reader }: World): Promise<string> =>
  String(
    (await town.admin.rest('GET', `/n/v1/apiclientbearertokens?filter[apiClient]=${reader.client}`)).body
      .apiclientbearertokens[0].urn,
  );
const done = async ({ town }: World, method: string, path: string, body?: unknown): Promise<unknown> =>
  town.admin.rest(method, `/n/v1/${path}`, body === undefined ? {} : { body });

/** What ends a caller, and with it all of its streams. */
const callers: Readonly<Record<string, (world: World) => Promise<unknown>>> = {
  'its token is deleted': async (world) => done(world, 'DELETE', `apiclientbearertoken/${await tokenOf(world)}`),
  'its token has expired': async (world) =>
    sql(service, `UPDATE api_client_bearer_token SET expiration_timestamp = now() WHERE urn = $1`, [
      await tokenOf(world),
    ]),
  'its client is disabled': (world) => done(world, 'PATCH', `apiclient/${world.reader.client}`, { status: 'DISABLED' }),
  'its client is deleted': (world) => done(world, 'DELETE', `apiclient/${world.reader.client}`),
  'its tenant is disabled': ({ town }) => setTenant(town.admin.company, false),
};

/** The ending of a caller, the cursor apart. */
const unauthenticated = [
  {
    message: 'A valid bearer token is required.',
    extensions: { code: 'UNAUTHENTICATED', httpCode: 401, cursor: 'cursor' },
  },
];

const subscribers = async (): Promise<number | undefined> =>
  (await scrape(service.metricsUrl)).value('commonplace_subscribers');

const withoutCursors = (said: readonly unknown[]): unknown =>
  JSON.parse(JSON.stringify(said).replace(/"cursor":"1\.\d+"/g, '"cursor":"cursor"'));

async function aWorld(): Promise<World> {
  const town = await community(service);
  const reader = await town.person('Reader', ['READ']);
  return { town, reader, task: await town.make('task', { ...bareTask, title: 'Followed' }) };
}

async function following(open: Opener, { reader }: World, query: string, url = service.url): Promise<Open> {
  const before = (await subscribers()) ?? 0;
  const stream = await open(url, reader.token, query);
  if (url === service.url) await expect.poll(subscribers).toBe(before + 1);
  return stream;
}

/** All that a stream says when everything on it ends for that reason. */
function saidAtEnd(transport: string, payload: unknown): unknown[] {
  if (transport === 'a socket')
    return [
      { id: 's', type: 'error', payload },
      { code: 4403, reason: 'UNAUTHENTICATED' },
    ];
  if (transport === 'an event stream')
    return [
      { event: 'next', data: { errors: payload } },
      { event: 'complete', data: null },
    ];
  return [
    { event: 'next', data: { id: 's', payload: { errors: payload } } },
    { event: 'complete', data: { id: 's' } },
  ];
}

describe.each(Object.keys(transports))('Over %s', (transport) => {
  const open = transports[transport] ?? aSocket;

  test.each(Object.entries(callers))('a stream says why and ends when %s', async (_, end) => {
    const world = await aWorld();
    const stream = await following(open, world, `subscription { taskChanged(urn: "${world.task}") { event } }`);
    await end(world);
    expect(withoutCursors(await stream.end())).toEqual(saidAtEnd(transport, unauthenticated));
    await expect.poll(subscribers).toBe(0);
    const refused = await openStream(service.url, world.reader.token, 'subscription { events { cursor } }');
    expect(refused.status).toBe(401);
    refused.close();
  });

  test('a stream ends without a word, as of one that goes on elsewhere, when the service stops', async () => {
    const world = await aWorld();
    const other = await service.another();
    const stream = await following(open, world, 'subscription { events { cursor } }', other.url);
    await other.close();
    const closed = { code: 1001, reason: 'Going away' };
    expect(await stream.end()).toEqual(transport === 'a socket' ? [closed] : []);
  });
});

test('One subscription of a socket ends when what it follows may be read no more, and the others go on', async () => {
  const world = await aWorld();
  const { town, reader, task } = world;
  const peer = connectPeer(service.url);
  await once(peer.socket, 'open');
  peer.send({ type: 'connection_init', payload: { authorization: `Bearer ${reader.token}` } });
  expect(await peer.next()).toEqual({ type: 'connection_ack' });
  const follow = (id: string, query: string): void => peer.send({ id, type: 'subscribe', payload: { query } });
  follow('task', `subscription { taskChanged(urn: "${task}") { event } }`);
  follow('inbox', 'subscription { events(subjects: [IDENTITY]) { event } }');
  await expect.poll(subscribers).toBe(2);
  const { body } = await town.admin.rest('GET', `/n/v1/permissions?filter[subjectUrn]=${reader.client}`);
  await done(world, 'DELETE', `permission/${String(body.permissions[0].urn)}`);
  expect(withoutCursors([await peer.next()])).toEqual([
    {
      id: 'task',
      type: 'error',
      payload: [{ message: expect.any(String), extensions: { code: 'NOT_FOUND', httpCode: 404, cursor: 'cursor' } }],
    },
  ]);
  await expect.poll(subscribers).toBe(1);
  peer.send({ type: 'ping', payload: { at: 1 } });
  expect(await peer.next()).toEqual({ type: 'pong', payload: { at: 1 } });
  // Its id may be used again.
  follow('task', `subscription { taskChanged(urn: "${task}") { event } }`);
  expect(await peer.next()).toMatchObject({
    id: 'task',
    type: 'error',
    payload: [{ extensions: { code: 'NOT_FOUND' } }],
  });
  peer.send({ id: 'inbox', type: 'complete' });
  await expect.poll(subscribers).toBe(0);
  peer.socket.close();
});
