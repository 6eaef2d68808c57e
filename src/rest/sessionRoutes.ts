// Who is asking: the client context. Spec: Authentication; resource reference 7.6.
import type { FastifyInstance } from 'fastify';
import { readClientContext } from '../actions/readClientContext.ts';
import { sendJson } from './answer.ts';
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
  offer(scope, path, { GET: handle(parts, [], read, 'ANYONE') });
  const readAny: Act = (call) => {
    pathUrn(call);
    return read(call);
  };
  offer(scope, `${path}/:urn`, { GET: handle(parts, [], readAny, 'ANYONE') });
}
