// Language choice: what a reader's preferences mean, and in which order tags are tried.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LanguagePreference } from '../../../src/domain/languageChoice.ts';
import { chooseLanguage, negotiatedLanguage, parseAcceptLanguage } from '../../../src/domain/languageChoice.ts';

describe('parseAcceptLanguage', () => {
  it.each([
    ['', []],
    ['de', [['de', 1]]],
    ['*', [['*', 1]]],
    [
      'de, en;q=0.8, fr;q=0.9',
      [
        ['de', 1],
        ['fr', 0.9],
        ['en', 0.8],
      ],
    ],
    [
      'en;q=0.5,de;q=0.5',
      [
        ['en', 0.5],
        ['de', 0.5],
      ],
    ],
    ['en;q=0', [['en', 0]]],
    [
      'en;q=0.000, *;q=1.000',
      [
        ['*', 1],
        ['en', 0],
      ],
    ],
    [
      '  da ,\ten-gb ; q=0.8 , en;Q=0.7',
      [
        ['da', 1],
        ['en-gb', 0.8],
        ['en', 0.7],
      ],
    ],
    [
      'zh-Hant-TW,zh;q=0.',
      [
        ['zh-Hant-TW', 1],
        ['zh', 0],
      ],
    ],
    ['en;q=1.', [['en', 1]]],
    [',,de,,', [['de', 1]]],
    ['de;q=2', []],
    ['de;q=1.001', []],
    ['de;q=-1', []],
    ['de;q=.5', []],
    ['de;q=0.1234', []],
    ['de;q=0,5', [['de', 0]]],
    ['de;q=NaN', []],
    ['de;q=', []],
    ['de;level=1', []],
    ['de en', []],
    ['de_DE', []],
    ['abcdefghi', []],
    ['d\u00e9', []],
    ['-de', []],
    ['de-', []],
    ['*-CH', []],
    ['de;q=0.5;q=0.6', []],
    ['<script>, de;q=0.3', [['de', 0.3]]],
  ] as [string, [string, number][]][])('reads %j as %j', (header, expected) => {
    expect(parseAcceptLanguage(header)).toEqual(expected.map(([range, weight]) => ({ range, weight })));
  });

  it('reads at most 20 ranges, and gives up early on an endless header', () => {
    const many = Array.from({ length: 200 }, (_, n) => `en-${String(n).padStart(3, '0')}`).join(',');
    expect(parseAcceptLanguage(many)).toHaveLength(20);
    expect(parseAcceptLanguage(`${','.repeat(99)}de`)).toEqual([{ range: 'de', weight: 1 }]);
    expect(parseAcceptLanguage(`${','.repeat(100)}de`)).toEqual([]);
    expect(parseAcceptLanguage(`${','.repeat(1_000_000)}de`)).toEqual([]);
    expect(parseAcceptLanguage(' '.repeat(200_000))).toEqual([]);
    expect(parseAcceptLanguage(`de${' '.repeat(200_000)}x`)).toEqual([]);
  });

  it('never throws and never returns a weight outside 0 to 1', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'de-*;q=,.0125 \t') }), (header) => {
        for (const { weight } of parseAcceptLanguage(header)) expect(weight >= 0 && weight <= 1).toBe(true);
      }),
    );
  });
});

