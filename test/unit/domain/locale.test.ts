// Locales: the fixed list is consistent, and every spelling of a tag maps to its one canonical form.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  canonicalLocale,
  displayLocales,
  cldrParents,
  locales,
  nearestLocale,
  truncations,
} from '../../../src/domain/locale.ts';

const byTag = new Map(locales.map((locale) => [locale.tag, locale]));

describe('the list of locales', () => {
  it('holds several hundred different tags in order', () => {
    const tags = locales.map(({ tag }) => tag);
    expect(tags.length).toBe(598);
    expect(new Set(tags.map((tag) => tag.toLowerCase())).size).toBe(tags.length);
    expect([...tags].sort()).toEqual(tags);
  });

  it('holds only canonical BCP 47 tags of at most 16 characters', () => {
    for (const { tag } of locales) {
      expect(tag.length).toBeLessThanOrEqual(16);
      expect(Intl.getCanonicalLocales(tag)).toEqual([tag]);
    }
  });

  it.each(
    (
      'und en en-US en-GB en-001 en-150 en-AU de de-DE de-AT de-CH fr fr-FR fr-CA es es-ES es-419 es-MX pt pt-BR pt-PT ' +
      'it nl nl-BE sv sv-SE da fi nb nb-NO nn no no-NO is pl cs sk hu ro bg el el-GR ru uk tr he ar ar-EG fa ur hi bn ta ' +
      'th th-TH vi id ms fil ja ja-JP ko ko-KR zh zh-Hans zh-Hant zh-Hans-CN zh-Hant-TW zh-Hant-HK zh-CN zh-TW zh-HK ' +
      'sr sr-Latn sr-Cyrl-RS sr-RS az-Cyrl uz-Arab pa-PK ca-ES-valencia de-CH-1996 en-US-u-va-posix th-TH-u-nu-thai ' +
      'ar-u-nu-latn'
    ).split(' '),
  )('holds %s', (tag) => {
    expect(byTag.has(tag)).toBe(true);
  });

  it('returns the parts of a tag', () => {
    const parts = (tag: string) => {
      const { language, script, region, direction, isRightToLeft } = byTag.get(tag)!;
      return [language, script, region, direction, isRightToLeft];
    };
    expect(parts('en')).toEqual(['en', null, null, 'LTR', false]);
    expect(parts('en-GB')).toEqual(['en', null, 'GB', 'LTR', false]);
    expect(parts('es-419')).toEqual(['es', null, '419', 'LTR', false]);
    expect(parts('zh-Hant')).toEqual(['zh', 'Hant', null, 'LTR', false]);
    expect(parts('zh-Hant-TW')).toEqual(['zh', 'Hant', 'TW', 'LTR', false]);
    expect(parts('he')).toEqual(['he', null, null, 'RTL', true]);
    expect(parts('pa-PK')).toEqual(['pa', null, 'PK', 'RTL', true]);
    expect(parts('pa-IN')).toEqual(['pa', null, 'IN', 'LTR', false]);
    expect(parts('uz-Arab-AF')).toEqual(['uz', 'Arab', 'AF', 'RTL', true]);
    expect(parts('ca-ES-valencia')).toEqual(['ca', null, 'ES', 'LTR', false]);
    expect(parts('de-CH-1996')).toEqual(['de', null, 'CH', 'LTR', false]);
    expect(parts('en-US-u-va-posix')).toEqual(['en', null, 'US', 'LTR', false]);
    expect(parts('ar-u-nu-latn')).toEqual(['ar', null, null, 'RTL', true]);
    expect(parts('und')).toEqual(['und', null, null, 'LTR', false]);
  });

  it('agrees with the runtime on scripts and regions', () => {
    for (const { tag, language, script, region } of locales) {
      const second = new Intl.Locale(tag);
      expect([tag, language, script, region]).toEqual([
        tag,
        // Some releases of ICU give the undetermined language no name.
        tag === 'und' ? 'und' : second.language,
        second.script ?? null,
        second.region ?? null,
      ]);
    }
  });

  it('names each locale in English and in its own language', () => {
    expect(byTag.get('de-CH')).toMatchObject({ name: 'German (Switzerland)', nativeName: 'Deutsch (Schweiz)' });
    expect(byTag.get('zh-Hant-TW')).toMatchObject({
      name: 'Chinese (Traditional, Taiwan)',
      nativeName: '中文（繁體，台灣）',
    });
    expect(byTag.get('nb')).toMatchObject({ name: 'Norwegian Bokmål', nativeName: 'norsk bokmål' });
    for (const { tag, name, nativeName } of locales) {
      expect([name, nativeName]).not.toContain('');
      expect([name, nativeName]).not.toContain(tag);
    }
  });

  it('gives each locale a parent on the list, and no locale itself as an ancestor', () => {
    const expected = { 'en-AU': 'en-001', 'en-001': 'en', 'de-AT': 'de', 'es-MX': 'es-419', 'es-ES': 'es', nb: 'no' };
    for (const [tag, parent] of Object.entries(expected)) expect(byTag.get(tag)?.parent).toBe(parent);
    expect(byTag.get('zh-TW')?.parent).toBe('zh-Hant-TW');
    expect(byTag.get('zh-CN')?.parent).toBe('zh');
    expect(byTag.get('zh-Hant')?.parent).toBeNull();
    expect(byTag.get('pt-AO')?.parent).toBe('pt-PT');
    expect(byTag.get('ca-ES-valencia')?.parent).toBe('ca-ES');
    expect(byTag.get('en-US-u-va-posix')?.parent).toBe('en-US');
    expect(byTag.get('ar-u-nu-latn')?.parent).toBe('ar');
    expect(byTag.get('en')?.parent).toBeNull();
    expect(byTag.get('und')?.parent).toBeNull();
    for (const { tag, parent } of locales) {
      if (parent !== null) expect(byTag.has(parent)).toBe(true);
      expect(cldrParents(tag)).not.toContain(tag);
    }
  });
});

