// A reader of a stream that does not read is cut once a mebibyte waits for it, over each transport: it hears where to go on, its place is
// free at once, and nobody else notices. What is over the limits of streams is refused in full. Resource reference 9.7.
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { get, request, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { announce } from '../../src/database/engine/triggerStore.ts';
import { community, type Community, type Person } from '../support/community.ts';
import { logEnd, sequenceOf } from '../support/eventLog.ts';
import { scrape } from '../support/metrics.ts';
import { connectPeer } from '../support/peer.ts';
import { startService, type TestService } from '../support/service.ts';
import { ask, events, messages } from '../support/sse.ts';
import { openStream, type EventStream } from '../support/streams.ts';

/** What may wait for one reader; and what is written at a time, which is less, so that who reads is never behind. */
const most = 1_048_576;
const text = 'x'.repeat(9_000);
const atOnce = 100;
/** So many times: more than any system keeps of a connection. */
const mostTimes = 40;

let service: TestService;
let town: Community;
let page: string;
const accepted: Socket[] = [];
const note = (message: unknown): void => void accepted.push((message as { readonly socket: Socket }).socket);

beforeAll(async () => {
  subscribe('net.server.socket', note);
  service = await startService(
    { METRICS_PORT: '0' },
    { streamLimits: { streamsPerToken: 2, subscriptionsPerSocket: 1, reservationMillis: 60_000 } },
  );
  town = await community(service);
  ({ urn: page } = await town.page());
});
afterAll(async () => {
  unsubscribe('net.server.socket', note);
  await service.close();
});

/** A reader that takes nothing until it is told to. */
interface Reader {
  /** The end of its connection in the service. */
  readonly served: Socket;
  /** Reads on; answers what it was sent, once that says why it ended. */
  readonly rest: () => Promise<readonly unknown[]>;
  /** How the same operation is answered once more, on the same connection or on one of its own. */
  readonly again: () => Promise<unknown>;
  readonly leave: () => void;
}

type Opener = (reader: Person, query: string, variables: object) => Promise<Reader>;

const isEnd = (said: unknown): boolean => JSON.stringify(said).includes('"extensions"');
const served = (port: number | undefined): Socket => {
  const found = accepted.find(({ remotePort }) => remotePort === port);
  if (!found) throw new Error('No such connection');
  return found;
};

const aSocket: Opener = async ({ token }, query, variables) => {
  const peer = connectPeer(service.url);
  let port: number | undefined;
  peer.socket.once('upgrade', ({ socket }) => (port = socket.localPort));
  await once(peer.socket, 'open');
  peer.send({ type: 'connection_init', payload: { authorization: `Bearer ${token}` } });
  expect(await peer.next()).toEqual({ type: 'connection_ack' });
  const begin = (): void => peer.send({ id: 's', type: 'subscribe', payload: { query, variables } });
  begin();
  peer.socket.pause();
  return {
    served: served(port),
    async rest() {
      peer.socket.resume();
      const said: unknown[] = [];
      while (said.length === 0 || !isEnd(said.at(-1))) said.push(await peer.next());
      return said;
    },
    async again() {
      begin();
      const { id, type } = await peer.next();
      return [id, type];
    },
    leave: () => peer.socket.terminate(),
  };
};

/** The messages of an answer of events, read from now on. */
async function* messagesOf(response: IncomingMessage): AsyncGenerator<{ event: string | undefined; data: unknown }> {
  let read = '';
  for await (const chunk of response) {
    read += String(chunk);
    const blocks = read.split('\n\n');
    read = blocks.pop() ?? '';
    for (const block of blocks) {
      const member = (name: string): string | undefined => RegExp(`^${name}: ?(.*)$`, 'm').exec(block)?.[1];
      const data = member('data');
      if (member('event')) yield { event: member('event'), data: data ? JSON.parse(data) : null };
    }
  }
}

const anEventStream: Opener = async ({ token }, query, variables) => {
  const headers = { ...events, authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const sent = request(`${service.url}/graphql/stream`, { method: 'POST', headers, agent: false });
  sent.end(JSON.stringify({ query, variables }));
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const port = response.socket.localPort;
  response.pause();
  return {
    served: served(port),
    async rest() {
      const said: unknown[] = [];
      for await (const one of messagesOf(response)) said.push(one);
      return said;
    },
    async again() {
      const stream = await openStream(service.url, token, query, { ...variables });
      const frame = await stream.next();
      stream.close();
      return ['s', frame?.event];
    },
    leave: () => response.destroy(),
  };
};

const aReservation: Opener = async ({ token }, query, variables) => {
  const caller = { url: service.url, token };
  const stream = await (await ask(caller, 'PUT')).text();
  const headers = { ...events, authorization: `Bearer ${token}` };
  const opened = get(`${service.url}/graphql/stream?token=${stream}`, { headers, agent: false });
  const [response] = (await once(opened, 'response')) as [IncomingMessage];
  const port = response.socket.localPort;
  response.pause();
  const begin = async (): Promise<void> => {
    const body = { query, variables, extensions: { operationId: 's' } };
    expect((await ask(caller, 'POST', { stream, body })).status).toBe(202);
  };
  await begin();
  const messages = messagesOf(response);
  const next = async (): Promise<{ event: string | undefined; data: unknown }> => {
    const { value } = await messages.next();
    return value as { event: string | undefined; data: unknown };
  };
  return {
    served: served(port),
    async rest() {
      const said: unknown[] = [];
      while (said.length === 0 || !isEnd(said.at(-1))) said.push(await next());
      said.push(await next());
      return said;
    },
    async again() {
      await begin();
      const { event, data } = await next();
      return [(data as { id: unknown }).id, event];
    },
    leave: () => response.destroy(),
  };
};

const transports: Readonly<Record<string, Opener>> = {
  'a socket': aSocket,
  'an event stream': anEventStream,
  'a reserved stream': aReservation,
};

const subscribers = async (): Promise<number | undefined> =>
  (await scrape(service.metricsUrl)).value('commonplace_subscribers');

const query =
  'subscription ($after: String) { events(after: $after, subjects: [ENTITY]) { cursor sequence changedFields } }';

const write = (): Promise<unknown> =>
  service.services.database.transaction((transaction) =>
    announce(
      transaction,
      { urn: null, type: 'SYSTEM' },
      Array.from({ length: atOnce }, () => ({
        owner: town.admin.company,
        subject: 'ENTITY',
        event: 'UPDATE' as const,
        targetUrn: page,
        targetVersion: '1',
        changedFields: [text],
        timestamp: new Date().toISOString(),
      })),
    ),
  );

/** The cursor and the number of an event that was delivered; null for what else was said. */
function placeOf(said: unknown): { readonly cursor: string; readonly sequence: number } | null {
  const [, cursor = '', sequence = ''] = /"cursor":"([^"]*)","sequence":"(\d+)"/.exec(JSON.stringify(said)) ?? [];
  return sequence === '' ? null : { cursor, sequence: Number(sequence) };
}

