// Where a browser may be sent after signing in: a path of this service and nothing else.
import { isStorable } from './text.ts';

const longest = 2_048;
// A second slash, however often it was escaped.
const foreign = /^\/(?:%(?:25)*(?:2f|5c)|\/|\\)/i;

/**
 * The path, query and fragment of an address on this service, normalized; null for anything from which another address
 * could be formed: `//host`, `/\host`, an absolute address, control characters, or the same with escapes.
 */
export function parseOwnPath(text: unknown): string | null {
  if (typeof text !== 'string' || text.length > longest || !text.startsWith('/')) return null;
  // Browsers drop tabs and line ends, and read a backslash as a slash.
  // eslint-disable-next-line no-control-regex -- they are what is looked for
  if (/[\u0000-\u0020\u007f\\]/.test(text) || !isStorable(text) || foreign.test(text)) return null;
  const base = 'http://own.invalid';
  if (!URL.canParse(text, base)) return null;
  const { pathname, search, hash } = new URL(text, base);
  return !foreign.test(pathname) ? pathname + search + hash : null;
}
