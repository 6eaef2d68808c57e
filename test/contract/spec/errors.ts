// The codes of resources.md 1.8 with their statuses, and the labels of successful answers (interface.md, Errors;
// resources.md 1.5).

/** Error code to HTTP status. */
export const errorCodes: Readonly<Record<string, number>> = {
  BAD_REQUEST: 400,
  INVALID_PARAMETER: 400,
  INVALID_CURSOR: 400,
  // resources.md 16.1.
  OWNER_REQUIRED: 400,
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  NOT_ACCEPTABLE: 406,
  CONFLICT: 409,
  ALREADY_EXISTS: 409,
  IN_USE: 409,
  DEPENDENCY_CYCLE: 409,
  OPEN_BLOCKERS: 409,
  INVALID_TRANSITION: 409,
  IDEMPOTENCY_IN_PROGRESS: 409,
  CURSOR_EXPIRED: 410,
  // Ours: issue "One door", 9.
  CURSOR_LOST: 410,
  PRECONDITION_FAILED: 412,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  VALIDATION_FAILED: 422,
  IDEMPOTENCY_KEY_REUSED: 422,
  PRECONDITION_REQUIRED: 428,
  RATE_LIMITED: 429,
  QUERY_TOO_COMPLEX: 400,
  QUERY_TOO_DEEP: 400,
  UNKNOWN_DOCUMENT: 400,
  INTERNAL_ERROR: 500,
  UNAVAILABLE: 503,
  TIMEOUT: 504,
};

/** The codes of a single broken field rule. */
export const violationCodes = [
  'REQUIRED',
  'NULL_NOT_ALLOWED',
  'TOO_LONG',
  'TOO_SHORT',
  'OUT_OF_RANGE',
  'INVALID_FORMAT',
  'INVALID_ENUM',
  'INVALID_REFERENCE',
  'DUPLICATE',
  'CYCLE',
  'INVALID_TRANSITION',
  'TOO_MANY',
  'IMMUTABLE',
  'UNKNOWN_FIELD',
  'NOT_ALLOWED_TOGETHER',
] as const;

/** One of `violationCodes`. */
export type ViolationCode = (typeof violationCodes)[number];

/** Label of a successful answer to HTTP status. */
export const successLabels: Readonly<Record<string, number>> = {
  CREATE_SUCCESS: 201,
  READ_SUCCESS: 200,
  NOT_MODIFIED: 304,
  UPDATE_SUCCESS: 200,
  DELETE_SUCCESS: 204,
  UPLOAD_SUCCESS: 201,
  ACCEPTED: 202,
};
