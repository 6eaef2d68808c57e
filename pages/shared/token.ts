// The bearer token of this browser tab. It is kept in sessionStorage, which ends with the tab, and shown to nobody else.

const key = 'commonplace.token';
const untilKey = 'commonplace.token.until';
const listeners = new Set<() => void>();

/** The token that was typed, or came with the link of a start; null for none. */
export function readToken(): string | null {
  return sessionStorage.getItem(key);
}

/** When the token ends that the link of a start gave this tab; null for one that was typed. */
export function linkEnds(): Date | null {
  const until = sessionStorage.getItem(untilKey);
  return until ? new Date(until) : null;
}

/** Keeps a token until the tab is closed; null forgets it. `until` is when one that came with the link of a start ends. */
export function keepToken(token: string | null, until: string | null = null): void {
  if (token) sessionStorage.setItem(key, token);
  else sessionStorage.removeItem(key);
  if (token && until) sessionStorage.setItem(untilKey, until);
  else sessionStorage.removeItem(untilKey);
  for (const listener of listeners) listener();
}

/** Whether the service knows the token. It is taken for known while the service cannot be asked. */
export async function isKnown(token: string): Promise<boolean> {
  try {
    const headers = { accept: 'application/json', Authorization: `Bearer ${token}` };
    return (await fetch('/n/v1/clientcontext', { headers })).status !== 401;
  } catch {
    return true;
  }
}

/** Calls back whenever the token changes. */
export function onToken(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Headers that say who sends a request: the token, or else the CSRF token of a web session, or nothing. */
export async function credentials(): Promise<Record<string, string>> {
  const token = readToken();
  if (token) return { Authorization: `Bearer ${token}` };
  const { csrfToken } = await readSession();
  return csrfToken ? { 'X-CSRF-Token': csrfToken } : {};
}

/** Where a person signs in; null where that is not offered. */
export async function signInUrl(): Promise<string | null> {
  const { loginUrl } = await readSession();
  return loginUrl ? `${loginUrl}?${new URLSearchParams({ returnTo: location.pathname })}` : null;
}

interface Session {
  readonly csrfToken?: string | null;
  readonly loginUrl?: string | null;
}

async function readSession(): Promise<Session> {
  const response = await fetch('/n/v1/clientcontext', { headers: { accept: 'application/json' } });
  return response.ok ? ((await response.json()) as Session) : {};
}

/** Exchanges the code in `#open=…` for a token; says why it cannot. The code leaves the address bar first. */
export async function openFromLink(): Promise<string | null> {
  const code = /^#open=(.+)$/.exec(location.hash)?.[1];
  if (!code) return null;
  history.replaceState(null, '', location.pathname);
  const response = await fetch('/graphql/ide/session', {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ code }),
  });
  const body = (await response.json()) as { token?: string; expires?: string; detail?: string };
  if (!body.token) return body.detail ?? 'The link could not be opened.';
  keepToken(body.token, body.expires);
  return null;
}
