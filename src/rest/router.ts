// The REST face: registers every path of /n/v1 and /v/v1 from the contract. Authorization, rules and transactions are
// the actions' business; this folder turns requests into calls of them and their results into answers.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { handle, type RestParts, register } from './request/handle.ts';
import { registerAssets } from './routes/assetRoutes.ts';
import { registerImages } from './routes/imageRoutes.ts';
import { registerPreviews } from './routes/previewRoutes.ts';
import { listParameters } from './request/listParameters.ts';
import { readList } from './routes/readRoutes.ts';
import { registerResource } from './routes/resourceRoutes.ts';
import { registerSearches } from './routes/searchRoutes.ts';
import { registerImageFiles } from './routes/uploadRoutes.ts';
import { registerView } from './routes/viewRoutes.ts';
import { registerViewList } from './routes/viewListRoutes.ts';
import { registerVerbs } from './routes/verbRoutes.ts';
import { ServiceError } from '../domain/errors.ts';
import { didYouMean } from '../domain/nearestName.ts';
import { once } from '../domain/once.ts';
import { everyMethod, watchMethods } from '../http/offeredMethods.ts';
import { sendJson } from './response/answer.ts';

/**
 * Registers the REST face. The server's own settings stand for the rest: names are matched in their exact case and
 * without a trailing slash, and its error handler answers with `errorBody`.
 */
export function registerRest(app: FastifyInstance, parts: RestParts): void {
  void app.register(async (scope) => {
    registerOtherMethods(scope, parts, ['/n/v1', '/v/v1']);
    registerDirectory(scope, parts);
    for (const resource of parts.contract.resources) {
      if (resource.name === 'ImageItemFile') registerImageFiles(scope, parts);
      else if (resource.name === 'Asset') registerAssets(scope, parts);
      else if (resource.name === 'Search') registerSearches(scope, parts);
      else registerResource(scope, parts, resource);
    }
    const companies = parts.contract.kinds.Company;
    register(scope, '/n/v1/companypage', {
      GET: handle(parts, listParameters(companies), readList(companies), { proof: 'BY_STATEMENTS' }),
    });
    registerVerbs(scope, parts);
    registerView(scope, parts);
    registerViewList(scope, parts);
    registerImages(scope, parts);
    registerPreviews(scope, parts);
  });
}

const patchTypes = 'application/merge-patch+json, application/json';

/**
 * Answers every method without a route below these prefixes. Call it before the routes are registered. One route for each
 * method and path would do the same and make a start a third of a second longer.
 */
function registerOtherMethods(scope: FastifyInstance, { contract }: RestParts, prefixes: readonly string[]): void {
  const ours = prefixes.map((prefix) => `${prefix}/*`);
  const offered = watchMethods(scope, ours);
  const shown = once(() => offered.urls().map((url) => url.replace(/:(\w+)(\([^/]*\))?/g, '{$1}')));
  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const [path = ''] = request.url.split('?', 1);
    const allow = offered.of(path);
    if (!allow) throw new ServiceError('NOT_FOUND', `The path does not exist.${pathMeant(path, shown())}`);
    if (request.method !== 'OPTIONS') {
      const listed =
        request.method === 'POST' ? contract.resources.find((one) => path === `/n/v1/${one.plural}`) : null;
      const hint = listed?.operations.has('CREATE') ? ` Did you mean /n/v1/${listed.path}?` : '';
      throw new ServiceError('METHOD_NOT_ALLOWED', `This path offers ${allow.join(', ')}.${hint}`, [], { allow });
    }
    reply.header('Allow', allow.join(', '));
    if (allow.includes('PATCH')) reply.header('Accept-Patch', patchTypes);
    return reply.code(204).send();
  };
  for (const url of ours) {
    // Answered before a body is read.
    scope.route({ url, method: [...everyMethod], onRequest: answer, handler: answer });
  }
}

/** Longest path that is compared with those there are, without its prefix: the price of comparing grows with it. */
const longestCompared = 32;

// The path that is most like the one asked for: of those in the same place, or else of all with its prefix that begin with
// its letter, so that a path which is made up costs little.
function pathMeant(path: string, urls: readonly string[]): string {
  const asked = path.replace(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/gi, '{urn}');
  const [, prefix = '', place = ''] = /^(\/[nv]\/v1\/)(.*\/)?[^/]*$/.exec(asked) ?? [];
  const isPlace = place !== '' && urls.some((url) => url.startsWith(prefix + place));
  const shared = isPlace ? prefix + place : prefix;
  const rest = asked.slice(shared.length);
  const first = (shared + rest.slice(0, 1)).toLowerCase();
  const known = urls.filter((url) => url.startsWith(first)).map((url) => url.slice(shared.length));
  const hint = shared && rest.length <= longestCompared ? didYouMean(rest, known) : '';
  return hint.replace('mean ', `mean ${shared}`) || ' GET /n/v1 lists the resources there are.';
}

const operations = ['CREATE', 'READ', 'UPDATE', 'DELETE', 'LIST'] as const;

/** Registers the list of resources. */
function registerDirectory(scope: FastifyInstance, parts: RestParts): void {
  const GET = handle(
    parts,
    [],
    async (call) => {
      const base = `${call.context.baseUrl}/n/v1`;
      const resources = parts.contract.resources.map((resource) => ({
        name: resource.name,
        description: resource.description,
        operations: operations.filter((operation) => resource.operations.has(operation)),
        ...(resource.operations.has('LIST') ? { list: `${base}/${resource.plural}` } : {}),
        item: `${base}/${resource.path}/{urn}`,
      }));
      const { baseUrl } = call.context;
      return sendJson(call, 200, {
        url: base,
        openapi: `${baseUrl}/openapi.json`,
        reference: `${baseUrl}/docs/rest`,
        resources,
      });
    },
    { audience: 'ANYONE' },
  );
  for (const url of ['/n/v1', '/n/v1/']) register(scope, url, { GET });
}
