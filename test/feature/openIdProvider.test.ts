// What an OpenID Connect provider proves of a person, against a real one: which claims are believed, how the service says who
// it is, and what a person reads when nothing was proven.
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  createOpenIdProvider,
  ProviderRefusal,
  ProviderUnreachable,
  type OpenIdProvider,
} from '../../src/signIn/openIdProvider.ts';
import { providerProblem } from '../../src/signIn/providerRoutes.ts';
import { startIdentityProvider, type Claims, type IdentityProvider } from '../support/identityProvider.ts';

const back = 'http://127.0.0.1:9/back';

let server: IdentityProvider;
beforeEach(async () => {
  server = await startIdentityProvider();
});
afterEach(() => server.close());

function providerOf({ issuer, settings }: IdentityProvider): OpenIdProvider {
  const { OIDC_CLIENT_ID: clientId = '', OIDC_CLIENT_SECRET: clientSecret = '' } = settings;
  return createOpenIdProvider({ issuer, clientId, clientSecret });
}

async function proven(account: string, claims: Claims): ReturnType<OpenIdProvider['finish']> {
  const provider = providerOf(server);
  const { url, ...binding } = await provider.begin(back);
  return provider.finish(await server.visit(url, account, claims), binding);
}

const names = { name: 'Ada Byron', given_name: 'Ada', family_name: 'Byron' };

test('of an account the name, the address and whether that was confirmed are believed as they were said', async () => {
  server.serve(back);
  expect(await proven('ada', { email: 'ada@reader.example', email_verified: true, ...names })).toEqual({
    ...{ issuer: server.issuer, subject: 'ada', email: 'ada@reader.example', isEmailVerified: true },
    ...{ name: 'Ada Byron', givenName: 'Ada', familyName: 'Byron' },
  });
});

test.each([['true'], [1], [undefined], [false]])('an address is confirmed by true alone, not by %j', async (said) => {
  server.serve(back);
  expect(await proven('ada', { email: 'a@reader.example', email_verified: said })).toMatchObject({
    ...{ isEmailVerified: false, name: null, givenName: null, familyName: null },
  });
});

test('a subject has at most 255 characters', async () => {
  server.serve(back);
  expect(await proven('x'.repeat(255), {})).toMatchObject({ subject: 'x'.repeat(255), email: null });
  await expect(proven('x'.repeat(256), {})).rejects.toMatchObject({ constructor: ProviderRefusal, code: null });
});

test('the secret goes into a header, and into the form where a provider takes it there alone', async () => {
  server.serve(back);
  await proven('ada', {});
  server.serve(back, 'client_secret_post');
  expect(await proven('ada', {})).toMatchObject({ subject: 'ada' });
  expect(server.authorizations).toEqual([expect.stringMatching(/^Basic /), undefined]);
});

test('a provider that is away is asked again the next time', async () => {
  const provider = providerOf(server);
  // Without its metadata, it answers nothing that could be used.
  await expect(provider.begin(back)).rejects.toThrow(ProviderUnreachable);
  server.serve(back);
  const { url, state, nonce } = await provider.begin(back);
  expect(Object.fromEntries(new URL(url).searchParams)).toMatchObject({
    ...{ state, nonce, scope: 'openid email profile', redirect_uri: back, response_type: 'code' },
    ...{ code_challenge_method: 'S256', code_challenge: expect.stringMatching(/^[\w-]{43}$/) },
  });
});

test.each<[string, unknown, number | null]>([
  ['a provider that does not answer', new ProviderUnreachable('away'), 503],
  ['a person who turned back', new ProviderRefusal('access_denied', null), 403],
  ['an answer that was refused', new ProviderRefusal('invalid_grant', null), 400],
  ['an answer that proves nothing', new ProviderRefusal(null, null), 400],
  ['a bug', new Error('other'), null],
])('%s is said to the person', (_, error, status) => {
  expect(providerProblem(error)?.status ?? null).toBe(status);
});
