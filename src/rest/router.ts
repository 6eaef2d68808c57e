// The REST face: registers every path of /n/v1 and /v/v1 from the contract. Authorisation, rules and transactions are
// the actions' business; this folder turns requests into calls of them and their results into answers.
import type { FastifyInstance } from 'fastify';
import { registerDirectory } from './routes/directoryRoute.ts';
import { handle, type RestParts } from './request/handle.ts';
import { registerImages } from './routes/imageRoutes.ts';
import { listParameters } from './request/listParameters.ts';
import { register } from './routes/register.ts';
import { registerOtherMethods } from './routes/otherMethods.ts';
import { readList } from './routes/readRoutes.ts';
import { registerResource } from './routes/resourceRoutes.ts';
import { registerSearches } from './routes/searchRoutes.ts';
import { registerImageFiles } from './routes/uploadRoutes.ts';
import { registerView } from './routes/viewRoutes.ts';
import { registerVerbs } from './routes/verbRoutes.ts';

/**
 * Registers the REST face. The server's own settings stand for the rest: names are matched in their exact case and
 * without a trailing slash, and its error handler answers with `errorBody`.
 */
export function registerRest(app: FastifyInstance, parts: RestParts): void {
  void app.register(async (scope) => {
    registerOtherMethods(scope, ['/n/v1', '/v/v1']);
    registerDirectory(scope, parts);
    for (const resource of parts.contract.resources) {
      if (resource.name === 'ImageItemFile') registerImageFiles(scope, parts);
      else if (resource.name === 'Search') registerSearches(scope, parts);
      else registerResource(scope, parts, resource);
    }
    const companies = parts.contract.kinds.Company;
    register(scope, '/n/v1/companypage', { GET: handle(parts, listParameters(companies), readList(companies)) });
    registerVerbs(scope, parts);
    registerView(scope, parts);
    registerImages(scope, parts);
  });
}
