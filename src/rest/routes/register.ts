// The methods of a path. What is answered to the others is in router.ts.
import type { FastifyInstance, RouteHandlerMethod } from 'fastify';

/** Handlers by method. GET answers HEAD as well. */
export type Methods = Readonly<Partial<Record<'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', RouteHandlerMethod>>>;

/** Registers a path with these methods; a path that offers none stays unknown. */
export function register(scope: FastifyInstance, url: string, methods: Methods): void {
  for (const [method, handler] of Object.entries(methods)) {
    scope.route({ method, url, handler, exposeHeadRoute: true });
  }
}
