// A Contentful export (`contentful space export`): each entry becomes a page in each language that it is written in. Fields become items of
// their names, rich text becomes Markdown, links become references.
import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { canonicalLocale } from '../domain/locale.ts';
import { addField, type Adding, type Link } from './contentfulFields.ts';
import {
  assetLine,
  distinctPaths,
  pathOf,
  slugOf,
  type Source,
  type SourceLine,
  type SourceOptions,
} from './source.ts';

type Localized = Readonly<Record<string, unknown>>;

interface Sys {
  readonly id: string;
  readonly createdAt?: string;
  readonly publishedAt?: string;
  readonly firstPublishedAt?: string;
  readonly publishedVersion?: number;
  readonly version?: number;
  readonly archivedAt?: string;
  readonly contentType?: Link;
}

interface Entry {
  readonly sys: Sys;
  readonly fields?: Readonly<Record<string, Localized>>;
}

interface ContentType {
  readonly sys: Sys;
  readonly displayField?: string;
  readonly fields: readonly { readonly id: string; readonly type: string; readonly localized?: boolean }[];
}

interface Export {
  readonly contentTypes?: readonly ContentType[];
  readonly entries?: readonly Entry[];
  readonly assets?: readonly Entry[];
  readonly locales?: readonly { readonly code: string; readonly default?: boolean }[];
}

/** A text of JavaScript is no longer; the whole export is one. */
const mostBytes = 500 * 1024 * 1024;

/** The lines of an export. */
export function contentful(file: string, options: SourceOptions): Source {
  const files = options.files ?? path.dirname(file);
  return { files, lines: () => readExport(file, { ...options, files }) };
}

interface Space {
  readonly options: SourceOptions & { readonly files: string };
  readonly main: string;
  readonly types: ReadonlyMap<string, ContentType>;
  /** Where entries stand, by id and locale. */
  readonly places: ReadonlyMap<string, ReadonlyMap<string, string | null>>;
  readonly assets: ReadonlyMap<string, Entry>;
}

async function* readExport(file: string, options: Space['options']): AsyncGenerator<SourceLine> {
  if ((await stat(file)).size > mostBytes)
    throw new Error(`${file} is larger than 500 MiB: export it in parts (--query-entries).`);
  // What Contentful writes; its entries are looked for next.
  const content = JSON.parse(await readFile(file, 'utf8')) as Export;
  const { entries, assets = [], contentTypes = [], locales = [] } = content;
  if (!entries) throw new Error(`${file} is not a Contentful export: it has no entries.`);
  const main = locales.find((locale) => locale.default === true)?.code ?? locales[0]?.code ?? options.language;
  const types = new Map(contentTypes.map((type) => [type.sys.id, type]));
  const live = entries.filter(({ sys }) => {
    if (sys.archivedAt !== undefined) options.remark('An archived entry was left out', sys.id);
    return sys.archivedAt === undefined;
  });
  const places = placeAll(live, { types, main, options });
  const space = { options, main, types, places, assets: new Map(assets.map((asset) => [asset.sys.id, asset])) };
  // Files come before the entries that name them.
  for (const { sys } of assets) {
    const found = assetOf(space, sys.id, main);
    if (found?.kept) yield assetLine(found.kept, found.altText, main);
  }
  for (const entry of live)
    for (const [locale, place] of places.get(entry.sys.id) ?? []) yield lineOf(space, { entry, locale, place });
}

type Placing = Pick<Space, 'types' | 'main' | 'options'>;

function placeAll(entries: readonly Entry[], placing: Placing): Map<string, Map<string, string | null>> {
  const distinct = distinctPaths(placing.options.remark);
  return new Map(
    entries.map((entry) => {
      const found = localesOf(entry, placing).map((locale) => {
        const place = placeOf(entry, locale, placing);
        return [locale, place === null ? null : distinct(place, locale, entry.sys.id)] as const;
      });
      return [entry.sys.id, new Map(found)];
    }),
  );
}

// The main language, and every other one that something is written in.
function localesOf({ sys, fields = {} }: Entry, { main, options }: Placing): string[] {
  const all = new Set([main, ...Object.values(fields).flatMap((field) => Object.keys(field))]);
  return [...all].filter((locale) => {
    const isWritten = locale === main || Object.values(fields).some((field) => field[locale] !== undefined);
    if (canonicalLocale(locale) === null) options.remark(`The language ${locale} is not known`, sys.id);
    return isWritten && canonicalLocale(locale) !== null;
  });
}

