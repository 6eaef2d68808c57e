// The authorization endpoint: whom it asks, where it redirects, and what a code can be exchanged for. RFC 6749 section
// 4.1; RFC 7636; RFC 8252; RFC 9207; RFC 9700.
import { createHash } from 'node:crypto';
import fastify from 'fastify';
import { beforeAll, describe, expect, test } from 'vitest';
import { registerAuthorization } from '../../src/oauth/authorizeRoutes.ts';
import { withClient } from '../support/database.ts';
import {
  answerConsent,
  authorizeQuery,
  basic,
  callback,
  codeForm,
  createNativeClient,
  createOAuthClient,
  hiddenFields,
  newPkce,
  obtainCode,
  obtainTokens,
  openAuthorize,
  postForm,
  postToken,
  signIn,
  type FormAnswer,
  type OAuthTestClient,
  type SignedIn,
} from '../support/oauth.ts';
import { sharedService, type SharedService, type Tenant } from '../support/service.ts';

let service: SharedService;
let admin: Tenant;
let server: OAuthTestClient;
let native: OAuthTestClient;
let ada: SignedIn;
const { challenge } = newPkce();

beforeAll(async () => {
  service = await sharedService();
  admin = await service.tenant();
  server = await createOAuthClient(admin);
  native = await createNativeClient(admin);
  ada = await signIn(service, admin);
});

const ask = (changes: Readonly<Record<string, string | undefined>>, client = server): Promise<FormAnswer> =>
  openAuthorize(service, authorizeQuery(client, challenge, changes), ada.cookie);

// There is no redirect, and nothing of the request is shown.
function expectPage({ status, headers, text }: FormAnswer): void {
  expect([status, headers.get('location')]).toEqual([400, null]);
  expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(text).not.toContain('evil');
}

// Where an error was redirected to, without the description for people.
function sentBack({ status, headers }: FormAnswer): unknown {
  const to = new URL(headers.get('location') ?? 'none:');
  const { error_description: _, ...rest } = Object.fromEntries(to.searchParams);
  return [status, to.origin + to.pathname, rest];
}

const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url');

