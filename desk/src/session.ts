// Who uses the desk: the person of the browser's web session, or the token of this tab, which the pages share.
import { keepToken, openFromLink, readToken } from '../../pages/shared/token.ts';

/** Whoever it is. */
export interface Session {
  readonly isSignedIn: boolean;
  /** Where people sign in; null where that is not offered. */
  readonly signInUrl: string | null;
  /** Why a link or a token was refused; empty when nothing was. */
  readonly refusal: string;
}

let csrfToken: string | null = null;

/** Opens the link of a start, if the address has one, and asks who is signed in. */
export async function openSession(): Promise<Session> {
  const refusal = (await openFromLink()) ?? '';
  return await askWho(refusal);
}

async function askWho(refusal: string): Promise<Session> {
  const response = await fetch('/n/v1/clientcontext', { headers: { accept: 'application/json', ...credentials() } });
  if (response.status === 401 && readToken()) {
    keepToken(null);
    return askWho('wrong');
  }
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
  const body = (await response.json()) as { csrfToken?: string | null; loginUrl?: string | null; sessionKind?: string };
  csrfToken = body.csrfToken ?? null;
  const signInUrl = body.loginUrl
    ? `${body.loginUrl}?${new URLSearchParams({ returnTo: location.pathname + location.search })}`
    : null;
  return { isSignedIn: readToken() !== null || csrfToken !== null, signInUrl, refusal };
}

/** Headers that say who sends a request. */
export function credentials(): Record<string, string> {
  const token = readToken();
  if (token) return { Authorization: `Bearer ${token}` };
  return csrfToken ? { 'X-CSRF-Token': csrfToken } : {};
}

/** Uses a token in this tab; false when the service does not know it. */
export async function useToken(text: string): Promise<boolean> {
  keepToken(text.trim().replace(/^Bearer\s+/i, ''));
  return (await askWho('')).isSignedIn;
}

/** Ends the session, or forgets the token of this tab. */
export async function signOut(): Promise<void> {
  if (readToken()) keepToken(null);
  else await fetch('/n/v1/clientcontext', { method: 'DELETE', headers: credentials() });
  location.assign('/desk');
}
