// Sign-in by a link that is printed on the server's terminal: for development only. Resource reference 7.5.
import { once } from 'node:events';
import { request as send, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { askForLink, createBrowser, makePerson, type Browser } from '../support/browser.ts';
import { withClient } from '../support/database.ts';
import { startService, type Tenant, type TestService } from '../support/service.ts';

let service: TestService;
let admin: Tenant;
let email: string;
let count = 0;
const said: string[] = [];

beforeAll(async () => {
  service = await startService({ DEVELOPMENT_SIGN_IN: '1' }, { say: (line) => said.push(line) });
  admin = await service.tenant();
});
afterAll(() => service.close());
beforeEach(async () => {
  count += 1;
  email = `person${String(count)}@reader.example`;
  await makePerson(admin, email);
});

const link = (browser: Browser, returnTo?: string): Promise<string> =>
  askForLink({ url: service.url, said }, browser, email, returnTo);
const isSignedIn = async (browser: Browser): Promise<boolean> =>
  (await browser.send('GET', '/n/v1/clientcontext')).body.hasSession === true;
const used = 'This link was used already, or its time is over.';

test('The page shows whom the link is for, and opening it does not use it; the button does, once.', async () => {
  const browser = createBrowser(service.url);
  const token = await link(browser);
  for (const round of [1, 2]) {
    const page = await browser.open(`/signin/link?token=${token}`);
    expect({ round, status: page.status, names: page.text.includes(`<strong>Person ${email}</strong>`) }).toEqual({
      round,
      status: 200,
      names: true,
    });
  }
  expect(await isSignedIn(browser)).toBe(false);
  expect((await browser.submit('/signin/link/open', { token })).status).toBe(200);
  expect(await isSignedIn(browser)).toBe(true);
  const other = createBrowser(service.url);
  const again = await other.submit('/signin/link/open', { token });
  expect({ status: again.status, said: again.text.includes(used) }).toEqual({ status: 410, said: true });
  expect((await other.open(`/signin/link?token=${token}`)).status).toBe(410);
  expect(await isSignedIn(other)).toBe(false);
});

test('Signing out takes the token of its page, ends the session and takes the cookie away.', async () => {
  const browser = createBrowser(service.url);
  await browser.submit('/signin/link/open', { token: await link(browser) });
  const cookie = browser.cookies();
  const { text: home } = await browser.open('/signin');
  const [, csrfToken = ''] = /name="csrfToken" value="([^"]+)"/.exec(home) ?? [];
  for (const wrong of ['', `${csrfToken}x`])
    expect((await browser.submit('/signin/out', { csrfToken: wrong })).status).toBe(403);
  expect(await isSignedIn(browser)).toBe(true);
  expect((await browser.submit('/signin/out', { csrfToken })).status).toBe(200);
  expect(browser.cookies()).toBe('');
  // Nobody is signed in any more, as in a browser that never was.
  for (const other of [browser, createBrowser(service.url)])
    expect((await other.submit('/signin/out', { csrfToken })).status).toBe(403);
  const kept = await createBrowser(service.url).send('GET', '/n/v1/clientcontext', { headers: { cookie } });
  expect(kept.body.hasSession).toBe(false);
});

test('SIGN_IN_COMPANY names the company whose people sign in.', async () => {
  const second = await service.tenant();
  await makePerson(second, 'elsewhere@reader.example');
  await expect(
    askForLink({ url: service.url, said }, createBrowser(service.url), 'elsewhere@reader.example'),
  ).rejects.toThrow('No link was printed');
  const other = await service.another({ environment: { SIGN_IN_COMPANY: second.company } });
  try {
    const link = { url: other.url, said };
    expect(await askForLink(link, createBrowser(other.url), 'elsewhere@reader.example')).toMatch(/^.{20,}$/);
    await expect(askForLink(link, createBrowser(other.url), email)).rejects.toThrow('No link was printed');
  } finally {
    await other.close();
  }
});

test('Of two people who use a link concurrently, one is signed in.', async () => {
  const token = await link(createBrowser(service.url));
  const answers = await Promise.all(
    [1, 2, 3, 4].map(() => createBrowser(service.url).submit('/signin/link/open', { token })),
  );
  expect(answers.map((a) => a.status).sort()).toEqual([200, 410, 410, 410]);
});

