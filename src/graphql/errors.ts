// Maps service errors to GraphQL errors, and business errors to userErrors. The messages are the same as in REST.
// Resource reference 1.8.
import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import { errorCatalogue, ServiceError, type ErrorCode, type Violation } from '../domain/errors.ts';

/** A refusal as data. */
export interface UserError {
  readonly code: string;
  readonly path: string | null;
  readonly message: string;
  readonly limit: string | null;
  readonly related: readonly string[] | null;
}

// These concern the request as a whole, not what it asked for.
const topLevel: readonly ErrorCode[] = [
  'UNAUTHENTICATED',
  'RATE_LIMITED',
  'QUERY_TOO_COMPLEX',
  'QUERY_TOO_DEEP',
  'UNKNOWN_DOCUMENT',
  'INTERNAL_ERROR',
  'UNAVAILABLE',
  'TIMEOUT',
  'BAD_REQUEST',
  'INVALID_PARAMETER',
  'INVALID_CURSOR',
];

/** The refusals a mutation answers as data; null for errors that belong to the top level. */
export function userErrorsOf(error: unknown): UserError[] | null {
  return error instanceof ServiceError && !topLevel.includes(error.code) ? refusalsOf(error) : null;
}

/** An error as data: each violation, or the error itself where there are none. */
export function refusalsOf(error: ServiceError): UserError[] {
  if (error.violations.length > 0) return error.violations.map(fromViolation);
  const related = error.extras.related ?? null;
  return [
    { code: error.code, path: null, message: error.message, limit: error.extras.currentVersion ?? null, related },
  ];
}

function fromViolation({ path, code, message, limit, related }: Violation): UserError {
  return {
    code,
    path: path === '' ? null : path,
    message,
    limit: limit === undefined ? null : String(limit),
    related: related ?? null,
  };
}

/** A service error as a GraphQL error with code, status and violations in its extensions. */
export function asGraphQLError(error: ServiceError): GraphQLError {
  return new GraphQLError(error.message, {
    originalError: error,
    extensions: {
      code: error.code,
      httpCode: error.status,
      ...(error.violations.length > 0 ? { errors: error.violations } : {}),
      ...error.extras,
    },
  });
}

const clientErrors: Readonly<Record<string, ErrorCode>> = {
  GRAPHQL_PARSE_FAILED: 'BAD_REQUEST',
  GRAPHQL_VALIDATION_FAILED: 'BAD_REQUEST',
  BAD_USER_INPUT: 'BAD_REQUEST',
  BAD_REQUEST: 'BAD_REQUEST',
  OPERATION_RESOLUTION_FAILURE: 'BAD_REQUEST',
  PERSISTED_QUERY_NOT_SUPPORTED: 'BAD_REQUEST',
};

/**
 * What a client sees of an error: the service's code, never a stack, SQL or a guess at names it did not ask for. An error
 * that is not the service's own is INTERNAL_ERROR; `report` hears of it.
 */
export function formatError(
  formatted: GraphQLFormattedError,
  error: unknown,
  requestId: string,
  report: (bug: unknown) => void,
): GraphQLFormattedError {
  const original = error instanceof GraphQLError ? (error.originalError ?? error) : error;
  const position = {
    ...(formatted.locations ? { locations: formatted.locations } : {}),
    ...(formatted.path ? { path: formatted.path } : {}),
  };
  if (original instanceof ServiceError) {
    const { message, extensions } = asGraphQLError(original);
    return { message, ...position, extensions: { ...extensions, requestId } };
  }
  const code = String(formatted.extensions?.['code'] ?? '');
  // Clients of automatic persisted queries send the text when they read these very words.
  if (code === 'PERSISTED_QUERY_NOT_FOUND')
    return { message: formatted.message, extensions: { code, httpCode: 200, requestId } };
  if (persistedRefusals.includes(formatted.message)) return asBadRequest(formatted.message, requestId);
  const known: ErrorCode | null = /^GET requests only support query operations/.test(formatted.message)
    ? 'METHOD_NOT_ALLOWED'
    : (clientErrors[code] ?? (code in errorCatalogue ? (code as ErrorCode) : null));
  if (known && known !== 'INTERNAL_ERROR') {
    const extensions = {
      ...coercion(formatted.message),
      code: known,
      httpCode: errorCatalogue[known].status,
      requestId,
    };
    return {
      message: withoutHints(formatted.message),
      ...position,
      extensions: { ...extensions, ...violationsOf(formatted) },
    };
  }
  report(original);
  const { detail, status } = errorCatalogue.INTERNAL_ERROR;
  return { message: detail, ...position, extensions: { code: 'INTERNAL_ERROR', httpCode: status, requestId } };
}

// Apollo gives these no code of their own.
const persistedRefusals: readonly string[] = [
  'provided sha does not match query',
  'Unsupported persisted query version',
];

function asBadRequest(message: string, requestId: string): GraphQLFormattedError {
  return { message, extensions: { code: 'BAD_REQUEST', httpCode: errorCatalogue.BAD_REQUEST.status, requestId } };
}

// "Did you mean ...?" reveals names that were not requested.
function withoutHints(message: string): string {
  return message.replace(/ Did you mean [^?]*\?/g, '').slice(0, 500);
}

// A variable that does not fit its type is a validation error of a field; its path is reported as a field path.
function coercion(message: string): Record<string, unknown> {
  const at = /^Variable "\$(\w+)" got invalid value .*? at "\w+((?:\.\w+|\[\d+\])+)"/s.exec(message);
  if (!at?.[2]) return {};
  const path = at[2].replace(/\.(\w+)/g, '/$1').replace(/\[(\d+)\]/g, '/$1');
  const isEnum = message.includes('does not exist in') || message.includes('cannot represent non-string value');
  return {
    errors: [{ path, code: isEnum ? 'INVALID_ENUM' : 'INVALID_FORMAT', message: 'The value does not fit its type.' }],
  };
}

function violationsOf(formatted: GraphQLFormattedError): Record<string, unknown> {
  const errors = formatted.extensions?.['errors'];
  return errors === undefined ? {} : { errors };
}
