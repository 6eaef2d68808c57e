// Countries: the list matches ISO 3166-1, and names are in the reader's language.
import { describe, expect, it, vi } from 'vitest';
import { alpha2Of, canonicalCountry, countries, countryName } from '../../../src/domain/country.ts';
import { locales } from '../../../src/domain/locale.ts';

describe('the list of countries', () => {
  it('holds 249 codes and XK, in order, each with its three-letter code and name', () => {
    const codes = countries.map(({ code }) => code);
    expect(codes).toHaveLength(250);
    expect(codes).toContain('XK');
    expect([...codes].sort()).toEqual(codes);
    expect(new Set(countries.map(({ alpha3 }) => alpha3)).size).toBe(250);
    for (const { code, alpha3, name } of countries) {
      expect(code).toMatch(/^[A-Z]{2}$/);
      expect(alpha3).toMatch(/^[A-Z]{3}$/);
      expect(name).not.toBe(code);
    }
    expect(countries.find(({ code }) => code === 'DE')).toEqual({ code: 'DE', alpha3: 'DEU', name: 'Germany' });
  });
});

describe('canonicalCountry', () => {
  it('finds every code in any case', () => {
    for (const { code } of countries) {
      expect(canonicalCountry(code)).toBe(code);
      expect(canonicalCountry(code.toLowerCase())).toBe(code);
    }
  });

  it.each([
    '',
    'D',
    'DEU',
    'AA',
    'ZZ',
    'UK',
    'EU',
    'SU',
    'AN',
    'YU',
    '276',
    ' DE',
    'DE ',
    'DE\n',
    'ＤＥ',
    'ıT',
    null,
    undefined,
    1,
    ['DE'],
  ])('refuses %j', (value) => {
    expect(canonicalCountry(value)).toBeNull();
  });
});

describe('alpha2Of', () => {
  it('returns the two-letter code of every three-letter code, in any case', () => {
    for (const { code, alpha3 } of countries) expect(alpha2Of(alpha3)).toBe(code);
    expect(alpha2Of('deu')).toBe('DE');
  });

  it.each(['', 'DE', 'ZZZ', 'DEUT', '276', 'DEU\n'])('knows none for %j', (text) => {
    expect(alpha2Of(text)).toBeNull();
  });
});

describe('countryName', () => {
  it.each([
    ['DE', 'en', 'Germany'],
    ['DE', 'de', 'Deutschland'],
    ['DE', 'fr-CA', 'Allemagne'],
    ['JP', 'ja', '日本'],
    ['XK', 'en', 'Kosovo'],
    ['DE', 'und', 'Germany'],
    ['DE', 'not a tag', 'Germany'],
    ['ZZ', 'en', 'ZZ'],
  ])('of %s in %s is %s', (code, language, name) => {
    expect(countryName(code, language)).toBe(name);
  });

  it('does not change in English with what the runtime knows', () => {
    const runtime = vi.spyOn(Intl.DisplayNames.prototype, 'of').mockReturnValue('Other');
    expect([countryName('DE', 'en'), countryName('DE', 'de')]).toEqual(['Germany', 'Other']);
    runtime.mockRestore();
  });

  it('exists in every locale of the list', () => {
    for (const { tag } of locales) expect(countryName('SE', tag)).not.toBe('');
  });
});
