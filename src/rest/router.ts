// The REST face: registers every path of /n/v1 and /v/v1 from the contract. Authorisation, rules and transactions are
// the actions' business; this folder turns requests into calls of them and their results into answers.
import type { FastifyInstance } from 'fastify';
import { resourceOf } from '../contract/resource.ts';
import { offerAccess } from './accessRoutes.ts';
import { offerEntityActions } from './entityRoutes.ts';
import { handle, type RestParts } from './handle.ts';
import { offerIdentityActions } from './identityRoutes.ts';
import { offerImages } from './imageRoutes.ts';
import { offerInbox } from './inboxRoutes.ts';
import { listParameters } from './listParameters.ts';
import { offer } from './offer.ts';
import { answerOtherMethods } from './otherMethods.ts';
import { readList } from './readRoutes.ts';
import { offerReferenceLists } from './referenceRoutes.ts';
import { offerResource } from './resourceRoutes.ts';
import { offerSearches } from './searchRoutes.ts';
import { offerClientContext } from './sessionRoutes.ts';
import { offerImageFiles } from './uploadRoutes.ts';
import { offerView } from './viewRoutes.ts';
import { offerWebhookActions } from './webhookRoutes.ts';
import { offerWorkActions } from './workRoutes.ts';

/**
 * Registers the REST face. The server's own settings stand for the rest: names are matched in their exact case and
 * without a trailing slash, and its error handler answers with `errorBody`.
 */
export function registerRest(app: FastifyInstance, parts: RestParts): void {
  void app.register(async (scope) => {
    answerOtherMethods(scope, ['/n/v1', '/v/v1']);
    for (const resource of parts.contract.resources) {
      if (resource.name === 'ImageItemFile') offerImageFiles(scope, parts);
      else if (resource.name === 'Search') offerSearches(scope, parts);
      else offerResource(scope, parts, resource);
    }
    const companies = resourceOf(parts.contract, 'Company');
    offer(scope, '/n/v1/companypage', { GET: handle(parts, listParameters, readList(companies)) });
    offerEntityActions(scope, parts);
    offerAccess(scope, parts);
    offerClientContext(scope, parts);
    offerIdentityActions(scope, parts);
    offerInbox(scope, parts);
    offerReferenceLists(scope, parts);
    offerView(scope, parts);
    offerWebhookActions(scope, parts);
    offerWorkActions(scope, parts);
    offerImages(scope, parts);
  });
}
