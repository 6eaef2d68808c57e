// Starts that can never work, with a real server: each is refused in one sentence, which names the setting.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { userInfo } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ConfigError } from '../../src/config/config.ts';
import { startCluster, type Cluster } from '../crash/cluster.ts';
import { webhookKeys } from '../support/webhookKeys.ts';
import { makeFolder, startGateway } from './gateway.ts';

const folder = makeFolder();
let server: Cluster;
beforeAll(async () => {
  server = await startCluster(path.join(folder, 'server'));
  for (const sql of [`CREATE ROLE guarded LOGIN PASSWORD 'right'`, 'CREATE ROLE poor LOGIN']) await server.ask(sql);
  const [file] = await server.ask(`SELECT current_setting('hba_file') AS name`);
  const name = String(file?.['name']);
  writeFileSync(name, `host all guarded 127.0.0.1/32 scram-sha-256\n${readFileSync(name, 'utf8')}`);
  await server.ask('SELECT pg_reload_conf()');
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

const at = (who: string, database = 'postgres', hosts = `127.0.0.1:${String(server.port)}`): string =>
  `postgres://${who}@${hosts}/${database}`;

async function refused(settings: Readonly<Record<string, string>>): Promise<string> {
  const error: unknown = await startGateway({ ...webhookKeys(), DATABASE_URL: server.url, ...settings }).then(
    (gateway) => gateway.close(),
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ConfigError);
  return (error as ConfigError).message;
}

const wrong = 'password authentication failed for user "guarded"';
test.each<[string, () => Record<string, string>, string]>([
  ['wrong password', () => ({ DATABASE_URL: at('guarded:wrong') }), `DATABASE_URL cannot be used: ${wrong}.`],
  [
    'wrong password for several hosts',
    () => ({ DATABASE_URL: at('guarded:wrong', 'postgres', `127.0.0.1:1,127.0.0.1:${String(server.port)}`) }),
    `DATABASE_URL cannot be used: ${wrong}.`,
  ],
  [
    'wrong password for the server behind a pool',
    () => ({ DATABASE_DIRECT_URL: at('guarded:wrong') }),
    `DATABASE_DIRECT_URL cannot be used: ${wrong}.`,
  ],
  [
    'wrong password for a standby',
    () => ({ DATABASE_READ_URLS: at('guarded:wrong') }),
    `DATABASE_READ_URLS cannot be used: ${wrong}.`,
  ],
  [
    'missing password',
    () => ({ DATABASE_URL: at('guarded') }),
    'DATABASE_URL cannot be used: the server asks for a password, and none is given.',
  ],
  [
    'unknown account',
    () => ({ DATABASE_URL: at('nobody-here') }),
    'DATABASE_URL cannot be used: role "nobody-here" does not exist.',
  ],
  [
    'missing database',
    () => ({ DATABASE_URL: at('commonplace', 'nowhere') }),
    'DATABASE_URL cannot be used: database "nowhere" does not exist.',
  ],
  [
    'server without TLS where that is asked for',
    () => ({ DATABASE_URL: `${server.url}?sslmode=verify-full` }),
    'DATABASE_URL cannot be used: The server does not support SSL connections.',
  ],
  [
    'account without rights',
    () => ({ DATABASE_URL: at('poor') }),
    'The account of DATABASE_URL may not make the tables: permission denied for schema public.',
  ],
])('a %s is refused', async (_, settings, message) => {
  expect(await refused(settings())).toBe(message);
});

test('a port of metrics that is taken, and keys that are none, are refused', async () => {
  const taken = http.createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as AddressInfo;
  expect(await refused({ METRICS_PORT: String(port) })).toBe(
    `Another program listens on 127.0.0.1:${String(port)}: set METRICS_PORT to one that is free, such as ${String(port + 1)}.`,
  );
  taken.close();
  const keys = { DATA_DIR: path.join(folder, 'file'), WEBHOOK_SECRET_KEY: '', WEBHOOK_SIGNING_KEY: '' };
  writeFileSync(keys.DATA_DIR, '');
  expect(await refused(keys)).toMatch(
    /^The webhook keys in DATA_DIR cannot be used \(ENOTDIR: .*\): set DATA_DIR to another directory, or WEBHOOK_SECRET_KEY and WEBHOOK_SIGNING_KEY\.$/,
  );
});

test('an address without a user means that of the system, as libpq has it', async () => {
  const { username } = userInfo();
  await server.ask(`CREATE ROLE "${username}" SUPERUSER LOGIN`);
  const gateway = await startGateway({ ...webhookKeys(), DATABASE_URL: server.url.replace(/\/\/\w+@/, '//') });
  const [row] = await gateway.services.database.query({ text: 'SELECT current_user AS name', values: [] });
  expect(row).toEqual({ name: username });
  await gateway.close();
});
