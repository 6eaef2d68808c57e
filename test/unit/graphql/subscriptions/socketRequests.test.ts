// What a query over a WebSocket carries of its connection: who sends it, from where, and in which language.
import { fastify } from 'fastify';
import { expect, test } from 'vitest';
import { socketRequests, type Handshake } from '../../../../src/graphql/subscriptions/socketRequests.ts';

/** The request as the server receives it. */
async function received(handshake: Partial<Handshake>, request: unknown = { query: '{ a }' }): Promise<unknown> {
  const app = fastify();
  app.post('/graphql', ({ headers, body, ip }) => ({ headers, body, ip }));
  const { isResult, text } = await socketRequests(app)(
    { headers: {}, peer: '192.0.2.1', params: {}, ...handshake },
    request,
  );
  expect(isResult).toBe(true);
  return JSON.parse(text);
}

const carried = {
  cookie: 'session=1',
  origin: 'https://app.example',
  'user-agent': 'client/1',
  'accept-language': 'de-AT',
  'x-forwarded-for': '198.51.100.7',
  'sec-fetch-site': 'same-site',
  authorization: 'Bearer upgrade',
};

test.each(Object.entries(carried))('A request of a socket carries the %s of its upgrade', async (name, value) => {
  expect(await received({ headers: { [name]: value } })).toMatchObject({ headers: { [name]: value } });
  expect(await received({})).not.toHaveProperty(['headers', name], value);
});

test('A request of a socket comes from the other end of its connection, with its own body', async () => {
  expect(await received({}, { query: '{ b }' })).toMatchObject({ ip: '192.0.2.1', body: { query: '{ b }' } });
});

test('A request of a socket carries nothing else of its upgrade', async () => {
  const headers = { upgrade: 'websocket', 'content-type': 'text/plain', 'x-csrf-token': 'upgrade', 'x-other': '1' };
  const answer = await received({ headers });
  for (const name of ['upgrade', 'x-csrf-token', 'x-other']) expect(answer).not.toHaveProperty(['headers', name]);
  expect(answer).toMatchObject({ headers: { 'content-type': 'application/json' } });
});

test.each(['x-csrf-token', 'X-CSRF-Token'])(
  'A request of a socket carries the %s of its initialization',
  async (key) => {
    expect(await received({ params: { [key]: 'secret' } })).toMatchObject({ headers: { 'x-csrf-token': 'secret' } });
    expect(await received({ params: { [key]: 7 } })).not.toHaveProperty(['headers', 'x-csrf-token']);
  },
);

test('The initialization of a socket decides about its authorization, whatever its upgrade said', async () => {
  const headers = { authorization: 'Bearer upgrade' };
  expect(await received({ headers, params: { Authorization: 'Bearer initialized' } })).toMatchObject({
    headers: { authorization: 'Bearer initialized' },
  });
});
