// The gateways of a crash run: processes started the way `npm start` does, killed without warning, and started again.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** One place in the fleet, whichever process fills it. */
export interface Gateway {
  /** The end of what it wrote to its log of errors. */
  readonly said: string;
  readonly name: string;
  /** Null while it is not listening. */
  readonly url: string | null;
  /** The process; null while there is none. */
  pid(): number | null;
  /** Kills its process with SIGKILL, if there is one. */
  kill(): Promise<void>;
  /** Starts a process and resolves once it is ready; retries while the database is unavailable. */
  start(): Promise<void>;
}

/** All of them. */
export interface Fleet {
  readonly gateways: readonly Gateway[];
  /** Those that listen. */
  living(): readonly string[];
  /** Processes that exited without being killed, with their last output. */
  readonly incidents: string[];
  /** How often a process could not start and was started again. */
  readonly refusedStarts: () => number;
  stop(): Promise<void>;
}

interface Place {
  readonly name: string;
  readonly settings: Readonly<Record<string, string>>;
  url: string | null;
  child: ChildProcess | null;
  isWanted: boolean;
  said: string;
}

const pauseMillis = 500;
const mostStarts = 20;

/** A slot for a gateway with each of the given settings; nothing is started yet. */
export function makeFleet(settingsOfEach: readonly Readonly<Record<string, string>>[]): Fleet {
  const incidents: string[] = [];
  const state = { refused: 0, isOver: false };
  const places = settingsOfEach.map((settings, at): Place => ({
    name: `gateway ${String(at + 1)}`,
    settings,
    url: null,
    child: null,
    isWanted: false,
    said: '',
  }));
  const launch = async (place: Place): Promise<boolean> => {
    const { PATH, HOME } = process.env;
    const child = spawn(process.execPath, ['scripts/start.js'], {
      cwd: root,
      env: { PATH, HOME, PORT: '0', ...place.settings },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    Object.assign(place, { child, isWanted: true, said: '' });
    let out = '';
    const ready = new Promise<boolean>((resolve) => {
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        out += text;
        const url = /GraphQL +(http\S+)\/graphql\n/.exec(out)?.[1];
        if (!url || place.child !== child) return;
        place.url = url;
        resolve(true);
      });
      child.once('exit', () => resolve(false));
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => (place.said = (place.said + text).slice(-3_000)));
    child.once('exit', (code, signal) => {
      const wasReady = place.url !== null;
      place.url = null;
      if (!place.isWanted || state.isOver || !wasReady) return;
      incidents.push(`${place.name} ended by itself (${String(code ?? signal)}): ${place.said.slice(-600)}`);
    });
    return ready;
  };
  const gateways = places.map((place): Gateway => ({
    name: place.name,
    get url() {
      return place.url;
    },
    get said() {
      return place.said;
    },
    pid: () => place.child?.pid ?? null,
    async kill() {
      const { child } = place;
      Object.assign(place, { isWanted: false, url: null });
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
    async start() {
      for (let tries = 1; !state.isOver && !(await launch(place)); tries += 1) {
        if (tries === mostStarts) throw new Error(`${place.name} does not start. It said: ${place.said}`);
        state.refused += 1;
        await new Promise((resolve) => setTimeout(resolve, pauseMillis));
      }
    },
  }));
  return {
    gateways,
    living: () => gateways.flatMap((g) => g.url ?? []),
    incidents,
    refusedStarts: () => state.refused,
    async stop() {
      state.isOver = true;
      await Promise.all(gateways.map((g) => g.kill()));
    },
  };
}
