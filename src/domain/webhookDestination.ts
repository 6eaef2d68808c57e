// Where webhooks may be sent, as far as an address's text shows: scheme, port, host. What its name resolves to is checked
// at again before each attempt. Spec: Webhook Subscription; resource reference 9.1, 9.6.
import { isInRange, isPublicAddress, parseAddress, type AddressRange, type NetworkAddress } from './networkAddress.ts';
import { isSafeUrl } from './url.ts';
import { withoutTrailing } from './text.ts';

/** Names of the machine itself. */
const loopbackNames = ['localhost', 'localdomain', 'ip6-localhost', 'ip6-loopback'];

/** Names that only exist inside a network; whatever they resolve to today. */
const insideNames = ['local', 'internal', 'intranet', 'lan', 'home.arpa', 'cluster.local', 'svc'];

/** Names under which clouds serve metadata; never a receiver of webhooks. */
const metadataNames = [
  'metadata',
  'metadata.google.internal',
  'metadata.goog',
  'instance-data',
  'instance-data.ec2.internal',
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
  return port === 443 || port > 1023;
}

// Names of a network that the operator allows may be used; their addresses decide then.
function isLocalName(hostname: string, allowed: readonly AddressRange[]): boolean {
  const name = withoutTrailing(hostname.toLowerCase(), '.');
  const isOneOf = (names: readonly string[]): boolean => names.some((n) => name === n || name.endsWith(`.${n}`));
  if (name === '' || metadataNames.includes(name)) return true;
  if (isOneOf(loopbackNames)) return !allowed.some(isLoopback);
  return (!name.includes('.') || isOneOf(insideNames)) && allowed.every(isLoopback);
}

const isLoopback = ({ base, length }: AddressRange): boolean =>
  base.family === 4 ? length >= 8 && base.bits >> 24n === 127n : length === 128 && base.bits === 1n;
