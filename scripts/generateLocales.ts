// Writes src/domain/data/locales.json, the fixed list of locale tags, from CLDR. The same CLDR release always gives the
// same file. Run: npx tsx scripts/generateLocales.ts
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { writeData } from './writeData.ts';

const require = createRequire(import.meta.url);
const core = dirname(require.resolve('cldr-core/package.json'));
const names = join(dirname(require.resolve('cldr-localenames-full/package.json')), 'main');

// Languages CLDR covers at one of these levels are on the list with all their scripts and regions.
const coveredLevels = ['modern'];
const longestTag = 16;
// Tags with a variant or an extension, the undetermined language, and the region `no` lacks in CLDR.
const extraTags = [
  'und',
  'no-NO',
  'ca-ES-valencia',
  'de-CH-1996',
  'en-US-u-va-posix',
  'th-TH-u-nu-thai',
  'ar-u-nu-latn',
];

type Texts = Record<string, string>;

/** The names of one language's display data. */
interface DisplayNames {
  languages: Texts;
  scripts: Texts;
  territories: Texts;
  variants: Texts;
  localeDisplayNames: { localeDisplayPattern: Texts; types: Record<string, Texts> };
}

/** The files of CLDR's core that are read, and the parts of them that are used. */
interface CoreFiles {
  'coverageLevels.json': { coverageLevels: Texts };
  'availableLocales.json': { availableLocales: { full: string[] } };
  'defaultContent.json': { defaultContent: string[] };
  'scriptMetadata.json': { scriptMetadata: Record<string, { rtl: string }> };
  'supplemental/likelySubtags.json': { supplemental: { likelySubtags: Texts } };
  'supplemental/parentLocales.json': { supplemental: { parentLocales: { parentLocale: Texts } } };
}

const coverage = readCore('coverageLevels.json').coverageLevels;
const available = readCore('availableLocales.json').availableLocales.full;
const defaultContent = readCore('defaultContent.json').defaultContent;
const scripts = readCore('scriptMetadata.json').scriptMetadata;
const likely = readCore('supplemental/likelySubtags.json').supplemental.likelySubtags;
const explicitParents = readCore('supplemental/parentLocales.json').supplemental.parentLocales.parentLocale;

const tags = listTags();
const english = readNames('en');
await writeData('locales', {
  locales: [...tags].sort(byCodeUnits).map(describe),
});

function listTags(): Set<string> {
  const covered = new Set(
    Object.keys(coverage)
      .filter((tag) => coveredLevels.includes(coverage[tag] ?? ''))
      .map(languageOf),
  );
  // A language that is another one's form, as `nb` is of `no`, is covered with it.
  for (const [language, parent] of Object.entries(explicitParents)) {
    if (!language.includes('-') && covered.has(parent)) covered.add(language);
  }
  const full = [...available, ...defaultContent].filter((tag) => covered.has(languageOf(tag)));
  return new Set([...full, ...full.flatMap(shortForm), ...extraTags].filter((tag) => tag.length <= longestTag));
}

// `zh-Hant-TW` is also written `zh-TW`, where the script is the one the region implies.
function shortForm(tag: string): string[] {
  const [language, script, region] = tag.split('-');
  if (region === undefined || script?.length !== 4) return [];
  return likelyScript(`${language}-${region}`) === script ? [`${language}-${region}`] : [];
}

function describe(tag: string): Record<string, unknown> {
  const name = displayName(tag, english) ?? tag;
  const native = nativeNames(tag);
  return {
    tag,
    name,
    nativeName: (native === null ? null : displayName(tag, native)) ?? name,
    parent: parentOf(tag),
    isRightToLeft: scripts[scriptOf(tag)]?.rtl === 'YES',
  };
}

// The nearest parent on the list; null where CLDR goes straight to its root.
function parentOf(tag: string): string | null {
  const parent = nextParent(tag);
  return parent === null || tags.has(parent) ? parent : parentOf(parent);
}

