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

test.each([
  ['0.0.0.0', '0.255.255.255'],
  ['10.0.0.0', '10.255.255.255'],
  ['100.64.0.0', '100.127.255.255'],
  ['127.0.0.0', '127.255.255.255'],
  ['168.63.129.16', '168.63.129.16'],
  ['169.254.0.0', '169.254.255.255'],
  ['172.16.0.0', '172.31.255.255'],
  ['192.0.0.0', '192.0.0.255'],
  ['192.0.2.0', '192.0.2.255'],
  ['192.31.196.0', '192.31.196.255'],
  ['192.52.193.0', '192.52.193.255'],
  ['192.88.99.0', '192.88.99.255'],
  ['192.168.0.0', '192.168.255.255'],
  ['192.175.48.0', '192.175.48.255'],
  ['198.18.0.0', '198.19.255.255'],
  ['198.51.100.0', '198.51.100.255'],
  ['203.0.113.0', '203.0.113.255'],
  ['224.0.0.0', '255.255.255.255'],
  ['::', '1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2001::', '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2001:db8::', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2002::', '2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2620:4f:8000::', '2620:4f:8000:ffff:ffff:ffff:ffff:ffff'],
  ['3ffe::', '3ffe:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['3fff::', '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['4000::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
])('nothing from %s to %s is public, and what lies around it is', (first, last) => {
  const [from, to] = [parseAddress(first)!, parseAddress(last)!];
  expect([from, to].map(isPublicAddress)).toEqual([false, false]);
  const around = [from.bits - 1n, to.bits + 1n].filter(
    (bits) => bits > 0n && bits >> (from.family === 4 ? 32n : 128n) === 0n,
  );
  // The ranges from 3ffe:: on follow each other.
  const other = around.filter((bits) => !isPublicAddress({ family: from.family, bits }));
  expect(other).toEqual(first === '3ffe::' || first === '3fff::' ? [expect.any(BigInt)] : []);
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
