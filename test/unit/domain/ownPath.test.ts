// Where a browser may be sent after signing in.
import { describe, expect, test } from 'vitest';
import { parseOwnPath } from '../../../src/domain/ownPath.ts';

describe('A path of this service', () => {
  test.each([
    ['/', '/'],
    ['/signin', '/signin'],
    ['/graphql/ide?query=%7B%7D#top', '/graphql/ide?query=%7B%7D#top'],
    [
      '/oauth2/authorize?redirect_uri=https%3A%2F%2Fapp.example%2Fback',
      '/oauth2/authorize?redirect_uri=https%3A%2F%2Fapp.example%2Fback',
    ],
    ['/a/../b', '/b'],
    ['/ä', '/%C3%A4'],
    ['/a//b', '/a//b'],
    ['/:80', '/:80'],
    ['/@evil.example', '/@evil.example'],
    [`/${'a'.repeat(2047)}`, `/${'a'.repeat(2047)}`],
  ])('%s leads to %s', (text, path) => {
    expect(parseOwnPath(text)).toBe(path);
  });

  test.each([
    '',
    'signin',
    './signin',
    '?a',
    '#a',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\/evil.example',
    '\\\\evil.example',
    '/a\\b',
    'https://evil.example/',
    'HTTPS:evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    '/%2F/evil.example',
    '/%2fevil.example',
    '/%5Cevil.example',
    '/%255cevil.example',
    '/%25252Fevil.example',
    '/%2525252525255Cevil.example',
    '%2F%2Fevil.example',
    '/.//evil.example',
    '/a/..//evil.example',
    '/a/%2e%2e//evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/\r\nSet-Cookie: a=b',
    ' /signin',
    '/sign in',
    '/\u0000',
    '/\ud800',
    `/${'a'.repeat(2048)}`,
  ])('%j is not one', (text) => {
    expect(parseOwnPath(text)).toBeNull();
  });

  test('must be a text.', () => {
    for (const value of [undefined, null, 1, ['/a'], { toString: () => '/a' }]) expect(parseOwnPath(value)).toBeNull();
  });
});
