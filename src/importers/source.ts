// What an importer is: it reads an export of another system, and gives lines of content as the service takes them.

/** A line for the service, and where it was found. */
export interface SourceLine {
  readonly line: Readonly<Record<string, unknown>>;
  /** For people: a file, or a post of the export. */
  readonly from: string;
}

/** An export. It can be read more than once; each reading gives the same lines in the same order. */
export interface Source {
  lines(): AsyncIterable<SourceLine>;
  /** The folder that files of pictures are named from; null when there is none. */
  readonly files: string | null;
}

/** Takes what has no place in the service: what it is, and where it was found. */
export type Remark = (what: string, from: string) => void;

/** How an export is read. */
export interface SourceOptions {
  /** The language of what says none. */
  readonly language: string;
  /** What the paths of pages begin with; empty for nothing. */
  readonly base: string;
  /** The folder in which the files of pictures are looked for. */
  readonly files: string | null;
  /** Whether approved comments become threads. */
  readonly hasComments: boolean;
  readonly remark: Remark;
}

/** What `file` of a line may be a picture of: other files are assets. */
export const isPicture = (name: string): boolean => /\.(?:png|jpe?g|gif|webp|avif)$/i.test(name);

/** The line of a file that is kept as it is; texts name it by `asset:` and its name, escaped. */
export function assetLine(file: string, altText = '', language = 'en'): SourceLine {
  const altTexts = altText === '' ? {} : { altTexts: [{ language, text: altText.slice(0, 1024) }] };
  const key = assetKey(file);
  const name = (file.split('/').at(-1) ?? file).slice(-255);
  return { from: file, line: { kind: 'Asset', key, name, ...altTexts, file } };
}

const assetKey = (file: string): string => `file:${file}`.slice(-255);

/** How texts and links name the asset that is made of a file. */
export const assetAddress = (file: string): string =>
  `asset:${encodeURIComponent(assetKey(file)).replace(/[()']/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`)}`;

/** The line of a redirect from an old address to a new one; null for what leads to itself. */
export function redirectLine(fromPath: string, toPath: string, from: string): SourceLine | null {
  return fromPath === toPath ? null : { from, line: { kind: 'Redirect', fromPath, toPath } };
}

/** Longest value of a Markdown item, in characters. */
const longest = 60_000;

/** A long text as items of one name: parted between paragraphs, at most so long each. The service takes 65,535 characters. */
export function markdownItems(name: string, text: string): { readonly name: string; readonly value: string }[] {
  const parts: string[] = [];
  let part = '';
  for (const paragraph of text.trim().split(/\n{2,}/)) {
    if (part !== '' && part.length + paragraph.length > longest) {
      parts.push(part);
      part = '';
    }
    part = part === '' ? paragraph : `${part}\n\n${paragraph}`;
    for (; part.length > longest; part = part.slice(longest)) parts.push(part.slice(0, longest));
  }
  if (part !== '') parts.push(part);
  return parts.map((value) => ({ name, value }));
}

/** A text as part of a path: lower case, words joined by hyphens. */
export function slugOf(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, '-')
    .split('-')
    .filter((word) => word !== '')
    .join('-');
}

/** A path from parts: without empty segments, and with one slash at its beginning. */
export function pathOf(...parts: readonly string[]): string {
  const segments = parts.flatMap((part) => part.split('/')).filter((segment) => !['', '.', '..'].includes(segment));
  return `/${segments.join('/')}`;
}

/** Gives each path once: the second page of a path gets a number, and a remark. */
export function distinctPaths(remark: Remark): (path: string, language: string, from: string) => string {
  const taken = new Set<string>();
  return (path, language, from) => {
    let free = path;
    for (let count = 2; taken.has(`${language} ${free}`); count += 1) free = `${path}-${String(count)}`;
    taken.add(`${language} ${free}`);
    if (free !== path) remark(`Another page has the path; a number was added`, `${from}: ${path} is ${free}`);
    return free;
  };
}
