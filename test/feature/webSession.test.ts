// Web sessions: what a signed-in person may do, for how long, and that nothing survives the end of the session. Spec:
// Authentication 5; resource reference 7.6.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { cookieSocket, createBrowser, makePerson, signedIn, askForLink, type Browser } from '../support/browser.ts';
import { withClient } from '../support/database.ts';
import { startService, type Tenant, type TestService } from '../support/service.ts';
import { follow, openStream } from '../support/streams.ts';

let service: TestService;
let admin: Tenant;
const said: string[] = [];
const context = '{ clientContext { hasSession hasBearer sessionKind csrfToken identity { urn } } }';

beforeAll(async () => {
  service = await startService(
    { DEVELOPMENT_SIGN_IN: '1', SESSION_IDLE_MINUTES: '30', SESSION_HOURS: '2' },
    { say: (line) => said.push(line) },
  );
  admin = await service.tenant();
});
afterAll(() => service.close());

let count = 0;
let email: string;
let identity: string;
beforeEach(async () => {
  count += 1;
  email = `person${String(count)}@reader.example`;
  identity = await makePerson(admin, email, ['READ', 'COMMENT', 'CREATE', 'UPDATE']);
});

const signIn = (): ReturnType<typeof signedIn> => signedIn({ url: service.url, said }, email);
const kindOf = async (browser: Pick<Browser, 'send'>): Promise<unknown> =>
  (await browser.send('GET', '/n/v1/clientcontext')).body.sessionKind;
const sql = (text: string, values: unknown[]): Promise<unknown> =>
  withClient(service.databaseUrl, (client) => client.query(text, values));

test('A signed-in person is shown in the client context, on both faces, and the answer must not be cached.', async () => {
  const browser = await signIn();
  const answer = await browser.send('GET', '/n/v1/clientcontext');
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(answer.body).toMatchObject({
    hasSession: true,
    hasBearer: false,
    sessionKind: 'WEB_SESSION',
    user: { urn: identity, role: 'EDITOR', status: 'UNVERIFIED' },
    client: null,
    company: { urn: admin.company },
    identity: { urn: identity },
    loginUrl: `${service.url}/signin`,
    csrfToken: browser.csrfToken,
    labels: ['COMMENT', 'CREATE', 'READ', 'UPDATE'],
  });
  const idle = Date.parse(answer.body.expirationTimestamp) - Date.now();
  expect(Math.round(idle / 60_000)).toBe(30);
  const graph = await browser.send('POST', '/graphql', {
    body: { query: context },
    headers: { 'x-csrf-token': browser.csrfToken },
  });
  expect(graph.headers.get('cache-control')).toBe('no-store');
  expect(graph.body.data.clientContext).toEqual({
    hasSession: true,
    hasBearer: false,
    sessionKind: 'WEB_SESSION',
    csrfToken: browser.csrfToken,
    identity: { urn: identity },
  });
});

test('A verified e-mail address makes a verified user; who acts by a token needs none.', async () => {
  await sql('UPDATE email SET is_verified = true WHERE identity = $1', [identity]);
  const browser = await signIn();
  expect((await browser.send('GET', '/n/v1/clientcontext')).body.user.status).toBe('VERIFIED');
  expect((await admin.rest('GET', '/n/v1/clientcontext')).body.user.status).toBe('VERIFIED');
});

test('A person reads and writes what they were granted, and is the actor of what they write.', async () => {
  const browser = await signIn();
  const headers = { 'x-csrf-token': browser.csrfToken };
  const made = await browser.send('POST', '/n/v1/project', {
    body: { owner: admin.company, name: 'Almanac' },
    headers,
  });
  expect(made.status).toBe(201);
  expect(made.body.owner.urn).toBe(admin.company);
  const { events } = await admin.data('{ events(first: 200) { nodes { targetUrn actor { urn type } } } }');
  expect(events.nodes.find((e: { targetUrn: string }) => e.targetUrn === made.body.urn)?.actor).toEqual({
    urn: identity,
    type: 'IDENTITY',
  });
  // DELETE was not granted.
  expect((await browser.send('DELETE', `/n/v1/project/${made.body.urn}`, { headers })).status).toBe(403);
});

