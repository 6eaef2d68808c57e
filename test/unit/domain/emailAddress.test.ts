// E-mail addresses: RFC 5321 mailboxes with the domain in lower case.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseEmail } from '../../../src/domain/emailAddress.ts';

const local64 = 'l'.repeat(64);
const label63 = 'd'.repeat(63);
// 64 + 1 + 189 characters: exactly the limit.
const longest = `${local64}@${label63}.${label63}.${'d'.repeat(61)}`;
const asciiOf = (count: number): string => `${label63}.${label63}.${'d'.repeat(count)}.xn--bcher-kva.org`;
const unicodeOf = (count: number): string => asciiOf(count).replace('xn--bcher-kva', 'bücher');

describe('parseEmail', () => {
  it.each([
    ['a@example.org', 'a@example.org'],
    ['First.Last@EXAMPLE.Org', 'First.Last@example.org'],
    ['user+tag@example.org', 'user+tag@example.org'],
    ["o'hara_{x}|~!#$%&*/=?^`-@example.org", "o'hara_{x}|~!#$%&*/=?^`-@example.org"],
    ['1@2.example', '1@2.example'],
    ['a@localhost', 'a@localhost'],
    ['a@sub.sub.example.museum', 'a@sub.sub.example.museum'],
    ['a@my-host.example', 'a@my-host.example'],
    ['"quoted local"@example.org', '"quoted local"@example.org'],
    ['"a@b"@example.org', '"a@b"@example.org'],
    ['"a\\"b\\\\c"@example.org', '"a\\"b\\\\c"@example.org'],
    ['""@example.org', '""@example.org'],
    ['jürgen@example.org', 'jürgen@example.org'],
    ['用户@例子.广告', '用户@例子.广告'],
    ['a@BÜCHER.example', 'a@bücher.example'],
    ['a@xn--bcher-kva.example', 'a@bücher.example'],
    ['a@XN--BCHER-KVA.example', 'a@bücher.example'],
    ['a@bu\u0308cher.example', 'a@bücher.example'],
    ['a@faß.example', 'a@faß.example'],
    ['a@xn--fa-hia.example', 'a@faß.example'],
    ['अ@उदाहरण.परीक्षा', 'अ@उदाहरण.परीक्षा'],
    [`${local64}@example.org`, `${local64}@example.org`],
    [`a@${label63}.org`, `a@${label63}.org`],
    [longest, longest],
    // Of 254 characters, and of fewer in Unicode.
    [`${local64}@${asciiOf(43)}`, `${local64}@${unicodeOf(43)}`],
  ])('reads %s', (text, expected) => {
    expect(parseEmail(text)).toBe(expected);
  });

  it.each([
    `${local64}@${asciiOf(44)}`,
    '',
    'a',
    '@',
    'a@',
    '@example.org',
    'a b@example.org',
    ' a@example.org',
    'a@example.org ',
    'a@example.org\n',
    'a@exam\nple.org',
    'a\r\nBcc: b@example.org',
    'a@example.org\0',
    'a\ud800@example.org',
    'a@b@example.org',
    '.a@example.org',
    'a.@example.org',
    'a..b@example.org',
    'a@.example.org',
    'a@example.org.',
    'a@example..org',
    'a@-example.org',
    'a@example-.org',
    'a@exa_mple.org',
    'a@exa mple.org',
    'a@example,org',
    'a@192.0.2.1',
    'a@[192.0.2.1]',
    'a@[IPv6:2001:db8::1]',
    'a@example.0x10',
    'a@example.org:25',
    'a@example.org/x',
    'a@example.org?x',
    'a@%65xample.org',
    'Name <a@example.org>',
    '<a@example.org>',
    'a(comment)@example.org',
    'a,b@example.org',
    'a;b@example.org',
    'mailto:a@example.org',
    '"a"b"@example.org',
    '"a@example.org',
    '"a\\"@example.org',
    '"a\tb"@example.org',
    'a\u200b@example.org',
    'a\u00a0b@example.org',
    'a@example\u202eorg',
    'a@exa\u00admple.org',
    'a@xn--\u0080.example',
    'a@xn--a.example',
    'a@⅐',
    'a@½.example',
    'a@𝟎',
    `${local64}l@example.org`,
    `a@${label63}d.org`,
    `${longest}d`,
    // Two letters longer in lower case, and shorter in Unicode than it was sent.
    `${local64}@${label63}.${label63}.${'d'.repeat(59)}ﬃ`,
    `${local64}@${'xn--bcher-kva.'.repeat(14)}org`,
    `a@${'ü'.repeat(60)}.example`,
    // Short in Unicode, and longer than 253 in ASCII.
    `a@${`${'ü'.repeat(55)}.`.repeat(4)}example`,
    null,
    undefined,
    1,
    ['a@example.org'],
  ])('refuses %j', (value) => {
    expect(parseEmail(value)).toBeNull();
  });

  it('accepts every common address and keeps the part before the @ byte for byte', () => {
    fc.assert(
      fc.property(fc.emailAddress(), (address) => {
        const at = address.lastIndexOf('@');
        expect(parseEmail(address)).toBe(address.slice(0, at) + address.slice(at).toLowerCase());
      }),
    );
  });

  it('is idempotent', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 8 }),
        fc.string({ unit: 'grapheme', maxLength: 8 }),
        (a, b) => {
          const first = parseEmail(`${a}@${b}`);
          if (first !== null) expect(parseEmail(first)).toBe(first);
        },
      ),
    );
  });
});
