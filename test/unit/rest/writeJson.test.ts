// Writing of bodies: 64-bit integers keep all their digits.
import { describe, expect, it } from 'vitest';
import { longNumber, writeJson } from '../../../src/rest/response/writeJson.ts';

describe('longNumber', () => {
  it('is a number as long as a double is exact', () => {
    expect(longNumber('9007199254740991')).toBe(9007199254740991);
    expect(longNumber('-5')).toBe(-5);
  });

  it('is a bigint beyond', () => {
    expect(longNumber('9007199254740993')).toBe(9007199254740993n);
    expect(longNumber('-9223372036854775808')).toBe(-9223372036854775808n);
  });

  it('leaves null unchanged', () => {
    expect(longNumber(null)).toBeNull();
    expect(longNumber(undefined)).toBeNull();
  });
});

describe('writeJson', () => {
  it('writes every digit of the largest integer, at any depth', () => {
    const body = { a: [{ value: longNumber('9223372036854775807') }], b: longNumber('1') };
    expect(writeJson(body)).toBe('{"a":[{"value":9223372036854775807}],"b":1}');
  });

  it('writes the same text with and without such an integer', () => {
    const rest = { text: '"\u2028\n/', none: null, left: undefined, list: [undefined, 1.5, -0], flag: true };
    const plain = writeJson(rest);
    expect(plain).toBe(JSON.stringify(rest));
    expect(writeJson({ ...rest, big: 2n ** 60n })).toBe(`${plain.slice(0, -1)},"big":1152921504606846976}`);
  });
});
