// Metadata for discovery by clients: where the endpoints are and what they support. RFC 8414; RFC 9728.
import type { FastifyInstance } from 'fastify';
import type { Services } from '../engine/context.ts';
import { grantTypes } from '../actions/oauth/exchangeGrant.ts';
import { scopes } from '../domain/oauthScope.ts';
import { authenticationMethods } from './clientAuthentication.ts';

/** Registers both documents. */
export function registerMetadata(scope: FastifyInstance, services: () => Pick<Services, 'baseUrl'>): void {
  const documents = {
    '/.well-known/oauth-authorization-server': serverMetadata,
    '/.well-known/oauth-protected-resource': resourceMetadata,
  };
  for (const [path, made] of Object.entries(documents)) {
    scope.get(path, (_request, reply) =>
      reply.header('Cache-Control', 'public, max-age=300').send(made(services().baseUrl)),
    );
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
