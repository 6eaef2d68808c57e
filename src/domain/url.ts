// Addresses given by callers: absolute URLs with an allowed scheme. Pure.

// Invisible and line-breaking characters: they are no part of an address, and hide what it really is.
const hiddenCharacter = /[\p{Cc}\p{Cs}\p{Z}\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/u;
// Never part of an address (RFC 3986, 2; RFC 3987, 2.2); browsers read a backslash as a slash.
const delimiter = /[<>"\\]/;
const absolute = /^([A-Za-z][A-Za-z0-9+.-]*):(.+)$/;
const executable = ['javascript', 'data', 'vbscript'];
const hierarchical = ['http', 'https'];

/**
 * Whether a text is an absolute URL with one of `schemes` (lower case names without the colon), safe to store and show
 * byte for byte. Control characters, spaces, invisible characters, lone surrogates, backslashes and `<>"` are refused,
 * as are `javascript:`, `data:` and `vbscript:` whatever `schemes` says.
 */
export function isSafeUrl(text: unknown, schemes: readonly string[]): boolean {
  if (!isPlainAddress(text)) return false;
  const parts = absolute.exec(text);
  const scheme = parts?.[1]?.toLowerCase() ?? '';
  if (!schemes.includes(scheme) || executable.includes(scheme)) return false;
  // The parser would take `https:example.com` and `https:///example.com` for `https://example.com`.
  if (hierarchical.includes(scheme) && !/^\/\/[^/?#]/.test(parts?.[2] ?? '')) return false;
  return URL.canParse(text);
}

function isPlainAddress(text: unknown): text is string {
  return typeof text === 'string' && !hiddenCharacter.test(text) && !delimiter.test(text);
}
