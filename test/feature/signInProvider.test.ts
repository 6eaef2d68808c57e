// Sign-in at an OpenID Connect provider, against a real one: who is signed in as whom, and that a forged, replayed or
// foreign response is refused. Resource reference 7.5; RFC 9700.
import fastify, { type FastifyRequest } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { heldSecret } from '../../src/signIn/exchange.ts';
import { createOpenIdProvider } from '../../src/signIn/openIdProvider.ts';
import { registerProvider } from '../../src/signIn/providerRoutes.ts';
import { createBrowser, makePerson, type Browser } from '../support/browser.ts';
import type { RestAnswer } from '../support/client.ts';
import { eventsOf } from '../support/content.ts';
import { withClient } from '../support/database.ts';
import { startIdentityProvider, type Claims, type IdentityProvider } from '../support/identityProvider.ts';
import { startService, type Tenant, type TestService } from '../support/service.ts';

let provider: IdentityProvider;
let service: TestService;
let admin: Tenant;

beforeAll(async () => {
  provider = await startIdentityProvider();
  service = await startService({ ...provider.settings, OIDC_NAME: 'the <Lighthouse>' });
  provider.serve(`${service.url}/signin/oidc/callback`);
  admin = await service.tenant();
});
afterAll(async () => {
  await service.close();
  await provider.close();
});

let count = 0;
let email: string;
let account: string;
beforeEach(() => {
  count += 1;
  email = `person${String(count)}@reader.example`;
  account = `account ${String(count)}`;
});

const verified = (): Claims => ({ email, email_verified: true });

// Starts the sign-in; returns the provider address that the browser is sent to.
async function setOut(browser: Browser, returnTo = '/signin'): Promise<string> {
  const answer = await browser.open(`/signin/oidc?returnTo=${encodeURIComponent(returnTo)}`);
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([303, 'no-store']);
  return answer.headers.get('location') ?? '';
}

async function signIn(browser: Browser, claims: Claims, returnTo?: string): Promise<RestAnswer> {
  const back = await provider.visit(await setOut(browser, returnTo), account, claims);
  return browser.open(back.pathname + back.search);
}

const whoIs = async (browser: Browser): Promise<unknown> =>
  (await browser.send('GET', '/n/v1/clientcontext')).body.identity?.urn ?? null;

async function expectRefused(browser: Browser, answer: RestAnswer, status: number, text: RegExp): Promise<void> {
  expect({ status: answer.status, text: text.test(answer.text) }).toEqual({ status, text: true });
  expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(answer.headers.get('retry-after')).toBe(status === 503 ? '1' : null);
  expect(await whoIs(browser)).toBeNull();
  expect(browser.setCookies.some((line) => line.includes('session='))).toBe(false);
}

test('A person whose address the provider has verified is signed in, and the address counts as verified from then on.', async () => {
  const identity = await makePerson(admin, email);
  const browser = createBrowser(service.url);
  const answer = await signIn(browser, verified(), '/n/v1/clientcontext?fields=user');
  const { status, headers } = answer;
  expect({ status, location: headers.get('location'), cache: headers.get('cache-control') }).toEqual({
    ...{ status: 303, location: '/n/v1/clientcontext?fields=user', cache: 'no-store' },
  });
  const { body } = await browser.send('GET', '/n/v1/clientcontext');
  expect(body).toMatchObject({ sessionKind: 'WEB_SESSION', user: { urn: identity, status: 'VERIFIED' } });
  const { body: emails } = await admin.rest('GET', `/n/v1/emails?filter[email]=${email}`);
  expect(emails.emails).toMatchObject([{ isVerified: true, version: 2 }]);
  expect((await eventsOf(service, emails.emails[0].urn)).at(-1)).toBe(
    'UPDATE isVerified,verifiedTimestamp,updatedTimestamp',
  );
});

