// How a JSON body is read: nothing is lost or changed on the way, and what is wrong is said without its content.
import fc from 'fast-check';
import { parse } from 'lossless-json';
import { expect, test, vi } from 'vitest';
import { readJson } from '../../../src/http/jsonBody.ts';
import { exactNumber, InexactNumber } from '../../../src/domain/exactNumber.ts';

const read = (text: string): unknown => readJson(Buffer.from(text));
const nested = (levels: number): string => '[{"a":'.repeat(levels / 2) + '1' + '}]'.repeat(levels / 2);

test('a body of 100 levels is read, one of more is refused', () => {
  expect(read(nested(100))).toBeInstanceOf(Array);
  expect(() => read(`[${nested(100)}]`)).toThrow('The body is nested deeper than 100 levels.');
});

test('brackets in texts are no levels', () => {
  expect(read(`{"a":"${'['.repeat(200)}\\"${'{'.repeat(200)}"}`)).toEqual({
    a: `${'['.repeat(200)}"${'{'.repeat(200)}`,
  });
  expect(read(`[${'[],'.repeat(200)}0]`)).toHaveLength(201);
});

const members = (count: number): string => `{${Array.from({ length: count }, (_, at) => `"${String(at)}":""`).join()}}`;
const elements = (count: number): string => `[${Array.from({ length: count }, () => '0').join()}]`;

test('an object of 20,000 members is read, one of more is refused', () => {
  expect(Object.keys(read(members(20_000)) as object)).toHaveLength(20_000);
  expect(() => read(members(20_001))).toThrow('An object of the body has more than 20000 members.');
});

test('200,000 members and elements are read, more are refused', () => {
  expect(read(elements(200_000))).toHaveLength(200_000);
  expect(() => read(elements(200_001))).toThrow('The body has more than 200000 members and elements.');
  expect(() => read(`[${members(9).repeat(22_000).replaceAll('}{', '},{')}]`)).toThrow('members and elements');
});

const numbers = (count: number): string => `[${Array.from({ length: count }, () => '1e-400').join()}]`;

test('20,000 numbers that a double cannot hold are read, more are refused', () => {
  expect(new Set((read(numbers(20_000)) as readonly InexactNumber[]).map(({ text }) => text))).toEqual(
    new Set(['1e-400']),
  );
  expect(() => read(numbers(20_001))).toThrow('The body has more than 20000 numbers that a double cannot hold.');
  expect(read(`[${'1e5,'.repeat(150_000)}0]`)).toHaveLength(150_001);
});

// A reader that builds texts character by character took 66 MB and half a second for the first of them.
test.each([
  ['a long text', `"${'x'.repeat(1_000_000)}"`],
  ['a long text of escapes', `"${'\\n'.repeat(500_000)}"`],
])('%s is read by the built-in reader beside a number that a double cannot hold', (_, text) => {
  const builtIn = vi.spyOn(JSON, 'parse');
  try {
    expect(read(`[${text},1e-400]`)).toEqual([JSON.parse(text), new InexactNumber('1e-400')]);
    const [[readText]] = builtIn.mock.calls as [[string]];
    expect(readText.startsWith(`[${text},`)).toBe(true);
  } finally {
    builtIn.mockRestore();
  }
});

test('a body is read as a reader reads it that looks at every number', () => {
  const values = fc.oneof(
    fc.json({ maxDepth: 3 }),
    fc.bigInt(-(2n ** 70n), 2n ** 70n).map(String),
    fc
      .tuple(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.integer({ min: -400, max: 400 }))
      .map(([mantissa, power]) => `${String(mantissa).replace(/e.*/, '')}e${String(power)}`),
  );
  fc.assert(
    fc.property(fc.array(values), (texts) => {
      const text = `{"a":[${texts.join(' , ')}]}`;
      expect(read(text)).toEqual(parse(text, undefined, { parseNumber: exactNumber }));
    }),
  );
});

test('members of different objects may have the same name', () => {
  const text = '{"a":{"a":1},"b":[{"a":"a"},{"a":"a"}],"c":"a"}';
  expect(read(text)).toEqual(JSON.parse(text));
});

