// Gives the application a PostgreSQL of its own: starts it in the data directory or, when another process has done so,
// attaches to it, and takes over when that process ends. The other files of this folder do the single steps.
import { setTimeout as wait } from 'node:timers/promises';
import { attachOrOwn } from './attachOrOwn.ts';
import type { Hold, StartOptions } from './attachOrOwn.ts';
import { findBinaries } from './binaries.ts';
import { addressOf } from './connection.ts';
import { openSite } from './site.ts';

/** A running PostgreSQL, shared by all processes that use the same data directory. */
export interface EmbeddedPostgres {
  /** The connection string; it stays the same regardless of which process owns the server. */
  readonly url: string;
  /** Whether the server is a child of this process now; it can change as processes come and go. */
  readonly isOwner: boolean;
  /**
   * As owner shuts the server down and resolves when it is gone; else only stops watching. Close your connections
   * first: the server does not wait for them. Calling it again answers the same promise.
   */
  stop(): Promise<void>;
}

/** Options of `startEmbeddedPostgres`. */
export interface EmbeddedPostgresOptions {
  /** Made if it does not exist. The cluster is its subdirectory `pg18`, the log `pg18.log`. */
  readonly dataDir: string;
  /** Receives a description of each step. */
  readonly report?: (progress: string) => void;
  /** Called when this process was attached and has become the owner. */
  readonly onTakeOver?: () => void;
  /** Called once per loss when the server ended and could not be restarted; retries continue every second. */
  readonly onLost?: (reason: string) => void;
  /** Settings of PostgreSQL in place of ours, if this process starts the server. Without fsync a crash may cost the data. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Finds the folder with PostgreSQL's `bin`, `lib` and `share`; defaults to the one that npm installed. */
  readonly nativeDir?: () => string | undefined;
}

interface Keeper {
  owns(): boolean;
  letGo(): Promise<void>;
}

const WATCH_MS = 250;
const RETRY_MS = 1_000;
const BREATH_MS = 50;

/** Everything in this folder lets the process exit; only a pending start or stop keeps it alive. */
async function keepingAlive<T>(work: Promise<T>): Promise<T> {
  const alive = setInterval(() => undefined, 60_000);
  try {
    return await work;
  } finally {
    clearInterval(alive);
  }
}

/** Resolves with the reason when the server we hold is gone, or undefined when `signal` ends the watch. */
async function untilLost(hold: Hold, signal: AbortSignal): Promise<string | undefined> {
  if (hold.own) {
    const reason = await hold.own.gone;
    return signal.aborted ? undefined : reason;
  }
  while (!signal.aborted) {
    if (!(await hold.isThere())) return 'The process that ran PostgreSQL ended';
    await wait(WATCH_MS, undefined, { ref: false, signal }).catch(() => undefined);
  }
  return undefined;
}

async function regain(
  startOptions: StartOptions,
  reason: string,
  options: EmbeddedPostgresOptions,
): Promise<Hold | undefined> {
  const isStopping = (): boolean => startOptions.signal.aborted;
  let isReported = false;
  while (!isStopping()) {
    try {
      return await attachOrOwn({ ...startOptions, mayCreate: false });
    } catch (error) {
      if (isStopping()) return undefined;
      if (!isReported) options.onLost?.(`${reason}; ${error instanceof Error ? error.message : String(error)}`);
      isReported = true;
      await wait(RETRY_MS, undefined, { ref: false, signal: startOptions.signal }).catch(() => undefined);
    }
  }
  return undefined;
}

/** Follows the server through the ends of its owners; the first hold is replaced whenever the server is lost. */
function keepHold(first: Hold, startOptions: StartOptions, options: EmbeddedPostgresOptions): Keeper {
  let hold = first;
  const watch = async (): Promise<void> => {
    for (;;) {
      const reason = await untilLost(hold, startOptions.signal);
      if (reason === undefined) return;
      startOptions.report(`${reason}; looking for the database again`);
      await wait(BREATH_MS, undefined, { ref: false }); // a server that keeps falling must not take the machine with it
      const next = await regain(startOptions, reason, options);
      if (!next) return;
      const tookOver = next.own !== undefined && hold.own === undefined;
      hold = next;
      if (startOptions.signal.aborted) return; // `letGo` deals with it
      if (tookOver) options.onTakeOver?.();
    }
  };
  const watching = watch();
  return {
    owns: () => hold.own !== undefined,
    async letGo() {
      await hold.own?.stop();
      await watching;
      await hold.own?.stop(); // a take-over may have been under way
    },
  };
}

/**
 * Resolves when the database takes connections. Of several processes with the same data directory, at once or one after
 * the other, one starts the server and the others attach; when it stops or dies, one of the others starts the server
 * again, and connections must be reopened. Commits are on disk when they are acknowledged. The server listens on a
 * Unix socket in a private directory and nowhere else.
 *
 * Throws an error that names DATABASE_URL when PostgreSQL cannot run here, and also DATA_DIR when it is the data
 * directory that stands in the way. The data directory may be shared by processes and containers of one machine, not by
 * several machines.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const stopping = new AbortController();
  const startOptions: StartOptions = {
    site: openSite(options.dataDir),
    findBinaries: options.nativeDir ?? findBinaries,
    settings: options.settings ?? {},
    mayCreate: true,
    report: options.report ?? (() => undefined),
    signal: stopping.signal,
  };
  const hold = await keepingAlive(attachOrOwn(startOptions));
  const keeper = keepHold(hold, startOptions, options);
  let stopped: Promise<void> | undefined;
  return {
    url: addressOf(hold.socketDirectory),
    get isOwner() {
      return keeper.owns();
    },
    stop() {
      stopping.abort();
      return (stopped ??= keepingAlive(keeper.letGo()));
    },
  };
}
