// For which site passkeys are made: browsers bind them to a domain name, and take none for an address in numbers.
import { parseAddress } from './networkAddress.ts';

/** A site that passkeys belong to. */
export interface RelyingParty {
  /** Its domain name. */
  readonly id: string;
  /** Where its pages are. */
  readonly origin: string;
}

/** The site of a service at that address; on a loopback address it is `localhost`. Null for any other address in numbers. */
export function relyingPartyOf(baseUrl: string): RelyingParty | null {
  const { hostname, origin, protocol, port } = new URL(baseUrl);
  if (!parseAddress(hostname.replace(/^\[|\]$/g, ''))) return { id: hostname, origin };
  if (!/^(127\.|\[::1\]$)/.test(hostname)) return null;
  return { id: 'localhost', origin: `${protocol}//localhost${port === '' ? '' : `:${port}`}` };
}
