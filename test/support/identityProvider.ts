// A local OpenID Connect provider: oidc-provider on a free port, with accounts that a test adds. The browser is signed
// in as the account that the test selects.
import { generateKeyPairSync } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';

/** The claims of an account besides its `sub`. */
export type Claims = Readonly<Record<string, unknown>>;

/** The ways in which a client says who it is. */
type ClientAuthentication = 'client_secret_basic' | 'client_secret_post';

/** A running provider. */
export interface IdentityProvider {
  readonly issuer: string;
  /** The settings of a service whose people sign in with this provider and are matched by address. */
  readonly settings: Readonly<Record<string, string>>;
  /** Accepts sign-ins that return to that address; must be called before the first. The client says who it is in that way. */
  serve(redirectUri: string, authentication?: ClientAuthentication): void;
  /** Visits an address of the provider as that account, through all its pages; returns the final redirect. */
  visit(address: string, account: string, claims?: Claims): Promise<URL>;
  /** The `Authorization` of each request for tokens. */
  readonly authorizations: (string | undefined)[];
  /** From now on publishes keys that nothing was signed with. */
  showForeignKeys(): void;
  close(): Promise<void>;
}

const client = { id: 'commonplace', secret: 'a secret between the two' };

const newKeys = (): { keys: Record<string, unknown>[] } => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid: 'key' }] };
};

/** Starts a provider. */
export async function startIdentityProvider(): Promise<IdentityProvider> {
  const accounts = new Map<string, Claims>();
  const authorizations: (string | undefined)[] = [];
  const state: { provider: Provider | null; account: string; foreignKeys: object | null } = {
    provider: null,
    account: '',
    foreignKeys: null,
  };
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { provider, account, foreignKeys } = state;
    if (!provider) throw new Error('serve() was not called');
    const path = request.url ?? '';
    if (path === '/token') authorizations.push(request.headers.authorization);
    if (foreignKeys && path === '/jwks') {
      response.setHeader('content-type', 'application/json').end(JSON.stringify(foreignKeys));
    } else if (path.startsWith('/interaction/')) {
      await provider.interactionFinished(request, response, { login: { accountId: account } });
    } else await provider.callback()(request, response);
  };
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  // A caller on a busy machine comes again late, and finds its connection as it left it.
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const issuer = `http://127.0.0.1:${String(port)}`;
  return {
    issuer,
    authorizations,
    settings: {
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: client.id,
      OIDC_CLIENT_SECRET: client.secret,
      OIDC_LINK_EMAILS: '1',
    },
    serve(redirectUri, authentication = 'client_secret_basic') {
      state.provider = new Provider(issuer, {
        clients: [
          {
            client_id: client.id,
            client_secret: client.secret,
            redirect_uris: [redirectUri],
            token_endpoint_auth_method: authentication,
          },
        ],
        clientAuthMethods: [authentication],
        jwks: newKeys(),
        cookies: { keys: ['a key for tests'] },
        // Set explicitly, or it warns about each.
        ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
        features: { devInteractions: { enabled: false } },
        claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'given_name', 'family_name'] },
        findAccount: (_context, sub) => ({ accountId: sub, claims: () => ({ sub, ...accounts.get(sub) }) }),
        interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
        // Consent is not asked for.
        async loadExistingGrant({ oidc }) {
          const grant = new oidc.provider.Grant({ clientId: client.id, accountId: oidc.session.accountId });
          grant.addOIDCScope('openid email profile');
          await grant.save();
          return grant;
        },
      });
    },
    async visit(address, account, claims = {}) {
      accounts.set(account, claims);
      state.account = account;
      const jar = new Map<string, string>();
      for (let at = new URL(address); ;) {
        if (at.origin !== issuer) return at;
        const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
        const response = await fetch(at, { redirect: 'manual', headers: { cookie } });
        for (const line of response.headers.getSetCookie()) {
          const [name = '', value = ''] = (line.split(';', 1)[0] ?? '').split('=');
          jar.set(name, value);
        }
        const location = response.headers.get('location');
        if (location === null)
          throw new Error(`The provider answered ${String(response.status)}: ${await response.text()}`);
        at = new URL(location, at);
      }
    },
    showForeignKeys() {
      const [{ kty, n, e, use, alg, kid } = {}] = newKeys().keys;
      state.foreignKeys = { keys: [{ kty, n, e, use, alg, kid }] };
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
