// What a client of the graph sees of an error: which codes are data of a change, what a coercion error says of its place, and
// what is never shown. Resource reference 1.8.
import { buildSchema, graphqlSync, GraphQLError, type GraphQLFormattedError } from 'graphql';
import { expect, test } from 'vitest';
import { errorCatalog, ServiceError, type ErrorCode } from '../../../../src/domain/errors.ts';
import { formatError, userErrorsOf, withoutHints } from '../../../../src/graphql/operation/errors.ts';

/** Codes that are about the request as a whole, so that a change reports them beside its data. */
const ofRequests = [
  ...['BAD_REQUEST', 'INTERNAL_ERROR', 'INVALID_CURSOR', 'INVALID_PARAMETER', 'QUERY_TOO_COMPLEX', 'QUERY_TOO_DEEP'],
  ...['RATE_LIMITED', 'TIMEOUT', 'UNAUTHENTICATED', 'UNAVAILABLE', 'UNKNOWN_DOCUMENT'],
];

test('each code is either data of a change or an error of the request', () => {
  // Its keys are what the type says.
  const codes = Object.keys(errorCatalog) as ErrorCode[];
  const top = codes.filter((code) => userErrorsOf(new ServiceError(code)) === null);
  expect(top.toSorted()).toEqual(ofRequests);
  expect(userErrorsOf(new Error('a bug'))).toBeNull();
});

test('a refusal without violations is one error, with the version that stands', () => {
  const extras = { currentVersion: '7' };
  expect(userErrorsOf(new ServiceError('PRECONDITION_FAILED', 'Changed.', [], extras))).toEqual([
    { code: 'PRECONDITION_FAILED', path: null, message: 'Changed.', limit: '7', related: null },
  ]);
  expect(userErrorsOf(new ServiceError('CONFLICT'))).toMatchObject([{ limit: null, related: null }]);
});

test('each violation is an error with its path, limit and what it is related to', () => {
  const error = new ServiceError('VALIDATION_FAILED', undefined, [
    { path: '/name', code: 'TOO_LONG', message: 'Long.', limit: 0 },
    { path: '', code: 'CYCLE', message: 'Round.', related: ['urn-a', 'urn-b'] },
  ]);
  expect(userErrorsOf(error)).toEqual([
    { code: 'TOO_LONG', path: '/name', message: 'Long.', limit: '0', related: null },
    { code: 'CYCLE', path: null, message: 'Round.', limit: null, related: ['urn-a', 'urn-b'] },
  ]);
});

const reported: unknown[] = [];
const format = (formatted: GraphQLFormattedError, error: unknown = new GraphQLError(formatted.message)) =>
  formatError(formatted, error, 'r1', (bug) => reported.push(bug));

test.each([
  ['GRAPHQL_PARSE_FAILED', 'BAD_REQUEST', 400],
  ['GRAPHQL_VALIDATION_FAILED', 'BAD_REQUEST', 400],
  ['BAD_USER_INPUT', 'BAD_REQUEST', 400],
  ['BAD_REQUEST', 'BAD_REQUEST', 400],
  ['OPERATION_RESOLUTION_FAILURE', 'BAD_REQUEST', 400],
  ['PERSISTED_QUERY_NOT_SUPPORTED', 'BAD_REQUEST', 400],
  ['PERSISTED_QUERY_NOT_FOUND', 'PERSISTED_QUERY_NOT_FOUND', 200],
  ['NOT_ACCEPTABLE', 'NOT_ACCEPTABLE', 406],
])('a refusal of Apollo’s with the code %s is %s', (sent, code, httpCode) => {
  expect(format({ message: 'What is wrong.', extensions: { code: sent } })).toMatchObject({
    message: 'What is wrong.',
    extensions: { code, httpCode, requestId: 'r1' },
  });
});

