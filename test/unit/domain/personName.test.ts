// The name of a person in one line.
import { expect, test } from 'vitest';
import { displayName } from '../../../src/domain/personName.ts';

test('a name reads given name first', () => {
  expect(displayName({ givenName: 'Ada', familyName: 'Lovelace' })).toBe('Ada Lovelace');
});

test('a part that is missing or empty is left out', () => {
  expect(displayName({ givenName: 'Ada', familyName: null })).toBe('Ada');
  expect(displayName({ givenName: '', familyName: 'Lovelace' })).toBe('Lovelace');
  expect(displayName({})).toBeNull();
});
