// What the paths of sign-in read from requests and how they answer: forms, queries, and pages that nobody keeps.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from '../actions/context.ts';
import { isOwnPage } from '../actions/recogniseCaller.ts';
import { forbidden } from '../domain/errors.ts';
import { credentialsOf } from '../http/credentials.ts';
import { readCookie, sessionCookieName } from '../http/sessionCookie.ts';
import { pagePolicy } from './pages.ts';

/** A form or a query as it was sent. */
export type Sent = Readonly<Record<string, string | undefined>>;

/** Sends a page: kept by nobody, framed by nobody but the origins given, and telling other sites nothing. */
export function sendPage(
  reply: FastifyReply,
  status: number,
  page: string,
  framing: readonly string[] = [],
): FastifyReply {
  return reply
    .status(status)
    .header('Content-Security-Policy', pagePolicy(framing))
    .header('Cache-Control', 'no-store')
    .header('Referrer-Policy', 'same-origin')
    .type('text/html; charset=utf-8')
    .send(page);
}

/** The secret of the session that the browser holds. */
export function heldSecret({ signIn }: Pick<Services, 'signIn'>, { headers }: FastifyRequest): string | null {
  return readCookie(headers.cookie, sessionCookieName(signIn.cookie.isSecure));
}

/** Demands that a form was sent by a page of this service, and gives the services. FORBIDDEN for any other. */
export function demandOwnPage(parts: { readonly services: () => Services }, request: FastifyRequest): Services {
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