test('A link works for ten minutes, is stored as a hash, and ends with the person.', async () => {
  const token = await link(createBrowser(service.url));
  await withClient(service.databaseUrl, async (client) => {
    const { rows } = await client.query(
      'SELECT l::text AS row, expiration_timestamp - now() AS rest FROM sign_in_link l',
    );
    expect(JSON.stringify(rows)).not.toContain(token);
    await client.query(`UPDATE sign_in_link SET expiration_timestamp = expiration_timestamp - interval '599 seconds'`);
  });
  expect((await createBrowser(service.url).open(`/signin/link?token=${token}`)).status).toBe(200);
  await withClient(service.databaseUrl, (client) =>
    client.query(`UPDATE sign_in_link SET expiration_timestamp = expiration_timestamp - interval '1 second'`),
  );
  expect((await createBrowser(service.url).submit('/signin/link/open', { token })).status).toBe(410);

  const second = await link(createBrowser(service.url));
  const { body } = await admin.rest('GET', `/n/v1/emails?filter[email]=${email}`);
  await admin.rest('DELETE', `/n/v1/identity/${body.emails[0].identity.urn}`);
  expect((await createBrowser(service.url).submit('/signin/link/open', { token: second })).status).toBe(410);
});

test('The page does not reveal whether an address is known; the terminal does.', async () => {
  const browser = createBrowser(service.url);
  const known = await browser.submit('/signin/link', { email });
  for (const unknown of ['nobody@reader.example', 'no address', '', `${email}\n`]) {
    const before = said.length;
    const answer = await browser.submit('/signin/link', { email: unknown });
    expect({ status: answer.status, text: answer.text }).toEqual({ status: known.status, text: known.text });
    expect(said.slice(before)).toEqual(['no sign-in link: no person has that address']);
  }
  await makePerson(admin, email);
  await browser.submit('/signin/link', { email });
  expect(said.at(-1)).toBe('no sign-in link: more than one person has that address');
});

test('People of another tenant are not signed in to this one.', async () => {
  const stranger = 'stranger@reader.example';
  await makePerson(await service.tenant(), stranger);
  await createBrowser(service.url).submit('/signin/link', { email: stranger });
  expect(said.at(-1)).toBe('no sign-in link: no person has that address');
});

test('After sign-in the browser returns to the path it came from, and to no other place.', async () => {
  const expected: Record<string, string> = {
    '/graphql/ide?a=1&b=2': '/graphql/ide?a=1&#38;b=2',
    '//evil.example': '/desk',
    '/\\evil.example': '/desk',
    '/%2fevil.example': '/desk',
    'https://evil.example/': '/desk',
    'javascript:alert(1)': '/desk',
    '/"><script>': '/%22%3E%3Cscript%3E',
  };
  for (const [returnTo, target] of Object.entries(expected)) {
    const browser = createBrowser(service.url);
    const page = await browser.submit('/signin/link/open', { token: await link(browser, returnTo) });
    expect(page.text).toContain(`<meta http-equiv="refresh" content="0; url=${target}" />`);
    expect(page.text).toContain(`<a href="${target}">Continue</a>`);
  }
});

