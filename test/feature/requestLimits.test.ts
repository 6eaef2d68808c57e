// Request limits: how much an API client, a tenant and an address may send, counted across all processes, and reported
// in every answer of both faces.
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { App } from '../../src/start/app.ts';
import { createClient, type Client } from '../support/client.ts';
import { withClient } from '../support/database.ts';
import { createNativeClient, obtainTokens, postForm, signIn } from '../support/oauth.ts';
import { follow, socketClient } from '../support/streams.ts';
import { startService, type Tenant, type TestService } from '../support/service.ts';

let service: TestService;
let second: App;
let admin: Tenant;

const environment = { RATE_LIMITS: '1', RATE_BURST: '100', RATE_PER_ADDRESS: '1000', TRUSTED_PROXIES: '127.0.0.1' };

beforeAll(async () => {
  service = await startService(environment);
  second = await service.another();
  admin = await service.tenant();
});
afterAll(async () => {
  await second.close();
  await service.close();
});

/** A company-level client of the tenant with that limit, and its token. */
async function clientWith(requestsPerMinute: number, tenant = admin): Promise<{ urn: string; token: string }> {
  const owner = tenant.company;
  const client = await tenant.rest('POST', '/n/v1/apiclient', {
    body: { owner, name: 'Limited', accessLevel: 'COMPANY', requestsPerMinute },
  });
  const urn = client.body.urn as string;
  const expirationTimestamp = new Date(Date.now() + 86_400_000).toISOString();
  const { body } = await tenant.rest('POST', '/n/v1/apiclientbearertoken', {
    body: { apiClient: urn, expirationTimestamp },
  });
  return { urn, token: body.bearerToken as string };
}

const tokenOf = async (requestsPerMinute: number): Promise<string> => (await clientWith(requestsPerMinute)).token;

const company = (): string => `/n/v1/company/${admin.company}`;
const times = <T>(count: number, work: (at: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, at) => work(at)));
const statuses = (answers: readonly { readonly status: number }[]): Record<number, number> =>
  answers.reduce<Record<number, number>>((sum, { status }) => ({ ...sum, [status]: (sum[status] ?? 0) + 1 }), {});

describe('an API client', () => {
  test('is served up to its limit, by all processes together, and then refused with the time to retry', async () => {
    const token = await tokenOf(30);
    const clients = [createClient(service.url, token), createClient(second.url, token)];
    const answers = await times(80, async (at) => (clients[at % 2] as Client).rest('GET', company()));
    expect(statuses(answers)).toEqual({ 200: 30, 429: 50 });
    const refused = answers.filter(({ status }) => status === 429);
    for (const { body, headers } of refused) {
      expect(body).toMatchObject({ code: 'RATE_LIMITED', httpCode: 429, title: 'Rate limited' });
      expect(body.retryAfterSeconds).toBeGreaterThanOrEqual(1);
      expect(body.retryAfterSeconds).toBeLessThanOrEqual(61);
      expect(headers.get('retry-after')).toBe(String(body.retryAfterSeconds));
    }
  });

  test('is refused on both faces, and nothing is written', async () => {
    const token = await tokenOf(3);
    const client = createClient(service.url, token);
    expect(statuses(await times(3, () => client.rest('GET', company())))).toEqual({ 200: 3 });
    const rename = 'mutation ($urn: ID!) { updateCompany(urn: $urn, input: { name: "Other" }) { company { name } } }';
    const graph = await client.graph(rename, { urn: admin.company });
    expect(graph).toMatchObject({ status: 429, errors: [{ extensions: { code: 'RATE_LIMITED', httpCode: 429 } }] });
    const rest = await client.rest('PATCH', company(), { body: { name: 'Other' } });
    expect(rest.status).toBe(429);
    expect((await admin.rest('GET', company())).body.name).toBe('Tenant');
  });

  test('is not affected by the requests of another one', async () => {
    const [busy, calm] = [await tokenOf(5), await tokenOf(5)];
    expect(statuses(await times(9, () => service.client(busy).rest('GET', company())))).toEqual({ 200: 5, 429: 4 });
    expect((await service.client(calm).rest('GET', company())).status).toBe(200);
  });

  test('gets a changed limit immediately', async () => {
    const { urn, token } = await clientWith(2);
    const client = service.client(token);
    expect(statuses(await times(3, () => client.rest('GET', company())))).toEqual({ 200: 2, 429: 1 });
    await admin.rest('PATCH', `/n/v1/apiclient/${urn}`, { body: { requestsPerMinute: 600 } });
    await vi.waitFor(async () => expect((await client.rest('GET', company())).status).toBe(200), 10_000);
  });

  test('may send at most the burst at once, and is served again after a moment', async () => {
    const client = service.client(await tokenOf(600));
    const began = performance.now();
    const answers = await times(140, () => client.rest('GET', company()));
    const seconds = (performance.now() - began) / 1_000;
    const { 200: served = 0, 429: refused = 0 } = statuses(answers);
    expect(served + refused).toBe(140);
    expect(served).toBeGreaterThanOrEqual(100);
    // Ten a second are added while the answers are made, however long that takes.
    expect(served).toBeLessThanOrEqual(100 + Math.ceil(10 * seconds) + 1);
    for (const { status, headers } of answers) if (status === 429) expect(headers.get('retry-after')).toBe('1');
    await vi.waitFor(async () => expect((await client.rest('GET', company())).status).toBe(200), 10_000);
  });
});

