// An OpenID Connect provider that people sign in at: authorization code with PKCE, nonce and state; `iss` and the ID
// token's signature are checked. openid-client does the protocol. OpenID Connect Core 3.1; RFC 7636, 9207, 9700.
import * as oidc from 'openid-client';
import type { ProvenAccount } from '../actions/session/signInAccount.ts';

/** How the provider is reached. */
export interface ProviderOptions {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** What ties an answer of the provider to the request it belongs to. */
export interface Binding {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

/** The provider. Both calls throw ProviderUnreachable, `finish` also ProviderRefusal. */
export interface OpenIdProvider {
  /** Where to send the browser. */
  begin(redirectUri: string): Promise<Binding & { readonly url: string }>;
  /** Who came back, by the address the browser was sent to. */
  finish(answer: URL, binding: Binding): Promise<ProvenAccount>;
}

/** The provider cannot be asked now. */
export class ProviderUnreachable extends Error {}

/** The provider's answer proves nothing. `code` is an OAuth error code, or null when the answer itself is wrong. */
export class ProviderRefusal extends Error {
  readonly code: string | null;

  constructor(code: string | null, cause: unknown) {
    super('The provider proved nothing', { cause });
    this.code = code;
  }
}

/**
 * A provider; it is asked for its metadata when it is first needed, and again until it answers. Each of its answers is
 * waited for that long.
 */
export function createOpenIdProvider(options: ProviderOptions, timeoutSeconds = 10): OpenIdProvider {
  let known: Promise<oidc.Configuration> | null = null;
  const configuration = (): Promise<oidc.Configuration> => {
    known ??= discover(options, timeoutSeconds).catch((error: unknown) => {
      known = null;
      throw new ProviderUnreachable('The provider gives no metadata', { cause: error });
    });
    return known;
  };
  return {
    async begin(redirectUri) {
      const config = await configuration();
      const [state, nonce] = [oidc.randomState(), oidc.randomNonce()];
      const codeVerifier = oidc.randomPKCECodeVerifier();
      const url = oidc.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state,
        nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
      });
      return { url: url.href, state, nonce, codeVerifier };
    },
    async finish(answer, { state, nonce, codeVerifier }) {
      const config = await configuration();
      try {
        const tokens = await oidc.authorizationCodeGrant(config, answer, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: codeVerifier,
          idTokenExpected: true,
        });
        return await accountOf(config, tokens);
      } catch (error) {
        throw refusalOf(error);
      }
    },
  };
}

function discover(
  { issuer, clientId, clientSecret }: ProviderOptions,
  timeoutSeconds: number,
): Promise<oidc.Configuration> {
  const isPlain = issuer.startsWith('http:');
  // Over plain http to a loopback address only; the settings see to that.
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- marked so that it stands out
  const execute = [oidc.enableNonRepudiationChecks, ...(isPlain ? [oidc.allowInsecureRequests] : [])];
  const metadata = { client_secret: clientSecret };
  return oidc.discovery(new URL(issuer), clientId, metadata, authentication(clientSecret), {
    execute,
    timeout: timeoutSeconds,
  });
}

// Basic is what every provider must offer (RFC 6749 2.3.1) and what clients are registered with unless they say otherwise.
function authentication(secret: string): oidc.ClientAuth {
  const [basic, post] = [oidc.ClientSecretBasic(secret), oidc.ClientSecretPost(secret)];
  return (server, client, body, headers) => {
    const offered = server.token_endpoint_auth_methods_supported;
    const isBasic = !offered || offered.includes('client_secret_basic');
    (isBasic ? basic : post)(server, client, body, headers);
  };
}

type Tokens = Awaited<ReturnType<typeof oidc.authorizationCodeGrant>>;

async function accountOf(config: oidc.Configuration, tokens: Tokens): Promise<ProvenAccount> {
  const claims = tokens.claims();
  if (!claims || claims.sub.length > 255) throw new ProviderRefusal(null, 'no usable ID token');
  // Many providers keep what a scope asks for to the UserInfo endpoint. Its answer must be about the same subject.
  const isMore = textOf(claims, 'email') === null && config.serverMetadata().userinfo_endpoint !== undefined;
  const more: Claims = isMore ? await oidc.fetchUserInfo(config, tokens.access_token, claims.sub) : {};
  // Each may be filled from another place, by somebody else: one says nothing about the address, or the person, of the other.
  const flags = [claims, more].map((said) => said['email_verified']).filter((flag) => flag !== undefined);
  if (new Set(flags).size > 1) throw new ProviderRefusal(null, 'ID token and UserInfo contradict each other');
  const sourceOf = (names: readonly string[]): Claims =>
    names.some((name) => textOf(claims, name) !== null) ? claims : more;
  const [address, person] = [sourceOf(['email']), sourceOf(['name', 'given_name', 'family_name'])];
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email: textOf(address, 'email'),
    isEmailVerified: address['email_verified'] === true,
    name: textOf(person, 'name'),
    givenName: textOf(person, 'given_name'),
    familyName: textOf(person, 'family_name'),
  };
}

/** What one source says. */
type Claims = Readonly<Record<string, unknown>>;

function textOf(claims: Claims, name: string): string | null {
  const value = claims[name];
  return typeof value === 'string' && value !== '' ? value : null;
}

function refusalOf(error: unknown): Error {
  if (error instanceof oidc.AuthorizationResponseError) return new ProviderRefusal(error.error, error);
  if (error instanceof oidc.ResponseBodyError) return new ProviderRefusal(error.error, error);
  return isAway(error)
    ? new ProviderUnreachable('The provider does not answer', { cause: error })
    : new ProviderRefusal(null, error);
}

// The library wraps what ended a request in errors of its own.
function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const isNetwork = error instanceof TypeError && error.message === 'fetch failed';
  return isNetwork || error.name === 'TimeoutError' || isAway(error.cause);
}
