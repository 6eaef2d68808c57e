// Once per test run: one PostgreSQL server (embedded, or DATABASE_URL) and one migrated template database that every
// test file copies.
import { mkdtempSync, chmodSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../../src/database/embedded/embeddedPostgres.ts';
import { migrate } from '../../src/database/migrate.ts';
import { databaseUrl, withClient } from './database.ts';

declare module 'vitest' {
  interface ProvidedContext {
    serverUrl: string;
    templateName: string;
  }
}

/** Starts the server and makes the template; the answer takes both away. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env['DATABASE_URL'];
  const directory = mkdtempSync(path.join(tmpdir(), 'commonplace-test-'));
  chmodSync(directory, 0o755);
  const embedded = given ? null : await startEmbeddedPostgres({ dataDir: directory, maxConnections: 200 });
  const serverUrl = given ?? embedded?.url ?? '';
  // This server goes with the run: a commit need not wait for the disk. Tests that stop PostgreSQL start their own.
  if (embedded)
    await withClient(serverUrl, (client) => client.query('ALTER ROLE CURRENT_USER SET synchronous_commit = off'));
  const templateName = `commonplace_template_${String(process.pid)}`;
  await withClient(serverUrl, (client) => client.query(`CREATE DATABASE ${pg.escapeIdentifier(templateName)}`));
  await migrate(databaseUrl(serverUrl, templateName));
  project.provide('serverUrl', serverUrl);
  project.provide('templateName', templateName);
  return async () => {
    await withClient(serverUrl, (client) =>
      client.query(`DROP DATABASE IF EXISTS ${pg.escapeIdentifier(templateName)} WITH (FORCE)`),
    );
    await embedded?.stop();
    rmSync(directory, { recursive: true, force: true });
  };
}
