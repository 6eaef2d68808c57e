// What an operation is measured at, and the last operation that each limit allows.
import { buildSchema, getIntrospectionQuery, getOperationAST, parse } from 'graphql';
import { describe, expect, test } from 'vitest';
import { ServiceError } from '../../../../src/domain/errors.ts';
import {
  hasFixedSize,
  measureOperation,
  requireAffordable,
  type OperationSize,
} from '../../../../src/graphql/operation/limits.ts';

const schema = buildSchema(`
  directive @listSize(assumed: Int!) on FIELD_DEFINITION
  interface Node { urn: ID! }
  type Task implements Node { urn: ID! title: String related: [Task!]! labels: [Label] owner: Task tasks(first: Int = 7, last: Int): TaskConnection! }
  type Label { name: String task: Task stages: [Label!]! @listSize(assumed: 3) }
  type TaskEdge { cursor: String node: Task }
  type TaskConnection { nodes: [Task!]! edges: [TaskEdge!]! totalCount: Int }
  type Query {
    task: Task
    node: Node
    tasks(first: Int, last: Int): TaskConnection!
    nodes(urns: [ID!]!): [Node]!
    names: [String!]!
  }
  type Mutation { done: Task }
`);

function sizeOf(query: string, variables: Record<string, unknown> = {}): OperationSize {
  const document = parse(query);
  const operation = getOperationAST(document);
  if (!operation) throw new Error('The document has no operation');
  return measureOperation(schema, document, operation, variables);
}

test.each<[string, string, number]>([
  ['a leaf', '{ names }', 0],
  ['the name of a type', '{ __typename }', 0],
  ['an object', '{ task { urn } }', 1],
  ['an object in an object', '{ task { owner { urn } } }', 2],
  ['two fields', '{ task { owner { urn } } node { urn } }', 3],
  ['a list', '{ task { related { urn } } }', 11],
  ['a list in a list', '{ task { related { related { urn } } } }', 111],
  ['a list of which the schema says how long it is', '{ task { labels { stages { name } } } }', 41],
  ['a page without a size', '{ tasks { totalCount } }', 50],
  ['a page and its nodes', '{ tasks(first: 5) { nodes { urn } } }', 10],
  ['a page and its edges', '{ tasks(last: 5) { edges { node { urn } } } }', 15],
  ['a page of no size', '{ tasks(first: 0) { totalCount } }', 1],
  ['a page whose size the schema says', '{ task { tasks { totalCount } } }', 8],
  ['objects by their urns', '{ nodes(urns: ["a", "b", "c"]) { urn } }', 3],
  ['no urns', '{ nodes(urns: []) { urn } }', 1],
  ['a fragment', '{ task { ...F } } fragment F on Task { owner { urn } }', 2],
  ['a fragment used twice', '{ task { ...F owner { ...F } } } fragment F on Task { owner { urn } }', 4],
  ['an inline fragment', '{ node { ... on Task { owner { urn } } } }', 2],
  ['an inline fragment without a type', '{ task { ... { owner { urn } } } }', 2],
  ['the schema', '{ __schema { types { name } } }', 1_000],
  ['one type of the schema', '{ __type(name: "Task") { name } }', 100],
  ['a mutation', 'mutation { done { owner { urn } } }', 2],
])('%s costs what it holds', (_, query, cost) => {
  expect(sizeOf(query).cost).toBe(cost);
});

test.each<[string, Record<string, unknown>, number]>([
  ['is sent', { size: 5 }, 5],
  ['is absent, by its default', {}, 20],
  ['is null', { size: null }, 50],
  ['does not fit', { size: 'five' }, 50],
])('a page costs the size of a variable that %s', (_, variables, cost) => {
  expect(sizeOf('query ($size: Int = 20) { tasks(first: $size) { totalCount } }', variables).cost).toBe(cost);
});

const nested = (depth: number): string => `{ task { ${'owner { '.repeat(depth - 2)}urn${' }'.repeat(depth - 2)} } }`;
const aliased = (count: number): string => `{ task { ${repeated(count, (at) => `a${at}: urn`)} } }`;
const ofCost = (cost: number): string => `{ tasks(first: ${String(cost)}) { totalCount } }`;
const repeated = (count: number, one: (at: string) => string): string =>
  Array.from({ length: count }, (_, at) => one(String(at))).join(' ');

test('depth counts fields, through fragments too', () => {
  expect(sizeOf('{ task { urn owner { urn } } names }').depth).toBe(3);
  expect(sizeOf('{ ...A } fragment A on Query { task { ...B } } fragment B on Task { owner { urn } }').depth).toBe(3);
  expect(sizeOf('{ __schema { types { name } } }').depth).toBe(1);
});

test('aliases and directives count wherever they stand', () => {
  const query = `query ($on: Boolean!) { e: __type(name: "A") { name } a: task @include(if: $on) { b: urn ...F @skip(if: $on) ... on Task @include(if: $on) { c: title } } }
    fragment F on Task { d: title @skip(if: $on) }`;
  expect(sizeOf(query, { on: true })).toMatchObject({ aliases: 5, directives: 4, rootFields: 2 });
});

