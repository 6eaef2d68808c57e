// The client as it is published: packed, installed in an empty project without a registry, checked by a strict compiler and run.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const folder = mkdtempSync(path.join(tmpdir(), 'commonplace-pack-'));
// Two runs of the compiler and one of npm.
vi.setConfig({ testTimeout: 90_000 });
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const use = `import { createGraph, followEvents, Page, verifyWebhook } from 'commonplace-client';
const graph = createGraph({ url: 'http://127.0.0.1:1', token: 'x' });
export const read = async (): Promise<string | null | undefined> => (await graph.run(Page, { path: '/home' })).entityView?.name;
// @ts-expect-error -- a page is read by its path
export const wrong = (): unknown => graph.run(Page, { name: 1 });
console.log([createGraph, followEvents, verifyWebhook].map((one) => typeof one).join());
`;

test('installs from its package and compiles strictly in an empty project', () => {
  const source = path.join(folder, 'client');
  const project = path.join(folder, 'project');
  mkdirSync(source);
  mkdirSync(project);
  const tsc = path.join(root, 'node_modules/.bin/tsc');
  execFileSync(tsc, ['-p', path.join(root, 'client'), '--outDir', path.join(source, 'dist')], { cwd: root });
  for (const file of ['package.json', 'README.md'])
    writeFileSync(path.join(source, file), readFileSync(path.join(root, 'client', file)));
  execFileSync('npm', ['pack', source, '--pack-destination', folder], { cwd: folder, stdio: 'pipe' });
  const [packed = ''] = readdirSync(folder).filter((file) => file.endsWith('.tgz'));

  writeFileSync(path.join(project, 'package.json'), '{ "name": "empty", "private": true, "type": "module" }');
  const install = ['install', path.join(folder, packed), '--offline', '--no-audit', '--no-fund'];
  execFileSync('npm', install, { cwd: project, stdio: 'pipe' });
  writeFileSync(path.join(project, 'use.ts'), use);
  const compilerOptions = { strict: true, target: 'es2022', module: 'nodenext', lib: ['es2022', 'dom'], types: [] };
  writeFileSync(path.join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
  // What the compiler says stands in its output, not in the error.
  const { status, stdout } = spawnSync(tsc, { cwd: project, encoding: 'utf8' });
  expect([status, stdout]).toEqual([0, '']);
  const printed = execFileSync(process.execPath, ['use.js'], { cwd: project, encoding: 'utf8' });
  expect(printed.trim()).toBe('function,function,function');
});

test('has the version of the service, which the changelog begins with', () => {
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  expect(JSON.parse(readFileSync(path.join(root, 'client/package.json'), 'utf8')).version).toBe(version);
  const [, newest] = /^## \[([^\]]+)\] - /m.exec(readFileSync(path.join(root, 'CHANGELOG.md'), 'utf8')) ?? [];
  expect(newest).toBe(version);
});
