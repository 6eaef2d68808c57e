// The paths of OAuth 2: which methods they accept, how they read bodies, in which format they return errors, and those that clients
// call directly: token, revocation and introspection. Resource reference 7.5; RFC 6749 section 3.2; RFC 7009; RFC 7662.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Services } from '../engine/context.ts';
import { ServiceError } from '../domain/errors.ts';
import { registerAuthorization } from './authorizeRoutes.ts';
import { answerOAuthErrors, unkept } from './oauthErrors.ts';
import { staticDocument } from '../http/staticDocument.ts';
import { grantTypes, exchangeGrant, type Parameters } from '../actions/oauth/exchangeGrant.ts';
import { scopes } from '../domain/oauthScope.ts';
import { authenticationMethods, clientCredentials } from './clientAuthentication.ts';
import { endOAuthToken, introspectToken, type IntrospectedToken } from '../actions/oauth/endOAuthToken.ts';
import { authenticateClient, type OAuthClient } from '../actions/oauth/oauthClient.ts';
import { OAuthError } from '../domain/oauthError.ts';
import { formParameters } from './parameters.ts';

const largestForm = 16_384;
const everyMethod = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE'] as const;

/** Registers the paths. `services` throws UNAVAILABLE until the service is ready. */
export function registerOAuth(app: FastifyInstance, services: () => Services): void {
  void app.register(async (scope) => {
    readOnlyForms(scope);
    answerOAuthErrors(scope);
    registerTokens(scope, services);
    for (const path of ['/oauth2/token', '/oauth2/revoke', '/oauth2/introspect']) refuseOthers(scope, path, ['POST']);
  });
  void app.register(async (scope) => {
    readOnlyForms(scope);
    registerAuthorization(scope, services);
  });
  void app.register(async (scope) => {
    registerMetadata(scope, services);
    refuseOthers(scope, '/oauth2/authorize', ['GET', 'HEAD', 'POST']);
    for (const name of ['oauth-authorization-server', 'oauth-protected-resource'])
      refuseOthers(scope, `/.well-known/${name}`, ['GET', 'HEAD']);
  });
}

function readOnlyForms(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  const options = { parseAs: 'string', bodyLimit: largestForm } as const;
  scope.addContentTypeParser('application/x-www-form-urlencoded', options, (_request, body, done) => done(null, body));
}

function refuseOthers(scope: FastifyInstance, url: string, allowed: readonly string[]): void {
  const allow = [...allowed, 'OPTIONS'];
  scope.options(url, async (_request, reply) => reply.header('Allow', allow.join(', ')).status(204).send());
  // Refused before the body is read.
  const refuse = async (): Promise<never> => {
    throw new ServiceError('METHOD_NOT_ALLOWED', undefined, [], { allow });
  };
  scope.route({ method: everyMethod.filter((m) => !allowed.includes(m)), url, onRequest: refuse, handler: refuse });
}

/** Registers both documents. */
function registerMetadata(scope: FastifyInstance, services: () => Pick<Services, 'baseUrl'>): void {
  const documents = {
    '/.well-known/oauth-authorization-server': serverMetadata,
    '/.well-known/oauth-protected-resource': resourceMetadata,
  };
  for (const [path, made] of Object.entries(documents)) {
    const document = staticDocument({
      contentType: 'application/json; charset=utf-8',
      cacheControl: 'public, max-age=300',
      read: () => JSON.stringify(made(services().baseUrl)),
    });
    scope.get(path, document);
  }
}

function serverMetadata(issuer: string): Record<string, unknown> {
  const confidential = authenticationMethods.filter((method) => method !== 'none');
  return {
    issuer,
    authorization_endpoint: `${issuer}/oauth2/authorize`,
    token_endpoint: `${issuer}/oauth2/token`,
    revocation_endpoint: `${issuer}/oauth2/revoke`,
    introspection_endpoint: `${issuer}/oauth2/introspect`,
    scopes_supported: scopes,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: grantTypes,
    token_endpoint_auth_methods_supported: authenticationMethods,
    revocation_endpoint_auth_methods_supported: authenticationMethods,
    introspection_endpoint_auth_methods_supported: confidential,
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    protected_resources: [issuer],
  };
}

function resourceMetadata(resource: string): Record<string, unknown> {
  return {
    resource,
    authorization_servers: [resource],
    scopes_supported: scopes,
    bearer_methods_supported: ['header'],
    resource_name: 'Commonplace',
  };
}

function registerTokens(scope: FastifyInstance, services: () => Services): void {
  const read = async (request: FastifyRequest): Promise<Called> => {
    const parameters = formParameters(request.body);
    const credentials = clientCredentials(request.headers.authorization, parameters);
    return { parameters, client: await authenticateClient(services(), credentials) };
  };
  scope.post('/oauth2/token', async (request, reply) => {
    const { client, parameters } = await read(request);
    const { accessToken, expiresIn, scope: given, refreshToken } = await exchangeGrant(services(), client, parameters);
    return unkept(reply).send({
      access_token: accessToken,
      token_type: 'Bearer',
      expires_in: expiresIn,
      scope: given,
      ...(refreshToken === null ? {} : { refresh_token: refreshToken }),
    });
  });
  scope.post('/oauth2/revoke', async (request, reply) => {
    const { client, parameters } = await read(request);
    await endOAuthToken(services(), client, tokenIn(parameters));
    return unkept(reply).send();
  });
  scope.post('/oauth2/introspect', async (request, reply) => {
    const { client, parameters } = await read(request);
    const token = await introspectToken(services(), client, tokenIn(parameters));
    return unkept(reply).send(token ? introspection(token, services().baseUrl) : { active: false });
  });
}

interface Called {
  readonly client: OAuthClient;
  readonly parameters: Parameters;
}

function tokenIn(parameters: Parameters): string {
  const token = parameters.get('token');
  if (token === undefined) throw new OAuthError('invalid_request', 'The parameter token is needed.');
  return token;
}

// RFC 7662 section 2.2; a refresh token has no type of use (RFC 6749 section 5.1 names types of access tokens).
function introspection(token: IntrospectedToken, issuer: string): Record<string, unknown> {
  return {
    active: true,
    scope: token.scope,
    client_id: token.clientId,
    sub: token.subject,
    ...(token.isRefresh ? {} : { token_type: 'Bearer' }),
    iat: seconds(token.issuedTimestamp),
    exp: seconds(token.expirationTimestamp),
    aud: issuer,
    iss: issuer,
  };
}

const seconds = (instant: string): number => Math.floor(Date.parse(instant) / 1000);
