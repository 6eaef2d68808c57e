// PostgreSQL's postmaster.pid: which process it names as the server, and what happens to a file that a crash left
// behind.
import { existsSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { disarmLeftovers, hasServer, readServerPid } from '../../../../src/database/embedded/postmasterFile.ts';

const REST = '\n/data/pg18\n1790000000\n5432\n/data/pg18\n\n  5432001   4\nready   \n';

let cluster: string;
let file: string;
beforeEach(() => {
  cluster = mkdtempSync(join(tmpdir(), 'commonplace-cluster-'));
  file = join(cluster, 'postmaster.pid');
});
afterEach(() => rmSync(cluster, { recursive: true }));

test('a cluster without the file has no server', () => {
  expect(hasServer(cluster)).toBe(false);
  expect(readServerPid(cluster)).toBeUndefined();
  disarmLeftovers(cluster, cluster);
  expect(existsSync(file)).toBe(false);
});

test('a live process that is not PostgreSQL of this cluster is not its server', () => {
  writeFileSync(file, `${process.pid}${REST}`);

  expect(readServerPid(cluster)).toBe(process.pid);
  expect(hasServer(cluster)).toBe(false);
});

test('leftovers lose the number and the socket but keep what PostgreSQL finds its shared memory by', () => {
  writeFileSync(file, `${process.pid}${REST}`);
  writeFileSync(join(cluster, '.s.PGSQL.5432'), '');
  writeFileSync(join(cluster, '.s.PGSQL.5432.lock'), `${process.pid}${REST}`);

  disarmLeftovers(cluster, cluster);
  disarmLeftovers(cluster, cluster);

  expect(readFileSync(file, 'utf8')).toBe(`2147483647${REST}`);
  expect(readServerPid(cluster)).toBeUndefined();
  expect(existsSync(join(cluster, '.s.PGSQL.5432'))).toBe(false);
  expect(existsSync(join(cluster, '.s.PGSQL.5432.lock'))).toBe(false);
});

test('an empty file is a starting server while it is new, and a leftover later', () => {
  writeFileSync(file, '');
  expect(hasServer(cluster)).toBe(true);

  utimesSync(file, new Date(Date.now() - 3_000), new Date(Date.now() - 3_000));

  expect(hasServer(cluster)).toBe(false);
  disarmLeftovers(cluster, cluster);
  expect(existsSync(file)).toBe(false);
});
