// The bearer token of this browser tab. It is kept in sessionStorage, which ends with the tab, and shown to nobody else.

const key = 'commonplace.token';
const listeners = new Set<() => void>();

/** The token that was typed, or came with the link of a start; null for none. */
export function readToken(): string | null {
  return sessionStorage.getItem(key);
}

/** Keeps a token until the tab is closed; null forgets it. */
export function keepToken(token: string | null): void {
  if (token) sessionStorage.setItem(key, token);
  else sessionStorage.removeItem(key);
  for (const listener of listeners) listener();
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
  const response = await fetch('/n/v1/clientcontext', { headers: { accept: 'application/json' } });
  if (!response.ok) return {};
  const { csrfToken } = (await response.json()) as { csrfToken?: string | null };
  return csrfToken ? { 'X-CSRF-Token': csrfToken } : {};
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
  const body = (await response.json()) as { token?: string; detail?: string };
  if (!body.token) return body.detail ?? 'The link could not be opened.';
  keepToken(body.token);
  return null;
}
