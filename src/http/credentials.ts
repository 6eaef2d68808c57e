// The credentials of a request: token, session cookie, CSRF token, and where it comes from.
import type { IncomingHttpHeaders } from 'node:http';
import type { Credentials } from '../actions/session/recognizeCaller.ts';
import { bearerToken } from './bearer.ts';
import { readCookie, sessionCookieName } from './sessionCookie.ts';

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
