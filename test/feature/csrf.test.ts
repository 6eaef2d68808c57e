// Cross-site request forgery: a page of another site can do nothing with a signed-in person's cookie, and an allowed
// page can do what it needs. Resource reference 1.6, 1.11; OWASP on cross-site request forgery.
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { WebSocket } from 'ws';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { cookieSocket, makePerson, signedIn, type Browser } from '../support/browser.ts';
import type { RestAnswer } from '../support/client.ts';
import { startService, type Tenant, type TestService } from '../support/service.ts';
import { follow, openStream } from '../support/streams.ts';

const ourApp = 'https://app.example';
const theirApp = 'https://app.elsewhere.example';
const stranger = 'https://evil.example';

let service: TestService;
let admin: Tenant;
let other: Tenant;
let identity: string;
let browser: Browser & { readonly csrfToken: string };
const said: string[] = [];

beforeAll(async () => {
  service = await startService({ DEVELOPMENT_SIGN_IN: '1' }, { say: (line) => said.push(line) });
  admin = await service.tenant();
  other = await service.tenant();
  await browserClient(admin, ourApp);
  await browserClient(other, theirApp);
  identity = await makePerson(admin, 'ines@reader.example', ['ADMIN']);
});
afterAll(() => service.close());
beforeEach(async () => {
  browser = await signedIn({ url: service.url, said }, 'ines@reader.example');
});

async function browserClient(tenant: Tenant, origin: string): Promise<string> {
  const made = await tenant.rest('POST', '/n/v1/apiclient', {
    body: { owner: tenant.company, name: 'App', type: 'BROWSER', allowedOrigins: [origin] },
  });
  const expirationTimestamp = new Date(Date.now() + 3_600_000).toISOString();
  const token = await tenant.rest('POST', '/n/v1/apiclientbearertoken', {
    body: { apiClient: made.body.urn, expirationTimestamp },
  });
  return String(token.body.bearerToken);
}

const names = async (): Promise<string[]> => {
  const { body } = await admin.rest('GET', '/n/v1/projects');
  return (body.projects as { name: string }[]).map((p) => p.name);
};

const project = (name: string): object => ({ owner: admin.company, name });
const outcome = ({ status, body }: RestAnswer): unknown => ({
  status,
  code: body?.code ?? body?.errors?.[0]?.extensions.code,
});
const forbidden = { status: 403, code: 'FORBIDDEN' };

