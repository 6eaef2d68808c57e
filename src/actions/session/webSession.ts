// Web sessions of people who signed in: opening, finding and ending them. The browser holds a random secret in a cookie;
// the table holds its hash, and is read on every request. Resource reference 7.5, 7.6.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import {
  insertWebSession,
  markSecretEnded,
  markWebSessionEnded,
  noteSessionUse,
} from '../../database/session/webSessionStore.ts';
import { recordAccess, type NewAccess } from '../../database/access/accessRecordStore.ts';
import type { CredentialKey } from '../../domain/callers.ts';
import { notFound } from '../../domain/errors.ts';
import { newUrn } from '../../domain/urn.ts';
import type { Viewer } from '../../domain/viewer.ts';
import type { Context, Services } from '../../engine/context.ts';
import { secretHash } from '../../engine/secret.ts';

/** A session that lives. */
export interface WebSession {
  readonly urn: string;
  /** The person, with everything it may do; `identityUrn`, `companyUrn` and `tenantUrn` are set. */
  readonly viewer: Viewer;
  /** What writes of the session have to say in `X-CSRF-Token`. */
  readonly csrfToken: string;
}

type Parts = Pick<Services, 'callers' | 'database' | 'signIn'>;

const secretForm = /^[A-Za-z0-9_-]{43}$/;

/**
 * Opens a session for a person who has just proved who it is, under a new secret; the one the browser held before ends,
 * so that a planted one is worth nothing. Returns the secret, for the cookie alone.
 */
export async function openWebSession(
  parts: Pick<Services, 'database' | 'signIn'>,
  identityUrn: string,
  replacedSecret: string | null,
): Promise<{ readonly secret: string; readonly urn: string }> {
  const secret = randomBytes(32).toString('base64url');
  const urn = newUrn();
  const { idleSeconds, longestSeconds } = parts.signIn.session;
  await parts.database.transaction(async (transaction) => {
    if (replacedSecret !== null) await markSecretEnded(transaction, secretHash(replacedSecret));
    const session = { urn, secretHash: secretHash(secret), identityUrn, idleSeconds, longestSeconds };
    await insertWebSession(transaction, session);
    await recordAccess(transaction, { ...ofPerson(identityUrn), event: 'SIGN_IN', token: urn });
  });
  return { secret, urn };
}

/** The session of a cookie's secret; null for none, and for one that is unknown, ended, idle for too long or expired. */
export async function findWebSession(parts: Parts, secret: string | null): Promise<WebSession | null> {
  const credential = sessionCredential(secret);
  const viewer = credential && (await parts.callers.viewerOf(credential));
  const session = sessionOf(viewer, secret);
  if (credential && session) noteSession(parts, credential, session.viewer);
  return session;
}

/** The secret of a cookie as it is looked up; null for what is none. */
export function sessionCredential(secret: string | null): CredentialKey | null {
  return secret === null || !secretForm.test(secret) ? null : { kind: 'SESSION', hash: secretHash(secret) };
}

/** The session of that secret, which stands for that viewer; null where it stands for nobody. */
export function sessionOf(viewer: Viewer | null, secret: string | null): WebSession | null {
  if (!viewer?.sessionUrn || secret === null) return null;
  return { urn: viewer.sessionUrn, viewer, csrfToken: csrfTokenOf(secret) };
}

/** Notes that a session was used, several times in the time after which it would end. */
export function noteSession(parts: Parts, credential: CredentialKey, { sessionUrn }: Viewer): void {
  if (sessionUrn === null) return;
  const { idleSeconds } = parts.signIn.session;
  parts.callers.noteUse(credential, Math.min(60, idleSeconds / 10), () =>
    noteSessionUse(parts.database.afterRequest(), sessionUrn, idleSeconds),
  );
}

/** Ends the caller's web session: its next request is anonymous and its streams close. NOT_FOUND without one. */
export async function endWebSession({ database, viewer }: Pick<Context, 'database' | 'viewer'>): Promise<void> {
  if (viewer.sessionUrn === null) throw notFound();
  const { sessionUrn, identityUrn } = viewer;
  await markWebSessionEnded(database, sessionUrn);
  if (identityUrn !== null)
    await recordAccess(database, { ...ofPerson(identityUrn), event: 'SIGN_OUT', token: sessionUrn });
}

const ofPerson = (identity: string): Omit<NewAccess, 'event' | 'token'> => ({
  ...{ owner: { table: 'identity', urn: identity }, company: null },
  ...{ identity, apiClient: null, operation: null, target: null },
});

/** Whether a request said the session's token; takes the same time for every text of that length. */
export function isCsrfToken(session: WebSession, said: string | null): boolean {
  const [expected, given] = [Buffer.from(session.csrfToken), Buffer.from(said ?? '')];
  return expected.length === given.length && timingSafeEqual(expected, given);
}

// Made from the secret, so that it is bound to the session and nothing more has to be kept; the way back is closed.
function csrfTokenOf(secret: string): string {
  return createHmac('sha256', secret).update('commonplace csrf token').digest('base64url');
}