const ending = (cursor: string) => [
  {
    message: 'The reader is too far behind; subscribe again after the cursor.',
    extensions: { code: 'SLOW_CONSUMER', httpCode: 429, cursor },
  },
];

const ends: Readonly<Record<string, (cursor: string) => unknown[]>> = {
  'a socket': (cursor) => [{ id: 's', type: 'error', payload: ending(cursor) }],
  'an event stream': (cursor) => [
    { event: 'next', data: { errors: ending(cursor) } },
    { event: 'complete', data: null },
  ],
  'a reserved stream': (cursor) => [
    { event: 'next', data: { id: 's', payload: { errors: ending(cursor) } } },
    { event: 'complete', data: { id: 's' } },
  ],
};

async function heard(stream: EventStream): Promise<number[]> {
  const all: number[] = [];
  while (all.length < atOnce) all.push(placeOf((await stream.next())?.data)?.sequence ?? 0);
  return all;
}

const counted = (first: number, count: number): number[] => Array.from({ length: count }, (_, at) => first + at);

describe.each(Object.entries(transports))('Over %s', (transport, open) => {
  test('a reader that does not read is cut, hears where to go on, and leaves its place to others', async () => {
    const slow = await town.person('Slow', ['READ']);
    const after = await logEnd(service.services);
    const first = sequenceOf(after) + 1;
    const quick = await openStream(service.url, slow.token, query, { after });
    const reader = await open(slow, query, { after });
    await expect.poll(subscribers).toBe(2);
    const third = (): Promise<EventStream> => openStream(service.url, slow.token, query, { after });
    expect((await third()).status).toBe(429);
    let written = 0;
    let waited = 0;
    while ((await subscribers()) === 2 && written < mostTimes * atOnce) {
      waited = reader.served.writableLength;
      await write();
      // The other one of the same caller and document hears all, in order.
      expect(await heard(quick)).toEqual(counted(first + written, atOnce));
      written += atOnce;
    }
    expect(await subscribers()).toBe(1);
    // No more was kept for it than may wait, and the word that ends it.
    expect(waited).toBeLessThan(most);
    expect(reader.served.writableLength).toBeLessThan(most + 2 * text.length);
    expect(reader.served.writableLength).toBeGreaterThan(most - atOnce * text.length);
    if (transport === 'an event stream') {
      const next = await third();
      expect(next.status).toBe(200);
      next.close();
    }
    const said = await reader.rest();
    const places = said.flatMap((one) => placeOf(one) ?? []);
    expect(places.map(({ sequence }) => sequence)).toEqual(counted(first, places.length));
    expect(places.length).toBeGreaterThanOrEqual(written - atOnce);
    expect(places.length).toBeLessThan(written);
    expect(said.slice(places.length)).toEqual(ends[transport]?.(places.at(-1)?.cursor ?? ''));
    expect(await reader.again()).toEqual(['s', 'next']);
    reader.leave();
    quick.close();
    await expect.poll(subscribers).toBe(0);
  });
});

