// When a request that was refused for the moment can be sent again. RFC 9110, 10.2.3; resource reference 1.6.
import { ServiceError } from '../domain/errors.ts';

/** The header with which an answer of that status, for that error, says so; none where there is nothing to wait for. */
export function retryHeaders(error: unknown, status: number): Readonly<Record<string, string>> {
  const said = error instanceof ServiceError ? error.extras.retryAfterSeconds : undefined;
  const seconds = said ?? (status === 429 || status === 503 ? 1 : null);
  return seconds === null ? {} : { 'Retry-After': String(seconds) };
}
