// One connection to the database of a crash run, for one piece of work.
import pg from 'pg';

/** Runs the work on its own connection. Rejects when the server is unavailable. */
export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  // A server that crashes meanwhile is reported by the work itself.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}
