// A sign-in at a provider while it is under way: bound to the browser that began it, used once, gone after ten minutes.
// RFC 9700 4.7; OpenID Connect Core 3.1.2.1.
import { randomBytes } from 'node:crypto';
import { insertAttempt, takeAttempt, type Attempt } from '../../database/session/signInStore.ts';
import type { Services } from '../../engine/context.ts';
import { secretHash } from '../access/secret.ts';

/** How long a person may take at the provider. */
export const attemptSeconds = 600;

/** What a sign-in under way is kept with; `state` and `browserSecret` as hashes. */
export interface SignInAttempt extends Pick<Attempt, 'nonce' | 'codeVerifier' | 'returnTo'> {
  readonly state: string;
  /** What the browser keeps in a cookie. */
  readonly browserSecret: string;
}

/** A new secret for a browser that has none. */
export function newBrowserSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** Keeps a sign-in that was begun. */
export async function beginSignIn({ database }: Pick<Services, 'database'>, attempt: SignInAttempt): Promise<void> {
  const { state, browserSecret, ...rest } = attempt;
  const kept = { ...rest, stateHash: secretHash(state), browserHash: secretHash(browserSecret) };
  await insertAttempt(database, kept, attemptSeconds);
}

/** Consumes the sign-in with that state; null unless this browser began it recently and it has not been consumed. */
export async function resumeSignIn(
  { database }: Pick<Services, 'database'>,
  state: string,
  browserSecret: string,
): Promise<Pick<SignInAttempt, 'nonce' | 'codeVerifier' | 'returnTo'> | null> {
  return takeAttempt(database, secretHash(state), secretHash(browserSecret));
}
