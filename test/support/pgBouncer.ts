// A real PgBouncer that shares connections by transaction, on a free port of 127.0.0.1. The program is the one on the PATH or at
// PGBOUNCER; 1.21 was the first that keeps named statements.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { freePort } from './freePort.ts';

const folders = [...(process.env['PATH'] ?? '').split(':'), '/usr/sbin', '/usr/local/sbin'];
const candidates = [
  process.env['PGBOUNCER'],
  ...folders.filter(Boolean).map((folder) => path.join(folder, 'pgbouncer')),
];

/** The program; null if none that is new enough is installed, and then the tests are skipped. */
export const pgBouncerProgram: string | null =
  candidates.find((file) => file && existsSync(file) && keepsNamedStatements(file)) ?? null;

function keepsNamedStatements(file: string): boolean {
  const [, major = '0', minor = '0'] =
    /PgBouncer (\d+)\.(\d+)/.exec(execFileSync(file, ['--version'], { encoding: 'utf8' })) ?? [];
  return Number(major) > 1 || Number(minor) >= 21;
}

/** The name of a test that needs the program: says why it is skipped where it is. */
export function withPgBouncer(name: string): string {
  return pgBouncerProgram ? name : `${name} (skipped: no PgBouncer of 1.21 or later is installed here)`;
}

/** What the account behind a pool needs, as docs/scaling.md gives it. */
export const limitsOfPooledAccount: Readonly<Record<string, string>> = {
  timezone: 'UTC',
  statement_timeout: '5000',
  lock_timeout: '2000',
  idle_in_transaction_session_timeout: '10000',
};

/** A running PgBouncer. */
export interface PgBouncer {
  /** Its address for the database that it was started for. */
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts one before the server of a database, with at most so many connections to the server. Resolves once it accepts some. */
export async function startPgBouncer(databaseUrl: string, connections: number): Promise<PgBouncer> {
  const { host, port, user, database } = new pg.Client({ connectionString: databaseUrl });
  const folder = mkdtempSync(path.join(tmpdir(), 'pgbouncer-'));
  chmodSync(folder, 0o755);
  const own = await freePort();
  writeFileSync(path.join(folder, 'users'), `"${String(user)}" ""\n`);
  writeFileSync(
    path.join(folder, 'pgbouncer.ini'),
    [
      '[databases]',
      `* = host=${host} port=${String(port)}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${String(own)}`,
      'unix_socket_dir =',
      'auth_type = trust',
      `auth_file = ${path.join(folder, 'users')}`,
      'pool_mode = transaction',
      'max_prepared_statements = 400',
      'max_client_conn = 500',
      `default_pool_size = ${String(connections)}`,
      'server_login_retry = 1',
      '',
    ].join('\n'),
  );
  // PgBouncer refuses to run as root; the tests' own PostgreSQL then runs as this user, too.
  const asOther = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const child = spawn(pgBouncerProgram ?? 'pgbouncer', ['-q', ...asOther, path.join(folder, 'pgbouncer.ini')], {
    stdio: 'ignore',
  });
  const exited = once(child, 'exit');
  const url = `postgres://${String(user)}@127.0.0.1:${String(own)}/${String(database)}`;
  while (!(await accepts(url))) {
    if (child.exitCode !== null) throw new Error(`PgBouncer did not start (${String(child.exitCode)})`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return {
    url,
    async stop() {
      child.kill('SIGTERM');
      await exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function accepts(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('SELECT 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}
