// The endpoints that clients call directly: token, revocation and introspection. RFC 6749 section 3.2; RFC 7009; RFC
// 7662.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Services } from '../engine/context.ts';
import { endOAuthToken, introspectToken, type IntrospectedToken } from '../actions/oauth/endOAuthToken.ts';
import { exchangeGrant, type Parameters } from '../actions/oauth/exchangeGrant.ts';
import { authenticateClient, type OAuthClient } from '../actions/oauth/oauthClient.ts';
import { OAuthError } from '../domain/oauthError.ts';
import { clientCredentials } from './clientAuthentication.ts';
import { unkept } from './oauthErrors.ts';
import { formParameters } from './parameters.ts';

/** Registers the endpoints. */
export function registerTokens(scope: FastifyInstance, services: () => Services): void {
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
