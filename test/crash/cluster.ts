// A PostgreSQL server that belongs to no gateway: started from the embedded binaries in a separate process, so that it
// can crash and restart while the gateways keep running.
import { chmodSync } from 'node:fs';
import { createServer } from 'node:net';
import { findBinaries, prepareBinaries } from '../../src/database/embedded/binaries.ts';
import { DATABASE_ROLE } from '../../src/database/embedded/connection.ts';
import { createCluster } from '../../src/database/embedded/createCluster.ts';
import { openServerLog } from '../../src/database/embedded/serverLog.ts';
import { chooseServerUser } from '../../src/database/embedded/serverUser.ts';
import { openSite } from '../../src/database/embedded/site.ts';
import { supervise, type Supervised } from '../../src/database/embedded/supervise.ts';
import { withClient } from './connection.ts';

/** A server, running or crashed. */
export interface Cluster {
  readonly url: string;
  /** Stops it immediately, as `pg_ctl stop -m immediate` does: no session ends cleanly, no checkpoint is written. */
  crash(): Promise<void>;
  /** Ends every connection to it, as an administrator or a fail-over does. */
  terminate(): Promise<void>;
  /** Starts it again; resolves once it has recovered and accepts connections. */
  start(): Promise<void>;
  /** Stops it cleanly. */
  stop(): Promise<void>;
}

/** Creates a cluster in the directory and starts it. Over TCP, so that its crash is what remote gateways would see. */
export async function startCluster(directory: string): Promise<Cluster> {
  const installed = findBinaries();
  if (!installed) throw new Error('There are no embedded PostgreSQL binaries for this platform');
  const site = openSite(directory);
  chmodSync(directory, 0o755);
  const user = await chooseServerUser(site.dataDir, site.cluster);
  const native = await prepareBinaries(installed, user, () => undefined);
  const log = openServerLog(site.logFile, user);
  await createCluster(site, native, user, log);
  const port = await freePort();
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
  return {
    url,
    start,
    async terminate() {
      await withClient(url, (client) =>
        client.query(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()`,
        ),
      ).catch(() => undefined);
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
  };
}

function isReady(url: string): Promise<boolean> {
  return withClient(url, async () => true).catch(() => false);
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address ? address.port : 0;
}
