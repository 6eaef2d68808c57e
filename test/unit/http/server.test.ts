// The server that both faces share, without either of them.
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createConnections, usualConnections } from '../../../src/http/connections.ts';
import { createServer } from '../../../src/http/server.ts';

test.each<[string, (origin: string) => Promise<boolean>, string | undefined]>([
  ['is allowed', async () => true, 'https://app.example'],
  ['is not', async () => false, undefined],
  ['cannot be looked up', () => Promise.reject(new Error('the database is away')), undefined],
])('a page of an origin that %s is answered all the same', async (_, isAllowedOrigin, allowed) => {
  const app = await createServer({
    logger: pino({ level: 'silent' }),
    connections: createConnections({ ...usualConnections, inAll: 100, perAddress: 100 }, () => null),
    beforeCoding: () => undefined,
    bodyLimit: 1_000,
    observe: () => undefined,
    isAllowedOrigin,
    errorAnswer: () => ({ status: 500, headers: {}, body: {} }),
  });
  app.get('/', async () => ({ done: true }));
  const { statusCode, headers } = await app.inject({ url: '/', headers: { origin: 'https://app.example' } });
  expect([statusCode, headers['access-control-allow-origin'], headers.vary]).toEqual([200, allowed, 'Origin']);
  await app.close();
});
