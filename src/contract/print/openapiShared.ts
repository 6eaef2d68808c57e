// What all paths of the OpenAPI document share: Link, Pagination, Error, parameters, headers and the answers to errors.
// The codes and their statuses come from the service's one catalog.
import { requestHeaders, table, type HeaderName, type RequestKind } from '../../domain/requestHeaders.ts';
import { errorCatalog, type ErrorCode } from '../../domain/errors.ts';
import { pageLimits } from '../listQuery.ts';
import { exampleMoment } from './openapiExamples.ts';
import { enumOf, ref, type Json } from './openapiFields.ts';

const uri = { type: 'string', format: 'uri' };
const text = { type: 'string' };

const violationCodes =
  'REQUIRED NULL_NOT_ALLOWED TOO_LONG TOO_SHORT OUT_OF_RANGE INVALID_FORMAT INVALID_ENUM INVALID_REFERENCE DUPLICATE CYCLE INVALID_TRANSITION TOO_MANY IMMUTABLE UNKNOWN_FIELD NOT_ALLOWED_TOGETHER';

// The catalog's own keys.
const codes = Object.keys(errorCatalog) as ErrorCode[];

/** The schemas that belong to no kind. */
export const sharedSchemas: Readonly<Record<string, Json>> = {
  Link: {
    type: 'object',
    description: 'A link to a resource: its urn and its address.',
    properties: { urn: { type: 'string', format: 'uuid' }, url: uri },
    required: ['urn', 'url'],
    additionalProperties: false,
  },
  LinkInput: {
    description:
      'A link to a resource: its urn, or an object that holds it; whatever else the object holds is ignored.',
    anyOf: [
      { type: 'string', format: 'uuid' },
      { type: 'object', properties: { urn: { type: 'string', format: 'uuid' } }, required: ['urn'] },
    ],
  },
  HistoryLink: {
    type: 'object',
    description: 'Where the history is read.',
    properties: { url: uri },
    required: ['url'],
    additionalProperties: false,
  },
  Pagination: {
    type: 'object',
    description: 'The path of a page in its list.',
    properties: {
      after: { type: ['string', 'null'], maxLength: 512, description: 'The cursor of the last element of this page.' },
      nextUrl: {
        type: ['string', 'null'],
        format: 'uri',
        description: 'The address of the next page; null on the last.',
      },
      isMorePages: { type: 'boolean' },
      before: {
        type: ['string', 'null'],
        maxLength: 512,
        description: 'Only with around: the cursor of the first element.',
      },
      previousUrl: {
        type: ['string', 'null'],
        format: 'uri',
        description: 'Only with around: the address of the page before this one; null on the first.',
      },
      limit: { type: 'integer', format: 'int32', minimum: 1, maximum: pageLimits.most },
      totalCount: { type: 'integer', format: 'int64', minimum: 0, description: 'Only with count=true, up to 10,000.' },
      totalCountIsEstimate: { type: 'boolean' },
      totalCountEstimate: { type: 'integer', format: 'int64', minimum: 0 },
    },
    required: ['after', 'nextUrl', 'isMorePages', 'limit'],
    additionalProperties: false,
  },
  ErrorCode: enumOf(codes),
  ViolationCode: enumOf([...new Set([...violationCodes.split(' '), ...codes])]),
  Violation: {
    type: 'object',
    description: 'One broken rule.',
    properties: {
      path: { ...text, description: 'JSON Pointer (RFC 6901) into the request, or `?name` for a parameter.' },
      code: ref('ViolationCode'),
      message: text,
      limit: { type: ['number', 'string'], description: 'The limit that was broken.' },
      related: { type: 'array', items: text, description: 'Urns involved.' },
    },
    required: ['path', 'code', 'message'],
    additionalProperties: false,
  },
  Error: {
    type: 'object',
    description: 'What went wrong; also a problem of RFC 9457.',
    properties: {
      code: ref('ErrorCode'),
      apiCode: { ...ref('ErrorCode'), description: 'The same as code.' },
      httpCode: { type: 'integer', format: 'int32', description: 'The same as status.' },
      detail: { ...text, description: 'One sentence for people.' },
      type: uri,
      title: text,
      status: { type: 'integer', format: 'int32' },
      instance: { ...text, description: 'The path of the request.' },
      requestId: text,
      timestamp: { type: 'string', format: 'date-time' },
      errors: { type: 'array', items: ref('Violation'), maxItems: 100 },
      retryAfterSeconds: { type: 'integer', format: 'int32' },
      limit: { type: 'integer', format: 'int64', description: 'The limit that was reached.' },
      price: {
        type: 'integer',
        format: 'int32',
        description: 'With RATE_LIMITED: what the request costs, where the limit is one of cost.',
      },
      remaining: { type: 'integer', format: 'int32', description: 'What is left of that limit.' },
      currentVersion: { type: 'integer', format: 'int64', description: 'With PRECONDITION_FAILED.' },
      oldestCursor: { ...text, description: 'With CURSOR_EXPIRED.' },
      lastCommonCursor: { ...text, description: 'With CURSOR_LOST, where known: up to here the log is what it was.' },
    },
    required: 'code apiCode httpCode detail type title status instance requestId timestamp'.split(' '),
    additionalProperties: false,
  },
};

