// Which of the languages that there are is meant by a tag: by CLDR's likely subtags, so that `zh-CN` is `zh-Hans` and `zh-TW` is not.
// Resource reference 16.9.
import { cldrParents, locales, truncations } from './locale.ts';
import { once } from './once.ts';

/** Tags of the list, and what they say when they are written in full. */
export interface LanguageSet {
  readonly tags: ReadonlySet<string>;
  /** By what they are in full. */
  readonly byFull: ReadonlyMap<string, readonly string[]>;
  /** By language and script. */
  readonly byScript: ReadonlyMap<string, readonly string[]>;
}

/** A tag with all that it leaves to be understood. */
interface Full {
  /** `zh-Hant-TW` of `zh-TW`. */
  readonly tag: string;
  /** `zh-Hant`. */
  readonly script: string;
}

/** Whether a tag is not kept out. */
export type IsShown = (tag: string) => boolean;

// Bokmål is what the bare code says; whoever reads one form of Norwegian reads the other.
const norwegian = ['nb', 'nn'];

const known = new Map<string, Full | null>();

/** The set of some tags of the list. */
export function languageSet(tags: Iterable<string>): LanguageSet {
  const all = [...new Set(tags)].sort((one, other) => other.length - one.length || (one < other ? -1 : 1));
  const grouped = (keyOf: (full: Full) => string): Map<string, string[]> => {
    const groups = new Map<string, string[]>();
    for (const tag of all) {
      if (!known.has(tag)) known.set(tag, fullOf(tag));
      const full = known.get(tag);
      if (full) groups.set(keyOf(full), [...(groups.get(keyOf(full)) ?? []), tag]);
    }
    return groups;
  };
  return { tags: new Set(all), byFull: grouped(({ tag }) => tag), byScript: grouped(({ script }) => script) };
}

/** The set of all tags on the list. */
export const listedLanguages = once(() => languageSet(locales.map(({ tag }) => tag)));

/** A tag in its canonical form, `cmn` as `zh`; null for what is no tag. */
export function canonicalTag(text: string): string | null {
  try {
    return Intl.getCanonicalLocales(text.replace(/_/g, '-'))[0] ?? null;
  } catch {
    return null;
  }
}

/** The same of what is left when what makes it no tag is cut off its end. */
export function readTag(text: string): string | null {
  const tag = text.replace(/_/g, '-');
  return [tag, ...truncations(tag)].map(canonicalTag).find((one) => one !== null) ?? null;
}

/** Whether two tags say the same when they are written in full. */
export function isSameInFull(one: string, other: string): boolean {
  const full = fullOf(one);
  return full !== null && full.tag === fullOf(other)?.tag;
}

/** Whether two tags are of one language and script. */
export function isSameScript(one: string, other: string): boolean {
  const full = fullOf(one);
  return full !== null && full.script === fullOf(other)?.script;
}

/** The tag itself, or one that is equal in full, of several the one that says most; null for none. */
export function equalTag(set: LanguageSet, tag: string, isShown: IsShown): string | null {
  if (set.tags.has(tag) && isShown(tag)) return tag;
  const full = fullOf(tag);
  return (full && set.byFull.get(full.tag)?.find(isShown)) ?? null;
}

/** The tag, one equal in full, or what is left when subtags are cut off its end and its script is still the likely one; null for none. */
export function looserTag(set: LanguageSet, tag: string, isShown: IsShown): string | null {
  const equal = equalTag(set, tag, isShown);
  if (equal !== null) return equal;
  return shorterTags(tag).find((one) => isSameScript(one, tag) && set.tags.has(one) && isShown(one)) ?? null;
}

/**
 * One of the same language and script in any region, null for none: first what shares the nearest of CLDR's parents with the tag (`es-AR`
 * for `es-MX` before `es-ES`), then the likely region of the language.
 */
export function tagOfRegion(set: LanguageSet, tag: string, isShown: IsShown): string | null {
  const script = fullOf(tag)?.script;
  if (script === undefined) return null;
  const shown = (set.byScript.get(script) ?? []).filter(isShown);
  if (shown.length <= 1) return shown[0] ?? null;
  const likely = fullOf(script)?.tag;
  const ancestors = [tag, ...parentsOf(tag)];
  const distance = (one: string): number => {
    const shared = ancestors.findIndex((ancestor) => ancestor === one || cldrParents(one).includes(ancestor));
    return 2 * (shared < 0 ? ancestors.length : shared) + (fullOf(one)?.tag === likely ? 0 : 1);
  };
  const best = Math.min(...shown.map(distance));
  return shown.find((one) => distance(one) === best) ?? null;
}

/** One of the same language, in whatever script; null for none. */
export function tagOfLanguage(set: LanguageSet, tag: string, isShown: IsShown): string | null {
  const language = fullOf(tag)?.script.split('-')[0];
  return [...set.tags].find((one) => fullOf(one)?.script.split('-')[0] === language && isShown(one)) ?? null;
}

/** CLDR's parents of a tag, or of the nearest one on the list. */
export function parentsOf(tag: string): string[] {
  const onList = [tag, ...shorterTags(tag)].find((one) => listedLanguages().tags.has(one));
  if (onList === undefined) return [];
  return onList === tag ? cldrParents(tag) : [onList, ...cldrParents(onList)];
}

/** The tags that are left of one when subtags are cut off its end, with the script that it leaves to be understood. */
function shorterTags(tag: string): string[] {
  const full = fullOf(tag);
  if (full === null || full.script.endsWith('-')) return truncations(tag);
  const [language = ''] = tag.split('-');
  const [, script = ''] = full.script.split('-');
  const longer = truncations(tag).filter((one) => one !== language);
  return [...new Set([...longer, `${language}-${script}`, language])].filter((one) => one !== tag);
}

// Null for what names no language, which CLDR would take for English.
function fullOf(tag: string): Full | null {
  const kept = known.get(tag);
  if (kept !== undefined) return kept;
  if (/^und\b/.test(tag)) return null;
  const full = new Intl.Locale(tag).maximize();
  const language = norwegian.includes(full.language) ? 'no' : full.language;
  return { tag: full.toString().replace(/^nb\b/, 'no'), script: `${language}-${full.script ?? ''}` };
}