test('A person who has the address more than once is one person, whose primary one is verified.', async () => {
  const written = [email.toUpperCase(), email, email.replace('person', 'Person')];
  const emails = written.map((one) => ({ email: one, type: 'WORK', isPrimary: one === email }));
  const made = await admin.rest('POST', '/n/v1/identity', { body: { owner: admin.company, name: 'Twice', emails } });
  expect(made.status, made.text).toBe(201);
  const browser = createBrowser(service.url);
  expect((await signIn(browser, verified())).status).toBe(303);
  expect(await whoIs(browser)).toBe(made.body.urn);
  const { body } = await admin.rest('GET', `/n/v1/identity/${String(made.body.urn)}`);
  const said = body.emails as { isPrimary: boolean; isVerified: boolean }[];
  expect(said.map(({ isPrimary, isVerified }) => isPrimary === isVerified)).toEqual([true, true, true]);
});

test('The case of an address does not matter, and later the account is recognized even if its address changes.', async () => {
  const identity = await makePerson(admin, email.toUpperCase().replace('READER.EXAMPLE', 'reader.example'));
  expect((await signIn(createBrowser(service.url), verified())).status).toBe(303);
  const later = createBrowser(service.url);
  expect((await signIn(later, { email: 'moved@reader.example', email_verified: false })).status).toBe(303);
  expect(await whoIs(later)).toBe(identity);
});

test.each([
  ['is kept for another tab', 'a'.repeat(43), true],
  ['of another form is replaced', 'a'.repeat(42), false],
])('What a browser is known by on its way %s.', async (_, secret, isKept) => {
  const headers = { cookie: `commonplace-signin=${secret}` };
  const { headers: answered } = await fetch(`${service.url}/signin/oidc`, { headers, redirect: 'manual' });
  expect(answered.get('set-cookie')?.startsWith(`commonplace-signin=${secret};`)).toBe(isKept);
});

test('An unverified address signs in no one.', async () => {
  await makePerson(admin, email, ['ADMIN']);
  for (const claim of [false, undefined, 'true', 1]) {
    const browser = createBrowser(service.url);
    await expectRefused(browser, await signIn(browser, { email, email_verified: claim }), 403, /was not confirmed/);
  }
});

test('A person linked to one account cannot be taken over by another account with the same address.', async () => {
  const identity = await makePerson(admin, email);
  const first = createBrowser(service.url);
  await signIn(first, verified());
  expect(await whoIs(first)).toBe(identity);
  account = `${account}, the next holder of the mailbox`;
  const other = createBrowser(service.url);
  await expectRefused(other, await signIn(other, verified()), 403, /signs in with another account/);
});

test('An address that is ambiguous, unknown, or of another tenant is refused.', async () => {
  const browser = createBrowser(service.url);
  await expectRefused(browser, await signIn(browser, verified()), 403, /not known here/);
  await makePerson(await service.tenant(), email);
  await expectRefused(browser, await signIn(browser, verified()), 403, /not known here/);
  await makePerson(admin, email);
  await makePerson(admin, email);
  await expectRefused(browser, await signIn(browser, verified()), 403, /More than one person/);
});

test('A deleted person can no longer sign in.', async () => {
  const identity = await makePerson(admin, email);
  const browser = createBrowser(service.url);
  await signIn(browser, verified());
  await admin.rest('DELETE', `/n/v1/identity/${identity}`);
  expect(await whoIs(browser)).toBeNull();
  const again = createBrowser(service.url);
  await expectRefused(again, await signIn(again, verified()), 403, /not known here/);
});

test('A state that is missing, wrong, or already used is refused.', async () => {
  await makePerson(admin, email);
  const browser = createBrowser(service.url);
  const back = await provider.visit(await setOut(browser), account, verified());
  const without = new URL(back);
  without.searchParams.delete('state');
  const wrong = new URL(back);
  wrong.searchParams.set('state', 'x'.repeat(43));
  for (const { pathname, search } of [without, wrong])
    await expectRefused(browser, await browser.open(pathname + search), 400, /begun in another browser/);
  const twice = new URL(back);
  twice.searchParams.append('state', 'x');
  await expectRefused(browser, await browser.open(twice.pathname + twice.search), 400, /begun in another browser/);

  expect((await browser.open(back.pathname + back.search)).status).toBe(303);
  const session = browser.cookies();
  const replayed = await browser.open(back.pathname + back.search);
  expect(replayed.status).toBe(400);
  expect(browser.cookies()).toBe(session);
});