describe('chooseLanguage', () => {
  // The order in which languages are chosen, each taken away once it was.
  const order = (options: LanguagePreference, available: readonly string[]): string[] => {
    const chosen = chooseLanguage(available, options);
    if (chosen === null) return [];
    const others = available.filter((tag) => tag !== chosen.tag);
    return [`${chosen.tag} ${chosen.step}`, ...order(options, others)];
  };
  // What is expected, beside languages that nobody wants.
  const steps = (options: LanguagePreference, expected: readonly string[]): string[] =>
    order(options, ['und', 'ja', 'ka', ...expected.map((one) => one.split(' ')[0] ?? '')].sort());

  it.each<[string, LanguagePreference, string[]]>([
    ['nothing known', {}, ['und UNDETERMINED']],
    ['an empty header', { acceptLanguage: '' }, ['und UNDETERMINED']],
    ['any language', { acceptLanguage: '*' }, ['und UNDETERMINED']],
    ['a language', { language: 'de' }, ['de EXACT', 'und UNDETERMINED']],
    [
      'a language in another spelling',
      { language: 'ZH_hant_tw' },
      ['zh-Hant-TW EXACT', 'zh-Hant LOOKUP', 'und UNDETERMINED', 'zh LOOKUP'],
    ],
    ['a deprecated language', { language: 'iw-IL' }, ['he-IL EXACT', 'he LOOKUP', 'und UNDETERMINED']],
    ['a region', { language: 'en-AU' }, ['en-AU EXACT', 'en LOOKUP', 'en-001 CHAIN', 'und UNDETERMINED']],
    [
      'an extension',
      { language: 'th-TH-u-nu-thai' },
      ['th-TH-u-nu-thai EXACT', 'th-TH LOOKUP', 'th LOOKUP', 'und UNDETERMINED'],
    ],
    [
      'a short form of a script tag',
      { language: 'zh-TW' },
      ['zh-TW EXACT', 'zh-Hant-TW LOOKUP', 'zh-Hant LOOKUP', 'und UNDETERMINED', 'zh LOOKUP'],
    ],
    ['a tag that is not on the list', { acceptLanguage: 'de-XX' }, ['de LOOKUP', 'und UNDETERMINED']],
    ['an unknown language', { language: 'xx-YY' }, ['und UNDETERMINED']],
    [
      'a header by weight',
      { acceptLanguage: 'fr;q=0.5, de-AT, en;q=0.7' },
      ['de-AT EXACT', 'de LOOKUP', 'en EXACT', 'fr EXACT', 'und UNDETERMINED'],
    ],
    [
      'a language before the header',
      { language: 'fr', acceptLanguage: 'de, fr;q=0.1' },
      ['fr EXACT', 'de EXACT', 'und UNDETERMINED'],
    ],
    [
      'all there is',
      { language: 'da', acceptLanguage: 'sv', own: 'fi', ownerDefault: 'en' },
      ['da EXACT', 'sv EXACT', 'fi OWN', 'en OWNER_DEFAULT', 'und UNDETERMINED'],
    ],
    [
      'the same tag many times, at its first place',
      { language: 'de-AT', acceptLanguage: 'de, de-AT', own: 'de', ownerDefault: 'de-AT' },
      ['de-AT EXACT', 'de LOOKUP', 'und UNDETERMINED'],
    ],
    ['an own language und', { own: 'und', ownerDefault: 'en' }, ['und OWN', 'en OWNER_DEFAULT']],
    [
      'own languages in any spelling',
      { own: 'EN_gb', ownerDefault: 'IW' },
      ['en-GB OWN', 'he OWNER_DEFAULT', 'und UNDETERMINED'],
    ],
  ])('for %s', (_, options, expected) => {
    expect(steps(options, expected)).toEqual(expected);
  });

  it.each<[string, LanguagePreference, string[]]>([
    [
      'the owner’s chain in place of CLDR’s',
      { language: 'en-AU', chains: { 'en-AU': ['en-NZ', 'en_GB', 'xx', 'fr'] } },
      ['en-AU EXACT', 'en LOOKUP', 'en-NZ CHAIN', 'en-GB CHAIN', 'fr CHAIN', 'und UNDETERMINED'],
    ],
    [
      'an empty chain',
      { language: 'en-AU', chains: { 'en-AU': [] } },
      ['en-AU EXACT', 'en LOOKUP', 'und UNDETERMINED'],
    ],
    [
      'the chain of the language, for a region without one',
      { language: 'de-AT', chains: { de: ['de-DE', 'en'] } },
      ['de-AT EXACT', 'de LOOKUP', 'de-DE CHAIN', 'en CHAIN', 'und UNDETERMINED'],
    ],
    [
      'a chain tried before the next preference',
      { acceptLanguage: 'gsw, de-CH, fr', chains: { 'de-CH': ['it'] } },
      ['de-CH EXACT', 'de LOOKUP', 'it CHAIN', 'fr EXACT', 'und UNDETERMINED'],
    ],
    ['a chain for another language', { language: 'fr', chains: { de: ['it'] } }, ['fr EXACT', 'und UNDETERMINED']],
  ])('follows %s', (_, options, expected) => {
    expect(steps(options, expected)).toEqual(expected);
  });

  it.each<[string, LanguagePreference, string[]]>([
    [
      'a language everywhere it would come from',
      { acceptLanguage: 'de-AT, en;q=0', own: 'en', ownerDefault: 'en-GB', chains: { 'de-AT': ['en', 'fr'] } },
      ['de-AT EXACT', 'de LOOKUP', 'fr CHAIN', 'und UNDETERMINED'],
    ],
    ['a lookup', { acceptLanguage: 'en-GB, en;q=0' }, ['en-GB EXACT', 'und UNDETERMINED']],
    [
      'a region of a wanted language',
      { acceptLanguage: 'de, de-CH;q=0', own: 'de-CH', ownerDefault: 'de-AT' },
      ['de EXACT', 'de-AT LOOKUP', 'und UNDETERMINED'],
    ],
    ['und', { acceptLanguage: 'de, und;q=0' }, ['de EXACT']],
    [
      'a deprecated spelling',
      { acceptLanguage: 'iw;q=0', own: 'he', ownerDefault: 'de' },
      ['de OWNER_DEFAULT', 'und UNDETERMINED'],
    ],
    [
      'everything that is not named',
      { acceptLanguage: 'de-AT, *;q=0', own: 'fr', ownerDefault: 'de' },
      ['de-AT EXACT'],
    ],
    ['everything', { acceptLanguage: '*;q=0', own: 'fr' }, []],
    [
      'the chain of a language that is kept out',
      { acceptLanguage: 'fr, de;q=0', chains: { de: ['it'] } },
      ['fr EXACT', 'und UNDETERMINED'],
    ],
    ['nothing that is wanted as well', { acceptLanguage: 'de;q=0, de;q=0.5' }, ['de EXACT', 'und UNDETERMINED']],
    ['not even part of a word', { acceptLanguage: 'e;q=0, d;q=0', own: 'de' }, ['de OWN', 'und UNDETERMINED']],
  ])('excludes by weight 0: %s', (_, options, expected) => {
    expect(steps(options, expected)).toEqual(expected);
  });

  it('does not exclude the requested language', () => {
    const expected = ['de-AT EXACT', 'en EXACT', 'und UNDETERMINED'];
    expect(steps({ language: 'de-AT', acceptLanguage: 'de;q=0, en' }, expected)).toEqual(expected);
  });

  it('returns nothing but what there is and is not kept out', () => {
    const tag = fc.constantFrom(
      'de',
      'de-AT',
      'en',
      'en-AU',
      'zh-TW',
      'zh',
      'nb',
      'xx',
      'e',
      'sr-Latn-ME',
      'pt-AO',
      '*',
    );
    const weight = fc.constantFrom('', ';q=0', ';q=0.5', ';q=1');
    const header = fc.array(fc.tuple(tag, weight).map((pair) => pair.join(''))).map((parts) => parts.join(','));
    const options = fc.record(
      { language: tag, acceptLanguage: header, own: tag, ownerDefault: tag },
      { requiredKeys: [] },
    );
    const available = fc.uniqueArray(
      fc.constantFrom('de', 'de-DE', 'en-GB', 'zh-Hans', 'zh-Hant', 'no', 'sr', 'pt-BR'),
    );
    fc.assert(
      fc.property(available, options, (there, preferences) => {
        const chosen = chooseLanguage(there, preferences);
        if (chosen === null) return;
        expect(there).toContain(chosen.tag);
        const ranges = (preferences.acceptLanguage ?? '')
          .split(',')
          .filter((range) => range.split(';')[0] === chosen.tag);
        if (preferences.language !== chosen.tag && ranges.length > 0)
          expect(ranges.some((range) => !range.endsWith(';q=0'))).toBe(true);
      }),
    );
  });
});

describe('negotiatedLanguage', () => {
  it.each([
    [null, null],
    ['*', null],
    ['xx', null],
    ['de-CH;q=0.5, fr-XX', 'fr'],
    ['cmn-TW', 'zh-TW'],
    ['iw, en', 'he'],
    ['en;q=0, no', 'no'],
    ['zh-Hant-SG', 'zh-Hant'],
  ])('for %s is %s', (header, expected) => {
    expect(negotiatedLanguage(header)).toBe(expected);
  });
});
