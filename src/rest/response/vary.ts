// The Vary header: adds names without losing those that others, such as the CORS rules, have set.
import type { FastifyReply } from 'fastify';

/** Adds request headers that the answer depends on. */
export function setVary(reply: FastifyReply, names: readonly string[]): void {
  const known = String(reply.getHeader('Vary') ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  const added = names.filter((name) => !known.some((other) => other.toLowerCase() === name.toLowerCase()));
  reply.header('Vary', [...known, ...added].join(', '));
}
