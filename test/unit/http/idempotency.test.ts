// Which answers are kept for an Idempotency-Key, and of what a request is known again, without the store of keys.
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import type { KeptAnswer, KeyClaim, KeyedRequest } from '../../../src/actions/access/idempotency.ts';
import { anonymousViewer } from '../../../src/domain/viewer.ts';
import { createIdempotencyKeys } from '../../../src/http/idempotency.ts';

/** A server that answers with this, and what was asked of the store. */
async function serverWith(status: number, body: string) {
  const keys = createIdempotencyKeys();
  const [claimed, settled] = [new Array<KeyedRequest>(), new Array<KeptAnswer | null>()];
  const app = Fastify();
  app.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null));
  keys.keepAnswers(app);
  keys.claimKeys(app, {
    callerOf: async () => ({ caller: 'a', tenant: null, viewer: anonymousViewer }),
    claim: async (request) => {
      claimed.push(request);
      return {
        settle: async (answer: KeptAnswer | null) => void settled.push(answer),
      } as Partial<KeyClaim> as KeyClaim;
    },
    formContent: async ({ headers }) =>
      headers['content-type']?.startsWith('multipart/') ? `parts of ${String(headers['content-length'])}` : null,
    report: (error) => expect.fail(String(error)),
  });
  for (const url of ['/n/v1/task', '/graphql', '/graphql/stream', '/signin'])
    app.all(url, (_request, reply) => reply.code(status).type('text/plain').send(body));
  return { app, claimed, settled };
}

const longest = 2 * 1024 * 1024;

test.each<[number, string, boolean]>([
  [200, 'a', true],
  [201, 'a', true],
  [404, 'a', true],
  [422, 'a', true],
  [401, 'a', false],
  [408, 'a', false],
  [429, 'a', false],
  [500, 'a', false],
  [503, 'a', false],
  [200, 'x'.repeat(longest), true],
  [200, 'x'.repeat(longest + 1), false],
])('an answer of %i is kept, unless it says nothing of its request or is too long', async (status, body, isKept) => {
  const { app, settled } = await serverWith(status, body);
  await app.inject({ method: 'POST', url: '/n/v1/task', headers: { 'idempotency-key': 'k' } });
  const kept = { status, headers: { 'content-type': 'text/plain' }, body };
  expect(settled).toEqual([isKept ? kept : null]);
  await app.close();
});

test.each<[string, Readonly<Record<string, string>>, string]>([
  ['its body', { 'content-type': 'application/json' }, '{"a":2}'],
  ['the version that it requires', { 'content-type': 'application/json', 'if-match': '"2"' }, '{"a":1}'],
  ['the parts of its form', { 'content-type': 'multipart/form-data; boundary=x' }, '--x--'],
])('a request is another one by %s', async (_, headers, payload) => {
  const { app, claimed } = await serverWith(200, 'a');
  const send = (more: Readonly<Record<string, string>>, text: string) =>
    app.inject({ method: 'POST', url: '/n/v1/task', headers: { 'idempotency-key': 'k', ...more }, payload: text });
  const type = { 'content-type': headers['content-type'] ?? '' };
  const before = type['content-type'] === 'application/json' ? '{"a":1}' : '--x---';
  for (const sent of [send(type, before), send(type, before), send(headers, payload)]) await sent;
  const [one, again, other] = claimed.map(({ content }) => content);
  expect([again === one, other === one]).toEqual([true, false]);
  await app.close();
});

test('an answer is kept with the headers that say something of it, and with no others', async () => {
  const { app, settled } = await serverWith(200, 'a');
  const said = {
    ...{ location: '/n/v1/task/1', etag: '"1"', 'last-modified': 'Thu, 01 Jan 2026 00:00:00 GMT' },
    ...{ 'preference-applied': 'return=minimal', warning: '299 - "old"', 'cache-control': 'private' },
  };
  app.addHook('preHandler', async (_, reply) => {
    reply.headers({ ...said, 'set-cookie': 'a=b', 'x-request-id': 'r', ratelimit: '"requests";r=1;t=1' });
  });
  await app.inject({ method: 'POST', url: '/n/v1/task', headers: { 'idempotency-key': 'k' } });
  expect(settled).toEqual([{ status: 200, headers: { 'content-type': 'text/plain', ...said }, body: 'a' }]);
  await app.close();
});

const mutation = '{"query":"mutation { a }"}';

test.each<[boolean, string, string, string]>([
  [true, 'POST', '/graphql?a=b', mutation],
  [true, 'POST', '/graphql/stream', mutation],
  [true, 'POST', '/graphql', '{"query":"query A { a } mutation B { b }","operationName":"B"}'],
  // What is sent by its name may be a mutation.
  [true, 'POST', '/graphql', '{"documentId":"a"}'],
  [true, 'POST', '/graphql', '{"extensions":{"persistedQuery":{"version":1}}}'],
  [false, 'POST', '/graphql', '{"query":"{ a }"}'],
  [false, 'POST', '/graphql', '{"query":"{ a(b: \\"} mutation { c }\\") }"}'],
  [false, 'POST', '/graphql', '{"query":"{ a } # mutation { b }"}'],
  [false, 'POST', '/graphql', '{}'],
  [false, 'PUT', '/graphql', mutation],
  [true, 'PATCH', '/n/v1/task', '{}'],
  [false, 'PUT', '/n/v1/task', '{}'],
  [false, 'POST', '/signin', '{}'],
])('it is %s that a key is claimed for %s %s of %s', async (isClaimed, method, url, payload) => {
  const { app, claimed } = await serverWith(200, 'a');
  const headers = { 'idempotency-key': 'k', 'content-type': 'application/json' };
  await app.inject({ method: method as 'POST', url, headers, payload });
  expect(claimed.length).toBe(isClaimed ? 1 : 0);
  await app.close();
});
