// Every error the service answers with: its code, HTTP status and words. Both faces answer from this catalog and
// from nothing else. Codes and statuses: resource reference 1.8.

interface CatalogEntry {
  readonly status: number;
  readonly title: string;
  /** The sentence used when the thrower gives none. */
  readonly detail: string;
}

/** The catalog: code to status and words. */
export const errorCatalog = {
  BAD_REQUEST: { status: 400, title: 'Bad request', detail: 'The request cannot be read.' },
  INVALID_PARAMETER: { status: 400, title: 'Invalid parameter', detail: 'A parameter is invalid.' },
  OWNER_REQUIRED: {
    status: 400,
    title: 'Owner required',
    detail:
      'Without a token, a list of a service with several tenants needs an owner: the company whose content is meant.',
  },
  INVALID_CURSOR: {
    status: 400,
    title: 'Invalid cursor',
    detail: 'The cursor does not belong to this list, its order or its filter.',
  },
  POSITION_INVALID: {
    status: 400,
    title: 'Invalid position',
    detail:
      'The read position was not given by this database, or what it stands for is lost: send the request without it.',
  },
  QUERY_TOO_COMPLEX: { status: 400, title: 'Query too complex', detail: 'The operation exceeds the cost limit.' },
  QUERY_TOO_DEEP: { status: 400, title: 'Query too deep', detail: 'The operation exceeds the depth limit.' },
  RESULT_TOO_LARGE: { status: 400, title: 'Result too large', detail: 'The response would exceed the size limit.' },
  UNKNOWN_DOCUMENT: { status: 400, title: 'Unknown document', detail: 'The document is not registered.' },
  UNAUTHENTICATED: {
    status: 401,
    title: 'Not authenticated',
    detail: 'A valid bearer token is required.',
  },
  FORBIDDEN: {
    status: 403,
    title: 'Forbidden',
    detail: 'You may read this resource, but you may not perform this action.',
  },
  NOT_FOUND: { status: 404, title: 'Not found', detail: 'The resource was not found.' },
  METHOD_NOT_ALLOWED: { status: 405, title: 'Method not allowed', detail: 'This path does not support the method.' },
  NOT_ACCEPTABLE: { status: 406, title: 'Not acceptable', detail: 'None of the accepted media types is available.' },
  CONFLICT: { status: 409, title: 'Conflict', detail: 'The current state does not allow this action.' },
  ALREADY_EXISTS: {
    status: 409,
    title: 'Already exists',
    detail: 'The urn or another unique value is already in use.',
  },
  IN_USE: { status: 409, title: 'In use', detail: 'Other resources still refer to this one.' },
  DEPENDENCY_CYCLE: { status: 409, title: 'Dependency cycle', detail: 'The change would create a cycle.' },
  OPEN_BLOCKERS: { status: 409, title: 'Open blockers', detail: 'Tasks that block this one are not done.' },
  INVALID_TRANSITION: { status: 409, title: 'Invalid transition', detail: 'The state cannot change that way.' },
  IDEMPOTENCY_IN_PROGRESS: {
    status: 409,
    title: 'Still running',
    detail: 'A request with this idempotency key is still running.',
  },
  CURSOR_EXPIRED: {
    status: 410,
    title: 'Cursor expired',
    detail: 'The cursor is older than the oldest event that is still stored.',
  },
  CURSOR_LOST: {
    status: 410,
    title: 'Cursor lost',
    detail:
      'The log has lost events that came before this cursor: read again what is kept, and go on behind its present end.',
  },
  PRECONDITION_FAILED: { status: 412, title: 'Precondition failed', detail: 'The resource has another version.' },
  PAYLOAD_TOO_LARGE: { status: 413, title: 'Payload too large', detail: 'The request exceeds the size limit.' },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    title: 'Unsupported media type',
    detail: 'Send the body as application/json, in UTF-8 and without compression.',
  },
  VALIDATION_FAILED: { status: 422, title: 'Validation failed', detail: 'Some fields break a rule.' },
  IDEMPOTENCY_KEY_REUSED: {
    status: 422,
    title: 'Idempotency key reused',
    detail: 'This idempotency key was used with another body.',
  },
  FAILED_DEPENDENCY: {
    status: 424,
    title: 'Failed dependency',
    detail: 'The operation was not carried out because another one failed.',
  },
  PRECONDITION_REQUIRED: { status: 428, title: 'Precondition required', detail: 'Send If-Match with this write.' },
  RATE_LIMITED: { status: 429, title: 'Rate limited', detail: 'Too many requests.' },
  INTERNAL_ERROR: { status: 500, title: 'Internal error', detail: 'An unexpected error occurred and was logged.' },
  UNAVAILABLE: {
    status: 503,
    title: 'Unavailable',
    detail: 'The service is temporarily unavailable. Try again shortly.',
  },
  TIMEOUT: { status: 504, title: 'Timeout', detail: 'The request exceeded its deadline.' },
} as const satisfies Record<string, CatalogEntry>;

/** A code of the catalog. */
export type ErrorCode = keyof typeof errorCatalog;

