// The name of a person in one line.
import { expect, test } from 'vitest';
import { displayName } from '../../../src/domain/identityFields.ts';

test('a name starts with the given name', () => {
  expect(displayName({ givenName: 'Ada', familyName: 'Lovelace' })).toBe('Ada Lovelace');
});

test('a missing or empty part is omitted', () => {
  expect(displayName({ givenName: 'Ada', familyName: null })).toBe('Ada');
  expect(displayName({ givenName: '', familyName: 'Lovelace' })).toBe('Lovelace');
  expect(displayName({})).toBeNull();
});
