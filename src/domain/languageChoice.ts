// Which languages to try for a reader, in which order (resource reference 3.1, "Language choice").
import { canonicalLocale, localeParents, truncations } from './locale.ts';

/** The step of the choice a tag comes from. */
export type LanguageStep = 'EXACT' | 'LOOKUP' | 'CHAIN' | 'OWN' | 'OWNER_DEFAULT' | 'UNDETERMINED';

/** A language range of an Accept-Language header; weight 0 means "not this one". */
export interface LanguageRange {
  readonly range: string;
  readonly weight: number;
}

/** A tag to try, and why. */
export interface LanguageCandidate {
  readonly tag: string;
  readonly step: LanguageStep;
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
 * The tags to try for a reader, best first, each once. For `language`, then for each range by weight: the tag itself, what
 * RFC 4647 looks up in its place, the owner's chain for it; then the entity's own language, the owner's default, `und`.
 * A range of weight 0 keeps out every tag it matches unless a more specific range lets it in (`*;q=0` keeps out all that
 * no range names), except the requested `language`. `*` otherwise adds nothing: any language will do.
 */
export function languageCandidates(options: LanguagePreference): LanguageCandidate[] {
  const ranges = parseAcceptLanguage(options.acceptLanguage ?? '');
  const candidates = new Map<string, LanguageCandidate>();
  const add = (tag: string | null, step: LanguageStep): void => {
    if (tag === null || candidates.has(tag)) return;
    const isRequested = tag === canonicalLocale(options.language);
    if (isRequested || !isExcluded(tag, ranges)) candidates.set(tag, { tag, step });
  };

  const preferred = ranges.filter(({ range, weight }) => weight > 0 && range !== '*').map(({ range }) => range);
  for (const range of options.language === undefined ? preferred : [options.language, ...preferred]) {
    const lookups = truncations(range.replace(/_/g, '-')).map(canonicalLocale);
    add(canonicalLocale(range), 'EXACT');
    for (const tag of lookups) add(tag, 'LOOKUP');
    for (const tag of chainFor(range, lookups, options.chains ?? {})) add(canonicalLocale(tag), 'CHAIN');
  }
  add(canonicalLocale(options.own), 'OWN');
  add(canonicalLocale(options.ownerDefault), 'OWNER_DEFAULT');
  add('und', 'UNDETERMINED');
  return [...candidates.values()];
}

// The chain of the tag, else of the nearest tag it is looked up as, else the parents CLDR gives it.
function chainFor(
  range: string,
  lookups: readonly (string | null)[],
  chains: Readonly<Record<string, readonly string[]>>,
): readonly string[] {
  for (const tag of [canonicalLocale(range), ...lookups]) {
    if (tag !== null && Object.hasOwn(chains, tag)) return chains[tag] ?? [];
  }
  return localeParents(range);
}

// The most specific range that matches a tag decides (RFC 4647, 3.3.1 says what matching is).
function isExcluded(tag: string, ranges: readonly LanguageRange[]): boolean {
  let decisive: LanguageRange | undefined;
  for (const candidate of ranges) {
    const isCloser = specificity(candidate) > (decisive === undefined ? -1 : specificity(decisive));
    if (isCloser && matches(candidate.range, tag)) decisive = candidate;
  }
  return decisive?.weight === 0;
}

function matches(range: string, tag: string): boolean {
  if (range === '*') return true;
  const known = (canonicalLocale(range) ?? range).toLowerCase();
  return `${tag.toLowerCase()}-`.startsWith(`${known}-`);
}

function specificity({ range }: LanguageRange): number {
  return range === '*' ? 0 : range.split('-').length;
}
