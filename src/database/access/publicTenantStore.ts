// The tenant that is meant by who lists what everyone may VIEW.
import { Parameters, prepared, rowsOf, urnsOf, type Executor } from '../connection/statement.ts';
import { someTenantsSql } from '../engine/tenant.ts';
import { quote } from '../mapping/columns.ts';

/** The tenants of living rows of a kind, by urn; none for one that does not exist. */
export async function tenantsOfRows(
  executor: Executor,
  table: string,
  urns: readonly string[],
): Promise<Map<string, string>> {
  const p = new Parameters();
  const text =
    `SELECT t."urn", t."tenant" FROM ${quote(table)} t WHERE t."urn" = ANY(${p.add(urns, 'uuid[]')})` +
    ` AND t."deleted_timestamp" IS NULL`;
  const rows = await rowsOf<{ readonly urn: string; readonly tenant: string }>(executor, prepared(text, p));
  return new Map(rows.map(({ urn, tenant }) => [urn, tenant]));
}

/** Two of the tenants that may be used here, or the only one; none without any. */
export async function someTenants(executor: Executor): Promise<string[]> {
  return urnsOf(executor, prepared(someTenantsSql, new Parameters()));
}