describe('no window, wherever it starts, exceeds the limit', () => {
  test('over two processes, under constant load', async () => {
    const windowSeconds = 2;
    const short = await startService(environment, { rateOptions: { windowSeconds, burst: 20 } });
    const other = await short.another();
    try {
      const tenant = await short.tenant();
      const limit = 40;
      const { token } = await clientWith(limit, tenant);
      const served: { readonly sent: number; readonly answered: number }[] = [];
      const started = performance.now();
      const ask = async (url: string): Promise<void> => {
        const caller = createClient(url, token);
        while (performance.now() - started < 4 * windowSeconds * 1000) {
          const sent = performance.now();
          const { status } = await caller.rest('GET', `/n/v1/company/${tenant.company}`);
          if (status === 200) served.push({ sent, answered: performance.now() });
          else {
            expect(status).toBe(429);
            // Four callers who wait so long still ask for many times the limit.
            await wait(25);
          }
        }
      };
      await Promise.all([short.url, other.url, short.url, other.url].map(ask));
      // A request is counted between its sending and its answer, so these surely lie within one window.
      const within = served.map(
        ({ sent }) => served.filter((r) => r.sent >= sent && r.answered <= sent + windowSeconds * 1000).length,
      );
      expect(Math.max(...within)).toBeLessThanOrEqual(limit);
      // And the whole limit is usable: it takes at most a window and a second.
      expect(served.length).toBeGreaterThan(2 * limit);
    } finally {
      await other.close();
      await short.close();
    }
  });
});

describe('quota that a process leased and did not use', () => {
  test('is returned, so that an uneven sender gets its whole limit', async () => {
    const client = service.client(await tokenOf(60));
    let served = 0;
    for (const wave of [20, 1, 19, 1, 19]) {
      const answers = await times(wave, () => client.rest('GET', company()));
      served += answers.filter(({ status }) => status === 200).length;
    }
    expect(served).toBe(60);
    expect((await client.rest('GET', company())).status).toBe(429);
  });
});

