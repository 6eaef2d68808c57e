// Which language a reader is given: of a page, of names, of words (resource reference 3.1, "Language choice", and 16.9).
import { canonicalLocale } from './locale.ts';
import {
  canonicalTag,
  equalTag,
  isSameInFull,
  isSameScript,
  languageSet,
  listedLanguages,
  looserTag,
  parentsOf,
  readTag,
  tagOfLanguage,
  tagOfRegion,
  type IsShown,
  type LanguageSet,
} from './languageMatch.ts';

/** The step of the choice a tag comes from. */
export type LanguageStep = 'EXACT' | 'LOOKUP' | 'CHAIN' | 'OWN' | 'OWNER_DEFAULT' | 'UNDETERMINED';

/** A language range of an Accept-Language header; weight 0 means "not this one". */
export interface LanguageRange {
  readonly range: string;
  readonly weight: number;
}

/** The tag that was chosen, and why. */
export interface ChosenLanguage {
  readonly tag: string;
  readonly step: LanguageStep;
  /** Whether what the owner says about languages was looked at: otherwise the choice is the same whatever that is. */
  readonly asksOwner: boolean;
}

/** What is known about the reader and the content. */
export interface LanguagePreference {
  /** The requested language; wins over acceptLanguage. */
  readonly language?: string | undefined;
  /** An Accept-Language header. */
  readonly acceptLanguage?: string | undefined;
  /** The language of the entity that was addressed by urn. */
  readonly own?: string | undefined;
  readonly ownerDefault?: string | undefined;
  /** The owner's fallback chains: tag to ordered tags. Where there is none, CLDR's parents are used. */
  readonly chains?: Readonly<Record<string, readonly string[]>> | undefined;
}

const mostRanges = 20;
const mostParts = 100;
const part =
  /^[ \t]*([A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8})*|\*)[ \t]*(?:;[ \t]*[Qq]=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)[ \t]*)?$/;

/**
 * The ranges of an Accept-Language header (RFC 9110, 12.5.4) by falling weight, equal weights in the order given.
 * Malformed parts are ignored; only the first 20 ranges count.
 */
export function parseAcceptLanguage(header: string): LanguageRange[] {
  const ranges: LanguageRange[] = [];
  for (const text of header.split(',', mostParts)) {
    const [, range, weight = '1'] = part.exec(text) ?? [];
    if (range !== undefined) ranges.push({ range, weight: Number(weight) });
    if (ranges.length === mostRanges) break;
  }
  return ranges.sort((one, other) => other.weight - one.weight);
}

/**
 * The best of the tags that there are, null where none will do. For `language`, then for each range by weight: the tag itself, one that is
 * equal when both are written in full, a shorter one of the same likely script, the same language and script in another region, and
 * what the owner's chain, or else CLDR's parents, name for it; of these, tags of the same language and script before others. Then the
 * entity's own language, the owner's default, `und`; and before nothing is given, a wanted language in another script.
 * A range of weight 0 keeps out every tag it matches unless a more specific range lets it in (`*;q=0` keeps out all that
 * no range names), except the requested `language`. `*` otherwise adds nothing.
 */
export function chooseLanguage(available: Iterable<string>, options: LanguagePreference): ChosenLanguage | null {
  return chooseOf(languageSet(available), options);
}

/** The language of the list for who asks for none by name, such as the one of names of countries; null where none is wanted. */
export function negotiatedLanguage(acceptLanguage: string | null): string | null {
  const chosen = chooseOf(listedLanguages(), { acceptLanguage: acceptLanguage ?? undefined });
  return chosen === null || chosen.step === 'UNDETERMINED' ? null : chosen.tag;
}

function chooseOf(set: LanguageSet, options: LanguagePreference): ChosenLanguage | null {
  const ranges = parseAcceptLanguage(options.acceptLanguage ?? '');
  const requested = options.language === undefined ? null : readTag(options.language);
  const isShown: IsShown = (tag) => tag === requested || !isExcluded(tag, ranges);
  const preferred = ranges.filter(({ range, weight }) => weight > 0 && range !== '*').map(({ range }) => range);
  const texts = options.language === undefined ? preferred : [options.language, ...preferred];
  const wanted = texts.map(readTag).filter((tag) => tag !== null);
  for (const [at, tag] of wanted.entries()) {
    const found = chooseFor(set, tag, options.chains ?? {}, isShown);
    // The chains of those before it led to nothing.
    if (found) return { ...found, asksOwner: found.asksOwner || at > 0 };
  }
  const or = (tag: string | null | undefined, step: LanguageStep, asksOwner = true): ChosenLanguage | null =>
    tag ? { tag, step, asksOwner } : null;
  const [own, ownerDefault] = [canonicalLocale(options.own), canonicalLocale(options.ownerDefault)];
  return (
    or(own && equalTag(set, own, isShown), 'OWN', wanted.length > 0) ??
    or(
      ownerDefault && (looserTag(set, ownerDefault, isShown) ?? tagOfRegion(set, ownerDefault, isShown)),
      'OWNER_DEFAULT',
    ) ??
    or(equalTag(set, 'und', isShown), 'UNDETERMINED') ??
    or(
      wanted.map((tag) => tagOfLanguage(set, tag, isShown)).find((tag) => tag !== null),
      'LOOKUP',
    )
  );
}

function chooseFor(
  set: LanguageSet,
  tag: string,
  chains: NonNullable<LanguagePreference['chains']>,
  isShown: IsShown,
): ChosenLanguage | null {
  const found = looserTag(set, tag, isShown);
  if (found !== null) return { tag: found, step: found === tag ? 'EXACT' : 'LOOKUP', asksOwner: false };
  const chain = chainFor(set, tag, chains, isShown);
  const near = chain.find((one) => isSameScript(one, tag));
  if (near !== undefined) return { tag: near, step: 'CHAIN', asksOwner: true };
  const elsewhere = tagOfRegion(set, tag, isShown);
  if (elsewhere !== null) return { tag: elsewhere, step: 'LOOKUP', asksOwner: true };
  const [other] = chain;
  return other === undefined ? null : { tag: other, step: 'CHAIN', asksOwner: true };
}

// What there is of the owner's chain for the tag, or for the nearest tag it is looked up as, else of the parents CLDR gives it.
function chainFor(
  set: LanguageSet,
  tag: string,
  chains: NonNullable<LanguagePreference['chains']>,
  isShown: IsShown,
): readonly string[] {
  const stated = looserTag(languageSet(Object.keys(chains)), tag, () => true);
  if (stated === null) return parentsOf(tag).filter((one) => set.tags.has(one) && isShown(one));
  const tags = (chains[stated] ?? []).map(canonicalLocale).filter((one) => one !== null);
  return tags.flatMap((one) => equalTag(set, one, isShown) ?? []);
}

// The most specific range that matches a tag decides.
function isExcluded(tag: string, ranges: readonly LanguageRange[]): boolean {
  let closest = -1;
  let weight = 1;
  for (const range of ranges) {
    const specificity = matchOf(range.range, tag);
    if (specificity > closest) [closest, weight] = [specificity, range.weight];
  }
  return weight === 0;
}

// How closely a range matches a tag: by its subtags (RFC 4647, 3.3.1), by what both say in full, as any language does; -1 for not at all.
function matchOf(range: string, tag: string): number {
  if (range === '*') return 0;
  const known = canonicalTag(range);
  if (`${tag.toLowerCase()}-`.startsWith(`${(known ?? range).toLowerCase()}-`)) return range.split('-').length;
  return known !== null && isSameInFull(known, tag) ? 0.5 : -1;
}
