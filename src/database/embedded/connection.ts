// Builds the address of an embedded server and checks whether a server answers there.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { SOCKET_NAME } from './socketDirectory.ts';

/** The role that owns everything in an embedded database. */
export const DATABASE_ROLE = 'commonplace';

/** `busy`: a server is there but takes no connections now, because it starts, recovers or stops. */
export type Answer = 'ready' | 'busy' | 'absent';

const CONNECT_TIMEOUT_MS = 2_000;
const NOBODY_LISTENS = new Set(['ENOENT', 'ECONNREFUSED', 'ENOTSOCK', 'ENOTDIR', 'EACCES']);

/**
 * The connection string for node-postgres, TypeORM and psql. Port and TLS are spelled out because otherwise PGPORT and
 * PGSSLMODE of the environment would decide them.
 */
export function addressOf(socketDirectory: string): string {
  const host = encodeURIComponent(socketDirectory);
  return `postgres://${DATABASE_ROLE}@/postgres?host=${host}&port=5432&sslmode=disable`;
}

function judge(error: unknown): Answer {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (NOBODY_LISTENS.has(code)) return 'absent';
  // Class 57P is "shutting down", "crashed" and "starting up"; any other SQL state (such as too many connections) comes
  // from a server at work. What has no SQL state is a connection cut or kept waiting.
  return /^[0-9A-Z]{5}$/.test(code) && !code.startsWith('57P') && !code.startsWith('E') ? 'ready' : 'busy';
}

/** Tries to connect once. */
export async function pingServer(socketDirectory: string): Promise<Answer> {
  if (!existsSync(join(socketDirectory, SOCKET_NAME))) return 'absent';
  const client = new pg.Client({
    connectionString: addressOf(socketDirectory),
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  client.on('error', () => undefined); // cut while we say goodbye
  try {
    await client.connect();
    return 'ready';
  } catch (error) {
    return judge(error);
  } finally {
    client.end().catch(() => undefined);
  }
}
