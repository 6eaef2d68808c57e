// The Vary header: names are added to those that others, such as the CORS rules, have set.
import type { FastifyReply } from 'fastify';
import vary from 'vary';

/** Adds request headers that the answer depends on. */
export function addVary(reply: FastifyReply, names: readonly string[]): void {
  reply.header('Vary', vary.append(String(reply.getHeader('Vary') ?? ''), [...names]));
}
