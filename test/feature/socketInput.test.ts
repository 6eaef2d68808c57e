// What hostile and odd peers send over a WebSocket: it is read as bodies are, and costs the others no more. Resource reference 1.1, 9.7.
import { once } from 'node:events';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { sharedService, type SharedService, type Tenant } from '../support/service.ts';

let service: SharedService;
let editor: Tenant;
const sockets: WebSocket[] = [];

beforeAll(async () => {
  service = await sharedService();
  editor = await service.tenant();
});
afterEach(() => sockets.splice(0).forEach((socket) => socket.terminate()));

/** An open socket, and what it was sent, heartbeats left out. */
async function opened(): Promise<{ socket: WebSocket; answer: (id: string) => Promise<unknown> }> {
  const socket = new WebSocket(`${service.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
  sockets.push(socket);
  await once(socket, 'open');
  const heard: { readonly type: string; readonly id?: string }[] = [];
  socket.on('message', (data: Buffer) => heard.push(JSON.parse(data.toString()) as { type: string; id?: string }));
  socket.send(JSON.stringify({ type: 'connection_init', payload: { Authorization: `Bearer ${editor.token}` } }));
  await once(socket, 'message');
  const answer = async (id: string): Promise<unknown> => {
    for (;;) {
      const found = heard.find((message) => message.id === id);
      if (found) return found;
      await once(socket, 'message');
    }
  };
  return { socket, answer };
}

const create = `mutation ($input: CreateEntityInput!) {
  createEntity(input: $input) { entity { jsons { value } doubles { value } } userErrors { path code } } }`;

async function created(over: string): Promise<unknown> {
  const { socket, answer } = await opened();
  const page = `"owner":"${editor.company}","name":"Page","language":"en","status":"DRAFT_UNPUBLISHED"`;
  const variables = `{"input":{${page},${over}}}`;
  socket.send(`{"id":"1","type":"subscribe","payload":{"query":${JSON.stringify(create)},"variables":${variables}}}`);
  return answer('1');
}

test('A number that a double would change is refused over a socket, too', async () => {
  const refused = [{ path: '/jsons/0/value' }];
  for (const number of ['9007199254740993', '0.12345678901234567890'])
    expect(await created(`"jsons":[{"name":"a","sortOrder":0,"value":{"a":${number}}}]`)).toMatchObject({
      payload: { data: { createEntity: { entity: null, userErrors: refused } } },
    });
});

test('A number that fits comes as it was sent', async () => {
  expect(await created(`"doubles":[{"name":"a","sortOrder":0,"value":9007199254740992}]`)).toMatchObject({
    payload: { data: { createEntity: { entity: { doubles: [{ value: 9_007_199_254_740_992 }] }, userErrors: [] } } },
  });
});

test.each([
  ['nested deeper than a body may be', `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`],
  ['with a member twice', '{"a":1,"a":2}'],
])('A ping with a payload %s is no message', async (_, payload) => {
  const { socket } = await opened();
  socket.send(`{"type":"ping","payload":${payload}}`);
  expect(await once(socket, 'close')).toEqual([4400, expect.anything()]);
});

test('A ping is answered with its payload, number by number', async () => {
  const { socket } = await opened();
  socket.send('{"type":"ping","payload":{"a":[9007199254740993,0.12345678901234567890,1]}}');
  const [data] = (await once(socket, 'message')) as [Buffer];
  expect(String(data)).toBe('{"type":"pong","payload":{"a":[9007199254740993,0.12345678901234567890,1]}}');
});

test('Operations that are completed at once take room until they have begun', async () => {
  const { socket, answer } = await opened();
  const payload = { query: 'subscription { events { cursor } }' };
  const messages = Array.from({ length: 400 }, (_, at) => [
    { id: `s${String(at)}`, type: 'subscribe', payload },
    { id: `s${String(at)}`, type: 'complete' },
  ]).flat();
  for (const message of messages) socket.send(JSON.stringify(message));
  socket.send(JSON.stringify({ id: 'last', type: 'subscribe', payload }));
  expect(await answer('last')).toMatchObject({ type: 'error', payload: [{ extensions: { code: 'RATE_LIMITED' } }] });
});
