// Who sends a request, for whichever face: counted against the caller's limits, with everything an action is given.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context, Services } from './actions/context.ts';
import { makeLoaders } from './actions/loaders.ts';
import { recogniseCaller } from './actions/recogniseCaller.ts';
import { makeRemarks } from './actions/remarks.ts';
import type { Config } from './config.ts';
import { anonymousViewer } from './domain/viewer.ts';
import { callerAddress } from './http/callerAddress.ts';
import { credentialsOf } from './http/credentials.ts';
import { limitRequests } from './http/requestLimits.ts';

/** The context of a request. It rejects with UNAUTHENTICATED, RATE_LIMITED, or whatever `services` throws. */
export function requestContexts(
  app: FastifyInstance,
  services: () => Services,
  trustedProxies: Config['trustedProxies'],
): (request: FastifyRequest) => Promise<Context> {
  const callerOf = limitRequests(app, {
    identify: async ({ headers, method }) => {
      const now = services();
      return recogniseCaller(now, credentialsOf(headers, method, now.signIn.cookie.isSecure));
    },
    admit: async ({ ip: peer, headers }, viewer) => {
      const address = callerAddress({ peer, forwardedFor: headers['x-forwarded-for'] }, trustedProxies);
      return (await services().limiter?.admit(viewer ?? anonymousViewer, address)) ?? null;
    },
  });
  return async (request) => {
    const now = services();
    const { caller, admission } = await callerOf(request);
    const { viewer, session } = caller;
    const csrfToken = session?.csrfToken ?? null;
    const acceptLanguage = request.headers['accept-language'] ?? null;
    const loaders = makeLoaders(now, viewer);
    return {
      ...now,
      viewer,
      requestId: request.id,
      loaders,
      csrfToken,
      admission,
      remarks: makeRemarks(),
      acceptLanguage,
    };
  };
}
