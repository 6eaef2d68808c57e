// Where webhooks may be sent, as far as an address's text tells: scheme, port, host. What its name resolves to is looked
// at again before each attempt. Spec: Webhook Subscription; resource reference 9.1, 9.6.
import { isInRange, isPublicAddress, parseAddress, type AddressRange, type NetworkAddress } from './networkAddress.ts';
import { isSafeUrl } from './url.ts';

/** Names that stand for the machine itself, its network or its cloud, whatever they resolve to today. */
const localNames = [
  'localhost',
  'localdomain',
  'local',
  'internal',
  'intranet',
  'lan',
  'home.arpa',
  'ip6-localhost',
  'ip6-loopback',
  'cluster.local',
  'svc',
];

/** Whether webhooks may be sent to an address: it is public, or in one of the ranges the operator allows. */
export function isReachableAddress(address: NetworkAddress, allowed: readonly AddressRange[]): boolean {
  return isPublicAddress(address) || isAllowedAddress(address, allowed);
}

/** Whether the operator allows the address although it may be private. */
export function isAllowedAddress(address: NetworkAddress, allowed: readonly AddressRange[]): boolean {
  return allowed.some((range) => isInRange(address, range));
}

/** The address that a URL names instead of a host name; null for a name. */
export function literalAddress(url: URL): NetworkAddress | null {
  return parseAddress(url.hostname.replace(/^\[|\]$/g, ''));
}

/**
 * What is wrong with a destination as a sentence; null when its text gives no reason to refuse it. https on port 443,
 * 8443 or above 1023, to a public host; with allowed ranges also http, and hosts in them.
 */
export function destinationProblem(text: string, allowed: readonly AddressRange[]): string | null {
  const schemes = allowed.length > 0 ? ['https', 'http'] : ['https'];
  if (!isSafeUrl(text, schemes)) return `An absolute ${schemes.join(' or ')} address is expected.`;
  const url = new URL(text);
  if (url.username !== '' || url.password !== '' || /^[^/?#]*\/\/[^/?#]*@/.test(text)) {
    return 'User information is not allowed; use auth and secret.';
  }
  if (text.includes('#')) return 'A fragment is not allowed.';
  if (!isAllowedPort(url)) return 'The port must be 443, 8443 or above 1023.';
  const address = literalAddress(url);
  if (address) return addressProblem(url, address, allowed);
  return isLocalName(url.hostname, allowed) ? 'The host is not on the public internet.' : null;
}

function addressProblem(url: URL, address: NetworkAddress, allowed: readonly AddressRange[]): string | null {
  if (!isReachableAddress(address, allowed)) return 'The host is not on the public internet.';
  return url.protocol === 'http:' && !isAllowedAddress(address, allowed) ? 'https is expected.' : null;
}

function isAllowedPort(url: URL): boolean {
  const port = url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port);
  return port === 443 || port === 8443 || port > 1023;
}

// With allowed ranges, inside names have a use; their addresses decide then.
function isLocalName(hostname: string, allowed: readonly AddressRange[]): boolean {
  const name = hostname.toLowerCase().replace(/\.+$/, '');
  if (name === '') return true;
  if (allowed.length > 0) return false;
  return !name.includes('.') || localNames.some((local) => name === local || name.endsWith(`.${local}`));
}
