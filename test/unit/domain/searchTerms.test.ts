// Queries as PostgreSQL takes them.
import { expect, test } from 'vitest';
import { parseSearchQuery } from '../../../src/domain/searchQuery.ts';
import { compileTerms, formsToStem, soughtTerms, type CompiledQuery } from '../../../src/domain/searchTerms.ts';

const stems = new Map([
  [
    'english',
    new Map([
      ['runs', ['run']],
      ['news', ['news']],
      ['théâtres', ['théâtr']],
      ['theatres', ['theatr']],
    ]),
  ],
  [
    'swedish',
    new Map([
      ['runs', ['run']],
      ['news', ['new']],
    ]),
  ],
  ['russian', new Map([['runs', ['runs']]])],
]);
const compiled = (query: string): CompiledQuery => compileTerms(soughtTerms(parseSearchQuery(query)), stems);

test('a word is looked for in all its forms, and by the stems of a language in what is of that language', () => {
  expect(compiled('runs').all).toBe(
    `((('runs' | '~runs' | '^runs')) | ((('runs' | '~runs' | 'run' | '~run' | '^runs' | '^run')) & ('|english' | '|swedish')))`,
  );
  expect(compiled('news').all).toContain(`'^new')) & ('|swedish')`);
  expect(formsToStem(soughtTerms(parseSearchQuery('Théâtres C++ 图书 a*')))).toEqual([
    'théâtres',
    'theatres',
    'c',
    'a',
  ]);
});

test('as it is written it matches better than folded, and so better than stemmed', () => {
  const { written, folded, rank } = compiled('Théâtres');
  expect(written).toBe(`('théâtres')`);
  expect(folded).toBe(`((('theatres' | '~theatres')))`);
  expect(rank).toBe(
    `((('theatres' | '~theatres' | '^theatres')) | (('theatres' | '~theatres' | 'theatr' | '~theatr' | '^theatres' | '^theatr')))`,
  );
});

test('words that are joined are looked for beside each other, and as one', () => {
  expect(compiled("O'Brien").all).toBe(
    `('obrien' | '~obrien' | (('o' | '~o' | '^o') <1> ('brien' | '~brien' | '^brien'))` +
      ` | (('+o' | '+~o' | '+brien' | '+~brien') & ('o' | '~o') & ('brien' | '~brien')))`,
  );
  expect(compiled("O'Brien").terms).toEqual([
    `('o' | '~o' | '^o' | 'brien' | '~brien' | '^brien' | 'obrien' | '~obrien')`,
  ]);
});

test.each([
  ['河', `((('河':*)))`],
  ['河边的', `((('河边') <1> ('边的')) | (('+河边' | '+边的') & ('河边') & ('边的')))`],
  ['术AI', `((('术':*) <1> ('ai' | '~ai' | '^ai')) | (('+术' | '+ai' | '+~ai') & ('术':*) & ('ai' | '~ai')))`],
  ['gard*', `((('gard':* | '~gard':*)))`],
  ['-gard* it', `!((('gard':* | '~gard':*))) & ((('it' | '~it' | '^it')))`],
])('%s is %s', (query, all) => {
  expect(compiled(query).all).toBe(all);
});

test('terms without a word are none, and nothing but what is left out has no rank', () => {
  expect(soughtTerms(parseSearchQuery('— … !!! 🎉 "«»" -'))).toEqual([]);
  expect(compiled('-it')).toEqual({ all: `!((('it' | '~it' | '^it')))`, terms: [], rank: '', written: '', folded: '' });
});
