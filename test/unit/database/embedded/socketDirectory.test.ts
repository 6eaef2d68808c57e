// The location of the embedded server's socket, how other processes find it, and the address built from it.
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { addressOf } from '../../../../src/database/embedded/connection.ts';
import { openSite } from '../../../../src/database/embedded/site.ts';
import { findSocketDirectory, makeSocketDirectory } from '../../../../src/database/embedded/socketDirectory.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'commonplace-socket-'));
  vi.stubEnv('TMPDIR', folder);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

function openLongSite(name: string) {
  const site = openSite(join(folder, name.repeat(90)));
  mkdirSync(site.cluster, { mode: 0o700 });
  return site;
}

test('the socket is in the cluster if its path is short enough', async () => {
  const site = openSite(join(folder, 'data'));

  expect(await makeSocketDirectory(site, undefined)).toBe(site.cluster);

  expect(findSocketDirectory(site)).toBe(site.cluster);
  expect(existsSync(site.socketRecord)).toBe(false);
});

test('otherwise it is in a private directory that is found again and kept', async () => {
  const site = openLongSite('a');
  expect(findSocketDirectory(site)).toBeUndefined();

  const directory = await makeSocketDirectory(site, undefined);

  expect(statSync(directory).mode & 0o777).toBe(0o700);
  expect(findSocketDirectory(site)).toBe(directory);
  rmSync(directory, { recursive: true });
  expect(findSocketDirectory(site)).toBeUndefined();
  expect(await makeSocketDirectory(site, undefined)).toBe(directory);
});

test('a directory that others can enter is neither used nor read', async () => {
  const site = openLongSite('a');
  const expected = await makeSocketDirectory(site, undefined);
  chmodSync(expected, 0o755);
  expect(findSocketDirectory(site)).toBeUndefined();

  const directory = await makeSocketDirectory(site, undefined);

  expect(directory).not.toBe(expected);
  expect(findSocketDirectory(site)).toBe(directory);
});

test('a copied data directory does not lead to the server of the original', async () => {
  const [original, copy] = [openLongSite('a'), openLongSite('b')];
  const directory = await makeSocketDirectory(original, undefined);
  writeFileSync(copy.socketRecord, readFileSync(original.socketRecord));

  expect(findSocketDirectory(copy)).toBeUndefined();

  expect(await makeSocketDirectory(copy, undefined)).not.toBe(directory);
});

test('the address states everything that the environment could change, whatever is in the path', () => {
  expect(addressOf('/a b/ä@?&/pg18')).toBe(
    'postgres://commonplace@/postgres?host=%2Fa%20b%2F%C3%A4%40%3F%26%2Fpg18&port=5432&sslmode=disable',
  );
});
