// Addresses are accepted in their plain form only, and ranges contain exactly their own.
import { describe, expect, test } from 'vitest';
import { isInRange, isPublicAddress, parseAddress, parseRange } from '../../../src/domain/networkAddress.ts';

describe('an address', () => {
  test.each([
    ['127.0.0.1', 4, 0x7f000001n],
    ['0.0.0.0', 4, 0n],
    ['255.255.255.255', 4, 0xffffffffn],
    ['::', 6, 0n],
    ['::1', 6, 1n],
    ['1::', 6, 1n << 112n],
    ['2001:DB8::ff', 6, (0x20010db8n << 96n) | 0xffn],
    ['1:2:3:4:5:6:7:8', 6, 0x00010002000300040005000600070008n],
    ['::ffff:1.2.3.4', 6, 0xffff01020304n],
  ] as const)('%s is read', (text, family, bits) => {
    expect(parseAddress(text)).toEqual({ family, bits });
  });

  test.each([
    '',
    '1.2.3',
    '1.2.3.4.5',
    '01.2.3.4',
    '1.2.3.256',
    '0x7f.0.0.1',
    ' 1.2.3.4',
    ':',
    ':::',
    '1::2::3',
    '1:2:3:4:5:6:7',
    '1:2:3:4:5:6:7:8:9',
    '1:2:3:4:5:6:7::8',
    '::12345',
    '::g',
    'fe80::1%eth0',
    '[::1]',
    '::1.2.3',
  ])('%j is not one', (text) => {
    expect(parseAddress(text)).toBeNull();
  });
});

describe('a range', () => {
  test('contains its first and last address and not their neighbors', () => {
    const range = parseRange('172.16.0.0/12')!;
    const holds = (text: string): boolean => isInRange(parseAddress(text)!, range);
    expect(['172.15.255.255', '172.16.0.0', '172.31.255.255', '172.32.0.0'].map(holds)).toEqual([
      false,
      true,
      true,
      false,
    ]);
    expect(isInRange(parseAddress('::ffff:172.16.0.1')!, range)).toBe(false);
  });

  test('can be one address, or all of a family', () => {
    expect(isInRange(parseAddress('10.0.0.1')!, parseRange('10.0.0.1')!)).toBe(true);
    expect(isInRange(parseAddress('10.0.0.2')!, parseRange('10.0.0.1')!)).toBe(false);
    expect(isInRange(parseAddress('9.9.9.9')!, parseRange('0.0.0.0/0')!)).toBe(true);
    expect(isInRange(parseAddress('9.9.9.9')!, parseRange('::/0')!)).toBe(false);
    expect(isInRange(parseAddress('::1')!, parseRange('0.0.0.0/0')!)).toBe(false);
    expect(parseRange(' 10.0.0.0/8 ')).toEqual(parseRange('10.0.0.0/8'));
  });

  test.each(['10.0.0.0/33', '::/129', '10.0.0.0/', '10.0.0.0/8/8', 'ten/8', '10.0.0.0/-1'])('%j is not one', (text) => {
    expect(parseRange(text)).toBeNull();
  });
});

test('public addresses are only those that a host on the internet can have', () => {
  const isPublic = (text: string): boolean => isPublicAddress(parseAddress(text)!);
  expect(['1.1.1.1', '9.255.255.255', '11.0.0.0', '2a00::1', '2606:4700::1111', '3001::1'].map(isPublic)).not.toContain(
    false,
  );
  expect(
    ['10.0.0.0', '169.254.169.254', '::1', 'fd00::1', '::ffff:1.1.1.1', '64:ff9b::1', '4000::1'].map(isPublic),
  ).not.toContain(true);
});
