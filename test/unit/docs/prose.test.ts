// The words and sentences of the documents and of the schema: no private words, no sentence that needs to be read twice.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../../..');

/** What the field writes instead: CONTRIBUTING.md, "Words". */
const privateWords =
  /\b(whoever|in vain|dear|dearest|is told|are told|stands? in for|put into words|is worth|no business of|as ever|for good|in silence|such a one|what is left)\b/gi;
const mostWords = 40;

const below = (folder: string): string[] =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => path.join(folder, file));
const files = [...below('docs'), ...below('schema'), ...readdirSync(root), 'client/README.md']
  .filter((file) => /\.(md|graphql)$/.test(file))
  .filter((file) => !/^(docs\/spec|schema\/generated)\//.test(file));

/** The sentences of a document: no code, no tables, no links' addresses; what stands in backticks is one word. */
function sentencesOf(file: string): string[] {
  const text = readFileSync(path.join(root, file), 'utf8');
  const prose = file.endsWith('.graphql')
    ? [...text.matchAll(/"""([\s\S]*?)"""|"([^"\n]+)"/g)].map(([, long, short]) => long ?? short ?? '').join('\n\n')
    : text.replace(/```[\s\S]*?```|<!--[\s\S]*?-->|^\|.*$/gm, '').replace(/\]\([^)]*\)/g, ']');
  return prose
    .replace(/`[^`]*`/g, 'code')
    .split(/\n\s*\n|\n\s*(?=[-*] |\d+\. |#)/)
    .flatMap((paragraph) =>
      paragraph
        .replace(/\s+/g, ' ')
        .trim()
        .split(/(?<=[.!?:;]) /),
    );
}

test('says things in the words of the field', () => {
  expect(files.length).toBeGreaterThan(80);
  const found = files.flatMap((file) =>
    sentencesOf(file).flatMap((text) => [...text.matchAll(privateWords)].map(([word]) => `${file}: ${word}: ${text}`)),
  );
  expect(found).toEqual([]);
});

test(`needs at most ${String(mostWords)} words a sentence`, () => {
  const long = files.flatMap((file) =>
    sentencesOf(file)
      .filter((text) => text.split(' ').length > mostWords)
      .map((text) => `${file}: ${text}`),
  );
  expect(long).toEqual([]);
});
