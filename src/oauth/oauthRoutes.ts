// The paths of OAuth 2: which methods they accept, how they read bodies, and in which format they return errors.
// Resource reference 7.5.
import type { FastifyInstance } from 'fastify';
import type { Services } from '../engine/context.ts';
import { ServiceError } from '../domain/errors.ts';
import { registerAuthorization } from './authorizeRoutes.ts';
import { registerMetadata } from './metadataRoutes.ts';
import { answerOAuthErrors } from './oauthErrors.ts';
import { registerTokens } from './tokenRoutes.ts';

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