describe('A write in a session', () => {
  test('requires the token of that very session for every method, and changes nothing without it.', async () => {
    const made = await admin.rest('POST', '/n/v1/project', { body: project('Kept') });
    const path = `/n/v1/project/${made.body.urn}`;
    const others = await signedIn({ url: service.url, said }, 'ines@reader.example');
    for (const token of [undefined, '', 'wrong', others.csrfToken, `${browser.csrfToken}x`]) {
      const headers: Record<string, string> = token === undefined ? {} : { 'x-csrf-token': token };
      const answers = [
        await browser.send('POST', '/n/v1/project', { body: project('Forged'), headers }),
        await browser.send('PUT', path, { body: { name: 'Forged' }, headers }),
        await browser.send('PATCH', path, { body: { name: 'Forged' }, headers }),
        await browser.send('DELETE', path, { headers }),
        await browser.send('DELETE', '/n/v1/clientcontext', { headers }),
      ];
      expect(answers.map(outcome)).toEqual(answers.map(() => forbidden));
    }
    expect(await names()).toEqual(['Kept']);
    const headers = { 'x-csrf-token': browser.csrfToken };
    expect((await browser.send('PATCH', path, { body: { name: 'Changed' }, headers })).status).toBe(200);
    expect((await browser.send('DELETE', path, { headers })).status).toBe(204);
  });

  test('also requires an allowed origin: a foreign, missing, `null` or look-alike origin is refused.', async () => {
    const { origin } = new URL(service.url);
    const alike = [stranger, theirApp, 'null', 'https://app.example.evil.example', 'http://app.example', `${origin}0`];
    const sent = alike.map((one): Record<string, string> => ({ origin: one, 'sec-fetch-site': 'cross-site' }));
    const none: Record<string, string>[] = [{}, { 'sec-fetch-site': 'none' }, { 'sec-fetch-site': 'same-site' }];
    const sandboxed = { origin: 'null', 'sec-fetch-site': 'same-origin' };
    for (const from of [...sent, ...none, sandboxed]) {
      const answer = await service.client(null).rest('POST', '/n/v1/project', {
        body: project('Forged'),
        headers: { cookie: browser.cookies(), 'x-csrf-token': browser.csrfToken, ...from },
      });
      expect({ from, ...(outcome(answer) as object) }).toEqual({ from, ...forbidden });
    }
    expect(await names()).not.toContain('Forged');
  });

  test('is accepted from a page of the tenant’s own application, which reads the token from the client context.', async () => {
    const context = await browser.send('GET', '/n/v1/clientcontext', { origin: ourApp });
    expect(context.headers.get('access-control-allow-origin')).toBe(ourApp);
    expect(context.headers.get('access-control-allow-credentials')).toBe('true');
    const headers = { 'x-csrf-token': String(context.body.csrfToken) };
    const made = await browser.send('POST', '/n/v1/project', {
      body: project('From the app'),
      headers,
      origin: ourApp,
    });
    expect({ status: made.status, allowed: made.headers.get('access-control-allow-origin') }).toEqual({
      status: 201,
      allowed: ourApp,
    });
  });

  test('is protected in the graph, for queries and mutations alike, and a mutation by GET never runs.', async () => {
    const query = `mutation { createProject(input: { owner: "${admin.company}", name: "Forged" }) { project { urn } } }`;
    const headers = { 'x-csrf-token': browser.csrfToken };
    const answers = [
      await browser.send('POST', '/graphql', { body: { query } }),
      await browser.send('POST', '/graphql', { body: { query: '{ clientContext { csrfToken } }' } }),
      await browser.send('POST', '/graphql', { body: { query }, headers, origin: stranger }),
    ];
    expect(answers.map(outcome)).toEqual([forbidden, forbidden, forbidden]);
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
      const raw = JSON.stringify({ query });
      const answer = await browser.send('POST', '/graphql', { raw, headers: { ...headers, 'content-type': type } });
      expect(answer.status).toBe(415);
    }
    const byGet = await browser.send('GET', `/graphql?query=${encodeURIComponent(query)}`, {
      headers: { ...headers, 'apollo-require-preflight': '1' },
    });
    expect(byGet.status).toBe(405);
    const unseen = await browser.send('GET', `/graphql?query=${encodeURIComponent('{ clientContext { csrfToken } }')}`);
    expect(unseen.status).toBe(400);
    expect(await names()).not.toContain('Forged');
    const made = await browser.send('POST', '/graphql', { body: { query: query.replace('Forged', 'Meant') }, headers });
    expect(made.body.data.createProject.project.urn).toHaveLength(36);
  });

  test('is protected for uploads.', async () => {
    const form = new FormData();
    form.set('src', new Blob(['x'], { type: 'image/png' }), 'x.png');
    const request = (headers: Record<string, string>): Promise<Response> =>
      fetch(`${service.url}/n/v1/imageitemfile`, {
        method: 'POST',
        body: form,
        headers: { cookie: browser.cookies(), origin: service.url, ...headers },
      });
    expect((await request({})).status).toBe(403);
    expect((await request({ 'x-csrf-token': browser.csrfToken })).status).not.toBe(403);
  });

  test('is protected for event streams opened by POST.', async () => {
    const cookie = browser.cookies();
    const query = 'subscription { events { subject } }';
    const refused = await openStream(service.url, null, query, {}, { cookie, origin: service.url });
    expect(refused.status).toBe(403);
    const headers = { cookie, origin: service.url, 'x-csrf-token': browser.csrfToken };
    const open = await openStream(service.url, null, query, {}, headers);
    expect(open.status).toBe(200);
    open.close();
  });
});