test('A response that another browser requested is refused, and so is its code in a sign-in of one’s own.', async () => {
  await makePerson(admin, email);
  const attacker = createBrowser(service.url);
  const stolen = await provider.visit(await setOut(attacker), account, verified());
  const victim = createBrowser(service.url);
  await expectRefused(victim, await victim.open(stolen.pathname + stolen.search), 400, /begun in another browser/);
  const own = new URL(await setOut(victim));
  await expectRefused(victim, await victim.open(stolen.pathname + stolen.search), 400, /begun in another browser/);
  const injected = new URL(stolen);
  injected.searchParams.set('state', own.searchParams.get('state') ?? '');
  await expectRefused(victim, await victim.open(injected.pathname + injected.search), 400, /could not be trusted/);
});

test('Nonce and code verifier must match those of the sign-in request.', async () => {
  await makePerson(admin, email);
  for (const name of ['nonce', 'code_challenge']) {
    const browser = createBrowser(service.url);
    const there = new URL(await setOut(browser));
    there.searchParams.set(name, 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM');
    const back = await provider.visit(there.href, account, verified());
    await expectRefused(browser, await browser.open(back.pathname + back.search), 400, /could not be trusted/);
  }
});

test('A response must name the provider that was asked as its issuer.', async () => {
  await makePerson(admin, email);
  for (const iss of ['https://mixed-up.example', null]) {
    const browser = createBrowser(service.url);
    const back = await provider.visit(await setOut(browser), account, verified());
    expect(back.searchParams.get('iss')).toBe(provider.issuer);
    if (iss === null) back.searchParams.delete('iss');
    else back.searchParams.set('iss', iss);
    await expectRefused(browser, await browser.open(back.pathname + back.search), 400, /could not be trusted/);
  }
});

test('A sign-in that takes longer than ten minutes must be started again.', async () => {
  await makePerson(admin, email);
  const browser = createBrowser(service.url);
  const back = await provider.visit(await setOut(browser), account, verified());
  await withClient(service.databaseUrl, (client) =>
    client.query(`UPDATE sign_in_attempt SET expiration_timestamp = expiration_timestamp - interval '601 seconds'`),
  );
  await expectRefused(browser, await browser.open(back.pathname + back.search), 400, /took too long/);
});

test('A person who cancels at the provider sees that on the sign-in page.', async () => {
  const browser = createBrowser(service.url);
  const state = new URL(await setOut(browser)).searchParams.get('state') ?? '';
  const query = new URLSearchParams({ error: 'access_denied', state, iss: provider.issuer });
  await expectRefused(browser, await browser.open(`/signin/oidc/callback?${query.toString()}`), 403, /turned back/);
});

test('A new sign-in ends the browser’s previous session.', async () => {
  await makePerson(admin, email);
  const browser = createBrowser(service.url);
  await signIn(browser, verified());
  const before = browser.cookies();
  await signIn(browser, verified());
  expect(browser.cookies()).not.toBe(before);
  const old = await service.client(null).rest('GET', '/n/v1/clientcontext', { headers: { cookie: before } });
  expect(old.body.sessionKind).toBe('ANONYMOUS');
});

test('Only paths of this service are accepted as return paths.', async () => {
  await makePerson(admin, email);
  for (const returnTo of ['//evil.example', 'https://evil.example', '/\\evil.example', '/%2f/evil.example']) {
    const answer = await signIn(createBrowser(service.url), verified(), returnTo);
    expect(answer.headers.get('location')).toBe('/desk');
  }
});

test('The cookie that ties a sign-in to its browser is HttpOnly, and is sent when a link is followed.', async () => {
  const browser = createBrowser(service.url);
  await setOut(browser);
  expect(browser.setCookies.at(-1)).toMatch(
    /^commonplace-signin=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=600$/,
  );
});

test('Behind https a browser is known by cookies that no other host and no plain connection can have set.', async () => {
  const {
    OIDC_ISSUER: issuer = '',
    OIDC_CLIENT_ID: clientId = '',
    OIDC_CLIENT_SECRET: clientSecret = '',
  } = provider.settings;
  const { signIn } = service.services;
  const secure = { ...service.services, signIn: { ...signIn, cookie: { isSecure: true, sameSite: 'Lax' as const } } };
  const app = fastify();
  const policy = { linksEmails: false, createsPeople: false };
  registerProvider(app, {
    services: () => secure,
    provider: createOpenIdProvider({ issuer, clientId, clientSecret }),
    policy,
  });
  const [plain, own] = ['a'.repeat(43), 'b'.repeat(43)];
  const cookie = `commonplace-signin=${plain}; __Host-commonplace-signin=${own}`;
  const answer = await app.inject({ method: 'GET', url: '/signin/oidc', headers: { cookie } });
  expect([answer.statusCode, answer.headers['set-cookie']]).toEqual([
    303,
    `__Host-commonplace-signin=${own}; Path=/; HttpOnly; SameSite=Lax; Max-Age=600; Secure`,
  ]);
  const sent = { headers: { cookie: `commonplace-session=${plain}; __Host-commonplace-session=${own}` } };
  // The one thing of a request that is read.
  expect(heldSecret(secure, sent as FastifyRequest)).toBe(own);
  expect(heldSecret(service.services, sent as FastifyRequest)).toBe(plain);
  await app.close();
});

test('The sign-in page shows the provider’s name, escaped.', async () => {
  const { text } = await createBrowser(service.url).open('/signin?returnTo=/signin?a=%22b');
  expect(text).toContain('Sign in with the &#60;Lighthouse&#62;');
  expect(text).toContain('href="/signin/oidc?returnTo=%2Fsignin%3Fa%3D%2522b"');
});

test('With OIDC_CREATE_PEOPLE=1 an unknown person is created once, without any rights.', async () => {
  const open = await startService({ ...provider.settings, OIDC_CREATE_PEOPLE: '1', OIDC_LINK_EMAILS: '0' });
  try {
    provider.serve(`${open.url}/signin/oidc/callback`);
    const owner = await open.tenant();
    const claims = { ...verified(), given_name: 'Ada', family_name: 'Byron' };
    const arrive = async (said: Claims): Promise<Browser> => {
      const browser = createBrowser(open.url);
      const there = await browser.open('/signin/oidc');
      const back = await provider.visit(there.headers.get('location') ?? '', account, said);
      expect((await browser.open(back.pathname + back.search)).status).toBe(303);
      return browser;
    };
    const browsers = [await arrive(claims), await arrive(claims)];
    const [first, second] = await Promise.all(browsers.map(whoIs));
    expect(second).toBe(first);
    const { identity } = await owner.data(
      `query ($urn: ID!) { identity(urn: $urn) { name type owner { urn } companies { urn }
        emails { urn email isVerified type isPrimary verifiedTimestamp createdTimestamp }
        persons { urn names { urn givenName familyName isPreferred } } } }`,
      { urn: first },
    );
    const [address] = identity.emails;
    const [person] = identity.persons;
    const urn: unknown = expect.any(String);
    expect(identity).toEqual({
      name: 'Ada Byron',
      type: 'PERSON',
      owner: { urn: owner.company },
      companies: [],
      emails: [
        {
          ...{ urn, email, isVerified: true, type: 'OTHER', isPrimary: true },
          ...{ verifiedTimestamp: address.createdTimestamp, createdTimestamp: address.createdTimestamp },
        },
      ],
      persons: [{ urn, names: [{ urn, givenName: 'Ada', familyName: 'Byron', isPreferred: true }] }],
    });
    for (const made of [first, address.urn, person.urn, person.names[0].urn])
      expect(await eventsOf(open, String(made))).toEqual(['CREATE']);
    const { body } = await (browsers[0] as Browser).send('GET', '/n/v1/clientcontext');
    expect({ labels: body.labels, status: body.user.status }).toEqual({ labels: [], status: 'VERIFIED' });

    account = `${account}, unconfirmed`;
    const unconfirmed = await arrive({ email: 'admin@reader.example', email_verified: false, name: 'Mallory' });
    const other = await unconfirmed.send('GET', '/n/v1/clientcontext');
    expect(other.body.user.status).toBe('UNVERIFIED');
    const { body: kept } = await owner.rest('GET', '/n/v1/emails?filter[email]=admin@reader.example');
    expect(kept.emails).toEqual([]);

    // A blank name is none, and what the provider calls a person stands before its parts. No address is linked here.
    const named = async (claims: Claims): Promise<unknown> => {
      account = `${account}+`;
      const { body: read } = await owner.rest('GET', `/n/v1/identity/${String(await whoIs(await arrive(claims)))}`);
      return read.name;
    };
    email = `taken.${email}`;
    await makePerson(owner, email);
    expect(await named({ ...verified(), name: ' ', given_name: 'Grace' })).toBe('Grace');
    expect(await named({ name: 'Countess', given_name: 'Ada', family_name: 'Byron' })).toBe('Countess');
    expect(await named({ ...verified(), family_name: 'Byron' })).toBe(email);

    // A name of more than 255 characters is left out rather than cut; of a pair of code units each is one.
    for (const [at, name] of ['\u{1f600}'.repeat(255), '\u{1f600}'.repeat(256)].entries()) {
      account = `long ${String(at)}`;
      const shown = await arrive({ email: `long${String(at)}@reader.example`, email_verified: true, name });
      const found = await owner.rest('GET', `/n/v1/identity/${String(await whoIs(shown))}`);
      expect(found.body.name).toBe(at === 0 ? name : 'long1@reader.example');
    }
  } finally {
    await open.close();
    provider.serve(`${service.url}/signin/oidc/callback`);
  }
});

test('Each refusal is recorded with its reason, for the administrators of the company.', async () => {
  const own = await startService(provider.settings);
  try {
    provider.serve(`${own.url}/signin/oidc/callback`);
    const owner = await own.tenant();
    const arrive = async (claims: Claims): Promise<number> => {
      const browser = createBrowser(own.url);
      const there = await browser.open('/signin/oidc');
      const back = await provider.visit(there.headers.get('location') ?? '', account, claims);
      return (await browser.open(back.pathname + back.search)).status;
    };
    expect(await arrive({ email, email_verified: false })).toBe(403);
    expect(await arrive(verified())).toBe(403);
    await makePerson(owner, email);
    expect(await arrive(verified())).toBe(303);
    account = `${account}, another`;
    expect(await arrive(verified())).toBe(403);
    email = `several.${email}`;
    await makePerson(owner, email);
    await makePerson(owner, email);
    expect(await arrive(verified())).toBe(403);
    await vi.waitFor(async () => {
      const { body } = await owner.rest('GET', '/n/v1/accessaudit?limit=200&event=REFUSED_SIGN_IN');
      const found = body.records as { operation: string; ownerUrn: string; apiClientUrn: string | null }[];
      expect(found.map(({ operation, ownerUrn, apiClientUrn }) => [operation, ownerUrn, apiClientUrn]).sort()).toEqual(
        ['EMAIL_OF_SEVERAL', 'EMAIL_UNCONFIRMED', 'OTHER_ACCOUNT', 'UNKNOWN'].map((reason) => [
          reason,
          owner.company,
          null,
        ]),
      );
    }, 20_000);
  } finally {
    await own.close();
    provider.serve(`${service.url}/signin/oidc/callback`);
  }
});

test('An ID token not signed by the provider’s keys is refused; an unreachable provider is reported.', async () => {
  const forged = await startIdentityProvider();
  const strict = await startService(forged.settings);
  try {
    forged.serve(`${strict.url}/signin/oidc/callback`);
    await makePerson(await strict.tenant(), email);
    forged.showForeignKeys();
    const browser = createBrowser(strict.url);
    const there = await browser.open('/signin/oidc');
    const back = await forged.visit(there.headers.get('location') ?? '', account, verified());
    await expectRefused(browser, await browser.open(back.pathname + back.search), 400, /could not be trusted/);
    const again = await browser.open('/signin/oidc');
    const late = await forged.visit(again.headers.get('location') ?? '', account, verified());
    await forged.close();
    await expectRefused(browser, await browser.open(late.pathname + late.search), 503, /does not answer/);
  } finally {
    await strict.close();
  }
});
