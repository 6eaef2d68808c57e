// Signing in with passkeys: the invitation that registers one, signing in, and what people see of their own passkeys and sessions.
// Resource reference 16.24.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  challengeSeconds,
  deleteIdentityPasskeys,
  findPasskey,
  giveChallenge,
  keepPasskey,
  knownCredentials,
  personInvited,
  personSigned,
  useChallenge,
  type Invited,
} from '../actions/session/passkeys.ts';
import { personNameOf } from '../actions/session/signInPerson.ts';
import { findWebSession, isCsrfToken, openWebSession } from '../actions/session/webSession.ts';
import { endIdentitySessions } from '../actions/oauth/identitySessions.ts';
import { notFound, ServiceError } from '../domain/errors.ts';
import { parseOwnPath } from '../domain/ownPath.ts';
import { relyingPartyOf, type RelyingParty } from '../domain/relyingParty.ts';
import { parseUrn } from '../domain/urn.ts';
import type { Context, Services } from '../engine/context.ts';
import { contextOf } from '../engine/contextOf.ts';
import { sessionCookie } from '../http/credentials.ts';
import { heldSecret, requireOwnPage, sendPage, sentForm, sentQuery, type Sent } from './exchange.ts';
import { askToRegister, askToSignIn, registered, signed } from './passkeyCheck.ts';
import { goOnPage, invitationPage, problemPage } from './pages.ts';

/** What these paths work with. */
export interface PasskeyRouteParts {
  readonly services: () => Services;
  /** Where people go on who came from nowhere else. */
  readonly afterwards: string;
}

const timeoutMillis = challengeSeconds * 1_000;

/** Registers the paths. */
export function registerPasskeys(scope: FastifyInstance, parts: PasskeyRouteParts): void {
  const at =
    (act: (services: Services, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>) =>
    async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> =>
      act(requireOwnPage(parts, request), request, reply);
  scope.get('/signin/invitation', async (request, reply) => {
    const { token = '' } = sentQuery(request);
    const services = parts.services();
    const invited = await personInvited(services, token);
    if (!invited) return sendPage(reply, 410, problemPage(over));
    const elsewhere = placeFor(services, request);
    const page = invitationPage(invited.name, token, elsewhere && `${elsewhere}/signin/invitation?token=${token}`);
    return sendPage(reply, 200, page, { hasScript: true });
  });
  scope.post('/signin/passkey/options', at(sendOptions));
  scope.post('/signin/passkey/register', at(register));
  scope.post(
    '/signin/passkey',
    at(async (services, request, reply) => signIn(services, request, reply, parts.afterwards)),
  );
  registerOwn(scope, parts);
}

const over = 'This invitation was used, was replaced by a newer one, or its time is over. Ask for a new one.';

function siteOf({ baseUrl }: Pick<Services, 'baseUrl'>): RelyingParty {
  const site = relyingPartyOf(baseUrl);
  if (!site) throw new ServiceError('NOT_FOUND', 'Passkeys need a domain name, and this service has none.');
  return site;
}

/** Where passkeys work, if the page was opened under another name of the service; null if it was not. */
export function placeFor({ baseUrl }: Pick<Services, 'baseUrl'>, { hostname }: FastifyRequest): string | null {
  const site = relyingPartyOf(baseUrl);
  return site && site.id !== hostname ? site.origin : null;
}

interface Registering extends Invited {
  readonly invitation: string | null;
}

// By an invitation, or by the person itself in its session.
async function whoRegisters(services: Services, request: FastifyRequest, sent: Sent): Promise<Registering | null> {
  const { invitation } = sent;
  if (invitation !== undefined) {
    const invited = await personInvited(services, invitation);
    return invited && { ...invited, invitation };
  }
  const session = await findWebSession(services, heldSecret(services, request));
  const identity = session?.viewer.identityUrn;
  if (!session || !identity || !isCsrfToken(session, sent['csrfToken'] ?? null)) return null;
  return { identity, name: await personNameOf(services, identity), invitation: null };
}

async function sendOptions(services: Services, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const site = siteOf(services);
  const sent = sentForm(request);
  const isNew = sent['purpose'] === 'register';
  const person = isNew ? await whoRegisters(services, request, sent) : null;
  if (isNew && !person) return reply.code(403).header('Cache-Control', 'no-store').send({ problem: over });
  const options = person
    ? await askToRegister(site, person, await knownCredentials(services, person.identity), timeoutMillis)
    : await askToSignIn(site, timeoutMillis);
  await giveChallenge(services, options.challenge, person?.identity ?? null);
  return reply.header('Cache-Control', 'no-store').send(options);
}

async function register(services: Services, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const sent = sentForm(request);
  const person = await whoRegisters(services, request, sent);
  if (!person) return sendPage(reply, 403, problemPage(over));
  const { identity, invitation } = person;
  const use = (challenge: string): Promise<boolean> => useChallenge(services, challenge, identity);
  const key = await registered(siteOf(services), sent['response'] ?? '', use);
  if (!key || !(await keepPasskey(services, key, { identity, invitation })))
    return sendPage(reply, 403, problemPage('The passkey was not accepted. Go back, and try again.'));
  if (invitation === null) return sendPage(reply, 200, goOnPage('Passkey added', '/signin'));
  return open(services, request, reply, { identity, target: '/desk' });
}

async function signIn(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  afterwards: string,
): Promise<FastifyReply> {
  const sent = sentForm(request);
  const key = await signed(siteOf(services), sent['response'] ?? '', {
    find: (id) => findPasskey(services, id),
    challenge: (challenge) => useChallenge(services, challenge, null),
  });
  const identity = key && (await personSigned(services, key));
  if (identity === null)
    return sendPage(reply, 403, problemPage('This passkey signs nobody in here. Ask for an invitation.'));
  return open(services, request, reply, { identity, target: parseOwnPath(sent['returnTo']) ?? afterwards });
}

async function open(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  { identity, target }: { readonly identity: string; readonly target: string },
): Promise<FastifyReply> {
  const session = await openWebSession(services, identity, heldSecret(services, request));
  reply.header('Set-Cookie', sessionCookie(session.secret, services.signIn.cookie));
  return sendPage(reply, 200, goOnPage('Signed in', target));
}

// The person's own sessions and passkeys. The form's field stands for the header, which forms cannot send.
function registerOwn(scope: FastifyInstance, parts: PasskeyRouteParts): void {
  const end = (path: string, act: (context: Context, identity: string, urn: string) => Promise<number>): void => {
    scope.post(path, async (request, reply) => {
      const services = requireOwnPage(parts, request);
      const session = await findWebSession(services, heldSecret(services, request));
      const { csrfToken, urn } = sentForm(request);
      const identity = session?.viewer.identityUrn;
      if (!session || !identity || !isCsrfToken(session, csrfToken ?? null))
        return sendPage(reply, 403, problemPage('You are not signed in, or this page is too old.'));
      const which = parseUrn(urn);
      if (which === null) throw notFound();
      await act(contextOf(services, session.viewer), identity, which);
      return sendPage(reply, 200, goOnPage('Done', '/signin'));
    });
  };
  end('/signin/sessions/end', endIdentitySessions);
  end('/signin/passkeys/delete', deleteIdentityPasskeys);
}
