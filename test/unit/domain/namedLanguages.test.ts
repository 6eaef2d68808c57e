// What people type in place of a language tag leads to the tag.
import { expect, test } from 'vitest';
import { nearestLocale } from '../../../src/domain/locale.ts';

test.each([
  ['english', 'en'],
  ['German', 'de'],
  ['Deutsch', 'de'],
  ['cn', 'zh'],
  ['jp', 'ja'],
  ['us', 'en'],
  ['en-XX', 'en'],
])('%s is taken for %s', (typed, tag) => {
  expect(nearestLocale(typed)).toBe(tag);
});
