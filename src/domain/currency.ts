// Currencies: the ISO 4217 codes with their minor units, and amounts as people read them. The list is
// data/currencies.json; talks to decimal.ts and to locale.ts for languages.
import data from './data/currencies.json' with { type: 'json' };
import { formatMinor } from './decimal.ts';
import { displayLocales, displayNames } from './locale.ts';
import { madeOnce } from './madeOnce.ts';

/** A currency: ISO 4217 alphabetic and numeric code, decimals of its minor unit, English name. */
export interface Currency {
  readonly code: string;
  readonly numericCode: string;
  /** How many decimals an amount has; 0 where the standard gives no minor unit. */
  readonly exponent: number;
  /** False for withdrawn codes, which are accepted and read but not offered. */
  readonly isActive: boolean;
  readonly name: string;
}

/** Every accepted currency, by code. */
export const currencies: readonly Currency[] = data;

const byCode: ReadonlyMap<string, Currency> = new Map(currencies.map((currency) => [currency.code, currency]));

/** The currency with an ISO 4217 alphabetic code, any case; null for anything else. */
export function canonicalCurrency(code: unknown): Currency | null {
  if (typeof code !== 'string' || !/^[A-Za-z]{3}$/.test(code)) return null;
  return byCode.get(code.toUpperCase()) ?? null;
}

// Making one takes as long as many amounts, and a list may hold thousands of these.
const keptFormats = madeOnce<Intl.NumberFormat>(200);

function formatOf(language: string, { code, exponent }: Currency): Intl.NumberFormat {
  const locales = displayLocales(language);
  const [minimumFractionDigits, maximumFractionDigits] = [exponent, exponent];
  const style = { style: 'currency', currency: code, minimumFractionDigits, maximumFractionDigits } as const;
  return keptFormats(`${code} ${locales.join(' ')}`, () => new Intl.NumberFormat(locales, style));
}

/**
 * An amount as people who read `language` write it, with all its digits, and the sign they use for the currency. The
 * decimals are those of ISO 4217; separators, digits and signs are CLDR's, in English where the language has none.
 */
export function formatMoney(
  unitValue: bigint,
  currency: Currency,
  language: string,
): { formattedValue: string; currencySymbol: string } {
  // formatMinor gives a decimal number as text, which ECMA-402 formats digit by digit.
  const amount = formatMinor(unitValue, currency.exponent) as Intl.StringNumericLiteral;
  const parts = formatOf(language, currency).formatToParts(amount);
  return {
    formattedValue: parts.map((part) => part.value).join(''),
    currencySymbol: parts.find((part) => part.type === 'currency')?.value ?? currency.code,
  };
}

/** The name of a currency in a language (CLDR), in English where the language has none. */
export function currencyName(currency: Currency, language: string): string {
  const name = displayNames(language, 'currency').of(currency.code);
  return name === undefined || name === currency.code ? currency.name : name;
}

/** The currency of a stored code. Throws for an unknown one: none is stored. */
export function storedCurrency(code: unknown): Currency {
  const currency = canonicalCurrency(code);
  if (!currency) throw new Error(`A stored amount has the unknown currency ${String(code)}`);
  return currency;
}
