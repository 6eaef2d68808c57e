// What the SDL states is read or refused: a directive that nothing reads, and a REST form that does not fit its field,
// are refused.
import { parse } from 'graphql';
import { expect, test } from 'vitest';
import { contractFrom } from '../../../src/contract/load.ts';

const load = (sdl: string): unknown => contractFrom(parse(sdl).definitions);

test.each([
  ['on an enumeration', 'enum Color @length(max: 1) { RED }'],
  ['on an input object', 'input A @public { a: Int }'],
  ['on a union', 'type A { a: Int } union B @public = A'],
  ['that does not exist', 'type Query { a: Int @cached }'],
])('A directive %s is refused.', (_, sdl) => {
  expect(() => load(sdl)).toThrow(/Nothing reads @/);
});

test.each([
  ['names what is no argument', '"/n/v1/a/{b}"', 'GET'],
  ['lies outside of the REST face', '"/a"', 'GET'],
  ['would change by a query', '"/n/v1/a"', 'DELETE'],
])('A REST form that %s is refused.', (_, path, method) => {
  expect(() => load(`type Query { a: Int @rest(method: ${method}, path: ${path}) }`)).toThrow(/^a: /);
});

test('A statement that is read is accepted.', () => {
  expect(() =>
    load('type Query { a(b: String @length(max: 3)): Int @public @rest(method: GET, path: "/n/v1/a") }'),
  ).not.toThrow();
});