/** How one field can break a rule. */
export type ViolationCode =
  | 'REQUIRED'
  | 'NULL_NOT_ALLOWED'
  | 'TOO_LONG'
  | 'TOO_SHORT'
  | 'OUT_OF_RANGE'
  | 'INVALID_FORMAT'
  | 'INVALID_ENUM'
  | 'INVALID_REFERENCE'
  | 'DUPLICATE'
  | 'CYCLE'
  | 'INVALID_TRANSITION'
  | 'TOO_MANY'
  | 'IMMUTABLE'
  | 'UNKNOWN_FIELD'
  | 'NOT_ALLOWED_TOGETHER';

/** One broken rule: where, which, and what the limit is. `path` is a JSON Pointer, or `?name` for a parameter. */
export interface Violation {
  readonly path: string;
  readonly code: ViolationCode | ErrorCode;
  readonly message: string;
  readonly limit?: number | string;
  readonly related?: readonly string[];
}

/** Members an error may add to its answer. */
export interface ErrorExtras {
  readonly currentVersion?: string;
  readonly retryAfterSeconds?: number;
  readonly allow?: readonly string[];
  readonly oldestCursor?: string;
  /** Up to here the log is still what it was. */
  readonly lastCommonCursor?: string;
  /** The limit that was broken. */
  readonly limit?: number;
  /** What the operation costs that was refused at a limit of cost, and what is left of that. */
  readonly price?: number;
  readonly remaining?: number;
}

/** Errors that say when to try again. */
const passing: ReadonlySet<ErrorCode> = new Set(['RATE_LIMITED', 'UNAVAILABLE']);

/** The one error that is shown to callers. Anything else that is thrown is a bug and is answered as INTERNAL_ERROR. */
export class ServiceError extends Error {
  readonly code: ErrorCode;
  readonly violations: readonly Violation[];
  readonly extras: ErrorExtras;

  constructor(code: ErrorCode, detail?: string, violations: readonly Violation[] = [], extras: ErrorExtras = {}) {
    super(detail ?? errorCatalog[code].detail);
    this.name = 'ServiceError';
    this.code = code;
    this.violations = violations;
    this.extras = passing.has(code) ? { retryAfterSeconds: 1, ...extras } : extras;
  }

  get status(): number {
    return errorCatalog[this.code].status;
  }
}

/** Another change was made at the same time. */
export class ConcurrentChangeError extends ServiceError {
  constructor(detail = 'Another change was made at the same time; try again.') {
    super('CONFLICT', detail);
  }
}

/** Whether the error says nothing of what was asked for: sent again, the same may succeed. */
export function mayPass(error: unknown): error is ServiceError {
  if (error instanceof ConcurrentChangeError) return true;
  return error instanceof ServiceError && (passing.has(error.code) || error.code === 'TIMEOUT');
}

/** No such object, or one the caller may not read: both read the same. */
export function notFound(): ServiceError {
  return new ServiceError('NOT_FOUND');
}

/** The caller may read the object but lacks the label for the operation. */
export function forbidden(detail?: string): ServiceError {
  return new ServiceError('FORBIDDEN', detail);
}

/** An answer tells of so many. */
export const mostViolations = 100;

/**
 * Field rules are broken; every violation is listed once, up to 100. A value that broke a rule is there: that it is required, or
 * something in it, is not said beside that.
 */
export function invalid(violations: readonly Violation[]): ServiceError {
  const told = new Set<string>();
  const once = violations.filter(({ path, code }) => {
    const isTold =
      told.has(`${path} ${code}`) || (code === 'REQUIRED' && within(path).some((outer) => told.has(outer)));
    told.add(path).add(`${path} ${code}`);
    return !isTold;
  });
  return new ServiceError('VALIDATION_FAILED', undefined, once.slice(0, mostViolations));
}

// A pointer and those of what holds it, without the whole request.
function within(path: string): string[] {
  const steps = path.split('/');
  return steps.slice(1).map((_, at) => steps.slice(0, at + 2).join('/'));
}

/** A refusal for one reason, found in one place. The violation has the code of the refusal unless it names one of its own. */
export function refusedAt(
  code: ErrorCode,
  violation: Omit<Violation, 'code'> & Partial<Pick<Violation, 'code'>>,
): ServiceError {
  return new ServiceError(code, violation.message, [{ code, ...violation }]);
}

/** A query or path parameter is wrong. */
export function invalidParameter(name: string, message: string, limit?: number | string): ServiceError {
  const violation: Violation = {
    path: `?${name}`,
    code: 'INVALID_PARAMETER',
    message,
    ...(limit === undefined ? {} : { limit }),
  };
  return new ServiceError('INVALID_PARAMETER', `${name}: ${message}`, [violation]);
}

/** A cursor, given as that parameter, leads nowhere in the list. */
export function invalidCursor(name: string): ServiceError {
  return refusedAt('INVALID_CURSOR', { path: `?${name}`, message: errorCatalog.INVALID_CURSOR.detail });
}

/** The stored version is not the one the caller expected. */
export function versionDiffers(currentVersion: string): ServiceError {
  return new ServiceError('PRECONDITION_FAILED', `The resource is at version ${currentVersion}.`, [], {
    currentVersion,
  });
}

/** A state change outside the tables of the resource reference, section 10. */
export function invalidTransition(path: string, from: string, to: string, allowed: readonly string[]): ServiceError {
  const message = `${from} cannot become ${to}. Allowed: ${allowed.length > 0 ? allowed.join(', ') : 'nothing'}.`;
  return refusedAt('INVALID_TRANSITION', { path, message, limit: allowed.join(', ') });
}
