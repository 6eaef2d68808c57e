// PostgreSQL under Patroni, with its own configuration: etcd holds who leads, HAProxy is the one address of the gateways. All of them are the
// programs of Debian's packages, on loopback and in one folder.
import {
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  readdirSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { chooseServerUser } from '../../src/database/embedded/serverUser.ts';
import { supervise, type Supervised } from '../../src/database/embedded/supervise.ts';
import { freePort } from '../support/freePort.ts';

const version = existsSync('/usr/lib/postgresql')
  ? readdirSync('/usr/lib/postgresql').findLast((name) => Number(name) >= 15)
  : undefined;
const programs = {
  'etcd-server': '/usr/bin/etcd',
  patroni: '/usr/bin/patroni',
  haproxy: '/usr/sbin/haproxy',
  'postgresql-15': `/usr/lib/postgresql/${version ?? '15'}/bin/postgres`,
};

/** The Debian packages that are not installed here; none where `startPatroni` can be called. */
export const missingPackages: readonly string[] = Object.entries(programs).flatMap(([name, file]) =>
  existsSync(file) ? [] : [name],
);

/** The servers, and what watches over them. */
export interface PatroniCluster {
  /** The address of all servers. */
  readonly hosts: string;
  /** Where each Patroni answers. */
  readonly apis: readonly string[];
  /** Crashes the server that takes writes; resolves when Patroni has promoted another, to its name. */
  failover(): Promise<string>;
  /** Puts HAProxy before these gateways; resolves to its address. */
  balance(gateways: readonly string[]): Promise<string>;
  stop(): Promise<void>;
}

/** As Patroni shows it. */
interface Member {
  readonly name: string;
  readonly role: string;
  readonly state: string;
}

interface Node {
  readonly name: string;
  readonly port: number;
  readonly api: number;
}

const account = 'commonplace';
const secondsToLive = 20;

/** Starts etcd, and two servers under Patroni of which one is the synchronous standby of the other; resolves when it is. */
export async function startPatroni(folder: string): Promise<PatroniCluster> {
  const user = await chooseServerUser(folder, folder);
  const log = openSync(path.join(folder, 'patroni.log'), 'a');
  const running: Supervised[] = [];
  // Programs that a shell puts into the background ignore interrupts, by which these are to end.
  const run = (...command: string[]): void =>
    void running.unshift(supervise(['/usr/bin/env', '--default-signal=INT', ...command], log, user));
  const makeFolder = (name: string): string => {
    const made = path.join(folder, name);
    mkdirSync(made, { mode: 0o700 });
    if (user) chownSync(made, user.uid, user.gid);
    return made;
  };
  const etcd = await startEtcd(makeFolder('etcd'), run);
  const nodes: Node[] = [];
  for (const name of ['a', 'b']) nodes.push({ name, port: await freePort(), api: await freePort() });
  for (const node of nodes) {
    const file = path.join(folder, `patroni-${node.name}.yml`);
    // JSON is YAML.
    writeFileSync(file, JSON.stringify(configurationOf(node, { etcd, folder: makeFolder(node.name) }), null, 2));
    run(programs.patroni, file);
  }
  const apis = nodes.map(({ api }) => `http://127.0.0.1:${String(api)}`);
  const members = async (): Promise<readonly Member[]> => {
    for (const api of apis) {
      const answer = await fetch(`${api}/cluster`).catch(() => null);
      // As Patroni documents it.
      if (answer?.ok) return ((await answer.json()) as { members: Member[] }).members;
    }
    return [];
  };
  const leader = async (): Promise<string | null> => {
    const all = await members();
    const isWhole = all.some(({ role, state }) => role === 'sync_standby' && /running|streaming/.test(state));
    return isWhole ? (all.find(({ role, state }) => role === 'leader' && state === 'running')?.name ?? null) : null;
  };
  await until(async () => (await leader()) !== null);
  return {
    hosts: `postgres://${account}@${nodes.map(({ port }) => `127.0.0.1:${String(port)}`).join(',')}/postgres`,
    apis,
    async failover() {
      const old = await leader();
      const [pid] = readFileSync(path.join(folder, String(old), 'data', 'postmaster.pid'), 'utf8').split('\n');
      process.kill(Number(pid), 'SIGQUIT');
      const found = { name: old };
      await until(async () => {
        found.name = (await leader()) ?? old;
        return found.name !== old;
      });
      return String(found.name);
    },
    async balance(gateways) {
      const port = await freePort();
      const file = path.join(folder, 'haproxy.cfg');
      writeFileSync(file, balancer(port, gateways));
      run(programs.haproxy, '-db', '-f', file);
      return `http://127.0.0.1:${String(port)}`;
    },
    async stop() {
      // What was started last ends first: a server that is the last one to leave still finds etcd.
      for (const one of running) {
        one.interrupt();
        await one.exited;
      }
      closeSync(log);
    },
  };
}

async function startEtcd(folder: string, run: (...command: string[]) => void): Promise<string> {
  const [clients, peers] = [await freePort(), await freePort()].map((port) => `http://127.0.0.1:${String(port)}`);
  const [client, peer] = [String(clients), String(peers)];
  const flags = {
    'data-dir': folder,
    'listen-client-urls': client,
    'advertise-client-urls': client,
    'listen-peer-urls': peer,
    'initial-advertise-peer-urls': peer,
    'initial-cluster': `default=${peer}`,
  };
  run(programs['etcd-server'], ...Object.entries(flags).map(([name, value]) => `--${name}=${value}`));
  await until(async () => (await fetch(`${client}/health`)).ok);
  return client.replace('http://', '');
}

// The configuration of one Patroni; what is under `dcs` is shared, and kept by etcd.
function configurationOf({ name, port, api }: Node, { etcd, folder }: { etcd: string; folder: string }): object {
  const self = `127.0.0.1:${String(port)}`;
  return {
    scope: 'commonplace',
    name,
    restapi: { listen: `127.0.0.1:${String(api)}`, connect_address: `127.0.0.1:${String(api)}` },
    etcd3: { host: etcd },
    bootstrap: {
      dcs: {
        ttl: secondsToLive,
        loop_wait: 2,
        retry_timeout: 5,
        // A server that crashed is replaced, not waited for.
        master_start_timeout: 0,
        synchronous_mode: true,
        postgresql: { use_pg_rewind: true, parameters: { max_connections: 200, wal_log_hints: 'on', timezone: 'UTC' } },
      },
      initdb: [{ encoding: 'UTF8' }, { auth: 'trust' }, { locale: 'C.UTF-8' }, 'data-checksums'],
      pg_hba: ['host all all 127.0.0.1/32 trust', 'host replication all 127.0.0.1/32 trust'],
    },
    postgresql: {
      listen: self,
      connect_address: self,
      data_dir: path.join(folder, 'data'),
      bin_dir: path.dirname(programs['postgresql-15']),
      pgpass: path.join(folder, 'pgpass'),
      authentication: {
        superuser: { username: account },
        replication: { username: account },
        rewind: { username: account },
      },
      parameters: { unix_socket_directories: folder },
    },
  };
}

// Requests go to gateways that are ready, and sockets may stay open for an hour.
function balancer(port: number, gateways: readonly string[]): string {
  const servers = gateways.map(
    (url, at) => `  server gateway${String(at)} ${new URL(url).host} check inter 500 fall 1`,
  );
  return [
    'defaults',
    '  mode http',
    '  timeout connect 2s',
    '  timeout client 1h',
    '  timeout server 1h',
    '  retry-on conn-failure',
    'frontend callers',
    `  bind 127.0.0.1:${String(port)}`,
    '  default_backend gateways',
    'backend gateways',
    '  balance leastconn',
    '  option httpchk GET /readyz',
    ...servers,
    '',
  ].join('\n');
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo().catch(() => false))) await wait(100);
}