const valueOf = (field: Localized | undefined, locale: string, main: string): unknown =>
  field?.[locale] ?? field?.[main];

const slugFields = ['slug', 'path', 'url', 'permalink', 'handle', 'urlSlug'];

// Without a slug an entry is only referred to.
function placeOf({ sys, fields = {} }: Entry, locale: string, { main, options }: Placing): string | null {
  const slug = slugFields
    .map((name) => valueOf(fields[name], locale, main))
    .find((one) => typeof one === 'string' && one !== '');
  if (typeof slug !== 'string' || /^[a-z]+:/i.test(slug)) return null;
  const type = sys.contentType?.sys.id ?? '';
  return slug.startsWith('/')
    ? pathOf(options.base, slug)
    : pathOf(options.base, type === 'page' ? '' : slugOf(type), slug);
}

function lineOf(
  space: Space,
  { entry, locale, place }: { readonly entry: Entry; readonly locale: string; readonly place: string | null },
): SourceLine {
  const { main, types, options } = space;
  const { sys, fields = {} } = entry;
  const type = types.get(sys.contentType?.sys.id ?? '');
  const title = valueOf(fields[type?.displayField ?? 'title'], locale, main);
  const name = typeof title === 'string' && title !== '' ? title : sys.id;
  const from = `${sys.contentType?.sys.id ?? 'entry'} ${sys.id} (${locale})`;
  const lists = new Map<string, Record<string, unknown>[]>();
  const adding: Adding = {
    add: (list, item) => void lists.set(list, [...(lists.get(list) ?? []), item]),
    reference: (id) => referenceTo(space, id, locale),
    asset: (id) => assetOf(space, id, locale),
    address: (id) => pathOfEntry(space, id, locale),
    remark: (what) => options.remark(what, from),
  };
  for (const [id, field] of Object.entries(fields)) {
    const value = valueOf(field, locale, main);
    if (value !== undefined && value !== null) addField(adding, { id, value, type: typeOf(type, id) });
  }
  const isPublished = sys.publishedVersion !== undefined || sys.publishedAt !== undefined;
  if (isPublished && (sys.version ?? 0) > (sys.publishedVersion ?? 0) + 1)
    options.remark('An entry was changed after its publication; the export holds the newest values', from);
  const date = sys.firstPublishedAt ?? sys.publishedAt;
  const line = {
    kind: 'Entity',
    key: `contentful:${sys.id}:${locale}`,
    ...(place !== null && { path: place }),
    language: locale,
    name: name.slice(0, 1024),
    ...(sys.createdAt !== undefined && { createdTimestamp: sys.createdAt }),
    ...(isPublished && { status: 'PUBLISH', ...(date !== undefined && { publishTimestamp: date }) }),
    ...Object.fromEntries(lists),
  };
  return { from, line };
}

const typeOf = (type: ContentType | undefined, id: string): string | null =>
  type?.fields.find((field) => field.id === id)?.type ?? null;

// In the same language where it is written in it, else in the main one.
function referenceTo({ places, main }: Space, id: string, locale: string): { readonly key: string } | null {
  const found = places.get(id);
  if (!found) return null;
  return { key: `contentful:${id}:${found.has(locale) ? locale : main}` };
}

function pathOfEntry({ places, main }: Space, id: string, locale: string): string | null {
  const found = places.get(id);
  return found?.get(found.has(locale) ? locale : main) ?? null;
}

interface AssetFile {
  readonly url?: string;
  readonly contentType?: string;
}

function assetOf({ assets, main, options }: Space, id: string, locale: string): ReturnType<Adding['asset']> {
  const asset = assets.get(id);
  if (!asset) return null;
  const { file, title, description } = asset.fields ?? {};
  // What Contentful writes there.
  const { url = '', contentType = '' } = (valueOf(file, locale, main) ?? {}) as AssetFile;
  const address = url.startsWith('//') ? `https:${url}` : url;
  const altText = String(valueOf(description, locale, main) ?? valueOf(title, locale, main) ?? '');
  // `--download-assets` keeps files below the host of their address.
  const inside = URL.parse(address);
  const local = inside ? decodeURIComponent(inside.host + inside.pathname) : '';
  const isThere = local !== '' && !local.split('/').includes('..') && existsSync(path.join(options.files, local));
  const isPicture = contentType.startsWith('image/') && contentType !== 'image/svg+xml';
  return {
    address,
    altText: altText.slice(0, 1024),
    isPicture,
    file: isThere && isPicture ? local : null,
    kept: isThere && !isPicture ? local : null,
  };
}
