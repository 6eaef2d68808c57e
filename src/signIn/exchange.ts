// What the sign-in routes read from requests and how they respond: forms, queries, and pages that are not cached.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from '../engine/context.ts';
import { isOwnPage } from '../actions/session/recognizeCaller.ts';
import { forbidden } from '../domain/errors.ts';
import { credentialsOf, readCookie, sessionCookieName } from '../http/credentials.ts';
import { pagePolicy } from './pages.ts';

/** A form or a query as it was sent. */
export type Sent = Readonly<Record<string, string | undefined>>;

/** Sends a page that is not cached, can be framed only by the given origins, sends no referrer to other sites, and may run the service's scripts. */
export function sendPage(
  reply: FastifyReply,
  status: number,
  page: string,
  { framing = [], hasScript = false }: { readonly framing?: readonly string[]; readonly hasScript?: boolean } = {},
): FastifyReply {
  return reply
    .status(status)
    .header('Content-Security-Policy', pagePolicy(framing, hasScript))
    .header('Cache-Control', 'no-store')
    .header('Referrer-Policy', 'same-origin')
    .type('text/html; charset=utf-8')
    .send(page);
}

/** The secret of the session that the browser holds. */
export function heldSecret({ signIn }: Pick<Services, 'signIn'>, { headers }: FastifyRequest): string | null {
  return readCookie(headers.cookie, sessionCookieName(signIn.cookie.isSecure));
}

/** Requires that a form was sent by a page of this service, and returns the services. FORBIDDEN for any other. */
export function requireOwnPage(parts: { readonly services: () => Services }, request: FastifyRequest): Services {
  const services = parts.services();
  const { source } = credentialsOf({ ...request.headers, authorization: undefined }, request.method, false);
  if (!isOwnPage(services, source)) throw forbidden('Forms of sign-in are sent from its own pages only.');
  return services;
}

/** The members of a form; none when it was sent as something else. */
export function sentForm({ body }: FastifyRequest): Sent {
  return textsOf(body);
}

/** The texts of the query; a name that is given twice counts as not given. */
export function sentQuery({ query }: FastifyRequest): Sent {
  return textsOf(query);
}

function textsOf(sent: unknown): Sent {
  if (typeof sent !== 'object' || sent === null) return {};
  return Object.fromEntries(Object.entries(sent).filter(([, value]) => typeof value === 'string'));
}
