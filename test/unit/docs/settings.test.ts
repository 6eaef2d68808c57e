// Every setting is set by a test to something other than its default, so that a setting that is read and thrown away is noticed;
// and every promise of the documents names its test, and the files that keep it.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { settings } from '../../../src/config/settings.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');

// Those of settings.test.ts itself and of the table's own test say nothing about what a setting does.
const tests = readdirSync(path.join(root, 'test'), { recursive: true, encoding: 'utf8' })
  .map((file) => `test/${file.replaceAll(path.sep, '/')}`)
  .filter((file) => file.endsWith('.ts') && !/^test\/unit\/(config|docs)\//.test(file));

/** Values that a text gives to a setting: as a member of an environment, or as `NAME=value`. */
function valuesOf(name: string, text: string): string[] {
  const given = text.matchAll(new RegExp(`\\b${name}['"]?\\]?(?: ?[:=] ?)['"\`]?([^'"\`,\\s}]+)`, 'g'));
  return [...given].map(([, value = '']) => value);
}

test('a test sets each setting to something other than its default', () => {
  expect(tests.length).toBeGreaterThan(100);
  const texts = tests.map(read);
  const missing = settings
    .filter((one) => !texts.some((text) => valuesOf(one.name, text).some((value) => value !== one.default)))
    .map(({ name }) => name);
  expect(missing).toEqual([]);
});

/** What a document promises, an item each; what is not built promises nothing. */
const promisesOf = (file: string): string[] =>
  [...read(file).matchAll(/^- \*\*[^\n]+?\.\*\*[^\n]*(?:\n {2}[^\n]*)*/gm)]
    .map(([item]) => item)
    .filter((item) => !item.includes('** Not built'));

test.each<[document: string, promises: number]>([
  ['docs/guarantees.md', 10],
  ['README.md', 5],
])('each promise of %s names its test, and the files that keep it', (document, atLeast) => {
  const promises = promisesOf(document);
  expect(promises.length).toBeGreaterThanOrEqual(atLeast);
  const lost = promises.flatMap((item) => {
    // In a comment behind the promise.
    const [places = ''] = /_ \([^)]+\)$|<!--.+-->$/.exec(item) ?? [];
    const files = [...places.matchAll(/`([^`]+)`/g)].map(([, file]) => file ?? '');
    const isThere = (file: string): boolean =>
      ['src', '.', 'schema', 'docs', 'test'].some((folder) => existsSync(path.join(root, folder, file)));
    const missing = files.filter((file) => /[./]/.test(file) && !isThere(file));
    const hasTest = files.some((file) => file.endsWith('.test.ts'));
    return hasTest && missing.length === 0 ? [] : [`${item}: ${missing.join(', ') || 'no test named'}`];
  });
  expect(lost).toEqual([]);
});
