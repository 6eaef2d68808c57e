// Entity paths: one spelling for each address, and no path outside the tree.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseSelector } from '../../../src/domain/selector.ts';

describe('parseSelector', () => {
  it.each([
    ['/', '/'],
    ['/a', '/a'],
    ['/news/2026/launch', '/news/2026/launch'],
    ['/Case/Matters', '/Case/Matters'],
    ['/a.b', '/a.b'],
    ['/.well-known', '/.well-known'],
    ['/...', '/...'],
    ['/a..b/..c/d..', '/a..b/..c/d..'],
    ['/with space', '/with%20space'],
    ['/a"b<c>d[e]f^g`h{i|j}k\\l', '/a%22b%3Cc%3Ed%5Be%5Df%5Eg%60h%7Bi%7Cj%7Dk%5Cl'],
    ['/über/漢字/😀', '/über/漢字/😀'],
    ["/a~b_c-d!$&'()*+,;=:@", "/a~b_c-d!$&'()*+,;=:@"],
    ['/%41%7a%7E%2d', '/Az~-'],
    ['/%21%24%26%27%28%29%2A%2b%2C%3B%3D%3a%40', "/!$&'()*+,;=:@"],
    ['/می\u200cخواهم', '/می\u200cخواهم'],
    ['/%D9%85%DB%8C%E2%80%8C%D8%AE', '/می\u200cخ'],
    ['/क्%E2%80%8Dष', '/क्\u200dष'],
    ['/\u200fא', '/%E2%80%8Fא'],
    ['/a\u00a0b\u202ec', '/a%C2%A0b%E2%80%AEc'],
    ['/a\u00adb', '/a%C2%ADb'],
    ['/e\u0301', '/e\u0301'],
    ['/caf%c3%a9', '/café'],
    ['/%E6%BC%A2/%f0%9f%98%80', '/漢/😀'],
    ['/caf%C3%A9%2Fbar', '/café%2Fbar'],
    ['/%E9', '/%E9'],
    ['/%C3', '/%C3'],
    ['/%C0%AF', '/%C0%AF'],
    ['/%ED%A0%80', '/%ED%A0%80'],
    ['/%E2%80%AE', '/%E2%80%AE'],
    ['/a%C2%A0b', '/a%C2%A0b'],
    ['/a%20b', '/a%20b'],
    ['/a%2fb', '/a%2Fb'],
    ['/100%25', '/100%25'],
    ['/%252e%252e', '/%252e%252e'],
    ['/%2e%2e%2e', '/...'],
    ['/a%2eb', '/a.b'],
  ])('accepts %s', (path, expected) => {
    expect(parseSelector(path)).toEqual({ path: expected });
  });

  it.each([
    ['', 'Must start with "/".'],
    ['a', 'Must start with "/".'],
    ['a/b', 'Must start with "/".'],
    [' /a', 'Must start with "/".'],
    ['%2Fa', 'Must start with "/".'],
    ['https://example.org/a', 'Must start with "/".'],
    ['//', 'Must not contain "//".'],
    ['//a', 'Must not contain "//".'],
    ['/a//b', 'Must not contain "//".'],
    ['/a/', 'Must not end with "/".'],
    ['/.', 'Must not contain "." or ".." segments.'],
    ['/..', 'Must not contain "." or ".." segments.'],
    ['/a/./b', 'Must not contain "." or ".." segments.'],
    ['/a/../b', 'Must not contain "." or ".." segments.'],
    ['/../../etc/passwd', 'Must not contain "." or ".." segments.'],
    ['/%2e', 'Must not contain "." or ".." segments.'],
    ['/%2E%2e/a', 'Must not contain "." or ".." segments.'],
    ['/a/.%2E', 'Must not contain "." or ".." segments.'],
    ['/a/..%2fb', 'Must not contain "." or ".." segments.'],
    ['/a%2F%2E%2E', 'Must not contain "." or ".." segments.'],
    ['/..\\a', 'Must not contain "." or ".." segments.'],
    ['/a%5c..%5Cb', 'Must not contain "." or ".." segments.'],
    ['/a?b', 'Must not contain "?" or "#".'],
    ['/a#b', 'Must not contain "?" or "#".'],
    ['/%', 'Every "%" must be followed by two hex digits.'],
    ['/%4', 'Every "%" must be followed by two hex digits.'],
    ['/%4g', 'Every "%" must be followed by two hex digits.'],
    ['/%u0041', 'Every "%" must be followed by two hex digits.'],
    ['/100%', 'Every "%" must be followed by two hex digits.'],
    ['/a\nb', 'Must not contain control characters.'],
    ['/a\tb', 'Must not contain control characters.'],
    ['/a\u007f', 'Must not contain control characters.'],
    ['/a\u0085', 'Must not contain control characters.'],
    ['/%C2%85', 'Must not contain control characters.'],
    ['/a%00', 'Must not contain control characters.'],
    ['/a%0d%0A', 'Must not contain control characters.'],
    ['/a%7f', 'Must not contain control characters.'],
    ['/a\0b', 'Must be well-formed text.'],
    ['/a\ud800', 'Must be well-formed text.'],
    [null, 'Must be text.'],
    [undefined, 'Must be text.'],
    [1, 'Must be text.'],
    [['/a'], 'Must be text.'],
  ])('refuses %j: %s', (path, problem) => {
    expect(parseSelector(path)).toEqual({ problem });
  });

  it('is idempotent: its result parses to itself', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 4 }),
      fc.constantFrom(
        '/',
        '.',
        '..',
        '%2e',
        '%2F',
        '%41',
        '%c3%a9',
        '%00',
        'a',
        '%',
        '\\',
        '%2B',
        ' ',
        '\u200c',
        '\u202e',
        '%E2%80%8F',
      ),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const first = parseSelector(`/${pieces.join('')}`);
        if (!('path' in first)) return;
        expect(parseSelector(first.path)).toEqual(first);
        // No URL parser reads it as another path of the tree.
        expect(
          first.path
            .split('/')
            .slice(1)
            .some((segment) => ['.', '..'].includes(segment)),
        ).toBe(false);
      }),
      { numRuns: 500 },
    );
  });
});