test('Forms are accepted only from a page of this service.', async () => {
  const token = await link(createBrowser(service.url));
  const before = said.length;
  for (const headers of [
    { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
    { origin: 'null', 'sec-fetch-site': 'cross-site' },
    { origin: 'https://evil.example', 'sec-fetch-site': 'same-site' },
  ]) {
    for (const path of ['/signin/link', '/signin/link/open', '/signin/out']) {
      const answer = await createBrowser(service.url).submit(path, { email, token }, headers);
      expect({ path, status: answer.status }).toEqual({ path, status: 403 });
    }
  }
  expect(said.slice(before)).toEqual([]);
  const browser = createBrowser(service.url);
  expect((await browser.submit('/signin/link/open', { token })).status).toBe(200);
  // Nor is anybody signed out from elsewhere, though the page knew the token of the session.
  const { csrfToken } = (await browser.send('GET', '/n/v1/clientcontext')).body;
  const elsewhere = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
  expect((await browser.submit('/signin/out', { csrfToken }, elsewhere)).status).toBe(403);
  expect(await isSignedIn(browser)).toBe(true);
});

test('Forms come as they are through what asks for a password of its own before it.', async () => {
  const gate = { authorization: `Basic ${Buffer.from('guest:guest').toString('base64')}` };
  const browser = createBrowser(service.url);
  expect((await browser.submit('/signin/link', { email }, gate)).status).toBe(200);
  expect((await browser.submit('/signin/link/open', { token: await link(browser) }, gate)).status).toBe(200);
  expect(await isSignedIn(browser)).toBe(true);
});

test('A new sign-in ends the session that the browser had before.', async () => {
  const browser = createBrowser(service.url);
  await browser.submit('/signin/link/open', { token: await link(browser) });
  const cookie = browser.cookies();
  await browser.submit('/signin/link/open', { token: await link(browser) });
  expect(await isSignedIn(browser)).toBe(true);
  const old = await createBrowser(service.url).send('GET', '/n/v1/clientcontext', { headers: { cookie } });
  expect(old.body.hasSession).toBe(false);
});

test('The pages lead on to where the browser came from, through each of their steps.', async () => {
  const browser = createBrowser(service.url);
  const at = `/signin?returnTo=${encodeURIComponent('/docs?a=1&b')}`;
  expect((await browser.open(at)).text).toContain('name="returnTo" value="/docs?a=1&#38;b"');
  await browser.submit('/signin/link/open', { token: await link(browser) });
  expect((await browser.open(at)).text).toContain('<a href="/docs?a=1&#38;b">Continue</a>');
  for (const nowhere of ['/signin', '/signin?returnTo=//evil.example'])
    expect((await browser.open(nowhere)).text).not.toContain('Continue');
});

test('A person without a name is told so by the page of the link.', async () => {
  const address = `nameless${String(count)}@reader.example`;
  const body = { owner: admin.company, type: 'PERSON', emails: [{ email: address, type: 'WORK', isPrimary: true }] };
  expect((await admin.rest('POST', '/n/v1/identity', { body })).status).toBe(201);
  const browser = createBrowser(service.url);
  const token = await askForLink({ url: service.url, said }, browser, address);
  expect((await browser.open(`/signin/link?token=${token}`)).text).not.toContain('<strong></strong>');
});

test.each([
  ['is too large', 413, 'application/x-www-form-urlencoded', 'a='.padEnd(16_385, 'b')],
  ['is none', 415, 'text/plain', 'a=1'],
])('A form that %s is refused with its status, and is no fault of the service.', async (_, status, type, body) => {
  const headers = { 'Content-Type': type, Origin: service.url };
  for (const path of ['/signin/link', '/signin/out']) {
    const answer = await fetch(`${service.url}${path}`, { method: 'POST', headers, body });
    expect([answer.status, await answer.text()]).toEqual([status, expect.stringContaining('The form cannot be read.')]);
  }
});

test('A form of 16,384 bytes is read.', async () => {
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded', Origin: service.url };
  const body = `email=${email}&a=`.padEnd(16_384, 'b');
  expect((await fetch(`${service.url}/signin/link`, { method: 'POST', headers, body })).status).toBe(200);
});

test('A form without Origin is accepted only where the browser says that it is of the same origin.', async () => {
  const status = async (path: string, headers: Record<string, string>): Promise<number> => {
    const body = new URLSearchParams({ email, token: 'none' });
    const answer = await fetch(service.url + path, { method: 'POST', headers, body });
    await answer.arrayBuffer();
    return answer.status;
  };
  for (const [path, taken] of [
    ['/signin/link', 200],
    ['/signin/link/open', 410],
  ] as const) {
    const before = said.length;
    expect([path, await status(path, {})]).toEqual([path, 403]);
    for (const site of ['none', 'same-site', 'cross-site'])
      expect([path, site, await status(path, { 'sec-fetch-site': site })]).toEqual([path, site, 403]);
    expect([path, await status(path, { 'sec-fetch-site': 'same-origin', origin: 'null' })]).toEqual([path, 403]);
    expect(said.slice(before)).toEqual([]);
    expect([path, await status(path, { 'sec-fetch-site': 'same-origin' })]).toEqual([path, taken]);
    expect([path, await status(path, { origin: service.url })]).toEqual([path, taken]);
  }
});

describe('Where a request shows that it came from elsewhere,', () => {
  // By hand: fetch does not let a caller choose its Host.
  const status = async (method: string, path: string, headers: Record<string, string>): Promise<number | undefined> => {
    const own = { origin: service.url, 'content-type': 'application/x-www-form-urlencoded', ...headers };
    const request = send(service.url + path, { method, headers: own });
    request.end(method === 'POST' ? `email=${email}` : undefined);
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    await text(response);
    return response.statusCode;
  };

  test('links are not offered.', async () => {
    const { port } = new URL(service.url);
    for (const host of ['localhost', '127.0.0.1', '127.0.0.2', '[::1]'])
      expect([host, await status('POST', '/signin/link', { host: `${host}:${port}` })]).toEqual([host, 200]);
    const before = said.length;
    for (const headers of [
      { 'x-forwarded-for': '192.0.2.1' },
      { 'x-forwarded-host': 'api.example' },
      { 'x-forwarded-proto': 'https' },
      { 'x-real-ip': '192.0.2.1' },
      { forwarded: 'for=192.0.2.1' },
      { via: '1.1 proxy' },
      { host: 'api.example' },
      { host: 'localhost.evil.example' },
      { host: `192.0.2.1:${port}` },
    ] as Record<string, string>[]) {
      expect({ headers, status: await status('POST', '/signin/link', headers) }).toEqual({ headers, status: 404 });
      expect(await status('GET', '/signin/link?token=x', headers)).toBe(404);
      expect(await status('POST', '/signin/link/open', headers)).toBe(404);
    }
    expect(said.slice(before)).toEqual([]);
  });
});

describe('Without the setting', () => {
  test('sign-in by link is not offered, and the page says so.', async () => {
    const plain = await startService();
    try {
      const browser = createBrowser(plain.url);
      const page = await browser.open('/signin');
      expect({ status: page.status, said: page.text.includes('not set up') }).toEqual({ status: 404, said: true });
      // It leads to what there is instead, and not to itself.
      const [, main = ''] = page.text.split('<main');
      const ways = [...main.matchAll(/<a href="([^"]*)"/g)].map(([, href = '']) => href);
      expect(ways).toEqual(['/desk', '/graphql/ide', '/desk/operations', '/docs/sign-in']);
      for (const href of ways)
        expect((await fetch(plain.url + href, { headers: { accept: 'text/html' } })).status).toBe(200);
      expect((await browser.submit('/signin/link', { email })).status).toBe(404);
      expect((await browser.open('/signin/oidc')).status).toBe(404);
      expect((await browser.send('GET', '/n/v1/clientcontext')).body).toMatchObject({
        loginUrl: null,
        loginIframeSrc: null,
      });
    } finally {
      await plain.close();
    }
  });
});

test('Applications of the tenant may show sign-in within a frame, and no others may.', async () => {
  const frame = (): ReturnType<Browser['open']> => createBrowser(service.url).open('/signin/frame');
  expect((await frame()).headers.get('content-security-policy')).toContain("frame-ancestors 'none';");
  const other = await service.tenant();
  const client = (tenant: Tenant, origin: string): Promise<unknown> =>
    tenant.rest('POST', '/n/v1/apiclient', {
      body: { owner: tenant.company, name: 'App', type: 'BROWSER', allowedOrigins: [origin] },
    });
  await client(admin, 'https://app.example');
  await client(other, 'https://app.elsewhere.example');
  const answer = await frame();
  expect(answer.headers.get('content-security-policy')).toContain('frame-ancestors https://app.example;');
  expect(answer.text).toContain('<a class="button" href="/signin" target="_blank" rel="noopener">Sign in</a>');
  const context = await createBrowser(service.url).send('GET', '/n/v1/clientcontext');
  expect(context.body).toMatchObject({
    loginUrl: `${service.url}/signin`,
    loginIframeSrc: `${service.url}/signin/frame`,
  });
});

test('Pages are not cached, cannot be framed, and load nothing from elsewhere.', async () => {
  const browser = createBrowser(service.url);
  const pages = [
    await browser.open('/signin'),
    await browser.open('/signin/link?token=x'),
    await browser.submit('/signin/out', {}),
    await browser.submit('/signin/link', { email }),
  ];
  for (const page of pages) {
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page.headers.get('cache-control')).toBe('no-store');
    expect(page.headers.get('referrer-policy')).toBe('same-origin');
    const policy = page.headers.get('content-security-policy') ?? '';
    for (const rule of ["default-src 'none'", "form-action 'self'", "frame-ancestors 'none'", "base-uri 'none'"])
      expect(policy).toContain(rule);
    expect(page.text).not.toMatch(/<script|https?:\/\/|style="/);
  }
});
