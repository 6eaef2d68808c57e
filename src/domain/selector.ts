// Entity paths: the UNIX style selectors entities are addressed with, checked and brought to one spelling.
import { isStorable } from './text.ts';

// Of ASCII, what a segment of an address holds as it is: unreserved characters, sub-delimiters, `:` and `@` (RFC 3986, 3.3).
const plain = /[A-Za-z0-9._~!$&'()*+,;=:@-]/;
const neither = /[^A-Za-z0-9._~!$&'()*+,;=:@/%-]/gu;
// The escapes of one character in UTF-8, of two to four bytes.
const beyondAscii = /%[CD][0-9A-F]%[89AB][0-9A-F]|%E[0-9A-F](?:%[89AB][0-9A-F]){2}|%F[0-7](?:%[89AB][0-9A-F]){3}/g;
// But not the two that say how the letters beside them are joined, as Persian and Hindi write them.
const invisible = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Co}\p{Z}]/u;
const controlCharacter = /%[01][0-9A-F]|%7F|%C2%[89]/;

/**
 * The canonical spelling of an entity path, or the problem it has as one sentence.
 * A path starts with `/`, has no empty, `.` or `..` segment (nor one hidden behind percent-encoding), no `/` at the end
 * except the root, no `?`, `#` or control character. How long it may be is not looked at.
 */
export function parseSelector(path: unknown): { path: string } | { problem: string } {
  if (typeof path !== 'string') return { problem: 'Must be text.' };
  if (!path.startsWith('/')) return { problem: 'Must start with "/".' };
  if (!isStorable(path)) return { problem: 'Must be well-formed text.' };
  if (/[?#]/.test(path)) return { problem: 'Must not contain "?" or "#".' };
  if (/%(?![0-9A-Fa-f]{2})/.test(path)) return { problem: 'Every "%" must be followed by two hex digits.' };

  const spelled = spellPath(path);
  const problem = segmentProblem(spelled);
  return problem === null ? { path: spelled } : { problem };
}

/**
 * The same of a path that a reader asks for: one without its first `/`, or with a `/` behind it, is read as the path that was
 * meant. What is stored has one spelling, so that only reads take these.
 */
export function parseAskedSelector(path: string): ReturnType<typeof parseSelector> {
  const rooted = path.startsWith('/') ? path : `/${path}`;
  return parseSelector(/[^/]\/$/.test(rooted) ? rooted.slice(0, -1) : rooted);
}

/**
 * The one spelling of a path, or of a part of it: escapes of what a segment may hold as it is, and of visible characters beyond
 * ASCII (RFC 3987, 3.2), become the characters; all else is escaped, in upper case. An escaped separator stays escaped.
 * Resource reference 16.12.
 */
export function spellPath(text: string): string {
  return text
    .replace(/%[0-9A-Fa-f]{2}/g, decodedPlain)
    .replace(beyondAscii, decodedVisible)
    .replace(neither, (character) => (isVisible(character) ? character : encodeURIComponent(character)));
}

function decodedPlain(escape: string): string {
  const character = String.fromCharCode(Number.parseInt(escape.slice(1), 16));
  return plain.test(character) ? character : escape.toUpperCase();
}

const isVisible = (character: string): boolean => character > '\u007f' && !invisible.test(character);

function decodedVisible(escapes: string): string {
  try {
    const character = decodeURIComponent(escapes);
    return isVisible(character) ? character : escapes;
  } catch {
    // Overlong, or half of a pair.
    return escapes;
  }
}

function segmentProblem(path: string): string | null {
  if (path === '/') return null;
  if (controlCharacter.test(path)) return 'Must not contain control characters.';
  if (path.includes('//')) return 'Must not contain "//".';
  if (path.endsWith('/')) return 'Must not end with "/".';
  // An encoded separator is no separator here, but it may become one behind a less careful proxy.
  if (path.split(/\/|%2F|%5C/).some((segment) => segment === '.' || segment === '..')) {
    return 'Must not contain "." or ".." segments.';
  }
  return null;
}
