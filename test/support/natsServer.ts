// A real NATS server with JetStream, on a free port of 127.0.0.1 and with a store directory of its own.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { connect } from '@nats-io/transport-node';

const folders = [...(process.env['PATH'] ?? '').split(':'), '/usr/sbin', '/usr/local/sbin'];

/** The program; null where none is installed, and then there is nothing to test with. */
export const natsProgram: string | null =
  folders.map((folder) => path.join(folder, 'nats-server')).find((file) => existsSync(file)) ?? null;

/** The name of a suite that needs the server: says why it is skipped where it is. */
export function withNats(name: string): string {
  return natsProgram ? name : `${name} (skipped: no nats-server is installed here)`;
}

/** A server, running or not. */
export interface NatsServer {
  readonly url: string;
  /** Ends it without warning; what it stored stays. */
  kill(): Promise<void>;
  /** Starts it again, on the same port and store. */
  start(): Promise<void>;
  /** Ends it and forgets what it stored. */
  clear(): Promise<void>;
}

/** Starts one; resolves once it takes connections. */
export async function startNatsServer(): Promise<NatsServer> {
  const store = mkdtempSync(path.join(tmpdir(), 'commonplace-nats-'));
  const port = await freePort();
  const url = `nats://127.0.0.1:${String(port)}`;
  let child: ChildProcess | null = null;
  const start = async (): Promise<void> => {
    child = spawn(natsProgram ?? 'nats-server', ['-js', '-sd', store, '-a', '127.0.0.1', '-p', String(port)], {
      stdio: 'ignore',
    });
    while (!(await answers(port))) await new Promise((resolve) => setTimeout(resolve, 20));
  };
  const kill = async (): Promise<void> => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  await start();
  return {
    url,
    start,
    kill,
    async clear() {
      await kill();
      rmSync(store, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function answers(port: number): Promise<boolean> {
  try {
    const connection = await connect({ servers: `127.0.0.1:${String(port)}`, reconnect: false, timeout: 500 });
    await connection.close();
    return true;
  } catch {
    return false;
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address ? address.port : 0;
}
