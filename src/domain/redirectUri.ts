// Where an authorization code may be sent. RFC 6749 section 3.1.2; RFC 8252 sections 7.3 and 8.3; RFC 9700 section 2.1.
import { isSafeUrl } from './url.ts';

// The host must end here: `http://127.0.0.1:1@evil.example` is no loopback address.
const loopbackIp = /^(http:\/\/(?:127\.0\.0\.1|\[::1\]))(?::[0-9]{1,5})?(?=[/?]|$)/;

/** Whether an address may be registered: https, or http to this machine; in ASCII, without a fragment, user or password. */
export function isRedirectUri(text: unknown): boolean {
  if (typeof text !== 'string' || !/^[!-~]+$/.test(text) || text.includes('#')) return false;
  if (!isSafeUrl(text, ['https', 'http'])) return false;
  const { protocol, username, password, hostname } = new URL(text);
  if (username !== '' || password !== '' || /^[a-z]+:\/\/[^/?]*@/i.test(text)) return false;
  return protocol === 'https:' || hostname === 'localhost' || loopbackIp.test(text);
}

/**
 * Whether an address is one of the registered ones, character by character. An installed application listens on the port
 * it was given, so the port of a loopback IP address is left out of the comparison.
 */
export function matchesRedirectUri(sent: string, registered: readonly string[]): boolean {
  if (registered.includes(sent)) return true;
  if (!loopbackIp.test(sent) || !isRedirectUri(sent)) return false;
  return registered.some((uri) => withoutPort(uri) === withoutPort(sent));
}

function withoutPort(uri: string): string {
  return uri.replace(loopbackIp, '$1');
}

/** The address with parameters added to those it has; what it was registered as stays as it is. */
export function withParameters(uri: string, parameters: Readonly<Record<string, string | null>>): string {
  const added = Object.entries(parameters)
    .filter((pair): pair is [string, string] => pair[1] !== null)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&');
  const glue = uri.includes('?') ? (/[?&]$/.test(uri) ? '' : '&') : '?';
  return `${uri}${glue}${added}`;
}