describe('RFC 6749 section 4.1.2.1: errors', () => {
  test('an unknown, disabled or repeated client and a foreign redirect_uri are never redirected (open redirect)', async () => {
    const gone = await createOAuthClient(admin);
    await admin.rest('PATCH', `/n/v1/apiclient/${gone.urn}`, { body: { status: 'DISABLED' } });
    expectPage(await ask({ client_id: 'nobody' }));
    expectPage(await ask({ client_id: undefined }));
    expectPage(await ask({}, gone));
    for (const redirect_uri of [
      'https://evil.example/callback',
      'https://app.example/callback/../evil',
      'https://app.example/callback?evil=1',
      'https://app.example/callback#evil',
      'https://app.example/callbackevil',
      'https://app.example.evil.example/callback',
      'https://app.example@evil.example/callback',
      'https://app.example:8443/callback',
      'https://APP.example/callback',
      'http://app.example/callback',
      'javascript:alert(1)',
      '//evil.example',
      'https://app.example/callback%2f',
    ]) {
      expectPage(await ask({ redirect_uri }));
    }
    const twice = `redirect_uri=${encodeURIComponent('https://evil.example')}`;
    expectPage(await openAuthorize(service, `${twice}&${authorizeQuery(server, challenge)}`, ada.cookie));
    expectPage(await openAuthorize(service, `${authorizeQuery(server, challenge)}&${twice}`, ada.cookie));
    expectPage(await openAuthorize(service, `client_id=evil&${authorizeQuery(server, challenge)}`, ada.cookie));
  });

  test('every other error goes back to the client, with its state and the issuer', async () => {
    const limited = await createOAuthClient(admin, { grantTypes: ['client_credentials'] });
    const cases: [Record<string, string | undefined>, string, OAuthTestClient?][] = [
      [{ response_type: undefined }, 'invalid_request'],
      [{ response_type: 'token' }, 'unsupported_response_type'],
      [{ response_type: 'code token' }, 'unsupported_response_type'],
      [{ scope: 'read everything' }, 'invalid_scope'],
      [{ scope: 'offline_access' }, 'invalid_scope'],
      [{ response_mode: 'fragment' }, 'invalid_request'],
      [{ response_mode: 'form_post' }, 'invalid_request'],
      [{}, 'unauthorized_client', limited],
    ];
    for (const [changes, error, client] of cases) {
      const expected = [303, callback, { error, state: 'a state', iss: service.url }];
      expect([changes, sentBack(await ask(changes, client))]).toEqual([changes, expected]);
    }
    const query = `${authorizeQuery(server, challenge)}&scope=read`;
    expect(sentBack(await openAuthorize(service, query, ada.cookie))).toMatchObject([
      303,
      callback,
      { error: 'invalid_request' },
    ]);
  });

  test('a state that is given twice goes back with neither value', async () => {
    const to = sentBack(await openAuthorize(service, `${authorizeQuery(server, challenge)}&state=other`, ada.cookie));
    expect(to).toEqual([303, callback, { error: 'invalid_request', iss: service.url }]);
  });

  test('a resource may be named more than once', async () => {
    const resources = 'resource=https://a.example&resource=https://b.example';
    const page = await openAuthorize(service, `${authorizeQuery(server, challenge)}&${resources}`, ada.cookie);
    expect(page.status).toBe(200);
  });

  test('a request too long to be returned to is refused before anybody signs in', async () => {
    const query = authorizeQuery(server, challenge, { state: 'x'.repeat(2_048) });
    expectPage(await openAuthorize(service, query));
    expect((await openAuthorize(service, query, ada.cookie)).status).toBe(200);
  });

  test('a form that says neither yes nor no is no consent', async () => {
    const page = await openAuthorize(service, authorizeQuery(server, challenge), ada.cookie);
    for (const decision of [{}, { decision: 'yes' }] as Record<string, string>[]) {
      const form = { ...hiddenFields(page.text), ...decision };
      const answer = await postForm(`${service.url}/oauth2/authorize`, form, {
        cookie: ada.cookie,
        origin: service.url,
      });
      const to = new URL(answer.headers.get('location') ?? '');
      expect([to.searchParams.get('error'), to.searchParams.has('code')]).toEqual(['access_denied', false]);
    }
  });

  test('a person who denies consent is redirected with access_denied, and no code is issued', async () => {
    const to = await answerConsent(service, authorizeQuery(server, challenge), ada, 'deny');
    expect(Object.fromEntries(to.searchParams)).toMatchObject({ error: 'access_denied', state: 'a state' });
    expect(to.searchParams.has('code')).toBe(false);
  });

  test('a person of another tenant cannot consent', async () => {
    const stranger = await signIn(service, await service.tenant());
    const to = await answerConsent(service, authorizeQuery(server, challenge), stranger);
    expect(to.searchParams.get('error')).toBe('access_denied');
  });
});

describe('RFC 7636 section 4.4.1: PKCE is always required', () => {
  test('a missing challenge, a missing method, plain and a malformed challenge are refused, for confidential clients too', async () => {
    for (const client of [server, native]) {
      for (const changes of [
        { code_challenge: undefined, code_challenge_method: undefined },
        { code_challenge_method: undefined },
        { code_challenge_method: 'plain' },
        { code_challenge_method: 's256' },
        { code_challenge: 'short' },
        { code_challenge: `${challenge}=` },
      ]) {
        const expected = [303, callback, { error: 'invalid_request', state: 'a state', iss: service.url }];
        expect([changes, sentBack(await ask(changes, client))]).toEqual([changes, expected]);
      }
    }
  });
});

