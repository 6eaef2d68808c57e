// Countries: the ISO 3166-1 codes and their names. The list is data/countries.json; talks to locale.ts for languages.
import data from './data/countries.json' with { type: 'json' };
import { displayLocales, displayNames } from './locale.ts';

/** A country: ISO 3166-1 alpha-2 and alpha-3 codes, English name (CLDR). */
export interface Country {
  readonly code: string;
  readonly alpha3: string;
  readonly name: string;
}

/** The 249 countries of ISO 3166-1 and XK (Kosovo, user-assigned), by code. */
export const countries: readonly Country[] = data;

const byCode: ReadonlyMap<string, Country> = new Map(countries.map((country) => [country.code, country]));
const byAlpha3: ReadonlyMap<string, Country> = new Map(countries.map((country) => [country.alpha3, country]));

/** The upper case alpha-2 code of a country given in any case; null for anything else, alpha-3 codes included. */
export function canonicalCountry(code: unknown): string | null {
  if (typeof code !== 'string' || !/^[A-Za-z]{2}$/.test(code)) return null;
  return byCode.get(code.toUpperCase())?.code ?? null;
}

/** The alpha-2 code for an alpha-3 code in any case, to say what should have been sent; null if there is none. */
export function alpha2Of(alpha3: string): string | null {
  return /^[A-Za-z]{3}$/.test(alpha3) ? (byAlpha3.get(alpha3.toUpperCase())?.code ?? null) : null;
}

/** The name of a country in a language (CLDR), in English where the language has none. */
export function countryName(code: string, language: string): string {
  const country = byCode.get(code);
  if (country === undefined) return code;
  // The checked-in name is used for English so that it does not change with the runtime.
  if (displayLocales(language)[0] === 'en') return country.name;
  return displayNames(language, 'region').of(code) ?? country.name;
}
