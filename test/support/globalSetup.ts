// Once per test run: one PostgreSQL server (embedded, or DATABASE_URL) and one migrated template database that every
// test file copies.
import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../../src/database/embedded/embeddedPostgres.ts';
import { migrate } from '../../src/database/connection/migrate.ts';
import { databaseUrl, withClient } from './database.ts';
import { settings } from './serverSettings.ts';

declare module 'vitest' {
  interface ProvidedContext {
    serverUrl: string;
    templateName: string;
  }
}

/** Starts the server and creates the template; returns a function that removes both. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env['DATABASE_URL'];
  const directory = mkdtempSync(path.join(given ? tmpdir() : roomyMemory(), 'commonplace-test-'));
  chmodSync(directory, 0o755);
  const embedded = given ? null : await startEmbeddedPostgres({ dataDir: directory, settings });
  const serverUrl = given ?? embedded?.url ?? '';
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
