// What answers at a database address: a server or a connection pool in front of one, and whether it is fit to work with.
// Found out at the start, so that what cannot work is refused there and not by every tenth request.
import pg from 'pg';
import { connectMillis, ListenedClient, sessionLimits } from './connections.ts';

/** What was found at an address. */
export interface ServerAt {
  /** Whether a connection pool stands between, which gives each transaction another connection of the server. */
  readonly isPool: boolean;
  /** Whether the server takes no writes because it follows another. */
  readonly isStandby: boolean;
  /** What the server has in common with its standbys and with no other; null where it does not tell. */
  readonly cluster: string | null;
  /** Whether a statement that is prepared under a name is found again. */
  readonly keepsNamed: boolean;
  /** Settings of a session that the account lacks as defaults, as SQL that would set them; a pool keeps no others. */
  readonly missingDefaults: readonly string[];
}

/** Looks at the address, over connections of its own. Throws what the driver throws when nothing answers. */
export async function serverAt(url: string): Promise<ServerAt> {
  const clients = [0, 1].map(
    () => new ListenedClient({ connectionString: url, connectionTimeoutMillis: connectMillis, query_timeout: 5_000 }),
  );
  const [one, other] = clients as [ListenedClient, ListenedClient];
  try {
    await one.connect();
    const { rows } = await one.query<{ pid: number; standby: boolean; role: string }>(
      'SELECT pg_backend_pid() AS pid, pg_is_in_recovery() AS standby, quote_ident(current_user) AS role',
    );
    const [found] = rows;
    // A pool answers for the server with a key of its own.
    const isPool = found?.pid !== keyOf(one);
    const isStandby = found?.standby === true;
    const cluster = await clusterOf(one);
    if (!isPool) return { isPool, isStandby, cluster, keepsNamed: true, missingDefaults: [] };
    await other.connect();
    const keepsNamed = await findsNamedAgain([one, other, one]);
    return { isPool, isStandby, cluster, keepsNamed, missingDefaults: await missingDefaults(one, found?.role ?? '') };
  } finally {
    await Promise.all(clients.map((client) => client.end().catch(() => undefined)));
  }
}

// Managed servers may keep it to themselves.
async function clusterOf(client: ListenedClient): Promise<string | null> {
  const sql = 'SELECT system_identifier::text AS id FROM pg_control_system()';
  return client.query<{ id: string }>(sql).then(
    ({ rows }) => rows[0]?.id ?? null,
    () => null,
  );
}

// pg keeps the key of the session that the server gave at the start; its types leave it out.
const keyOf = (client: ListenedClient): number => (client as unknown as { readonly processID: number }).processID;

// 26000 and 42P05: the name is not there, or there already, on the connection that the pool gave this time.
async function findsNamedAgain(clients: readonly ListenedClient[]): Promise<boolean> {
  try {
    for (const client of clients) await client.query({ name: 'commonplace_look', text: 'SELECT 1' });
    return true;
  } catch (error) {
    if (error instanceof pg.DatabaseError && ['26000', '42P05'].includes(error.code ?? '')) return false;
    throw error;
  }
}

async function missingDefaults(client: ListenedClient, role: string): Promise<string[]> {
  const missing: string[] = [];
  for (const [name, value] of Object.entries(sessionLimits)) {
    const { rows } = await client.query<{ value: string }>('SELECT current_setting($1) AS value', [name]);
    const is = rows[0]?.value ?? '';
    if (name === 'timezone' ? is !== value : is === '0') missing.push(`ALTER ROLE ${role} SET ${name} = '${value}'`);
  }
  return missing;
}
