// The methods of a path: what it offers, OPTIONS that says so, and 405 for the rest. Resource reference 1.5.
import type { FastifyInstance, RouteHandlerMethod } from 'fastify';
import { ServiceError } from '../domain/errors.ts';

/** Handlers by method. GET answers HEAD as well. */
export type Methods = Readonly<Partial<Record<'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', RouteHandlerMethod>>>;

const everyMethod = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'] as const;
const patchTypes = 'application/merge-patch+json, application/json';

/** Registers a path with these methods; a path that offers none stays unknown. */
export function offer(scope: FastifyInstance, url: string, methods: Methods): void {
  const allow = allowedBy(methods);
  if (allow.length === 1) return;
  for (const [method, handler] of Object.entries(methods)) {
    scope.route({ method, url, handler, exposeHeadRoute: true });
  }
  scope.route({
    method: 'OPTIONS',
    url,
    handler: async (_request, reply) => {
      reply.header('Allow', allow.join(', '));
      if (methods.PATCH) reply.header('Accept-Patch', patchTypes);
      return reply.code(204).send();
    },
  });
  // Refused before the body is read.
  const refuse = async (): Promise<never> => {
    throw new ServiceError('METHOD_NOT_ALLOWED', undefined, [], { allow });
  };
  scope.route({ method: everyMethod.filter((m) => !allow.includes(m)), url, onRequest: refuse, handler: refuse });
}

// What `Allow` says of a path with these methods.
function allowedBy(methods: Methods): string[] {
  return everyMethod.filter((m) => m === 'OPTIONS' || (m === 'HEAD' ? methods.GET : m !== 'TRACE' && methods[m]));
}
