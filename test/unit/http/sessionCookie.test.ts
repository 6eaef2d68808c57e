// The cookies of a web session.
import { expect, test } from 'vitest';
import {
  keptPosition,
  positionCookie,
  readCookie,
  sessionCookie,
  sessionCookieName,
} from '../../../src/http/credentials.ts';

test('Over https the cookie is bound to this host and to secure connections, as its name says.', () => {
  expect(sessionCookie('secret', { isSecure: true, sameSite: 'Lax' })).toBe(
    '__Host-commonplace-session=secret; Path=/; HttpOnly; SameSite=Lax; Secure',
  );
  expect(sessionCookie('secret', { isSecure: true, sameSite: 'None' })).toBe(
    '__Host-commonplace-session=secret; Path=/; HttpOnly; SameSite=None; Secure',
  );
});

test('Without https it can be neither, and is cleared with the same attributes.', () => {
  const manner = { isSecure: false, sameSite: 'Lax' } as const;
  expect(sessionCookie('secret', manner)).toBe('commonplace-session=secret; Path=/; HttpOnly; SameSite=Lax');
  expect(sessionCookie(null, manner)).toBe('commonplace-session=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0');
});

test('A cookie is read by its exact name, at any position.', () => {
  const name = sessionCookieName(true);
  expect(readCookie(`a=1; ${name}=secret;b=2`, name)).toBe('secret');
  expect(readCookie(`${name}=secret; ${name}=secret`, name)).toBe('secret');
  expect(readCookie('commonplace-session=secret', name)).toBeNull();
  expect(readCookie(`x${name}=secret; ${name.toLowerCase()}=secret`, name)).toBeNull();
  expect(readCookie(undefined, name)).toBeNull();
  expect(readCookie(`${name}=a=b`, name)).toBe('a=b');
});

test('Two cookies of that name that contradict each other are both ignored.', () => {
  expect(readCookie('commonplace-session=a; commonplace-session=b', 'commonplace-session')).toBeNull();
});

test.each([
  [true, '__Host-commonplace-position=7; Path=/; HttpOnly; SameSite=Lax; Secure; Max-Age=60'],
  [false, 'commonplace-position=7; Path=/; HttpOnly; SameSite=Lax; Max-Age=60'],
] as const)('What a browser wrote last is kept for a minute, with https: %s.', (isSecure, cookie) => {
  const form = { isSecure, sameSite: 'Lax' } as const;
  expect(positionCookie('7', form)).toBe(cookie);
  expect(keptPosition({ cookie }, form)).toBe('7');
});
