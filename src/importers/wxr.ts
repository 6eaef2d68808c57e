// Reads a WordPress export (WXR) while it streams: never more than one post of it is held.
import { createReadStream } from 'node:fs';
import { SaxesParser } from 'saxes';

/** An element with its text, its attributes and the elements in it. */
export interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly text: string;
  readonly children: readonly Element[];
}

/** An element while it is read. */
type Open = Pick<Element, 'name' | 'attributes'> & { text: string; children: Open[] };

const wanted = new Set([
  'item',
  'wp:author',
  'wp:category',
  'wp:tag',
  'wp:term',
  'wp:base_blog_url',
  'wp:base_site_url',
  'language',
  'wp:wxr_version',
]);

/** Most characters of one post, with its comments: a post that is larger ends the reading. */
const mostCharacters = 64 * 1024 * 1024;

/** The elements of the export that matter, in their order. Throws for what is no WordPress export. */
export async function* readWxr(file: string): AsyncGenerator<Element> {
  const found: Element[] = [];
  const parser = new SaxesParser();
  const open: Open[] = [];
  let depth = 0;
  let size = 0;
  const seen = { isExport: false };
  const onText = (text: string): void => {
    const last = open.at(-1);
    if (last) last.text += text;
    size += text.length;
    if (size > mostCharacters) throw new Error(`${file} holds a post of more than 64 MiB.`);
  };
  parser.on('opentag', ({ name, attributes }) => {
    depth += 1;
    if (depth === 1 && name !== 'rss') throw new Error(`${file} is not a WordPress export: it begins with <${name}>.`);
    if (name.startsWith('wp:')) seen.isExport = true;
    if (open.length === 0 && !(depth === 3 && wanted.has(name))) return;
    const element: Open = { name, attributes, text: '', children: [] };
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  parser.on('text', onText);
  parser.on('cdata', onText);
  parser.on('closetag', () => {
    depth -= 1;
    const element = open.pop();
    if (!element || open.length > 0) return;
    size = 0;
    found.push(element);
  });
  parser.on('error', (error) => {
    throw new Error(`${file} is not valid XML: ${error.message}`);
  });
  const stream = createReadStream(file, { encoding: 'utf8' });
  for await (const chunk of stream) {
    // Characters that XML does not allow are there all the same: WordPress does not take them out.
    // eslint-disable-next-line no-control-regex -- these are the characters that are meant
    parser.write(String(chunk).replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F]/g, ''));
    yield* found.splice(0);
  }
  parser.close();
  yield* found.splice(0);
  if (!seen.isExport) throw new Error(`${file} is not a WordPress export.`);
}

/** The text of the first element of that name; empty when there is none. */
export function textOf({ children }: Element, name: string): string {
  return children.find((child) => child.name === name)?.text.trim() ?? '';
}

/** All elements of that name. */
export function allOf({ children }: Element, name: string): readonly Element[] {
  return children.filter((child) => child.name === name);
}
