// The paths below /signin, where people prove who they are and get a web session.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context } from '../engine/context.ts';
import { framingOrigins } from '../actions/session/framingOrigins.ts';
import type { SignInPolicy } from '../actions/session/signInAccount.ts';
import { personNameOf } from '../actions/session/signInPerson.ts';
import { endWebSession, findWebSession, isCsrfToken } from '../actions/session/webSession.ts';
import { ServiceError } from '../domain/errors.ts';
import { parseOwnPath } from '../domain/ownPath.ts';
import { sessionCookie } from '../http/sessionCookie.ts';
import { requireOwnPage, heldSecret, sendPage, sentForm, sentQuery } from './exchange.ts';
import { registerLinks, type LinkRouteParts } from './linkRoutes.ts';
import { createOpenIdProvider, type ProviderOptions } from './openIdProvider.ts';
import { registerProvider, providerProblem } from './providerRoutes.ts';
import { framePage, goOnPage, problemPage, signedInPage, signInPage, styleSheet } from './pages.ts';

/** What sign-in is made of. */
export interface SignInRouteParts extends LinkRouteParts {
  /** The caller of a request. */
  readonly contextFor: (request: FastifyRequest) => Promise<Context>;
  readonly settings: {
    /** The provider people sign in at, what the page calls it, and whom it may bring; null without one. */
    readonly oidc: (ProviderOptions & SignInPolicy & { readonly name: string }) | null;
    /** Whether sign-in links are printed. */
    readonly printsLinks: boolean;
  };
  /** Hears why a provider's answer was refused. */
  readonly report: (problem: unknown) => void;
}

const largestForm = 16_384;
const home = '/signin';

/** Registers the paths. */
export function registerSignIn(app: FastifyInstance, parts: SignInRouteParts): void {
  void app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: largestForm },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );
    scope.get('/signin/style.css', (_request, reply) =>
      reply.type('text/css; charset=utf-8').header('Cache-Control', 'public, max-age=3600').send(styleSheet),
    );
    registerHome(scope, parts);
    scope.get('/signin/frame', async (_request, reply) =>
      sendPage(reply, 200, framePage(), await framingOrigins(parts.services())),
    );
    registerSignOut(scope, parts);
    const { oidc, printsLinks } = parts.settings;
    if (printsLinks) registerLinks(scope, parts);
    const { services } = parts;
    if (oidc) registerProvider(scope, { services, provider: createOpenIdProvider(oidc), policy: oidc });
    answerProblems(scope, parts);
  });
}

// People read these responses: an error is a page here, and an internal error reveals no details.
function answerProblems(scope: FastifyInstance, { report }: SignInRouteParts): void {
  scope.setErrorHandler((error, _request, reply) => {
    if (error instanceof ServiceError) return sendPage(reply, error.status, problemPage(error.message));
    report(error);
    const { status, text } = providerProblem(error) ?? { status: 500, text: 'Something went wrong here.' };
    return sendPage(reply, status, problemPage(text));
  });
}

function registerHome(scope: FastifyInstance, parts: SignInRouteParts): void {
  const ways = { provider: parts.settings.oidc?.name ?? null, links: parts.settings.printsLinks };
  scope.get(home, async (request, reply) => {
    const returnTo = parseOwnPath(sentQuery(request)['returnTo']);
    const { viewer, csrfToken, signIn } = await parts.contextFor(request);
    if (viewer.sessionUrn !== null && viewer.identityUrn !== null && csrfToken !== null) {
      const name = await personNameOf(parts.services(), viewer.identityUrn);
      return sendPage(reply, 200, signedInPage(name, csrfToken, returnTo));
    }
    if (!signIn.isOffered) return sendPage(reply, 404, problemPage('Signing in is not set up here.'));
    return sendPage(reply, 200, signInPage(ways, returnTo ?? home));
  });
}

// The form's own field stands for the header, which forms cannot send.
function registerSignOut(scope: FastifyInstance, parts: SignInRouteParts): void {
  scope.post('/signin/out', async (request, reply) => {
    const services = requireOwnPage(parts, request);
    const session = await findWebSession(services, heldSecret(services, request));
    if (!session || !isCsrfToken(session, sentForm(request)['csrfToken'] ?? null))
      return sendPage(reply, 403, problemPage('You are not signed in, or this page is too old.'));
    await endWebSession({ database: services.database, viewer: session.viewer });
    reply.header('Set-Cookie', sessionCookie(null, services.signIn.cookie));
    return sendPage(reply, 200, goOnPage('Signed out', home));
  });
}
