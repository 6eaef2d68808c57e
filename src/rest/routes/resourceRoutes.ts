// The paths of one kind: `/n/v1/<name>`, its list, its history and the lists inside it, as the contract states them.
// Resource reference 1.5 and 12.
import type { FastifyInstance, RouteHandlerMethod } from 'fastify';
import { isForEveryone, targetOf, type Resource } from '../../contract/resource.ts';
import { handle, type Audience, type RestParts, register, type Methods } from '../request/handle.ts';
import { chooseValue, historyParameters, readValues, restoreOldValue } from './historyRoutes.ts';
import { listParameters } from '../request/listParameters.ts';
import { nestedLists, nestedParameters, readNested } from './nestedListRoutes.ts';
import { readList, readOne, readParameters } from './readRoutes.ts';
import { shapeParameters } from '../request/shape.ts';
import { create, createParameters, remove, restore, update, updateParameters } from './writeRoutes.ts';

/**
 * Registers the paths of a kind.
 * @param own methods in place of the common ones: on the kind's own path, on one of its resources, and for bringing one back
 */
export function registerResource(
  scope: FastifyInstance,
  parts: RestParts,
  resource: Resource,
  own: { readonly onKind: Methods; readonly onUrn: Methods; readonly restore?: RouteHandlerMethod } = {
    onKind: {},
    onUrn: {},
  },
): void {
  const root = `/n/v1/${resource.path}`;
  const onKind: Methods = { ...kindMethods(parts, resource), ...own.onKind };
  register(scope, root, onKind);
  // Older clients add the urn to an address that ends in a slash, and post to it without one.
  register(scope, `${root}/`, onKind);
  if (onKind.GET) register(scope, `/n/v1/${resource.plural}`, { GET: onKind.GET });
  register(scope, `${root}/:urn`, { ...urnMethods(parts, resource), ...own.onUrn });
  if (resource.operations.has('DELETE')) {
    register(scope, `${root}/:urn/restore`, {
      POST: own.restore ?? handle(parts, shapeParameters, restore(resource)),
    });
  }
  if (resource.operations.has('READ')) {
    for (const field of nestedLists(resource)) {
      const known = nestedParameters(resource, field);
      const GET = handle(parts, known, readNested(resource, field), { audience: readersOf(targetOf(field)) });
      register(scope, `${root}/:urn/${field.name.toLowerCase()}`, { GET });
    }
  }
  if (resource.historyPath !== null) registerHistory(scope, parts, resource, `/n/v1/${resource.historyPath}/:urn`);
}

// Content may be everyone's.
const readersOf = (resource: Resource): Audience => (isForEveryone(resource) ? 'ANYONE' : 'CALLERS');

function kindMethods(parts: RestParts, resource: Resource): Methods {
  const { operations } = resource;
  return {
    ...(operations.has('LIST') && {
      GET: handle(parts, listParameters(resource), readList(resource), {
        audience: readersOf(resource),
        proof: 'BY_STATEMENTS',
      }),
    }),
    ...(operations.has('CREATE') && { POST: handle(parts, createParameters, create(resource)) }),
  };
}

function urnMethods(parts: RestParts, resource: Resource): Methods {
  const { operations } = resource;
  const change = handle(parts, updateParameters, update(resource), { proof: 'BY_STATEMENTS' });
  // The file behind an address never changes; what may change of it is changed in part.
  const isWhole = resource.name !== 'ImageItemFile';
  return {
    ...(operations.has('READ') && {
      GET: handle(parts, readParameters(resource), readOne(resource), {
        audience: readersOf(resource),
        proof: 'BY_STATEMENTS',
      }),
    }),
    ...(operations.has('UPDATE') && { ...(isWhole && { PUT: change }), PATCH: change }),
    ...(operations.has('DELETE') && { DELETE: handle(parts, [], remove(resource)) }),
  };
}

function registerHistory(scope: FastifyInstance, parts: RestParts, resource: Resource, url: string): void {
  register(scope, url, {
    GET: handle(parts, historyParameters, readValues(resource)),
    PUT: handle(parts, historyParameters, chooseValue(resource)),
  });
  register(scope, `${url}/restore`, {
    POST: handle(parts, historyParameters, restoreOldValue(resource), { kind: 'CHANGE' }),
  });
}