test('Rights follow the grants immediately: a revoked grant, a membership, a role.', async () => {
  const browser = await signIn();
  const read = async (): Promise<number> => (await browser.send('GET', `/n/v1/company/${admin.company}`)).status;
  expect(await read()).toBe(200);
  const { body } = await admin.rest('GET', `/n/v1/permissions?filter[subjectUrn]=${identity}`);
  for (const { urn } of body.permissions) await admin.rest('DELETE', `/n/v1/permission/${urn}`);
  expect(await read()).toBe(404);
  const role = await admin.rest('POST', '/n/v1/role', { body: { owner: admin.company, name: `Readers ${email}` } });
  const edge = (more: object): Promise<unknown> =>
    admin.rest('POST', '/n/v1/permission', { body: { owner: admin.company, ...more } });
  const roleUrn = String(role.body.urn);
  await edge({
    subjectUrn: roleUrn,
    subjectScope: 'ROLE',
    objectUrn: admin.company,
    objectScope: 'COMPANY',
    label: 'READ',
  });
  await edge({
    subjectUrn: identity,
    subjectScope: 'IDENTITY',
    objectUrn: roleUrn,
    objectScope: 'ROLE',
    label: 'MEMBER',
  });
  expect(await read()).toBe(200);
});

test('A person sees live pages it may read without any role: that rule is for API clients.', async () => {
  const browser = await signIn();
  const urn = crypto.randomUUID();
  const page = { urn, owner: admin.company, name: 'Page', path: `/page/${String(count)}`, language: 'en', variant: '' };
  const status = 'DRAFT_UNPUBLISHED';
  expect((await admin.rest('POST', '/n/v1/entity', { body: { ...page, status } })).status).toBe(201);
  expect((await admin.rest('PUT', `/n/v1/entity/${urn}`, { body: { status: 'PUBLISH' } })).status).toBe(200);
  expect((await browser.send('GET', `/v/v1/entityview/${urn}?language=en`)).status).toBe(200);
});

test('Signing out ends the session and clears the cookie; the old cookie is worthless.', async () => {
  const browser = await signIn();
  const cookie = browser.cookies();
  const headers = { 'x-csrf-token': browser.csrfToken };
  const answer = await browser.send('DELETE', '/n/v1/clientcontext', { headers });
  expect({ status: answer.status, text: answer.text }).toEqual({ status: 204, text: '' });
  expect(browser.setCookies.at(-1)).toBe('commonplace-session=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0');
  expect(browser.cookies()).toBe('');
  const old = await service.client(null).rest('GET', '/n/v1/clientcontext', { headers: { cookie } });
  expect(old.body).toMatchObject({ hasSession: false, sessionKind: 'ANONYMOUS', csrfToken: null, identity: null });
  expect((await service.client(null).rest('DELETE', '/n/v1/clientcontext', { headers: { cookie } })).status).toBe(404);
  expect(
    (await service.client(null).rest('GET', `/n/v1/company/${admin.company}`, { headers: { cookie } })).status,
  ).toBe(401);
});

test('The graph signs out, too; a bearer token has no session to end.', async () => {
  const browser = await signIn();
  const query = 'mutation { endSession { isEnded userErrors { code } } }';
  const ended = await browser.send('POST', '/graphql', {
    body: { query },
    headers: { 'x-csrf-token': browser.csrfToken },
  });
  expect(ended.body.data.endSession).toEqual({ isEnded: true, userErrors: [] });
  expect(await kindOf(browser)).toBe('ANONYMOUS');
  const { endSession } = await admin.data(query);
  expect(endSession).toEqual({ isEnded: false, userErrors: [{ code: 'NOT_FOUND' }] });
  expect((await admin.rest('DELETE', '/n/v1/clientcontext')).status).toBe(404);
});

