// The lock under which a database is started: who acquires it, and from whom it is taken over.
import { mkdtempSync, readFileSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { identify, processSpace } from '../../../../src/database/embedded/processes.ts';
import { takeStartLock } from '../../../../src/database/embedded/startLock.ts';

/** The number of no process: no system gives out one so large. */
const nobody = 2_147_483_646;

let folder: string;
let lock: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'commonplace-lock-'));
  lock = join(folder, 'pg18.lock');
});
afterEach(() => rmSync(folder, { recursive: true }));

function leave(holder: Record<string, unknown>): void {
  writeFileSync(lock, JSON.stringify({ ...identify(process.pid), token: 'theirs', space: processSpace(), ...holder }));
}

test('is held by one at a time and leaves no file behind', () => {
  const release = takeStartLock(lock);
  expect(release).toBeTypeOf('function');
  expect(takeStartLock(lock)).toBeUndefined();

  release?.();

  expect(readdirSync(folder)).toEqual([]);
  const again = takeStartLock(lock);
  expect(again).toBeTypeOf('function');
  again?.();
});

test('is taken over from a dead process', () => {
  leave({ pid: nobody, start: '' });

  const release = takeStartLock(lock);

  expect(release).toBeTypeOf('function');
  expect(readdirSync(folder)).toEqual(['pg18.lock']);
  release?.();
});

test('is taken over from an earlier process whose number a live one has now', () => {
  leave({ start: 'another time' });

  const release = takeStartLock(lock);

  expect(release).toBeTypeOf('function');
  release?.();
});

test('is not taken over from a live process, however old the file', () => {
  leave({});
  utimesSync(lock, new Date(0), new Date(0));

  expect(takeStartLock(lock)).toBeUndefined();

  expect(readFileSync(lock, 'utf8')).toContain('theirs');
});

test('is left to a process in another container while that refreshes it, and taken over afterwards', () => {
  leave({ space: 'another container', pid: nobody });
  expect(takeStartLock(lock)).toBeUndefined();

  utimesSync(lock, new Date(Date.now() - 31_000), new Date(Date.now() - 31_000));

  const release = takeStartLock(lock);
  expect(release).toBeTypeOf('function');
  release?.();
});

test('that another process has taken over is not released by the former holder', () => {
  const release = takeStartLock(lock);
  leave({});

  release?.();

  expect(readFileSync(lock, 'utf8')).toContain('theirs');
});
