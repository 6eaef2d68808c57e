// The credentials of a request: bearer token, session cookie, CSRF token, and where it comes from; and the challenge of a
// 401. Spec: Authentication 1; RFC 6750 section 2.1; RFC 6265bis.
import type { IncomingHttpHeaders } from 'node:http';
import type { Credentials } from '../actions/session/recognizeCaller.ts';
import { ServiceError } from '../domain/errors.ts';
import type { SignInParts } from '../engine/context.ts';
import type { FastifyInstance } from 'fastify';

const safeMethods: readonly string[] = ['GET', 'HEAD', 'OPTIONS'];

/**
 * The credentials of a request with that method; SOCKET stands for a WebSocket's handshake. UNAUTHENTICATED for an
 * Authorization header that is no bearer token.
 */
export function credentialsOf(headers: IncomingHttpHeaders, method: string, isSecure: boolean): Credentials {
  const isSafe = safeMethods.includes(method);
  return {
    token: bearerToken(headers.authorization),
    sessionSecret: readCookie(headers.cookie, sessionCookieName(isSecure)),
    csrfToken: one(headers['x-csrf-token']),
    source: {
      origin: headers.origin ?? null,
      site: one(headers['sec-fetch-site']),
      mode: one(headers['sec-fetch-mode']),
    },
    intent: method === 'SOCKET' ? 'SOCKET' : isSafe ? 'READ' : 'WRITE',
  };
}

function one(value: string | string[] | undefined): string | null {
  return typeof value === 'string' ? value : null;
}

const longestToken = 1024;

/** The token of an Authorization header; null without one. UNAUTHENTICATED for any other scheme or a malformed one. */
export function bearerToken(header: string | undefined): string | null {
  if (header === undefined) return null;
  const match = /^Bearer +([A-Za-z0-9\-._~+/]+=*) *$/i.exec(header);
  const token = match?.[1];
  if (!token || token.length > longestToken) throw new ServiceError('UNAUTHENTICATED');
  return token;
}

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
export function sessionCookie(secret: string | null, form: SignInParts['cookie']): string {
  return cookie(sessionCookieName(form.isSecure), secret ?? '', form, secret === null ? 0 : null);
}

/** Seconds for which a browser says what it wrote last: afterwards READ_LAG_MS, which is no longer, sees to that. */
const positionSeconds = 60;
const positionCookieName = (isSecure: boolean): string => `${isSecure ? '__Host-' : ''}commonplace-position`;

/** A `Set-Cookie` for the `Read-Position` of a page's write. */
export function positionCookie(position: string, form: SignInParts['cookie']): string {
  return cookie(positionCookieName(form.isSecure), position, form, positionSeconds);
}

/** The `Read-Position` that a browser kept; null without one. */
export function keptPosition(headers: IncomingHttpHeaders, { isSecure }: SignInParts['cookie']): string | null {
  return readCookie(headers.cookie, positionCookieName(isSecure));
}

function cookie(
  name: string,
  value: string,
  { isSecure, sameSite }: SignInParts['cookie'],
  seconds: number | null,
): string {
  const attributes = ['Path=/', 'HttpOnly', `SameSite=${sameSite}`, ...(isSecure ? ['Secure'] : [])];
  const end = seconds === null ? [] : [`Max-Age=${String(seconds)}`];
  return [`${name}=${value}`, ...attributes, ...end].join('; ');
}

const challenge = 'Bearer error="invalid_token"';

/**
 * Adds `resource_metadata` (RFC 6750 section 3; RFC 9728 section 5.1) to the challenge of each 401; endpoints with a challenge of another scheme keep theirs.
 */
export function challengeCallers(app: FastifyInstance, baseUrl: () => string): void {
  app.addHook('onSend', (_request, reply, _payload, done) => {
    const isChallenged = reply.statusCode === 401 && (reply.getHeader('WWW-Authenticate') ?? challenge) === challenge;
    if (isChallenged)
      reply.header(
        'WWW-Authenticate',
        `${challenge}, resource_metadata="${baseUrl()}/.well-known/oauth-protected-resource"`,
      );
    done();
  });
}
