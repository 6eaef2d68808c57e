// How a path responds to methods without a route: OPTIONS lists the supported methods, others get 405, and a path
// without any route stays unknown. Resource reference 1.5; RFC 9110, 9.3.7 and 15.5.6.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import findMyWay, { type HTTPMethod } from 'find-my-way';
import { notFound, ServiceError } from '../../domain/errors.ts';
import { once } from '../../domain/once.ts';

const everyMethod: readonly HTTPMethod[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'];
const patchTypes = 'application/merge-patch+json, application/json';

/**
 * Answers every method without a route below these prefixes. Call it before the routes are registered. One route for each
 * method and path would do the same and make a start a third of a second longer.
 */
export function registerOtherMethods(scope: FastifyInstance, prefixes: readonly string[]): void {
  const offered = new Map<string, Set<string>>();
  const ours = new Set(prefixes.map((prefix) => `${prefix}/*`));
  scope.addHook('onRoute', ({ url, method }) => {
    if (ours.has(url)) return;
    const methods = offered.get(url) ?? new Set();
    for (const one of [method].flat()) methods.add(one);
    offered.set(url, methods);
  });
  const matching = once(() => matcher(offered));
  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const [path = ''] = request.url.split('?', 1);
    const allow = matching()(path);
    if (!allow) throw notFound();
    if (request.method !== 'OPTIONS') throw new ServiceError('METHOD_NOT_ALLOWED', undefined, [], { allow });
    reply.header('Allow', allow.join(', '));
    if (allow.includes('PATCH')) reply.header('Accept-Patch', patchTypes);
    return reply.code(204).send();
  };
  for (const url of ours) {
    // Answered before a body is read.
    scope.route({ url, method: [...everyMethod], onRequest: answer, handler: answer });
  }
}

// The methods of the path that an address belongs to. Made when the first request asks.
function matcher(offered: ReadonlyMap<string, ReadonlySet<string>>): (path: string) => readonly string[] | null {
  const router = findMyWay({ caseSensitive: true, maxParamLength: 4096 });
  for (const [url, methods] of offered) {
    const allow = everyMethod.filter((method) => method === 'OPTIONS' || methods.has(method));
    router.on('GET', url, () => undefined, allow);
  }
  return (path) => {
    const found = router.find('GET', path);
    // What was stored with it above.
    return found ? (found.store as readonly string[]) : null;
  };
}
