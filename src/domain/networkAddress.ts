// IP addresses as numbers, and which of them lie on the public internet. Pure arithmetic: names are resolved elsewhere.
// Registries: RFC 6890 and its successors; resource reference 9.6.
import ipaddr from 'ipaddr.js';

const { IPv4, IPv6, parse } = ipaddr;

/** An address: 4 or 6, and its 32 or 128 bits. */
export interface NetworkAddress {
  readonly family: 4 | 6;
  readonly bits: bigint;
}

/** All addresses that share their first `length` bits with `base`. */
export interface AddressRange {
  readonly base: NetworkAddress;
  readonly length: number;
}

/** The address a text stands for in its plain form (no port, no brackets, no zone); null for anything else. */
export function parseAddress(text: string): NetworkAddress | null {
  const isPlain = IPv4.isValidFourPartDecimal(text) || (IPv6.isValid(text) && !text.includes('%'));
  if (!isPlain) return null;
  const bytes = parse(text).toByteArray();
  return { family: bytes.length === 4 ? 4 : 6, bits: bytes.reduce((bits, byte) => (bits << 8n) | BigInt(byte), 0n) };
}

/** The range a text such as `10.0.0.0/8` or `fd00::/8` stands for; one address is a range by itself. Null for others. */
export function parseRange(text: string): AddressRange | null {
  const [address = '', length, ...rest] = text.trim().split('/');
  const base = parseAddress(address);
  if (!base || rest.length > 0) return null;
  const most = base.family === 4 ? 32 : 128;
  if (length === undefined) return { base, length: most };
  return /^\d{1,3}$/.test(length) && Number(length) <= most ? { base, length: Number(length) } : null;
}

/** Whether the address lies in the range. A mapped IPv4 address is an IPv6 address here. */
export function isInRange(address: NetworkAddress, { base, length }: AddressRange): boolean {
  if (address.family !== base.family) return false;
  const shift = BigInt((base.family === 4 ? 32 : 128) - length);
  return address.bits >> shift === base.bits >> shift;
}

/**
 * Whether the address can only be a host on the public internet. Loopback, private, shared, link-local, benchmark,
 * documentation, multicast and reserved addresses are not, nor are the addresses that clouds serve metadata on, nor
 * IPv6 addresses that carry an IPv4 address (mapped, compatible, NAT64, 6to4, Teredo): where those lead is decided by
 * a translator unknown to the service.
 */
export function isPublicAddress(address: NetworkAddress): boolean {
  if (address.family === 4) return !special4.some((range) => isInRange(address, range));
  return isInRange(address, globalUnicast) && !special6.some((range) => isInRange(address, range));
}

const ranges = (...texts: string[]): AddressRange[] =>
  texts.map((text) => {
    const range = parseRange(text);
    if (!range) throw new Error(`${text} is no range`);
    return range;
  });

const special4 = ranges(
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '168.63.129.16/32',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
);

// Everything that was given out for hosts; the rest of IPv6 (::/8, fc00::/7, fe80::/10, ff00::/8 ...) is never public.
const globalUnicast: AddressRange = { base: { family: 6, bits: 0x2n << 124n }, length: 3 };

const special6 = ranges('2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3ffe::/16', '3fff::/20');
