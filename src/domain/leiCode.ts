// Legal Entity Identifiers (ISO 17442) and their check digits. Pure.

const shape = /^[0-9A-Z]{18}[0-9]{2}$/;

/**
 * Whether a text is a Legal Entity Identifier: 18 upper case letters or digits and two check digits, the whole being 1
 * modulo 97 with letters read as 10 to 35 (ISO/IEC 7064, MOD 97-10).
 */
export function isLeiCode(text: unknown): boolean {
  if (typeof text !== 'string' || !shape.test(text)) return false;
  // 00, 01 and 99 have the same remainder as 97, 98 and 02, but are never issued.
  if (['00', '01', '99'].includes(text.slice(18))) return false;
  let remainder = 0;
  for (const character of text) {
    const value = Number.parseInt(character, 36);
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97;
  }
  return remainder === 1;
}
