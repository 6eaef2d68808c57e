// The PostgreSQL binaries that npm installed: how they are completed, and copied where the server's user can read them.
import { existsSync, lstatSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { noBinaries } from '../../../../src/database/embedded/binaries.ts';
import { copyBinaries, linkLibraries } from '../../../../src/database/embedded/binariesCopy.ts';

let folder: string;
let native: string;
const reports: string[] = [];
const report = (progress: string): void => void reports.push(progress);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'commonplace-binaries-'));
  vi.stubEnv('TMPDIR', join(folder, 'tmp'));
  mkdirSync(join(folder, 'tmp'));
  native = join(folder, 'package', 'native');
  for (const part of ['bin', 'lib']) mkdirSync(join(native, part), { recursive: true, mode: 0o700 });
  writeFileSync(join(native, 'bin', 'postgres'), 'program', { mode: 0o700 });
  writeFileSync(join(native, 'lib', 'libpq.so.5.18'), 'library', { mode: 0o600 });
  const links = [{ source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }];
  writeFileSync(join(native, 'pg-symlinks.json'), JSON.stringify(links));
  writeFileSync(join(folder, 'package', 'package.json'), '{"version":"1"}');
  reports.length = 0;
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

test('the links that npm did not create are created, once', () => {
  expect(linkLibraries(native)).toBe(true);
  expect(linkLibraries(native)).toBe(true);

  expect(readFileSync(join(native, 'lib', 'libpq.so.5'), 'utf8')).toBe('library');
  expect(lstatSync(join(native, 'lib', 'libpq.so.5')).isSymbolicLink()).toBe(true);
});

test('a copy is complete, readable by every user, and made once per version', async () => {
  const copy = await copyBinaries(native, report);
  const again = await copyBinaries(native, report);
  writeFileSync(join(folder, 'package', 'package.json'), '{"version":"2"}');
  const next = await copyBinaries(native, report);

  expect(again).toBe(copy);
  expect(next).not.toBe(copy);
  expect(reports).toHaveLength(2);
  expect(readFileSync(join(copy, 'lib', 'libpq.so.5'), 'utf8')).toBe('library');
  expect(statSync(copy).mode & 0o777).toBe(0o755);
  expect(statSync(join(copy, 'lib')).mode & 0o777).toBe(0o755);
  expect(statSync(join(copy, 'bin', 'postgres')).mode & 0o777).toBe(0o755);
  expect(statSync(join(copy, 'lib', 'libpq.so.5.18')).mode & 0o777).toBe(0o644);
  expect(readdirSync(join(folder, 'tmp'))).toHaveLength(2);
});

test('a copy that lost a file is replaced', async () => {
  const copy = await copyBinaries(native, report);
  rmSync(join(copy, 'bin', 'postgres'));

  expect(await copyBinaries(native, report)).toBe(copy);

  expect(existsSync(join(copy, 'bin', 'postgres'))).toBe(true);
  expect(readdirSync(join(folder, 'tmp'))).toHaveLength(1);
});

test('a folder that another user prepared is not trusted', async () => {
  const copy = await copyBinaries(native, report);
  rmSync(copy, { recursive: true });
  symlinkSync(native, copy);

  await expect(copyBinaries(native, report)).rejects.toThrow(`${copy} belongs to another user`);
});

test('a missing platform is reported, with the way out', () => {
  expect(noBinaries('no reason').message).toBe(
    `There is no embedded PostgreSQL for ${process.platform}-${process.arch}: no reason. ` +
      'Set DATABASE_URL to a PostgreSQL server.',
  );
});
