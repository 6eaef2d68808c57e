// What becomes of the variables of an operation before graphql-js reads them: what it would have to look at again and again is short.
import { buildSchema, getOperationAST, getVariableValues, parse, type GraphQLError } from 'graphql';
import { expect, test } from 'vitest';
import { formatError } from '../../../../src/graphql/operation/errors.ts';
import { floatVariables } from '../../../../src/graphql/operation/floatVariables.ts';

const schema = buildSchema(`
  scalar Anything
  input Filter { name: String, anything: Anything, like: Float, and: [Filter!], among: [String!] }
  type Query { count(filter: Filter): Int }
`);
const operation = getOperationAST(parse('query($filter: Filter) { count(filter: $filter) }'));
if (!operation) throw new Error('The document has no operation.');

const convert = (variables: Record<string, unknown>): Record<string, unknown> =>
  floatVariables(schema, operation, variables);
const errorsOf = (variables: Record<string, unknown>): readonly GraphQLError[] =>
  getVariableValues(schema, operation.variableDefinitions ?? [], variables, { maxErrors: 50 }).errors ?? [];
const named = (count: number, value: unknown): Record<string, unknown> =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`unknown${String(at)}`, value]));

test('fifty of the members that are unknown are refused by name', () => {
  expect([50, 51].map((count) => convert({ filter: named(count, 1) })['filter'])).toEqual([named(50, 1), named(50, 1)]);
});

test('what fits comes as it was sent, and no other variables', () => {
  const filter = { name: 'x'.repeat(100_000), anything: { a: ['b', { c: null }] }, and: [{ among: ['a'] }], like: 1.5 };
  expect(convert({ filter, other: filter })).toEqual({ filter });
  expect(convert({ filter: null })).toEqual({ filter: null });
  expect(convert({})).toEqual({});
});

test.each([
  ['many', named(10_000, 1)],
  ['long values', named(60, 'x'.repeat(10_000))],
  ['large values', named(60, named(1_000, 1))],
  ['long names', { ['x'.repeat(100_000)]: 1 }],
  ['a long text beside them', { ...named(60, 1), name: 'x'.repeat(100_000) }],
  ['a large value beside them', { ...named(60, 1), anything: named(10_000, 1) }],
  ['a long text in an object beside them', { ...named(60, 1), and: [{ name: 'x'.repeat(100_000) }] }],
])('unknown members are refused by short messages: %s', (_, filter) => {
  const errors = errorsOf(convert({ filter }));
  expect(errors).not.toEqual([]);
  expect(Math.max(...errors.map(({ message }) => message.length))).toBeLessThan(12_000);
  expect(errors[0]?.message).toMatch(/ is not defined by type "Filter"\./);
});

test('a member named as the prototype of objects is unknown, too', () => {
  const filter: unknown = JSON.parse('{"name":"a","__proto__":{"and":null}}');
  expect(errorsOf(convert({ filter })).map(({ message }) => message)).toEqual([
    expect.stringContaining('Field "__proto__" is not defined by type "Filter".'),
  ]);
});

const tooMany = { code: 'QUERY_TOO_COMPLEX', extras: { limit: 20_000 } };

test.each([
  ['elements of a list', (count: number) => ({ among: Array.from({ length: count - 1 }, () => 'a') })],
  ['input objects', (count: number) => ({ and: Array.from({ length: (count - 1) / 2 }, () => ({})) })],
])('20,000 %s are taken, more are refused', (_, filterOf) => {
  expect(convert({ filter: filterOf(19_999) })).toEqual({ filter: filterOf(19_999) });
  expect(() => convert({ filter: filterOf(20_003) })).toThrow(expect.objectContaining(tooMany));
});

test('an error is read in a moment, whatever was sent stands in it', () => {
  const text = 'Field "a" is not defined by type "b". Did you mean '.repeat(40_000);
  const message = `Variable "$filter" got invalid value { ${text}: 1 } at "filter.name"; String cannot represent a non string value: {}`;
  const began = process.cpuUsage().user;
  const { extensions } = formatError({ message, extensions: { code: 'BAD_USER_INPUT' } }, null, '', () => undefined);
  expect((process.cpuUsage().user - began) / 1_000).toBeLessThan(1_000);
  expect(extensions?.['errors']).toEqual([expect.objectContaining({ path: '/name', code: 'INVALID_FORMAT' })]);
});