test.each([
  ['Too many errors processing variables, error limit reached. Execution aborted.', 'BAD_REQUEST', 400],
  ['provided sha does not match query', 'BAD_REQUEST', 400],
  ['Unsupported persisted query version', 'BAD_REQUEST', 400],
  ['GET requests only support query operations, not mutation operations', 'METHOD_NOT_ALLOWED', 405],
])('a refusal without a code of its own is read by its words: %s', (message, code, httpCode) => {
  expect(format({ message, extensions: { code: 'INTERNAL_SERVER_ERROR' } })).toEqual({
    message,
    extensions: { code, httpCode, requestId: 'r1' },
  });
});

test('whatever else is thrown is a bug: it is reported, and nothing of it is shown', () => {
  reported.length = 0;
  const bug = new Error('SELECT secret');
  const error = new GraphQLError('SELECT secret', { originalError: bug });
  const { message, extensions } = format(
    { message: 'SELECT secret', path: ['a'], extensions: { stacktrace: [] } },
    error,
  );
  expect([message, extensions]).toEqual([
    errorCatalog.INTERNAL_ERROR.detail,
    { code: 'INTERNAL_ERROR', httpCode: 500, requestId: 'r1' },
  ]);
  expect(reported).toEqual([bug]);
});

test('a message is cut to 500 characters', () => {
  const extensions = { code: 'BAD_USER_INPUT' };
  for (const [length, most] of [
    [500, 500],
    [501, 500],
  ] as const)
    expect(format({ message: 'x'.repeat(length), extensions }).message).toHaveLength(most);
});

test('a hint is taken out of a message wherever it stands', () => {
  expect(withoutHints('Cannot query field "a". Did you mean "b" or "c"?')).toBe('Cannot query field "a".');
  expect(withoutHints('No "a". Did you mean "b"? At line 1. Did you mean to')).toBe('No "a". At line 1.');
});

const schema = buildSchema(`
  enum Color { RED GREEN }
  input Line { unit: Int! part: Float color: Color tags: [String!] }
  input Order { name: String! lines: [Line!] }
  type Query { order(input: Order, other: Order, count: Int): String part(of: Int!): String }
`);

/** The violations that a coercion error of an operation is answered with. */
function violationsOf(source: string, variables: Record<string, unknown> = {}): unknown[] {
  const { errors = [] } = graphqlSync({ schema, source, variableValues: variables });
  return errors.flatMap((error) => {
    const coded = new GraphQLError(error.message, { ...error, extensions: { code: 'BAD_USER_INPUT' } });
    return format(coded.toJSON(), error).extensions?.['errors'] ?? ['none'];
  });
}

test.each<[string, unknown, string, string]>([
  ['what is absent', {}, '/name', 'REQUIRED'],
  ['what is absent in a list', { name: 'a', lines: [{ unit: 1 }, {}] }, '/lines/1/unit', 'REQUIRED'],
  ['null', { name: null }, '/name', 'NULL_NOT_ALLOWED'],
  ['null in a list', { name: 'a', lines: [{ unit: 1 }, null] }, '/lines/1', 'NULL_NOT_ALLOWED'],
  ['another type', { name: 'a', lines: [{ unit: 'x' }] }, '/lines/0/unit', 'INVALID_FORMAT'],
  ['no member', { name: 'a', lines: [{ unit: 1, color: 'BLUE' }] }, '/lines/0/color', 'INVALID_ENUM'],
  ['no text for a member', { name: 'a', lines: [{ unit: 1, color: 7 }] }, '/lines/0/color', 'INVALID_FORMAT'],
  ['the words of another refusal', { name: ['does not exist in "A" enum.'] }, '/name', 'INVALID_FORMAT'],
  ['a number for an input object', { name: 'a', lines: [7] }, '/lines/0', 'INVALID_FORMAT'],
  ['more than 53 bits', { name: 'a', lines: [{ unit: 2n ** 53n }] }, '/lines/0/unit', 'OUT_OF_RANGE'],
  ['more than a double', { name: 'a', lines: [{ unit: 1, part: Infinity }] }, '/lines/0/part', 'OUT_OF_RANGE'],
  ['text for a number', { name: 'a', lines: [{ unit: '2147483648' }] }, '/lines/0/unit', 'INVALID_FORMAT'],
  ['more than 32 bits', { name: 'a', lines: [{ unit: 2_147_483_648 }] }, '/lines/0/unit', 'OUT_OF_RANGE'],
  ['a member of no type', { name: 'a', lines: [{ unit: 1, uni: 2 }] }, '/lines/0/uni', 'UNKNOWN_FIELD'],
  ['a list of lists', { name: 'a', lines: [{ unit: 1, tags: ['a', 7] }] }, '/lines/0/tags/1', 'INVALID_FORMAT'],
])('a variable with %s is refused at its place', (_, input, path, code) => {
  expect(violationsOf('query ($input: Order) { order(input: $input) }', { input })).toMatchObject([{ path, code }]);
});

