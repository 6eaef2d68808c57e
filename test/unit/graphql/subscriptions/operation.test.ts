// What a client must send to subscribe, the last of each limit included, and which subscribers are answered alike.
import { buildSchema } from 'graphql';
import { describe, expect, test } from 'vitest';
import {
  DocumentErrors,
  isSubscription,
  readOperation,
  type SubscribeRequest,
} from '../../../../src/graphql/subscriptions/operation.ts';

const schema = buildSchema(`
  type Event { cursor: String }
  type Query { a: Int }
  type Mutation { a: Int }
  type Subscription { events(after: String, subject: String, first: Int! = 3): Event }
`);
const read = (request: SubscribeRequest) => readOperation(schema, request);
const events = 'subscription { events { cursor } }';

/** The code that a request is refused with. */
function refusal(request: SubscribeRequest): string {
  try {
    read(request);
  } catch (error) {
    if (error instanceof DocumentErrors) return String(error.errors[0]?.extensions['code']);
    return String((error as { code?: unknown }).code);
  }
  return 'none';
}

test.each<[string, SubscribeRequest, string]>([
  ['no document', {}, 'BAD_REQUEST'],
  ['a document that is no text', { query: 7 }, 'BAD_REQUEST'],
  ['what does not parse', { query: 'subscription {' }, 'GRAPHQL_VALIDATION_FAILED'],
  ['a field that does not exist', { query: 'subscription { nothing }' }, 'GRAPHQL_VALIDATION_FAILED'],
  [
    'two root fields',
    { query: 'subscription { events { cursor } b: events { cursor } }' },
    'GRAPHQL_VALIDATION_FAILED',
  ],
  ['a query', { query: '{ a }' }, 'BAD_REQUEST'],
  ['a mutation', { query: 'mutation { a }' }, 'BAD_REQUEST'],
  ['an operation that is not in the document', { query: events, operationName: 'Other' }, 'BAD_REQUEST'],
  [
    'several operations without a name',
    { query: 'subscription A { events { cursor } } subscription B { events { cursor } }' },
    'BAD_REQUEST',
  ],
  ['variables that are a list', { query: events, variables: [] }, 'BAD_REQUEST'],
  ['variables that are text', { query: events, variables: 'a' }, 'BAD_REQUEST'],
  [
    'a variable of another type',
    { query: 'subscription ($s: String) { events(subject: $s) { cursor } }', variables: { s: 7 } },
    'GRAPHQL_VALIDATION_FAILED',
  ],
  [
    'an argument that is null',
    { query: 'subscription ($n: Int) { events(first: $n) { cursor } }', variables: { n: null } },
    'GRAPHQL_VALIDATION_FAILED',
  ],
  ['no variables', { query: events }, 'none'],
  ['no name of an operation', { query: events, operationName: '' }, 'none'],
  ['null for variables', { query: events, variables: null, operationName: null }, 'none'],
])('%s is answered as it should be', (_, request, code) => {
  expect(refusal(request)).toBe(code);
});

describe('a document', () => {
  const padded = (length: number): string => events.padEnd(length, ' ');
  // Six tokens, three for each alias, and what is left to the number that is asked for.
  const tokens = (count: number): string => {
    const aliases = Array.from({ length: Math.floor((count - 6) / 3) }, (_, at) => `a${String(at)}: cursor`);
    return `subscription { events { ${aliases.join(' ')} ${'cursor '.repeat((count - 6) % 3)} } }`;
  };

  test('may be 64 KiB long', () => {
    expect(refusal({ query: padded(65_536) })).toBe('none');
    expect(refusal({ query: padded(65_537) })).toBe('QUERY_TOO_COMPLEX');
    expect(isSubscription(padded(65_536), null)).toBe(true);
    expect(isSubscription(padded(65_537), null)).toBe(false);
  });

  test('may hold 2,000 tokens', () => {
    // It is read, and refused for its aliases.
    expect(refusal({ query: tokens(2_000) })).toBe('QUERY_TOO_COMPLEX');
    expect(refusal({ query: tokens(2_001) })).toBe('GRAPHQL_VALIDATION_FAILED');
  });

  test('is measured like any other', () => {
    const aliases = (count: number): string =>
      `subscription { events { ${Array.from({ length: count }, (_, at) => `a${String(at)}: cursor`).join(' ')} } }`;
    expect(refusal({ query: aliases(50) })).toBe('none');
    expect(refusal({ query: aliases(51) })).toBe('QUERY_TOO_COMPLEX');
  });

  test('names at most ten of its errors', () => {
    const wrong = `subscription { events { ${Array.from({ length: 30 }, (_, at) => `x${String(at)}`).join(' ')} } }`;
    const run = (): unknown => read({ query: wrong });
    expect(run).toThrow(DocumentErrors);
    try {
      run();
    } catch (error) {
      // The eleventh says that there are more.
      expect((error as DocumentErrors).errors).toHaveLength(11);
    }
  });
});

test('the root field is found in a fragment, with its arguments and defaults', () => {
  const query =
    'subscription ($after: String) { ...A } fragment A on Subscription { ... { events(after: $after) { cursor } } }';
  expect(read({ query, variables: { after: '7' } })).toMatchObject({ field: 'events', args: { after: '7', first: 3 } });
});

describe('subscribers are answered alike', () => {
  const query = 'subscription ($after: String, $s: String) { events(after: $after, subject: $s) { cursor } }';
  const keyOf = (request: SubscribeRequest): string => read({ query, ...request }).key;

  test('wherever they started', () => {
    expect(keyOf({ variables: { after: '7' } })).toBe(keyOf({ variables: { after: '8' } }));
    expect(keyOf({ variables: { after: '7' } })).toBe(keyOf({}));
    const named = query.replaceAll('$after', '$from');
    const from = (cursor: string): string => keyOf({ query: named, variables: { from: cursor } });
    expect(from('7')).toBe(from('8'));
  });

  test('but not with other variables, another document or another operation of it', () => {
    const two = 'subscription A { events { cursor } } subscription B { events { c: cursor } }';
    const keys = [
      keyOf({}),
      keyOf({ variables: { s: 'a' } }),
      keyOf({ query: events }),
      keyOf({ query: two, operationName: 'A' }),
      keyOf({ query: two, operationName: 'B' }),
      // A start that is written into the document is part of it.
      keyOf({ query: 'subscription { events(after: "7") { cursor } }' }),
    ];
    expect(new Set(keys).size).toBe(keys.length);
  });
});

test.each<[string, string, unknown, boolean]>([
  ['a subscription', events, null, true],
  ['a query', '{ a }', null, false],
  ['a query that says the word', '{ subscription: a }', null, false],
  ['the named one of several', `query A { a } ${events.replace('{', 'B {')}`, 'B', true],
  ['the only one, where none is named', events, '', true],
  ['another one of several', `query A { a } ${events.replace('{', 'B {')}`, 'A', false],
])('%s is told from others', (_, query, name, expected) => {
  expect(isSubscription(query, name)).toBe(expected);
});
