// What pages of other origins may do (Fetch, "CORS protocol"): those that API clients name send requests and read answers. Spec:
// Authentication; resource reference 1.11.
import type { FastifyInstance, FastifyReply } from 'fastify';
import { headerNames } from '../domain/requestHeaders.ts';
import type { PageOrigins } from '../domain/pageOrigins.ts';

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

const sent = [
  'Authorization',
  'Content-Type',
  'Accept-Language',
  'Variant',
  ...headerNames,
  'X-Request-Id',
  'Read-Position',
  'Apollo-Require-Preflight',
  'X-CSRF-Token',
  'Last-Event-ID',
  'X-GraphQL-Event-Stream-Token',
];

const shown = [
  'ETag',
  'Location',
  'Content-Language',
  'X-Language-Match',
  'X-Request-Id',
  'Read-Position',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'Preference-Applied',
  'Idempotency-Replayed',
  'WWW-Authenticate',
  'Allow',
  'Accept-Patch',
  'Link',
  'Deprecation',
  'Sunset',
  'Warning',
];

/** Headers of an answer that pages of an allowed origin may read, beside the one that names it. */
const readable = {
  'access-control-allow-credentials': 'true',
  'access-control-expose-headers': shown.join(', '),
};

/** Headers of the answer to a browser that asks what it may send. */
const sendable = {
  'access-control-allow-methods': methods.join(', '),
  'access-control-allow-headers': sent.join(', '),
  'access-control-max-age': '600',
  'content-length': '0',
};

/** Tells browsers what pages of the origin of each request may do. OPTIONS of an origin that may not send is left to the routes. */
export function allowOrigins(app: FastifyInstance, origins: () => PageOrigins): void {
  app.addHook('onRequest', ({ method, headers: { origin } }, reply, done) => {
    reply.header('Vary', 'Origin');
    const answer = (isAllowed: boolean): void => {
      if (isAllowed) reply.header('Access-Control-Allow-Origin', origin).headers(readable);
      if (isAllowed && method === 'OPTIONS') void mayBeSent(reply);
      else done();
    };
    const asked = origin === undefined ? false : isAllowed(origins, origin, method);
    if (typeof asked === 'boolean') answer(asked);
    else
      // No answer waits for a database that is away.
      asked.then(answer, () => answer(false));
  });
}

const mayBeSent = (reply: FastifyReply): FastifyReply => reply.headers(sendable).code(204).send();

function isAllowed(origins: () => PageOrigins, origin: string, method: string): boolean | Promise<boolean> {
  try {
    return method === 'OPTIONS' ? origins().maySend(origin) : origins().mayRead(origin);
  } catch {
    // There is no database yet.
    return false;
  }
}
