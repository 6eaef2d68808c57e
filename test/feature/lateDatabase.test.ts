// A service that starts while PostgreSQL is unavailable: it waits, reports why, and answers what it can.
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startApp } from '../../src/start/app.ts';
import { readConfig } from '../../src/config/config.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
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

/** A port that nothing listens on. */
/** Forwards connections on the port to the database server. */
async function openDoor(port: number): Promise<Server> {
  const { host, port: serverPort } = new pg.Client({ connectionString: database.url });
  const door = createServer((inside) => {
    const outside = host.startsWith('/')
      ? connect({ path: `${host}/.s.PGSQL.${String(serverPort)}` })
      : connect({ host, port: serverPort });
    inside.pipe(outside).pipe(inside);
    inside.on('error', () => outside.destroy());
    outside.on('error', () => inside.destroy());
  });
  door.listen(port, '127.0.0.1');
  await once(door, 'listening');
  return door;
}

function throughDoor(port: number): string {
  const { user, password, database: name } = new pg.Client({ connectionString: database.url });
  const secret = password ? `:${encodeURIComponent(password)}` : '';
  return `postgres://${user ?? ''}${secret}@127.0.0.1:${String(port)}/${name ?? ''}`;
}

function start(databaseUrl: string, port: number, say: (line: string) => void) {
  const config = readConfig({ PORT: String(port), DATA_DIR: dataDir, DEMO: '0' });
  return startApp({ config, databaseUrl, logger: pino({ level: 'silent' }), say }, async () => undefined);
}

test('It is alive but not ready until PostgreSQL answers, and reports once what it waits for.', async () => {
  const [doorPort, port] = [await freePort(), await freePort()];
  const url = `http://127.0.0.1:${String(port)}`;
  const said: string[] = [];
  const starting = start(throughDoor(doorPort), port, (line) => said.push(line));
  await vi.waitFor(() => expect(said).toHaveLength(1), { timeout: 10_000 });
  expect(said[0]).toContain(`ECONNREFUSED 127.0.0.1:${String(doorPort)}`);

  // The log line may come a moment before it listens.
  await vi.waitFor(async () => expect((await fetch(`${url}/healthz`)).status).toBe(200), { timeout: 10_000 });
  expect((await fetch(`${url}/readyz`)).status).toBe(503);
  const refused = await fetch(`${url}/n/v1/companies`, { headers: { Authorization: 'Bearer ccs_a_none' } });
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);

  const door = await openDoor(doorPort);
  const app = await starting;
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
  expect(said).toHaveLength(1);
  await app.close();
  door.close();
});

test('It does not wait for a database that does not exist, and releases its port.', async () => {
  const doorPort = await freePort();
  const door = await openDoor(doorPort);
  const port = await freePort();
  const elsewhere = new URL(throughDoor(doorPort));
  elsewhere.pathname = '/nobody_made_this_one';
  await expect(start(elsewhere.href, port, () => undefined)).rejects.toThrow(/does not exist/);
  await expect(fetch(`http://127.0.0.1:${String(port)}/healthz`)).rejects.toThrow();
  door.close();
});
