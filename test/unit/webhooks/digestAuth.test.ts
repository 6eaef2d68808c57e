// HTTP Digest as a client, compared with the examples of RFC 7616 as far as a random cnonce allows.
import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { answerChallenge, chooseChallenge } from '../../../src/webhooks/digestAuth.ts';

const both = [
  'Digest realm="http-auth@example.org", qop="auth, auth-int", algorithm=MD5, nonce="n1", opaque="o1"',
  'Digest realm="http-auth@example.org", qop="auth, auth-int", algorithm=SHA-256, nonce="n2", opaque="o2"',
];
const request = {
  method: 'POST',
  uri: '/dir/index.html?x=1',
  body: '{"a":1}',
  username: 'Mufasa',
  password: 'Circle of Life',
};

function members(header: string): Record<string, string> {
  return Object.fromEntries(
    [...header.replace(/^Digest /, '').matchAll(/(\w+)=(?:"((?:[^"\\]|\\.)*)"|([^,]+))/g)].map((m) => [
      m[1]!,
      m[2] ?? m[3]!,
    ]),
  );
}

const hash = (name: string, text: string): string => createHash(name).update(text).digest('hex');

describe('of several challenges', () => {
  test('SHA-256 is chosen before MD5, in one header or in two', () => {
    expect(chooseChallenge(both)?.nonce).toBe('n2');
    expect(chooseChallenge(both.join(', '))?.nonce).toBe('n2');
    expect(chooseChallenge(`Basic realm="x", ${both[0]!}, Bearer realm="y"`)?.nonce).toBe('n1');
  });

  test('unsupported ones are ignored', () => {
    expect(chooseChallenge('Digest realm="r", nonce="n", algorithm=SHA-999, qop="auth"')).toBeNull();
    expect(chooseChallenge('Digest realm="r", nonce="n", qop="other"')).toBeNull();
    expect(chooseChallenge('Digest realm="r", qop="auth"')).toBeNull();
    expect(chooseChallenge('Basic realm="r"')).toBeNull();
    expect(chooseChallenge('Other realm="r", nonce="n", qop="auth"')).toBeNull();
    expect(chooseChallenge(undefined)).toBeNull();
    expect(chooseChallenge('"=,,= Digest')).toBeNull();
  });
});

describe('an answer', () => {
  test.each([
    ['SHA-256', 'sha256'],
    ['MD5', 'md5'],
    ['SHA-512-256', 'sha512-256'],
  ])('is computed as in %s, with qop auth, and counts its uses', (algorithm, name) => {
    const challenge = chooseChallenge(
      `Digest realm="a \\"realm\\"", nonce="abc", qop="auth,auth-int", algorithm=${algorithm}, opaque="op"`,
    )!;
    for (const nc of ['00000001', '00000002']) {
      const sent = members(answerChallenge(challenge, request));
      expect(sent).toMatchObject({
        username: 'Mufasa',
        realm: String.raw`a \"realm\"`,
        uri: request.uri,
        nonce: 'abc',
        opaque: 'op',
        qop: 'auth',
        algorithm,
        nc,
      });
      const a1 = hash(name, 'Mufasa:a "realm":Circle of Life');
      const a2 = hash(name, `POST:${request.uri}`);
      expect(sent['response']).toBe(hash(name, `${a1}:abc:${nc}:${sent['cnonce']!}:auth:${a2}`));
    }
  });

  test('covers the body if only auth-int is offered, and uses a session if requested', () => {
    const challenge = chooseChallenge('Digest realm="r", nonce="n", qop="auth-int", algorithm=SHA-256-sess')!;
    const sent = members(answerChallenge(challenge, request));
    const a1 = hash('sha256', `${hash('sha256', 'Mufasa:r:Circle of Life')}:n:${sent['cnonce']!}`);
    const a2 = hash('sha256', `POST:${request.uri}:${hash('sha256', request.body)}`);
    expect(sent['response']).toBe(hash('sha256', `${a1}:n:00000001:${sent['cnonce']!}:auth-int:${a2}`));
  });

  test('counts in eight hexadecimal digits, and escapes what ends a quoted text or begins an escape', () => {
    const challenge = chooseChallenge('Digest realm="a\\\\b", nonce="n", qop="auth"')!;
    const own = { ...request, username: 'Mu"fa\\sa' };
    const sent = Array.from({ length: 10 }, () => members(answerChallenge(challenge, own))).at(-1)!;
    expect(sent).toMatchObject({ nc: '0000000a', realm: 'a\\\\b', username: 'Mu\\"fa\\\\sa' });
    const a1 = hash('md5', 'Mu"fa\\sa:a\\b:Circle of Life');
    const a2 = hash('md5', `POST:${request.uri}`);
    expect(sent['response']).toBe(hash('md5', `${a1}:n:0000000a:${sent['cnonce']!}:auth:${a2}`));
  });

  test('in a session without qop names the cnonce that its hash was made with', () => {
    const sent = members(answerChallenge(chooseChallenge('Digest realm="r", nonce="n", algorithm=MD5-sess')!, request));
    const a1 = hash('md5', `${hash('md5', 'Mufasa:r:Circle of Life')}:n:${sent['cnonce']!}`);
    expect(sent['response']).toBe(hash('md5', `${a1}:n:${hash('md5', `POST:${request.uri}`)}`));
  });

  test('without qop follows RFC 2069, and hides the user name on request', () => {
    const old = members(answerChallenge(chooseChallenge('Digest realm="r", nonce="n"')!, request));
    expect(old['qop']).toBeUndefined();
    expect(old['response']).toBe(
      hash('md5', `${hash('md5', 'Mufasa:r:Circle of Life')}:n:${hash('md5', `POST:${request.uri}`)}`),
    );
    const hidden = chooseChallenge('Digest realm="r", nonce="n", algorithm=SHA-256, qop="auth", userhash=true')!;
    expect(members(answerChallenge(hidden, request))).toMatchObject({
      username: hash('sha256', 'Mufasa:r'),
      userhash: 'true',
    });
  });
});
