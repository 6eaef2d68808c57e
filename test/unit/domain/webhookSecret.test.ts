// Which texts can be the secret of a webhook subscription.
import { describe, expect, test } from 'vitest';
import { secretKey, secretViolation } from '../../../src/domain/webhookSecret.ts';

const base64 = (bytes: number): string => Buffer.alloc(bytes, 5).toString('base64');
const isFine = (secret: string, auth = 'HMAC_SHA256'): boolean => secretViolation(secret, auth, '/secret') === null;

describe('a secret', () => {
  test('after whsec_ is base64 of 24 to 64 bytes', () => {
    expect([23, 24, 64, 65].map((bytes) => isFine(`whsec_${base64(bytes)}`))).toEqual([false, true, true, false]);
    // Each as long as base64 of 24 bytes or more.
    for (const text of ['!'.repeat(32), `${'A'.repeat(31)}-`, `=${'A'.repeat(31)}`, `${'A'.repeat(33)}===`])
      expect([text, isFine(`whsec_${text}`)]).toEqual([text, false]);
    expect(isFine(`whsec_${base64(25).replace(/=+$/, '')}`)).toBe(false);
  });

  test('is any other text that the scheme can carry', () => {
    expect(isFine('pass: wörd with spaces', 'BASIC')).toBe(true);
    expect(isFine('pass: wörd with spaces', 'DIGEST')).toBe(true);
    expect(isFine('pass: wörd with spaces', 'HMAC_SHA256')).toBe(true);
  });

  test('of BEARER holds the characters of a token only', () => {
    expect(isFine('abcDEF-._~+/0123==', 'BEARER')).toBe(true);
    for (const secret of [
      'with a space in it',
      'wörd0123456789abc',
      'quote"0123456789ab',
      'in=the=middle0123',
      'line\n0123456789abc',
    ]) {
      expect(isFine(secret, 'BEARER')).toBe(false);
    }
  });

  test('decodes to bytes: base64 after whsec_, else UTF-8', () => {
    expect(secretKey('whsec_AAEC')).toEqual({ text: 'AAEC', encoding: 'base64' });
    expect(secretKey('wörd')).toEqual({ text: 'wörd', encoding: 'utf8' });
  });
});
