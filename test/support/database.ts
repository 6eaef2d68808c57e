// Databases for tests: each test file gets its own, copied from the migrated template.
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';

/** The address of another database on the same server. */
export function databaseUrl(serverUrl: string, name: string): string {
  const url = serverUrl.replace(/^postgres(ql)?:\/\/([^/]*)\/[^?]*/, `postgres://$2/${name}`);
  return url;
}

/** The name of the database at an address; that of a socket names no host. */
export function databaseName(url: string): string {
  return new URL(url.replace(/@\//, '@host/')).pathname.slice(1);
}

/** Runs one piece of work on a connection of its own. */
export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** A test's own database. */
export interface TestDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

/** Copies the migrated template. */
export async function createDatabase(): Promise<TestDatabase> {
  const serverUrl = inject('serverUrl');
  const name = inject('databasePrefix') + randomUUID().replaceAll('-', '');
  await withClient(serverUrl, (client) =>
    client.query(`CREATE DATABASE ${name} TEMPLATE ${pg.escapeIdentifier(inject('templateName'))} STRATEGY file_copy`),
  );
  return {
    url: databaseUrl(serverUrl, name),
    drop: () =>
      withClient(serverUrl, async (client) => {
        await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
      }),
  };
}

/** Has the database's functions of time answer one instant, for every connection that is opened from now on. */
export async function stopClock(databaseUrl: string, instant: string): Promise<string> {
  await withClient(databaseUrl, async (client) => {
    await client.query('CREATE SCHEMA still');
    for (const name of ['now', 'statement_timestamp', 'clock_timestamp'])
      await client.query(
        `CREATE FUNCTION still.${name}() RETURNS timestamptz LANGUAGE sql STABLE AS $$ SELECT '${instant}'::timestamptz $$`,
      );
    const { rows } = await client.query<{ name: string }>('SELECT current_database() AS name');
    await client.query(`ALTER DATABASE "${String(rows[0]?.name)}" SET search_path = still, pg_catalog, public`);
  });
  return databaseUrl;
}
