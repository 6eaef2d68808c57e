// Destinations that webhooks must not reach, in every spelling of an address.
import { describe, expect, test } from 'vitest';
import { parseRange } from '../../../src/domain/networkAddress.ts';
import { destinationProblem } from '../../../src/domain/webhookDestination.ts';

const refused: Readonly<Record<string, readonly string[]>> = {
  'loopback, however it is written': [
    'https://127.0.0.1/',
    'https://127.0.0.1:8443/',
    'https://127.1/',
    'https://127.0.1/',
    'https://0x7f.0.0.1/',
    'https://0x7f000001/',
    'https://2130706433/',
    'https://017700000001/',
    'https://0177.0.0.1/',
    'https://127.0.0.1./',
    'https://127.255.255.254/',
    'https://１２７.0.0.1/',
    'https://127。0。0。1/',
    'https://%31%32%37.0.0.1/',
    'https://localhost/',
    'https://LOCALHOST/',
    'https://localhost./',
    'https://app.localhost/',
    'https://localhost.localdomain/',
    'https://ip6-localhost/',
    'https://ip6-loopback/',
    'https://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ/',
    'https://[::1]/',
    'https://[0:0:0:0:0:0:0:1]/',
    'https://[0000::0001]/',
  ],
  'the unspecified address and this network': [
    'https://0.0.0.0/',
    'https://0/',
    'https://0.1.2.3/',
    'https://0x0/',
    'https://[::]/',
    'https://[0:0:0:0:0:0:0:0]/',
  ],
  'private networks': [
    'https://10.0.0.1/',
    'https://10.255.255.255/',
    'https://10.1/',
    'https://167772161/',
    'https://172.16.0.1/',
    'https://172.31.255.254/',
    'https://192.168.0.1/',
    'https://192.168.1/',
    'https://0xc0a80001/',
    'https://[fc00::1]/',
    'https://[fd12:3456:789a::1]/',
    'https://[fec0::1]/',
  ],
  'shared, link-local and benchmark networks': [
    'https://100.64.0.1/',
    'https://100.127.255.254/',
    'https://169.254.0.1/',
    'https://198.18.0.1/',
    'https://198.19.255.254/',
    'https://[fe80::1]/',
    'https://[febf::1]/',
    'https://[2001:2::1]/',
  ],
  'documentation, multicast and reserved networks': [
    'https://192.0.2.1/',
    'https://198.51.100.1/',
    'https://203.0.113.1/',
    'https://192.0.0.1/',
    'https://192.88.99.1/',
    'https://224.0.0.1/',
    'https://239.255.255.255/',
    'https://240.0.0.1/',
    'https://255.255.255.255/',
    'https://4294967295/',
    'https://[2001:db8::1]/',
    'https://[3fff::1]/',
    'https://[ff02::1]/',
    'https://[ff0e::1]/',
    'https://[100::1]/',
    'https://[4000::1]/',
    'https://[5f00::1]/',
  ],
  'IPv6 that carries an IPv4 address': [
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:7f00:1]/',
    'https://[0:0:0:0:0:ffff:10.0.0.1]/',
    'https://[::ffff:0a00:0001]/',
    'https://[::ffff:169.254.169.254]/',
    'https://[::ffff:8.8.8.8]/',
    'https://[::127.0.0.1]/',
    'https://[::7f00:1]/',
    'https://[::ffff:0:127.0.0.1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://[64:ff9b::10.0.0.1]/',
    'https://[64:ff9b:1::7f00:1]/',
    'https://[2002:7f00:1::]/',
    'https://[2002:a00:1::1]/',
    'https://[2002:c0a8:1::1]/',
    'https://[2001:0:7f00:1::]/',
    'https://[2001::1]/',
    'https://[2001:10::1]/',
    'https://[2001:20::1]/',
  ],
  'metadata services': [
    'https://169.254.169.254/latest/meta-data/',
    'https://2852039166/',
    'https://0xa9fea9fe/',
    'https://0251.0376.0251.0376/',
    'https://169.254.170.2/',
    'https://168.63.129.16/',
    'https://100.100.100.200/',
    'https://192.0.0.192/',
    'https://[fd00:ec2::254]/',
    'https://metadata/',
    'https://metadata.google.internal/',
    'https://metadata.google.internal./',
    'https://METADATA.GOOGLE.INTERNAL/',
    'https://metadata.goog/',
    'https://instance-data/',
  ],
  'names of an inside network': [
    'https://intranet/',
    'https://db/',
    'https://printer.local/',
    'https://vault.internal/',
    'https://nas.lan/',
    'https://router.home.arpa/',
    'https://kubernetes.default.svc/',
    'https://api.default.svc.cluster.local/',
  ],
  'user information and fragments': [
    'https://user@hooks.example.com/',
    'https://user:word@hooks.example.com/',
    'https://@hooks.example.com/',
    'https://hooks.example.com@127.0.0.1/',
    'https://hooks.example.com:443@10.0.0.1/',
    'https://hooks.example.com%40127.0.0.1/',
    'https://hooks.example.com/#part',
    'https://hooks.example.com/#',
  ],
  'what no address holds': [
    'https://hooks.example.com\\@127.0.0.1/',
    'https:\\\\127.0.0.1/',
    'https://hooks.example.com\\.internal/',
    'https://127.0.0.1\t/',
    'https://hooks.example.com/\n',
    'https://hooks.exa\rmple.com/',
    'https://hooks.example.com/\u0000',
    'https://hooks.example.com/\u007f',
    'https://hooks.example.com/ path',
    ' https://hooks.example.com/',
    'https://hooks.example.com/\u2028',
    'https://[::1%25eth0]/',
    'https://[fe80::1%eth0]/',
    'https://256.256.256.256/',
    'https://[::1/',
    'https://',
    'https:///hooks.example.com/',
    'https:hooks.example.com',
    'https://./',
    '//hooks.example.com/',
    'hooks.example.com',
    '',
  ],
  'other schemes': [
    'http://hooks.example.com/',
    'ftp://hooks.example.com/',
    'file:///etc/passwd',
    'gopher://hooks.example.com/',
    'javascript:alert(1)',
    'data:text/plain,x',
    'ws://hooks.example.com/',
    'wss://hooks.example.com/',
    'mailto:someone@example.com',
    'tel:+15551234',
  ],
  'other ports': [
    'https://hooks.example.com:22/',
    'https://hooks.example.com:25/',
    'https://hooks.example.com:80/',
    'https://hooks.example.com:0/',
    'https://hooks.example.com:1023/',
    'https://hooks.example.com:65536/',
  ],
};

