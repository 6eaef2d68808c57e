// PostgreSQL servers that belong to no gateway: started from the embedded binaries in separate processes, so that they can
// crash, follow one another and be promoted while the gateways keep running.
import { execFile } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { findBinaries, prepareBinaries } from '../../src/database/embedded/binaries.ts';
import { DATABASE_ROLE } from '../../src/database/embedded/connection.ts';
import { createCluster } from '../../src/database/embedded/createCluster.ts';
import { openServerLog } from '../../src/database/embedded/serverLog.ts';
import { chooseServerUser, type ServerUser } from '../../src/database/embedded/serverUser.ts';
import { openSite, type Site } from '../../src/database/embedded/site.ts';
import { supervise, type Supervised } from '../../src/database/embedded/supervise.ts';
import { withClient } from './connection.ts';
import { freePort } from '../support/freePort.ts';

/** A server, running or crashed. */
export interface Cluster {
  readonly url: string;
  readonly port: number;
  /** Stops it immediately, as `pg_ctl stop -m immediate` does: no session ends cleanly, no checkpoint is written. */
  crash(): Promise<void>;
  /** Stops all of its processes for so long, as a machine that stalls does: connections stay open, and nothing is answered. */
  freeze(milliseconds: number): Promise<void>;
  /** Ends every connection to it, as an administrator or a fail-over does. */
  terminate(): Promise<void>;
  /** Starts it again; resolves once it has recovered and accepts connections. */
  start(): Promise<void>;
  /** Stops it cleanly. */
  stop(): Promise<void>;
  /** Runs one statement on it. */
  ask(sql: string): Promise<readonly Record<string, unknown>[]>;
  /** Copies it, while it runs, into the directory, and starts the copy as a standby that follows it, on that port. */
  standby(directory: string, port?: number): Promise<Cluster>;
}

type Settings = Readonly<Record<string, string>>;

/** Creates a cluster in the directory and starts it. Over TCP, so that its crash is what remote gateways would see. */
export async function startCluster(directory: string, settings: Settings = {}): Promise<Cluster> {
  const place = await prepare(directory);
  await createCluster(place.site, place.native, place.user, place.log);
  return serve(place, settings, await freePort());
}

interface Place {
  readonly site: Site;
  readonly native: string;
  readonly user: ServerUser | undefined;
  readonly log: ReturnType<typeof openServerLog>;
}

async function prepare(directory: string): Promise<Place> {
  const installed = findBinaries();
  if (!installed) throw new Error('There are no embedded PostgreSQL binaries for this platform');
  const site = openSite(directory);
  chmodSync(directory, 0o755);
  const user = await chooseServerUser(site.dataDir, site.cluster);
  const native = await prepareBinaries(installed, user, () => undefined);
  return { site, native, user, log: openServerLog(site.logFile, user) };
}

async function serve(place: Place, settings: Settings, port: number): Promise<Cluster> {
  const { site, native, user, log } = place;
  const options = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: site.cluster,
    unix_socket_permissions: '0700',
    port: String(port),
    max_connections: '200',
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
    timezone: 'UTC',
    ...settings,
  };
  const url = `postgres://${DATABASE_ROLE}@127.0.0.1:${String(port)}/postgres`;
  const command = [
    `${native}/bin/postgres`,
    '-D',
    site.cluster,
    ...Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
  let running: Supervised | null = null;
  const start = async (): Promise<void> => {
    running = supervise(command, log.descriptor, user);
    const end = { isThere: false };
    void running.exited.then(() => (end.isThere = true));
    while (!(await isReady(url))) {
      if (end.isThere) throw new Error(`PostgreSQL did not start. ${log.tail()}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  await start();
  const ask: Cluster['ask'] = (sql) =>
    withClient(url, async (client) => (await client.query<Record<string, unknown>>(sql)).rows);
  return {
    url,
    port,
    start,
    ask,
    async terminate() {
      await ask(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()`,
      ).catch(() => undefined);
    },
    async freeze(milliseconds) {
      const pid = await running?.pid;
      if (!pid) return;
      const all = [pid, ...childrenOf(pid)];
      signal(all, 'SIGSTOP');
      await new Promise((resolve) => setTimeout(resolve, milliseconds));
      signal(all, 'SIGCONT');
    },
    async crash() {
      const pid = await running?.pid;
      if (pid) process.kill(pid, 'SIGQUIT');
      await running?.exited;
    },
    async stop() {
      running?.interrupt();
      await running?.exited;
      log.close();
    },
    async standby(standbyDirectory, at) {
      const other = await prepare(standbyDirectory);
      // A fault may end the connection of the backup, and with it the backup.
      for (let tries = 1; !(await copy(url, site.cluster, other).then(...outcome)); tries += 1)
        if (tries === mostCopies) throw new Error('The server could not be copied');
      const follows = `primary_conninfo = 'host=127.0.0.1 port=${String(port)} user=${DATABASE_ROLE} application_name=standby'\n`;
      // Where ALTER SYSTEM can change it.
      writeFileSync(path.join(other.site.cluster, 'postgresql.auto.conf'), follows);
      return serve(other, settings, at ?? (await freePort()));
    },
  };
}

const mostCopies = 5;
const outcome = [() => true, () => false] as const;

// Backends end whenever they like.
function signal(pids: readonly number[], name: 'SIGSTOP' | 'SIGCONT'): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
    }
  }
}

function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${String(pid)}/task/${String(pid)}/children`, 'utf8')
    .split(' ')
    .flatMap((child) => (child.trim() === '' ? [] : Number(child)));
}

// An online backup: what is torn in the files is repaired from the log that is copied after them.
async function copy(url: string, from: string, { site, user }: Place): Promise<void> {
  // Writers work in this process: it must not stand still for thousands of files.
  await rm(site.cluster, { recursive: true, force: true });
  mkdirSync(site.cluster, { mode: 0o700 });
  // Files that vanish meanwhile are no part of the backup.
  const take = (what: string): Promise<void> =>
    new Promise((resolve) => execFile('cp', ['-a', `${from}/${what}`, site.cluster], () => resolve()));
  const label = await withClient(url, async (client) => {
    await client.query(`SELECT pg_backup_start('standby', true)`);
    await take('.');
    const { rows } = await client.query<{ label: string }>('SELECT labelfile AS label FROM pg_backup_stop()');
    return rows[0]?.label ?? '';
  });
  await take('pg_wal');
  for (const name of ['postmaster.pid', 'postmaster.opts']) rmSync(path.join(site.cluster, name), { force: true });
  for (const [name, text] of [
    ['backup_label', label],
    ['standby.signal', ''],
  ] as const) {
    const file = path.join(site.cluster, name);
    writeFileSync(file, text);
    if (user) chownSync(file, user.uid, user.gid);
  }
  if (user) chownSync(site.cluster, user.uid, user.gid);
}

function isReady(url: string): Promise<boolean> {
  return withClient(url, async () => true).catch(() => false);
}
