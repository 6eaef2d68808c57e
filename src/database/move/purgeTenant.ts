// Removes all rows of a tenant from a database that does not serve it.
import type { Contract } from '../../contract/resource.ts';
import { clearTenant } from './copyTenant.ts';
import { inTransaction, tenantPlace, type MoveSession } from './moveStore.ts';
import { movedTables } from './tenantTables.ts';

/** How many rows the database has of a tenant, its place in the order of events aside. */
export async function countRows({ client }: MoveSession, contract: Contract, tenant: string): Promise<number> {
  const each = movedTables(contract)
    .filter(({ name }) => name !== '"event_log"')
    .map(({ name }) => `(SELECT count(*) FROM ${name} WHERE "tenant" = $1)`);
  const { rows } = await client.query<{ count: string }>(`SELECT ${each.join(' + ')} AS count`, [tenant]);
  return Number(rows[0]?.count ?? 0);
}

/**
 * Removes every row of the tenant in one transaction, with the record that it is disabled; false, and nothing is removed, where it
 * is served or arriving. An attempt to enable it meanwhile waits, and then finds no such tenant.
 */
export async function purgeTenant(session: MoveSession, contract: Contract, tenant: string): Promise<boolean> {
  const { client } = session;
  return inTransaction(client, async () => {
    await client.query('SELECT 1 FROM "company" WHERE "urn" = $1 FOR UPDATE', [tenant]);
    const { state } = await tenantPlace(session, tenant);
    if (state !== 'DISABLED' && state !== 'MOVED') return false;
    await clearTenant(client, movedTables(contract), tenant);
    await client.query('DELETE FROM "disabled_tenant" WHERE "tenant" = $1', [tenant]);
    return true;
  });
}

/** For how many seconds the tenant has not been served; null for one that is served. */
export async function secondsShut({ client }: MoveSession, tenant: string): Promise<number | null> {
  const { rows } = await client.query<{ seconds: number }>(
    'SELECT extract(epoch FROM clock_timestamp() - "since_timestamp")::float8 AS seconds FROM "disabled_tenant" WHERE "tenant" = $1',
    [tenant],
  );
  return rows[0]?.seconds ?? null;
}
