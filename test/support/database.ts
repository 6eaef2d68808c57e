// Databases for tests: each test file gets its own, copied from the migrated template.
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';

/** The address of another database on the same server. */
export function databaseUrl(serverUrl: string, name: string): string {
  const url = serverUrl.replace(/^postgres(ql)?:\/\/([^/]*)\/[^?]*/, `postgres://$2/${name}`);
  return url;
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
  const name = `commonplace_${randomUUID().replaceAll('-', '')}`;
  await withClient(serverUrl, (client) =>
    client.query(`CREATE DATABASE ${name} TEMPLATE ${pg.escapeIdentifier(inject('templateName'))} STRATEGY wal_log`),
  );
  return {
    url: databaseUrl(serverUrl, name),
    drop: () =>
      withClient(serverUrl, async (client) => {
        await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
      }),
  };
}
