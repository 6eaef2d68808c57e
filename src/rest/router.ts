// The REST face: registers every path of /n/v1 and /v/v1 from the contract. Authorisation, rules and transactions are
// the actions' business; this folder turns requests into calls of them and their results into answers.
import type { FastifyInstance } from 'fastify';
import { registerDirectory } from './directoryRoute.ts';
import { handle, type RestParts } from './handle.ts';
import { registerImages } from './imageRoutes.ts';
import { listParameters } from './listParameters.ts';
import { register } from './offer.ts';
import { registerOtherMethods } from './otherMethods.ts';
import { readList } from './readRoutes.ts';
import { registerResource } from './resourceRoutes.ts';
import { registerSearches } from './searchRoutes.ts';
import { registerImageFiles } from './uploadRoutes.ts';
import { registerView } from './viewRoutes.ts';
import { registerVerbs } from './verbRoutes.ts';

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
    register(scope, '/n/v1/companypage', { GET: handle(parts, listParameters, readList(companies)) });
    registerVerbs(scope, parts);
    registerView(scope, parts);
    registerImages(scope, parts);
  });
}