describe('RFC 8252 section 7.3: loopback redirects', () => {
  test('the port of a loopback IP address is arbitrary, and nothing else of it', async () => {
    const redirectUris = ['http://127.0.0.1/cb?x=1', 'http://[::1]:3000/cb', 'http://localhost:5000/cb'];
    const desktop = await createNativeClient(admin, { redirectUris });
    for (const redirect_uri of [
      'http://127.0.0.1:51004/cb?x=1',
      'http://127.0.0.1/cb?x=1',
      'http://[::1]:4711/cb',
      'http://localhost:5000/cb',
    ]) {
      const { status, headers } = await ask({ redirect_uri }, desktop);
      expect([redirect_uri, status]).toEqual([redirect_uri, 200]);
      const policy = headers.get('content-security-policy') ?? '';
      const target = redirect_uri.includes('[') ? 'http:' : new URL(redirect_uri).origin;
      expect(policy).toContain(`form-action 'self' ${target};`);
    }
    for (const redirect_uri of [
      'http://localhost:5001/cb',
      'http://127.0.0.1:51004/evil?x=1',
      'http://127.0.0.1:51004/cb?x=1&evil=2',
      'http://127.0.0.1:1@evil.example/cb?x=1',
      'http://127.0.0.1.evil.example/cb?x=1',
      'http://127.0.0.2:51004/cb?x=1',
      'https://127.0.0.1:51004/cb?x=1',
    ]) {
      expectPage(await ask({ redirect_uri }, desktop));
    }
  });

  test('the code goes to the requested port, which the exchange must repeat', async () => {
    const desktop = await createNativeClient(admin, { redirectUris: ['http://127.0.0.1/cb?x=1'] });
    const redirect_uri = 'http://127.0.0.1:51004/cb?x=1';
    const pkce = newPkce();
    const to = await answerConsent(service, authorizeQuery(desktop, pkce.challenge, { redirect_uri }), ada);
    expect([to.host, to.searchParams.get('x'), to.searchParams.get('iss')]).toEqual([
      '127.0.0.1:51004',
      '1',
      service.url,
    ]);
    const form = codeForm({ code: to.searchParams.get('code') ?? '', verifier: pkce.verifier });
    const elsewhere = await postToken(service, desktop, { ...form, redirect_uri: 'http://127.0.0.1:51005/cb?x=1' });
    expect(elsewhere.body.error).toBe('invalid_grant');
    expect((await postToken(service, desktop, { ...form, redirect_uri })).status).toBe(200);
  });
});

describe('RFC 9700 section 2.1: redirect URIs are registered', () => {
  test('only https and loopback addresses are accepted, without a fragment or user information', async () => {
    const redirectUris = [
      'http://app.example/cb',
      'https://a@app.example/cb',
      'https://app.example/cb#x',
      'app:/cb',
      'https://app.example/ü',
    ];
    const body = { owner: { urn: admin.company }, name: 'Bad', redirectUris };
    const made = await admin.rest('POST', '/n/v1/apiclient', { body });
    expect(made.status).toBe(422);
    const paths = (made.body.errors as { path: string }[]).map((e) => e.path);
    expect(new Set(paths)).toEqual(new Set(redirectUris.map((_, at) => `/redirectUris/${String(at)}`)));
  });

  test('a client with one redirect URI may omit it, one with two may not', async () => {
    expect((await ask({ redirect_uri: undefined })).status).toBe(200);
    const two = await createOAuthClient(admin, { redirectUris: [callback, 'https://app.example/other'] });
    expectPage(await ask({ redirect_uri: undefined }, two));
  });
});

