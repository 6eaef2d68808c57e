// Starts, watches and ends processes that use an embedded database, for the tests that need several of them.
import { execFileSync, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { findBinaries } from '../../src/database/embedded/binaries.ts';

/** A line that the child printed; the fields that an event has are in embeddedPostgresChild.ts. */
export interface Report {
  readonly event: string;
  readonly url?: string;
  readonly isOwner?: boolean;
  readonly ms?: number;
  readonly id?: number;
  readonly progress?: string;
  readonly message?: string;
  readonly reason?: string;
}

export interface DatabaseProcess {
  readonly process: ChildProcess;
  /** Every line reported so far. */
  readonly reported: readonly Report[];
  /** Resolves with the first matching line, reported before or later; rejects when the process ends without one. */
  until(passes: (line: Report) => boolean): Promise<Report>;
  /** Resolves when the process has ended and all its output has been read. */
  readonly ended: Promise<{ readonly code: number | null }>;
}

/** How a test may change the process around the options of the child. */
export interface Around {
  readonly user?: { readonly uid: number; readonly gid: number };
  readonly environment?: NodeJS.ProcessEnv;
}

const PAUSE_MS = 15;
const ORPHANS_END_MS = 10_000;

/** Resolves when the condition holds; rejects with the last value when it does not in time. */
export async function eventually<T>(look: () => Promise<T> | T, within: number): Promise<T> {
  const deadline = performance.now() + within;
  for (;;) {
    try {
      return await look();
    } catch (error) {
      if (performance.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }
}

/** Runs one statement on a connection of its own. */
export async function ask(url: string, sql: string): Promise<readonly Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** The processes whose command line contains the path, but for the test itself. */
export function processesNaming(path: string): readonly string[] {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,args=']).toString().split('\n');
  return lines.filter((line) => line.includes(path));
}

/** The number in PostgreSQL's postmaster.pid. */
export function serverPid(dataDir: string): number {
  return Number.parseInt(readFileSync(join(dataDir, 'pg18', 'postmaster.pid'), 'utf8'), 10);
}

function follow(child: ChildProcess): DatabaseProcess {
  const reported: Report[] = [];
  const listeners = new Set<() => void>();
  let closed = false;
  const changed = (): void => listeners.forEach((listener) => listener());
  // Standard output is a pipe, see below.
  createInterface({ input: child.stdout! }).on('line', (line) => {
    reported.push(JSON.parse(line) as Report); // embeddedPostgresChild.ts writes nothing else
    changed();
  });
  const ended = new Promise<{ code: number | null }>((resolve) => {
    child.once('close', (code) => {
      closed = true;
      changed();
      resolve({ code });
    });
  });
  const until = (passes: (line: Report) => boolean): Promise<Report> =>
    new Promise((resolve, reject) => {
      const check = (): void => {
        const found = reported.find(passes);
        if (!found && !closed) return;
        listeners.delete(check);
        if (found) resolve(found);
        else reject(new Error(`The process ended. It told: ${JSON.stringify(reported)}`));
      };
      listeners.add(check);
      check();
    });
  return { process: child, reported, until, ended };
}

/** A data directory of its own for one test, and the processes on it. */
export interface Playground {
  /** Every user may enter it; it is empty. */
  readonly folder: string;
  readonly dataDir: string;
  /** Starts a child; the options are those of embeddedPostgresChild.ts. */
  start(options?: Record<string, unknown>, around?: Around): DatabaseProcess;
  /** Kills what still runs, waits until no process uses the folder, and removes it. Rejects when something remains. */
  clear(): Promise<void>;
}

/** A playground whose processes run this compiled embeddedPostgresChild.ts. */
export function makePlayground(script: string): Playground {
  const folder = mkdtempSync(join(tmpdir(), 'commonplace-test-'));
  chmodSync(folder, 0o755);
  const dataDir = join(folder, 'data');
  const started: DatabaseProcess[] = [];
  return {
    folder,
    dataDir,
    start(options = {}, around = {}) {
      const child = spawn(
        process.execPath,
        [script, JSON.stringify({ dataDir, nativeDir: findBinaries(), ...options })],
        // Temporary files of the child are removed with the folder of the test.
        { ...around.user, stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, ...around.environment } },
      );
      const followed = follow(child);
      started.push(followed);
      return followed;
    },
    async clear() {
      for (const { process: child } of started) child.kill('SIGKILL');
      await Promise.all(started.map(({ ended }) => ended));
      const left = await eventually(() => {
        const still = processesNaming(folder);
        if (still.length > 0) throw new Error('still running');
        return still;
      }, ORPHANS_END_MS).catch(() => processesNaming(folder));
      for (const line of left) process.kill(Number.parseInt(line, 10), 'SIGKILL');
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
      if (left.length > 0) throw new Error(`Left running: ${left.join('; ')}`);
    },
  };
}