test.each([
  ['an argument', 'query ($n: Int = 1) { part(of: $n) }', ''],
  [
    'an element of a list',
    'query ($n: String = "a") { order(input: { name: "a", lines: [{ unit: 1, tags: [$n] }] }) }',
    '',
  ],
  ['a directive', 'query ($n: Boolean = true) { order @skip(if: $n) }', ''],
])('a null that takes the place of a default in %s is the caller\u2019s fault', (_, source, path) => {
  const { errors = [] } = graphqlSync({ schema, source, variableValues: { n: null } });
  const [extensions] = errors.map((error) => format(error.toJSON(), error).extensions);
  expect(extensions).toMatchObject({ code: 'BAD_REQUEST', httpCode: 400, errors: [{ path }] });
});

test('a whole variable that does not fit has no path below it', () => {
  expect(violationsOf('query ($n: Int) { order(count: $n) }', { n: 'x' })).toMatchObject([
    { path: '', code: 'INVALID_FORMAT' },
  ]);
});

test.each([
  ['what is absent', '{ lines: [] }', '/name', 'REQUIRED'],
  ['what is absent in a list', '{ name: "a", lines: [{ unit: 1 }, { tags: [] }] }', '/lines/1/unit', 'REQUIRED'],
  [
    'what is absent behind a list',
    '{ name: "a", lines: [{ tags: ["a", "b"], color: RED }] }',
    '/lines/0/unit',
    'REQUIRED',
  ],
  ['null', '{ name: null }', '/name', 'NULL_NOT_ALLOWED'],
  [
    'null in a list',
    '{ name: "a", lines: [{ unit: 1, tags: ["a"] }, { unit: null }] }',
    '/lines/1/unit',
    'NULL_NOT_ALLOWED',
  ],
  ['more than 32 bits', '{ name: "a", lines: [{ unit: 2147483648 }] }', '/lines/0/unit', 'OUT_OF_RANGE'],
  ['another type', '{ name: 7 }', '/name', 'INVALID_FORMAT'],
  ['a text for a list of objects', '{ name: "a", lines: "b" }', '/lines', 'INVALID_FORMAT'],
  ['no member', '{ name: "a", lines: [{ unit: 1, color: BLUE }] }', '/lines/0/color', 'INVALID_ENUM'],
  ['no word for a member', '{ name: "a", lines: [{ unit: 1, color: 7 }] }', '/lines/0/color', 'INVALID_FORMAT'],
  ['a member of no type', '{ name: "a", lines: [{ unit: 1, uni: 2 }] }', '/lines/0/uni', 'UNKNOWN_FIELD'],
  ['a first member of no type', '{ nam: "a", name: "a" }', '/nam', 'UNKNOWN_FIELD'],
])('a literal with %s is refused at its place in its argument', (_, literal, path, code) => {
  expect(violationsOf(`{ order(other: { name: "b", lines: [{ unit: 2 }] }, input: ${literal}) }`)).toMatchObject([
    { path, code },
  ]);
});

test.each([
  [-2_147_483_649, 'Must be from -2147483648 to 2147483647.', -(2 ** 31)],
  [2n ** 63n, 'Must be from -2147483648 to 2147483647.', 2 ** 31 - 1],
])('the bound that %s breaks is told', (count, message, limit) => {
  expect(violationsOf('query ($n: Int) { order(count: $n) }', { n: count })).toEqual([
    { path: '', code: 'OUT_OF_RANGE', message, limit },
  ]);
});
