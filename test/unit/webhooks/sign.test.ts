// What goes with a delivery and what is kept of its answer: signatures, the Authorization header, and the excerpt.
import { createHmac, generateKeyPairSync, verify } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createAuthSchemes } from '../../../src/webhooks/authSchemes.ts';
import { excerptOf } from '../../../src/webhooks/deliver.ts';
import { bodyDigest, signatures } from '../../../src/webhooks/prepare.ts';

describe('the signatures', () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const signed = { id: 'id-1', timestamp: 1_700_000_000, body: '{"a":"é"}' };
  const text = 'id-1.1700000000.{"a":"é"}';

  test('are one for each secret, then that of the platform, over id, time and body', () => {
    const [first, second, platform, ...rest] = signatures(signed, ['first secret', 'second secret'], privateKey).split(
      ' ',
    );
    const by = (secret: string): string => `v1,${createHmac('sha256', secret).update(text).digest('base64')}`;
    expect([first, second, rest]).toEqual([by('first secret'), by('second secret'), []]);
    const [version, signature = ''] = (platform ?? '').split(',');
    expect(version).toBe('v1a');
    expect(verify(null, Buffer.from(text), publicKey, Buffer.from(signature, 'base64'))).toBe(true);
  });

  test('differ with each of the three', () => {
    const all = [signed, { ...signed, id: 'id-2' }, { ...signed, timestamp: 1 }, { ...signed, body: '{}' }];
    expect(new Set(all.map((one) => signatures(one, ['a secret'], privateKey))).size).toBe(4);
  });

  test('go with the digest of the exact bytes', () => {
    expect(bodyDigest('abc')).toBe('ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=');
  });
});

describe('the Authorization header', () => {
  const request = { url: new URL('https://hooks.example.com/a?b=1'), body: '{}' };
  const credentials = (auth: string, subscription = 's') => ({
    subscription,
    auth,
    clientId: 'Käthe',
    secret: 'se:cret',
  });
  const challenge = 'Digest realm="r", nonce="n", qop="auth"';

  test('follows the scheme of the subscription', () => {
    const schemes = createAuthSchemes();
    const basic = `Basic ${Buffer.from('Käthe:se:cret').toString('base64')}`;
    expect(schemes.authorization(credentials('BASIC'), request)).toBe(basic);
    expect(schemes.authorization(credentials('BEARER'), request)).toBe('Bearer se:cret');
    expect(schemes.authorization(credentials('NONE'), request)).toBeNull();
    expect(schemes.authorization(credentials('DIGEST'), request)).toBeNull();
  });

  test('answers the challenge of its own receiver, until there is another or none', () => {
    const schemes = createAuthSchemes();
    for (const auth of ['BASIC', 'BEARER', 'NONE'])
      expect(schemes.challenged(credentials(auth), challenge)).toBe(false);
    expect(schemes.challenged(credentials('DIGEST'), challenge)).toBe(true);
    expect(schemes.authorization(credentials('DIGEST'), request)).toMatch(/^Digest .*uri="\/a\?b=1"/);
    expect(schemes.authorization(credentials('DIGEST', 'other'), request)).toBeNull();
    expect(schemes.challenged(credentials('DIGEST'), undefined)).toBe(false);
    expect(schemes.authorization(credentials('DIGEST'), request)).toBeNull();
  });
});

describe('of an answer', () => {
  const excerpt = (
    text: string,
    type: string | null = 'text/plain',
    coding: string | null = null,
    secrets: string[] = [],
  ) => excerptOf(Buffer.from(text), type, coding, secrets);

  test.each([
    ['text/html; charset=utf-8', null, true],
    ['application/json', null, true],
    ['application/problem+json', null, true],
    ['application/xml', 'identity', true],
    ['Application/XML', 'Identity', true],
    ['application/json', 'gzip', false],
    ['application/octet-stream', null, false],
    ['image/svg+xml', null, false],
    [null, null, false],
  ])('the excerpt of %s in coding %s is shown: %s', (type, coding, isShown) => {
    expect(excerpt('ok', type, coding)).toBe(isShown ? 'ok' : null);
  });

  test('1,024 characters are shown, without control characters and without secrets', () => {
    expect(excerpt('😀'.repeat(1_024))).toBe('😀'.repeat(1_024));
    expect(excerpt('😀'.repeat(1_025))).toBe('😀'.repeat(1_024));
    expect(excerpt(' a\u0000\u001b\r\nb ')).toBe('a b');
    expect(excerpt('key=s3cret, s3cret; other', 'text/plain', null, ['s3cret', 'other'])).toBe('key=***, ***; ***');
    expect(excerpt('')).toBeNull();
    expect(excerpt(' \n ')).toBeNull();
  });
});
