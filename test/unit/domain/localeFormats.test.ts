// What is written in a language is written by formats that are made once: making one takes longer than a row of a list.
import { expect, onTestFinished, test } from 'vitest';
import { countryName } from '../../../src/domain/country.ts';
import { canonicalCurrency, currencyName, formatMoney } from '../../../src/domain/currency.ts';

const currency = (code: string) => canonicalCurrency(code)!;

// How often the constructor is called from here on, until the test ends.
function countMade(name: 'NumberFormat' | 'DisplayNames'): () => number {
  const real = Object.getOwnPropertyDescriptor(Intl, name);
  if (!real) throw new Error(`There is no Intl.${name}`);
  let made = 0;
  const construct = (target: typeof Intl.NumberFormat, given: unknown[]): object => {
    made += 1;
    return Reflect.construct(target, given) as object;
  };
  Object.defineProperty(Intl, name, {
    ...real,
    value: new Proxy(real.value as typeof Intl.NumberFormat, { construct }),
  });
  onTestFinished(() => void Object.defineProperty(Intl, name, real));
  return () => made;
}

test('a thousand amounts, and as many names, take one format for each language and currency', () => {
  const [formats, names] = [countMade('NumberFormat'), countMade('DisplayNames')];
  const written = Array.from({ length: 1_000 }, (_, at) => [
    formatMoney(BigInt(at), currency('ISK'), 'is').formattedValue,
    formatMoney(BigInt(at), currency('ISK'), 'de').formattedValue,
    formatMoney(BigInt(at), currency('NOK'), 'is').formattedValue,
    currencyName(currency('ISK'), 'is'),
    countryName('IS', 'is'),
  ]);
  expect(formats()).toBe(3);
  expect(names()).toBe(2);
  expect(written[7]).toEqual(['7\u00a0kr.', '7\u00a0ISK', '0,07\u00a0NOK', 'íslensk króna', 'Ísland']);
  expect(new Set(written.map(([amount]) => amount)).size).toBe(1_000);
});
