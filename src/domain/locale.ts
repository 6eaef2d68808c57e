// The fixed list of locale tags, and how a tag given by a caller is found on it. The list is data/locales.json.
import data from './data/locales.json' with { type: 'json' };
import { madeOnce } from './madeOnce.ts';

/** A locale of the fixed list. */
export interface Locale {
  /** BCP 47 tag in canonical case, at most 16 characters. */
  readonly tag: string;
  readonly language: string;
  /** The script the tag names, null if it names none. */
  readonly script: string | null;
  /** The region the tag names, null if it names none. */
  readonly region: string | null;
  /** English name. */
  readonly name: string;
  /** Name in the language itself. */
  readonly nativeName: string;
  readonly direction: 'LTR' | 'RTL';
  /** The tag whose content stands in for this one's (CLDR), null if there is none. */
  readonly parent: string | null;
  readonly isRightToLeft: boolean;
}

const longest = 16;

/** Every accepted locale, by tag. */
export const locales: readonly Locale[] = data.locales.map(describe);

const byFoldedTag: ReadonlyMap<string, Locale> = new Map(locales.map((locale) => [locale.tag.toLowerCase(), locale]));
// What people call them: `german`, `Deutsch`.
const byName: ReadonlyMap<string, string> = new Map(
  locales.toReversed().flatMap(({ tag, name, nativeName }) => [
    [name.toLowerCase(), tag],
    [nativeName.toLowerCase(), tag],
  ]),
);
const longestName = 64;

/**
 * The canonical form of a locale tag on the list, given in any case and with `_` or `-`; what was replaced is taken for
 * its successor (`iw` is `he`, `cmn` is `zh`, `sr-CS` is `sr-RS`). Null for everything that is not on the list.
 */
export function canonicalLocale(tag: unknown): string | null {
  return typeof tag === 'string' && tag.length <= longest ? (find(tag)?.tag ?? null) : null;
}

/** The tag on the list that is most like the given text, to say what may have been meant; `und` if nothing is. */
export function nearestLocale(tag: string): string {
  // Longer texts than this are like nothing on the list.
  const folded = fold(tag.slice(0, 2 * longest));
  const ancestor = [folded, ...truncations(folded)].map(canonicalLocale).find((found) => found !== null);
  if (ancestor !== undefined) return ancestor;
  const named = byName.get(tag.slice(0, longestName).trim().toLowerCase()) ?? languageOfRegion(folded);
  if (named !== null) return named;
  let nearest = 'und';
  let least = 3;
  for (const known of byFoldedTag.keys()) {
    const distance = editDistance(folded, known, least);
    if (distance >= least || distance >= known.length) continue;
    least = distance;
    nearest = canonicalLocale(known) ?? nearest;
  }
  return nearest;
}

// Of a country that was named in place of a language, the language that most people there use (CLDR's likely subtags).
function languageOfRegion(code: string): string | null {
  if (!/^[a-z]{2}$/.test(code)) return null;
  const { language } = new Intl.Locale(`und-${code}`).maximize();
  return language === 'und' ? null : canonicalLocale(language);
}

/** CLDR's parents of a tag of the list, nearest first: `en-AU` gives `en-001` and `en`. */
export function cldrParents(tag: string): string[] {
  const parents: string[] = [];
  for (let parent = find(tag)?.parent ?? null; parent !== null; parent = find(parent)?.parent ?? null)
    parents.push(parent);
  return parents;
}

/**
 * A tag with subtags cut off its end one by one, as RFC 4647, 3.4 looks tags up; a single letter goes with the subtag
 * behind it. Longest first, without the tag itself.
 */
export function truncations(tag: string): string[] {
  const subtags = tag.split('-');
  const shorter: string[] = [];
  for (let length = subtags.length - 1; length > 0; length -= 1) {
    if (subtags[length - 1]?.length !== 1) shorter.push(subtags.slice(0, length).join('-'));
  }
  return shorter;
}

/** The locales to hand to `Intl` for a language: the language if it is on the list, then English. Never the host's own. */
export function displayLocales(language: string): string[] {
  const tag = canonicalLocale(language);
  return tag === null || tag === 'en' || tag === 'und' ? ['en'] : [tag, 'en'];
}

const keptNames = madeOnce<Intl.DisplayNames>(100);

/** The names of currencies or regions in a language, as CLDR has them, in English where the language has none; made once. */
export function displayNames(language: string, type: 'currency' | 'region'): Intl.DisplayNames {
  const locales = displayLocales(language);
  return keptNames(`${type} ${locales.join(' ')}`, () => new Intl.DisplayNames(locales, { type }));
}

function find(tag: string): Locale | undefined {
  const folded = fold(tag);
  const found = byFoldedTag.get(folded);
  if (found !== undefined) return found;
  try {
    return byFoldedTag.get(fold(Intl.getCanonicalLocales(folded)[0] ?? ''));
  } catch {
    // No tag at all.
    return undefined;
  }
}

// Lower-casing is kept to ASCII: other letters, such as the Kelvin sign, must not turn into tag letters.
function fold(tag: string): string {
  return tag.replace(/_/g, '-').replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

function describe(entry: (typeof data.locales)[number]): Locale {
  const [language = '', ...rest] = entry.tag.split('-');
  const script = rest[0]?.length === 4 && /^[A-Z]/.test(rest[0]) ? rest[0] : null;
  const region = rest.find((subtag) => /^(?:[A-Z]{2}|\d{3})$/.test(subtag)) ?? null;
  const { tag, name, nativeName, parent, isRightToLeft } = entry;
  return {
    tag,
    language,
    script,
    region,
    name,
    nativeName,
    direction: isRightToLeft ? 'RTL' : 'LTR',
    parent,
    isRightToLeft,
  };
}

// Levenshtein distance, or any number from `enough` on once the distance can not be smaller.
function editDistance(one: string, other: string, enough: number): number {
  if (Math.abs(one.length - other.length) >= enough) return enough;
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i += 1) {
    const above = row;
    row = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const swap = (above[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1);
      row.push(Math.min(swap, (above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1));
    }
    if (Math.min(...row) >= enough) return enough;
  }
  return row[other.length] ?? enough;
}
