// Comes to hold a running server of a site, as one who attached to it or as the one who started it. Decides which, when
// several processes want it at once.
import { setTimeout as wait } from 'node:timers/promises';
import { noBinaries, prepareBinaries, whyNoBinaries } from './binaries.ts';
import { pingServer } from './connection.ts';
import type { Answer } from './connection.ts';
import { createCluster, hasCluster } from './createCluster.ts';
import { disarmLeftovers, hasServer, readServerPid } from './postmasterFile.ts';
import { identify, isRunning } from './processes.ts';
import { openServerLog } from './serverLog.ts';
import { chooseServerUser, nameWithin } from './serverUser.ts';
import type { ServerUser } from './serverUser.ts';
import type { Site } from './site.ts';
import { findSocketDirectory, makeSocketDirectory } from './socketDirectory.ts';
import { takeStartLock } from './startLock.ts';
import { startServer } from './startServer.ts';
import type { OwnServer } from './startServer.ts';

/** What is wanted. */
export interface StartOptions {
  readonly site: Site;
  readonly findBinaries: () => string | undefined;
  /** Settings of PostgreSQL in place of ours. */
  readonly settings: Readonly<Record<string, string>>;
  /** Whether an empty data directory gets a new database; false once there has been one. */
  readonly mayCreate: boolean;
  readonly report: (progress: string) => void;
  /** Gives up the wait when aborted. */
  readonly signal: AbortSignal;
}

/** A server that another process runs. */
export interface Attachment {
  readonly socketDirectory: string;
  readonly own: undefined;
  /** Whether the server is still there; cheap enough to be called several times a second. */
  isThere(): Promise<boolean>;
}

/** A server that we run. */
export interface Ownership {
  readonly socketDirectory: string;
  readonly own: OwnServer;
}

/** A running server that we can use. */
export type Hold = Attachment | Ownership;

const POLL_MS = 15;
const PATIENCE_MS = 120_000;

async function answerAt(site: Site): Promise<Answer> {
  const socketDirectory = findSocketDirectory(site);
  return socketDirectory === undefined ? 'absent' : pingServer(socketDirectory);
}

/** Call it when the server has answered. */
function attach(site: Site): Attachment | undefined {
  const socketDirectory = findSocketDirectory(site);
  if (socketDirectory === undefined) return undefined;
  const pid = readServerPid(site.cluster);
  const server = pid === undefined ? undefined : identify(pid);
  const isThere =
    server && isRunning(server)
      ? () => Promise.resolve(isRunning(server))
      : // A server in another container of this machine cannot be seen, but answers.
        async () => (await pingServer(socketDirectory)) !== 'absent';
  return { socketDirectory, own: undefined, isThere };
}

async function requireReach(user: ServerUser | undefined, site: Site): Promise<void> {
  if ((await nameWithin(user, site.dataDir)) !== undefined) return;
  throw new Error(
    `PostgreSQL cannot run as root, so it runs as the user with id ${user?.uid}, who cannot enter ${site.dataDir}. ` +
      'Set DATA_DIR to a directory that every user may enter, or start as an ordinary user, ' +
      'or set DATABASE_URL to a PostgreSQL server.',
  );
}

/** Call it with the start lock held and no server there. Answers undefined when one came up all the same. */
async function own(startOptions: StartOptions): Promise<Ownership | undefined> {
  const { site, report } = startOptions;
  const installed = startOptions.findBinaries();
  if (installed === undefined) throw noBinaries(whyNoBinaries());
  const user = await chooseServerUser(site.dataDir, site.cluster);
  await requireReach(user, site);
  const native = await prepareBinaries(installed, user, report);
  const log = openServerLog(site.logFile, user);
  try {
    if (!hasCluster(site)) {
      if (!startOptions.mayCreate) throw new Error(`The database in ${site.cluster} has disappeared.`);
      report(`Creating a PostgreSQL database in ${site.cluster}`);
      await createCluster(site, native, user, log);
    }
    const socketDirectory = await makeSocketDirectory(site, user);
    disarmLeftovers(site.cluster, socketDirectory);
    report(`Starting PostgreSQL in ${site.cluster}`);
    const name = (await nameWithin(user, site.cluster)) ?? site.cluster;
    const settings = { native, user, name, socketDirectory, others: startOptions.settings };
    const server = await startServer(site, settings, log);
    return server && { socketDirectory, own: server };
  } finally {
    log.close();
  }
}

async function ownUnderLock(startOptions: StartOptions): Promise<Ownership | undefined> {
  const { site } = startOptions;
  if (hasServer(site.cluster)) return undefined; // it is about to answer, or to end
  const release = takeStartLock(site.lockFile);
  if (!release) return undefined;
  try {
    // Looked at again under the lock: another process may have started one since.
    if ((await answerAt(site)) !== 'absent' || hasServer(site.cluster)) return undefined;
    return await own(startOptions);
  } finally {
    release();
  }
}

/**
 * Attaches to the server that runs or starts one, whichever is possible first. Waits while a server starts, recovers or
 * stops, or while another process is about to start one. Throws when no server can be had.
 */
export async function attachOrOwn(startOptions: StartOptions): Promise<Hold> {
  let lastReport = Date.now();
  while (Date.now() - lastReport < PATIENCE_MS) {
    const answer = await answerAt(startOptions.site);
    if (answer === 'busy') lastReport = Date.now();
    const hold =
      answer === 'ready'
        ? attach(startOptions.site)
        : answer === 'absent'
          ? await ownUnderLock(startOptions)
          : undefined;
    if (hold) {
      startOptions.report(hold.own ? 'PostgreSQL is running' : 'Attached to the PostgreSQL that another process runs');
      return hold;
    }
    await wait(POLL_MS, undefined, { ref: false, signal: startOptions.signal });
  }
  throw new Error(
    `Another process has kept the database in ${startOptions.site.cluster} from starting for two minutes. ` +
      'Stop it, or set DATA_DIR to another directory, or set DATABASE_URL to a PostgreSQL server.',
  );
}