describe('the other counts', () => {
  test('all clients of one tenant share a limit', async () => {
    const own = await startService({ ...environment, RATE_PER_OWNER: '12' });
    try {
      const tenant = await own.tenant();
      const elsewhere = await own.tenant();
      const path = `/n/v1/company/${tenant.company}`;
      const another = own.client((await clientWith(600, tenant)).token);
      const answers = await times(20, (at) => (at % 2 === 0 ? tenant : another).rest('GET', path));
      expect(statuses(answers)).toEqual({ 200: 10, 429: 10 });
      expect((await elsewhere.rest('GET', `/n/v1/company/${elsewhere.company}`)).status).toBe(200);
    } finally {
      await own.close();
    }
  });

  test('a person counts apart from others, and apart in each application', async () => {
    const people = [await signIn(service, admin), await signIn(service, admin)];
    const applications = [await createNativeClient(admin), await createNativeClient(admin)];
    for (const { urn } of applications)
      await admin.rest('PATCH', `/n/v1/apiclient/${urn}`, { body: { requestsPerMinute: 3 } });
    const sending = async (application = applications[0], person = people[0]): Promise<Record<number, number>> => {
      if (!application || !person) throw new Error('There is no such one');
      const { access_token: token } = await obtainTokens(service, application, person);
      return statuses(await times(5, () => service.client(token).rest('GET', '/n/v1/clientcontext')));
    };
    const some = { 200: 3, 429: 2 };
    expect(await sending()).toEqual(some);
    // Another token is the same person in the same application.
    expect(await sending()).toEqual({ 429: 5 });
    expect(await sending(applications[1])).toEqual(some);
    expect(await sending(applications[0], people[1])).toEqual(some);
  });

  test('callers without a valid token are counted by address, taken from trusted proxies only', async () => {
    const own = await startService({ ...environment, RATE_PER_ADDRESS: '5' });
    try {
      const from = (address: string, token: string | null = null) =>
        own.client(token).rest('GET', '/n/v1/clientcontext', { headers: { 'x-forwarded-for': address } });
      expect(statuses(await times(8, () => from('198.51.100.7')))).toEqual({ 200: 5, 429: 3 });
      // Only what the trusted proxy itself appended counts.
      expect((await from('203.0.113.5, 198.51.100.7')).status).toBe(429);
      expect((await from('198.51.100.8')).status).toBe(200);
      for (const path of [
        '/n/v1/tasks',
        '/graphql',
        '/graphql/stream',
        '/signin',
        '/oauth2/authorize',
        '/oauth2/token',
      ]) {
        const headers = { 'x-forwarded-for': '198.51.100.7', accept: 'text/html, text/event-stream' };
        const { status, headers: sent } = await fetch(own.url + path, { headers, redirect: 'manual' });
        const seconds = Number(sent.get('retry-after'));
        expect([path, status, seconds >= 1 && seconds <= 61]).toEqual([path, 429, true]);
      }
      // Guessing tokens is counted as well; one IPv6 network is one caller.
      const guesses = await times(8, (at) => from(`2001:db8:1:2::${String(at)}`, `guess-number-${String(at)}-of-many`));
      expect(statuses(guesses)).toEqual({ 401: 5, 429: 3 });
    } finally {
      await own.close();
    }
  });

  test('at the token endpoint the refusal is in the form of OAuth, with the time to retry', async () => {
    const own = await startService({ ...environment, RATE_PER_ADDRESS: '3' });
    try {
      const answers = await times(5, () => postForm(`${own.url}/oauth2/token`, { grant_type: 'client_credentials' }));
      expect(statuses(answers)).toEqual({ 401: 3, 429: 2 });
      for (const { status, headers, body } of answers) {
        const retry = /^[1-9][0-9]*$/.test(headers.get('retry-after') ?? '');
        const error = status === 429 ? 'temporarily_unavailable' : 'invalid_client';
        expect([status, retry, body.error]).toEqual([status, status === 429, error]);
      }
    } finally {
      await own.close();
    }
  });

  test('a caller cannot choose its address without a trusted proxy', async () => {
    const own = await startService({ ...environment, RATE_PER_ADDRESS: '5', TRUSTED_PROXIES: '' });
    try {
      const answers = await times(9, (at) =>
        own
          .client(null)
          .rest('GET', '/n/v1/clientcontext', { headers: { 'x-forwarded-for': `198.51.100.${String(at)}` } }),
      );
      expect(statuses(answers)).toEqual({ 200: 5, 429: 4 });
    } finally {
      await own.close();
    }
  });

  test('operations of the graph are counted by their cost', async () => {
    const client = service.client(await tokenOf(60));
    // For 60 requests, operations may cost 12,000; each of these costs 4,400: 200 pages of 22 objects.
    const expensive = '{ entities(first: 200) { nodes { urn texts { urn } links { urn } } } }';
    const costs = '{ clientContext { rateLimit { limit remaining costLimit costRemaining } } }';
    const left = async (): Promise<unknown> => (await client.data(costs)).clientContext.rateLimit;
    expect(await left()).toEqual({ limit: 60, remaining: 59, costLimit: 12_000, costRemaining: 11_998 });
    expect((await client.graph(expensive)).errors).toBeUndefined();
    expect((await client.graph(expensive)).errors).toBeUndefined();
    expect(await left()).toEqual({ limit: 60, remaining: 56, costLimit: 12_000, costRemaining: 3_196 });
    const { status, headers, errors, data } = await client.graph(expensive);
    expect([status, data]).toEqual([429, undefined]);
    expect(errors).toMatchObject([{ extensions: { code: 'RATE_LIMITED', httpCode: 429 } }]);
    expect(headers.get('retry-after')).toBe(String(errors?.[0]?.extensions['retryAfterSeconds']));
    expect(headers.get('ratelimit')).toMatch(/"cost";r=3196;t=/);
    // Cheap operations still pass.
    expect(await left()).toEqual({ limit: 60, remaining: 54, costLimit: 12_000, costRemaining: 3_194 });
  });

  test('a change that there was no room for is carried out once there is, under the same key, and then no more', async () => {
    const { urn, token } = await clientWith(50);
    const client = createClient(service.url, token);
    const body = { owner: admin.company, name: 'Project' };
    // Each is charged for, and refused before anything is written, which would take long on a busy machine.
    const operations = Array.from({ length: 100 }, () => ({ method: 'POST', path: '/n/v1/project', body: {} }));
    await client.rest('POST', '/n/v1/bulk', { body: { mode: 'ATOMIC', operations } });
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const create = 'mutation ($input: CreateProjectInput!) { createProject(input: $input) { project { urn } } }';
    const send = (): ReturnType<typeof client.graph> => client.graph(create, { input: body }, headers);
    expect(await send()).toMatchObject({ status: 429, errors: [{ extensions: { code: 'RATE_LIMITED' } }] });
    await admin.rest('PATCH', `/n/v1/apiclient/${urn}`, { body: { requestsPerMinute: 600 } });
    const made = await vi.waitFor(async () => {
      const answer = await send();
      expect(answer.status).toBe(200);
      return answer;
    }, 10_000);
    const again = await send();
    expect(again.data).toEqual(made.data);
    expect([made, again].map((one) => one.headers.get('idempotency-replayed'))).toEqual([null, 'true']);
  });
});

