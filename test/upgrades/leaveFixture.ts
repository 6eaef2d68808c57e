// `npm run fixture -- [folder]`: leaves the database of a release for test/upgrades, with what that release answered of it. It starts the
// version in the folder (this one by default) on a new database of the server at DATABASE_URL, fills it, and keeps it as SQL.
// Needs pg_dump and a server of the oldest PostgreSQL that is supported, so that what it writes loads everywhere.
import { execFile, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { print } from '../../scripts/print.ts';
import { databaseUrl, withClient } from '../support/database.ts';
import { freePort } from '../support/freePort.ts';
import { readAnswers } from './answers.ts';
import { fill } from './fill.ts';
import { settings, token } from './settings.ts';

const folder = path.resolve(process.argv[2] ?? '.');
const server = process.env['DATABASE_URL'];
if (server === undefined) throw new Error('DATABASE_URL names the server on which the database is made.');
// A release names its version.
const { version } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as { version: string };
const name = `fixture_${String(process.pid)}`;
const url = databaseUrl(server, name);
const dataDir = mkdtempSync(path.join(tmpdir(), 'fixture-'));
const port = await freePort();
const base = `http://127.0.0.1:${String(port)}`;

async function send(method: string, where: string, body?: unknown): Promise<Record<string, unknown>> {
  const answer = await fetch(base + where, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: body === undefined ? null : JSON.stringify(body),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${where}: ${String(answer.status)} ${text}`);
  // Every answer is an object.
  return (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>;
}

const ask = async (request: string): Promise<unknown> => {
  const answer = request.startsWith('/')
    ? await send('GET', request).catch(() => 'refused')
    : await send('POST', '/graphql', { query: request });
  return JSON.parse(JSON.stringify(answer).replaceAll(base, '')) as unknown;
};

await withClient(server, (client) => client.query(`CREATE DATABASE ${name}`));
const environment = {
  DATABASE_URL: url,
  DATA_DIR: dataDir,
  PORT: String(port),
  HOST: '127.0.0.1',
  DEMO: '0',
  ...settings,
};
const service = spawn('node', ['scripts/start.js'], {
  cwd: folder,
  env: { ...process.env, ...environment },
  stdio: 'inherit',
});
const ended = new Promise((resolve) => service.once('exit', resolve));
try {
  for (let tries = 0; ; tries += 1) {
    if (await send('GET', '/n/v1/companies').catch(() => null)) break;
    if (tries === 600) throw new Error('The service did not become ready.');
    await wait(500);
  }
  await fill(send);
  // What was written last is in the log once it has its number.
  await wait(3_000);
  const answers = await readAnswers(ask);
  service.kill('SIGTERM');
  await ended;
  // Statements, not COPY: they are sent like any other.
  const flags = ['--no-owner', '--no-privileges', '--inserts', '--rows-per-insert=500', url];
  const { stdout } = await promisify(execFile)('pg_dump', flags, { maxBuffer: 2 ** 28 });
  // Of psql, and of servers that are newer than the oldest. Since PostgreSQL 17 partitions have the identity columns of their table.
  const sql = stdout
    .replaceAll(/^(\\(un)?restrict .*|SET transaction_timeout = 0;)\n/gm, '')
    .replaceAll(/^(INSERT INTO \S+) VALUES$/gm, '$1 OVERRIDING SYSTEM VALUE VALUES');
  const kept = path.join(import.meta.dirname, version);
  mkdirSync(kept, { recursive: true });
  writeFileSync(path.join(kept, 'database.sql.gz'), gzipSync(sql, { level: 9 }));
  writeFileSync(path.join(kept, 'answers.json.gz'), gzipSync(JSON.stringify(answers), { level: 9 }));
  print(`test/upgrades/${version}`);
} finally {
  service.kill('SIGKILL');
  await withClient(server, (client) => client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
  rmSync(dataDir, { recursive: true, force: true });
}
