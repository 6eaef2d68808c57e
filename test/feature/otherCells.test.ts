// Requests that are passed on to the gateway of another cell, which is a plain server here.
import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { askCell, passToCells } from '../../src/http/otherCells.ts';
import { rawAnswer } from '../support/watchedService.ts';

let cell: Server;
let app: FastifyInstance;
let url: string;
let answer: (request: IncomingMessage, response: ServerResponse) => void;
const here = (): { name: string; url: string } => {
  const address = cell.address();
  return { name: 'two', url: `http://127.0.0.1:${String(typeof address === 'object' && address?.port)}` };
};

const errorOf = (code: string, at?: object): unknown => ({
  errors: [{ extensions: { code, ...(at && { cell: at }) } }],
});

beforeEach(async () => {
  cell = createServer((asked, response) => answer(asked, response));
  await new Promise<void>((resolve) => cell.listen(0, '127.0.0.1', resolve));
  app = Fastify();
  const passOn = passToCells(app);
  // As a cell may be named that stands behind a path.
  app.get('*', (asked, reply) => passOn(asked, reply, { ...here(), url: `${here().url}/two/` }));
  url = await app.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(async () => {
  await app.close();
  cell.closeAllConnections();
  cell.close();
});

test('the cell is told where a request came from, behind what was known of that before', async () => {
  let told: readonly unknown[] = [];
  answer = ({ headers }, response) => {
    told = [headers['x-forwarded-for'], headers['cell-from']];
    response.end('done');
  };
  expect(await (await fetch(url, { headers: { 'x-forwarded-for': '198.51.100.7' } })).text()).toBe('done');
  expect(told).toEqual(['198.51.100.7, 127.0.0.1', '1']);
});

test('what is of one connection stays there, of the request and of its answer, and all else is passed on as it came', async () => {
  let told: IncomingMessage | undefined;
  answer = (asked, response) => {
    told = asked;
    response
      .writeHead(200, [
        ...['Connection', 'X-Named', 'X-Named', 'a', 'Keep-Alive', 'timeout=1', 'Proxy-Connection', 'close'],
        ...['Set-Cookie', 'a=1', 'Set-Cookie', 'b=2', 'X-Own', 'Kept', 'Content-Length', '4'],
      ])
      .end('done');
  };
  const ofConnection = {
    ...{ connection: 'close, X-Named', 'x-named': 'a', 'keep-alive': 'timeout=1', te: 'trailers' },
    ...{ 'proxy-connection': 'close', upgrade: 'h2c', expect: '100-continue' },
  };
  const own = { 'x-own': ['one', 'two'], 'accept-language': 'de', 'x-request-id': 'other' };
  const [head = '', body] = (
    await rawAnswer(request(`${url}/path?a=b`, { headers: { ...ofConnection, ...own } }).end())
  ).split('\n\n');
  expect([told?.url, body]).toEqual(['/two/path?a=b', 'done']);
  expect(told?.headers).toEqual({
    ...{ host: new URL(here().url).host, connection: 'keep-alive', 'x-own': 'one, two', 'accept-language': 'de' },
    ...{ 'x-forwarded-for': '127.0.0.1', 'cell-from': '1', 'x-request-id': expect.stringMatching(/^req-/) },
  });
  const lines = head.split('\n');
  const sent = lines.slice(1).flatMap((name, at) => (at % 2 === 0 ? [[name, lines[at + 2]]] : []));
  expect(sent.filter(([name]) => !/^(date|connection)$/i.test(name ?? ''))).toEqual([
    ...[
      ['Set-Cookie', 'a=1'],
      ['Set-Cookie', 'b=2'],
      ['X-Own', 'Kept'],
      ['Content-Length', '4'],
    ],
  ]);
});

test('a body whose length is not known is passed on in pieces', async () => {
  let told = '';
  answer = (asked, response) => {
    asked.on('data', (piece) => (told += String(piece)));
    asked.on('end', () => response.end('done'));
  };
  const sent = request(url, { headers: { 'transfer-encoding': 'chunked' } });
  sent.write('one ');
  sent.end('two');
  expect(await rawAnswer(sent)).toMatch(/done$/);
  expect(told).toBe('one two');
});

test.each<[string, unknown, unknown]>([
  ['runs its requests', { data: { __typename: 'Query' } }, 'HERE'],
  ['runs registered documents alone', errorOf('UNKNOWN_DOCUMENT'), 'HERE'],
  ['does not know it', errorOf('UNAUTHENTICATED'), 'UNKNOWN'],
  [
    'knows where its tenant lives',
    errorOf('TENANT_MOVED', { name: 'three', url: 'https://three' }),
    { name: 'three', url: 'https://three' },
  ],
  ['does not say where its tenant lives', errorOf('TENANT_MOVED'), null],
  ['limits its requests', errorOf('RATE_LIMITED'), null],
  ['is something else', {}, null],
])('of a token a cell says that it %s', async (_, said, expected) => {
  let asked: readonly unknown[] = [];
  answer = ({ method, url: path, headers }, response) => {
    asked = [method, path, headers.authorization, headers['content-type'], headers['cell-from']];
    response.end(JSON.stringify(said));
  };
  const answered = askCell(here(), 'token').catch(() => null);
  expect(await answered).toEqual(expected);
  expect(asked).toEqual(['POST', '/graphql', 'Bearer token', 'application/json', '1']);
});

test('a token is never sent on to where a cell leads', async () => {
  const asked: string[] = [];
  answer = ({ url: path = '' }, response) => {
    asked.push(path);
    response.writeHead(307, { location: '/elsewhere' }).end();
  };
  await expect(askCell(here(), 'token')).rejects.toThrow();
  expect(asked).toEqual(['/graphql']);
});

test('a caller that leaves ends its request there', async () => {
  const held = new Promise<IncomingMessage>((resolve) => (answer = resolve));
  const leaving = request(url).on('error', () => undefined);
  leaving.end();
  const asked = await held;
  leaving.destroy();
  await vi.waitFor(() => expect(asked.destroyed).toBe(true), 10_000);
});

test('while the gateway stops, what is answered closes its connection, and streams end', async () => {
  const held: ServerResponse[] = [];
  answer = ({ url: path }, response) => {
    if (path === '/two/stream') response.writeHead(200, { 'content-type': 'text/event-stream' }).write('a');
    else held.push(response);
  };
  const stream = await fetch(`${url}/stream`);
  const reading = stream.text().then(
    () => 'ended',
    () => 'ended',
  );
  const late = fetch(`${url}/late`);
  await vi.waitFor(() => expect(held).toHaveLength(1), 10_000);
  const closing = app.close();
  expect(await reading).toBe('ended');
  held[0]?.end('done');
  const { status, headers } = await late;
  expect([status, headers.get('connection')]).toEqual([200, 'close']);
  await closing;
});

test('a cell has two seconds to say whether it knows a token', async () => {
  const timeout = vi.spyOn(AbortSignal, 'timeout');
  answer = (_, response) => response.end('{"data":{"__typename":"Query"}}');
  expect(await askCell(here(), 'token')).toBe('HERE');
  expect(timeout.mock.calls).toEqual([[2_000]]);
});
