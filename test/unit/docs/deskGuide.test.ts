// The guide to the desk and the desk itself: what the guide calls by its name is called so on the screens.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../../..');
const texts = path.join(root, 'desk/src/texts');
const guide = readFileSync(path.join(root, 'docs/guides/desk.md'), 'utf8').replace(/\s+/g, ' ');
const words = readdirSync(texts)
  .map((file) => readFileSync(path.join(texts, file), 'utf8'))
  .join('\n');

test('what the guide to the desk prints in bold begins a text of the desk', () => {
  const named = [...new Set([...guide.matchAll(/\*\*([^*]+)\*\*/g)].map(([, name]) => name ?? ''))];
  expect(named.length).toBeGreaterThan(40);
  expect(named.filter((name) => !["'", '`', '"'].some((quote) => words.includes(quote + name)))).toEqual([]);
});

test('the headings of the guide and the places of the desk have the same names', () => {
  const places = readFileSync(path.join(root, 'desk/src/places.ts'), 'utf8');
  const titles = [...places.matchAll(/texts\.(\w+)\.title/g)].map(([, name]) => {
    const file = readFileSync(path.join(texts, `${String(name)}.ts`), 'utf8');
    return /title: '([^']+)'/.exec(file)?.[1] ?? `no title in ${String(name)}`;
  });
  expect(titles.length).toBeGreaterThan(8);
  expect(titles.filter((title) => !guide.includes(`**${title}**`) && !guide.includes(`## ${title} `))).toEqual([]);
});
