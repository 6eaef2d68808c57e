// Errors as responses: one body that is both the document's Error and an RFC 9457 problem. Resource reference 1.8.
// Knows the catalog of errors but not their causes.
import { errorCatalog, mostViolations, ServiceError, type ErrorCode } from '../../domain/errors.ts';
import { retryHeaders } from '../../http/retryAfter.ts';
import { acceptsProblem } from '../request/requestHeaders.ts';

/** What an error's answer needs to know of its request. */
export interface FailedRequest {
  /** Path and query as they were sent. */
  readonly url: string;
  readonly id: string;
  /** The Accept header. */
  readonly accept: string | undefined;
}

/** An answer that reports an error. */
export interface ErrorAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>>;
}

/**
 * The response to anything that was thrown. A ServiceError is shown as it is, an error of the HTTP server by the code
 * that fits its status; everything else is INTERNAL_ERROR without details, so a status of 500 or above is logged.
 */
export function errorBody(thrown: unknown, request: FailedRequest): ErrorAnswer {
  const error = serviceErrorOf(thrown);
  const { code, status, extras } = error;
  const errors = error.violations.slice(0, mostViolations);
  const body = {
    code,
    apiCode: code,
    httpCode: status,
    detail: error.message,
    type: `urn:commonplace:error:${code}`,
    title: errorCatalog[code].title,
    status,
    instance: request.url.split('?', 1)[0] ?? '',
    requestId: request.id,
    timestamp: new Date().toISOString(),
    ...(errors.length > 0 && { errors }),
    ...(extras.retryAfterSeconds !== undefined && { retryAfterSeconds: extras.retryAfterSeconds }),
    ...(extras.limit !== undefined && { limit: extras.limit }),
    ...(extras.price !== undefined && { price: extras.price, remaining: extras.remaining }),
    ...(extras.currentVersion !== undefined && { currentVersion: Number(extras.currentVersion) }),
    ...(extras.oldestCursor !== undefined && { oldestCursor: extras.oldestCursor }),
    ...(extras.lastCommonCursor !== undefined && { lastCommonCursor: extras.lastCommonCursor }),
  };
  const headers = {
    'Content-Type': acceptsProblem(request.accept) ? 'application/problem+json' : 'application/json; charset=utf-8',
    'Cache-Control': 'no-store',
    'X-Request-Id': request.id,
    ...retryHeaders(error, status),
    ...(code === 'UNAUTHENTICATED' && { 'WWW-Authenticate': 'Bearer error="invalid_token"' }),
    ...(extras.allow && { Allow: extras.allow.join(', ') }),
  };
  return { status, headers, body };
}

function serviceErrorOf(thrown: unknown): ServiceError {
  if (thrown instanceof ServiceError) return thrown;
  const code = serverRefusal(thrown);
  return new ServiceError(code ?? 'INTERNAL_ERROR');
}

// Fastify's own refusals carry a code that begins with FST_ and the status they mean.
function serverRefusal(thrown: unknown): ErrorCode | null {
  if (!(thrown instanceof Error) || !('code' in thrown) || !('statusCode' in thrown)) return null;
  if (typeof thrown.code !== 'string' || !thrown.code.startsWith('FST_')) return null;
  const status = Number(thrown.statusCode);
  if (status === 503) return 'UNAVAILABLE';
  return status >= 400 && status < 500 ? (codeByStatus[status] ?? 'BAD_REQUEST') : null;
}

const codeByStatus: Readonly<Record<number, ErrorCode>> = {
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_ALLOWED',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
};
