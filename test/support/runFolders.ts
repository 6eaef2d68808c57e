// The folders of one test run, in memory and on disk: they go when the run ends, however it ends, and what a machine that lost its
// power kept goes with the next run.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { identify, isRunning, processSpace } from '../../src/database/embedded/processes.ts';

/** Where folders of runs may stand. */
const places = ['/dev/shm', tmpdir()];

// Numbers of processes mean something only to those who share them.
const space = createHash('sha256').update(processSpace()).digest('hex').slice(0, 8);

/** Makes a folder that all users may enter, and that says whose it is. */
export function makeRunFolder(place: string): string {
  const folder = mkdtempSync(path.join(place, `commonplace-run-${space}-${String(process.pid)}-`));
  chmodSync(folder, 0o755);
  return folder;
}

/** Removes the folders of runs that are over. */
export function removeFoldersLeft(): void {
  for (const place of places)
    for (const name of namesIn(place)) {
      const [, of, pid] = /^commonplace-run-([0-9a-f]+)-(\d+)-/.exec(name) ?? [];
      if (of !== space || isRunning(identify(Number(pid)))) continue;
      rmSync(path.join(place, name), { recursive: true, force: true, maxRetries: 5 });
    }
}

function namesIn(place: string): string[] {
  try {
    return readdirSync(place);
  } catch {
    return [];
  }
}

// A shell waits until our end of its pipe closes, which the system sees to, and until the server, which watches us in the same way,
// has stopped. It is out of reach of the terminal's Ctrl-C.
const script = `
trap '' HUP INT TERM
cat >/dev/null
tries=0
while [ -e "$1/pg18/postmaster.pid" ] && [ "$tries" -lt 100 ]; do sleep 0.1; tries=$((tries + 1)); done
rm -rf "$@" || { sleep 1; rm -rf "$@"; }`;

/** Has the folders removed when this process ends, killed or not; the first may hold a server. Returns what removes them now. */
export function removeAtEnd(folders: readonly string[]): () => Promise<void> {
  const shell = spawn('/bin/sh', ['-c', script, 'sh', ...folders], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  const over = once(shell, 'exit');
  shell.unref();
  // With 'pipe', Node makes it a socket.
  const stdin = shell.stdin as Socket;
  stdin.unref();
  return async () => {
    shell.ref();
    stdin.end();
    await over;
  };
}
