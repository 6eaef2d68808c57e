// The cookie of a web session: how it is named, read and set. RFC 6265bis; OWASP session management.

import type { SignInParts } from '../engine/context.ts';

const plainName = 'commonplace-session';

/** The name of the session cookie. `__Host-`: no other host, no other path and no plain connection can have set it. */
export function sessionCookieName(isSecure: boolean): string {
  return isSecure ? `__Host-${plainName}` : plainName;
}

/** The value of a cookie; null without one, and where two of that name contradict each other. */
export function readCookie(header: string | undefined, name: string): string | null {
  const values = (header ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));
  return new Set(values).size === 1 ? (values[0] ?? null) : null;
}

/** A `Set-Cookie` for the session; null takes it away. It goes when the browser is closed: the table knows how long it holds. */
export function sessionCookie(secret: string | null, { isSecure, sameSite }: SignInParts['cookie']): string {
  const attributes = ['Path=/', 'HttpOnly', `SameSite=${sameSite}`, ...(isSecure ? ['Secure'] : [])];
  const end = secret === null ? ['Max-Age=0'] : [];
  return [`${sessionCookieName(isSecure)}=${secret ?? ''}`, ...attributes, ...end].join('; ');
}
