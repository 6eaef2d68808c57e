// From a destination to a connection that can only reach the address that was checked: the name is resolved once, every
// address it has must be permitted, and the socket goes to one of them. Resource reference 9.6.
import { lookup as systemLookup } from 'node:dns/promises';
import { Pool } from 'undici';
import { parseAddress, type AddressRange } from '../domain/networkAddress.ts';
import {
  destinationProblem,
  isAllowedAddress,
  isReachableAddress,
  literalAddress,
} from '../domain/webhookDestination.ts';

/** The addresses of a host name, as the system knows them. */
export type Resolve = (hostname: string) => Promise<readonly string[]>;

/** A destination could not be used: its name is unknown, or it leads where webhooks may not go. */
export class DestinationError extends Error {
  readonly code: 'DNS' | 'TARGET_REFUSED';

  constructor(code: 'DNS' | 'TARGET_REFUSED', message: string) {
    super(message);
    this.code = code;
  }
}

/** Resolves by the system's resolver all addresses of a name. */
export const resolveBySystem: Resolve = async (hostname) =>
  (await systemLookup(hostname, { all: true, verbatim: true })).map(({ address }) => address);

/** A destination whose text is permitted, and the address to connect to where it is written out. */
export interface Destination {
  readonly url: URL;
  readonly address: string | null;
}

/** Texts that are remembered. */
const mostDestinations = 1_000;

// What a text says of itself never changes; deliveries of a subscription all have the same one.
const known = new WeakMap<readonly AddressRange[], Map<string, Destination>>();

/**
 * The destination that a text names. Throws DestinationError for one that is not permitted; http only goes to ranges that the
 * operator allows.
 */
export function destinationOf(text: string, allowed: readonly AddressRange[]): Destination {
  const destinations = known.get(allowed) ?? new Map<string, Destination>();
  known.set(allowed, destinations);
  const before = destinations.get(text);
  if (before) return before;
  const url = new URL(text);
  const problem = destinationProblem(url.href, allowed);
  if (problem) throw new DestinationError('TARGET_REFUSED', problem);
  const address = literalAddress(url) ? url.hostname.replace(/^\[|\]$/g, '') : null;
  if (destinations.size >= mostDestinations) destinations.clear();
  const destination = { url, address };
  destinations.set(text, destination);
  return destination;
}

/**
 * The address to connect to for this attempt. Throws DestinationError when the text, or any of the addresses behind it,
 * is not permitted.
 */
export async function checkedAddress(url: URL, allowed: readonly AddressRange[], resolve: Resolve): Promise<string> {
  const { address: written } = destinationOf(url.href, allowed);
  if (written !== null) return written;
  const addresses = await resolve(url.hostname).catch(() => []);
  const [first] = addresses;
  if (first === undefined) throw new DestinationError('DNS', 'The host name was not found.');
  for (const text of addresses) {
    const address = parseAddress(text);
    const isPermitted =
      address !== null &&
      (url.protocol === 'https:' ? isReachableAddress(address, allowed) : isAllowedAddress(address, allowed));
    if (!isPermitted) throw new DestinationError('TARGET_REFUSED', 'The host has an address that is not permitted.');
  }
  return first;
}

/**
 * Connections to destinations, kept for a while; each is bound to the address that was checked for it, and belongs to one
 * subscription: a receiver that hangs holds up no other, not even one on the same host.
 */
export interface Connections {
  to(subscription: string, url: URL, address: string): Pool;
  close(): Promise<void>;
}

/** How connections are made. */
export interface ConnectionLimits {
  readonly connectMillis: number;
  /** At least as many as a subscription has requests in flight: none ever waits for a connection. */
  readonly perSubscription: number;
}

/** Pools that stay open; those used longest ago are closed first. */
const mostPools = 1_000;

/** Connections without redirects, proxies or unchecked names. */
export function createConnections(limits: ConnectionLimits): Connections {
  const pools = new Map<string, Pool>();
  return {
    to(subscription, url, address) {
      const key = `${subscription} ${url.origin} ${address}`;
      const pool = pools.get(key) ?? openPool(url, address, limits);
      // The newest come last.
      pools.delete(key);
      pools.set(key, pool);
      const [oldest] = pools;
      if (pools.size > mostPools && oldest) {
        pools.delete(oldest[0]);
        void oldest[1].close();
      }
      return pool;
    },
    async close() {
      await Promise.all([...pools.values()].map((pool) => pool.destroy()));
      pools.clear();
    },
  };
}

function openPool(url: URL, address: string, limits: ConnectionLimits): Pool {
  const family = address.includes(':') ? 6 : 4;
  return new Pool(url.origin, {
    connections: limits.perSubscription,
    pipelining: 1,
    allowH2: false,
    keepAliveTimeout: 10_000,
    keepAliveMaxTimeout: 30_000,
    maxHeaderSize: 16 * 1024,
    connect: {
      timeout: limits.connectMillis,
      rejectUnauthorized: true,
      minVersion: 'TLSv1.2',
      // Whatever the name resolves to by now, the socket goes to the address that was checked.
      lookup: (_hostname, options, callback) =>
        options.all ? callback(null, [{ address, family }]) : callback(null, address, family),
    },
  });
}
