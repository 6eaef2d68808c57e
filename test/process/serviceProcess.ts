// Starts the service the way `npm start` does, in a separate process, and reads its output: for tests that need the
// whole process, its signals and its exit code.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { startCommand } from '../support/startCommand.ts';
import { eventually, processesNaming } from './databaseProcess.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** A process that was started. */
export interface ServiceProcess {
  readonly process: ChildProcess;
  /** Everything written to standard output and to standard error so far. */
  readonly output: { readonly out: string; readonly err: string };
  /** The exit code, or the signal that ended it, once all its output has been read. */
  readonly ended: Promise<number | NodeJS.Signals | null>;
}

/** A process that listens. */
export interface ReadyService extends ServiceProcess {
  readonly url: string;
  /** The tokens it printed, in order. */
  readonly adminTokens: readonly string[];
  readonly restrictedTokens: readonly string[];
  /** Milliseconds until it was ready. */
  readonly took: number;
}

/** Services on one data directory of their own, with PostgreSQL embedded in it. */
export interface ServicePlayground {
  readonly dataDir: string;
  /** Starts the command of `npm start`; settings override the defaults of a new user. */
  start(settings?: Readonly<Record<string, string>>): ServiceProcess;
  /** The same, once it reports that it is ready; rejects with its output when it ends before. */
  startReady(settings?: Readonly<Record<string, string>>): Promise<ReadyService>;
  /** Kills what still runs and removes the directory. */
  clear(): Promise<void>;
}

/** The environment of a new user: none of the service's settings. */
function environment(settings: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR } = process.env;
  return { PATH, HOME, ...(TMPDIR ? { TMPDIR } : {}), ...settings };
}

export function makeServicePlayground(): ServicePlayground {
  const folder = mkdtempSync(path.join(tmpdir(), 'commonplace-start-'));
  chmodSync(folder, 0o755);
  const dataDir = path.join(folder, 'data');
  const started: ServiceProcess[] = [];
  const start: ServicePlayground['start'] = (settings = {}) => {
    const env = environment({ DATA_DIR: dataDir, PORT: '0', ...settings });
    const child = spawn('sh', ['-c', startCommand()], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
    const followed = follow(child);
    started.push(followed);
    return followed;
  };
  return {
    dataDir,
    start,
    async startReady(settings) {
      const begin = performance.now();
      const service = start(settings);
      await untilSaid(service);
      const { out } = service.output;
      return { ...service, ...readOutput(out), took: performance.now() - begin };
    },
    async clear() {
      for (const { process: child } of started) child.kill('SIGKILL');
      await Promise.all(started.map(({ ended }) => ended));
      // The embedded PostgreSQL notices by itself that its owner is gone.
      const left = await eventually(() => {
        const still = processesNaming(folder);
        if (still.length > 0) throw new Error('still running');
        return still;
      }, 10_000).catch(() => processesNaming(folder));
      for (const line of left) process.kill(Number.parseInt(line, 10), 'SIGKILL');
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
      if (left.length > 0) throw new Error(`Left running: ${left.join('; ')}`);
    },
  };
}

function follow(child: ChildProcess): ServiceProcess {
  const output = { out: '', err: '' };
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (output.out += text));
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (output.err += text));
  const ended = once(child, 'close').then(([code, signal]) => (code ?? signal) as number | NodeJS.Signals | null);
  return { process: child, output, ended };
}

/** Resolves once the summary was read in full. */
async function untilSaid(service: ServiceProcess): Promise<void> {
  const isSaid = (): boolean => /^Commonplace is ready [^]*\nCtrl-C stops the service\.\n/m.test(service.output.out);
  const said = new Promise<void>((resolve) => {
    const check = (): void => {
      if (isSaid()) resolve();
    };
    service.process.stdout?.on('data', check);
    check();
  });
  const isReady = await Promise.race([said.then(() => true), service.ended.then(() => false)]);
  if (!isReady) throw new Error(`The service ended. It said: ${service.output.out}\n${service.output.err}`);
}

function readOutput(out: string): Pick<ReadyService, 'url' | 'adminTokens' | 'restrictedTokens'> {
  const tokensOn = (word: RegExp): string[] =>
    out
      .split('\n')
      .filter((line) => word.test(line))
      .flatMap((line) => /ccs_a_[A-Za-z0-9_-]+/.exec(line)?.[0] ?? []);
  return {
    url: /https?:\/\/[^\s/]+(?=\/graphql\s)/.exec(out)?.[0] ?? '',
    adminTokens: tokensOn(/Administrator /),
    restrictedTokens: tokensOn(/Read-only app/),
  };
}
