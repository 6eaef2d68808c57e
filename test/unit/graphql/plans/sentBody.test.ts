// A body of the graph, split into its variables and the text around them: bodies that run another operation never look alike.
import { expect, test } from 'vitest';
import { readVariables, splitBody } from '../../../../src/graphql/plans/sentBody.ts';

const split = (text: string): unknown => splitBody(Buffer.from(text));

test.each([
  ['{"query":"{ a }"}', '{"query":"{ a }"}', null],
  ['{"query":"{ a }","variables":{"a":1}}', '{"query":"{ a }","variables":}', '{"a":1}'],
  [' { "query" : "{ a }" , "variables"\n:\t{"a":1} }', ' { "query" : "{ a }" , "variables"\n:\t }', '{"a":1}'],
  ['{"variables":{},"query":"{ a }"}', '{"variables":,"query":"{ a }"}', '{}'],
  ['{"operationName":null,"variables":{"a":{"b":[{}]}}}', '{"operationName":null,"variables":}', '{"a":{"b":[{}]}}'],
  ['{"a":true,"b":false,"variables":{"a":"}"}}', '{"a":true,"b":false,"variables":}', '{"a":"}"}'],
  ['{"variables":{"a":"\\"}","b":"\\\\"}}', '{"variables":}', '{"a":"\\"}","b":"\\\\"}'],
  ['{"query":"{ a(b: \\"variables\\") }"}', '{"query":"{ a(b: \\"variables\\") }"}', null],
])('%s is split', (text, around, variables) => {
  expect(split(text)).toEqual({ around, variables });
});

test.each([
  ['no object', '{"variables":null}'],
  ['a list', '{"variables":[{}]}'],
  ['a text', '{"variables":"{}"}'],
  ['nothing', '{"variables"}'],
  ['an object without an end', '{"variables":{"a":1'],
  ['a text without an end', '{"variables":{"a":"}'],
  ['something else of that name before', '{"extensions":{"variables":{"a":1}},"query":"{ a }"}'],
  ['the name as a value', '{"query":"variables","other":{}}'],
  ['a list before', '{"list":[],"variables":{}}'],
  ['a number before', '{"number":1,"variables":{}}'],
  ['no comma before', '{"query":"{ a }" "variables":{}}'],
])('a body with %s for its variables is left to Apollo', (_, text) => {
  expect(split(text)).toBeNull();
});

test('a body that is no UTF-8 is left to Apollo', () => {
  expect(splitBody(Buffer.from([0x22, 0xff, 0x22]))).toBeNull();
});

test('variables are read as those of any body are', () => {
  expect(readVariables({ around: '', variables: null })).toEqual({});
  expect(readVariables({ around: '', variables: '{"a":9007199254740993}' })).toEqual({ a: 9_007_199_254_740_993n });
  expect(() => readVariables({ around: '', variables: '{"a":1,"a":2}' })).toThrow('given twice');
});
