// Every file and folder that the map of the architecture names exists.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../../..');
const text = readFileSync(path.join(root, 'docs/ARCHITECTURE.md'), 'utf8');
const exists = (...parts: string[]): boolean => existsSync(path.join(root, ...parts));

test('files and folders in the text', () => {
  const named = [...text.matchAll(/`((?:src|test|scripts|docs|pages)\/[A-Za-z0-9_./-]*)`/g)].map(
    ([, name]) => name ?? '',
  );
  expect(named.length).toBeGreaterThan(25);
  expect(named.filter((name) => !exists(name))).toEqual([]);
});

test('files beside the steps of a request', () => {
  const diagram = text.slice(text.indexOf('\n socket\n'), text.indexOf('answer: the row by the contract'));
  const named = [...diagram.matchAll(/[ ,]((?:[a-z]+\/)+[a-zA-Z]+)(?=,|$)/gm)].map(([, name]) => name ?? '');
  expect(named.length).toBeGreaterThan(12);
  expect(named.filter((name) => !exists('src', `${name}.ts`))).toEqual([]);
});

test('files to look at first, in the folder of their row', () => {
  const rows = [...text.matchAll(/^\| `([a-zA-Z/]+\/)` +\|.*\| +((?:`[^`|]+`(?:, )?)+) +\|$/gm)];
  expect(rows.length).toBeGreaterThan(10);
  const missing = rows.flatMap(([, folder = '', files = '']) =>
    [...files.matchAll(/`([^`]+)`/g)].map(([, file]) => `${folder}${file ?? ''}`).filter((file) => !exists(file)),
  );
  expect(missing).toEqual([]);
});
