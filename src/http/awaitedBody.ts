// Requests whose callers wait for a word before they send a body (RFC 9110, 10.1.1): they are refused before they send it.
import type { FastifyRequest, preParsingHookHandler } from 'fastify';

/** Looks at such a request before its body is read; what `look` throws is answered instead. */
export function beforeAwaitedBody(look: (request: FastifyRequest) => Promise<unknown>): preParsingHookHandler {
  return (request, _reply, payload, done) => {
    if (request.headers.expect === undefined) done(null, payload);
    else
      look(request).then(
        () => done(null, payload),
        (error: unknown) => done(error as Error),
      );
  };
}
