// A real NATS server with JetStream, on a free port of 127.0.0.1 and with its own store directory.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { connect } from '@nats-io/transport-node';
import { freePort } from './freePort.ts';

const folders = [...(process.env['PATH'] ?? '').split(':'), '/usr/sbin', '/usr/local/sbin'];

/** The program; null if none is installed, and then the tests are skipped. */
export const natsProgram: string | null =
  folders.map((folder) => path.join(folder, 'nats-server')).find((file) => existsSync(file)) ?? null;

/** The name of a suite that needs the server: says why it is skipped where it is. */
export function withNats(name: string): string {
  return natsProgram ? name : `${name} (skipped: no nats-server is installed here)`;
}

/** A server, running or not. */
export interface NatsServer {
  readonly url: string;
  /** Kills it without warning; what it stored remains. */
  kill(): Promise<void>;
  /** Starts it again, on the same port and store. */
  start(): Promise<void>;
  /** Stops it and removes what it stored. */
  clear(): Promise<void>;
}

/** How to connect to a server that is not open to everyone. */
export interface NatsSecurity {
  readonly user: string;
  readonly password: string;
  /** Files in PEM; clients have to trust the certificate. */
  readonly tls: { readonly certificate: string; readonly key: string };
}

/** A server's place in a cluster. */
export interface NatsPlace {
  readonly name: string;
  readonly port: number;
  /** The ports of all servers of the cluster. */
  readonly ports: readonly number[];
}

function clusterArguments(place: NatsPlace | null): string[] {
  if (!place) return [];
  const routes = place.ports.map((port) => `nats://127.0.0.1:${String(port)}`).join(',');
  const own = `nats://127.0.0.1:${String(place.port)}`;
  return ['--server_name', place.name, '--cluster_name', 'tests', '--cluster', own, '--routes', routes];
}

/** Starts a cluster of three; resolves once each accepts connections. */
export async function startNatsCluster(): Promise<readonly NatsServer[]> {
  for (let tries = 1; ; tries += 1) {
    const ports = await Promise.all([freePort(), freePort(), freePort()]);
    const started = await Promise.allSettled(
      ports.map((port, at) => startNatsServer(undefined, { name: `n${String(at)}`, port, ports })),
    );
    const servers = started.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    if (servers.length === ports.length) return servers;
    await Promise.all(servers.map((server) => server.clear()));
    // A port was free when it was looked for, and another process was faster.
    if (tries === 3) throw new Error('No cluster of NATS servers could be started.');
  }
}

/** Starts one; resolves once it accepts connections, and rejects when it ends before. Without security it is open to everyone, unencrypted. */
export async function startNatsServer(security?: NatsSecurity, place: NatsPlace | null = null): Promise<NatsServer> {
  const store = mkdtempSync(path.join(tmpdir(), 'commonplace-nats-'));
  const port = await freePort();
  const url = addressOf(port, security);
  const guarded = security
    ? ['--user', security.user, '--pass', security.password, '--tls', '--tlscert', security.tls.certificate]
    : [];
  const keyed = security ? ['--tlskey', security.tls.key] : [];
  let child: ChildProcess | null = null;
  const start = async (): Promise<void> => {
    const here = ['-js', '-sd', store, '-a', '127.0.0.1', '-p', String(port)];
    child = spawn(natsProgram ?? 'nats-server', [...here, ...guarded, ...keyed, ...clusterArguments(place)], {
      stdio: 'ignore',
    });
    while (!(await answers(port, security))) {
      if (hasEnded(child)) throw new Error('The NATS server ended before it accepted a connection.');
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  const kill = async (): Promise<void> => {
    if (!child || hasEnded(child)) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  const clear = async (): Promise<void> => {
    await kill();
    rmSync(store, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    await start();
  } catch (error) {
    await clear();
    throw error;
  }
  return { url, start, kill, clear };
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null;

function addressOf(port: number, security: NatsSecurity | undefined): string {
  // Certificates are for names: the client library does not check one against an IP address.
  return security
    ? `tls://${security.user}:${security.password}@localhost:${String(port)}`
    : `nats://127.0.0.1:${String(port)}`;
}

async function answers(port: number, security: NatsSecurity | undefined): Promise<boolean> {
  try {
    const connection = await connect({
      servers: new URL(addressOf(port, security)).host,
      reconnect: false,
      timeout: 500,
      ...(security && { user: security.user, pass: security.password, tls: { caFile: security.tls.certificate } }),
    });
    await connection.close();
    return true;
  } catch {
    return false;
  }
}