describe('canonicalLocale', () => {
  it('finds every locale in any case, with either separator', () => {
    const spelled = fc.tuple(fc.constantFrom(...locales), fc.infiniteStream(fc.boolean())).map(([{ tag }, flips]) => {
      const letters = [...tag].map((letter) => {
        if (letter === '-') return flips.next().value === true ? '_' : '-';
        return flips.next().value === true ? letter.toUpperCase() : letter.toLowerCase();
      });
      return [letters.join(''), tag] as const;
    });
    fc.assert(
      fc.property(spelled, ([text, tag]) => {
        expect(canonicalLocale(text)).toBe(tag);
      }),
    );
  });

  it.each([
    ['iw', 'he'],
    ['IW_il', 'he-IL'],
    ['in', 'id'],
    ['in-ID', 'id-ID'],
    ['no', 'no'],
    ['NO', 'no'],
    ['jw', 'jv'],
    ['mo', 'ro'],
    ['tl-PH', 'fil-PH'],
    ['sh', 'sr-Latn'],
    ['sh-BA', 'sr-Latn-BA'],
    ['cmn', 'zh'],
    ['cmn_hant', 'zh-Hant'],
    ['sr-CS', 'sr-RS'],
    ['eng', 'en'],
  ])('reads %s as %s', (text, tag) => {
    expect(canonicalLocale(text)).toBe(tag);
  });

  it.each([
    '',
    '*',
    'e',
    'xx',
    'xx-YY',
    'english',
    'en-',
    '-en',
    'en--US',
    'en-USA',
    'en-XX',
    'en US',
    ' en',
    'en ',
    'en\n',
    'en\0',
    'en.UTF-8',
    'en@posix',
    'i-klingon',
    'x-private',
    'root',
    'C',
    'POSIX',
    'zh-Hant-TW-u-nu-hanidec',
    'en-US-u-va-posix-',
    'de-CH-1901',
    '\u212ao',
    'ſv',
    'ｅｎ',
    '__proto__',
    'constructor',
    'a'.repeat(100_000),
    null,
    undefined,
    1,
    ['en'],
  ])('refuses %j', (value) => {
    expect(canonicalLocale(value)).toBeNull();
  });
});

describe('nearestLocale', () => {
  it.each([
    ['en-XX', 'en'],
    ['en_us_POSIX', 'en-US-u-va-posix'],
    ['de-CH-1901', 'de-CH'],
    ['zh-Hant-XX', 'zh-Hant'],
    ['iw-XX', 'he'],
    ['eng', 'en'],
    ['enn-US', 'en-US'],
    ['en-USA', 'en'],
    ['engGB', 'en-GB'],
    ['enng-US', 'en-US'],
    ['', 'und'],
    ['english (american)', 'und'],
    ['漢字', 'und'],
    ['x'.repeat(100_000), 'und'],
    ['xx-'.repeat(100_000), 'und'],
  ])('returns for %s %s', (text, tag) => {
    expect(nearestLocale(text)).toBe(tag);
  });

  it('always returns a locale of the list, and for a locale itself', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(byTag.has(nearestLocale(text))).toBe(true);
      }),
    );
    for (const { tag } of locales) expect(nearestLocale(tag)).toBe(tag);
  });
});

describe('cldrParents', () => {
  it.each([
    ['en', []],
    ['und', []],
    ['en-AU', ['en-001', 'en']],
    ['en-DE', ['en-150', 'en-001', 'en']],
    ['es-MX', ['es-419', 'es']],
    ['nb-NO', ['nb', 'no']],
    ['pt-AO', ['pt-PT', 'pt']],
    ['zh-Hant-MO', ['zh-Hant-HK', 'zh-Hant']],
    ['zh-TW', ['zh-Hant-TW', 'zh-Hant']],
    ['sr-Latn', []],
    ['de-CH-1996', ['de-CH', 'de']],
    ['EN_au', ['en-001', 'en']],
    ['iw-IL', ['he']],
    ['en-XX', []],
    ['', []],
  ])('of %s are %j', (tag, parents) => {
    expect(cldrParents(tag)).toEqual(parents);
  });
});

describe('truncations', () => {
  it.each([
    ['en', []],
    ['zh-Hant-TW', ['zh-Hant', 'zh']],
    ['en-US-u-va-posix', ['en-US-u-va', 'en-US', 'en']],
    ['ar-u-nu-latn', ['ar-u-nu', 'ar']],
    ['zh-Hant-CN-x-private1-private2', ['zh-Hant-CN-x-private1', 'zh-Hant-CN', 'zh-Hant', 'zh']],
  ])('of %s are %j', (tag, expected) => {
    expect(truncations(tag)).toEqual(expected);
  });
});

describe('displayLocales', () => {
  it.each([
    ['de', ['de', 'en']],
    ['iw', ['he', 'en']],
    ['en', ['en']],
    ['und', ['en']],
    ['not a tag', ['en']],
    ['', ['en']],
  ])('for %s are %j', (language, expected) => {
    expect(displayLocales(language)).toEqual(expected);
  });

  it('are accepted by Intl for every locale, and never use the host’s own language', () => {
    for (const { tag, language } of locales) {
      const { locale } = new Intl.NumberFormat(displayLocales(tag)).resolvedOptions();
      const isOwn = locale.split('-')[0] === language || language === 'no' || language === 'nb';
      expect(isOwn || locale === 'en' || locale.startsWith('en-'), `${tag} gives ${locale}`).toBe(true);
    }
  });
});
