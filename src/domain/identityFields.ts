// What single fields of people, organizations and their addresses must look like: Legal Entity Identifiers (ISO 17442),
// regions (ISO 3166-2), time zones (IANA); and how the name of a person reads in one line. Pure.
const leiShape = /^[0-9A-Z]{18}[0-9]{2}$/;

/**
 * Whether a text is a Legal Entity Identifier: 18 upper case letters or digits and two check digits, the whole being 1
 * modulo 97 with letters read as 10 to 35 (ISO/IEC 7064, MOD 97-10).
 */
export function isLeiCode(text: string): boolean {
  if (!leiShape.test(text)) return false;
  // 00, 01 and 99 have the same remainder as 97, 98 and 02, but are never issued.
  if (['00', '01', '99'].includes(text.slice(18))) return false;
  let remainder = 0;
  for (const character of text) {
    const value = Number.parseInt(character, 36);
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97;
  }
  return remainder === 1;
}

const regionLike = /^[A-Z]{2}-[A-Z0-9]*$/;
const regionCode = /^[A-Z]{2}-[A-Z0-9]{1,3}$/;

/** Whether a text may stand as a region: not of the form of an ISO 3166-2 code, or a well-formed one such as `GB-ENG`. */
export function isRegion(text: string): boolean {
  return !regionLike.test(text) || regionCode.test(text);
}

const zoneShape = /^[A-Za-z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+)*$/;

/** Whether a text is an IANA time zone name such as `Europe/London` or `UTC`, in any case; offsets are none. */
export function isTimeZone(text: string): boolean {
  if (!zoneShape.test(text)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: text });
    return true;
  } catch {
    return false;
  }
}

/** The parts of a name that are shown; anything but a text counts as absent. */
export interface NameParts {
  readonly givenName?: unknown;
  readonly familyName?: unknown;
}

/** Given name, then family name; null when there is neither. */
export function displayName({ givenName, familyName }: NameParts): string | null {
  const parts = [givenName, familyName].filter((part) => typeof part === 'string' && part !== '');
  return parts.length > 0 ? parts.join(' ') : null;
}
