// What a disabled tenant has is removed for good: every row of it, in every table, and nothing of another tenant.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readTenants, setTenantEnabled } from '../../src/actions/access/operatorTokens.ts';
import { purgeTenant } from '../../src/actions/identity/purgeTenant.ts';
import { loadContract } from '../../src/contract/load.ts';
import { tenantTables } from '../../src/database/identity/purgeStore.ts';
import { isFilled, isQueued } from '../../src/database/search/searchQueueStore.ts';
import { page } from '../support/content.ts';
import { withClient } from '../support/database.ts';
import { startService, type Tenant, type TestService } from '../support/service.ts';
import { made } from '../support/work.ts';
import { apiClient, entity, subscribe } from '../support/webhooks.ts';

const contract = loadContract();
let service: TestService;
beforeAll(async () => {
  service = await startService({ WEBHOOK_ALLOWED_RANGES: '127.0.0.0/8' });
});
afterAll(() => service.close());

const purge = (tenant: string, { name = 'Tenant', isDryRun = false } = {}): Promise<number> =>
  purgeTenant(service.services, { tenant, name, isDryRun });

const setEnabled = (tenant: string, isEnabled: boolean): Promise<string> =>
  setTenantEnabled({ database: service.services.database, contract }, tenant, isEnabled);

/** Disables the tenant as if that had been so many seconds ago. */
async function disabledFor(tenant: string, seconds: number): Promise<void> {
  await setEnabled(tenant, false);
  await withClient(service.databaseUrl, (client) =>
    client.query(
      `UPDATE disabled_tenant SET since_timestamp = clock_timestamp() - $2 * interval '1 second' WHERE tenant = $1`,
      [tenant, seconds],
    ),
  );
}

/** How many rows the tables have of the tenant, those without any left out. */
const rowsOf = (tenant: string): Promise<Record<string, number>> =>
  withClient(service.databaseUrl, async (client) => {
    const counts: Record<string, number> = {};
    for (const { name } of [...tenantTables(contract), { name: 'event_log' }]) {
      const { rows } = await client.query<{ count: number }>(
        `SELECT count(*)::int AS count FROM "${name}" WHERE tenant = $1`,
        [tenant],
      );
      if (rows[0]?.count) counts[name] = rows[0].count;
    }
    return counts;
  });

/** Without the tables in which background work goes on meanwhile. */
const atRest = (counts: Readonly<Record<string, number>>): Record<string, number> =>
  Object.fromEntries(
    Object.entries(counts).filter(
      ([table]) => !/queue|pace|delivery|attempt|body|search|trigger|access_record/.test(table),
    ),
  );

/** Urns that are registered and in no table. */
const lostUrns = (): Promise<unknown[]> =>
  withClient(service.databaseUrl, async (client) => {
    const held = tenantTables(contract).filter(({ isRegistered }) => isRegistered);
    const each = held.map(({ name }) => `SELECT "urn" FROM "${name}"`).join(' UNION ALL ');
    const { rows } = await client.query(`SELECT r."urn", r."kind" FROM "resource" r WHERE r."urn" NOT IN (${each})`);
    return rows;
  });

/** Whether nothing waits to be indexed for search, nor is looked for as after a start. */
async function isIndexed(): Promise<boolean> {
  const { database } = service.services;
  return !(await isQueued(database, { version: 'LATEST', tenant: null })) && (await isFilled(database));
}

async function filled(): Promise<Tenant> {
  const tenant = await service.tenant();
  await page(tenant, `/${crypto.randomUUID()}`, { status: 'PUBLISH', name: 'One' });
  await subscribe(tenant, (await apiClient(tenant)).urn, 'http://127.0.0.1:9999/nowhere');
  await entity(tenant);
  const role = await made(tenant, 'role', { owner: tenant.company, name: 'Reader' });
  const project = await made(tenant, 'project', { owner: tenant.company, name: 'Project' });
  await made(tenant, 'company', { owner: tenant.company, parentCompany: tenant.company, name: 'Below' });
  expect([role.urn, project.urn]).not.toContain(undefined);
  return tenant;
}

