// The authorization endpoint, opened in the browser: it asks people to sign in, then whether a client may act for them,
// and redirects them to the client. RFC 6749 section 3.1; RFC 9700 sections 4.12 and 4.16.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { agree, decline, readAuthorization, type SentParameters } from '../actions/oauth/authorizeClient.ts';
import type { Services } from '../engine/context.ts';
import { isOwnPage } from '../actions/session/recognizeCaller.ts';
import { personNameOf } from '../actions/session/signInPerson.ts';
import { findWebSession, isCsrfToken, type WebSession } from '../actions/session/webSession.ts';
import { OAuthError } from '../domain/oauthError.ts';
import { parseOwnPath } from '../domain/ownPath.ts';
import { withParameters } from '../domain/redirectUri.ts';
import { credentialsOf, readCookie, sessionCookieName } from '../http/credentials.ts';
import { retryHeaders } from '../http/retryAfter.ts';
import { consentPage, refusalPage, type Page } from './consentPage.ts';
import { describeError, logIfBug } from './oauthErrors.ts';
import { readParameters } from './parameters.ts';

const path = '/oauth2/authorize';

/** Registers the endpoint. */
export function registerAuthorization(scope: FastifyInstance, services: () => Services): void {
  scope.setErrorHandler((error, request, reply) => {
    const described = describeError(error);
    logIfBug(request, error, described);
    reply.headers(retryHeaders(error, described.status));
    // To a person, who cannot authenticate anything: 400.
    return sendPage(reply, described.status === 401 ? 400 : described.status, refusalPage(described.description));
  });
  scope.get(path, async (request, reply) => {
    const [, ...query] = (request.raw.url ?? '').split('?');
    const sent = known(readParameters(query.join('?')));
    const authorization = await readAuthorization(services(), sent);
    if ('location' in authorization) return goTo(reply, authorization.location);
    const session = await sessionOf(services(), request);
    if (!session) return redirectToSignIn(reply, sent);
    const name = await personNameOf(services(), String(session.viewer.identityUrn));
    const person = { name, csrfToken: session.csrfToken };
    return sendPage(reply, 200, consentPage({ request: authorization, parameters: sent.values, person }));
  });
  scope.post(path, async (request, reply) => {
    const { sent, said, csrfToken } = answerIn(request.body);
    const authorization = await readAuthorization(services(), sent);
    if ('location' in authorization) return goTo(reply, authorization.location);
    const session = await sessionOf(services(), request);
    if (!session) return redirectToSignIn(reply, sent);
    if (!isOwnPage(services(), sourceOf(request)) || !isCsrfToken(session, csrfToken))
      return sendPage(reply, 403, refusalPage('The answer did not come from the page that asked.'));
    if (said !== 'allow') return goTo(reply, decline(services(), authorization));
    return goTo(reply, await agree(services(), authorization, session.viewer));
  });
}

interface Answer {
  readonly sent: SentParameters;
  readonly said: string | undefined;
  readonly csrfToken: string | null;
}

function answerIn(body: unknown): Answer {
  if (typeof body !== 'string') throw new OAuthError('invalid_request', 'A form is expected as the body.');
  const { values, repeated } = readParameters(body);
  const { decision: said, csrfToken = null } = Object.fromEntries(values);
  return { sent: known({ values, repeated }), said, csrfToken };
}

const parameters = [
  'response_type',
  'response_mode',
  'client_id',
  'redirect_uri',
  'scope',
  'state',
  'code_challenge',
  'code_challenge_method',
];

// What is not known is ignored, and not sent again: no link can fill in the answer to the question it leads to.
function known({ values, repeated }: SentParameters): SentParameters {
  return { values: new Map([...values].filter(([name]) => parameters.includes(name))), repeated };
}

// Only the cookie identifies the person: a bearer token does not belong to a browser.
function sessionOf(services: Services, { headers }: FastifyRequest): Promise<WebSession | null> {
  return findWebSession(services, readCookie(headers.cookie, sessionCookieName(services.signIn.cookie.isSecure)));
}

function sourceOf({ headers, method }: FastifyRequest): Parameters<typeof isOwnPage>[1] {
  return credentialsOf({ ...headers, authorization: undefined }, method, false).source;
}

function redirectToSignIn(reply: FastifyReply, { values }: SentParameters): FastifyReply {
  const returnTo = parseOwnPath(withParameters(path, Object.fromEntries(values)));
  if (returnTo === null) throw new OAuthError('invalid_request', 'The request is too long.');
  return goTo(reply, withParameters('/signin', { returnTo }));
}

// 303: the browser comes with GET and without the form (RFC 9700 section 4.12).
function goTo(reply: FastifyReply, location: string): FastifyReply {
  return guarded(reply).status(303).header('Location', location).send();
}

function sendPage(reply: FastifyReply, status: number, { html, policy }: Page): FastifyReply {
  return guarded(reply)
    .status(status)
    .header('Content-Security-Policy', policy)
    .header('X-Frame-Options', 'DENY')
    .type('text/html; charset=utf-8')
    .send(html);
}

// `same-origin` and not `no-referrer`: with that a browser would not say where the form comes from.
function guarded(reply: FastifyReply): FastifyReply {
  return reply.header('Cache-Control', 'no-store').header('Referrer-Policy', 'same-origin');
}
