// Sign-in at an OpenID Connect provider: sending the browser there, and what happens when it comes back.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Services } from '../engine/context.ts';
import {
  personForAccount,
  type SignInPolicy,
  type SignInRefusal,
  attemptSeconds,
  beginSignIn,
  newBrowserSecret,
  resumeSignIn,
} from '../actions/session/signInAccount.ts';
import { openWebSession } from '../actions/session/webSession.ts';
import { parseOwnPath } from '../domain/ownPath.ts';
import { readCookie, sessionCookie } from '../http/credentials.ts';
import { heldSecret, sendPage, sentQuery } from './exchange.ts';
import { ProviderRefusal, ProviderUnreachable, type OpenIdProvider } from './openIdProvider.ts';
import { problemPage } from './pages.ts';

/** What these paths work with. */
export interface ProviderRouteParts {
  readonly services: () => Services;
  readonly provider: OpenIdProvider;
  readonly policy: SignInPolicy;
}

const callback = '/signin/oidc/callback';
const begunElsewhere = 'This sign-in was begun in another browser, was finished already, or took too long.';

/** Registers the paths below /signin/oidc. */
export function registerProvider(scope: FastifyInstance, parts: ProviderRouteParts): void {
  scope.get('/signin/oidc', async (request, reply) => {
    const services = parts.services();
    const returnTo = parseOwnPath(sentQuery(request)['returnTo']) ?? '/desk';
    const { url, ...binding } = await parts.provider.begin(services.baseUrl + callback);
    // Kept from one sign-in to the next: two tabs may be on their way at once.
    const browserSecret = readBrowserSecret(services, request) ?? newBrowserSecret();
    await beginSignIn(services, { ...binding, browserSecret, returnTo });
    reply.header('Set-Cookie', browserCookie(services, browserSecret));
    return reply.header('Cache-Control', 'no-store').redirect(url, 303);
  });
  scope.get(callback, async (request, reply) => {
    const services = parts.services();
    const { state = '' } = sentQuery(request);
    const browserSecret = readBrowserSecret(services, request);
    const begun = browserSecret === null ? null : await resumeSignIn(services, state, browserSecret);
    if (!begun) return sendPage(reply, 400, problemPage(begunElsewhere));
    const answer = new URL(request.raw.url ?? '', services.baseUrl);
    const account = await parts.provider.finish(answer, { ...begun, state });
    const person = await personForAccount(services, account, parts.policy);
    if (typeof person === 'string') return sendPage(reply, 403, problemPage(refusals[person]));
    const session = await openWebSession(services, person.identityUrn, heldSecret(services, request));
    reply.header('Set-Cookie', sessionCookie(session.secret, services.signIn.cookie));
    return reply.header('Cache-Control', 'no-store').redirect(begun.returnTo, 303);
  });
}

const refusals: Readonly<Record<SignInRefusal, string>> = {
  UNKNOWN: 'You are not known here yet. Ask an administrator to add you with the e-mail address of your account.',
  EMAIL_UNCONFIRMED: 'Your account has an e-mail address that was not confirmed. Confirm it there, then sign in again.',
  EMAIL_OF_SEVERAL:
    'More than one person here has the e-mail address of your account. Ask an administrator to settle it.',
  OTHER_ACCOUNT:
    'The person with that e-mail address signs in with another account. Ask an administrator to settle it.',
};

/** What a page says about a provider that failed, with the status to say it with; null for any other error. */
export function providerProblem(error: unknown): { readonly status: number; readonly text: string } | null {
  if (error instanceof ProviderUnreachable)
    return { status: 503, text: 'The place you sign in at does not answer. Try again in a moment.' };
  if (!(error instanceof ProviderRefusal)) return null;
  return error.code === 'access_denied'
    ? { status: 403, text: 'The place you sign in at did not let you in, or you turned back.' }
    : { status: 400, text: 'What came back from the place you sign in at could not be trusted. Begin again.' };
}

const plainName = 'commonplace-signin';
const secretForm = /^[A-Za-z0-9_-]{43}$/;

const cookieName = ({ signIn }: Services): string => `${signIn.cookie.isSecure ? '__Host-' : ''}${plainName}`;

function readBrowserSecret(services: Services, { headers }: FastifyRequest): string | null {
  const secret = readCookie(headers.cookie, cookieName(services));
  return secret !== null && secretForm.test(secret) ? secret : null;
}

// Lax, whatever the session's cookie is: the way back from the provider is a link that is followed.
function browserCookie(services: Services, secret: string): string {
  const secure = services.signIn.cookie.isSecure ? ['Secure'] : [];
  const attributes = ['Path=/', 'HttpOnly', 'SameSite=Lax', `Max-Age=${String(attemptSeconds)}`, ...secure];
  return [`${cookieName(services)}=${secret}`, ...attributes].join('; ');
}
