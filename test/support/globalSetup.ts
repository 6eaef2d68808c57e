// Once per test run: one PostgreSQL server (embedded, or DATABASE_URL) and one migrated template database that every
// test file copies.
import { randomBytes } from 'node:crypto';
import { statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../../src/database/embedded/embeddedPostgres.ts';
import { migrate } from '../../src/database/connection/migrate.ts';
import { databaseUrl, withClient } from './database.ts';
import { makeRunFolder, removeAtEnd, removeFoldersLeft } from './runFolders.ts';
import { settings } from './serverSettings.ts';

declare module 'vitest' {
  interface ProvidedContext {
    serverUrl: string;
    /** What the names of all databases of this run begin with. */
    databasePrefix: string;
    templateName: string;
    /** Where services keep their files. */
    dataFolder: string;
  }
}

/** Starts the server and creates the template; returns a function that removes both, and what the services left. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env['DATABASE_URL'];
  removeFoldersLeft();
  const directory = makeRunFolder(given ? tmpdir() : roomyMemory());
  const dataFolder = makeRunFolder(tmpdir());
  const removeFolders = removeAtEnd([directory, dataFolder]);
  const embedded = given ? null : await startEmbeddedPostgres({ dataDir: directory, settings });
  const serverUrl = given ?? embedded?.url ?? '';
  const databasePrefix = `commonplace_${randomBytes(4).toString('hex')}_`;
  const templateName = `${databasePrefix}template`;
  await withClient(serverUrl, (client) => client.query(`CREATE DATABASE ${pg.escapeIdentifier(templateName)}`));
  await migrate(databaseUrl(serverUrl, templateName));
  project.provide('serverUrl', serverUrl);
  project.provide('databasePrefix', databasePrefix);
  project.provide('templateName', templateName);
  project.provide('dataFolder', dataFolder);
  return async () => {
    // The services that workers share have not closed theirs.
    if (given) await dropDatabases(given, databasePrefix);
    await embedded?.stop();
    await removeFolders();
  };
}

const dropDatabases = (serverUrl: string, prefix: string): Promise<void> =>
  withClient(serverUrl, async (client) => {
    const text = 'SELECT datname FROM pg_database WHERE starts_with(datname, $1)';
    const { rows } = await client.query<{ datname: string }>(text, [prefix]);
    for (const { datname } of rows) await client.query(`DROP DATABASE ${pg.escapeIdentifier(datname)} WITH (FORCE)`);
  });

const roomBytes = 2 ** 30;

// Each test file copies the template, and a disk makes that ten times as slow as memory.
function roomyMemory(): string {
  const memory = '/dev/shm';
  try {
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize > roomBytes ? memory : tmpdir();
  } catch {
    return tmpdir();
  }
}
