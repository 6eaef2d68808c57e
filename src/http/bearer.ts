// The bearer token of a request. Spec: Authentication 1; RFC 6750 section 2.1.
import { ServiceError } from '../domain/errors.ts';

const longestToken = 1024;

/** The token of an Authorization header; null without one. UNAUTHENTICATED for any other scheme or a malformed one. */
export function bearerToken(header: string | undefined): string | null {
  if (header === undefined) return null;
  const match = /^Bearer +([A-Za-z0-9\-._~+/]+=*) *$/i.exec(header);
  const token = match?.[1];
  if (!token || token.length > longestToken) throw new ServiceError('UNAUTHENTICATED');
  return token;
}