describe('who is near a limit', () => {
  const query = '{ quotaUse { client { urn name } requests requestLimit cost costLimit } }';
  interface Use {
    readonly client: { readonly urn: string };
    readonly requests: number;
    readonly requestLimit: number;
    readonly cost: number;
    readonly costLimit: number;
  }
  const usesSeenBy = async (client: Client): Promise<Use[]> => {
    const { errors, data } = await client.graph(query);
    expect(errors).toBeUndefined();
    return data?.quotaUse as Use[];
  };

  test('is shown to administrators: what was sent in the last minute, the nearest to its limit first', async () => {
    const [tenant, stranger] = [await service.tenant(), await service.tenant()];
    const [near, far, silent] = [
      await clientWith(10, tenant),
      await clientWith(1_000, tenant),
      await clientWith(10, tenant),
    ];
    const read = `/n/v1/company/${tenant.company}`;
    await times(8, () => service.client(near.token).rest('GET', read));
    await times(8, () => service.client(far.token).rest('GET', read));
    await vi.waitFor(async () => {
      const uses = await usesSeenBy(tenant);
      const urns = uses.map(({ client }) => client.urn);
      expect(urns.indexOf(near.urn)).toBe(0);
      expect(urns).toContain(far.urn);
      expect(urns).not.toContain(silent.urn);
      expect(uses[0]).toMatchObject({ requests: 8, requestLimit: 10, costLimit: 10_000 });
      const other = uses.find(({ client }) => client.urn === far.urn);
      expect(other).toMatchObject({ requests: 8, requestLimit: 1_000, costLimit: 200_000 });
    }, 10_000);
    expect((await usesSeenBy(stranger)).map(({ client }) => client.urn)).not.toContain(near.urn);
  });

  test('counts what operations cost, and nothing older than a minute', async () => {
    const tenant = await service.tenant();
    const { urn, token } = await clientWith(10, tenant);
    await service.client(token).graph('{ entities(first: 50) { nodes { urn texts { value } } } }');
    const own = async (): Promise<Use | undefined> =>
      (await usesSeenBy(tenant)).find(({ client }) => client.urn === urn);
    await vi.waitFor(async () => expect((await own())?.requests).toBe(1), 10_000);
    expect((await own())?.cost).toBeGreaterThan(50);
    const age = (seconds: number): Promise<unknown> =>
      withClient(service.databaseUrl, (database) =>
        database.query('UPDATE request_rate SET cell = cell - $2 WHERE key LIKE $1', [`% ${urn}`, seconds]),
      );
    await age(50);
    expect((await own())?.requests).toBe(1);
    await age(10);
    expect(await own()).toBeUndefined();
  });

  test('needs a token, and is empty where no limits apply', async () => {
    const refused = await service.client(null).graph(query);
    expect(refused.errors?.[0]?.extensions['code']).toBe('UNAUTHENTICATED');
    const unlimited = await startService();
    try {
      const tenant = await unlimited.tenant();
      expect(await usesSeenBy(tenant)).toEqual([]);
    } finally {
      await unlimited.close();
    }
  });
});