test('Every row of the tenant goes, and no other row', async () => {
  const [tenant, other] = [await filled(), await filled()];
  const [before, kept] = [await rowsOf(tenant.company), await rowsOf(other.company)];
  expect(Object.keys(before).length).toBeGreaterThan(15);
  await disabledFor(tenant.company, 61);
  const removed = await purge(tenant.company);
  // The log's head stays, so that numbers which were given are not given again.
  expect(await rowsOf(tenant.company)).toEqual({ event_log: 1 });
  const { event_log: _, ...counted } = before;
  expect(removed).toBeGreaterThanOrEqual(Object.values(counted).reduce((sum, count) => sum + count, 0));
  expect(await lostUrns()).toEqual([]);
  expect(atRest(await rowsOf(other.company))).toEqual(atRest(kept));
  expect((await other.rest('GET', `/n/v1/company/${other.company}`)).status).toBe(200);
  expect((await tenant.rest('GET', `/n/v1/company/${tenant.company}`)).status).toBe(401);
  const tenants = await readTenants({ database: service.services.database, contract });
  expect(tenants.map(({ urn }) => urn)).not.toContain(tenant.company);
  expect(tenants.map(({ urn }) => urn)).toContain(other.company);
  await expect(purge(tenant.company)).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('Counting first removes nothing', async () => {
  const tenant = await filled();
  await expect.poll(isIndexed, { timeout: 20_000 }).toBe(true);
  await disabledFor(tenant.company, 61);
  const before = await rowsOf(tenant.company);
  // What was under way as it was disabled may still be noted.
  const missed = async (): Promise<number> => {
    const count = await purge(tenant.company, { isDryRun: true });
    const { event_log: _, ...counted } = await rowsOf(tenant.company);
    return Object.values(counted).reduce((sum, rows) => sum + rows, 0) - count;
  };
  await expect.poll(missed, { timeout: 20_000 }).toBe(0);
  expect(atRest(await rowsOf(tenant.company))).toEqual(atRest(before));
  await setEnabled(tenant.company, true);
  expect((await tenant.rest('GET', `/n/v1/company/${tenant.company}`)).status).toBe(200);
});

/** Whether a session waits for the row of a company. */
const isWaiting = (): Promise<boolean> =>
  withClient(service.databaseUrl, async (client) => {
    const { rows } = await client.query(
      `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%"company"%FOR UPDATE'`,
    );
    return rows.length > 0;
  });

describe('Nothing is removed of a tenant', () => {
  test.each([
    ['that is served', null, {}, { code: 'CONFLICT', message: 'The tenant is active. Disable it first.' }],
    [
      'that was disabled less than a minute ago',
      50,
      {},
      { code: 'CONFLICT', message: expect.stringMatching(/under way/) },
    ],
    ['whose name is another one', 61, { name: 'tenant' }, { code: 'INVALID_PARAMETER' }],
  ] as const)('%s', async (_, seconds, order, refusal) => {
    const tenant = await service.tenant();
    if (seconds !== null) await disabledFor(tenant.company, seconds);
    const before = await rowsOf(tenant.company);
    await expect(purge(tenant.company, order)).rejects.toMatchObject(refusal);
    await expect(purge(tenant.company, { ...order, isDryRun: true })).rejects.toMatchObject(refusal);
    expect(atRest(await rowsOf(tenant.company))).toEqual(atRest(before));
  });

  test('that is enabled while it is about to be removed', async () => {
    const tenant = await service.tenant();
    await disabledFor(tenant.company, 61);
    await withClient(service.databaseUrl, async (client) => {
      // Somebody lets it in and has not committed: the removal waits for the company.
      await client.query('BEGIN');
      await client.query('SELECT 1 FROM company WHERE urn = $1 FOR NO KEY UPDATE', [tenant.company]);
      await client.query('DELETE FROM disabled_tenant WHERE tenant = $1', [tenant.company]);
      const removing = expect(purge(tenant.company)).rejects.toMatchObject({
        code: 'CONFLICT',
        message: 'The tenant is active. Disable it first.',
      });
      await expect.poll(isWaiting, { timeout: 20_000 }).toBe(true);
      await client.query('COMMIT');
      await removing;
    });
    expect((await tenant.rest('GET', `/n/v1/company/${tenant.company}`)).status).toBe(200);
  });
});
