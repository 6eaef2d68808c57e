// A file of test/unit that starts a process, a thread or a server, or opens a connection, fails (test/support/startsNothing.ts).
import { exec, execFile, execFileSync, execSync, fork, spawn, spawnSync } from 'node:child_process';
import { get } from 'node:http';
import { connect, createServer, Socket } from 'node:net';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';

test.each<[string, () => unknown]>([
  ['a process by spawn', () => spawn('true')],
  ['a process by exec', () => exec('true')],
  ['a process by execFile', () => execFile('true')],
  ['a process by fork', () => fork('nothing.js')],
  ['a process that is waited for by spawn', () => spawnSync('true')],
  ['a process that is waited for by exec', () => execSync('true')],
  ['a process that is waited for by execFile', () => execFileSync('true')],
  ['a thread', () => new Worker('', { eval: true })],
  ['a server', () => createServer().listen(0)],
  ['a connection', () => connect(1)],
  ['a socket', () => new Socket().connect(1)],
  ['a request', () => get('http://127.0.0.1:1/')],
])('a unit test cannot start %s', (_, start) => {
  expect(start).toThrow('A unit test starts nothing');
});
