// Currencies: the list matches the standard, and amounts keep every digit in every language.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalCurrency, currencies, currencyName, formatMoney } from '../../../src/domain/currency.ts';
import { formatMinor } from '../../../src/domain/decimal.ts';
import { locales } from '../../../src/domain/locale.ts';

const words = (text: string): string[] => text.split(/\s+/);
const head = words(
  'AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF CHW CLF ' +
    'CLP CNY COP COU CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF ' +
    'IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT',
);
const tail = words(
  'LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK ' +
    'PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY ' +
    'TTD TWD TZS UAH UGX USD USN UYI UYU UYW UZS VED VES VND VUV WST XAF XCD XCG XDR XOF XPF XSU XUA YER ZAR ZMW ZWG',
);
const metalsAndTests = words('XAG XAU XBA XBB XBC XBD XPD XPT XTS XXX');
const withdrawn = words('ANG BGN CUC CYP EEK HRK LTL LVL MRO MTL SIT SKK SLL STD VEF ZMK ZWL');
const withoutMinorUnit = words('XDR XSU XUA');
const exponents: Record<number, string[]> = {
  0: words('BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'),
  3: words('BHD IQD JOD KWD LYD OMR TND'),
  4: words('CLF UYW'),
};
const currency = (code: string) => canonicalCurrency(code)!;

describe('the list of currencies', () => {
  it('holds the active codes, metals and test codes as active, and the withdrawn ones as not', () => {
    const codes = (isActive: boolean) =>
      currencies.filter((each) => each.isActive === isActive).map(({ code }) => code);
    expect(codes(true)).toEqual([...head, ...tail, ...metalsAndTests].sort());
    expect(codes(false)).toEqual(withdrawn);
  });

  it('is in order and gives each code a three-digit number and a name', () => {
    const codes = currencies.map(({ code }) => code);
    expect([...codes].sort()).toEqual(codes);
    expect(new Set(codes).size).toBe(codes.length);
    for (const { numericCode, name } of currencies) {
      expect(numericCode).toMatch(/^\d{3}$/);
      expect(name).not.toBe('');
    }
    expect(currency('ALL').numericCode).toBe('008');
    expect(currency('EUR').numericCode).toBe('978');
    expect(currency('ZWG').numericCode).toBe('924');
  });

  it('gives each code the minor unit of ISO 4217', () => {
    for (const { code, exponent } of currencies) {
      const listed = Object.keys(exponents).find((key) => exponents[Number(key)]?.includes(code));
      const isUnitless = metalsAndTests.includes(code) || withoutMinorUnit.includes(code);
      expect([code, exponent]).toEqual([code, Number(listed ?? (isUnitless ? 0 : 2))]);
    }
  });
});

describe('canonicalCurrency', () => {
  it('finds every code in any case', () => {
    for (const each of currencies) {
      expect(canonicalCurrency(each.code)).toBe(each);
      expect(canonicalCurrency(each.code.toLowerCase())).toBe(each);
    }
    expect(canonicalCurrency('eUr')).toBe(currency('EUR'));
  });

  it.each([
    '',
    'EU',
    'EURO',
    'ABC',
    'DEM',
    'BTC',
    '978',
    ' EUR',
    'EUR ',
    'EUR\n',
    'E\u016aR',
    '€',
    'ＥＵＲ',
    null,
    undefined,
    978,
    ['EUR'],
  ])('refuses %j', (value) => {
    expect(canonicalCurrency(value)).toBeNull();
  });
});

describe('formatMoney', () => {
  it.each([
    [1250n, 'EUR', 'en', '€12.50', '€'],
    [-1250n, 'EUR', 'en', '-€12.50', '€'],
    [0n, 'USD', 'en-US', '$0.00', '$'],
    [1250n, 'EUR', 'de', '12,50\u00a0€', '€'],
    [123456789n, 'CHF', 'de', '1.234.567,89\u00a0CHF', 'CHF'],
    [1250n, 'JPY', 'ja', '￥1,250', '￥'],
    [1250n, 'JPY', 'en', '¥1,250', '¥'],
    [1250n, 'KWD', 'en', 'KWD\u00a01.250', 'KWD'],
    [12345n, 'CLF', 'en', 'CLF\u00a01.2345', 'CLF'],
    [5n, 'IQD', 'en', 'IQD\u00a00.005', 'IQD'],
    [100n, 'ISK', 'en', 'ISK\u00a0100', 'ISK'],
    [1250n, 'MGA', 'en', 'MGA\u00a012.50', 'MGA'],
    [1250n, 'THB', 'th-TH-u-nu-thai', '฿๑๒.๕๐', '฿'],
    [1n, 'XAU', 'en', 'XAU\u00a01', 'XAU'],
    [9223372036854775807n, 'USD', 'en', '$92,233,720,368,547,758.07', '$'],
    [-9223372036854775808n, 'USD', 'en', '-$92,233,720,368,547,758.08', '$'],
    [9223372036854775807n, 'JPY', 'en', '¥9,223,372,036,854,775,807', '¥'],
    [9223372036854775807n, 'INR', 'hi', '₹92,23,37,20,36,85,47,758.07', '₹'],
  ])('formats %s %s in %s as %s', (unitValue, code, language, formattedValue, currencySymbol) => {
    expect(formatMoney(unitValue, currency(code), language)).toEqual({ formattedValue, currencySymbol });
  });

  it('formats languages without CLDR data, and invalid tags, as English', () => {
    const english = formatMoney(1250n, currency('EUR'), 'en');
    for (const language of ['und', 'xx', '', 'not a tag', 'e', '__proto__']) {
      expect(formatMoney(1250n, currency('EUR'), language)).toEqual(english);
    }
  });

  it('keeps every digit and the sign of every amount in every language', () => {
    const amount = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });
    const any = fc.tuple(amount, fc.constantFrom(...currencies), fc.constantFrom(...locales));
    fc.assert(
      fc.property(any, ([unitValue, each, { tag }]) => {
        const { formattedValue, currencySymbol } = formatMoney(unitValue, each, tag);
        // Digits of any script, as ASCII; a symbol may hold none.
        const digits = [...formattedValue.replace(currencySymbol, '')]
          .filter((character) => /\p{Nd}/u.test(character))
          .map((character) => digitOf(character))
          .join('');
        expect(digits).toBe(formatMinor(unitValue, each.exponent).replace(/[-.]/g, ''));
        expect(formattedValue).toContain(currencySymbol);
        expect(/[-\u2212]/.test(formattedValue.replace(currencySymbol, ''))).toBe(unitValue < 0n);
      }),
      { numRuns: 500 },
    );
  });
});

describe('currencyName', () => {
  it('is in the requested language', () => {
    expect(currencyName(currency('EUR'), 'en')).toBe('Euro');
    expect(currencyName(currency('USD'), 'de')).toBe('US-Dollar');
    expect(currencyName(currency('JPY'), 'fr')).toBe('yen japonais');
  });

  it('is never just the code', () => {
    for (const each of currencies) expect(currencyName(each, 'sv')).not.toBe(each.code);
  });
});

// The value of a decimal digit of any script: scripts hold their ten digits in consecutive code points.
function digitOf(character: string): number {
  let value = 0;
  let codePoint = character.codePointAt(0)!;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(codePoint - 1))) {
    value += 1;
    codePoint -= 1;
  }
  return value;
}
