// Entity paths: the UNIX style selectors entities are addressed with, checked and brought to one spelling.
import { codePoints, isStorable } from './text.ts';

const longest = 2048;
const unreserved = /[A-Za-z0-9._~-]/;
const controlCharacter = /\p{Cc}/u;
// The escapes of one character in UTF-8, of two to four bytes.
const beyondAscii = /%[CD][0-9A-F]%[89AB][0-9A-F]|%E[0-9A-F](?:%[89AB][0-9A-F]){2}|%F[0-7](?:%[89AB][0-9A-F]){3}/g;
const invisible = /[\p{Cc}\p{Cf}\p{Cn}\p{Co}\p{Z}]/u;

/**
 * The canonical spelling of an entity path, or the problem it has as one sentence.
 * A path starts with `/`, has no empty, `.` or `..` segment (nor one hidden behind percent-encoding), no `/` at the end
 * except the root, no `?`, `#` or control character, and at most 2048 code points. Percent-encoding is normalized as RFC
 * 3986, 6.2.2 says: unreserved characters are decoded, hex digits are upper case. Escapes of characters beyond ASCII become
 * the characters (RFC 3987, 3.2), so that an IRI and its ASCII form are one path; those that cannot be seen stay escaped.
 * Everything else stays as given.
 */
export function parseSelector(path: unknown): { path: string } | { problem: string } {
  if (typeof path !== 'string') return { problem: 'Must be text.' };
  if (!path.startsWith('/')) return { problem: 'Must start with "/".' };
  if (codePoints(path) > longest) return { problem: `At most ${longest} characters.` };
  if (!isStorable(path)) return { problem: 'Must be well-formed text.' };
  if (/[?#]/.test(path)) return { problem: 'Must not contain "?" or "#".' };
  if (/%(?![0-9A-Fa-f]{2})/.test(path)) return { problem: 'Every "%" must be followed by two hex digits.' };

  const normal = path.replace(/%[0-9A-Fa-f]{2}/g, normalize).replace(beyondAscii, decoded);
  const problem = segmentProblem(normal);
  return problem === null ? { path: normal } : { problem };
}

/**
 * The same of a path that a reader asks for: one without its first `/`, or with a `/` behind it, is read as the path that was
 * meant. What is stored has one spelling, so that only reads take these.
 */
export function parseAskedSelector(path: string): ReturnType<typeof parseSelector> {
  const rooted = path.startsWith('/') ? path : `/${path}`;
  return parseSelector(/[^/]\/$/.test(rooted) ? rooted.slice(0, -1) : rooted);
}

function normalize(encoded: string): string {
  const character = String.fromCharCode(Number.parseInt(encoded.slice(1), 16));
  return unreserved.test(character) ? character : encoded.toUpperCase();
}

function decoded(escapes: string): string {
  try {
    const character = decodeURIComponent(escapes);
    return invisible.test(character) ? escapes : character;
  } catch {
    // Overlong, or half of a pair.
    return escapes;
  }
}

function segmentProblem(path: string): string | null {
  if (path === '/') return null;
  if (controlCharacter.test(path) || /%[01][0-9A-F]|%7F/.test(path)) return 'Must not contain control characters.';
  if (path.includes('//')) return 'Must not contain "//".';
  if (path.endsWith('/')) return 'Must not end with "/".';
  // An encoded separator is no separator here, but it may become one behind a less careful proxy.
  if (path.split(/\/|\\|%2F|%5C/).some((segment) => segment === '.' || segment === '..')) {
    return 'Must not contain "." or ".." segments.';
  }
  return null;
}
