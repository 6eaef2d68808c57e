// Writes src/domain/data/currencies.json: the ISO 4217 codes from the standard's published table, brought up to date with
// its later amendments. Run: npx tsx scripts/generateCurrencies.ts
import currencyCodes from 'currency-codes';
import { writeData } from './writeData.ts';

interface Row {
  code: string;
  numericCode: string;
  exponent: number;
  isActive: boolean;
  name: string;
}

// Amendment 176: replaces ANG from 2025-03-31.
const added: Row[] = [{ code: 'XCG', numericCode: '532', exponent: 2, isActive: true, name: 'Caribbean Guilder' }];

// Table A.3: withdrawn codes that stored data may hold.
const withdrawn: Row[] = [
  ['ANG', '532', 'Netherlands Antillean Guilder'],
  ['BGN', '975', 'Bulgarian Lev'],
  ['CUC', '931', 'Peso Convertible'],
  ['CYP', '196', 'Cyprus Pound'],
  ['EEK', '233', 'Kroon'],
  ['HRK', '191', 'Kuna'],
  ['LTL', '440', 'Lithuanian Litas'],
  ['LVL', '428', 'Latvian Lats'],
  ['MRO', '478', 'Ouguiya'],
  ['MTL', '470', 'Maltese Lira'],
  ['SIT', '705', 'Tolar'],
  ['SKK', '703', 'Slovak Koruna'],
  ['SLL', '694', 'Leone'],
  ['STD', '678', 'Dobra'],
  ['VEF', '937', 'Bolívar'],
  ['ZMK', '894', 'Zambian Kwacha'],
  ['ZWL', '932', 'Zimbabwe Dollar'],
].map(([code = '', numericCode = '', name = '']) => ({ code, numericCode, exponent: 2, isActive: false, name }));

const superseded = new Set(withdrawn.map(({ code }) => code));
const published: Row[] = currencyCodes.data
  .filter(({ code }) => !superseded.has(code))
  .map(({ code, number, digits, currency }) => ({
    code,
    numericCode: number,
    exponent: digits,
    isActive: true,
    name: currency,
  }));

const rows = [...published, ...added, ...withdrawn].sort((one, other) => (one.code < other.code ? -1 : 1));
if (new Set(rows.map(({ code }) => code)).size !== rows.length) throw new Error('A code is listed twice.');
await writeData('currencies', rows);
