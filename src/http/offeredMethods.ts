// Which methods a path offers, by the routes there are. RFC 9110, 9.3.7 and 15.5.6.
import type { FastifyInstance } from 'fastify';
import findMyWay, { type HTTPMethod } from 'find-my-way';
import { once } from '../domain/once.ts';

/** The methods that are answered, in the order in which they are named. */
export const everyMethod: readonly HTTPMethod[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'];

/** The routes of a scope. */
export interface OfferedMethods {
  /** What the path of an address offers, OPTIONS included; null where there is no route. */
  of(path: string): readonly string[] | null;
  /** The paths, as they were registered. */
  urls(): readonly string[];
}

/** Notes the routes that are registered from now on, but for those of the paths passed over, which match what no other does. */
export function watchMethods(scope: FastifyInstance, passedOver: readonly string[]): OfferedMethods {
  const offered = new Map<string, Set<string>>();
  scope.addHook('onRoute', ({ url, method }) => {
    if (passedOver.includes(url)) return;
    const methods = offered.get(url) ?? new Set();
    for (const one of [method].flat()) methods.add(one);
    offered.set(url, methods);
  });
  const matching = once(() => matcher(offered));
  return { of: (path) => matching()(path), urls: () => [...offered.keys()] };
}

// The methods of the path that an address belongs to. Made at the first request that needs them.
function matcher(offered: ReadonlyMap<string, ReadonlySet<string>>): (path: string) => readonly string[] | null {
  const router = findMyWay({ caseSensitive: true, maxParamLength: 4096 });
  for (const [url, methods] of offered) {
    const allow = everyMethod.filter((method) => method === 'OPTIONS' || methods.has(method));
    router.on('GET', url, () => undefined, allow);
  }
  return (path) => {
    const found = router.find('GET', path);
    // A slash at the end is no empty name: nothing is there. What a star stands for may be empty.
    const isWhole = Object.entries(found?.params ?? {}).every(([name, value]) => name === '*' || value !== '');
    // What was stored with it above.
    return found && isWhole ? (found.store as readonly string[]) : null;
  };
}
