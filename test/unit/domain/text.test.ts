// Text: its length in code points, and which texts can be stored byte for byte.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codePoints, isStorable } from '../../../src/domain/text.ts';

const family = '👨‍👩‍👧';

describe('codePoints', () => {
  it.each([
    ['', 0],
    ['abc', 3],
    ['  a  ', 5],
    ['é', 1],
    ['e\u0301', 2],
    ['漢字', 2],
    ['😀', 1],
    ['😀😀', 2],
    [family, 5],
    ['\u0000', 1],
    ['\ud800', 1],
    ['\udc00', 1],
    ['\udc00\ud800', 2],
    ['\ud800\ud800\udc00', 2],
    ['\ud800\udc00\udc00', 2],
    ['\u{10ffff}', 1],
    ['\u{10000}', 1],
    ['\ud800\udfff', 1],
    ['\udbff\udc00', 1],
    ['\ud7ff\udc00', 2],
    ['\ud800\udbff', 2],
    ['\ud800\ue000', 2],
    ['\ue000\udc00', 2],
  ])('counts %j as %i', (text, count) => {
    expect(codePoints(text)).toBe(count);
  });

  it('agrees with iterating over the text, for any sequence of UTF-16 units', () => {
    const units = fc.array(fc.oneof(fc.integer({ min: 0xd7f0, max: 0xe010 }), fc.integer({ min: 0, max: 0xffff })));
    fc.assert(
      fc.property(units, (codes) => {
        const text = String.fromCharCode(...codes);
        expect(codePoints(text)).toBe([...text].length);
      }),
    );
  });
});

describe('isStorable', () => {
  it.each([
    '',
    'abc',
    ' spaces ',
    'tab\tline\nreturn\r',
    family,
    '\u{10ffff}',
    '\ufffd',
    '\uffff',
    '\u0001',
    'e\u0301',
  ])('accepts %j', (text) => {
    expect(isStorable(text)).toBe(true);
  });

  it.each([
    '\0',
    'a\0b',
    'a\0',
    '\ud800',
    '\udfff',
    'a\ud83d',
    '\ude00a',
    '\udc00\ud800',
    '😀\ud83d',
    '\ud800\ud800\udc00',
  ])('refuses %j', (text) => {
    expect(isStorable(text)).toBe(false);
  });

  it('accepts exactly the texts that survive UTF-8 and hold no NUL', () => {
    const units = fc.array(fc.oneof(fc.integer({ min: 0xd7f0, max: 0xe010 }), fc.integer({ min: 0, max: 0x7f })), {
      maxLength: 6,
    });
    fc.assert(
      fc.property(units, (codes) => {
        const text = String.fromCharCode(...codes);
        const survives = Buffer.from(text, 'utf8').toString('utf8') === text;
        expect(isStorable(text)).toBe(survives && !codes.includes(0));
      }),
    );
  });
});