describe.each<[string, (size: number) => string, number, string]>([
  ['depth', nested, 15, 'QUERY_TOO_DEEP'],
  ['depth', (n) => nested(n).replace('{', '{ __schema { queryType { name } }'), 15, 'QUERY_TOO_DEEP'],
  ['cost', ofCost, 10_000, 'QUERY_TOO_COMPLEX'],
  ['number of aliases', aliased, 50, 'QUERY_TOO_COMPLEX'],
  [
    'number of directives',
    (n) => `{ task { ${repeated(n, () => 'urn @include(if: true)')} } }`,
    30,
    'QUERY_TOO_COMPLEX',
  ],
  ['number of root fields', (n) => `{ ${repeated(n, () => 'names')} }`, 20, 'QUERY_TOO_COMPLEX'],
])('the %s', (what, query, most, code) => {
  test(`may be ${String(most)}`, () => {
    expect(() => requireAffordable(sizeOf(query(most)))).not.toThrow();
  });

  test(`may not be ${String(most + 1)}`, () => {
    const remedy =
      what === 'cost' ? ' Ask for smaller pages with "first": a page without it counts as 50 objects.' : '';
    const detail = `The ${what} of the operation is ${String(most + 1)}. The limit is ${String(most)}.${remedy}`;
    expect(() => requireAffordable(sizeOf(query(most + 1)))).toThrow(
      new ServiceError(code as 'QUERY_TOO_DEEP', detail),
    );
  });
});

test('the schema may be read once, and who reads it more often is told how often', () => {
  const reads = (n: number): string => `{ ${repeated(n, () => '__type(name: "A") { name }')} }`;
  expect(() => requireAffordable(sizeOf(reads(1)))).not.toThrow();
  expect(() => requireAffordable(sizeOf(reads(4)))).toThrow(
    new ServiceError('QUERY_TOO_COMPLEX', 'The operation reads the schema 4 times. The limit is 1.'),
  );
});

test('a tool reads the schema as deep as it is', () => {
  const deep = `{ __schema { types { ${'ofType { '.repeat(20)}name${' }'.repeat(20)} } } }`;
  expect(() => requireAffordable(sizeOf(deep))).not.toThrow();
});

test.each([
  ['no arguments', '{ task { urn } }', true],
  ['sizes that are written out', '{ tasks(first: 5) { totalCount } nodes(urns: ["a"]) { urn } }', true],
  ['another variable', 'query ($name: String!) { __type(name: $name) { name } }', true],
  ['a variable first', 'query ($n: Int) { tasks(first: $n) { totalCount } }', false],
  ['a variable last', 'query ($n: Int) { tasks(last: $n) { totalCount } }', false],
  ['variable urns', 'query ($urns: [ID!]!) { nodes(urns: $urns) { urn } }', false],
  ['one variable among the urns', 'query ($urn: ID!) { nodes(urns: ["a", $urn]) { urn } }', false],
  [
    'a variable in a fragment',
    'query ($n: Int) { ...F } fragment F on Query { tasks(first: $n) { totalCount } }',
    false,
  ],
])('the size of an operation with %s is fixed or not', (_, query, isFixed) => {
  expect(hasFixedSize(parse(query))).toBe(isFixed);
});

describe('reading the schema', () => {
  const whole = getIntrospectionQuery({ descriptions: true, inputValueDeprecation: true, oneOf: true });
  const types = '{ kind name fields { name args { name type { name } } type { name } } }';
  const read = (parts: number): string => `{ __schema { ${repeated(parts, (at) => `a${at}: types ${types}`)} } }`;

  test('costs more the more is read of it', () => {
    const [one, many] = [sizeOf(read(1)), sizeOf(read(20))];
    expect([one.cost, one.introspected]).toEqual([1_000, expect.closeTo(many.introspected / 20, 10)]);
    expect(many.cost).toBe(Math.ceil(1_000 * many.introspected));
    expect(many.introspected).toBeGreaterThan(1);
    expect(() => requireAffordable(sizeOf(whole))).not.toThrow();
  });

  test('is refused beyond one and a half times what tools read', () => {
    const { introspected: each } = sizeOf(read(1));
    const most = Math.floor(1.5 / each);
    expect(() => requireAffordable(sizeOf(read(most)))).not.toThrow();
    expect(() => requireAffordable(sizeOf(read(most + 1)))).toThrow('reads parts of the schema too often');
  });

  test.each([
    ['{ a: __schema { PARTS types { PARTS } } }', 2],
    ['{ a: __schema { types { ... { PARTS } ...F ...F } } } fragment F on __Type { PARTS }', 3],
    ['{ a: __type(name: "Query") { fields { PARTS } } }', 1],
  ])('counts its aliases and directives as those of any other field: %s', (query, times) => {
    const parts = 'b: description c: description @include(if: true)';
    expect(sizeOf(query.replaceAll('PARTS', parts))).toMatchObject({ aliases: 1 + 2 * times, directives: times });
  });

  test('counts what fragments read, each time', () => {
    const fragment = ` fragment F on __Schema { types ${types} }`;
    expect(sizeOf(`{ __schema { ...F a: types ${types} } }${fragment}`).introspected).toBe(
      sizeOf(read(2)).introspected,
    );
    expect(sizeOf(`{ __schema { ... { types ${types} } } }`).introspected).toBe(sizeOf(read(1)).introspected);
  });
});
