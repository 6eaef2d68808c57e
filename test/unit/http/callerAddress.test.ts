// The address of a request: a caller cannot choose the address it is counted under.
import { describe, expect, test } from 'vitest';
import { parseRange, type AddressRange } from '../../../src/domain/networkAddress.ts';
import { callerAddress, isTrustedProxy } from '../../../src/http/callerAddress.ts';

const ranges = (...texts: string[]): AddressRange[] => texts.flatMap((text) => parseRange(text) ?? []);
const proxies = ranges('10.0.0.0/8', 'fd00::/8');
const of = (peer: string | undefined, forwardedFor?: string, trusted = proxies): string =>
  callerAddress({ peer, forwardedFor }, trusted);

describe('the address of a caller', () => {
  test('is that of the peer, whatever the header, unless the peer is a trusted proxy', () => {
    expect(of('192.0.2.1', '198.51.100.1')).toBe(of('192.0.2.1'));
    expect(of('10.0.0.1', '198.51.100.1', [])).toBe(of('10.0.0.1'));
    expect(of('10.0.0.1', '198.51.100.1')).toBe(of('198.51.100.1'));
  });

  test('is the last one that is not a trusted proxy', () => {
    expect(of('10.0.0.1', '203.0.113.9, 198.51.100.1, 10.7.7.7')).toBe(of('198.51.100.1'));
    expect(of('10.0.0.1', '10.0.0.2, 10.0.0.3')).toBe(of('10.0.0.2'));
    expect(of('10.0.0.1', 'rubbish, 10.0.0.3')).toBe(of('10.0.0.3'));
    // Nothing that stands before what cannot be read is believed.
    expect(of('10.0.0.1', '198.51.100.1, rubbish, 10.0.0.3')).toBe(of('10.0.0.3'));
    expect(of('10.0.0.1', '198.51.100.1, ')).toBe(of('10.0.0.1'));
    expect(of('10.0.0.1', '')).toBe(of('10.0.0.1'));
    const forwardedFor = ['203.0.113.9', '198.51.100.1, 10.7.7.7'];
    expect(callerAddress({ peer: '10.0.0.1', forwardedFor }, proxies)).toBe(of('198.51.100.1'));
  });

  test('is one for a whole IPv6 network, and one for an IPv4 address in every spelling', () => {
    expect(of('2001:db8:1:2:3:4:5:6')).toBe(of('2001:db8:1:2::'));
    expect(of('2001:db8:1:2::1')).not.toBe(of('2001:db8:1:3::1'));
    expect(of('::ffff:192.0.2.1')).toBe(of('192.0.2.1'));
    expect(of('::ffff:192.0.2.1')).not.toBe(of('::ffff:192.0.2.2'));
    expect(of('::ffff:10.0.0.1', '[2001:db8::1]:4711')).toBe(of('2001:db8::1'));
    expect(of('10.0.0.1', '198.51.100.1:80')).toBe(of('198.51.100.1'));
    expect(of('fe80::1%eth0')).toBe(of('fe80::1'));
  });

  test('is the same for all callers whose address is unknown', () => {
    expect(of(undefined)).toBe('unknown');
    expect(of('a socket file')).toBe('unknown');
  });
});

test.each([
  ['10.0.0.1', true],
  ['::ffff:10.0.0.1', true],
  ['fd12::1', true],
  ['192.0.2.1', false],
  ['11.0.0.1', false],
  ['2001:db8::1', false],
  ['a socket file', false],
  [undefined, false],
])('the peer %s is a trusted proxy: %s', (peer, isTrusted) => {
  expect(isTrustedProxy(peer, proxies)).toBe(isTrusted);
  expect(isTrustedProxy(peer, [])).toBe(false);
});
