// What an OpenID Connect provider can answer, told by a server that says whatever a test wants: what is asked of it and in which
// order, which of two claims counts, and what a person is told of a refusal, an error or silence.
import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createOpenIdProvider, ProviderRefusal, ProviderUnreachable } from '../../src/signIn/openIdProvider.ts';
import { providerProblem } from '../../src/signIn/providerRoutes.ts';

const back = 'http://127.0.0.1:9/back';
const [clientId, clientSecret] = ['commonplace', 'a secret'];
const [own, foreign] = [
  generateKeyPairSync('rsa', { modulusLength: 2048 }),
  generateKeyPairSync('rsa', { modulusLength: 2048 }),
];

type Answer = (response: ServerResponse) => void;

let server: Server;
let issuer: string;
let answer: (path: string) => Answer;
/** What was asked for, in order. */
let asked: { readonly path: string; readonly headers: IncomingMessage['headers']; readonly form: URLSearchParams }[];
beforeEach(async () => {
  asked = [];
  server = createServer((request, response) => {
    void text(request).then((form) => {
      asked.push({ path: request.url ?? '', headers: request.headers, form: new URLSearchParams(form) });
      answer(request.url ?? '')(response);
    });
  });
  // A caller on a busy machine comes again late, and finds its connection as it left it.
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  issuer = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

type Claims = Readonly<Record<string, unknown>>;

/** What the provider says; what a test does not name is as it should be. */
interface Said {
  /** Its metadata, beside its endpoints; undefined leaves one out. */
  readonly metadata?: Claims;
  /** Claims of the ID token; null leaves the token out. */
  readonly idToken?: Claims | null;
  readonly signedWith?: KeyObject;
  readonly userInfo?: Claims;
  /** Answers the token endpoint instead. */
  readonly token?: Answer;
}

const json =
  (body: unknown, status = 200): Answer =>
  (response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
const silence: Answer = () => undefined;

function signed(claims: Claims, key: KeyObject): string {
  const parts = [{ alg: 'RS256', kid: 'key' }, claims].map((part) =>
    Buffer.from(JSON.stringify(part)).toString('base64url'),
  );
  return [...parts, sign('sha256', Buffer.from(parts.join('.')), key).toString('base64url')].join('.');
}

function answerOf(path: string, nonce: string, { metadata, idToken = {}, signedWith, userInfo, token }: Said): Answer {
  const seconds = Math.floor(Date.now() / 1_000);
  const usual = { iss: issuer, sub: 'ada', aud: clientId, iat: seconds, exp: seconds + 600, nonce };
  const answers: Readonly<Record<string, () => Answer>> = {
    '/.well-known/openid-configuration': () =>
      json({
        ...{ issuer, authorization_endpoint: `${issuer}/authorize`, token_endpoint: `${issuer}/token` },
        ...{ jwks_uri: `${issuer}/jwks`, userinfo_endpoint: `${issuer}/userinfo`, ...metadata },
      }),
    '/jwks': () =>
      json({ keys: [{ ...own.publicKey.export({ format: 'jwk' }), kid: 'key', alg: 'RS256', use: 'sig' }] }),
    '/userinfo': () => json(userInfo ?? { sub: 'ada' }),
    '/token': () => {
      const id = idToken && { id_token: signed({ ...usual, ...idToken }, signedWith ?? own.privateKey) };
      return token ?? json({ access_token: 'an access token', token_type: 'Bearer', ...id });
    },
  };
  return answers[path]?.() ?? json({}, 404);
}

/** Signs in at a provider that says this; `seconds` is how long it is given for an answer. */
async function signIn(said: Said, seconds?: number): ReturnType<ReturnType<typeof createOpenIdProvider>['finish']> {
  let nonce = '';
  answer = (path) => answerOf(path, nonce, said);
  const provider = createOpenIdProvider({ issuer, clientId, clientSecret }, seconds);
  // On a busy machine a short time is over before the metadata came; they are asked for again.
  const { url: _, ...binding } = await vi.waitFor(() => provider.begin(back), 20_000);
  nonce = binding.nonce;
  const query = new URLSearchParams({ code: 'a code', state: binding.state, iss: issuer });
  return provider.finish(new URL(`${back}?${query.toString()}`), binding);
}

const askedAt = (path: string): typeof asked => asked.filter((one) => one.path === path);

describe('UserInfo', () => {
  test('is asked for what the ID token does not say, with the access token', async () => {
    const userInfo = { sub: 'ada', email: 'ada@reader.example', email_verified: true, name: 'Ada Byron' };
    expect(await signIn({ userInfo })).toMatchObject({
      ...{ subject: 'ada', email: 'ada@reader.example', isEmailVerified: true, name: 'Ada Byron' },
    });
    expect(askedAt('/userinfo').map(({ headers }) => headers.authorization)).toEqual(['Bearer an access token']);
  });

  test('is not asked where the ID token says the address, or the provider offers none', async () => {
    expect(await signIn({ idToken: { email: 'ada@reader.example' } })).toMatchObject({ email: 'ada@reader.example' });
    expect(await signIn({ metadata: { userinfo_endpoint: undefined } })).toMatchObject({ email: null });
    expect(askedAt('/userinfo')).toEqual([]);
  });

  test.each<[string, Said, object]>([
    [
      'the flag of the ID token says nothing about the address of UserInfo',
      { idToken: { email_verified: true }, userInfo: { sub: 'ada', email: 'a@reader.example' } },
      { email: 'a@reader.example', isEmailVerified: false },
    ],
    [
      'nor the other way round',
      { idToken: { email: 'a@reader.example' }, userInfo: { sub: 'ada', email_verified: true } },
      { email: 'a@reader.example', isEmailVerified: false },
    ],
    [
      'an empty address is none',
      {
        idToken: { email: '', email_verified: true },
        userInfo: { sub: 'ada', email: 'a@reader.example', email_verified: true },
      },
      { email: 'a@reader.example', isEmailVerified: true },
    ],
    [
      'a flag of another type is none',
      { idToken: { email: 'a@reader.example', email_verified: 'true' } },
      { isEmailVerified: false },
    ],
    [
      'the names of a person are of one of them',
      { idToken: { name: 'Ada Byron' }, userInfo: { sub: 'ada', name: 'Mallory', given_name: 'Mallory' } },
      { name: 'Ada Byron', givenName: null },
    ],
    [
      'of UserInfo where the ID token says none',
      { idToken: { email_verified: true }, userInfo: { sub: 'ada', name: 'Ada', family_name: 'Byron' } },
      { email: null, name: 'Ada', familyName: 'Byron' },
    ],
  ])('is not mixed with the ID token: %s', async (_, said, expected) => {
    expect(await signIn(said)).toMatchObject(expected);
  });

  test.each<[string, Said]>([
    [
      'calls verified what UserInfo does not',
      { idToken: { email_verified: true }, userInfo: { sub: 'ada', email: 'v@reader.example', email_verified: false } },
    ],
    [
      'denies what UserInfo calls verified',
      { idToken: { email_verified: false }, userInfo: { sub: 'ada', email: 'v@reader.example', email_verified: true } },
    ],
    [
      'says so with an address that is none',
      {
        idToken: { email: null, email_verified: true },
        userInfo: { sub: 'ada', email: 'v@reader.example', email_verified: 'false' },
      },
    ],
  ])('and an ID token that %s prove nothing together', async (_, said) => {
    await expect(signIn(said)).rejects.toMatchObject({ constructor: ProviderRefusal, code: null });
  });

  test('about another subject proves nothing', async () => {
    const userInfo = { sub: 'mallory', email: 'ada@reader.example', email_verified: true };
    await expect(signIn({ userInfo })).rejects.toThrow(ProviderRefusal);
  });
});

describe('An ID token', () => {
  test.each<[string, () => Said]>([
    ['is missing', () => ({ idToken: null })],
    ['answers another sign-in', () => ({ idToken: { nonce: 'another' } })],
    ['answers no sign-in', () => ({ idToken: { nonce: undefined } })],
    ['is for another client', () => ({ idToken: { aud: 'another' } })],
    ['is of another provider', () => ({ idToken: { iss: 'https://another.example' } })],
    ['has expired', () => ({ idToken: { exp: 1_700_000_000 } })],
    ['is signed by somebody else', () => ({ signedWith: foreign.privateKey })],
    ['has a subject of 256 characters', () => ({ idToken: { sub: 'x'.repeat(256) } })],
  ])('that %s is refused before UserInfo is asked', async (_, said) => {
    await expect(signIn(said())).rejects.toMatchObject({ constructor: ProviderRefusal, code: null });
    expect([askedAt('/token').length, askedAt('/userinfo').length]).toEqual([1, 0]);
  });
});

describe('The secret', () => {
  test.each([
    [undefined, true],
    [['client_secret_basic', 'client_secret_post'], true],
    [['client_secret_post', 'client_secret_basic'], true],
    [['client_secret_post'], false],
  ])('of a provider that takes it as %j is in a header: %s', async (methods, isHeader) => {
    await signIn({ metadata: { token_endpoint_auth_methods_supported: methods } });
    const [token] = askedAt('/token');
    expect([/^Basic /.test(token?.headers.authorization ?? ''), token?.form.get('client_secret')]).toEqual([
      isHeader,
      isHeader ? null : clientSecret,
    ]);
  });
});

describe('A provider that', () => {
  test.each([
    ['access_denied', 403],
    ['invalid_grant', 400],
  ])('answers %s to the code is quoted, and the person is told with %i', async (error, status) => {
    const failure = await signIn({ token: json({ error }, 400) }).catch((thrown: unknown) => thrown);
    expect(failure).toMatchObject({ constructor: ProviderRefusal, code: error });
    expect(providerProblem(failure)?.status).toBe(status);
  });

  test.each<[string, Answer]>([
    ['closes the connection', (response) => response.destroy()],
    ['does not answer in time', silence],
    [
      'does not answer to its end in time',
      (response) => response.writeHead(200, { 'content-type': 'application/json' }).write('{'),
    ],
  ])('%s is away', async (_, token) => {
    await expect(signIn({ token }, 0.2)).rejects.toThrow(ProviderUnreachable);
  });

  test('does not give its metadata in time is away, after the time that it was given', async () => {
    answer = () => silence;
    const parts = { issuer, clientId, clientSecret };
    const [patient, hasty] = [createOpenIdProvider(parts), createOpenIdProvider(parts, 0.05)];
    const failed = (provider: typeof hasty): Promise<unknown> =>
      provider.begin(back).catch((error: unknown) => ({ provider, error }));
    const first = await Promise.race([failed(patient), failed(hasty)]);
    expect(first).toMatchObject({ error: expect.any(ProviderUnreachable) });
    expect((first as { provider: unknown }).provider).toBe(hasty);
  });
});
