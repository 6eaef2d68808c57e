// What a request shows of its caller: a bearer token by the letter of RFC 6750, the session's cookie, and where it comes from.
import { expect, test } from 'vitest';
import { bearerToken, credentialsOf } from '../../../src/http/credentials.ts';

test.each([
  ['Bearer abc', 'abc'],
  ['bearer abc', 'abc'],
  ['Bearer   abc  ', 'abc'],
  ['Bearer aZ0-._~+/==', 'aZ0-._~+/=='],
  [`Bearer ${'a'.repeat(1_024)}`, 'a'.repeat(1_024)],
])('%s is the token of a caller', (header, token) => {
  expect(bearerToken(header)).toBe(token);
});

test.each([
  ['', 'nothing'],
  ['Bearer', 'no token'],
  ['Bearer ', 'an empty token'],
  ['Bearer a b', 'two words'],
  ['Bearer a,b', 'a character that tokens do not have'],
  ['Bearer =a', 'an end before its beginning'],
  ['Basic abc', 'another scheme'],
  ['abc', 'no scheme'],
  [`Bearer ${'a'.repeat(1_025)}`, 'a token that is too long'],
])('%s is refused: %s', (header) => {
  expect(() => bearerToken(header)).toThrow(expect.objectContaining({ code: 'UNAUTHENTICATED' }));
});

test('without a header there is no token', () => {
  expect(bearerToken(undefined)).toBeNull();
});

test.each([
  ['GET', 'READ'],
  ['HEAD', 'READ'],
  ['OPTIONS', 'READ'],
  ['POST', 'WRITE'],
  ['PUT', 'WRITE'],
  ['PATCH', 'WRITE'],
  ['DELETE', 'WRITE'],
  ['SOCKET', 'SOCKET'],
])('%s means to %s', (method, intent) => {
  expect(credentialsOf({}, method, true).intent).toBe(intent);
});

test('a request shows where it comes from', () => {
  const headers = {
    authorization: 'Bearer abc',
    cookie: 'other=1; __Host-session=secret; last=2',
    origin: 'https://app.example',
    'x-csrf-token': 'csrf',
    'sec-fetch-site': 'cross-site',
    'sec-fetch-mode': 'cors',
  };
  const credentials = credentialsOf(headers, 'GET', true);
  expect(credentials).toMatchObject({
    token: 'abc',
    csrfToken: 'csrf',
    source: { origin: 'https://app.example', site: 'cross-site', mode: 'cors' },
  });
  expect(credentialsOf({}, 'GET', true)).toMatchObject({
    token: null,
    sessionSecret: null,
    csrfToken: null,
    source: { origin: null, site: null, mode: null },
  });
  // A header that is sent twice says nothing.
  expect(credentialsOf({ 'x-csrf-token': ['a', 'b'] }, 'GET', true).csrfToken).toBeNull();
});
