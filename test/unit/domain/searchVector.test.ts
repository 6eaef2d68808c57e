// What the index keeps of a document: bounded, however long its texts are.
import { expect, test } from 'vitest';
import { createDocument, weighedWords, type WeighedTexts } from '../../../src/domain/searchVector.ts';

function vectorOf(texts: WeighedTexts): Map<string, string[]> {
  const document = createDocument(null);
  for (const { word, weight, place } of weighedWords(texts)) document.add(word, weight, place);
  return new Map(
    document
      .text()
      .split(' ')
      .map((one) => {
        const [, entry = '', places = ''] = /^'(.*)'(?::(.*))?$/.exec(one) ?? [];
        return [entry, places === '' ? [] : places.split(',')];
      }),
  );
}

test('words stand as they are written and folded, by the weight of their text, and no phrase goes from one text into another', () => {
  expect([...vectorOf(['Été', '/a-b', "it's C++"])]).toEqual([
    ['été', ['1A']],
    ['~ete', ['1A']],
    ['a', ['3B']],
    ['~ab', ['3B']],
    ['b', ['4B']],
    ['it', ['6D']],
    ['~its', ['6D']],
    ['s', ['7D']],
    ['c++', ['8D']],
    ['~c', ['8D']],
  ]);
});

test('what stands more often than its places are kept says so', () => {
  const vector = vectorOf(['', '', 'often '.repeat(300) + 'seldom']);
  expect([vector.get('often')?.length, vector.has('+often'), vector.get('seldom'), vector.has('+seldom')]).toEqual([
    255,
    true,
    ['303D'],
    false,
  ]);
});

test('places begin again before PostgreSQL counts no further, and phrases are found across', () => {
  const words = Array.from({ length: 40_000 }, (_, at) => `w${String(at)}`);
  const vector = vectorOf(['', '', words.join(' ')]);
  expect(vector.get('w15997')).toEqual(['16000D']);
  expect(vector.get('w15998')).toEqual(['1D', '16001D']);
  expect(vector.get('w16061')).toEqual(['64D', '16064D']);
  expect(vector.get('w16062')).toEqual(['65D']);
  expect(Math.max(...[...vector.values()].flat().map((place) => parseInt(place, 10)))).toBeLessThan(16_383);
});

test('no more is kept than PostgreSQL has room for', () => {
  const many = Array.from({ length: 99_000 }, (_, at) => String.fromCodePoint(0x20000 + ((at * 7_919) % 40_000))).join(
    '',
  );
  const vector = vectorOf([many, many, many]);
  const bytes = [...vector].reduce((sum, [entry, places]) => sum + Buffer.byteLength(entry) + 3 + 2 * places.length, 0);
  expect(bytes).toBeGreaterThan(900_000);
  expect(bytes).toBeLessThan(1_040_000);
});
