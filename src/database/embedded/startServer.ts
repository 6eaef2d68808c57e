// Starts the PostgreSQL server of a site's cluster as our child, and stops it.
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { noBinaries } from './binaries.ts';
import { pingServer } from './connection.ts';
import { readServerPid } from './postmasterFile.ts';
import { identify, isRunning } from './processes.ts';
import type { ProcessIdentity } from './processes.ts';
import type { ServerLog } from './serverLog.ts';
import type { ServerUser } from './serverUser.ts';
import type { Site } from './site.ts';
import { supervise } from './supervise.ts';
import type { Supervised } from './supervise.ts';

/** A server that is our child. */
export interface OwnServer {
  /** Resolves when the server is really gone, with the reason in words. */
  readonly gone: Promise<string>;
  /** Shuts it down without waiting for its clients; resolves when it is gone. */
  stop(): Promise<void>;
}

/** What a server needs to know besides its site. */
export interface ServerSettings {
  readonly native: string;
  readonly user: ServerUser | undefined;
  /** What the server calls the cluster: its path where it may enter it by that. */
  readonly name: string;
  readonly socketDirectory: string;
  /** In place of ours. */
  readonly others: Readonly<Record<string, string>>;
}

const POLL_MS = 10;
const SILENCE_MS = 60_000;

/** Another server came first, or sessions of a killed one have not all noticed its end. */
const WORTH_ANOTHER_TRY = /lock file "[^"]*" (already exists|is empty)|pre-existing shared memory block/;

function commandLine(site: Site, settings: ServerSettings): readonly string[] {
  const { name, socketDirectory } = settings;
  const sockets = socketDirectory === site.cluster ? name : socketDirectory;
  const values = {
    listen_addresses: '',
    unix_socket_directories: `"${sockets.replaceAll('"', '""')}"`, // a list, hence the quotes
    unix_socket_permissions: '0700',
    port: '5432',
    max_connections: '60',
    shared_buffers: '128MB',
    fsync: 'on',
    full_page_writes: 'on',
    synchronous_commit: 'on',
    timezone: 'UTC',
    log_timezone: 'UTC',
    logging_collector: 'off',
    log_destination: 'stderr',
    ...settings.others,
    // By its path others find the server in the list of processes.
    ...(name === site.cluster ? {} : { 'commonplace.cluster': site.cluster }),
  };
  const options = Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return [join(settings.native, 'bin', 'postgres'), '-D', name, ...options];
}

/** If only the shell was killed, the server lives on without anybody who would stop it, so it is stopped here. */
async function endWith(supervised: Supervised, server: ProcessIdentity): Promise<string> {
  const outcome = await supervised.exited;
  if (isRunning(server)) {
    process.kill(server.pid, 'SIGINT');
    while (isRunning(server)) await wait(POLL_MS, undefined, { ref: false });
  }
  return typeof outcome === 'number' ? `PostgreSQL ended with exit code ${outcome}` : `PostgreSQL ended: ${outcome}`;
}

async function untilReady(site: Site, settings: ServerSettings, supervised: Supervised): Promise<number | undefined> {
  const pid = await supervised.pid;
  let ended = pid === undefined;
  void supervised.exited.then(() => (ended = true));
  let heardAt = Date.now();
  while (!ended) {
    const answer = await pingServer(settings.socketDirectory);
    // Another server may answer at the same place; then ours is about to end.
    if (answer === 'ready' && readServerPid(site.cluster) === pid) return pid;
    if (answer === 'busy') heardAt = Date.now(); // recovering from a crash, which may take long
    if (Date.now() - heardAt > SILENCE_MS) return undefined;
    await wait(POLL_MS, undefined, { ref: false });
  }
  return undefined;
}

/**
 * Starts the server and waits until it takes connections, through recovery from a crash if need be. Answers undefined
 * when another server is in the way, which is worth looking at again; throws with the end of the log when it cannot
 * start.
 */
export async function startServer(
  site: Site,
  settings: ServerSettings,
  log: ServerLog,
): Promise<OwnServer | undefined> {
  const supervised = supervise(commandLine(site, settings), log.descriptor, settings.user, site.cluster);
  const pid = await untilReady(site, settings, supervised);
  if (pid === undefined) {
    supervised.interrupt();
    const outcome = await supervised.exited;
    const said = log.tail();
    if (WORTH_ANOTHER_TRY.test(said)) return undefined;
    if (outcome === 126 || outcome === 127) throw noBinaries(`its programs do not run here (${said})`);
    throw new Error(`PostgreSQL did not start in ${site.cluster} (${outcome}).\n${said}`);
  }
  const gone = endWith(supervised, identify(pid));
  return {
    gone,
    async stop() {
      supervised.interrupt();
      await gone;
    },
  };
}
