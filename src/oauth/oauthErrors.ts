// Errors of OAuth endpoints, in OAuth's error format. RFC 6749 section 5.2.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ServiceError } from '../domain/errors.ts';
import { retryHeaders } from '../http/retryAfter.ts';
import { OAuthError, type OAuthCode } from '../domain/oauthError.ts';

/** Makes the scope's routes return errors in OAuth's format; an unsupported method is reported as everywhere else. */
export function answerOAuthErrors(scope: FastifyInstance): void {
  scope.setErrorHandler((error, request, reply) => {
    if (error instanceof ServiceError && error.code === 'METHOD_NOT_ALLOWED') throw error;
    const described = describeError(error);
    logIfBug(request, error, described);
    if (described.status === 401) reply.header('WWW-Authenticate', 'Basic realm="Commonplace", charset="UTF-8"');
    return unkept(reply)
      .status(described.status)
      .headers(retryHeaders(error, described.status))
      .send({ error: described.code, error_description: described.description });
  });
}

/** A response that must not be cached: RFC 6749 section 5.1. */
export function unkept(reply: FastifyReply): FastifyReply {
  return reply.header('Cache-Control', 'no-store').header('Pragma', 'no-cache');
}

/** Logs a bug without anything that was sent; what the service itself refuses, such as while its database is away, is none. */
export function logIfBug(request: FastifyRequest, error: unknown, { status }: Pick<ErrorDescription, 'status'>): void {
  if (status >= 500 && !(error instanceof ServiceError))
    request.log.error({ requestId: request.id, err: error }, 'request failed');
}

interface ErrorDescription {
  readonly status: number;
  readonly code: OAuthCode;
  readonly description: string;
}

/** The error that anything thrown is reported as. */
export function describeError(error: unknown): ErrorDescription {
  if (error instanceof OAuthError) return { status: error.status, code: error.code, description: error.message };
  const status = statusOf(error);
  if (status === 413) return { status, code: 'invalid_request', description: 'The body is too large.' };
  if (status === 429) return { status, code: 'temporarily_unavailable', description: 'Too many requests.' };
  const unreadable = 'A form (application/x-www-form-urlencoded) is expected.';
  if (status === 400 || status === 415) return { status: 400, code: 'invalid_request', description: unreadable };
  const isPassing = error instanceof ServiceError && error.code !== 'INTERNAL_ERROR';
  return isPassing
    ? {
        status: 503,
        code: 'temporarily_unavailable',
        description: 'The service is temporarily unavailable. Try again shortly.',
      }
    : { status: 500, code: 'server_error', description: 'An unexpected error occurred and was logged.' };
}

// Errors of the service and refusals of the HTTP server say their status.
function statusOf(error: unknown): number {
  if (error instanceof ServiceError) return error.status;
  return error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
}