describe('streams', () => {
  const feed = 'subscription { events { __typename } }';

  test('count when they are opened: the socket, and each subscription on it', async () => {
    const token = await tokenOf(4);
    const socket = socketClient(service.url, token);
    const heard = [follow(socket, feed), follow(socket, feed), follow(socket, feed), follow(socket, feed)];
    // One for the socket, which leaves three of four subscriptions; delivered events are free.
    const ended = await Promise.race(heard.map((one) => one.end()));
    expect(ended).toMatchObject([{ extensions: { code: 'RATE_LIMITED', httpCode: 429 } }]);
    expect(heard.filter((one) => one.ended !== undefined)).toHaveLength(1);
    expect((await service.client(token).rest('GET', company())).status).toBe(429);
    await socket.dispose();
    const late = socketClient(service.url, token);
    expect(await follow(late, feed).end()).toMatchObject({ code: 1013, reason: 'RATE_LIMITED' });
    await late.dispose();
  });

  test('that are refused count for their address: guesses at tokens', async () => {
    const own = await startService({ ...environment, RATE_PER_ADDRESS: '3' });
    try {
      const closed: unknown[] = [];
      for (let at = 0; at < 6; at += 1) {
        const socket = socketClient(own.url, `guess-number-${String(at)}-of-many`, {
          'x-forwarded-for': at < 5 ? '198.51.100.7' : '198.51.100.8',
        });
        closed.push(await follow(socket, feed).end());
        await socket.dispose();
      }
      const [unknown, limited] = [{ code: 4403 }, { code: 1013, reason: 'RATE_LIMITED' }];
      expect(closed).toMatchObject([unknown, unknown, unknown, limited, limited, unknown]);
    } finally {
      await own.close();
    }
  });

  test('that are refused for their number are not among those that are open', async () => {
    const own = await startService(environment, { streamLimits: { streamsPerToken: 2 } });
    try {
      const tenant = await own.tenant();
      const { urn, token } = await clientWith(1, tenant);
      expect((await own.client(token).rest('GET', `/n/v1/company/${tenant.company}`)).status).toBe(200);
      const ask = async (): Promise<unknown> => {
        const socket = socketClient(own.url, token);
        const asked = follow(socket, '{ __typename }');
        const answer = await Promise.race([asked.until(1).catch(() => null), asked.end()]);
        await socket.dispose();
        return answer;
      };
      for (let at = 0; at < 2; at += 1) expect(await ask()).toMatchObject({ code: 1013, reason: 'RATE_LIMITED' });
      await tenant.rest('PATCH', `/n/v1/apiclient/${urn}`, { body: { requestsPerMinute: 600 } });
      await vi.waitFor(async () => expect(await ask()).toEqual([{ __typename: 'Query' }]), 10_000);
    } finally {
      await own.close();
    }
  });

  test('of server-sent events count as requests, and report what is left', async () => {
    const token = await tokenOf(1);
    const open = () =>
      fetch(`${service.url}/graphql/stream?query=${encodeURIComponent(feed)}`, {
        headers: { accept: 'text/event-stream', authorization: `Bearer ${token}` },
      });
    const [first, refused] = [await open(), await open()];
    expect([first.status, first.headers.get('ratelimit')?.slice(0, 14)]).toEqual([200, '"requests";r=0']);
    await first.body?.cancel();
    expect([refused.status, await refused.json()]).toMatchObject([
      429,
      { errors: [{ extensions: { code: 'RATE_LIMITED' } }] },
    ]);
  });
});

