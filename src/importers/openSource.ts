// Finds out what an export is, and opens it.
import { createReadStream, existsSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { contentful } from './contentful.ts';
import { markdownTree } from './markdownTree.ts';
import type { Source, SourceLine, SourceOptions } from './source.ts';
import { wordpress } from './wordpress.ts';

/** What can be imported. */
export const formats = ['ndjson', 'markdown', 'wordpress', 'contentful'] as const;

/** One of them. */
export type Format = (typeof formats)[number];

/** Opens a file or folder; `format` is found out where it is null. Throws with a sentence for people. */
export async function openSource(place: string, format: Format | null, options: SourceOptions): Promise<Source> {
  if (!existsSync(place)) throw new Error(`${place} does not exist.`);
  const known = format ?? (await formatOf(place));
  const isFolder = statSync(place).isDirectory();
  if (known === 'markdown') {
    if (!isFolder) throw new Error(`${place} is a file: Markdown is imported from a folder.`);
    return markdownTree(place, options);
  }
  if (isFolder) throw new Error(`${place} is a folder: give the file of the export.`);
  if (known === 'wordpress') return wordpress(place, options);
  return known === 'contentful' ? contentful(place, options) : linesOf(place, options);
}

async function formatOf(place: string): Promise<Format> {
  if (statSync(place).isDirectory()) return 'markdown';
  const ending = path.extname(place).toLowerCase();
  if (ending === '.xml') return 'wordpress';
  if (ending === '.ndjson' || ending === '.jsonl') return 'ndjson';
  const file = await open(place);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4_096), 0, 4_096, 0);
    const beginning = buffer.subarray(0, bytesRead).toString('utf8').trimStart();
    if (beginning.startsWith('<')) return 'wordpress';
    if (/^\{\s*"kind"/.test(beginning)) return 'ndjson';
    if (beginning.startsWith('{')) return 'contentful';
  } finally {
    await file.close();
  }
  throw new Error(`${place}: use --format, one of ${formats.join(', ')}.`);
}

// Lines that are content already. What is no JSON is refused where it is read: the service would say the same.
function linesOf(file: string, { files }: SourceOptions): Source {
  return { files: files ?? path.dirname(file), lines: () => readLines(file) };
}

async function* readLines(file: string): AsyncGenerator<SourceLine> {
  let number = 0;
  for await (const text of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
    number += 1;
    if (text.trim() !== '')
      yield { from: `line ${String(number)}`, line: lineOf(text, `${file}, line ${String(number)}`) };
  }
}

function lineOf(text: string, where: string): SourceLine['line'] {
  try {
    const line: unknown = JSON.parse(text);
    // An object of JSON.
    if (typeof line === 'object' && line !== null && !Array.isArray(line)) return line as SourceLine['line'];
  } catch {
    // Said below.
  }
  throw new Error(`${where} is not a JSON object.`);
}
