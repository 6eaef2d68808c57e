// The address a request comes from, as far as it can be trusted: the peer's own address or, when the peer is a trusted
// proxy of the operator, the address which that proxy forwards.
import { isInRange, parseAddress, type AddressRange, type NetworkAddress } from '../domain/networkAddress.ts';

/** The parts of a request that identify its origin address. */
export interface Origin {
  /** The other end of the connection. */
  readonly peer: string | undefined;
  /** The X-Forwarded-For header, to which each proxy has appended its peer. */
  readonly forwardedFor: string | readonly string[] | undefined;
}

/**
 * The address that the request is counted under. Forwarded addresses are read from the last backwards for as long as a
 * trusted proxy says them; without trusted ranges the header means nothing. All addresses of one IPv6 subnet (/64) are one
 * caller, as a single host may have all of them.
 */
export function callerAddress({ peer, forwardedFor }: Origin, trusted: readonly AddressRange[]): string {
  const hops = (typeof forwardedFor === 'string' ? forwardedFor : (forwardedFor ?? []).join(',')).split(',').reverse();
  let caller = plainAddress(peer ?? '');
  for (const hop of hops) {
    const proxy = caller;
    if (!proxy || !trusted.some((range) => isInRange(proxy, range))) break;
    const next = plainAddress(hop.trim());
    if (!next) break;
    caller = next;
  }
  if (!caller) return 'unknown';
  return caller.family === 4 ? `4:${caller.bits.toString(16)}` : `6:${(caller.bits >> 64n).toString(16)}`;
}

/** Whether the peer is in one of the ranges. */
export function isTrustedProxy(peer: string | undefined, trusted: readonly AddressRange[]): boolean {
  const address = plainAddress(peer ?? '');
  return address !== null && trusted.some((range) => isInRange(address, range));
}

const mappedPrefix = 0xffffn;

// A socket that takes both families shows an IPv4 peer as a mapped address. Zones and ports are no part of an address.
function plainAddress(text: string): NetworkAddress | null {
  const bare = /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? text.replace(/^([\d.]+):\d+$/, '$1');
  const address = parseAddress(bare.split('%', 1)[0] ?? '');
  if (!address || address.family === 4 || address.bits >> 32n !== mappedPrefix) return address;
  return { family: 4, bits: address.bits & 0xffff_ffffn };
}
