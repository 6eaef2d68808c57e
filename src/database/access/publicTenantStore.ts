// The tenant that callers without a token mean.
import type { Resource } from '../../contract/resource.ts';
import { Parameters, prepared, urnsOf, type Executor } from '../connection/statement.ts';
import { isEnabled } from '../engine/tenant.ts';
import { quote } from '../mapping/columns.ts';

/** The tenant that a living row of the kind is of; none for one that does not exist. */
export async function tenantsOfRow(executor: Executor, resource: Resource, urn: string): Promise<string[]> {
  const p = new Parameters();
  const text =
    `SELECT t."tenant" AS "urn" FROM ${quote(resource.table)} t WHERE t."urn" = ${p.add(urn, 'uuid')}` +
    ` AND t."deleted_timestamp" IS NULL`;
  return urnsOf(executor, prepared(text, p));
}

/** Two of the tenants that may be used here, or the only one; none without any. */
export async function someTenants(executor: Executor): Promise<string[]> {
  const text =
    `SELECT c."urn" FROM "company" c WHERE c."parent_company" IS NULL AND c."deleted_timestamp" IS NULL` +
    ` AND ${isEnabled('c."urn"')} LIMIT 2`;
  return urnsOf(executor, prepared(text, new Parameters()));
}