describe('the consent page', () => {
  test('requires a signed-in person; others are asked to sign in and then return', async () => {
    const query = authorizeQuery(server, challenge);
    const unsecured = ada.cookie.replace('commonplace', '__Host-commonplace');
    for (const cookie of [undefined, 'commonplace-session=unknown', unsecured]) {
      const { status, headers } = await openAuthorize(service, query, cookie);
      const to = new URL(headers.get('location') ?? '', service.url);
      expect([status, to.pathname]).toEqual([303, '/signin']);
      const back = new URL(to.searchParams.get('returnTo') ?? '', service.url);
      expect([back.pathname, Object.fromEntries(back.searchParams)]).toEqual([
        '/oauth2/authorize',
        Object.fromEntries(new URLSearchParams(query)),
      ]);
    }
  });

  test('is of the session whose cookie belongs to an address with https, where callers use one', async () => {
    const { signIn: settings } = service.services;
    const cookie = { isSecure: true, sameSite: 'Lax' as const };
    const app = fastify();
    registerAuthorization(app, () => ({ ...service.services, signIn: { ...settings, cookie } }));
    const asked = async (sent: string): Promise<number> => {
      const url = `/oauth2/authorize?${authorizeQuery(server, challenge)}`;
      return (await app.inject({ method: 'GET', url, headers: { cookie: sent } })).statusCode;
    };
    expect(await asked(ada.cookie.replace('commonplace', '__Host-commonplace'))).toBe(200);
    expect(await asked(ada.cookie)).toBe(303);
    await app.close();
  });

  test('is answered through what asks for a password of its own before it', async () => {
    const gate = { authorization: `Basic ${Buffer.from('guest:guest').toString('base64')}` };
    const url = `${service.url}/oauth2/authorize`;
    const opened = await fetch(`${url}?${authorizeQuery(server, challenge)}`, {
      headers: { cookie: ada.cookie, ...gate },
    });
    const form = { ...hiddenFields(await opened.text()), decision: 'deny' };
    const answer = await postForm(url, form, { cookie: ada.cookie, origin: service.url, ...gate });
    expect([opened.status, sentBack(answer)]).toEqual([
      200,
      [303, callback, { error: 'access_denied', state: 'a state', iss: service.url }],
    ]);
  });

  test('takes all that stands behind the first question mark for the request', async () => {
    const query = `${authorizeQuery(server, challenge, { state: undefined })}&state=a?b`;
    const to = await answerConsent(service, query, ada, 'deny');
    expect(to.searchParams.get('state')).toBe('a?b');
  });

  test('does not accept a bearer token in place of a session', async () => {
    const headers = { authorization: `Bearer ${admin.token}` };
    const url = `${service.url}/oauth2/authorize?${authorizeQuery(server, challenge)}`;
    const answer = await fetch(url, { redirect: 'manual', headers });
    expect([answer.status, answer.headers.get('location')?.startsWith('/signin?')]).toEqual([303, true]);
  });

  test('cannot be framed or cached, runs no script, and shows what is requested', async () => {
    const { headers, text } = await ask({});
    expect(headers.get('content-security-policy')).toBe(
      `default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self' https://app.example` +
        `; frame-ancestors 'none'; base-uri 'none'`,
    );
    expect([headers.get('x-frame-options'), headers.get('cache-control'), headers.get('referrer-policy')]).toEqual([
      'DENY',
      'no-store',
      'same-origin',
    ]);
    expect(text).not.toContain('<script');
    for (const said of ['Reader app', 'Ada Byron', 'app.example', 'See what you can see', '90 days']) {
      expect(text).toContain(said);
    }
  });

  test('shows request parameters as text only', async () => {
    const name = '"><script>alert(1)</script>';
    const client = await createOAuthClient(admin, { name });
    const { text } = await ask({ state: name }, client);
    expect(text).not.toContain('<script');
    expect(hiddenFields(text)['state']).toBe(name);
  });

  test('an answer without the session’s CSRF token, or from another page, changes nothing', async () => {
    const asked = await ask({});
    const form = { ...hiddenFields(asked.text), decision: 'allow' };
    const own = { cookie: ada.cookie, origin: service.url };
    const other = await signIn(service, admin);
    const attempts: [Record<string, string>, Record<string, string>][] = [
      [{ ...form, csrfToken: '' }, own],
      [{ ...form, csrfToken: 'guess' }, own],
      [form, { ...own, origin: 'https://evil.example' }],
      [form, { cookie: ada.cookie }],
      [form, { ...own, cookie: other.cookie }],
    ];
    for (const [sent, headers] of attempts) {
      const answer = await postForm(`${service.url}/oauth2/authorize`, sent, headers);
      expect([answer.status, answer.headers.get('location')]).toEqual([403, null]);
    }
    const json = { ...own, 'content-type': 'application/json' };
    expect((await postForm(`${service.url}/oauth2/authorize`, '{}', json)).status).toBe(400);
  });

  test('an answer is sent where its request would be: to sign in, or back with what is wrong', async () => {
    const form = { ...hiddenFields((await ask({})).text), decision: 'allow' };
    const [url, own] = [`${service.url}/oauth2/authorize`, { cookie: ada.cookie, origin: service.url }];
    const unsigned = await postForm(url, form, { origin: service.url });
    const to = new URL(unsigned.headers.get('location') ?? '', service.url);
    expect([unsigned.status, to.pathname, to.searchParams.has('returnTo')]).toEqual([303, '/signin', true]);
    const wrong = await postForm(url, { ...form, scope: 'nonsense' }, own);
    const said = { error: 'invalid_scope', state: 'a state', iss: service.url };
    expect(sentBack(wrong)).toEqual([303, callback, said]);
    const empty = await fetch(url, { method: 'POST', headers: own });
    expect([empty.status, empty.headers.get('content-type')]).toEqual([400, 'text/html; charset=utf-8']);
    expect(await empty.text()).toContain('A form is expected as the body.');
  });

  test('a link cannot answer for the person', async () => {
    const query = `${authorizeQuery(server, challenge)}&decision=allow&csrfToken=guess`;
    const asked = await openAuthorize(service, query, ada.cookie);
    expect(asked.text.match(/name="decision"/g)).toHaveLength(2);
    expect(asked.text.split('<main')[1]?.match(/name="csrfToken"/g)).toHaveLength(1);
    const to = await answerConsent(service, query, ada, 'deny');
    expect([to.searchParams.get('error'), to.searchParams.has('code')]).toEqual(['access_denied', false]);
  });

  test('the redirect URI in the form is validated again', async () => {
    const asked = await ask({});
    const form = { ...hiddenFields(asked.text), decision: 'allow', redirect_uri: 'https://evil.example' };
    const own = { cookie: ada.cookie, origin: service.url };
    expectPage(await postForm(`${service.url}/oauth2/authorize`, form, own));
  });
});

