// The words of a search, and its highlights.
import { expect, test } from 'vitest';
import { markedHtml, matchMarks, parseSearchQuery } from '../../../src/domain/searchQuery.ts';

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

test('an empty query has no terms, an open quote runs to the end, and a lone sign is a word', () => {
  expect(parseSearchQuery('  "" " " ')).toEqual([]);
  expect(parseSearchQuery('-')).toEqual([]);
  expect(parseSearchQuery('"to the end')).toEqual([term('PHRASE', 'to the end')]);
  expect(parseSearchQuery('*')).toEqual([term('WORD', '*')]);
  expect(parseSearchQuery('** a -** -')).toEqual([term('WORD', 'a')]);
  expect(parseSearchQuery('word '.repeat(100))).toHaveLength(64);
});

test('a highlighted text is escaped everywhere, and only matches are in em', () => {
  const { begin, end, less, greater } = matchMarks;
  expect(markedHtml(`${less}b${greater} & "${begin}it's${end}" <i>`)).toBe(
    '&lt;b&gt; &amp; &quot;<em>it&#39;s</em>&quot; &lt;i&gt;',
  );
});
