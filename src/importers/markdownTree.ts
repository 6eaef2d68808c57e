// A folder of Markdown files with front matter, as static site generators keep them. A page is made of each file; its path is that of the
// file, unless the front matter says another one.
import { statSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { canonicalLocale } from '../domain/locale.ts';
import { readMarkdown, type MarkdownFile } from './frontMatter.ts';
import { rewriteMarkdown } from './markdownLinks.ts';
import { membersOf } from './frontMatterItems.ts';
import {
  assetAddress,
  assetLine,
  distinctPaths,
  isPicture,
  markdownItems,
  pathOf,
  redirectLine,
  type Source,
  type SourceLine,
  type SourceOptions,
} from './source.ts';

/** Where the page of a file stands. */
interface Place {
  readonly path: string;
  readonly language: string;
}

const isMarkdown = (name: string): boolean => /\.(?:md|mdx|markdown)$/i.test(name);

/** The lines of a folder. */
export function markdownTree(folder: string, options: SourceOptions): Source {
  const files = options.files ?? folder;
  return { files, lines: () => readTree(folder, { ...options, files }) };
}

type Options = SourceOptions & { readonly files: string };

async function* readTree(folder: string, options: Options): AsyncGenerator<SourceLine> {
  const names = await markdownFiles(folder);
  const languages = folderLanguages(names);
  const distinct = distinctPaths(options.remark);
  const places = new Map<string, Place>();
  for (const name of names) {
    const { members } = readMarkdown(await readFile(path.join(folder, name), 'utf8'));
    const { path: address, language } = placeOf(name, members, { languages, options });
    places.set(name, { path: distinct(address, language, name), language });
  }
  const tree = { folder, places, options };
  const assets = new Set<string>();
  const formers = new Set([...places.values()].map((place) => place.path));
  for (const name of names) {
    const file = readMarkdown(await readFile(path.join(folder, name), 'utf8'));
    if (file.problem !== null) options.remark(file.problem, name);
    const place = places.get(name);
    if (!place) continue;
    const { line, files } = pageOf({ name, file, place }, tree);
    // An asset comes before the page that names it.
    for (const asset of files) if (!assets.has(asset)) yield assetLine(asset);
    for (const asset of files) assets.add(asset);
    yield { from: name, line };
    for (const former of formerPaths(file.members, { base: options.base, name })) {
      const redirect = formers.has(former) ? null : redirectLine(former, place.path, name);
      if (redirect) yield redirect;
      formers.add(former);
    }
  }
}

// The old addresses of a page, as Hugo (`aliases`) and Jekyll (`redirect_from`) write them.
function formerPaths(
  { aliases, redirect_from: former }: MarkdownFile['members'],
  { base, name }: { readonly base: string; readonly name: string },
): string[] {
  return [aliases, former].flat().flatMap((one) => {
    if (typeof one !== 'string' || one === '' || /^[a-z]+:/i.test(one) || /[?#]/.test(one)) return [];
    const inside = one.startsWith('/') ? one : path.posix.join(path.posix.dirname(name), one);
    return [pathOf(base, inside.replace(/\/index\.html?$/, ''))];
  });
}

async function markdownFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && isMarkdown(entry.name))
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .filter((name) => !name.split('/').some((part) => part === 'node_modules' || part.startsWith('.')))
    .sort();
}

// Folders of the first level that are all languages part the tree by them.
function folderLanguages(names: readonly string[]): ReadonlyMap<string, string> {
  const tops = new Set(names.filter((name) => name.includes('/')).map((name) => name.split('/')[0] ?? ''));
  const found = [...tops].map((top) => [top, languageOf(top)] as const);
  const known = found.filter((one): one is readonly [string, string] => one[1] !== null);
  return new Map(known.length === found.length ? known : []);
}

const languageOf = (text: string): string | null =>
  /^[a-z]{2,3}(?:[-_][a-z0-9]{2,8})*$/i.test(text) ? canonicalLocale(text.replaceAll('_', '-')) : null;

interface Placing {
  readonly languages: ReadonlyMap<string, string>;
  readonly options: Options;
}

function placeOf(name: string, members: MarkdownFile['members'], { languages, options }: Placing): Place {
  const { base } = options;
  const segments = name.replace(/\.[^./]+$/, '').split('/');
  const top = languages.get(segments[0] ?? '');
  if (top !== undefined && segments.length > 1) segments.shift();
  const last = segments.pop() ?? '';
  const [, stem = last, suffix = ''] = /^(.+)\.([A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{2,8})*)$/.exec(last) ?? [];
  const ofSuffix = languageOf(suffix);
  const given = [members['lang'], members['language'], members['locale']].find((one) => typeof one === 'string');
  const language = languageOf(given ?? '') ?? ofSuffix ?? top ?? options.language;
  const named = ofSuffix === null ? last : stem;
  const own = [members['permalink'], members['path'], members['url']].find((one) => typeof one === 'string');
  if (own?.startsWith('/') === true && !/[:{}]/.test(own))
    return { path: pathOf(base, own.replace(/\.html?$/, '')), language };
  const slug = typeof members['slug'] === 'string' ? members['slug'] : null;
  const [, year, month, day, title] = /^(\d{4})-(\d{2})-(\d{2})-(.+)$/.exec(named) ?? [];
  if (segments.at(-1) === '_posts' && title !== undefined) {
    segments.splice(-1, 1, year ?? '', month ?? '', day ?? '');
    return { path: pathOf(base, ...segments, slug ?? title), language };
  }
  const isIndex = /^(?:_?index|readme)$/i.test(named);
  if (slug?.includes('/') === true) return { path: pathOf(base, slug), language };
  return { path: pathOf(base, ...segments, slug ?? (isIndex ? '' : named)), language };
}

interface Tree {
  readonly folder: string;
  readonly places: ReadonlyMap<string, Place>;
  readonly options: Options;
}

function pageOf(
  { name, file, place }: { readonly name: string; readonly file: MarkdownFile; readonly place: Place },
  tree: Tree,
): { readonly line: Record<string, unknown>; readonly files: ReadonlySet<string> } {
  const pictures = new Map<string, string>();
  const files = new Set<string>();
  const body = rewriteMarkdown(withoutModules(name, file.body, tree.options), (address, isImage, label) =>
    addressOf({ name, place, pictures, files, tree }, address, { isImage, label }),
  );
  const dated = /^(\d{4}-\d{2}-\d{2})-/.exec(path.posix.basename(name))?.[1];
  const cover = (address: string): string | null => {
    const found = fileAt(tree, name, address);
    if (found === null || !isPicture(found)) return null;
    pictures.delete(found);
    return found;
  };
  const { images = [], ...members } = membersOf(file.members, {
    from: name,
    dated: dated === undefined ? null : `${dated}T00:00:00.000Z`,
    cover,
    remark: tree.options.remark,
  });
  const heading = /^# +\S.*$/m.exec(body)?.[0].slice(1).trim();
  const line = {
    kind: 'Entity',
    path: place.path,
    language: place.language,
    name: heading ?? (path.posix.basename(place.path) || '/'),
    ...members,
    markdowns: markdownItems('body', body),
    images: [...images, ...[...pictures].map(([picture, altText]) => ({ name: 'body', altText, file: picture }))],
  };
  return { line, files };
}

// MDX brings code: imports and exports go, components stay as text.
function withoutModules(name: string, body: string, { remark }: Options): string {
  if (!/\.mdx$/i.test(name)) return body;
  if (/^<[A-Z]/m.test(body)) remark('MDX components stay in the text as they are written', name);
  return body.replace(/^(?:import|export)\s[^\n]*\n/gm, '');
}

interface Linking {
  readonly name: string;
  readonly place: Place;
  readonly pictures: Map<string, string>;
  /** What is no picture, or none that can be changed. */
  readonly files: Set<string>;
  readonly tree: Tree;
}

function addressOf(
  { name, place, pictures, files, tree }: Linking,
  address: string,
  { isImage, label }: { readonly isImage: boolean; readonly label: string },
): string {
  if (/^(?:[a-z][a-z0-9+.-]*:|\/\/|#)/i.test(address) || address === '') return address;
  const end = address.search(/[?#]/);
  const [plain, rest] = end < 0 ? [address, ''] : [address.slice(0, end), address.slice(end)];
  const file = fileAt(tree, name, plain);
  const picture = file !== null && isPicture(file) ? file : null;
  if (file !== null && picture === null) {
    files.add(file);
    return assetAddress(file);
  }
  if (picture !== null) {
    if (!pictures.get(picture)) pictures.set(picture, isImage ? label.slice(0, 1024) : '');
    return `file:${encodeURI(picture)}`;
  }
  if (isImage) {
    tree.options.remark('A picture that is not there', `${name}: ${address}`);
    return address;
  }
  const page = pageAt(tree, { name, place }, plain);
  if (page !== null) return page.path + rest;
  if (!plain.startsWith('/')) tree.options.remark('A link to what is not in the folder', `${name}: ${address}`);
  return address;
}

function pageAt({ places }: Tree, { name, place }: Pick<Linking, 'name' | 'place'>, address: string): Place | null {
  const plain = decoded(address).replace(/\/$/, '');
  const joined = plain.startsWith('/') ? plain.slice(1) : path.posix.join(path.posix.dirname(name), plain);
  const bare = joined.replace(/\.(?:md|mdx|markdown|html?)$/i, '');
  for (const one of [bare, `${bare}/index`, `${bare}/_index`, `${bare}/README`])
    for (const end of ['.md', '.mdx', '.markdown', `.${place.language}.md`]) {
      const found = places.get(one + end);
      if (found) return found;
    }
  return null;
}

/** A file that is no page, as it is named from the folder of files; null when it is not there. */
function fileAt({ folder, options }: Tree, name: string, address: string): string | null {
  const plain = decoded(address);
  // What has no ending is a page or a folder.
  if (!/\.[a-z0-9]{1,8}$/i.test(plain) || isMarkdown(plain)) return null;
  const near = path.join(folder, path.dirname(name), plain);
  const roots = ['', 'public', 'static', 'assets', '../public', '../static'].map((root) =>
    path.join(options.files, root, plain),
  );
  for (const file of plain.startsWith('/') ? roots : [near, ...roots]) {
    const inside = path.relative(options.files, file).split(path.sep).join('/');
    if (!inside.startsWith('..') && statSync(file, { throwIfNoEntry: false })?.isFile() === true) return inside;
  }
  return null;
}

function decoded(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}