const spellings = Object.entries(refused).flatMap(([why, texts]) => texts.map((text) => [why, text] as const));

describe('a destination is refused', () => {
  test('in at least 120 spellings', () => {
    expect(new Set(spellings.map(([, text]) => text)).size).toBe(spellings.length);
    expect(spellings.length).toBeGreaterThanOrEqual(120);
  });

  test.each(spellings)('for %s: %j', (_, text) => {
    expect(destinationProblem(text, [])).toEqual(expect.any(String));
  });
});

describe('a destination is accepted', () => {
  test('over http only where the operator allows ranges', () => {
    expect(destinationProblem('http://hooks.example.com:8443/', [])).toBe('An absolute https address is expected.');
    expect(destinationProblem('http://hooks.example.com:8443/', [parseRange('10.0.0.0/8')!])).toBeNull();
  });

  test.each([
    'https://hooks.example.com/first',
    'https://hooks.example.com:443/',
    'https://hooks.example.org:8443/second?x=1',
    'https://hooks.example.org:1024/',
    'https://hooks.example.org:65535/',
    'https://8.8.8.8/',
    'https://172.32.0.1/',
    'https://100.128.0.1/',
    'https://198.20.0.1/',
    'https://[2606:4700::1111]/',
    'https://bücher.example/',
    'https://hooks.example.com/a%20b',
  ])('%s', (text) => {
    expect(destinationProblem(text, [])).toBeNull();
  });
});

describe('a range allowed by the operator', () => {
  const loopback = [parseRange('127.0.0.0/8')!];

  test('makes its addresses reachable, over http too, and nothing else', () => {
    expect(destinationProblem('http://127.0.0.1:9000/hook', loopback)).toBeNull();
    expect(destinationProblem('https://127.8.0.1:9000/hook', loopback)).toBeNull();
    expect(destinationProblem('http://localhost:9000/hook', loopback)).toBeNull();
    expect(destinationProblem('http://10.0.0.1:9000/', loopback)).toEqual(expect.any(String));
    expect(destinationProblem('http://8.8.8.8:9000/', loopback)).toBe('https is expected.');
    expect(destinationProblem('https://[::1]:9000/', loopback)).toEqual(expect.any(String));
    expect(destinationProblem('https://[::ffff:127.0.0.1]:9000/', loopback)).toEqual(expect.any(String));
    expect(destinationProblem('https://vault.internal/', loopback)).toEqual(expect.any(String));
  });

  test.each([
    ['10.0.0.0/8', false, true],
    ['126.0.0.0/8', false, true],
    ['128.0.0.0/8', false, true],
    ['fd00::/8', false, true],
    ['::2/128', false, true],
    ['::/127', false, true],
    ['126.0.0.0/7', false, true],
    ['127.0.0.0/7', false, true],
    ['::1/127', false, true],
    ['127.0.0.1/32', true, false],
    ['::1/128', true, false],
  ])('%s lets names of this machine be used: %s; names of its network: %s', (range, isHere, isInside) => {
    const allowed = [parseRange(range)!];
    for (const name of ['localhost', 'a.localhost.'])
      expect(destinationProblem(`https://${name}/`, allowed) === null).toBe(isHere);
    for (const name of ['vault', 'vault.internal'])
      expect(destinationProblem(`https://${name}/`, allowed) === null).toBe(isInside);
  });

  test('never allows metadata names, user information or low ports', () => {
    const all = [parseRange('0.0.0.0/0')!, parseRange('::/0')!];
    for (const name of ['metadata', 'metadata.google.internal', 'metadata.goog', 'instance-data.ec2.internal'])
      expect(destinationProblem(`http://${name}:9000/`, all)).toBe('The host is not on the public internet.');
    expect(destinationProblem('http://instance-data:9000/', all)).toBe('The host is not on the public internet.');
    expect(destinationProblem('http://user@10.0.0.1:9000/', all)).toEqual(expect.any(String));
    expect(destinationProblem('http://10.0.0.1:22/', all)).toEqual(expect.any(String));
    expect(destinationProblem('http://vault.internal:9000/', all)).toBeNull();
  });
});
