// All rows of a tenant, to be counted and removed: which tables have any is derived from the list of all tables.
import type { Contract } from '../../contract/resource.ts';
import { firstOf, Parameters, prepared, type Executor } from '../connection/statement.ts';
import { quote } from '../mapping/columns.ts';
import { tablesOf } from '../mapping/tables.ts';

// Numbers that were given, of events and of access, are not given again. The last is what says that the rest may go.
const kept: readonly string[] = ['event_log', 'access_epoch', 'disabled_tenant'];

/** A table that has rows of tenants. */
export interface TenantTable {
  readonly name: string;
  /** Whether its urns are in the registry, which removes the rows along with them. */
  readonly isRegistered: boolean;
}

/** The tables whose rows go with a tenant, those first that others refer to. */
export function tenantTables(contract: Contract): TenantTable[] {
  return tablesOf(contract)
    .filter(({ name, columns }) => !kept.includes(name) && columns.some((column) => column.name === 'tenant'))
    .map(({ name, primaryKey, references }) => ({
      name,
      isRegistered: references.some(({ column }) => column === 'urn') && primaryKey.join() === 'urn',
    }))
    .sort((a, b) => Number(b.isRegistered) - Number(a.isRegistered));
}

/** What is known of a tenant, whose row of the company is held until the transaction ends. */
export interface HeldTenant {
  readonly name: string;
  /** For how many seconds it has been disabled; null for one that is served. */
  readonly disabledSeconds: number | null;
}

/** The tenant, so that nobody enables or disables it meanwhile; null when there is none with that urn. */
export async function holdTenant(executor: Executor, tenant: string): Promise<HeldTenant | null> {
  const [held, p] = [new Parameters(), new Parameters()];
  const urn = held.add(tenant, 'uuid');
  await executor.query(prepared(`SELECT 1 FROM "company" WHERE "urn" = ${urn} FOR UPDATE`, held));
  // Afterwards, so that it sees what was waited for.
  const text =
    `SELECT o."name", extract(epoch FROM clock_timestamp() - z."since_timestamp")::float8 AS "disabledSeconds"` +
    ` FROM "company" o LEFT JOIN "disabled_tenant" z ON z."tenant" = o."urn"` +
    ` WHERE o."urn" = ${p.add(tenant, 'uuid')} AND o."tenant" = o."urn" AND o."deleted_timestamp" IS NULL`;
  return firstOf<HeldTenant>(executor, prepared(text, p));
}

/** How many rows the tables have of a tenant. */
export async function countTenantRows(executor: Executor, tenant: string): Promise<number> {
  const p = new Parameters();
  const urn = p.add(tenant, 'uuid');
  const each = tenantTables(executor.contract).map(
    ({ name }) => `(SELECT count(*) FROM ${quote(name)} WHERE "tenant" = ${urn})`,
  );
  const row = await firstOf<{ count: string }>(executor, prepared(`SELECT ${each.join(' + ')} AS count`, p));
  return Number(row?.count ?? 0);
}

/** Removes every row of a tenant, and the note that it is disabled. */
export async function removeTenantRows(executor: Executor, tenant: string): Promise<void> {
  const tables = [...tenantTables(executor.contract), { name: 'disabled_tenant', isRegistered: false }];
  for (const { name, isRegistered } of tables) {
    const p = new Parameters();
    const ofTenant = `FROM ${quote(name)} WHERE "tenant" = ${p.add(tenant, 'uuid')}`;
    const text = isRegistered
      ? `DELETE FROM "resource" WHERE "urn" IN (SELECT "urn" ${ofTenant})`
      : `DELETE ${ofTenant}`;
    await executor.query(prepared(text, p));
  }
}
