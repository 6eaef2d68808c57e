// Requests whose callers wait for a word before they send a body (RFC 9110, 10.1.1): they are refused before they send it.
import type { FastifyRequest, preParsingAsyncHookHandler } from 'fastify';

/** Looks at such a request before its body is read; what `look` throws is answered instead. */
export function beforeAwaitedBody(look: (request: FastifyRequest) => Promise<unknown>): preParsingAsyncHookHandler {
  return async (request, _reply, payload) => {
    if (request.headers.expect !== undefined) await look(request);
    return payload;
  };
}
