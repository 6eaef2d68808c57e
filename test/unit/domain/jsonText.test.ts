// JSON that is looked at as text.
import { expect, test } from 'vitest';
import { compactJson, elementsOfJson, endOfJson } from '../../../src/domain/jsonText.ts';

test.each(['{}', '[]', '{"a":[{"b":"}"}]}', '[[1],"]"]', '["\\""]', '{"\\\\":"{\\\\"}', '["a\\\\\\"]"]'])(
  '%s ends where it ends',
  (text) => {
    expect(endOfJson(`x${text},{}]`, 1)).toBe(1 + text.length);
    for (let cut = 0; cut < text.length; cut += 1) expect(endOfJson(text.slice(0, cut), 0)).toBeNull();
  },
);

test.each([
  { a: [1, -2.5e30, true, null], 'b c': { ' d ': ' e  f' } },
  ['a "quoted" \\ text', '\\\\', '\n\t ', '\u2028', ' : ', '", "'],
  {},
])('%j is written without space between its parts alone', (value) => {
  const compact = JSON.stringify(value);
  expect(compactJson(JSON.stringify(value, null, 2))).toBe(compact);
  expect(compactJson(compact)).toBe(compact);
});

test.each(['[]', '[{"a":"],"},[1,[2]],null,"x, ]",-1.5e3,true]', '[{"a":1}, \n {"b":[2, 3]}, null]', '[null]'])(
  'the elements of %s are its values',
  (list) => {
    expect(elementsOfJson(list).map((one): unknown => JSON.parse(one))).toEqual(JSON.parse(list));
  },
);
