// Maps service errors to GraphQL errors, and business errors to userErrors. The messages are the same as in REST.
// Resource reference 1.8.
import { GraphQLError, isValueNode, Kind, parse, visit, type ASTNode, type GraphQLFormattedError } from 'graphql';
import { errorCatalog, ServiceError, type ErrorCode, type Violation, type ViolationCode } from '../../domain/errors.ts';

/** A refusal as data. */
export interface UserError {
  readonly code: string;
  readonly path: string | null;
  readonly message: string;
  readonly limit: string | null;
  readonly related: readonly string[] | null;
}

// These concern the request as a whole, not a part of its result.
const topLevel: readonly ErrorCode[] = [
  'UNAUTHENTICATED',
  'TENANT_MOVED',
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
  const { code, message, extras } = error;
  return [{ code, path: null, message, limit: extras.currentVersion ?? null, related: null }];
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
  return new GraphQLError(error.message, { originalError: error, extensions: extensionsOf(error) });
}

function extensionsOf(error: ServiceError): Record<string, unknown> {
  return {
    code: error.code,
    httpCode: error.status,
    ...(error.violations.length > 0 ? { errors: error.violations } : {}),
    ...error.extras,
  };
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
 * What a client sees of an error: the service's code, never a stack or SQL. An error
 * that is not the service's own is INTERNAL_ERROR; `report` is called with it.
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
    return { message: original.message, ...position, extensions: { ...extensionsOf(original), requestId } };
  }
  const code = String(formatted.extensions?.['code'] ?? '');
  // Clients of automatic persisted queries send the text when they read these very words.
  if (code === 'PERSISTED_QUERY_NOT_FOUND')
    return { message: formatted.message, extensions: { code, httpCode: 200, requestId } };
  if (withoutCode.includes(formatted.message)) return asBadRequest(formatted.message, requestId);
  const refused = ofTransport.find(([words]) => formatted.message.startsWith(words))?.[1];
  const known = refused ?? clientErrors[code] ?? (code in errorCatalog ? (code as ErrorCode) : null);
  if (known && known !== 'INTERNAL_ERROR') {
    const extensions = {
      ...coercion(formatted, error),
      code: known,
      httpCode: errorCatalog[known].status,
      requestId,
    };
    return {
      message: formatted.message.slice(0, longestMessage),
      ...position,
      extensions: { ...extensions, ...violationsOf(formatted) },
    };
  }
  report(original);
  const { detail, status } = errorCatalog.INTERNAL_ERROR;
  return { message: detail, ...position, extensions: { code: 'INTERNAL_ERROR', httpCode: status, requestId } };
}

// What Apollo refuses with a status of its own, by the words it begins with.
const ofTransport: readonly (readonly [string, ErrorCode])[] = [
  ['GET requests only support query operations', 'METHOD_NOT_ALLOWED'],
  ["An 'accept' header was provided for this request which does not accept", 'NOT_ACCEPTABLE'],
];

// Refusals of requests that Apollo gives no code of their own.
const withoutCode: readonly string[] = [
  // After 50 wrong values GraphQL looks at no more of them.
  'Too many errors processing variables, error limit reached. Execution aborted.',
  'provided sha does not match query',
  'Unsupported persisted query version',
];

function asBadRequest(message: string, requestId: string): GraphQLFormattedError {
  return { message, extensions: { code: 'BAD_REQUEST', httpCode: errorCatalog.BAD_REQUEST.status, requestId } };
}

const longestMessage = 500;

/** A message without "Did you mean ...?", which reveals names that were not requested. */
export function withoutHints(message: string): string {
  return message.replace(/ Did you mean [^?]*(?:\?|$)/g, '');
}

// A value that does not fit its type is a validation error of a field, reported with the field's path and our code.
function coercion(formatted: GraphQLFormattedError, error: unknown): Record<string, unknown> {
  const { message } = formatted;
  const refused = refusal(message);
  if (refused === null) return {};
  const path = pathOfVariable(message) ?? (error instanceof GraphQLError ? pathInDocument(error) : null);
  if (path === null) return {};
  return { errors: [{ path: path + refused.below, code: refused.code, message: refused.text }] };
}

interface Refusal {
  readonly code: ViolationCode;
  readonly text: string;
  /** What to add to the path of the value that is named. */
  readonly below: string;
}

function refusal(message: string): Refusal | null {
  const absent = /Field "(?:\w+\.)?(\w+)" of required type "[^"]+" was not provided\.$/.exec(message);
  if (absent) return { code: 'REQUIRED', text: 'Required.', below: `/${absent[1] ?? ''}` };
  if (/Expected (?:non-nullable type "[^"]+" not to be null|value of type "[^"]+!", found null)\.$/.test(message))
    return { code: 'NULL_NOT_ALLOWED', text: 'Null is not allowed.', below: '' };
  if (/cannot represent non 32-bit signed integer value: /.test(message))
    return { code: 'OUT_OF_RANGE', text: 'An integer of 32 bits is expected.', below: '' };
  const unknown = /Field "(\w+)" is not defined by type "\w+"\.(?: Did you mean [^?]*\?)?$/.exec(message);
  if (unknown) return { code: 'UNKNOWN_FIELD', text: 'No such field.', below: `/${unknown[1] ?? ''}` };
  if (!/^Variable "\$\w+" got invalid value/.test(message)) return null;
  const isEnum = message.includes('does not exist in') || message.includes('cannot represent non-string value');
  return { code: isEnum ? 'INVALID_ENUM' : 'INVALID_FORMAT', text: 'The value does not fit its type.', below: '' };
}

// `Variable "$input" got invalid value ... at "input.lines[0].unit"; ...`; without `at` for the whole variable.
function pathOfVariable(message: string): string | null {
  const invalid = /^Variable "\$(\w+)" got invalid value .*; /s.exec(message);
  if (!invalid) return null;
  const at = / at "\w+((?:\.\w+|\[\d+\])+)"; [^;]*$/.exec(message);
  return (at?.[1] ?? '').replace(/\.(\w+)/g, '/$1').replace(/\[(\d+)\]/g, '/$1');
}

// Where in the argument of a field a literal stands.
function pathInDocument({ nodes, source }: GraphQLError): string | null {
  const from = nodes?.[0]?.loc?.start;
  if (from === undefined || !source) return null;
  const steps: string[] = [];
  let found: string | null = null;
  const pointer = (): string => steps.map((step) => `/${step}`).join('');
  const enter = (node: ASTNode, key: string | number | undefined, parent: unknown): void => {
    const isElement = Array.isArray(parent) && typeof key === 'number';
    // A member that the type does not have is named by what it stands in.
    if (found === null && node.kind === Kind.OBJECT_FIELD && node.loc?.start === from) found = pointer();
    if (node.kind === Kind.ARGUMENT) steps.length = 0;
    else if (node.kind === Kind.OBJECT_FIELD) steps.push(node.name.value);
    else if (isElement && isValueNode(node)) steps.push(String(key));
    if (found === null && node.loc?.start === from && isValueNode(node)) {
      found = pointer();
    }
  };
  const leave = (node: ASTNode, key: string | number | undefined, parent: unknown): void => {
    const isElement = Array.isArray(parent) && typeof key === 'number' && isValueNode(node);
    if (node.kind === Kind.OBJECT_FIELD || isElement) steps.pop();
  };
  visit(parse(source), { enter, leave });
  return found;
}

function violationsOf(formatted: GraphQLFormattedError): Record<string, unknown> {
  const errors = formatted.extensions?.['errors'];
  return errors === undefined ? {} : { errors };
}
