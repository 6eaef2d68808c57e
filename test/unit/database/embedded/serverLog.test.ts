// The log of the embedded server: what it reports of a failed start, and how its size stays bounded.
import { mkdtempSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openServerLog } from '../../../../src/database/embedded/serverLog.ts';

const TEN_MIB = 10 * 1024 * 1024;

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'commonplace-log-'));
  file = join(folder, 'pg18.log');
});
afterEach(() => rmSync(folder, { recursive: true }));

test('the tail is what was written since the log was opened, and at most its last 4000 bytes', () => {
  writeFileSync(file, 'before\n');
  const log = openServerLog(file, undefined);
  expect(log.tail()).toBe('');

  writeSync(log.descriptor, 'after\n');

  expect(log.tail()).toBe('after');
  writeSync(log.descriptor, 'x'.repeat(5_000));
  expect(log.tail()).toBe('x'.repeat(4_000));
  log.close();
});

test('a log of more than 10 MiB is rotated, and only one old log is kept', () => {
  writeFileSync(`${file}.1`, 'older');
  writeFileSync(file, '');
  truncateSync(file, TEN_MIB);
  openServerLog(file, undefined).close();
  expect(statSync(file).size).toBe(TEN_MIB);

  truncateSync(file, TEN_MIB + 1);
  openServerLog(file, undefined).close();

  expect(statSync(file).size).toBe(0);
  expect(statSync(`${file}.1`).size).toBe(TEN_MIB + 1);
  expect(readdirSync(folder).toSorted()).toEqual(['pg18.log', 'pg18.log.1']);
});
