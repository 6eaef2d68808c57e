// The words of a search, and its highlights.
import { expect, test } from 'vitest';
import { parseSearchQuery } from '../../../src/domain/searchQuery.ts';

const term = (form: string, text: string, isNegated = false): unknown => ({ form, text, isNegated });

test('a query consists of words, phrases, prefixes and exclusions, in their order', () => {
  expect(parseSearchQuery('red "wild  rose" -"old rose" -blue gard*')).toEqual([
    term('WORD', 'red'),
    term('PHRASE', 'wild  rose'),
    term('PHRASE', 'old rose', true),
    term('WORD', 'blue', true),
    term('PREFIX', 'gard'),
  ]);
});

test.each([
  ['“wild rose”', 'wild rose'],
  ['„wild rose“', 'wild rose'],
  ['«wild rose»', 'wild rose'],
  ['»wild rose«', 'wild rose'],
  ['「夏の読書会」', '夏の読書会'],
  ['『夏』', '夏'],
  ['＂wild rose＂', 'wild rose'],
  ['"wild rose”', 'wild rose'],
])('%s is a phrase', (query, text) => {
  expect(parseSearchQuery(query)).toEqual([term('PHRASE', text)]);
});

test('within a Hebrew word a quotation mark is a letter of it', () => {
  expect(parseSearchQuery('צה"ל "שלום לך"')).toEqual([term('WORD', 'צה"ל'), term('PHRASE', 'שלום לך')]);
});

test('an empty query has no terms, an open quote runs to the end, and a lone sign is a word', () => {
  expect(parseSearchQuery('  "" " " ')).toEqual([]);
  expect(parseSearchQuery('-')).toEqual([]);
  expect(parseSearchQuery('"to the end')).toEqual([term('PHRASE', 'to the end')]);
  expect(parseSearchQuery('*')).toEqual([term('WORD', '*')]);
  expect(parseSearchQuery('** a -** -')).toEqual([term('WORD', 'a')]);
  expect(parseSearchQuery('word '.repeat(100))).toHaveLength(64);
});
