// What `npm test` runs beside the unit tests: files that are there, each once, that need no second program and have no thousands of rows.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { core } from '../../core.ts';

const root = new URL('../../../', import.meta.url);

test('each pattern names files that are there, and no file is named twice', () => {
  const found = core.map((pattern) => {
    if (!pattern.includes('*')) return existsSync(new URL(pattern, root)) ? [pattern] : [];
    const folder = path.dirname(pattern);
    const names = readdirSync(new URL(folder, root)).filter((name) => name.endsWith('.test.ts'));
    return names.map((name) => `${folder}/${name}`);
  });
  expect(core.filter((_, at) => found[at]?.length === 0)).toEqual([]);
  const files = found.flat();
  expect(new Set(files).size).toBe(files.length);
});

test('none starts a browser, NATS or other services, and none is a unit test or a test of costs', () => {
  expect(core.filter((one) => /^test\/(unit|cluster|costs)\//.test(one))).toEqual([]);
  const files = core.filter((one) => existsSync(new URL(one, root)));
  const starts = /support\/(chromium|natsServer|pgBouncer)\.ts/;
  expect(files.filter((file) => starts.test(readFileSync(new URL(file, root), 'utf8')))).toEqual([]);
});

test('the command of the README runs them and the unit tests, and the rest runs everything else', () => {
  const { scripts } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as {
    scripts: Record<string, string>;
  };
  expect(scripts['test']).toBe('vitest run --project unit --project core');
  expect(scripts['test:rest']).toBe('vitest run --project service --project waiting');
  expect(scripts['test:all']).toBe('vitest run');
});
