// The guides to backups and upgrades, as a reader follows them: each command runs in a shell on a PostgreSQL that is installed, with its
// tools, and what was kept comes back.
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { withClient } from '../support/database.ts';
import { settings, token as fixtureToken } from '../upgrades/settings.ts';
import { installedPostgres, startInstalled, type InstalledServer } from './installedPostgres.ts';
import { makeServicePlayground, type ReadyService } from './serviceProcess.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 });

const bin = installedPostgres();
if (bin === null)
  process.stderr.write('SKIPPED: no PostgreSQL with its tools is installed below /usr/lib/postgresql.\n');

const root = fileURLToPath(new URL('../../', import.meta.url));
const playground = makeServicePlayground();
// Where the reader's shell stands; `npx` finds the command of the project.
const desk = mkdtempSync(path.join(tmpdir(), 'commonplace-backup-'));
afterAll(async () => {
  await playground.clear();
  rmSync(desk, { recursive: true, force: true });
});

/** The commands of a guide with what each prints, where the guide shows it. */
function blocksOf(name: string): { readonly command: string; readonly shown: string | undefined }[] {
  const text = readFileSync(path.join(root, 'docs/guides', name), 'utf8');
  return [...text.matchAll(/```sh\n([^`]+)```\n(?:\n```json\n([^`]+)```)?/g)].map(([, command = '', shown]) => ({
    command,
    shown,
  }));
}

async function run(
  { command, shown }: ReturnType<typeof blocksOf>[number],
  more: Record<string, string>,
): Promise<void> {
  const { PATH = '', HOME } = process.env;
  const programs = [path.join(root, 'node_modules/.bin'), bin, PATH].join(':');
  const env = { PATH: programs, HOME, DATA_DIR: playground.dataDir, ...more };
  const here = `npx() { node "${path.join(root, 'bin')}/$1.js" "\${@:2}"; }\n${command}`;
  const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', here], { env, cwd: desk });
  if (shown !== undefined) expect(JSON.parse(stdout)).toEqual(JSON.parse(shown));
}

async function ask(
  service: ReadyService,
  request: string,
  body?: unknown,
  token = service.adminTokens[0],
): Promise<unknown> {
  const [method = '', address = ''] = request.split(' ');
  const answer = await fetch(service.url + address, {
    method,
    headers: { authorization: `Bearer ${String(token)}`, 'content-type': 'application/json' },
    body: body === undefined ? null : JSON.stringify(body),
  });
  expect(answer.status, request).toBeLessThan(300);
  return answer.json();
}

async function stop({ process: child, ended }: ReadyService): Promise<void> {
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
}

/** What a service is given before the backup. */
interface Kept {
  readonly token: string;
  readonly role: string;
  readonly file: string;
}

async function write(service: ReadyService): Promise<Kept> {
  const [token = ''] = service.adminTokens;
  const { companies } = (await ask(service, 'GET /n/v1/companies')) as { companies: { urn: string }[] };
  const owner = companies[0]?.urn;
  const role = (await ask(service, 'POST /n/v1/role', { owner, name: 'Before' })) as { urn: string };
  const asset = (await ask(service, 'POST /n/v1/asset', { owner, name: 'list.txt' })) as { urn: string };
  const form = new FormData();
  form.set('src', new Blob(['Prints and their prices'], { type: 'text/plain' }), 'list.txt');
  const headers = { authorization: `Bearer ${token}` };
  const sent = await fetch(`${service.url}/n/v1/asset/${asset.urn}`, { method: 'POST', headers, body: form });
  expect(sent.status, await sent.text()).toBe(201);
  return { token, role: role.urn, file: `/v/v1/asset/${asset.urn}` };
}

const rename = (service: ReadyService, { role, token }: Kept): Promise<unknown> =>
  ask(service, `PATCH /n/v1/role/${role}`, { name: 'After' }, token);

async function expectKept(service: ReadyService, { token, role, file }: Kept): Promise<void> {
  expect(await ask(service, `GET /n/v1/role/${role}`, undefined, token)).toMatchObject({ name: 'Before' });
  const answer = await fetch(service.url + file, { headers: { authorization: `Bearer ${token}` } });
  expect([answer.status, await answer.text()]).toEqual([200, 'Prints and their prices']);
}

describe.skipIf(bin === null)('With a PostgreSQL of its own', () => {
  let server: InstalledServer;
  beforeAll(async () => {
    server = await startInstalled(bin ?? '');
  });
  afterAll(() => server.stop());

  const database = async (name: string): Promise<string> => {
    await withClient(server.url, (client) => client.query(`CREATE DATABASE ${name}`));
    return server.url.replace(/postgres$/, name);
  };

  test('a backup is made while the service runs, and brings back the database, the files and the tokens', async () => {
    const [make, check, restore] = blocksOf('backup.md');
    if (!make || !check || !restore) throw new Error('The guide has lost a block.');
    const environment = { DATABASE_URL: await database('kept') };
    const service = await playground.startReady({ ...environment, DEMO: '0' });
    const kept = await write(service);
    await run(make, environment);
    await run(check, environment);
    await rename(service, kept);
    await stop(service);
    rmSync(playground.dataDir, { recursive: true });
    await run(restore, environment);
    const again = await playground.startReady({ ...environment, DEMO: '0' });
    await expectKept(again, kept);
    await stop(again);
  });

  test('a database of an earlier version is brought to this one', async () => {
    const [look, migrate, ready] = blocksOf('upgrade.md');
    if (!look || !migrate || !ready) throw new Error('The guide has lost a block.');
    const url = await database('old');
    const sql = gunzipSync(readFileSync(path.join(root, 'test/upgrades/0.2.0/database.sql.gz'))).toString('utf8');
    await withClient(url, (client) => client.query(sql));
    const environment = { DATABASE_URL: url, ...settings };
    await run(look, environment);
    await run(migrate, environment);
    const names = (): Promise<unknown[]> =>
      withClient(url, async (client) => (await client.query('SELECT name FROM migration ORDER BY 1')).rows);
    const migrated = await names();
    await run(migrate, environment);
    expect(await names()).toEqual(migrated);
    const service = await playground.startReady({ ...environment, DEMO: '0' });
    await run({ ...ready, command: ready.command.replace('http://127.0.0.1:4000', service.url) }, environment);
    const { entities } = (await ask(service, 'GET /n/v1/entities', undefined, fixtureToken)) as { entities: unknown[] };
    expect(entities.length).toBeGreaterThan(5);
    await stop(service);
  });
});

test('With the embedded PostgreSQL a copy of the folder brings everything back', async () => {
  const [make, restore] = blocksOf('backup.md').slice(3);
  if (!make || !restore) throw new Error('The guide has lost a block.');
  rmSync(playground.dataDir, { recursive: true, force: true });
  const service = await playground.startReady({ DEMO: '0' });
  const kept = await write(service);
  await stop(service);
  await run(make, {});
  const later = await playground.startReady({ DEMO: '0' });
  await rename(later, kept);
  await stop(later);
  await run(restore, {});
  const again = await playground.startReady({ DEMO: '0' });
  await expectKept(again, kept);
  await stop(again);
});
