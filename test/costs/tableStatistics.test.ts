// PostgreSQL plans for the tables as they are soon after an import, not as they were before it.
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openDatabase } from '../../src/database/connection/database.ts';
import { analyzeGrown } from '../../src/database/connection/tableStatistics.ts';
import { withClient } from '../support/database.ts';
import { startService, type Tenant, type TestService } from '../support/service.ts';

// PostgreSQL comes by itself when so much has changed, which is never.
const unvisited = ['autovacuum_vacuum_threshold', 'autovacuum_analyze_threshold']
  .map((name) => `${name} = 2000000000`)
  .concat('autovacuum_vacuum_insert_threshold = -1')
  .join(', ');

let service: TestService;
let tenant: Tenant;

beforeAll(async () => {
  // Nothing but what a test calls looks at tables here: this process does what web processes do.
  service = await startService({ ROLE: 'web' });
  tenant = await service.tenant();
  for (const table of ['project', 'resource']) await ask(`ALTER TABLE ${table} SET (${unvisited})`);
  await ask('ANALYZE');
});
afterAll(() => service.close());

const ask = <T>(text: string, values: unknown[] = []): Promise<T[]> =>
  withClient(service.databaseUrl, async (client) => (await client.query(text, values)).rows as T[]);
const analyze = (): Promise<string[]> => analyzeGrown(service.services.database);

async function add(projects: number): Promise<void> {
  await ask(
    `WITH made AS (INSERT INTO resource (urn, kind) SELECT gen_random_uuid(), 'Project' FROM generate_series(1, $2::int) RETURNING urn)
     INSERT INTO project (urn, version, owner, tenant, name, status, created_timestamp, updated_timestamp)
     SELECT urn, 1, $1, $1, 'Project', 'ACTIVE', now(), now() FROM made`,
    [tenant.company, projects],
  );
}
const setAutovacuum = (isOn: string): Promise<unknown> => ask(`ALTER TABLE project SET (autovacuum_enabled = ${isOn})`);
async function known(): Promise<number> {
  const [row] = await ask<{ rows: number }>(`SELECT reltuples::int AS rows FROM pg_class WHERE relname = 'project'`);
  return row?.rows ?? 0;
}

test('a table that has grown many times over is looked at, and again when it has grown as much once more', async () => {
  expect(await analyze()).toEqual([]);
  await add(2_000);
  expect(await analyze()).toEqual(['project', 'resource']);
  expect(await known()).toBe(2_000);
  // Not for less than that: PostgreSQL itself does.
  await add(4_000);
  expect(await analyze()).toEqual([]);
  await add(4_000);
  expect(await analyze()).toEqual(['project', 'resource']);
  expect(await known()).toBeGreaterThan(9_000);
});

test('a table that nobody looked at yet is one that has grown, as after a restored backup or pg_upgrade', async () => {
  await ask(
    `CREATE TABLE fresh WITH (${unvisited}) AS SELECT i, repeat('x', 100) AS text FROM generate_series(1, 2000) i`,
  );
  expect(await analyze()).toEqual(['fresh']);
  await ask(`DROP TABLE fresh`);
});

test('a table whose autovacuum was turned off is left alone', async () => {
  await add(50_000);
  for (const off of ['false', 'off']) {
    await setAutovacuum(off);
    expect(await analyze()).toEqual(['resource'].filter(() => off === 'false'));
  }
  await setAutovacuum('true');
  expect(await analyze()).toEqual(['project']);
  expect(await known()).toBeGreaterThan(50_000);
});

test('what this role may not analyze is left alone', async () => {
  await ask(
    `CREATE TABLE fresh WITH (${unvisited}) AS SELECT i, repeat('x', 100) AS text FROM generate_series(1, 2000) i`,
  );
  const role = `guest_${randomBytes(4).toString('hex')}`;
  await ask(`CREATE ROLE ${role}`);
  const { databaseUrl, services } = service;
  const url = `${databaseUrl}${databaseUrl.includes('?') ? '&' : '?'}options=${encodeURIComponent(`-c role=${role}`)}`;
  const guest = await openDatabase({ url, contract: services.contract });
  expect(await analyzeGrown(guest)).toEqual([]);
  await guest.close();
  await ask(`DROP ROLE ${role}`);
  expect(await analyze()).toEqual(['fresh']);
  await ask(`DROP TABLE fresh`);
});

test('one that somebody else looks at now is left to them', async () => {
  await ask(
    `CREATE TABLE fresh WITH (${unvisited}) AS SELECT i, repeat('x', 100) AS text FROM generate_series(1, 2000) i`,
  );
  await withClient(service.databaseUrl, async (client) => {
    await client.query('BEGIN');
    await client.query('LOCK TABLE fresh IN SHARE UPDATE EXCLUSIVE MODE');
    expect(await analyze()).toEqual(['fresh']);
    await client.query('ROLLBACK');
  });
  const [row] = await ask<{ rows: number }>(`SELECT reltuples::int AS rows FROM pg_class WHERE relname = 'fresh'`);
  expect(row?.rows).toBe(-1);
});

test('the process that leads does so by itself', async () => {
  const worker = await service.another({ environment: { ROLE: 'worker' } });
  await vi.waitFor(
    async () => {
      const [row] = await ask<{ rows: number }>(`SELECT reltuples::int AS rows FROM pg_class WHERE relname = 'fresh'`);
      expect(row?.rows).toBe(2_000);
    },
    { timeout: 20_000, interval: 200 },
  );
  await worker.close();
});
