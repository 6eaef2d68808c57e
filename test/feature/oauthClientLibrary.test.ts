// All of OAuth through an independent client: oauth4webapi discovers the endpoints, runs the flows and validates every
// response strictly. RFC 8414; RFC 9728; RFC 9207; RFC 6749; RFC 7636; RFC 7009; RFC 7662.
import * as oauth from 'oauth4webapi';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  answerConsent,
  callback,
  createNativeClient,
  createOAuthClient,
  signIn,
  type OAuthTestClient,
  type SignedIn,
} from '../support/oauth.ts';
import { sharedService, type SharedService, type Tenant } from '../support/service.ts';

let service: SharedService;
let admin: Tenant;
let ada: SignedIn;
let as: oauth.AuthorizationServer;
// The library deprecates this for everything but a service on this machine.
// eslint-disable-next-line @typescript-eslint/no-deprecated
const http = { [oauth.allowInsecureRequests]: true };

beforeAll(async () => {
  service = await sharedService();
  admin = await service.tenant();
  ada = await signIn(service, admin, ['READ']);
  const issuer = new URL(service.url);
  const found = await oauth.discoveryRequest(issuer, { ...http, algorithm: 'oauth2' });
  as = await oauth.processDiscoveryResponse(issuer, found);
});

/** Everything a client does, from authorization to its first call; returns its tokens. */
async function codeFlow(made: OAuthTestClient, how: oauth.ClientAuth): Promise<oauth.TokenEndpointResponse> {
  const client: oauth.Client = { client_id: made.clientId };
  const verifier = oauth.generateRandomCodeVerifier();
  const state = oauth.generateRandomState();
  const query = new URLSearchParams({
    client_id: made.clientId,
    redirect_uri: callback,
    response_type: 'code',
    scope: 'read offline_access',
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  });
  const sentTo = await answerConsent(service, query.toString(), ada);
  const parameters = oauth.validateAuthResponse(as, client, sentTo, state);
  const answer = await oauth.authorizationCodeGrantRequest(as, client, how, parameters, callback, verifier, http);
  return oauth.processAuthorizationCodeResponse(as, client, answer);
}

describe('RFC 8414 section 3: server metadata', () => {
  test('is published at its well-known address, under its own issuer', async () => {
    const answer = await service.client(null).rest('GET', '/.well-known/oauth-authorization-server');
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
    expect(answer.body).toEqual({
      issuer: service.url,
      authorization_endpoint: `${service.url}/oauth2/authorize`,
      token_endpoint: `${service.url}/oauth2/token`,
      revocation_endpoint: `${service.url}/oauth2/revoke`,
      introspection_endpoint: `${service.url}/oauth2/introspect`,
      scopes_supported: ['read', 'read_draft', 'write', 'publish', 'comment', 'manage', 'admin', 'offline_access'],
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: ['client_credentials', 'authorization_code', 'refresh_token'],
      token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
      revocation_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
      introspection_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
      protected_resources: [service.url],
    });
    const post = await service.client(null).rest('POST', '/.well-known/oauth-authorization-server', { body: {} });
    expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
  });

  test('is built from BASE_URL and never from the request', async () => {
    const headers = { 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' };
    const { text } = await service.client(null).rest('GET', '/.well-known/oauth-authorization-server', { headers });
    expect(text).not.toContain('evil');
  });
});

describe('RFC 9728 section 3: the protected resource', () => {
  test('names its authorization server', async () => {
    const resource = new URL(service.url);
    const found = await oauth.resourceDiscoveryRequest(resource, http);
    expect(await oauth.processResourceDiscoveryResponse(resource, found)).toEqual({
      resource: service.url,
      authorization_servers: [service.url],
      scopes_supported: as.scopes_supported,
      bearer_methods_supported: ['header'],
      resource_name: 'Commonplace',
    });
  });
});

describe('the authorization code flow', () => {
  test('works for an installed application, with refresh, revocation and the API', async () => {
    const made = await createNativeClient(admin);
    const client: oauth.Client = { client_id: made.clientId };
    const tokens = await codeFlow(made, oauth.None());
    expect(tokens).toMatchObject({ scope: 'read offline_access', expires_in: 900, token_type: 'bearer' });
    const api = new URL(`${service.url}/n/v1/clientcontext`);
    const call = (token: string): Promise<Response> =>
      oauth.protectedResourceRequest(token, 'GET', api, undefined, undefined, http);
    expect(await (await call(tokens.access_token)).json()).toMatchObject({ identity: { urn: ada.identity } });
    const renewed = await oauth.processRefreshTokenResponse(
      as,
      client,
      await oauth.refreshTokenGrantRequest(as, client, oauth.None(), String(tokens.refresh_token), http),
    );
    expect((await call(renewed.access_token)).status).toBe(200);
    const ended = await oauth.revocationRequest(as, client, oauth.None(), String(renewed.refresh_token), http);
    await oauth.processRevocationResponse(ended);
    await expect(call(renewed.access_token)).rejects.toBeInstanceOf(oauth.WWWAuthenticateChallengeError);
  });

  test('works for a confidential client, with credentials in the header or in the form', async () => {
    for (const how of [oauth.ClientSecretBasic, oauth.ClientSecretPost]) {
      const made = await createOAuthClient(admin);
      const tokens = await codeFlow(made, how(made.secret));
      const client: oauth.Client = { client_id: made.clientId };
      const introspected = await oauth.introspectionRequest(as, client, how(made.secret), tokens.access_token, http);
      expect(await oauth.processIntrospectionResponse(as, client, introspected)).toMatchObject({
        active: true,
        sub: ada.identity,
        client_id: made.clientId,
      });
    }
  });

  test('returns refusals that the client understands', async () => {
    const made = await createNativeClient(admin);
    const query = new URLSearchParams({ client_id: made.clientId, redirect_uri: callback, state: 's' });
    const answer = await fetch(`${service.url}/oauth2/authorize?${query.toString()}`, { redirect: 'manual' });
    const sentTo = new URL(answer.headers.get('location') ?? '');
    const read = (): unknown => oauth.validateAuthResponse(as, { client_id: made.clientId }, sentTo, 's');
    expect(read).toThrow(oauth.AuthorizationResponseError);
  });
});

describe('client credentials', () => {
  test('work for a confidential client, and refusals are understood', async () => {
    const made = await createOAuthClient(admin, { accessLevel: 'COMPANY' });
    const client: oauth.Client = { client_id: made.clientId };
    const ask = async (secret: string): Promise<oauth.TokenEndpointResponse> => {
      const how = oauth.ClientSecretBasic(secret);
      const answer = await oauth.clientCredentialsGrantRequest(as, client, how, { scope: 'read' }, http);
      return oauth.processClientCredentialsResponse(as, client, answer);
    };
    const tokens = await ask(made.secret);
    const { status } = await service.client(tokens.access_token).rest('GET', '/n/v1/projects');
    expect(status).toBe(200);
    await expect(ask('wrong')).rejects.toBeInstanceOf(oauth.WWWAuthenticateChallengeError);
  });
});
