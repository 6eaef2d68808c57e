// How the limits of a request are told: the RateLimit fields of draft-ietf-httpapi-ratelimit-headers-10, and on which paths
// requests are counted at all.
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import type { Admission } from '../../../src/domain/requestLimits.ts';
import { anonymousViewer } from '../../../src/domain/viewer.ts';
import { limitRequests, quotaHeaders } from '../../../src/http/requestLimits.ts';
import { ServiceError } from '../../../src/domain/errors.ts';

const admission: Admission = {
  rules: { windowSeconds: 60, costPerRequest: 100, leastCost: 10_000 },
  refusal: null,
  policies: () => [
    { name: 'requests', limit: 600, windowSeconds: 60, remaining: 599, resetSeconds: 0.1 },
    { name: 'cost', limit: 50_000, windowSeconds: 60, remaining: 0, resetSeconds: 12, price: 310 },
  ],
  chargeCost: () => Promise.resolve(),
  chargeSpent: () => Promise.resolve(),
  takeBack: () => undefined,
  state: () => Promise.reject(new Error('no test asks for it')),
};

const recognized = { caller: { viewer: anonymousViewer }, proof: null };
const known = { recognize: () => recognized, decideAnew: async () => recognized };

test('each limit is told with what it counts; a second that has begun is waited for', () => {
  expect(quotaHeaders(admission)).toEqual({
    'ratelimit-policy': '"requests";q=600;w=60, "cost";q=50000;w=60;qu="cost"',
    ratelimit: '"requests";r=599;t=1, "cost";r=0;t=12;price=310',
  });
});

test.each([
  ['/n/v1/companies', true],
  ['/v/v1/entityview/home', true],
  ['/graphql', true],
  ['/graphql/stream?token=a', true],
  ['/oauth2/token', true],
  ['/signin', true],
  ['/signin?next=%2F', true],
  ['/signin/out', true],
  ['/', false],
  ['/signing', false],
  ['/healthz', false],
  ['/readyz', false],
  ['/openapi.json', false],
  ['/graphql/ide', false],
])('a request of %s is counted: %s', async (url, isCounted) => {
  const app = Fastify();
  const admitted: unknown[] = [];
  limitRequests(app, {
    ...known,
    admit: async (_request, viewer) => {
      admitted.push(viewer);
      return admission;
    },
  });
  app.get('*', async () => 'done');
  const { headers } = await app.inject({ url });
  expect([headers['ratelimit'] !== undefined, admitted.length]).toEqual([isCounted, isCounted ? 1 : 0]);
  await app.close();
});

test('a route that asks who calls is refused beyond a limit, wherever it stands', async () => {
  const app = Fastify();
  const refusal = new ServiceError('RATE_LIMITED');
  const callers = limitRequests(app, {
    ...known,
    admit: async () => ({ ...admission, refusal }),
  });
  app.get('*', async (request) => callers.of(request));
  for (const url of ['/n/v1/companies', '/n/v1', '/.well-known/webhook-keys'])
    expect((await app.inject({ url })).json().code).toBe('RATE_LIMITED');
  await app.close();
});

test.each([
  ['a caller that is refused', new ServiceError('UNAUTHENTICATED'), [null]],
  ['a database that is away', new ServiceError('UNAVAILABLE'), []],
  ['a bug', new Error('a bug'), []],
  ['a bug that is answered as one', new ServiceError('INTERNAL_ERROR'), []],
])('%s is counted by its address, or not at all', async (_, error, counted) => {
  const app = Fastify();
  const admitted: unknown[] = [];
  limitRequests(app, {
    ...known,
    recognize: () => Promise.reject(error),
    admit: async (_request, viewer) => {
      admitted.push(viewer);
      return admission;
    },
  });
  app.get('*', async () => 'done');
  await app.inject({ url: '/n/v1/companies' });
  expect(admitted).toEqual(counted);
  await app.close();
});
