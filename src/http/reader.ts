// Who opens a page for people: the person of the browser's web session, or nobody. A bearer token belongs to a script in a
// tab, and opens no page.
import type { FastifyRequest } from 'fastify';
import { personNameOf } from '../actions/session/signInPerson.ts';
import { findWebSession } from '../actions/session/webSession.ts';
import type { Services } from '../engine/context.ts';
import { readCookie, sessionCookieName } from './credentials.ts';

/** A person who is signed in, and what its forms have to send. */
export interface Person {
  readonly name: string;
  readonly csrfToken: string;
}

/** Whom a page is made for. */
export interface Reader {
  /** Null for nobody. */
  readonly person: Person | null;
  /** Whether people can sign in here. */
  readonly canSignIn: boolean;
}

/** Who opened the page. */
export async function readerOf(services: Services, { headers }: FastifyRequest): Promise<Reader> {
  const secret = readCookie(headers.cookie, sessionCookieName(services.signIn.cookie.isSecure));
  const session = await findWebSession(services, secret);
  const identity = session?.viewer.identityUrn ?? null;
  if (session === null || identity === null) return { person: null, canSignIn: services.signIn.isOffered };
  const name = await personNameOf(services, identity);
  return { person: { name, csrfToken: session.csrfToken }, canSignIn: true };
}