test('A session ends after its idle time, and at its maximum age however much it is used.', async () => {
  const browser = await signIn();
  await sql(`UPDATE web_session SET idle_timestamp = now() + interval '10 minutes' WHERE identity = $1`, [identity]);
  expect(await kindOf(browser)).toBe('WEB_SESSION');
  // The use was recorded, outside the request: the idle time starts again.
  await expect
    .poll(
      async () => Date.parse((await browser.send('GET', '/n/v1/clientcontext')).body.expirationTimestamp) - Date.now(),
    )
    .toBeGreaterThan(29 * 60_000);
  await sql(`UPDATE web_session SET idle_timestamp = now() - interval '1 millisecond' WHERE identity = $1`, [identity]);
  expect(await kindOf(browser)).toBe('ANONYMOUS');

  const other = await signIn();
  await sql(`UPDATE web_session SET expiration_timestamp = now() + interval '1 minute' WHERE identity = $1`, [
    identity,
  ]);
  expect(await kindOf(other)).toBe('WEB_SESSION');
  await sql(`UPDATE web_session SET expiration_timestamp = now() WHERE identity = $1`, [identity]);
  expect(await kindOf(other)).toBe('ANONYMOUS');
});

test('A deleted person loses its session immediately, and so does one whose company is deleted.', async () => {
  const browser = await signIn();
  await admin.rest('DELETE', `/n/v1/identity/${identity}`);
  expect(await kindOf(browser)).toBe('ANONYMOUS');
  await admin.rest('POST', `/n/v1/identity/${identity}/restore`);
  expect(await kindOf(browser)).toBe('WEB_SESSION');
  await sql('UPDATE company SET deleted_timestamp = now() WHERE urn = $1', [admin.company]);
  expect(await kindOf(browser)).toBe('ANONYMOUS');
  await sql('UPDATE company SET deleted_timestamp = NULL WHERE urn = $1', [admin.company]);
});