describe('What is over a limit is refused in full', () => {
  /** A refusal, the id of its request apart. */
  const refusal = async (answer: Response): Promise<unknown> => {
    const text = (await answer.text()).replace(/"requestId":"[^"]*"/, '"requestId":"id"');
    return [answer.status, answer.headers.get('retry-after'), JSON.parse(text) as unknown];
  };
  const tooMany = (message: string) => [
    429,
    '1',
    {
      errors: [{ message, extensions: { code: 'RATE_LIMITED', httpCode: 429, retryAfterSeconds: 1, requestId: 'id' } }],
    },
  ];
  const plain = 'subscription { events(subjects: [PROJECT]) { subject event } }';
  const opened = async (token: string): Promise<ReturnType<typeof connectPeer>> => {
    const peer = connectPeer(service.url);
    await once(peer.socket, 'open');
    peer.send({ type: 'connection_init', payload: { authorization: `Bearer ${token}` } });
    return peer;
  };

  test('of the streams of a token, on each transport, until one of them has left', async () => {
    const { token } = await town.person('Many', ['READ']);
    const caller = { url: service.url, token };
    const one = await openStream(service.url, token, plain);
    const other = await opened(token);
    expect(await other.next()).toEqual({ type: 'connection_ack' });
    const tries = {
      stream: async () => refusal(await ask(caller, 'POST', { headers: events, body: { query: plain } })),
      reservation: async () => refusal(await ask(caller, 'PUT')),
      socket: async () => (await opened(token)).closed,
    };
    const message = 'Too many open streams.';
    expect(await tries.stream()).toEqual(tooMany(message));
    expect(await tries.reservation()).toEqual(tooMany(message));
    expect(await tries.socket()).toEqual({ code: 1013, reason: 'RATE_LIMITED' });
    // Another token is no part of it.
    const { token: others } = await town.person('Other', ['READ']);
    expect((await ask({ url: service.url, token: others }, 'PUT')).status).toBe(201);
    one.close();
    await expect.poll(async () => (await ask(caller, 'PUT')).status).toBe(201);
    expect(await tries.stream()).toEqual(tooMany(message));
    other.socket.terminate();
    await expect.poll(async () => (await ask(caller, 'PUT')).status).toBe(201);
  });

  test('of the operations of a socket, and the one that runs goes on', async () => {
    const { token } = await town.person('Busy', ['READ']);
    const peer = await opened(token);
    expect(await peer.next()).toEqual({ type: 'connection_ack' });
    const before = (await subscribers()) ?? 0;
    peer.send({ id: 'runs', type: 'subscribe', payload: { query: plain } });
    await expect.poll(subscribers).toBe(before + 1);
    peer.send({ id: 'more', type: 'subscribe', payload: { query: plain } });
    const payload = [
      {
        message: 'Too many subscriptions on one socket.',
        extensions: { code: 'RATE_LIMITED', httpCode: 429, retryAfterSeconds: 1 },
      },
    ];
    expect(await peer.next()).toEqual({ id: 'more', type: 'error', payload });
    await town.make('project', { name: 'Told' });
    const told = { events: { subject: 'PROJECT', event: 'CREATE' } };
    expect(await peer.next()).toEqual({ id: 'runs', type: 'next', payload: { data: told } });
    peer.socket.terminate();
  });

  test('of the operations of a reserved stream, and the one that runs goes on', async () => {
    const { token } = await town.person('Reserved', ['READ']);
    const caller = { url: service.url, token };
    const stream = await (await ask(caller, 'PUT')).text();
    const heard = messages(await ask(caller, 'GET', { stream, headers: events }));
    const operation = (operationId: string) => ({ stream, body: { query: plain, extensions: { operationId } } });
    expect((await ask(caller, 'POST', operation('runs'))).status).toBe(202);
    expect(await refusal(await ask(caller, 'POST', operation('more')))).toEqual(
      tooMany('Too many operations on one stream.'),
    );
    await town.make('project', { name: 'Told' });
    const told = { data: { events: { subject: 'PROJECT', event: 'CREATE' } } };
    expect((await heard.next()).value).toEqual({ event: 'next', data: { id: 'runs', payload: told } });
    expect((await ask(caller, 'DELETE', { stream, path: '/graphql?operationId=runs' })).status).toBe(200);
    expect((await heard.next()).value).toEqual({ event: 'complete', data: { id: 'runs' } });
    expect((await ask(caller, 'POST', operation('more'))).status).toBe(202);
    await heard.return();
  });
});
