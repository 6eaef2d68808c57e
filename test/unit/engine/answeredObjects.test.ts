// The rows of an answer are counted in its text, and nothing of what their values hold.
import { expect, test } from 'vitest';
import { loadContract } from '../../../src/contract/load.ts';
import { fieldOf } from '../../../src/contract/resource.ts';
import type { FieldQuestion, ListQuestion, Question } from '../../../src/contract/question.ts';
import { countObjects, foreignJson } from '../../../src/engine/answeredObjects.ts';

const { Entity, EntityType, JsonItem, TextItem } = loadContract().kinds;
const list = (key: string, name: 'jsons' | 'texts', value: string): ListQuestion => {
  const resource = name === 'jsons' ? JsonItem : TextItem;
  const fields = [{ form: 'VALUE' as const, key: value, field: fieldOf(resource, 'value') }];
  return { form: 'LIST', key, field: fieldOf(Entity, name), row: { resource, fields }, names: null };
};
const question = (...fields: FieldQuestion[]): Question => ({
  roots: [{ form: 'ROW', key: 'entity', row: { resource: Entity, fields }, input: 0 }],
});
const answer = (jsons: readonly string[], texts: readonly unknown[]): string =>
  `{"data":{"entity":{"jsons":[${jsons.map((value) => `{"data":${value}}`).join()}],"texts":${JSON.stringify(texts.map((value) => ({ value })))}}}}`;

const both = question(list('jsons', 'jsons', 'data'), list('texts', 'texts', 'value'));

test.each([
  ['nothing but rows', ['1', 'null'], ['a']],
  ['objects and lists in values', ['{"a":{"b":1},"data":{"c":2}}', '[{"d":[{"e":1}]}]', '{}'], []],
  [
    'texts that end with a brace or look like rows',
    ['"{"', '{"a{":"{","b":"}"}'],
    ['{', '{"value":1}', '"data":{"x":'],
  ],
  ['values that are written with spaces', ['{ "a" : {"b":"\\"}{"} }'], ['a']],
])('with %s', (_, jsons, texts) => {
  const json = foreignJson(both);
  const text = answer(jsons, texts);
  expect(() => JSON.parse(text)).not.toThrow();
  const rows = 1 + jsons.length + texts.length;
  expect(json && [countObjects(text, json), countObjects(Buffer.from(text), json)]).toEqual([rows, rows]);
});

test('in texts and bytes of an answer without such values', () => {
  const json = foreignJson(question(list('texts', 'texts', 'value')));
  const text = answer([], ['{', 'b{', '{"value":1}', '}']);
  expect([json, countObjects(text, null), countObjects(Buffer.from(text), null)]).toEqual([null, 5, 5]);
});

test('with what such a value holds, where rows are answered under its name', () => {
  const json = foreignJson(question(list('jsons', 'jsons', 'data'), list('data', 'texts', 'value')));
  const text = answer(['{"a":{"b":1}}'], ['a']).replace('"texts"', '"data"');
  expect([json, countObjects(text, json)]).toEqual([null, 1 + 1 + 2 + 1]);
});

test('in rows of any kind by their urns, but not what their JSON holds', () => {
  const fields = [{ form: 'VALUE' as const, key: 'data', field: fieldOf(JsonItem, 'value') }];
  const rows = new Map([['JsonItem', { resource: JsonItem, fields }]]);
  const json = foreignJson({ roots: [{ form: 'ROWS', key: 'nodes', rows, input: 0 }] });
  expect(countObjects('{"data":{"nodes":[{"data":{"a":{"b":1}}}, null]}}', json)).toBe(1);
});

test('in value objects and in lists of all items, but not what their JSON holds', () => {
  const fields = fieldOf(EntityType, 'fields');
  const member = fields.object?.fields.find(({ name }) => name === 'defaults');
  if (!member) throw new Error('There is no such member');
  const types: FieldQuestion = {
    form: 'OBJECT',
    key: 'fields',
    field: fields,
    members: [{ form: 'MEMBER', key: 'd', member }],
  };
  const items: FieldQuestion = { form: 'ITEMS', key: 'items', lists: [list('items', 'jsons', 'j')] };
  const json = foreignJson(question(types, items));
  const text = '{"data":{"entity":{"fields":[{"d":{"a":{"b":1}}},{"d":null}],"items":[{"j":{"c":[{"e":1}]}}]}}}';
  expect(json && countObjects(text, json)).toBe(1 + 2 + 1);
});