test('Signing in again opens another session and ends the previous one; a planted secret is not adopted.', async () => {
  const browser = await signIn();
  const before = browser.cookies();
  const planted = `commonplace-session=${'p'.repeat(43)}`;
  for (const cookie of [before, planted]) {
    const token = await askForLink({ url: service.url, said }, createBrowser(service.url), email);
    const answer = await createBrowser(service.url).submit('/signin/link/open', { token }, { cookie });
    const [set = ''] = answer.headers.getSetCookie();
    expect(set).toMatch(/^commonplace-session=[A-Za-z0-9_-]{43}; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(set.startsWith(cookie)).toBe(false);
    const old = await service.client(null).rest('GET', '/n/v1/clientcontext', { headers: { cookie } });
    expect(old.body.sessionKind).toBe('ANONYMOUS');
  }
});

test('A cookie without a session is no credential: wrong, malformed, or two that contradict each other.', async () => {
  const browser = await signIn();
  const good = browser.cookies();
  for (const cookie of [
    'commonplace-session=',
    'commonplace-session=x',
    `commonplace-session=${'a'.repeat(43)}`,
    `${good}; ${good}x`,
  ]) {
    const answer = await service.client(null).rest('GET', '/n/v1/clientcontext', { headers: { cookie } });
    expect({ cookie, status: answer.status, kind: answer.body.sessionKind }).toEqual({
      cookie,
      status: 200,
      kind: 'ANONYMOUS',
    });
  }
});

test('A bearer token takes precedence over the cookie, and a wrong one is still refused.', async () => {
  const browser = await signIn();
  const as = (token: string): ReturnType<Browser['send']> =>
    browser.send('GET', '/n/v1/clientcontext', { headers: { authorization: `Bearer ${token}` } });
  expect((await as(admin.token)).body).toMatchObject({
    hasSession: false,
    hasBearer: true,
    sessionKind: 'SERVER_BEARER',
  });
  expect((await as('ccs_a_wrong')).status).toBe(401);
});

test('Only the hash of a secret is stored.', async () => {
  const browser = await signIn();
  const secret = browser.cookies().split('=')[1] ?? '';
  const rows = await withClient(
    service.databaseUrl,
    async (client) =>
      (await client.query('SELECT w::text AS all FROM web_session w WHERE identity = $1', [identity])).rows,
  );
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain(secret);
  expect(JSON.stringify(rows)).not.toContain(browser.csrfToken);
});

test('The streams of a session close at its end, with the reason, on both transports.', async () => {
  const browser = await signIn();
  const cookie = browser.cookies();
  const socket = cookieSocket(service.url, { cookie, origin: service.url });
  const heard = follow(socket, 'subscription { events { subject } }');
  const stream = await openStream(
    service.url,
    null,
    'subscription { events { subject } }',
    {},
    {
      cookie,
      origin: service.url,
      'x-csrf-token': browser.csrfToken,
    },
  );
  expect(stream.status).toBe(200);
  await expect
    .poll(async () => {
      await admin.rest('POST', '/n/v1/project', { body: { owner: admin.company, name: 'Heard' } });
      return heard.data.length;
    })
    .toBeGreaterThan(0);
  expect((await stream.next())?.event).toBe('next');
  await browser.send('DELETE', '/n/v1/clientcontext', { headers: { 'x-csrf-token': browser.csrfToken } });
  const ended = performance.now();
  expect(await heard.end()).toMatchObject([{ extensions: { code: 'UNAUTHENTICATED' } }]);
  for (let frame = await stream.next(); frame && frame.event !== 'complete'; frame = await stream.next());
  // Told by the end of the session: the next look at all sessions would be later.
  expect(performance.now() - ended).toBeLessThan(10_000);
  await socket.dispose();
});

test('A person can use rights that are granted during the session.', async () => {
  const keeper = `keeper-${email}`;
  const urn = await makePerson(admin, keeper, ['ADMIN']);
  const browser = await signedIn({ url: service.url, said }, keeper);
  const headers = { 'x-csrf-token': browser.csrfToken };
  const edge = { subjectUrn: identity, subjectScope: 'IDENTITY', objectUrn: admin.company, objectScope: 'COMPANY' };
  const granted = await browser.send('POST', '/n/v1/permission', {
    body: { owner: admin.company, ...edge, label: 'PUBLISH' },
    headers,
  });
  expect(granted.status).toBe(201);
  expect(granted.body.grantedBy).toMatchObject({ urn });
  const check = { objectUrn: admin.company, objectScope: 'COMPANY', label: 'ADMIN' };
  const atTimestamp = new Date(Date.now() + 3_600_000).toISOString();
  const asked = await browser.send('POST', '/n/v1/permissioncheck', {
    body: { checks: [check, { ...check, atTimestamp }] },
    headers,
  });
  expect(asked.body.results).toMatchObject([{ allowed: true }, { allowed: true }]);
});

test('A session that ended in one process has ended in all of them.', async () => {
  const other = await service.another();
  const browser = await signIn();
  const elsewhere = service.client(null);
  const read = async (): Promise<unknown> =>
    (await elsewhere.rest('GET', `${other.url}/n/v1/clientcontext`, { headers: { cookie: browser.cookies() } })).body
      .sessionKind;
  const cookie = browser.cookies();
  expect(await read()).toBe('WEB_SESSION');
  await browser.send('DELETE', '/n/v1/clientcontext', { headers: { 'x-csrf-token': browser.csrfToken } });
  const after = await elsewhere.rest('GET', `${other.url}/n/v1/clientcontext`, { headers: { cookie } });
  expect(after.body.sessionKind).toBe('ANONYMOUS');
  await other.close();
});
