// URLs: only absolute URLs of an allowed scheme.
import { describe, expect, it } from 'vitest';
import { isSafeUrl } from '../../../src/domain/url.ts';

const web = ['http', 'https'];

// Spellings of a script address that a browser, a mail reader or a careless template has accepted.
const scripts = [
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  'JAVASCRIPT:alert(1)',
  ' javascript:alert(1)',
  'javascript :alert(1)',
  'java script:alert(1)',
  'java\nscript:alert(1)',
  'java\r\nscript:alert(1)',
  'java\tscript:alert(1)',
  'javascript\n:alert(1)',
  '\u0001javascript:alert(1)',
  '\0javascript:alert(1)',
  'java\0script:alert(1)',
  '\u00a0javascript:alert(1)',
  '\ufeffjavascript:alert(1)',
  '\u200bjavascript:alert(1)',
  '\u2028javascript:alert(1)',
  '\u202ejavascript:alert(1)',
  'java\u00adscript:alert(1)',
  'javascript://example.org/%0Aalert(1)',
  'javascript&colon;alert(1)',
  'javascript&#58;alert(1)',
  'javascript&#058alert(1)',
  'javascript&#x3a;alert(1)',
  'javascript&#X00003A;alert(1)',
  'javascript&amp;#58;alert(1)',
  '&#106;avascript:alert(1)',
  '&#x6A&#x61vascript:alert(1)',
  'java&Tab;script:alert(1)',
  'java&NewLine;script&colon;alert(1)',
  'java&#10;script&#58;alert(1)',
  'javascript%3Aalert(1)',
  'javascript%3aalert(1)',
  '%6Aavascript%3Aalert(1)',
  'javascript%253Aalert(1)',
  'ｊavascript:alert(1)',
  'javaſcript:alert(1)',
  'javascript：alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'data:text/html;base64,PHNjcmlwdD4=',
  'DATA:text/html,x',
  'da\nta:text/html,x',
  'vbscript:msgbox(1)',
  'VbScRiPt:msgbox(1)',
  'livescript:x',
  'mocha:x',
  'blob:https://example.org/0190f3a0',
  'file:///etc/passwd',
  'view-source:https://example.org',
  'jar:https://example.org!/x',
  'about:blank',
  'filesystem:https://example.org/x',
];

describe('isSafeUrl', () => {
  it.each([
    'https://example.org',
    'http://example.org/',
    'HTTPS://Example.ORG/Path',
    'https://example.org:8443/a/b?c=d&e=f#g',
    'https://user@example.org/',
    'https://[2001:db8::1]/',
    'https://192.0.2.1/a',
    'https://bücher.example/über?q=漢字',
    'https://example.org/a%20b%2F',
    'https://example.org/javascript:alert(1)',
    'https://example.org/?next=javascript:alert(1)',
    "https://example.org/it's(1)*~!$,;:@",
    'https://localhost/',
  ])('accepts %s', (text) => {
    expect(isSafeUrl(text, web)).toBe(true);
  });

  it.each([
    ...scripts,
    '',
    'example.org',
    '/path',
    '//example.org/path',
    'https:',
    'https:/',
    'https://',
    'https:///',
    'https:///example.org',
    'https:/example.org',
    'https:example.org',
    'https://?q',
    'https://#f',
    'https:\\\\example.org',
    'https://example.org\\@evil.example',
    'https://exa mple.org',
    'https://example.org/a b',
    ' https://example.org',
    'https://example.org ',
    'https://example.org\n',
    'https://exa\nmple.org',
    'https://example.org/\t',
    'https://example.org/\0',
    'https://example.org/\u007f',
    'https://example.org/\u0085',
    'https://example.org/\u00a0',
    'https://example.org/\u3000',
    'https://example.org/\u200b',
    'https://example.org/\u202egpj.exe',
    'https://example.org/\ud800',
    'https://example.org/\udc00x',
    'https://example.org/"onclick=',
    'https://example.org/<b>',
    'https://[::1',
    'https://example.org:99999/',
    'https://exa%00mple.org/',
    'ftp://example.org/',
    'ws://example.org/',
    'mailto:a@example.org',
    'tel:+4912345',
    'urn:isbn:0451450523',
    '://example.org',
    '1http://example.org',
    'ht-tp+s.://example.org',
    null,
    undefined,
    1,
    ['https://example.org'],
    new URL('https://example.org'),
  ])('refuses %j', (value) => {
    expect(isSafeUrl(value, web)).toBe(false);
  });

  it('refuses every character that is not seen, or that turns the text around', () => {
    const hidden = '\u200b\u200e\u200f\u2028\u2029\u202a\u202b\u202c\u202d\u202e\u2060\u2066\u2067\u2068\u2069\ufeff';
    expect([...hidden].filter((one) => isSafeUrl(`https://example.org/a${one}b`, web))).toEqual([]);
  });

  it('accepts only the requested schemes', () => {
    expect(isSafeUrl('http://example.org', ['https'])).toBe(false);
    expect(isSafeUrl('mailto:a@example.org', ['mailto'])).toBe(true);
    expect(isSafeUrl('mailto:', ['mailto'])).toBe(false);
    expect(isSafeUrl('https://example.org', [])).toBe(false);
  });

  it.each(['javascript:alert(1)', 'data:text/plain,x', 'vbscript:x'])('refuses %s even when requested', (text) => {
    expect(isSafeUrl(text, ['javascript', 'data', 'vbscript'])).toBe(false);
  });
});