describe('RFC 9207 section 2: the issuer', () => {
  test('is part of the response, next to code and state', async () => {
    const to = await answerConsent(service, authorizeQuery(server, challenge, { state: 'ü&=#%' }), ada);
    expect(to.origin + to.pathname).toBe(callback);
    expect([to.searchParams.get('iss'), to.searchParams.get('state')]).toEqual([service.url, 'ü&=#%']);
    expect([...to.searchParams.keys()].sort()).toEqual(['code', 'iss', 'state']);
  });
});

describe('RFC 6749 section 4.1.3: a code', () => {
  test('is exchanged once, by the client it was issued to, with the verifier and the redirect URI', async () => {
    const { code, verifier } = await obtainCode(service, server, ada);
    const form = codeForm({ code, verifier });
    const other = await createOAuthClient(admin);
    const attempts: [Record<string, string>, OAuthTestClient][] = [
      [form, other],
      [form, native],
      [{ ...form, code_verifier: newPkce().verifier }, server],
      [{ ...form, code_verifier: 'short' }, server],
      [{ ...form, redirect_uri: 'https://app.example/other' }, server],
      [{ grant_type: 'authorization_code', code, code_verifier: verifier }, server],
      [{ ...form, code: `${code}x` }, server],
      [{ ...form, code: 'unknown' }, server],
    ];
    for (const [sent, client] of attempts) {
      const answer = await postToken(service, client, sent);
      expect([answer.status, answer.body]).toMatchObject([400, { error: 'invalid_grant' }]);
    }
    const { code_verifier: _, ...without } = form;
    expect((await postToken(service, server, without)).body.error).toBe('invalid_request');
    const { status, body } = await postToken(service, server, form);
    expect([status, body]).toEqual([
      200,
      {
        access_token: expect.stringMatching(/^ccs_o_/),
        refresh_token: expect.stringMatching(/^ccs_r_/),
        token_type: 'Bearer',
        expires_in: 900,
        scope: 'read write offline_access',
      },
    ]);
  });

  test('has a verifier of 43 to 128 unreserved characters (RFC 7636 section 4.1)', async () => {
    const outcome = async (verifier: string): Promise<unknown> => {
      const made = createHash('sha256').update(verifier).digest('base64url');
      const { code } = await obtainCode(service, server, ada, { code_challenge: made });
      const { status, body } = await postToken(service, server, codeForm({ code, verifier }));
      return status === 200 ? status : body.error;
    };
    for (const verifier of ['v'.repeat(43), 'v'.repeat(128), `${'v'.repeat(40)}-._~`])
      expect([verifier, await outcome(verifier)]).toEqual([verifier, 200]);
    for (const verifier of ['v'.repeat(42), 'v'.repeat(129), `${'v'.repeat(43)}+`, `${'v'.repeat(43)} `])
      expect([verifier, await outcome(verifier)]).toEqual([verifier, 'invalid_grant']);
  });

  test('whose request named no redirect URI is exchanged with the registered one or none, and no other', async () => {
    for (const [redirect_uri, status] of [
      ['https://app.example/other', 400],
      [callback, 200],
      [undefined, 200],
    ] as const) {
      const { code, verifier } = await obtainCode(service, server, ada, { redirect_uri: undefined });
      const { redirect_uri: _, ...form } = codeForm({ code, verifier });
      const sent = redirect_uri === undefined ? form : { ...form, redirect_uri };
      expect([redirect_uri, (await postToken(service, server, sent)).status]).toEqual([redirect_uri, status]);
    }
  });

  test.each([
    [42, 400],
    [43, 200],
    [128, 200],
    [129, 400],
  ])('takes a verifier of %i characters: %i', async (length, status) => {
    const verifier = 'a'.repeat(length);
    const to = await answerConsent(service, authorizeQuery(server, challengeOf(verifier)), ada);
    const form = codeForm({ code: to.searchParams.get('code') ?? '', verifier });
    expect((await postToken(service, server, form)).status).toBe(status);
  });

  test('brings no refresh token to a client that may no longer use one', async () => {
    const client = await createOAuthClient(admin);
    const { code, verifier } = await obtainCode(service, client, ada);
    const body = { grantTypes: ['authorization_code'] };
    expect((await admin.rest('PATCH', `/n/v1/apiclient/${client.urn}`, { body })).status).toBe(200);
    const { status, body: tokens } = await postToken(service, client, codeForm({ code, verifier }));
    expect([status, typeof tokens.access_token, tokens.refresh_token]).toEqual([200, 'string', undefined]);
  });

  test('requires the client’s secret, if it has one', async () => {
    const form = { ...codeForm(await obtainCode(service, server, ada)), client_id: server.clientId };
    expect((await postForm(`${service.url}/oauth2/token`, form)).body.error).toBe('invalid_client');
  });

  test('requires no secret of an installed application', async () => {
    const tokens = await obtainTokens(service, native, ada, { scope: 'read' });
    expect(tokens).toMatchObject({ scope: 'read', access_token: expect.stringMatching(/^ccs_o_/) });
    expect('refresh_token' in tokens).toBe(false);
  });

  test('without the grant refresh_token no refresh token is issued, and the scope says so', async () => {
    const client = await createOAuthClient(admin, { grantTypes: ['authorization_code'] });
    const tokens = await obtainTokens(service, client, ada);
    expect([tokens.scope, 'refresh_token' in tokens]).toEqual(['read write', false]);
  });
});