const query = (name: string, schema: Json, description: string): Json => ({ name, in: 'query', schema, description });
const header = (name: string, description: string): Json => ({ name, in: 'header', schema: text, description });

type Group = 'READ' | 'WRITE';

const groupOf = (kind: RequestKind): Group => (kind === 'READ' ? 'READ' : 'WRITE');

// What each condition does to a read, and to a write.
const conditionTexts: Readonly<Partial<Record<HeaderName, Readonly<Partial<Record<Group, string>>>>>> = {
  'if-match': { WRITE: 'Writes only if the resource still has one of these ETags, else 412. `*` matches any.' },
  'if-none-match': {
    READ: 'Returns 304 if the resource still has one of these ETags.',
    WRITE: 'Writes only if the resource has none of these ETags, else 412. `*` matches any.',
  },
  'if-unmodified-since': {
    WRITE: 'Writes only if the resource was not written after this HTTP date, else 412. Ignored if `If-Match` is sent.',
  },
  'if-modified-since': {
    READ: 'Returns 304 if the resource was not written after this HTTP date. Ignored if `If-None-Match` is sent.',
  },
};

// `ifNoneMatch`, and `ifNoneMatchToWrite`, which means something else.
function componentOf(header: HeaderName, group: Group): string {
  const name = header.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
  return group === 'WRITE' && requestHeaders[header].kinds.some((kind) => kind === 'READ') ? `${name}ToWrite` : name;
}

/** The conditions that a request of that kind obeys. */
export function conditions(kind: RequestKind): Json[] {
  const own = table.filter(([, { kinds, isCondition }]) => isCondition && kinds.includes(kind));
  return own.map(([name]) => parameter(componentOf(name, groupOf(kind))));
}

/** Parameters by the name they are referred to. */
export const sharedParameters: Readonly<Record<string, Json>> = {
  urn: {
    name: 'urn',
    in: 'path',
    required: true,
    schema: { type: 'string', format: 'uuid', maxLength: 36 },
    description: 'The urn of the resource, in upper or lower case.',
  },
  after: query('after', text, 'Returns the page after this cursor. Cannot be combined with before.'),
  before: query('before', text, 'Returns the page before this cursor. Cannot be combined with after.'),
  limit: query(
    'limit',
    { type: 'integer', minimum: 1, maximum: pageLimits.most, default: pageLimits.usual },
    'The maximum number of elements on the page.',
  ),
  around: query(
    'around',
    { type: 'string', format: 'uuid' },
    'The urn of a post. Returns the page with this post in the middle. Cannot be combined with after, before, count or filter.',
  ),
  count: query('count', { type: 'boolean', default: false }, 'Whether to return the total number of elements.'),
  asOf: query('asOf', { type: 'string', format: 'date-time' }, 'Excludes values that were written after this time.'),
  force: query(
    'force',
    { type: 'boolean', default: false },
    'Deletes the resource even if others still refer to it, for kinds that allow this.',
  ),
  filter: {
    name: 'filter',
    in: 'query',
    style: 'deepObject',
    explode: true,
    schema: { type: 'object' },
    description:
      '`filter[field]=value`, or `filter[field][op]=value` with eq, ne, in, nin, lt, lte, gt, gte, contains, containsFold (ignores case and accents), startsWith or isNull; `filter[or][0][field]=value` for alternatives. Of entities, `filter[text.category]=news` matches an item by its name; `text`, `dateTime`, `reference` and so on are fields of the graph. At most 10 conditions.',
  },
  ...Object.fromEntries(
    table.flatMap(([name, { name: sent, kinds, isCondition }]) => {
      const groups = [...new Set(kinds.map(groupOf))];
      return isCondition
        ? groups.map((group) => [componentOf(name, group), header(sent, conditionTexts[name]?.[group] ?? '')] as const)
        : [];
    }),
  ),
  idempotencyKey: header(
    'Idempotency-Key',
    'A key for safe retries. For 24 hours, a repeated request with the same key returns the first response and is not executed again.',
  ),
  readPosition: header(
    'Read-Position',
    'The position from the response to a write, or of an event. The read returns data at least as new as this position.',
  ),
  prefer: header(
    'Prefer',
    '`return=minimal`, `return=representation`, `handling=strict`, `handling=lenient` (RFC 7240).',
  ),
};