describe('A read in a session', () => {
  // Not with fetch, which sets the Sec-Fetch headers itself.
  const kind = async (headers: Record<string, string>): Promise<unknown> => {
    const request = get(`${service.url}/n/v1/clientcontext`, { headers: { cookie: browser.cookies(), ...headers } });
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    const body = JSON.parse(await text(response)) as { sessionKind: string; csrfToken: string | null };
    return { status: response.statusCode, kind: body.sessionKind, token: body.csrfToken };
  };
  const person = (): unknown => ({ status: 200, kind: 'WEB_SESSION', token: browser.csrfToken });
  const anonymous = { status: 200, kind: 'ANONYMOUS', token: null };

  test('is the person’s from this service, from the tenant’s applications, and for a followed link.', async () => {
    for (const headers of [
      { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' },
      { origin: ourApp, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' },
      { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' },
      { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' },
      { 'sec-fetch-site': 'none' },
      {},
    ] as Record<string, string>[])
      expect({ headers, ...((await kind(headers)) as object) }).toEqual({ headers, ...(person() as object) });
  });

  test('is anonymous from a page of another tenant or a foreign site, and for embedded content.', async () => {
    for (const headers of [
      { origin: theirApp, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' },
      { origin: stranger },
      { origin: 'null' },
      { origin: stranger, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' },
      { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'no-cors' },
    ] as Record<string, string>[])
      expect({ headers, ...((await kind(headers)) as object) }).toEqual({ headers, ...anonymous });
  });
});

describe('A socket', () => {
  const query = '{ clientContext { sessionKind } }';
  const subscription = 'subscription { events { subject targetUrn } }';

  test('opened by a page of this service or of the tenant’s applications carries the person’s session.', async () => {
    for (const origin of [service.url, ourApp]) {
      const socket = cookieSocket(service.url, { cookie: browser.cookies(), origin });
      const heard = follow(socket, subscription);
      await expect
        .poll(async () => {
          await admin.rest('POST', '/n/v1/project', { body: project('Heard') });
          return heard.data.length;
        })
        .toBeGreaterThan(0);
      await socket.dispose();
    }
  });

  test('opened by a page of another tenant, or by no page, does not.', async () => {
    const headers = { cookie: browser.cookies() };
    for (const more of [{ origin: theirApp }, {}] as Record<string, string>[]) {
      const socket = cookieSocket(service.url, { ...headers, ...more });
      expect(await follow(socket, subscription).end()).toMatchObject([{ extensions: { code: 'UNAUTHENTICATED' } }]);
      await socket.dispose();
    }
  });

  test('opened by a foreign page, or by one without an origin, is refused before the upgrade.', async () => {
    for (const origin of [stranger, 'null']) {
      const socket = new WebSocket(`${service.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', {
        headers: { cookie: browser.cookies(), origin },
      });
      const status = await new Promise((resolve) => {
        socket.on('unexpected-response', (_request, response) => resolve(response.statusCode));
        socket.on('open', () => resolve('open'));
        socket.on('error', () => undefined);
      });
      expect({ origin, status }).toEqual({ origin, status: 403 });
      socket.terminate();
    }
  });

  test('runs queries and changes of a session only with its CSRF token, as every other request.', async () => {
    const headers = { cookie: browser.cookies(), origin: service.url };
    const plain = cookieSocket(service.url, headers);
    const forged = cookieSocket(service.url, headers, { 'X-CSRF-Token': 'wrong' });
    for (const socket of [plain, forged]) {
      for (const document of [query, 'mutation { markInboxRead { requestId } }'])
        expect(await follow(socket, document).end()).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }]);
      await socket.dispose();
    }
    const own = cookieSocket(service.url, headers, { 'X-CSRF-Token': browser.csrfToken });
    const heard = follow(own, query);
    expect([await heard.end(), heard.data]).toEqual([null, [{ clientContext: { sessionKind: 'WEB_SESSION' } }]]);
    await own.dispose();
  });
});

describe('A bearer token', () => {
  test('requires no CSRF token, and no cookie changes that.', async () => {
    const made = await browser.send('POST', '/n/v1/project', {
      body: project('By token'),
      headers: { authorization: `Bearer ${admin.token}` },
      origin: stranger,
    });
    expect(made.status).toBe(201);
  });

  test('of a browser client works from its own origins, from this service and outside browsers, and nowhere else.', async () => {
    const token = await browserClient(admin, 'https://second.example');
    const from = async (headers: Record<string, string>): Promise<unknown> =>
      outcome(await service.client(token).rest('GET', '/n/v1/clientcontext', { headers }));
    const fine = { status: 200, code: undefined };
    expect(await from({ origin: 'https://second.example' })).toEqual(fine);
    expect(await from({ origin: service.url })).toEqual(fine);
    expect(await from({})).toEqual(fine);
    for (const origin of [ourApp, theirApp, stranger, 'null', 'https://second.example:8443'])
      expect({ origin, answer: await from({ origin }) }).toEqual({ origin, answer: forbidden });
    const graph = await service.client(token).graph('{ clientContext { sessionKind } }', {}, { origin: ourApp });
    expect(graph.status).toBe(403);
    const socket = cookieSocket(service.url, { authorization: `Bearer ${token}`, origin: ourApp });
    expect(await follow(socket, subscriptionOf(identity)).end()).toEqual({ code: 4403, reason: 'FORBIDDEN' });
    await socket.dispose();
  });
});

const subscriptionOf = (urn: string): string => `subscription { events(targetUrns: ["${urn}"]) { subject } }`;

describe('Cross-origin answers', () => {
  const preflight = (origin: string, method = 'PUT'): Promise<RestAnswer> =>
    service.client(null).rest('OPTIONS', '/n/v1/clientcontext', {
      headers: { origin, 'access-control-request-method': method, 'access-control-request-headers': 'x-csrf-token' },
    });

  test('name the exact origin, allow credentials, vary by origin, and never use the wildcard.', async () => {
    const answer = await preflight(ourApp);
    expect(answer.status).toBe(204);
    expect(answer.headers.get('access-control-allow-origin')).toBe(ourApp);
    expect(answer.headers.get('access-control-allow-credentials')).toBe('true');
    expect(answer.headers.get('access-control-allow-headers')).toMatch(/Authorization.*X-CSRF-Token/);
    expect(answer.headers.get('vary')).toMatch(/Origin/);
    for (const origin of [stranger, 'null', `${ourApp}/`, ourApp.toUpperCase(), `${ourApp}, ${stranger}`, '*']) {
      for (const refused of [await preflight(origin), await browser.send('GET', '/n/v1/clientcontext', { origin })]) {
        expect({ origin, allowed: refused.headers.get('access-control-allow-origin') }).toEqual({
          origin,
          allowed: null,
        });
        expect(refused.headers.get('vary')).toMatch(/Origin/);
      }
    }
    const without = await service.client(null).rest('GET', '/n/v1/clientcontext');
    expect(without.headers.get('access-control-allow-origin')).toBeNull();
    expect(without.headers.get('vary')).toMatch(/Origin/);
  });

  test('let pages read the headers that callers need.', async () => {
    const { headers } = await browser.send('GET', '/n/v1/clientcontext', { origin: ourApp });
    const exposed = (headers.get('access-control-expose-headers') ?? '').split(', ');
    const needed = ['ETag', 'Location', 'X-Request-Id', 'RateLimit', 'RateLimit-Policy', 'Retry-After'];
    const more = ['Preference-Applied', 'Idempotency-Replayed', 'Deprecation', 'Sunset', 'Link', 'WWW-Authenticate'];
    expect(exposed).toEqual(expect.arrayContaining([...needed, ...more]));
  });

  test('are withheld from an origin whose client was disabled.', async () => {
    const made = await admin.rest('POST', '/n/v1/apiclient', {
      body: { owner: admin.company, name: 'Old app', type: 'BROWSER', allowedOrigins: ['https://old.example'] },
    });
    expect((await preflight('https://old.example')).headers.get('access-control-allow-origin')).toBe(
      'https://old.example',
    );
    await admin.rest('PATCH', `/n/v1/apiclient/${made.body.urn}`, { body: { status: 'DISABLED' } });
    expect((await preflight('https://old.example')).headers.get('access-control-allow-origin')).toBeNull();
  });
});
