// Which name is suggested for one that is not known.
import { expect, test } from 'vitest';
import { didYouMean, didYouMeanOneOf } from '../../../src/domain/nearestName.ts';

test.each([
  ['titlle', ['text', 'title'], ' Did you mean title?'],
  ['TITLE', ['title'], ' Did you mean title?'],
  ['title', ['TITLE'], ' Did you mean TITLE?'],
  // A third of the letters may differ, and no more.
  ['abcxyz', ['abcdez'], ' Did you mean abcdez?'],
  ['abcxyz', ['abcdef'], ''],
  ['abc', ['abd'], ' Did you mean abd?'],
  ['ab', ['ac'], ''],
  ['ab', ['ab'], ' Did you mean ab?'],
  // The name between the brackets counts, and one that stands alone comes before it.
  ['status', ['filter[status]'], ' Did you mean filter[status]?'],
  ['status', ['filter[status]', 'status'], ' Did you mean status?'],
  ['statu', ['filter[status]', 'status'], ' Did you mean status?'],
  ['statu', ['filter[status]'], ' Did you mean filter[status]?'],
  // Of two that are as near, the first.
  ['cat', ['cut', 'cot'], ' Did you mean cut?'],
  ['x'.repeat(64), ['x'.repeat(63)], ` Did you mean ${'x'.repeat(63)}?`],
  ['x'.repeat(65), ['x'.repeat(64)], ''],
  ['anything', [], ''],
])('%s among %j', (name, candidates, said) => {
  expect(didYouMean(name, candidates)).toBe(said);
});

test.each([
  ['titlle', ['text', 'title'], ' Did you mean title?'],
  ['offset', ['limit', 'after'], ' Supported: limit, after.'],
  ['offset', 'abcdefghijkl'.split(''), ' Supported: a, b, c, d, e, f, g, h, i, j, k, l.'],
  ['offset', 'abcdefghijklm'.split(''), ' Supported: a, b, c, d, e, f, g, h, i, j, k, l, ….'],
  ['offset', [], ''],
])('%s among %j, all of which are told where none is alike', (name, candidates, said) => {
  expect(didYouMeanOneOf(name, candidates)).toBe(said);
});
