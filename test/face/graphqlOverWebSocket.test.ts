// What `graphql-transport-ws` demands of a server, message by message; each row is a MUST of the protocol
// (graphql-ws, PROTOCOL.md). Limits and the ends of sockets are in test/feature/eventStreams.test.ts.
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { startService, type Tenant, type TestService } from '../support/service.ts';

let service: TestService;
let tenant: Tenant;

beforeAll(async () => {
  service = await startService({}, { streamLimits: { initMillis: 400 } });
  tenant = await service.tenant();
});
afterAll(() => service.close());

const INIT = { type: 'connection_init' };
const ack = { type: 'connection_ack' };
const query = (id: unknown, text: unknown): unknown => ({ id, type: 'subscribe', payload: { query: text } });
const events = 'subscription { events { cursor } }';
const result = (id: string): unknown[] => [
  { id, type: 'next', payload: { data: { __typename: 'Query' } } },
  { id, type: 'complete' },
];
const ofError = (id: string, message: RegExp): unknown => ({
  id,
  type: 'error',
  payload: [expect.objectContaining({ message: expect.stringMatching(message) as unknown })],
});

/** What is sent, what comes back in its order, and how the socket is closed; null where it stays open. */
const rows: readonly (readonly [string, readonly unknown[], readonly unknown[], number | null])[] = [
  ['acknowledges the connection', [INIT], [ack], null],
  ['takes a payload with the initialization', [{ ...INIT, payload: { any: 1 } }], [ack], null],
  ['closes a second initialization', [INIT, INIT], [ack], 4429],
  ['closes an initialization that does not come', [], [], 4408],
  ['closes a subscription before the acknowledgement', [query('1', events)], [], 4401],
  ['answers a ping before the initialization', [{ type: 'ping' }, INIT], [{ type: 'pong' }, ack], null],
  [
    'answers a ping with its payload',
    [INIT, { type: 'ping', payload: { a: 1 } }],
    [ack, { type: 'pong', payload: { a: 1 } }],
    null,
  ],
  ['takes an unasked pong', [INIT, { type: 'pong' }, { type: 'pong', payload: {} }], [ack], null],
  ['closes what is no JSON', [INIT, '{'], [ack], 4400],
  ['closes what is no object', [INIT, '7'], [ack], 4400],
  ['closes a message without a type', [INIT, {}], [ack], 4400],
  ['closes an unknown type', [INIT, { type: 'start', id: '1' }], [ack], 4400],
  ['closes a type of the server', [INIT, { type: 'next', id: '1', payload: {} }], [ack], 4400],
  ['closes a subscribe without an id', [INIT, query(undefined, events)], [ack], 4400],
  ['closes an empty id', [INIT, query('', events)], [ack], 4400],
  [
    'takes an id of 128 characters',
    [INIT, query('i'.repeat(128), '{ __typename }')],
    [ack, ...result('i'.repeat(128))],
    null,
  ],
  ['closes a longer id', [INIT, query('i'.repeat(129), '{ __typename }')], [ack], 4400],
  ['closes an id that is no text', [INIT, query(7, events)], [ack], 4400],
  ['closes a subscribe without a payload', [INIT, { id: '1', type: 'subscribe' }], [ack], 4400],
  ['closes a query that is no text', [INIT, query('1', 7)], [ack], 4400],
  [
    'closes variables that are no object',
    [INIT, { id: '1', type: 'subscribe', payload: { query: events, variables: 'x' } }],
    [ack],
    4400,
  ],
  [
    'closes an operation name that is no text',
    [INIT, { id: '1', type: 'subscribe', payload: { query: events, operationName: {} } }],
    [ack],
    4400,
  ],
  [
    'closes extensions that are no object',
    [INIT, { id: '1', type: 'subscribe', payload: { query: events, extensions: '' } }],
    [ack],
    4400,
  ],
  ['closes a complete without an id', [INIT, { type: 'complete' }], [ack], 4400],
  ['closes an id that is taken', [INIT, query('1', events), query('1', events)], [ack], 4409],
  ['takes a complete of nothing', [INIT, { id: 'nothing', type: 'complete' }], [ack], null],
  ['runs a query', [INIT, query('q', '{ __typename }')], [ack, ...result('q')], null],
  [
    'runs a mutation',
    [INIT, query('m', 'mutation { __typename }')],
    [ack, { id: 'm', type: 'next', payload: { data: { __typename: 'Mutation' } } }, { id: 'm', type: 'complete' }],
    null,
  ],
  [
    'frees an id that was completed',
    [INIT, query('1', events), { id: '1', type: 'complete' }, query('1', '{ __typename }')],
    [ack, ...result('1')],
    null,
  ],
  [
    'tells an operation of its syntax error, and goes on',
    [INIT, query('1', '{'), query('2', '{ __typename }')],
    [ack, ofError('1', /Syntax/), ...result('2')],
    null,
  ],
  [
    'tells a subscription of its syntax error',
    [INIT, query('1', 'subscription {')],
    [ack, ofError('1', /Syntax/)],
    null,
  ],
  [
    'tells an operation that it is invalid',
    [INIT, query('1', '{ nothing }')],
    [ack, ofError('1', /Cannot query field "nothing"/)],
    null,
  ],
  [
    'tells a subscription that it is invalid',
    [INIT, query('1', 'subscription { nothing }')],
    [ack, ofError('1', /Cannot query field "nothing"/)],
    null,
  ],
  [
    'tells a document without the named operation',
    [INIT, { id: '1', type: 'subscribe', payload: { query: 'query A { __typename }', operationName: 'B' } }],
    [ack, ofError('1', /operation/i)],
    null,
  ],
];

test.each(rows)('The server %s', async (_, sent, expected, code) => {
  const socket = new WebSocket(`${service.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', {
    headers: { authorization: `Bearer ${tenant.token}` },
  });
  const heard: unknown[] = [];
  socket.on('message', (data) => heard.push(JSON.parse(String(data)) as unknown));
  const closed = once(socket, 'close') as Promise<[number]>;
  await once(socket, 'open');
  for (const [at, message] of sent.entries()) {
    socket.send(typeof message === 'string' ? message : JSON.stringify(message));
    // What follows the initialization comes after its acknowledgement, as from any client.
    if (message === INIT && sent.indexOf(INIT) === at) await expect.poll(() => heard).toContainEqual(ack);
  }
  if (code === null) {
    await expect.poll(() => heard.length).toBeGreaterThanOrEqual(expected.length);
    // Whatever else it would have said comes before this pong.
    socket.send(JSON.stringify({ type: 'ping', payload: { last: true } }));
    await expect.poll(() => heard.at(-1)).toEqual({ type: 'pong', payload: { last: true } });
    expect(heard.slice(0, -1)).toEqual(expected);
    socket.terminate();
  } else {
    expect((await closed)[0]).toBe(code);
    expect(heard).toEqual(expected);
  }
});

test('The server speaks no protocol but this one', async () => {
  for (const protocol of ['graphql-ws', 'other']) {
    const socket = new WebSocket(`${service.url.replace('http', 'ws')}/graphql`, protocol);
    socket.on('error', () => undefined);
    const [, response] = (await once(socket, 'unexpected-response')) as [unknown, { statusCode: number }];
    expect(response.statusCode).toBe(400);
  }
});
