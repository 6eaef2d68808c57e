// Processes of one database share their webhook keys; a process with other keys does not start.
import { mkdtempSync, rmSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { startApp, type App } from '../../src/start/app.ts';
import { withClient } from '../support/database.ts';
import { startService, type TestService } from '../support/service.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'commonplace-keys-'));
const key = (): string => randomBytes(32).toString('base64');
const keys = { WEBHOOK_SECRET_KEY: key(), WEBHOOK_SIGNING_KEY: key() };

let service: TestService;
beforeAll(async () => {
  service = await startService(keys);
});
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

function start(settings: Readonly<Record<string, string>>): Promise<App> {
  const config = readConfig({ PORT: '0', DATA_DIR: folder, DEMO: '0', RATE_LIMITS: '0', ...settings });
  return startApp(
    { config, databaseUrl: service.databaseUrl, logger: pino({ level: 'silent' }) },
    async () => undefined,
  );
}

/** The settings of the database, without those that the service that runs keeps meanwhile: the past of its log, its index. */
const stored = () =>
  withClient(
    service.databaseUrl,
    async (client) =>
      (await client.query(`SELECT * FROM setting WHERE name NOT IN ('event log', 'search index') ORDER BY name`)).rows,
  );

test.each([
  ['another key that seals secrets', { ...keys, WEBHOOK_SECRET_KEY: key() }],
  ['another key that signs', { ...keys, WEBHOOK_SIGNING_KEY: key() }],
  ['keys made in a data directory of its own', {}],
])('a process with %s refuses to start, with one message', async (_, settings) => {
  const before = await stored();
  const refused = await start(settings).then(
    () => null,
    (error: unknown) => error,
  );
  expect(String(refused)).toMatch(/^Error: This process has other webhook keys[^\n]*\.$/);
  expect(String(refused)).not.toContain(keys.WEBHOOK_SECRET_KEY);
  expect(await stored()).toEqual(before);
});

test('a process with the same keys starts, wherever its data directory is', async () => {
  const app = await start(keys);
  await app.close();
});

test('what is stored of the keys does not reveal them', async () => {
  const [row] = await withClient(
    service.databaseUrl,
    async (client) =>
      (await client.query(`SELECT value #>> '{}' AS value FROM setting WHERE name = 'webhook keys'`)).rows,
  );
  expect(row.value).toMatch(/^[\w-]{16} whpk_/);
  expect(row.value).not.toContain(keys.WEBHOOK_SECRET_KEY.slice(0, 16));
  expect(row.value).not.toContain(keys.WEBHOOK_SIGNING_KEY.slice(0, 16));
});