describe('every answer reports what is left', () => {
  const policy = '"requests";q=50;w=60, "burst";q=50;w=60, "owner";q=60000;w=60';

  test('on both faces, including unchanged and failed answers', async () => {
    const client = service.client(await tokenOf(50));
    const first = await client.rest('GET', company());
    expect(first.headers.get('ratelimit-policy')).toBe(policy);
    expect(first.headers.get('ratelimit')).toMatch(
      /^"requests";r=49;t=6[01], "burst";r=49;t=\d+, "owner";r=\d+;t=\d+$/,
    );
    const etag = first.headers.get('etag') ?? '';
    const unchanged = await client.rest('GET', company(), { headers: { 'if-none-match': etag } });
    expect([unchanged.status, unchanged.headers.get('ratelimit')?.slice(0, 15)]).toEqual([304, '"requests";r=48']);
    const missing = await client.rest('GET', `/n/v1/company/${crypto.randomUUID()}`);
    expect([missing.status, missing.headers.get('ratelimit')?.slice(0, 15)]).toEqual([404, '"requests";r=47']);
    const unknown = await client.rest('GET', '/n/v1/nothing');
    expect([unknown.status, unknown.headers.get('ratelimit')?.slice(0, 15)]).toEqual([404, '"requests";r=46']);
    const broken = await client.rest('POST', '/n/v1/company', { raw: '{' });
    expect([broken.status, broken.headers.get('ratelimit')?.slice(0, 15)]).toEqual([400, '"requests";r=45']);
    const wrong = await service.client('no-such-token-anywhere').rest('GET', company());
    expect([wrong.status, wrong.headers.get('ratelimit-policy')]).toEqual([
      401,
      '"requests";q=1000;w=60, "burst";q=100;w=6',
    ]);
  });

  test('in the graph also as an extension', async () => {
    const token = await tokenOf(50);
    const query = '{ clientContext { rateLimit { limit remaining resetTimestamp costLimit costRemaining } } }';
    const { data, headers } = await service.client(token).graph(query);
    const { resetTimestamp, ...rest } = data.clientContext.rateLimit;
    expect(rest).toEqual({ limit: 50, remaining: 49, costLimit: 10_000, costRemaining: 9_998 });
    expect(Date.parse(String(resetTimestamp)) - Date.now()).toBeGreaterThan(50_000);
    expect(headers.get('ratelimit-policy')).toBe(`${policy}, "cost";q=10000;w=60;qu="cost"`);
    expect(headers.get('ratelimit')).toMatch(/"cost";r=9998;t=6[01];price=2$/);
    const { body } = await service.client(token).rest('GET', '/n/v1/clientcontext');
    expect(body.rateLimit).toMatchObject({ limit: 50, remaining: 48, costLimit: 10_000, costRemaining: 9_998 });
  });

  test('health checks and pages are free and report nothing', async () => {
    for (const path of ['/healthz', '/readyz', '/openapi.json', '/']) {
      const { status, headers } = await service.client(null).rest('GET', path);
      expect([path, status, headers.get('ratelimit')]).toEqual([path, 200, null]);
    }
  });
});

describe('the cost of counting', () => {
  test('many requests of one second share a statement', async () => {
    const client = service.client(await tokenOf(60_000));
    await client.rest('GET', company());
    const before = service.statements.length;
    const started = performance.now();
    for (let at = 0; at < 300; at += 1) await client.rest('GET', company());
    const seconds = Math.ceil((performance.now() - started) / 1000) + 1;
    const taken = service.statements.slice(before).filter((text) => text.startsWith('/* limits */'));
    // At most one slice for each doubling within a second, for the client and for its tenant.
    expect(taken.length).toBeLessThanOrEqual(20 * seconds);
    expect(taken.length).toBeLessThan(150);
  });

  test('when the database cannot count, the request fails, and none passes uncounted', async () => {
    const client = service.client(await tokenOf(60));
    await withClient(service.databaseUrl, async (database) => {
      await database.query('BEGIN; LOCK TABLE request_rate');
      const { status, body } = await client.rest('PATCH', company(), { body: { name: 'Uncounted' } });
      expect([status, body.code]).toEqual([503, 'UNAVAILABLE']);
      await database.query('ROLLBACK');
    });
    const answer = await client.rest('GET', company());
    expect([answer.status, answer.body.name]).toEqual([200, 'Tenant']);
  });
});
