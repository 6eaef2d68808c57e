// Who is asking: the client context, and the end of a web session. Spec: Authentication; resource reference 7.6.
import type { FastifyInstance, RouteHandlerMethod } from 'fastify';
import { readClientContext } from '../actions/readClientContext.ts';
import { endWebSession } from '../actions/webSession.ts';
import { sessionCookie } from '../http/sessionCookie.ts';
import { sendEmpty, sendJson } from './answer.ts';
import { handle, pathUrn, type Act, type RestParts } from './handle.ts';
import { offer } from './offer.ts';
import { objectValue } from './representValue.ts';

/** Registers `/n/v1/clientcontext`; with any urn behind it the answer is the same. */
export function offerClientContext(scope: FastifyInstance, parts: RestParts): void {
  const path = '/n/v1/clientcontext';
  const read: Act = async (call) => {
    const state = await readClientContext(call.context);
    call.reply.header('Cache-Control', 'no-store');
    const body = objectValue(call.context, 'ClientContext', state);
    return sendJson(call, 200, { ...body, url: `${call.context.baseUrl}${path}` });
  };
  const end: Act = async (call) => {
    await endWebSession(call.context);
    call.reply.header('Set-Cookie', sessionCookie(null, call.context.signIn.cookie));
    return sendEmpty(call, 204);
  };
  const withAnyUrn =
    (act: Act): Act =>
    (call) => {
      pathUrn(call);
      return act(call);
    };
  const forAnyone = (act: Act): RouteHandlerMethod => handle(parts, [], act, 'ANYONE');
  offer(scope, path, { GET: forAnyone(read), DELETE: forAnyone(end) });
  offer(scope, `${path}/:urn`, { GET: forAnyone(withAnyUrn(read)), DELETE: forAnyone(withAnyUrn(end)) });
}
