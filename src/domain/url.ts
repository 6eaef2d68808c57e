// Addresses given by callers: absolute URLs with an allowed scheme, and link targets. Pure.

// Invisible and line-breaking characters: they are no part of an address, and hide what it really is.
const hiddenCharacter = /[\p{Cc}\p{Cs}\p{Z}\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/u;
// Never part of an address (RFC 3986, 2; RFC 3987, 2.2); browsers read a backslash as a slash.
const delimiter = /[<>"\\]/;
const absolute = /^([A-Za-z][A-Za-z0-9+.-]*):(.+)$/;
const executable = ['javascript', 'data', 'vbscript'];
const hierarchical = ['http', 'https', 'ws', 'wss', 'ftp'];
const linkSchemes = ['http', 'https', 'mailto', 'tel'];

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

/**
 * Whether a text may be the target of a link: an absolute `http`, `https`, `mailto` or `tel` address, or a relative
 * reference without a scheme (RFC 3986, 4.2; `//host/path`, `/path`, `path`, `?query` and `#fragment`). A script scheme is
 * refused in any spelling, also where only decoding percent signs or HTML entities would bring it to light.
 */
export function isLinkTarget(text: unknown): boolean {
  if (!isPlainAddress(text) || text === '') return false;
  if (isSafeUrl(text, linkSchemes)) return true;
  if (hasSchemeOrColon(text) || hasSchemeOrColon(unmasked(text))) return false;
  return URL.canParse(text, 'https://relative.invalid/');
}

function isPlainAddress(text: unknown): text is string {
  return typeof text === 'string' && !hiddenCharacter.test(text) && !delimiter.test(text);
}

// The first segment of a relative reference holds no colon (RFC 3986, 4.2), so that it can not be taken for a scheme.
function hasSchemeOrColon(text: string): boolean {
  return /^[^/?#]*:/.test(text);
}

// What a reader that decodes too much would see. Three rounds also undo encodings of encodings.
function unmasked(text: string): string {
  let seen = text;
  for (let round = 0; round < 3; round += 1) {
    seen = seen
      .replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
      .replace(/&#x0*([0-9a-f]{1,6});?/gi, (_, hex: string) => characterOf(Number.parseInt(hex, 16)))
      .replace(/&#0*(\d{1,7});?/g, (_, digits: string) => characterOf(Number(digits)))
      .replace(/&colon;/gi, ':')
      .replace(/&(?:tab|newline|nbsp);/gi, '')
      .replace(/&amp;?/gi, '&')
      .normalize('NFKC')
      .replace(/[\p{Cc}\p{Cf}\p{Z}]/gu, '');
  }
  return seen;
}

function characterOf(codePoint: number): string {
  return codePoint <= 0x10ffff ? String.fromCodePoint(codePoint) : '';
}