/** A parameter by the name it is kept under. */
export function parameter(name: string): Json {
  return { $ref: `#/components/parameters/${name}` };
}

/** Headers of answers by the name they are referred to. */
export const sharedHeaders: Readonly<Record<string, Json>> = {
  ETag: {
    schema: text,
    description:
      'The version in double quotes, followed by `-live` for the live value of an item. For views, lists and other responses, a hash.',
  },
  'Last-Modified': { schema: text, description: 'When the resource was last written.' },
  Location: { schema: uri, description: 'The address of the new resource.' },
  'Read-Position': {
    schema: text,
    description: 'The position of the change, for reads that must include it. Sent only if standbys serve reads.',
  },
  'X-Request-Id': { schema: text, description: 'Identifies the request in logs.' },
  'Preference-Applied': { schema: text, description: 'The preferences that were applied.' },
};

/** Headers of an answer, by reference. */
export function headers(...names: readonly string[]): Json {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/** The answers to errors, one per status: `E404`. */
export function errorResponses(): Readonly<Record<string, Json>> {
  const statuses = [...new Set(codes.map((code) => errorCatalog[code].status))].sort((one, other) => one - other);
  const entries = statuses.map((status) => {
    const of = codes.filter((code) => errorCatalog[code].status === status);
    const examples = Object.fromEntries(of.map((code) => [code, { value: exampleOfError(code) }]));
    const content = { schema: ref('Error'), examples };
    const description = of.map((code) => `${code}: ${errorCatalog[code].detail}`).join('\n');
    const types = { 'application/json': content, 'application/problem+json': content };
    const response: Json = { description, headers: headers('X-Request-Id'), content: types, 'x-codes': of };
    return [`E${String(status)}`, response] as const;
  });
  const failed = { schema: ref('Error'), example: exampleOfError('INTERNAL_ERROR') };
  const types = { 'application/json': failed, 'application/problem+json': failed };
  const other = { description: 'Any other error.', headers: headers('X-Request-Id'), content: types };
  return Object.fromEntries([...entries, ['Failure', other]]);
}

// What some errors say beside what all say.
const extras: { readonly [Code in ErrorCode]?: Json } = {
  VALIDATION_FAILED: { errors: [{ path: '/title', code: 'REQUIRED', message: 'Required.' }] },
  PRECONDITION_FAILED: { currentVersion: 4 },
  CURSOR_EXPIRED: { oldestCursor: '1.1204' },
  CURSOR_LOST: { lastCommonCursor: '1.1799' },
  RATE_LIMITED: { retryAfterSeconds: 1, limit: 600 },
  UNAVAILABLE: { retryAfterSeconds: 1 },
};

// As rest/response/errors makes it.
function exampleOfError(code: ErrorCode): Json {
  const { status, title, detail } = errorCatalog[code];
  return {
    ...{ code, apiCode: code, httpCode: status, detail, type: `urn:commonplace:error:${code}`, title, status },
    ...{ instance: '/n/v1/task', requestId: 'req-7f3a', timestamp: exampleMoment },
    ...extras[code],
  };
}

const readErrors = [400, 401, 404, 406, 429];
const writeErrors = [400, 401, 403, 404, 409, 412, 413, 415, 422, 428, 429];

/** The errors an operation may answer with: the likeliest by status, any other by `default`. */
export function errorsOf(operation: 'READ' | 'WRITE', ...more: readonly number[]): Json {
  const statuses = [...(operation === 'READ' ? readErrors : writeErrors), ...more].map(String);
  const named = statuses.map((status) => [status, { $ref: `#/components/responses/E${status}` }] as const);
  return Object.fromEntries([...named, ['default', { $ref: '#/components/responses/Failure' }]]);
}
