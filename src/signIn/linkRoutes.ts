// Sign-in by a link that is printed where the service runs: for development on one machine, and refused where a request
// shows that it came from elsewhere.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Services } from '../engine/context.ts';
import { linkMinutes, makeSignInLink, personOfLink, useSignInLink } from '../actions/session/signInLink.ts';
import { ServiceError } from '../domain/errors.ts';
import { parseOwnPath } from '../domain/ownPath.ts';
import { sessionCookie } from '../http/sessionCookie.ts';
import { requireOwnPage, heldSecret, sendPage, sentForm, sentQuery } from './exchange.ts';
import { confirmPage, goOnPage, linkPrintedPage, problemPage } from './pages.ts';

const used = 'This link was used already, or its time is over.';

/** What these paths work with. */
export interface LinkRouteParts {
  readonly services: () => Services;
  /** Reports to the operator. */
  readonly say: (line: string) => void;
}

/** Registers the paths below /signin/link. */
export function registerLinks(scope: FastifyInstance, parts: LinkRouteParts): void {
  const { say } = parts;
  scope.post('/signin/link', async (request, reply) => {
    requireLocal(request);
    const services = requireOwnPage(parts, request);
    const { email = '', returnTo } = sentForm(request);
    const link = await makeSignInLink(services, email, parseOwnPath(returnTo) ?? '/signin');
    if (typeof link === 'object') say(`sign-in link, works once: ${services.baseUrl}/signin/link?token=${link.secret}`);
    else say(`no sign-in link: ${link === 'NOBODY' ? 'no person has' : 'more than one person has'} that address`);
    return sendPage(reply, 200, linkPrintedPage(linkMinutes));
  });
  scope.get('/signin/link', async (request, reply) => {
    requireLocal(request);
    const { token = '' } = sentQuery(request);
    const name = await personOfLink(parts.services(), token);
    return name === null
      ? sendPage(reply, 410, problemPage(used))
      : sendPage(reply, 200, confirmPage(name || 'a person without a name', token));
  });
  scope.post('/signin/link/open', async (request, reply) => {
    requireLocal(request);
    const services = requireOwnPage(parts, request);
    const { token = '' } = sentForm(request);
    const opened = await useSignInLink(services, token, heldSecret(services, request));
    if (!opened) return sendPage(reply, 410, problemPage(used));
    reply.header('Set-Cookie', sessionCookie(opened.secret, services.signIn.cookie));
    return sendPage(reply, 200, goOnPage('Signed in', opened.returnTo));
  });
}

const forwarding = /^(forwarded|via|x-forwarded-.+|x-real-ip)$/;

// The setting holds for a loopback address only; a proxy in front of it would open it to others all the same.
function requireLocal({ headers, hostname }: FastifyRequest): void {
  const isForwarded = Object.keys(headers).some((name) => forwarding.test(name));
  const isLoopback = /^(localhost|127(\.[0-9]{1,3}){3}|\[::1\])$/.test(hostname);
  if (isForwarded || !isLoopback) throw new ServiceError('NOT_FOUND', 'Sign-in links work on this machine only.');
}
