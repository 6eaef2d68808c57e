// The environment of a bench: its own PostgreSQL and data directory, and any number of processes of the service on it,
// so that client and service do not share a thread.
import { fork, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createClient, type Client } from '../../test/support/client.ts';
import { startCommand } from '../../test/support/startCommand.ts';
import { startEmbeddedPostgres } from '../../src/database/embedded/embeddedPostgres.ts';

/** A process of the service. */
export interface ServiceProcess {
  readonly url: string;
  readonly metricsUrl: string;
  readonly pid: number;
  /** Instants (milliseconds since 1970, with fractions) at which commits that wrote triggers had ended, in order. */
  readonly commits: readonly number[];
  stop(): Promise<void>;
}

/** The first message of a script; a process of the service sends all of it. */
interface Said {
  readonly url: string;
  readonly metricsUrl?: string;
  readonly company?: string | null;
}

/** A database with a first tenant. */
export interface Place {
  readonly databaseUrl: string;
  /** Starts a process; the first one creates the tenant. */
  service(): Promise<ServiceProcess>;
  /** Starts a process as `npm start` does, compiled and with its defaults; the first one creates the tenant. */
  asUsersDo(token: string): Promise<{ readonly url: string; readonly process: ChildProcess; stop(): Promise<void> }>;
  /** The company of the tenant, once a process has started. */
  company(): string;
  /** The administrator's token. */
  readonly token: string;
  /** A client of the administrator at a process. */
  client(service: ServiceProcess): Client;
  /** Starts another script of this folder as a separate process; resolves with its first message. */
  helper(script: string, ...args: readonly string[]): Promise<{ readonly said: Said; readonly process: ChildProcess }>;
  close(): Promise<void>;
}

/** Starts PostgreSQL, in a folder that is kept, or in one of its own that is not. */
export async function openPlace(folder: string | null = null): Promise<Place> {
  if (folder !== null) mkdirSync(folder, { recursive: true });
  const dataDir = folder ?? mkdtempSync(path.join(tmpdir(), 'commonplace-bench-'));
  // PostgreSQL runs as another user where this runs as root.
  chmodSync(dataDir, 0o755);
  const postgres = await startEmbeddedPostgres({ dataDir, settings: { max_connections: '100' } });
  const token = `bench_${'x'.repeat(40)}`;
  const state = { company: '' };
  const children = new Set<ChildProcess>();
  const helper: Place['helper'] = async (script, ...args) => {
    // As the compiled service: packages do not check for their developers.
    const env = { ...process.env, NODE_ENV: 'production' };
    const child = fork(path.join(import.meta.dirname, script), args, { execArgv: execArgv(), env });
    children.add(child);
    child.once('exit', () => children.delete(child));
    const failed = once(child, 'exit').then(([code]) => {
      throw new Error(`${script} ended with ${String(code)}`);
    });
    failed.catch(() => undefined);
    // Each script of this folder begins with it.
    const [said] = (await Promise.race([once(child, 'message'), failed])) as [Said];
    return { said, process: child };
  };
  return {
    databaseUrl: postgres.url,
    token,
    company: () => state.company,
    helper,
    async service() {
      const commits: number[] = [];
      const { said, process: child } = await helper('serviceChild.ts', postgres.url, dataDir, token);
      child.on('message', (at) => commits.push(Number(at)));
      state.company ||= said.company ?? '';
      return { url: said.url, metricsUrl: said.metricsUrl ?? '', pid: child.pid ?? 0, commits, stop: () => end(child) };
    },
    async asUsersDo(own) {
      const port = await freePort();
      const env = {
        PATH: process.env['PATH'],
        HOME: process.env['HOME'],
        PORT: String(port),
        DATABASE_URL: postgres.url,
        DATA_DIR: dataDir,
        BOOTSTRAP_TOKEN: own,
        DEMO: '0',
        // All callers of a bench come from one address.
        RATE_LIMITS: '0',
      };
      // Its log is written, as users have it, and not read.
      const child = spawn('sh', ['-c', usualStart()], { cwd: root, env, stdio: 'ignore' });
      children.add(child);
      child.once('exit', () => children.delete(child));
      const url = `http://127.0.0.1:${String(port)}`;
      await ready(url, child);
      return { url, process: child, stop: () => end(child) };
    },
    client: ({ url }) => createClient(url, token),
    async close() {
      await Promise.all([...children].map(end));
      await postgres.stop();
      if (folder === null) rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

const root = path.resolve(import.meta.dirname, '../..');

// BENCH_PROF names a folder: each process then leaves a CPU profile in it.
function profiling(): string[] {
  const folder = process.env['BENCH_PROF'];
  return folder ? ['--cpu-prof', `--cpu-prof-dir=${path.resolve(folder)}`] : [];
}

function execArgv(): string[] {
  return ['--import', 'tsx', ...profiling()];
}

function usualStart(): string {
  return startCommand().replace(/\bnode\b/, ['node', ...profiling()].join(' '));
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  if (child.connected) child.send('stop');
  else child.kill();
  await ended;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address ? address.port : 0;
}

async function ready(url: string, child: ChildProcess): Promise<void> {
  while (child.exitCode === null) {
    const answer = await fetch(`${url}/readyz`).catch(() => null);
    await answer?.body?.cancel();
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`The service ended with ${String(child.exitCode)}`);
}
