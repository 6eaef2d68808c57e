// Redirect URIs. RFC 6749 section 3.1.2; RFC 8252 section 7.3; RFC 9700 section 2.1.
import { describe, expect, test } from 'vitest';
import { isRedirectUri, matchesRedirectUri, withParameters } from '../../../src/domain/redirectUri.ts';

describe('an address to register', () => {
  test.each([
    'https://app.example/cb',
    'https://app.example',
    'https://app.example:8443/cb?x=1',
    'http://127.0.0.1/cb',
    'http://127.0.0.1:3000/cb',
    'http://[::1]:3000/cb',
    'http://localhost:3000/cb',
  ])('%s is valid', (uri) => {
    expect(isRedirectUri(uri)).toBe(true);
  });

  test.each([
    'http://app.example/cb',
    'https://app.example/cb#fragment',
    'https://app.example/cb#',
    'https://user@app.example/cb',
    'https://@app.example/cb',
    'http://127.0.0.1:1@evil.example/',
    'http://127.0.0.1.evil.example/',
    'http://localhost.evil.example/',
    'app:/cb',
    'javascript:alert(1)',
    'https:app.example',
    'https://app.example\\@evil.example',
    'https://app.example/a b',
    'https://app.example/\n',
    'https://app.example/ü',
    '',
    null,
  ])('%j is not valid', (uri) => {
    expect(isRedirectUri(uri)).toBe(false);
  });
});

describe('a match', () => {
  test('is exact, character by character', () => {
    const registered = ['https://app.example/cb'];
    expect(matchesRedirectUri('https://app.example/cb', registered)).toBe(true);
    for (const sent of [
      'https://app.example/cb/',
      'https://APP.example/cb',
      'https://app.example/cb?',
      'https://app.example',
    ]) {
      expect([sent, matchesRedirectUri(sent, registered)]).toEqual([sent, false]);
    }
  });

  test('ignores the port of a loopback IP address only', () => {
    const registered = ['http://127.0.0.1:1/cb', 'http://localhost:1/cb', 'https://127.0.0.1:1/cb'];
    expect(matchesRedirectUri('http://127.0.0.1:65535/cb', registered)).toBe(true);
    expect(matchesRedirectUri('http://127.0.0.1/cb', registered)).toBe(true);
    for (const sent of [
      'http://localhost:2/cb',
      'https://127.0.0.1:2/cb',
      'http://127.0.0.1:2/other',
      'http://[::1]:1/cb',
      'http://127.0.0.1:99999/cb',
      'http://127.0.0.1:1@evil.example/cb',
    ]) {
      expect([sent, matchesRedirectUri(sent, registered)]).toEqual([sent, false]);
    }
  });
});

test('parameters are added to existing ones, and nothing else changes', () => {
  const added = { code: 'a b&c', state: null, iss: 'https://i.example' };
  expect(withParameters('https://a.example/cb', added)).toBe(
    'https://a.example/cb?code=a%20b%26c&iss=https%3A%2F%2Fi.example',
  );
  expect(withParameters('https://a.example/cb?x=%20y+z', { code: '1' })).toBe('https://a.example/cb?x=%20y+z&code=1');
  expect(withParameters('https://a.example/cb?', { code: '1' })).toBe('https://a.example/cb?code=1');
});