function nextParent(tag: string): string | null {
  const explicit = explicitParents[tag];
  if (explicit !== undefined) return explicit === 'und' ? null : explicit;
  const subtags = tag.replace(/-u-.*$/, '').split('-');
  if (subtags.length === 1) return tag.includes('-') ? (subtags[0] ?? null) : null;
  if (tag.includes('-u-')) return subtags.join('-');
  const language = languageOf(tag);
  const script = subtags[1]?.length === 4 && /^[A-Z]/.test(subtags[1]) ? subtags[1] : null;
  // A script that is not the language's usual one shares nothing with the bare language.
  if (subtags.length === 2 && script !== null && script !== likelyScript(language)) return null;
  // The short form of a tag stands for its full form, `zh-TW` for `zh-Hant-TW`.
  if (script === null && subtags.length === 2 && likelyScript(tag) !== likelyScript(language)) {
    return `${language}-${likelyScript(tag)}-${subtags[1]}`;
  }
  return subtags.slice(0, -1).join('-');
}

// `English (United Kingdom)`, in the words and with the brackets of a language.
function displayName(tag: string, texts: DisplayNames): string | null {
  const [subtags = '', extension] = tag.split('-u-');
  const [language = '', ...rest] = subtags.split('-');
  const parts = rest.map((subtag) => {
    if (/^[A-Z][a-z]{3}$/.test(subtag)) return texts.scripts[subtag];
    if (/^(?:[A-Z]{2}|\d{3})$/.test(subtag)) return texts.territories[subtag];
    return texts.variants[subtag.toUpperCase()];
  });
  if (extension !== undefined) {
    const [key, type = ''] = extension.split('-');
    parts.push(texts.localeDisplayNames.types[key === 'nu' ? 'numbers' : 'va']?.[type]);
  }
  const base = texts.languages[language];
  if (base === undefined || parts.includes(undefined)) return null;
  if (parts.length === 0) return base;
  const pattern = texts.localeDisplayNames.localeDisplayPattern;
  const inner = parts
    .map((part) => String(part).replace(/\(/g, '[').replace(/\)/g, ']').replace(/（/g, '［').replace(/）/g, '］'))
    .reduce((list, part) => fill(pattern['localeSeparator'], list, part));
  return fill(pattern['localePattern'], base, inner);
}

function fill(pattern: string | undefined, first: string, second: string): string {
  return (pattern ?? '{0} {1}').replace('{0}', () => first).replace('{1}', () => second);
}

function nativeNames(tag: string): DisplayNames | null {
  for (let from: string | null = tag; from !== null; from = nextParent(from)) {
    if (existsSync(join(names, from))) return readNames(from);
  }
  return null;
}

function scriptOf(tag: string): string {
  const script = tag.split('-')[1] ?? '';
  if (/^[A-Z][a-z]{3}$/.test(script)) return script;
  const [language = '', region = ''] = tag.split('-');
  return likelyScript(/^(?:[A-Z]{2}|\d{3})$/.test(region) ? `${language}-${region}` : language);
}

// Likely subtags (UTS 35, part 1): of the tag, else of its language.
function likelyScript(tag: string): string {
  return (likely[tag] ?? likely[languageOf(tag)])?.split('-')[1] ?? 'Latn';
}

function languageOf(tag: string): string {
  return tag.split('-')[0] ?? tag;
}

function byCodeUnits(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}

function readCore<Name extends keyof CoreFiles>(file: Name): CoreFiles[Name] {
  // CLDR guarantees the shape of its files within a major release.
  return JSON.parse(readFileSync(join(core, file), 'utf8')) as CoreFiles[Name];
}

function readNames(locale: string): DisplayNames {
  const read = (file: string): Record<string, unknown> => {
    const path = join(names, locale, `${file}.json`);
    // Some languages have no names for variants.
    if (!existsSync(path)) return { [file]: {} };
    // CLDR guarantees this shape, the same for every file of display names.
    const parsed = JSON.parse(readFileSync(path, 'utf8')) as {
      main: Record<string, { localeDisplayNames: Record<string, unknown> }>;
    };
    return parsed.main[locale]?.localeDisplayNames ?? {};
  };
  // As above: each file holds its texts under its own name.
  return {
    ...read('languages'),
    ...read('scripts'),
    ...read('territories'),
    ...read('variants'),
    localeDisplayNames: read('localeDisplayNames'),
  } as unknown as DisplayNames;
}
