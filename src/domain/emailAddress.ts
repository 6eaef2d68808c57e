// E-mail addresses as callers write them, checked and brought to one form.
import tr46 from 'tr46';
import { codePoints, isStorable } from './text.ts';

// Characters of an atom (RFC 5321, 4.1.2 and RFC 5322, 3.2.3), and every other script's (RFC 6531, 3.3).
const dotAtom = /^[a-z0-9!#$%&'*+/=?^_`{|}~\u{a1}-\u{10ffff}-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~\u{a1}-\u{10ffff}-]+)*$/iu;
const quotedText = /^"(?:[\x20\x21\x23-\x5b\x5d-\x7e\u{a1}-\u{10ffff}]|\\[\x20-\x7e])*"$/u;
const label = /^[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}-]*[\p{L}\p{N}\p{M}])?$/u;
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u{a0}\u{1680}\u{2000}-\u{200a}\u{202f}\u{205f}\u{3000}]/u;

/**
 * An RFC 5321 mailbox of at most 254 characters with its domain in lower case; null for anything else. The part before
 * the `@` is kept byte for byte, and may be quoted or in any script; an internationalised domain is in Unicode, also
 * when its ASCII form (`xn--`, RFC 5891) was given: one address has one text.
 * Display names, comments, address literals (`[192.0.2.1]`) and spaces around the address are refused.
 */
export function parseEmail(text: unknown): string | null {
  if (typeof text !== 'string' || !isStorable(text) || invisible.test(text)) return null;
  if (codePoints(text) > 254) return null;
  const at = text.lastIndexOf('@');
  if (at < 1) return null;
  const local = text.slice(0, at);
  const given = text.slice(at + 1);
  if (codePoints(local) > 64 || !(dotAtom.test(local) || quotedText.test(local)) || !isDomain(given)) return null;
  const { domain } = tr46.toUnicode(given);
  // Another case or form can be longer, or spell a letter with signs (`⅐` is `1⁄7`), so both are checked on the result.
  const mailbox = `${local}@${domain}`;
  return isDomain(domain) && codePoints(mailbox) <= 254 ? mailbox : null;
}

function isDomain(domain: string): boolean {
  const labels = domain.split('.');
  if (!labels.every((part) => label.test(part)) || /^\d+$/.test(labels.at(-1) ?? '')) return false;
  const ascii = asciiForm(domain);
  return ascii !== null && ascii.length <= 253 && ascii.split('.').every((part) => part.length <= 63);
}

// UTS 46 as URLs apply it, so that only names the domain name system can hold pass. The URL parser is used too, for what
// would be an IPv4 address; it alone does not do: from Node 24 on it no longer looks into `xn--` labels.
function asciiForm(domain: string): string | null {
  const ascii = tr46.toASCII(domain, { checkBidi: true, checkJoiners: true });
  return ascii !== null && URL.canParse(`http://${ascii}/`) ? ascii : null;
}
