// The paths below /signin, where people prove who they are and get a web session.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context, Services } from '../engine/context.ts';
import { framingOrigins, personNameOf } from '../actions/session/signInPerson.ts';
import type { SignInPolicy } from '../actions/session/signInAccount.ts';
import { endWebSession, findWebSession, isCsrfToken } from '../actions/session/webSession.ts';
import { ServiceError } from '../domain/errors.ts';
import { parseOwnPath } from '../domain/ownPath.ts';
import { sessionCookie } from '../http/credentials.ts';
import { retryHeaders } from '../http/retryAfter.ts';
import { requireOwnPage, heldSecret, sendPage, sentForm, sentQuery } from './exchange.ts';
import { createOpenIdProvider, type ProviderOptions } from './openIdProvider.ts';
import { placeFor, registerPasskeys } from './passkeyRoutes.ts';
import { registerProvider, providerProblem } from './providerRoutes.ts';
import {
  framePage,
  goOnPage,
  notSetUpPage,
  problemPage,
  signedInPage,
  signInPage,
  confirmPage,
  linkPrintedPage,
  type OwnAccess,
} from './pages.ts';
import { readIdentityPasskeys } from '../actions/session/passkeys.ts';
import { readIdentitySessions } from '../actions/oauth/identitySessions.ts';
import { linkMinutes, makeSignInLink, personOfLink, useSignInLink } from '../actions/session/signInLink.ts';

/** What sign-in is made of. */
export interface SignInRouteParts extends LinkRouteParts {
  /** The caller of a request. */
  readonly contextFor: (request: FastifyRequest) => Promise<Context>;
  readonly settings: {
    /** The provider people sign in at, what the page calls it, and whom it may bring; null without one. */
    readonly oidc: (ProviderOptions & SignInPolicy & { readonly name: string }) | null;
    /** Whether sign-in links are printed. */
    readonly printsLinks: boolean;
    /** Whether people sign in with passkeys. */
    readonly hasPasskeys: boolean;
  };
  /** Called with the reason why a provider's answer was refused. */
  readonly report: (problem: unknown) => void;
}

const largestForm = 16_384;
const home = '/signin';
/** Where people go on who came from nowhere else. */
const afterwards = '/desk';

/** Registers the paths. */
export function registerSignIn(app: FastifyInstance, parts: SignInRouteParts): void {
  void app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: largestForm },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );
    registerHome(scope, parts);
    scope.get('/signin/frame', async (_request, reply) =>
      sendPage(reply, 200, framePage(), { framing: await framingOrigins(parts.services()) }),
    );
    registerSignOut(scope, parts);
    const { oidc, printsLinks, hasPasskeys } = parts.settings;
    if (hasPasskeys) registerPasskeys(scope, { services: parts.services, afterwards });
    if (printsLinks) registerLinks(scope, parts);
    const { services } = parts;
    if (oidc) registerProvider(scope, { services, provider: createOpenIdProvider(oidc), policy: oidc });
    answerProblems(scope, parts);
  });
}

// People read these responses: an error is a page here, and an internal error reveals no details.
function answerProblems(scope: FastifyInstance, { report }: SignInRouteParts): void {
  scope.setErrorHandler((error, _request, reply) => {
    const known = refusalOf(error);
    if (!known) report(error);
    const { status, text } = known ?? providerProblem(error) ?? { status: 500, text: 'Something went wrong here.' };
    return sendPage(reply.headers(retryHeaders(error, status)), status, problemPage(text));
  });
}

// What the service refuses, or the server before it: a form that is too large, or none.
function refusalOf(error: unknown): { readonly status: number; readonly text: string } | null {
  if (error instanceof ServiceError) return { status: error.status, text: error.message };
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
  return status < 500 ? { status, text: 'The form cannot be read.' } : null;
}

function registerHome(scope: FastifyInstance, parts: SignInRouteParts): void {
  const { oidc, printsLinks, hasPasskeys } = parts.settings;
  scope.get(home, async (request, reply) => {
    const returnTo = parseOwnPath(sentQuery(request)['returnTo']);
    const context = await parts.contextFor(request);
    const { viewer, csrfToken, signIn } = context;
    if (viewer.sessionUrn !== null && viewer.identityUrn !== null && csrfToken !== null) {
      const name = await personNameOf(parts.services(), viewer.identityUrn);
      const own = await ownAccessOf(context, viewer.identityUrn, hasPasskeys);
      return sendPage(reply, 200, signedInPage({ name, csrfToken }, returnTo, own), { hasScript: hasPasskeys });
    }
    if (!signIn.isOffered) return sendPage(reply, 404, notSetUpPage());
    const elsewhere = placeFor(context, request);
    const passkeys = hasPasskeys ? (elsewhere === null ? 'HERE' : { place: elsewhere }) : null;
    const ways = { provider: oidc?.name ?? null, links: printsLinks, passkeys } as const;
    return sendPage(reply, 200, signInPage(ways, returnTo ?? afterwards), { hasScript: hasPasskeys });
  });
}

const dayOf = (instant: string): string => instant.slice(0, 16).replace('T', ' ');

async function ownAccessOf(context: Context, identity: string, hasPasskeys: boolean): Promise<OwnAccess> {
  const sessions = await readIdentitySessions(context, identity);
  const passkeys = hasPasskeys ? await readIdentityPasskeys(context, identity) : null;
  return {
    sessions: sessions.map((one) => {
      const what = one.isCurrent ? 'This browser' : (one.applicationName ?? 'Another browser');
      return { urn: one.urn, text: `${what}, since ${dayOf(one.createdTimestamp)} UTC` };
    }),
    passkeys:
      passkeys?.map((one) => {
        const used = one.lastUsedTimestamp === null ? 'never used' : `last used ${dayOf(one.lastUsedTimestamp)} UTC`;
        return { urn: one.urn, text: `Passkey of ${dayOf(one.createdTimestamp)} UTC, ${used}` };
      }) ?? null,
  };
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

const used = 'This link was used already, or its time is over.';

/** What these paths work with. */
interface LinkRouteParts {
  readonly services: () => Services;
  /** Reports to the operator. */
  readonly say: (line: string) => void;
}

/** Registers the paths below /signin/link. */
function registerLinks(scope: FastifyInstance, parts: LinkRouteParts): void {
  const { say } = parts;
  scope.post('/signin/link', async (request, reply) => {
    requireLocal(request);
    const services = requireOwnPage(parts, request);
    const { email = '', returnTo } = sentForm(request);
    const link = await makeSignInLink(services, email, parseOwnPath(returnTo) ?? afterwards);
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
