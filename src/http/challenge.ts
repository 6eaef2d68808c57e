// Every 401 says how to authenticate: it points to the metadata of this protected resource. RFC 6750 section 3; RFC
// 9728 section 5.1.
import type { FastifyInstance } from 'fastify';

const challenge = 'Bearer error="invalid_token"';

/** Adds `resource_metadata` to the challenge of each 401; endpoints with a challenge of another scheme keep theirs. */
export function challengeCallers(app: FastifyInstance, baseUrl: () => string): void {
  app.addHook('onSend', async (_request, reply) => {
    if (reply.statusCode !== 401) return;
    const said = reply.getHeader('WWW-Authenticate') ?? challenge;
    if (said !== challenge) return;
    reply.header(
      'WWW-Authenticate',
      `${challenge}, resource_metadata="${baseUrl()}/.well-known/oauth-protected-resource"`,
    );
  });
}
