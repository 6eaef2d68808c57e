// A PostgreSQL that this machine has installed, with its tools: the embedded one has none, and Debian's tools cannot read what is newer.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../support/freePort.ts';
import { eventually } from './databaseProcess.ts';

const folders = '/usr/lib/postgresql';

/** The folder of the newest one's programs; null where none is installed. */
export function installedPostgres(): string | null {
  const versions = existsSync(folders) ? readdirSync(folders) : [];
  const all = versions.sort((one, other) => Number(other) - Number(one)).map((one) => path.join(folders, one, 'bin'));
  return all.find((bin) => ['initdb', 'postgres', 'pg_dump'].every((name) => existsSync(path.join(bin, name)))) ?? null;
}

/** A server that was started, with an empty database. */
export interface InstalledServer {
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts a server of its own from those programs. */
export async function startInstalled(bin: string): Promise<InstalledServer> {
  const folder = mkdtempSync(path.join(tmpdir(), 'commonplace-installed-'));
  // PostgreSQL does not run as root.
  const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid);
  chmodSync(folder, 0o755);
  const data = path.join(folder, 'data');
  const flags = ['-D', data, '-U', 'commonplace', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'];
  await promisify(execFile)(path.join(bin, 'initdb'), flags, user);
  const port = String(await freePort());
  const settings = { listen_addresses: '127.0.0.1', port, unix_socket_directories: folder, fsync: 'off' };
  const given = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const server = spawn(path.join(bin, 'postgres'), ['-D', data, ...given], { ...user, stdio: 'ignore' });
  const ended = once(server, 'exit');
  const url = `postgres://commonplace@127.0.0.1:${port}/postgres`;
  const ask = (): Promise<unknown> => promisify(execFile)(path.join(bin, 'psql'), [url, '--command=SELECT 1']);
  await eventually(ask, 30_000);
  return {
    url,
    async stop() {
      server.kill('SIGINT');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