describe('RFC 6749 section 4.1.2: a code works once, and expires soon', () => {
  test('a replayed code revokes the tokens issued for it', async () => {
    const exchange = codeForm(await obtainCode(service, server, ada));
    const { body } = await postToken(service, server, exchange);
    const holder = service.client(body.access_token);
    expect((await holder.rest('GET', '/n/v1/clientcontext')).status).toBe(200);
    expect((await postToken(service, native, { ...exchange })).body.error).toBe('invalid_grant');
    expect((await holder.rest('GET', '/n/v1/clientcontext')).status).toBe(200);
    expect((await postToken(service, server, exchange)).body.error).toBe('invalid_grant');
    expect((await holder.rest('GET', '/n/v1/clientcontext')).status).toBe(401);
    const again = await postToken(service, server, { grant_type: 'refresh_token', refresh_token: body.refresh_token });
    expect(again.body.error).toBe('invalid_grant');
  });

  test('of two concurrent exchanges one succeeds, and the other revokes what it issued', async () => {
    const exchange = codeForm(await obtainCode(service, server, ada));
    const answers = await Promise.all([1, 2, 3].map(() => postToken(service, server, exchange)));
    expect(answers.map((a) => a.status).sort()).toEqual([200, 400, 400]);
    const won = answers.find((a) => a.status === 200);
    const { status } = await service.client(won?.body.access_token).rest('GET', '/n/v1/clientcontext');
    expect(status).toBe(401);
  });

  test('a code expires after 60 seconds', async () => {
    const exchange = codeForm(await obtainCode(service, server, ada));
    await withClient(service.databaseUrl, async (client) => {
      const { rows } = await client.query(
        `UPDATE o_auth_code SET expiration_timestamp = expiration_timestamp - interval '60 seconds' WHERE used_timestamp IS NULL` +
          ` RETURNING expiration_timestamp <= now() AS ended`,
      );
      expect(rows.every((row: { ended: boolean }) => row.ended)).toBe(true);
    });
    expect((await postToken(service, server, exchange)).body.error).toBe('invalid_grant');
  });

  test('a code for a person who was deleted meanwhile is refused', async () => {
    const passing = await signIn(service, admin);
    const exchange = codeForm(await obtainCode(service, server, passing));
    expect((await admin.rest('DELETE', `/n/v1/identity/${passing.identity}`)).status).toBe(204);
    expect((await postToken(service, server, exchange)).body.error).toBe('invalid_grant');
  });
});

test('RFC 9700 section 4.12: the browser is redirected with 303 after every post', async () => {
  const asked = await ask({});
  const form = { ...hiddenFields(asked.text), decision: 'deny' };
  const headers = { cookie: ada.cookie, origin: service.url, ...basic(server) };
  expect((await postForm(`${service.url}/oauth2/authorize`, form, headers)).status).toBe(303);
});
