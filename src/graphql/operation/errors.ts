// Maps service errors to GraphQL errors, and business errors to userErrors. The messages are the same as in REST.
// Resource reference 1.8.
import {
  GraphQLError,
  isValueNode,
  Kind,
  parse,
  visit,
  type ASTNode,
  type DocumentNode,
  type GraphQLFormattedError,
  type Source,
  type ValueNode,
} from 'graphql';
import { errorCatalog, ServiceError, type ErrorCode, type Violation } from '../../domain/errors.ts';
import { refusalsOf, type UserError } from '../../domain/refusals.ts';

// These concern the request as a whole, not a part of its result.
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
  const told = refused ?? clientErrors[code] ?? (code in errorCatalog ? (code as ErrorCode) : null);
  const known = told ?? (valueOf(error) ? 'BAD_REQUEST' : null);
  if (known && known !== 'INTERNAL_ERROR') {
    const extensions = {
      ...coercion(endsOf(formatted.message), error),
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

// What was sent stands between the words of graphql-js, which are looked for here. It may be long, and made to be slow to look through.
function endsOf(message: string): string {
  return message.length > 5_000 ? message.slice(0, 500) + message.slice(-4_000) : message;
}

/** A message without "Did you mean ...?", which reveals names that were not requested. */
export function withoutHints(message: string): string {
  return message.replace(/ Did you mean [^?]*(?:\?|$)/g, '');
}

// A value that does not fit its type is a validation error of a field, reported with the field's path and our code.
function coercion(message: string, error: unknown): Record<string, unknown> {
  const refused = refusal(message) ?? (isOfValue(message, error) ? misfit(message) : null);
  if (refused === null) return {};
  const path = pathOfVariable(message) ?? (error instanceof GraphQLError ? pathInDocument(error) : null);
  if (path === null) return {};
  const { below, ...violation } = refused;
  return { errors: [{ path: path + below, ...violation }] };
}

interface Refusal extends Pick<Violation, 'code' | 'message' | 'limit'> {
  /** What to add to the path of the value that is named. */
  readonly below: string;
}

function refusal(message: string): Refusal | null {
  const absent = /Field "(?:\w+\.)?(\w+)" of required type "[^"]+" was not provided\.$/.exec(message);
  if (absent) return { code: 'REQUIRED', message: 'Required.', below: `/${absent[1] ?? ''}` };
  if (isNull.test(message)) return { code: 'NULL_NOT_ALLOWED', message: 'Null is not allowed.', below: '' };
  const unknown = /Field "(\w+)" is not defined by type "\w+"\.(?: Did you mean [^?]*\?)?$/.exec(message);
  if (unknown) return { code: 'UNKNOWN_FIELD', message: 'The field does not exist.', below: `/${unknown[1] ?? ''}` };
  return null;
}

const isNull =
  /(?:Expected (?:non-nullable type "[^"]+" not to be null|value of type "[^"]+!", found null)|non-null type "[^"]+" must not be null)\.$/;

// The value that an error is about. A variable with a default may hold null where none is allowed, which only the execution of
// its field notices.
function valueOf(error: unknown): ValueNode | null {
  const node = error instanceof GraphQLError ? error.nodes?.[0] : undefined;
  return node !== undefined && isValueNode(node) ? node : null;
}

// Of a value in variables, or of one that stands in the document.
function isOfValue(message: string, error: unknown): boolean {
  if (/^Variable "\$\w+" got invalid value/.test(message)) return true;
  const value = valueOf(error);
  return value !== null && value.kind !== Kind.VARIABLE;
}

// What graphql-js says of a value stands at the end of its message, where no value that was sent can be mistaken for it.
function misfit(message: string): Refusal {
  const fits = { message: 'The value does not match its type.', below: '' };
  if (/Value "[^"]*" does not exist in "\w+" enum\.(?: Did you mean [^?]*\?)?$/.test(message))
    return { code: 'INVALID_ENUM', ...fits };
  const [, sign, digits] = wholeOutside.exec(message) ?? [];
  if (digits !== undefined) return outside(sign === '-', -(2 ** 31), 2 ** 31 - 1);
  const [, minus, double] = doubleOutside.exec(message) ?? [];
  if (double === 'Infinity') return outside(minus === '-', -Number.MAX_VALUE, Number.MAX_VALUE);
  if (double === undefined) return { code: 'INVALID_FORMAT', ...fits };
  const tiny = 'The number is too close to 0 for a double.';
  return { code: 'OUT_OF_RANGE', message: tiny, limit: Number.MIN_VALUE, below: '' };
}

// Numbers that are read as bigint, infinity or their text are none to graphql-js; texts stand in quotes.
const wholeOutside = /Int cannot represent non(?:-integer| 32-bit signed integer) value: (-?)(\d+|Infinity)$/;
const doubleOutside = /Float cannot represent non numeric value: (-?)(\d\S*|Infinity)$/;

function outside(isBelow: boolean, min: number, max: number): Refusal {
  const message = `Must be from ${String(min)} to ${String(max)}.`;
  return { code: 'OUT_OF_RANGE', message, limit: isBelow ? min : max, below: '' };
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
  visit(documentOf(source), { enter, leave });
  return found;
}

/** Sources are parsed once, however many errors they have. */
const documents = new WeakMap<Source, DocumentNode>();

function documentOf(source: Source): DocumentNode {
  const document = documents.get(source) ?? parse(source);
  documents.set(source, document);
  return document;
}

function violationsOf(formatted: GraphQLFormattedError): Record<string, unknown> {
  const errors = formatted.extensions?.['errors'];
  return errors === undefined ? {} : { errors };
}
