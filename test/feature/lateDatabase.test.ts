// A service that starts while PostgreSQL is unavailable: it waits, reports why, and answers what it can.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startApp } from '../../src/start/app.ts';
import { readConfig } from '../../src/config/config.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { openDoor, throughDoor } from '../support/databaseDoor.ts';
import { freePort } from '../support/freePort.ts';

let database: TestDatabase;
const dataDir = mkdtempSync(path.join(tmpdir(), 'commonplace-late-'));

beforeAll(async () => {
  database = await createDatabase();
});
afterAll(async () => {
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

function start(databaseUrl: string, port: number, say: (line: string) => void) {
  const config = readConfig({ PORT: String(port), DATA_DIR: dataDir, DEMO: '0' });
  return startApp({ config, databaseUrl, logger: pino({ level: 'silent' }), say }, async () => undefined);
}

test('It is alive but not ready until PostgreSQL answers, and reports once what it waits for.', async () => {
  const [doorPort, port] = [await freePort(), await freePort()];
  const url = `http://127.0.0.1:${String(port)}`;
  const said: string[] = [];
  const starting = start(throughDoor(database.url, doorPort), port, (line) => said.push(line));
  await vi.waitFor(() => expect(said).toHaveLength(1), { timeout: 10_000 });
  // A busy machine may be slow to refuse.
  expect(said[0]).toMatch(new RegExp(`ECONNREFUSED 127.0.0.1:${String(doorPort)}|timeout expired`));

  // The log line may come a moment before it listens.
  await vi.waitFor(async () => expect((await fetch(`${url}/healthz`)).status).toBe(200), { timeout: 10_000 });
  expect((await fetch(`${url}/readyz`)).status).toBe(503);
  const refused = await fetch(`${url}/n/v1/companies`, { headers: { Authorization: 'Bearer ccs_a_none' } });
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);

  const door = await openDoor(database.url, doorPort);
  const app = await starting;
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
  expect(said).toHaveLength(1);
  await app.close();
  await door.close();
});

test('It does not wait for a database that does not exist, and releases its port.', async () => {
  const doorPort = await freePort();
  const door = await openDoor(database.url, doorPort);
  const port = await freePort();
  const elsewhere = new URL(throughDoor(database.url, doorPort));
  elsewhere.pathname = '/nobody_made_this_one';
  await expect(start(elsewhere.href, port, () => undefined)).rejects.toThrow(/does not exist/);
  await expect(fetch(`http://127.0.0.1:${String(port)}/healthz`)).rejects.toThrow();
  await door.close();
});