test.each([
  ['2^53 - 1', '9007199254740991', 9_007_199_254_740_991],
  ['2^53 + 1', '9007199254740993', 9_007_199_254_740_993n],
  ['a number that a double keeps', '0.1', 0.1],
  ['a number of 15 digits', '12345678.1234567', 12_345_678.123_456_7],
  ['a whole number of 15 digits', '-999999999999999', -999_999_999_999_999],
  ['nothing below zero', '-0.0', -0],
  ['a number with an exponent', '12e2', 1_200],
  ['a number with an exponent that no double has', '1e-400', new InexactNumber('1e-400')],
  [
    'a number with more digits beside one of few',
    '[1,0.10000000000000001]',
    [1, new InexactNumber('0.10000000000000001')],
  ],
  ['a number with more digits', '0.1000000000000000055', new InexactNumber('0.1000000000000000055')],
])('%s comes as it is', (_, text, value) => {
  expect(read(text)).toEqual(value);
});

test.each([
  ['texts that hold digits and escapes', '{"a":"12\\u0041\\n34","b":["5",null,true,{}]}'],
  ['a member named as what objects inherit', '{"__proto__":{"a":"b"},"constructor":"c"}'],
  ['half of a pair of surrogates', '["\\ud800"]'],
])('%s are read alike with a number beside them and without one', (_, text) => {
  const alone = read(text);
  expect(read(`[${text},1]`)).toEqual([alone, 1]);
  expect(JSON.stringify(alone)).toBe(JSON.stringify(JSON.parse(text)));
});

// What stands for such a number while the rest is read must not make JSON of what is none.
test.each([
  '{9007199254740993:1}',
  '{1e-400 : 1}',
  '[09007199254740993]',
  '[-09007199254740993]',
  '[--9007199254740993]',
  '[+9007199254740993]',
  '[.9007199254740993]',
  '[9007199254740993.]',
  '[1.e-400]',
  '[1e-]',
  '[1e-400.5]',
  '[1e-400e5]',
  '[9007199254740993"a"]',
  '[9007199254740993 9007199254740993]',
  '[0x9007199254740993]',
  '9007199254740993 1e-400',
])('%s is no JSON', (text) => {
  expect(() => JSON.parse(text) as unknown).toThrow();
  expect(() => read(text)).toThrow('The body is not valid JSON.');
});

test.each([
  ['9007199254740993', 9_007_199_254_740_993n],
  [' -9007199254740993 ', -9_007_199_254_740_993n],
  ['-1E-400', new InexactNumber('-1E-400')],
  ['1.5e+281', 1.5e281],
  ['1.00000000000001e280', 1.00000000000001e280],
  ['1e400', Infinity],
  ['{"__proto__":9007199254740993,"7":1e-400,"a":[[9007199254740993]]}', null],
])('%s is read wherever it stands', (text, value) => {
  if (value !== null) {
    expect(read(text)).toEqual(value);
    return;
  }
  const object = read(text) as Record<string, unknown>;
  expect(Object.entries(object)).toEqual([
    ['7', new InexactNumber('1e-400')],
    ['__proto__', 9_007_199_254_740_993n],
    ['a', [[9_007_199_254_740_993n]]],
  ]);
  expect(Object.getPrototypeOf(object)).toBe(Object.prototype);
});

test.each([
  ['a member twice', '{"a":1,"a":2}', 'The member "a" is given twice.'],
  ['a member twice with the same value', '{"b":{"a":[1] , "a" : [1]}}', 'The member "a" is given twice.'],
  ['a member twice, one of them escaped', '{"a":1,"\\u0061":2}', 'The member "a" is given twice.'],
  [
    'a long member twice',
    `{"${'a'.repeat(99)}":1,"${'a'.repeat(99)}":2}`,
    `The member "${'a'.repeat(64)}" is given twice.`,
  ],
  ['a member with an escape that is none', '{"\\x":1}', 'The body is not valid JSON.'],
  ['no JSON', '{"secret', 'The body is not valid JSON.'],
  ['nothing', '', 'The body is not valid JSON.'],
])('%s is refused', (_, text, message) => {
  expect(() => read(text)).toThrow(message);
});

test('what is not UTF-8 is refused', () => {
  expect(() => readJson(Buffer.from([0x22, 0xff, 0x22]))).toThrow('The body is not valid UTF-8.');
});
